// @ts-check
/** The reasons why the engine does not start, as text for the reader, and how they are detected. */

/**
 * @typedef {"connection" | "missing" | "foreign" | "broken" | "mistyped" | "forbidden" | "renewed" | "silent" | "died" | "endless"
 *   | "unsupported" | "absent"} Kind
 */

/** @type {Record<Kind, string>} */
const WORDS = {
  connection: "The engine could not be loaded: the connection failed.",
  missing: "The engine could not be loaded: the site did not send all of its parts.",
  foreign: "The engine could not be loaded: something else came in its place, perhaps the sign-in page of a network.",
  broken: "The engine could not be loaded: one of its parts arrived damaged.",
  mistyped: "This site is not set up to run the engine: it sends one of the parts with the wrong type.",
  forbidden: "This site is not set up to run the engine: its security policy forbids it.",
  renewed: "This site has been renewed since you loaded this page, and the engine that the page needs is no longer there.",
  silent: "The engine did not start: for a while nothing was heard from it.",
  died: "The engine stopped while it worked on this, and stopped again when it was asked once more.",
  endless: "The engine worked on this for so long that it was stopped.",
  unsupported: "This browser cannot run the engine.",
  absent: "This page was made without the engine.",
};

/** The failures that another attempt cannot mend. @type {Set<Kind>} */
const LASTING = new Set(["mistyped", "forbidden", "renewed", "unsupported", "absent"]);

export class Failure extends Error {
  /** @param {Kind} kind @param {string} detail the technical cause */
  constructor(kind, detail = "") {
    super(WORDS[kind]);
    this.kind = kind;
    this.detail = detail;
  }

  /** Whether another attempt can help. */
  get isTemporary() {
    return !LASTING.has(this.kind);
  }

  /** Whether the page is older than the site, and must be loaded again. */
  get isOutdated() {
    return this.kind === "renewed";
  }
}

/** The media types that a browser requires, by the end of the file name. @type {[RegExp, RegExp][]} */
const MEDIA_TYPES = [
  [/\.m?js$/, /^(text|application)\/(x-)?(java|ecma)script\b/i],
  [/\.wasm$/, /^application\/wasm\b/i],
];

/**
 * Check the media type of a response.
 * @param {Response} response @param {string} address the requested one
 * @returns {{kind: "foreign" | "mistyped", detail: string} | null} a page instead of the file, or a wrong type
 */
export function typeFault(response, address) {
  const { pathname } = new URL(address);
  const type = response.headers.get("content-type") ?? "";
  if (/^text\/html\b/i.test(type)) return { kind: "foreign", detail: `${pathname} is a page` };
  const needed = MEDIA_TYPES.find(([names]) => names.test(pathname))?.[1];
  if (!needed || needed.test(type)) return null;
  return { kind: "mistyped", detail: `${pathname} is sent as ${type || "nothing in particular"}` };
}

const MANIFEST_TIMEOUT = 5000; // milliseconds
const VERSIONED_PARTS = ["engine", "library", "module"]; // their file names contain a digest

/**
 * Return whether the site was built again since this page was loaded, so that its engine may be gone.
 * @param {{base: string, runtime: Record<string, any>}} order @returns {Promise<boolean>} false if the manifest does not arrive
 */
export async function isRenewed({ base, runtime }) {
  try {
    const signal = AbortSignal.timeout(MANIFEST_TIMEOUT);
    const response = await fetch(new URL("manifest.json", base), { cache: "no-store", signal });
    const current = await response.json();
    return response.ok && VERSIONED_PARTS.some((name) => current[name] !== runtime[name]);
  } catch {
    return false;
  }
}
