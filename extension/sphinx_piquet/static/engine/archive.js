// @ts-check
/**
 * A pack: files in a zip that compresses none of them, compressed as a whole.
 *
 * Many small files that are much alike come to a third less that way, and JavaScript can take them apart,
 * before there is a Python that could. Browsers have gunzip, and no unzip.
 */

const MEMBER = 0x04034b50; // before each file in a zip; what follows the last one is a list of them all
const HEAD = 30; // bytes before the name of a file

/**
 * The files in a zip that compresses none of them.
 * @param {Uint8Array<ArrayBuffer>} zip @returns {Generator<[string, Uint8Array<ArrayBuffer>]>} throws a RangeError if it is cut short
 */
export function* filesIn(zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const words = new TextDecoder();
  for (let at = 0; view.getUint32(at, true) === MEMBER; ) {
    const [size, whole] = [view.getUint32(at + 18, true), view.getUint32(at + 22, true)];
    const [length, more] = [view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    const name = words.decode(zip.subarray(at + HEAD, at + HEAD + length));
    const from = at + HEAD + length + more;
    at = from + size;
    if (size !== whole || at > zip.length) throw new RangeError("not a pack");
    yield [name, zip.subarray(from, at)];
  }
}

/**
 * What we use of Pyodide's file system.
 * @typedef {{mkdirTree: (path: string) => void, writeFile: (path: string, data: Uint8Array, options: object) => void}} Files
 */

/** Write the files of a pack below a folder. @param {Uint8Array<ArrayBuffer>} zip unzipped as a whole @param {Files} files @param {string} folder */
export function unpack(zip, files, folder) {
  const made = new Set();
  for (const [name, text] of filesIn(zip)) {
    const path = `${folder}/${name}`;
    const home = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(home)) files.mkdirTree(home);
    made.add(home);
    files.writeFile(path, text, { canOwn: true }); // it stays where it is, and nothing is copied
  }
}
