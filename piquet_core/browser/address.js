// @ts-check
/** What the address says of a replay: view, rule set, the reader's own line, and the step. */

import { here } from "./bar.js";

/**
 * @typedef {object} Wanted what is to be shown; "" is as printed
 * @property {string} view both, e or y
 * @property {string} words the register in which the story is told
 * @property {string} rules a rule set's id
 * @property {string} at the step where the reader's own line leaves the printed one
 * @property {string[]} moves
 */

const MOST = 2000;

/** Settings of how the cards look, which an address may name as well. */
export const DRESS = ["suits", "index"];

/** What the address asks for by a name. @param {string} name */
export function asked(name) {
  return new URLSearchParams(here().search.slice(0, MOST)).get(name) ?? "";
}

/** @returns {Wanted} */
export function printed() {
  return { view: "both", words: "plain", rules: "", at: "", moves: [] };
}

/** @param {Wanted} wanted */
export function isPrinted({ view, words, rules, at }) {
  return view === "both" && words === "plain" && !rules && !at;
}

/** Read what a query says; the engine judges it. @param {string} prefix @param {string} search @returns {Wanted} */
export function read(prefix, search = here().search) {
  const query = new URLSearchParams(search.slice(0, MOST));
  const [at, line = ""] = (query.get(`${prefix}w`) ?? "").split("~", 2);
  const view = query.get(`${prefix}view`) ?? "";
  return {
    view: ["e", "y"].includes(view) ? view : "both",
    words: query.get(`${prefix}words`) || "plain",
    rules: query.get(`${prefix}rules`) ?? "",
    at,
    moves: line ? line.split(".") : [],
  };
}

/**
 * Return the address of a step of what is shown.
 * @param {string} prefix @param {Wanted} wanted @param {string} step
 * @param {string} page where it is shown, if not here
 */
export function address(prefix, wanted, step, page = here().href) {
  const url = new URL(page, document.baseURI);
  const parts = {
    view: wanted.view === "both" ? "" : wanted.view,
    words: wanted.words === "plain" ? "" : wanted.words,
    rules: wanted.rules,
    w: wanted.at && `${wanted.at}~${wanted.moves.join(".")}`,
  };
  for (const [name, value] of Object.entries(parts)) {
    if (value) url.searchParams.set(prefix + name, value);
    else url.searchParams.delete(prefix + name);
  }
  url.search = url.search.replaceAll("%7E", "~"); // it stands for itself in a query
  url.hash = prefix + step;
  return url.href;
}
