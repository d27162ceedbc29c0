// Make a memory snapshot of a started engine under Node, and test it. Usage: node snapshot.mjs < order.json. The
// order has paths (pyodide, library, engine, readers, nothing, out), the `info` about their Pyodide version, the
// Python code that warms up the engine, and `requests`. The snapshot is written to `out` in the format of the first
// of the `readers` (sphinx_piquet/static/engine/snapshot.js); the second one unpacks the engine. Another engine is
// then restored from the snapshot with the empty library `nothing`. Its memory must be identical, and it must
// answer the requests as the first one does. Equal inputs give equal bytes: the clock and the random numbers are
// fixed, and so is Python's hash seed.
import nodeCrypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const GRANULE = 64;
const MAGIC = 0x4d495150;

const order = JSON.parse(readFileSync(0, "utf8"));
const { info } = order;

Date.now = () => 1_700_000_000_000;
performance.now = () => 0;
crypto.getRandomValues = nodeCrypto.randomFillSync = (array) => array.fill(0);
// A newer Node would add one of its functions to Python's function table, which browsers do not have. Pyodide does
// not do so under this user agent.
Object.defineProperty(globalThis, "navigator", { value: { userAgent: "iPhone", platform: "" }, configurable: true });

// Python remembers the path of its program. A fixed path keeps the snapshot free of paths of this machine.
process.argv[1] = "/image.mjs";

const [{ Snapshot }, { unpack }] = await Promise.all(
  order.readers.map((path) => import(`data:text/javascript,${encodeURIComponent(readFileSync(path, "utf8"))}`)),
);
const { loadPyodide } = await import(pathToFileURL(`${order.pyodide}/pyodide.mjs`).href);

const options = {
  indexURL: order.pyodide,
  lockFileContents: { info, packages: {} },
  packageBaseUrl: order.pyodide,
  packageCacheDir: order.pyodide,
  env: { PYTHONHASHSEED: "0", HOME: "/home/pyodide" },
  stdout: () => {},
};

/** Start Pyodide, and report its memory before anything has run in it. */
async function start(more, seen) {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (binary, imports) => {
    const made = await instantiate(binary, imports);
    if (imports?.env?.memory) seen(imports.env.memory);
    return made;
  };
  try {
    return await loadPyodide({ ...options, ...more });
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

/** Fill free memory with zeros, which compress well. */
function clear(module) {
  const taken = [];
  const end = module._sbrk(0);
  for (let size = 1 << 16; size >= 16; size >>= 1) {
    for (;;) {
      const at = module._emscripten_builtin_malloc(size);
      if (at + size > end || module._sbrk(0) !== end) {
        module._emscripten_builtin_free(at);
        break;
      }
      module.HEAPU8.fill(0, at, at + size);
      taken.push(at);
    }
  }
  for (const at of taken.reverse()) module._emscripten_builtin_free(at);
}

/** Return the ranges in which a memory differs from the initial one, with neighbours joined. */
function pieces(memory, own) {
  const found = [];
  for (let at = 0; at < memory.length; at += GRANULE) {
    const same = (_, place) => memory[at + place] === (own[at + place] ?? 0);
    if (memory.subarray(at, at + GRANULE).every(same)) continue;
    const last = found.at(-1);
    if (last && last[0] + last[1] === at) last[1] += GRANULE;
    else found.push([at, GRANULE]);
  }
  return found;
}

function write(snapshot, own) {
  const [, head, state] = new Uint32Array(snapshot.buffer, 0, 3);
  const memory = snapshot.subarray(head);
  const found = pieces(memory, own);
  const words = Uint32Array.of(MAGIC, memory.length, own.length, head, state, found.length);
  return Buffer.concat([
    new Uint8Array(words.buffer),
    snapshot.subarray(0, head),
    new Uint8Array(Uint32Array.from(found.flat()).buffer),
    ...found.map(([at, length]) => memory.subarray(at, at + length)),
  ]);
}

/** Return the address of the function in Python's table that counts arguments; 0 if there is none. */
function calls({ HEAP32, __PyRuntime, __PyEM_EMSCRIPTEN_COUNT_ARGS_OFFSET: offset }) {
  return HEAP32[(__PyRuntime + HEAP32[offset / 4]) / 4];
}

function answers(python) {
  const handle = python.pyimport("piquet_core.api.dispatch").handle;
  return order.requests.map((request) => handle(request));
}

const fail = (why) => {
  throw new Error(why);
};

try {
  let own = new Uint8Array(0);
  const pack = new Uint8Array(gunzipSync(readFileSync(order.engine)));
  const fsInit = async (files, { sitePackages }) => unpack(pack, files, sitePackages);
  const python = await start({ stdLibURL: order.library, fsInit, _makeSnapshot: true }, (memory) => {
    const bytes = new Uint8Array(memory.buffer);
    const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
    own = bytes.slice(0, Math.ceil(end / GRANULE) * GRANULE);
  });
  python.runPython(order.warm);
  clear(python._module);
  const snapshot = python.makeMemorySnapshot();
  const state = JSON.parse(new TextDecoder().decode(snapshot.subarray(48, 48 + new Uint32Array(snapshot.buffer, 0, 3)[2])));
  if (state.hiwireKeys.some((key) => key !== null)) fail("Python holds an object of JavaScript");
  if (calls(python._module) !== 0) fail("Python's table has a function of this Node, which no browser has in its place");
  const image = write(snapshot, own);
  writeFileSync(order.out, image);

  const read = new Snapshot(new Uint8Array(image));
  const restore = read.restore.bind(read);
  read.restore = () => {
    restore();
    const laid = new Uint8Array(read.memory.buffer);
    const wanted = snapshot.subarray(snapshot.length - laid.length);
    if (!Buffer.from(laid.buffer).equals(Buffer.from(wanted))) fail("the memory laid down is not the one that was kept");
  };
  const second = await start({ stdLibURL: order.nothing, _loadSnapshot: Promise.resolve(read.snapshot) }, (memory) => read.attachMemory(memory));
  const [first, again] = [answers(python), answers(second)];
  first.forEach((answer, place) => {
    if (answer !== again[place]) fail(`the image answers otherwise: ${order.requests[place].slice(0, 200)}`);
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
