// @ts-check
/** The state of a replay in an address: view, rule set, variation and step. */

import { currentAddress } from "./address-bar.js";

/**
 * @typedef {object} Wanted the requested state; "" means as printed
 * @property {string} view both, e or y
 * @property {string} words the register of the narration
 * @property {string} rules a rule set's id
 * @property {string} at the step at which the variation leaves the printed moves
 * @property {string[]} moves
 */

const MOST = 2000;

/** The query parameters of a replay. */
const NAMES = ["view", "words", "rules", "w"];

/** The query parameters for the appearance of the cards. */
export const CARD_PARAMETERS = ["suits", "index"];

/** Return a query parameter of the address. @param {string} name */
export function queryValue(name) {
  return new URLSearchParams(currentAddress().search.slice(0, MOST)).get(name) ?? "";
}

/** @returns {Wanted} */
export function printedState() {
  return { view: "both", words: "plain", rules: "", at: "", moves: [] };
}

/** @param {Wanted} wanted */
export function isPrinted({ view, words, rules, at }) {
  return view === "both" && words === "plain" && !rules && !at;
}

/** Parse a query. The engine validates it. @param {string} prefix @param {string} search @returns {Wanted} */
export function parseAddress(prefix, search = currentAddress().search) {
  const query = new URLSearchParams(search.slice(0, MOST));
  const [at, moves = ""] = (query.get(`${prefix}w`) ?? "").split("~", 2);
  const view = query.get(`${prefix}view`) ?? "";
  return {
    view: ["e", "y"].includes(view) ? view : "both",
    words: query.get(`${prefix}words`) || "plain",
    rules: query.get(`${prefix}rules`) ?? "",
    at,
    moves: moves ? moves.split(".") : [],
  };
}

/**
 * Parse a link to another state of a replay on this page, or return null if the browser should follow it.
 * @param {string} prefix @param {MouseEvent} event
 */
export function parseLink(prefix, event) {
  const link = /** @type {HTMLElement} */ (event.target).closest("a");
  if (!link?.search || link.pathname !== location.pathname || link.origin !== location.origin) return null;
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const query = new URLSearchParams(link.search);
  if (!["w", "rules"].some((name) => query.has(prefix + name))) return null;
  return { wanted: parseAddress(prefix, link.search), id: link.hash.slice(1 + prefix.length) };
}

/**
 * Return the address of a step without parameters of other widgets, for citations and for sharing.
 * @param {string} prefix @param {Wanted} wanted @param {string} id of the step
 * @param {string} page the page of the replay, if not this one
 */
export function shareableAddress(prefix, wanted, id, page = currentAddress().href) {
  const url = new URL(page, document.baseURI);
  const ours = [...CARD_PARAMETERS, ...NAMES.map((name) => prefix + name)];
  for (const name of [...url.searchParams.keys()]) if (!ours.includes(name)) url.searchParams.delete(name);
  return replayAddress(prefix, wanted, id, url.href);
}

/**
 * Return the address of a step.
 * @param {string} prefix @param {Wanted} wanted @param {string} id of the step
 * @param {string} page the page of the replay, if not this one
 */
export function replayAddress(prefix, wanted, id, page = currentAddress().href) {
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
  url.search = url.search.replaceAll("%7E", "~"); // the character is valid in a query
  url.hash = prefix + id;
  return url.href;
}

/** Put the record and the step of each link with a record into its address. @param {ParentNode} place */
export function linkRecords(place) {
  for (const found of place.querySelectorAll("a[data-record]")) {
    const link = /** @type {HTMLAnchorElement} */ (found);
    const { record = "", step = "" } = link.dataset;
    link.hash = String(new URLSearchParams({ record, step }));
  }
}
