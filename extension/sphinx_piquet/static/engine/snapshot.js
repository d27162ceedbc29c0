// @ts-check
/**
 * An engine that has started, laid down as memory instead of started again.
 *
 * The build starts the engine once and keeps its memory (`website/runtime/snapshot.mjs`), less whatever the
 * WebAssembly brings itself: pieces of 64 bytes that differ from it, each with its address. Pyodide can
 * be handed such a memory, though it expects the whole of it in one array; what we hand over is its
 * short head, which says that it is as long as the whole, and puts the pieces in their places when
 * Pyodide asks for the rest. So nothing of many megabytes is made twice.
 */

const MAGIC = 0x4d495150; // "PQIM", in the order of bytes that WebAssembly has
const WORDS = 6;

export class Snapshot {
  /** @param {Uint8Array<ArrayBuffer>} bytes as they are in the file, unpacked; throws a RangeError if they are no image */
  constructor(bytes) {
    if (bytes.length < 4 * WORDS) throw new RangeError("an image without a head");
    const [magic, whole, own, head, state, pieces] = new Uint32Array(bytes.buffer, bytes.byteOffset, WORDS);
    const table = 4 * WORDS + head;
    if (magic !== MAGIC || bytes.length < table + 8 * pieces) throw new RangeError("no image of an engine");
    this.whole = whole;
    this.own = own;
    /** What Python knows of the page's objects: nothing. It precedes the memory in Pyodide's own form. */
    this.head = bytes.slice(4 * WORDS, table);
    this.state = state;
    /** @type {[number, Uint8Array][]} */
    this.pieces = [];
    const places = new Uint32Array(bytes.buffer, bytes.byteOffset + table, 2 * pieces);
    let from = table + 8 * pieces;
    for (let at = 0; at < places.length; at += 2) {
      this.pieces.push([places[at], bytes.subarray(from, from + places[at + 1])]);
      from += places[at + 1];
    }
    if (from !== bytes.length) throw new RangeError("an image cut short");
    /** @type {WebAssembly.Memory | null} */
    this.memory = null;
    this.begun = new Uint8Array(0);
  }

  /** Note a memory as the WebAssembly has just made it, before anything runs in it. @param {WebAssembly.Memory} memory */
  attachMemory(memory) {
    this.memory = memory;
    this.begun = new Uint8Array(memory.buffer).slice(0, this.own);
  }

  /** Make the noted memory that of the image. */
  restore() {
    const { memory } = this;
    if (memory === null) throw new TypeError("no memory to lay an image in");
    const all = new Uint8Array(memory.buffer);
    all.set(this.begun);
    all.fill(0, this.own);
    for (const [address, piece] of this.pieces) all.set(piece, address);
    this.pieces = [];
    this.begun = new Uint8Array(0);
  }

  /** What Pyodide takes for the whole memory with its head: its length is that of both. */
  get snapshot() {
    const { head, whole } = this;
    const shown = Object.defineProperty(head.slice(), "length", { value: head.length + whole });
    shown.subarray = (from = 0, to) => {
      if (from !== head.length) return head.subarray(from, to);
      this.restore();
      return new Uint8Array(0); // it copies this to where everything lies already
    };
    return shown;
  }
}
