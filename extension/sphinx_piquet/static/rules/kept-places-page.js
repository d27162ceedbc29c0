// @ts-check
/** The page of kept places: the list with the reader's notes, and its export. */

import { download, find, makeButton, makeElement, showConfirmation } from "../dom.js";
import { EXPORTS, LONGEST_NOTE, describeState, keepPlace, keptPlaces, placesStore, removePlace, saveNote } from "../storage/kept-places.js";
import { REASONS, countOf, notifyChange, onChange } from "../storage/store.js";

/** @typedef {import("../storage/kept-places.js").Place} Place */

const EMPTY = "Nothing is kept here yet. Open “Cite this” on a rule, a deal or a page, or “Cite” in the row of an answer or a book, and choose “Keep this place”.";

class KeptPlacesPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.list = find(place, "ul");
    this.summary = find(place, '[data-part="kept-places-summary"]');
    this.status = find(place, '[data-part="kept-places-status"]');
    this.tools = find(place, ".pq-places-tools");
    this.format = /** @type {HTMLSelectElement} */ (find(place, "select"));
    this.pages = new Set(JSON.parse(place.dataset.pages ?? "[]"));
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    /** The removed places, which can be kept again. @type {Map<string, Place>} */
    this.removed = new Map();
    const copy = find(place, '[data-places="copy"]');
    copy.addEventListener("click", () => void this.copy(copy));
    find(place, '[data-places="download"]').addEventListener("click", () => download(this.export.file, this.exportedText()));
    find(place, '[data-places="print"]').addEventListener("click", () => window.print());
    place.hidden = false;
    onChange(() => this.show());
    this.show();
  }

  get export() {
    return EXPORTS[this.format.value];
  }

  /** Return the kept places, the latest first. @param {Record<string, Place>} places */
  inOrder(places) {
    return Object.entries(places).sort(([, a], [, b]) => b.at - a.at);
  }

  /** @param {string} address */
  link(address) {
    return `${this.place.dataset.root || "./"}${address}`;
  }

  exportedText() {
    const kept = this.inOrder(keptPlaces()).map(([address, place]) => /** @type {[string, Place]} */ ([place.link || new URL(this.link(address), location.href).href, place]));
    return `${this.export.write(kept)}\n`;
  }

  /** @param {HTMLElement} button */
  async copy(button) {
    try {
      await navigator.clipboard.writeText(this.exportedText());
      this.report(`Copied: ${countOf(Object.keys(keptPlaces()).length, "place")}.`);
      showConfirmation(button, "Copied ✓");
    } catch {
      this.report("The browser did not let this page write to the clipboard. Download the file instead.");
    }
  }

  /** @param {string} text */
  report(text) {
    this.status.textContent = text;
  }

  /** Report an error, or nothing. @param {keyof typeof REASONS | ""} error */
  reportError(error) {
    this.report(error ? `Not saved: ${REASONS[error]}.` : "");
  }

  /** Describe the stored places. */
  describe() {
    const stored = placesStore.read();
    if (stored.is === "damaged") {
      const save = makeButton("Save it as a file", () => download("kept-places.txt", stored.text));
      return [`What is stored here cannot be shown: ${stored.why}. Nothing of it is lost: when you next keep a place, it is set aside. `, save];
    }
    if (stored.is === "newer") return ["A newer edition of this site stored your places. Open the newest edition to see them; they stay as they are."];
    const count = Object.keys(keptPlaces()).length;
    return [count ? `${count === 1 ? "One place is" : `${count} places are`} kept here, the latest first.` : EMPTY];
  }

  show() {
    this.summary.replaceChildren(...this.describe());
    const places = keptPlaces();
    for (const address of Object.keys(places)) this.removed.delete(address);
    this.tools.hidden = !Object.keys(places).length;
    const entries = this.inOrder({ ...places, ...Object.fromEntries(this.removed) });
    const shown = new Set(entries.map(([address]) => address));
    for (const [address, row] of this.rows) {
      if (shown.has(address)) continue;
      row.element.remove();
      this.rows.delete(address);
    }
    for (const [index, [address, place]] of entries.entries()) {
      const row = this.rows.get(address) ?? new Row(this, address);
      this.rows.set(address, row);
      row.show(place, this.removed.has(address));
      // A row that moves would lose the focus.
      if (this.list.children[index] !== row.element) this.list.insertBefore(row.element, this.list.children[index] ?? null);
    }
  }

  /** @param {string} address */
  remove(address) {
    const place = keptPlaces()[address];
    const error = removePlace(address);
    if (place && !error) this.removed.set(address, place);
    this.reportError(error);
    notifyChange();
  }

  /** @param {string} address */
  restore(address) {
    const place = this.removed.get(address);
    const error = place ? keepPlace(address, place) : "";
    this.reportError(error);
    if (!error) this.removed.delete(address);
    notifyChange();
  }
}

