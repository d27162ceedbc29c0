// @ts-check
/** Why there is no engine, in words for a reader, with the detail that a developer wants beside them. */

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

/** What stays as it is, however often it is tried. @type {Set<Kind>} */
const LASTING = new Set(["mistyped", "forbidden", "renewed", "unsupported", "absent"]);

export class Failure extends Error {
  /** @param {Kind} kind @param {string} detail the technical cause */
  constructor(kind, detail = "") {
    super(WORDS[kind]);
    this.kind = kind;
    this.detail = detail;
  }

  /** Trying again can help. */
  get passes() {
    return !LASTING.has(this.kind);
  }

  /** The page is older than the site, and has to be loaded again. */
  get isOutdated() {
    return this.kind === "renewed";
  }
}
