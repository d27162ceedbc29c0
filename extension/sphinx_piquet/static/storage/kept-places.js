// @ts-check
/** The places that the reader has kept, by address, with their citations and the reader's notes. */

import { KEYS, Store, isObject, isText, isTime } from "./store.js";

/**
 * @typedef {object} Place
 * @property {string} title
 * @property {string} edition the edition of the site that was cited
 * @property {number} at when it was kept
 * @property {string} link its permanent address, or ""
 * @property {string} note the reader's
 * @property {string[][]} plain a sentence for each reference, in pieces of which every second one is in italics
 * @property {string} bibtex
 * @property {string} csl
 * @property {string} ris
 *
 * @typedef {Record<string, Place>} Places by their addresses, which are relative to the address of the site
 * @typedef {import("./store.js").UpdateError} UpdateError
 */

const MOST = 1000; // places
export const LONGEST_NOTE = 10_000; // characters
const LONGEST = 50_000; // characters of one format
const FORMATS = /** @type {const} */ (["bibtex", "csl", "ris"]);
// A relative address, without a scheme or a host.
const ADDRESS = /^(?![/\\])[^\s:?#\\]{0,300}(\?[^\s#]{0,300})?(#\S{0,300})?$/;

/** @param {unknown} pieces */
function isSentence(pieces) {
  return Array.isArray(pieces) && pieces.every((piece) => isText(piece, LONGEST));
}

/** Return the references in a CSL-JSON list, or null if the text is not such a list. @param {string} text @returns {Record<string, any>[] | null} */
function parseReferences(text) {
  try {
    const references = JSON.parse(text);
    return Array.isArray(references) && references.every((one) => isObject(one) && isText(one.id, 500)) ? references : null;
  } catch {
    return null;
  }
}

/** @param {[string, any]} entry */
function isPlace([address, place]) {
  if (!ADDRESS.test(address) || !isObject(place) || !isTime(place.at)) return false;
  if (!isText(place.title, 1000) || !isText(place.edition, 200) || !isText(place.note, LONGEST_NOTE)) return false;
  if (!isText(place.link, 1000) || !/^$|^https?:\/\//.test(place.link)) return false;
  const isCited = Array.isArray(place.plain) && place.plain.every(isSentence) && FORMATS.every((name) => isText(place[name], LONGEST));
  return isCited && parseReferences(place.csl) !== null;
}

/** @type {Store<{places: Places}>} */
export const placesStore = new Store(KEYS.places, {
  title: "Kept places",
  empty: () => ({ places: {} }),
  validate: ({ places }) => {
    if (!isObject(places)) return "the places are missing";
    if (Object.keys(places).length > MOST) return "it has too many places";
    return Object.entries(places).every(isPlace) ? "" : "one of the places in it cannot be read";
  },
});

export function keptPlaces() {
  return placesStore.value.places;
}

/** Keep a place. One that is kept already gets the new citations and retains its note. @param {string} address @param {Place} place @returns {UpdateError} */
export function keepPlace(address, place) {
  return placesStore.update(({ places }) => ({ places: { ...places, [address]: { ...place, note: places[address]?.note || place.note } } }));
}

/** @param {string} address @returns {UpdateError} */
export function removePlace(address) {
  return placesStore.update(({ places: { [address]: removed, ...places } }) => (removed ? { places } : null));
}

/** Change the note of a place, if it is still kept. @param {string} address @param {string} note @returns {UpdateError} */
export function saveNote(address, note) {
  return placesStore.update(({ places }) => {
    const place = places[address];
    return place && place.note !== note ? { places: { ...places, [address]: { ...place, note } } } : null;
  });
}

/** Return a note that contains both of two notes. @param {string} here @param {string} there */
function joinNotes(here, there) {
  const contains = (/** @type {string} */ whole, /** @type {string} */ part) => !part || `\n\n${whole}\n\n`.includes(`\n\n${part}\n\n`);
  if (contains(here, there)) return here;
  return (contains(there, here) ? there : `${here}\n\n${there}`).slice(0, LONGEST_NOTE);
}

/** Add the places of a file. Those that are kept already stay as they are, and their notes are joined. @param {Places} more @returns {UpdateError} */
export function addPlaces(more) {
  return placesStore.update(({ places }) => {
    const added = Object.entries(more).map(([address, place]) => {
      const here = places[address];
      return [address, here ? { ...here, note: joinNotes(here.note, place.note) } : place];
    });
    return { places: { ...places, ...Object.fromEntries(added) } };
  });
}

// -- export ------------------------------------------------------------------------------------

/** @typedef {[address: string, place: Place]} Kept an absolute address and the place */

/**
 * Return entries without repetition. Different entries with the same key get different keys.
 * @param {string[]} texts @param {RegExp} pattern finds the key of an entry, as the first group
 */
function distinctEntries(texts, pattern) {
  /** @type {Map<string, string>} */
  const byKey = new Map();
  for (const text of texts) {
    const key = pattern.exec(text)?.[1] ?? "";
    let free = key;
    for (let number = 2; byKey.has(free) && byKey.get(free) !== text; number += 1) free = `${key}-${number}`;
    if (!byKey.has(free)) byKey.set(free, text);
  }
  return [...byKey].map(([key, text]) => text.replace(pattern, (match, old) => match.replace(old, () => key)));
}

/** @param {string} text */
function escapeMarkdown(text) {
  return text.replace(/[\\`*_[\]<>]/g, "\\$&");
}

/** @param {number} at */
export function formatDay(at) {
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

/** Return the edition of a place and the day on which it was kept. @param {Place} place */
export function describeState({ edition, at }) {
  return `${edition.charAt(0).toUpperCase()}${edition.slice(1)}; kept on ${formatDay(at)}`;
}

/** @param {Kept} kept */
function writeMarkdown([address, place]) {
  const sentences = place.plain.map((pieces) => pieces.map((piece, index) => (index % 2 ? `*${escapeMarkdown(piece)}*` : escapeMarkdown(piece))).join(""));
  const note = place.note.trim() && escapeMarkdown(place.note.trim()).replace(/^/gm, "> ");
  return [`## [${escapeMarkdown(place.title)}](<${address}>)`, ...sentences, `${escapeMarkdown(describeState(place))}.`, note].filter(Boolean).join("\n\n");
}

/** @type {Record<string, {file: string, write: (kept: Kept[]) => string}>} */
export const EXPORTS = {
  markdown: { file: "kept-places.md", write: (kept) => ["# Kept places", ...kept.map(writeMarkdown)].join("\n\n") },
  bibtex: {
    file: "kept-places.bib",
    write: (kept) => distinctEntries(kept.flatMap(([, { bibtex }]) => bibtex.split(/\n\n(?=@)/)), /^@\w+\{([^,\s]+),/).join("\n\n"),
  },
  csl: {
    file: "kept-places.json",
    write: (kept) => {
      const references = kept.flatMap(([, { csl }]) => parseReferences(csl) ?? []).map(({ id, ...others }) => JSON.stringify({ id, ...others }));
      return JSON.stringify(distinctEntries(references, /^\{"id":"([^"]*)"/).map((text) => JSON.parse(text)), null, 1);
    },
  },
  ris: {
    file: "kept-places.ris",
    write: (kept) => distinctEntries(kept.flatMap(([, { ris }]) => ris.split(/\n\n(?=TY {2}- )/)), /^ID {2}- (.*)$/m).join("\n\n"),
  },
};
