// @ts-check
/**
 * What a device keeps of this site for use without a connection. Two stores, named by the place where the site
 * lies, since others may lie on the same host: parts have a digest in their names and never change; pages, and
 * whatever else has none, are asked for anew wherever there is a connection.
 */

const PREFIXES = ["piquet-parts", "piquet-pages"];
const DIGEST = /[.-]([0-9a-f]{12})[./]/;
const FROZEN = /\/editions\/\d/;

/** @param {string} scope the address of the site @returns {{parts: string, pages: string}} */
export function cacheNames(scope) {
  const [parts, pages] = PREFIXES.map((prefix) => `${prefix} ${scope}`);
  return { parts, pages };
}

/** Whether an address is ours to keep: of this site, and not of a frozen edition. @param {URL} address @param {string} scope */
export function isKept(address, scope) {
  return address.href.startsWith(scope) && !FROZEN.test(address.href.slice(scope.length - 1));
}

/** Whether what lies at an address never changes. @param {string} address */
export function isPart(address) {
  return DIGEST.test(new URL(address).pathname);
}

/** The digests that a text names. @param {string} text @returns {string[]} */
export function digestsIn(text) {
  return [...text.matchAll(new RegExp(DIGEST, "g"))].map(([, digest]) => digest);
}

/** The address under which a file is kept: what follows its name chooses no other file. @param {string} address */
export function keyOf(address) {
  const { origin, pathname } = new URL(address);
  return origin + (pathname.endsWith("/") ? `${pathname}index.html` : pathname);
}

/** Whether an answer may be kept. @param {Response} response */
export function isCacheable(response) {
  return response.ok && response.type === "basic" && !response.redirected;
}
