// @ts-check
/**
 * Archives: zip files without compression, compressed as a whole.
 *
 * That saves a third with many small, similar files. JavaScript can unpack them before Python runs, since browsers
 * provide gunzip but no unzip.
 */

const MEMBER = 0x04034b50; // the signature before each file of a zip; the directory follows the last one
const HEAD = 30; // bytes before the file name

/**
 * Return the files of an uncompressed zip.
 * @param {Uint8Array<ArrayBuffer>} zip @returns {Generator<[string, Uint8Array<ArrayBuffer>]>} throws a RangeError if it is truncated
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
 * The part of Pyodide's file system that is used here.
 * @typedef {{mkdirTree: (path: string) => void, writeFile: (path: string, data: Uint8Array, options: object) => void}} Files
 */

/** Write the files of an archive below a folder. @param {Uint8Array<ArrayBuffer>} zip unzipped as a whole @param {Files} files @param {string} folder */
export function unpack(zip, files, folder) {
  const made = new Set();
  for (const [name, text] of filesIn(zip)) {
    const path = `${folder}/${name}`;
    const home = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(home)) files.mkdirTree(home);
    made.add(home);
    files.writeFile(path, text, { canOwn: true }); // without copying
  }
}
