// @ts-check
/**
 * The offline caches. Their names contain the address of the site, because other sites may share the host. Files
 * with a digest in their names never change. Pages and other files are requested again whenever there is a
 * connection.
 */

const PREFIXES = ["piquet-parts", "piquet-pages"];
const DIGEST = /[.-]([0-9a-f]{12})[./]/;
const FROZEN = /\/editions\/\d/;

/** @param {string} scope the address of the site @returns {{parts: string, pages: string}} */
export function cacheNames(scope) {
  const [parts, pages] = PREFIXES.map((prefix) => `${prefix} ${scope}`);
  return { parts, pages };
}

/** Return whether an address belongs to this site, outside the frozen editions. @param {URL} address @param {string} scope */
export function isKept(address, scope) {
  return address.href.startsWith(scope) && !FROZEN.test(address.href.slice(scope.length - 1));
}

/** Return whether the file at an address never changes, because its name has a digest. @param {string} address */
export function isPart(address) {
  return DIGEST.test(new URL(address).pathname);
}

/** Return the digests in a text. @param {string} text @returns {string[]} */
export function digestsIn(text) {
  return [...text.matchAll(new RegExp(DIGEST, "g"))].map(([, digest]) => digest);
}

/** Return the cache key of an address, without query and fragment. @param {string} address */
export function keyOf(address) {
  const { origin, pathname } = new URL(address);
  return origin + (pathname.endsWith("/") ? `${pathname}index.html` : pathname);
}

/** Return whether a response may be stored. @param {Response} response */
export function isCacheable(response) {
  return response.ok && response.type === "basic" && !response.redirected;
}
