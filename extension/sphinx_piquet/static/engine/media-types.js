// @ts-check
/** The media types without which a browser runs no part of the engine. */

/** By the end of a file's name. @type {[RegExp, RegExp][]} */
const NEEDED = [
  [/\.m?js$/, /^(text|application)\/(x-)?(java|ecma)script\b/i],
  [/\.wasm$/, /^application\/wasm\b/i],
];

/**
 * Find out whether something has a type with which it cannot be used.
 * @param {Response} response @param {string} address that was asked for
 * @returns {{kind: "foreign" | "mistyped", detail: string} | null} a page in its place, or the wrong type
 */
export function typeFault(response, address) {
  const { pathname } = new URL(address);
  const type = response.headers.get("content-type") ?? "";
  if (/^text\/html\b/i.test(type)) return { kind: "foreign", detail: `${pathname} is a page` };
  const needed = NEEDED.find(([names]) => names.test(pathname))?.[1];
  if (!needed || needed.test(type)) return null;
  return { kind: "mistyped", detail: `${pathname} is sent as ${type || "nothing in particular"}` };
}
