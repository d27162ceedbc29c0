// @ts-check
/**
 * Memory snapshots of a started engine.
 *
 * The build starts the engine once and stores its memory (`website/runtime/snapshot.mjs`) as the differences from
 * the memory that the WebAssembly module creates: pieces of 64 bytes with their addresses. Pyodide restores a
 * snapshot from one array with a header and the whole memory. This class passes the header with the length of the
 * whole, and writes the pieces to their addresses when Pyodide asks for the rest. So the large array never exists.
 */

const MAGIC = 0x4d495150; // "PQIM", little-endian
const WORDS = 6;

export class Snapshot {
  /** @param {Uint8Array<ArrayBuffer>} bytes the decompressed file; throws a RangeError if it is not a snapshot */
  constructor(bytes) {
    if (bytes.length < 4 * WORDS) throw new RangeError("an image without a head");
    const [magic, whole, own, head, state, pieces] = new Uint32Array(bytes.buffer, bytes.byteOffset, WORDS);
    const table = 4 * WORDS + head;
    if (magic !== MAGIC || bytes.length < table + 8 * pieces) throw new RangeError("no image of an engine");
    this.whole = whole;
    this.own = own;
    /** Pyodide's header, which precedes the memory. It contains no references to JavaScript objects. */
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

  /** Keep a new WebAssembly memory before anything runs in it. @param {WebAssembly.Memory} memory */
  attachMemory(memory) {
    this.memory = memory;
    this.begun = new Uint8Array(memory.buffer).slice(0, this.own);
  }

  /** Write the snapshot to the memory. */
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

  /** The array for Pyodide. Its length is that of the header and the memory. */
  get snapshot() {
    const { head, whole } = this;
    const shown = Object.defineProperty(head.slice(), "length", { value: head.length + whole });
    shown.subarray = (from = 0, to) => {
      if (from !== head.length) return head.subarray(from, to);
      this.restore();
      return new Uint8Array(0); // Pyodide copies this empty array to memory that is already restored
    };
    return shown;
  }
}