/** A place in the list. */
class Row {
  /** @param {KeptPlacesPage} page @param {string} address */
  constructor(page, address) {
    this.page = page;
    this.address = address;
    this.element = document.createElement("li");
    this.shown = "";
    this.note = document.createElement("textarea");
    this.printedNote = makeElement("p", "pq-places-note");
  }

  /** @param {Place} place @param {boolean} isRemoved */
  show(place, isRemoved) {
    const { note, ...others } = place;
    const shown = JSON.stringify([others, isRemoved]);
    if (shown !== this.shown) this.element.replaceChildren(...(isRemoved ? this.removedParts(place) : this.parts(place)));
    this.shown = shown;
    if (document.activeElement !== this.note && this.note.value !== note) this.note.value = note;
    this.showNote(note);
  }

  /** Show the whole note, in its field and on paper. @param {string} note */
  showNote(note) {
    this.note.rows = Math.max(2, note.split("\n").length);
    this.printedNote.textContent = note;
  }

  /** @param {Place} place */
  parts(place) {
    const { page, address } = this;
    const head = makeElement("p", "pq-places-title");
    const link = makeElement("a", "", place.title);
    link.href = page.link(address);
    head.append(link);
    const cited = place.plain.map((pieces) => {
      const paragraph = document.createElement("p");
      paragraph.append(...pieces.map((piece, index) => (index % 2 ? makeElement("em", "", piece) : piece)));
      return paragraph;
    });
    const state = makeElement("p", "pq-places-state", `${describeState(place)}. ${place.link || address}`);
    this.note.maxLength = LONGEST_NOTE;
    this.note.oninput = () => this.saveNote();
    const label = makeElement("label");
    label.append(makeElement("span", "", "Your note"), this.note);
    this.note.setAttribute("aria-label", `Your note on ${place.title}`);
    const remove = makeButton("Remove", () => {
      page.remove(address);
      this.element.querySelector("button")?.focus();
    }, "pq-quiet");
    remove.setAttribute("aria-label", `Remove ${place.title}`);
    return [head, ...cited, state, ...this.warnings(place), label, this.printedNote, remove];
  }

  /** Return a warning if the page is gone, or else if the place was kept from another edition. @param {Place} place */
  warnings({ edition }) {
    const { pages, place } = this.page;
    const isGone = !pages.has(this.address.split(/[?#]/)[0]);
    if (!isGone && edition === place.dataset.edition) return [];
    const fault = isGone ? "This edition has no page at this address any more" : `This was kept from another edition. The page now belongs to the ${place.dataset.edition}, and may say something else`;
    return [makeElement("p", "pq-places-warning", `${fault}.`)];
  }

  /** @param {Place} place */
  removedParts({ title }) {
    const undo = makeButton("Undo", () => {
      this.page.restore(this.address);
      this.element.querySelector("a")?.focus();
    });
    undo.setAttribute("aria-label", `Undo: keep ${title} again`);
    const words = makeElement("p", "pq-places-removed", `Removed: ${title}. `);
    words.append(undo);
    return [words];
  }

  saveNote() {
    this.page.reportError(saveNote(this.address, this.note.value));
    this.showNote(this.note.value);
  }
}

for (const place of document.querySelectorAll(".pq-places")) new KeptPlacesPage(/** @type {HTMLElement} */ (place));
