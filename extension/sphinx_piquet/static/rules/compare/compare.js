// @ts-check
/**
 * The comparison of rule sets. It shows two columns of the table, and only the rows in which they differ. Equal
 * answers were determined at build time. Values of an address are only compared with ids on the page, or shown as
 * text.
 */

import { currentAddress, flushAddress, writeAddress } from "../../address-bar.js";

const LONGEST = 40; // characters of an unknown id in a message

/** @param {ParentNode} root @param {string} selector @returns {any} */
const find = (root, selector) => root.querySelector(selector);

/** @param {ParentNode} root @param {string} selector @returns {any[]} */
const all = (root, selector) => [...root.querySelectorAll(selector)];

/** @param {number} number @param {string} one @param {string} many */
const counted = (number, one, many) => `${number} ${number === 1 ? one : many}`;

/** Return whether the answer in a cell departs from most texts. @param {HTMLElement} cell */
const unlike = (cell) => cell.classList.contains("pq-unlike");

/** Mark the only selected rule set. @param {HTMLElement} element @param {boolean} isSingle */
function markSingle(element, isSingle) {
  element.classList.toggle("pq-single", isSingle);
  element.toggleAttribute("data-single", isSingle);
}

class Comparison {
  /** @param {HTMLTableElement} table */
  constructor(table) {
    this.table = table;
    this.region = find(document, ".pq-matrix-of");
    this.form = find(document, "form.pq-pick");
    this.status = find(document, ".pq-status-line");
    this.both = find(document, ".pq-both");
    this.one = find(this.form, ".pq-one-text");
    this.head = /** @type {HTMLTableRowElement} */ (find(table, "thead tr"));
    const heads = all(this.head, "th[data-set]");
    this.ids = heads.map((head) => head.dataset.set);
    this.names = heads.map((head) => head.dataset.name);
    this.kinds = heads.map((head) => head.dataset.in.split(" "));
    this.rows = [this.head, ...all(table, "tr[data-rule]")].map((row) => ({
      row,
      first: row.cells[0],
      told: row.cells[1],
      cells: [...row.cells].slice(2),
    }));
    /** @type {{only: boolean, pair: boolean}} */
    this.shown = { only: true, pair: false };
    this.addStatedMarks();
    // Notes below both answers begin with the name of their rule set.
    for (const { cells } of this.rows) {
      cells.forEach((cell, place) => cell.querySelector(".pq-where")?.setAttribute("data-book", this.names[place]));
    }
    this.form.hidden = false;
    for (const one of all(document, ".pq-without, .pq-jump-to")) one.hidden = true;
    this.form.addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
    this.form.addEventListener("change", (/** @type {Event} */ { target }) => {
      if (target === this.form.elements.phase) this.goToPhase();
      else this.applyForm();
    });
    this.form.addEventListener("click", (/** @type {Event} */ event) => {
      const action = /** @type {HTMLElement} */ (event.target).dataset.act;
      if (action) this.perform(action);
    });
    window.addEventListener("popstate", () => this.applyAddress());
    this.addPairLinks(all(document, ".pq-apart td[data-a], .pq-nearest [data-b]"));
    this.applyAddress();
  }

  // -- the address -------------------------------------------------------------------------------

  /** Apply the state of the address. */
  applyAddress() {
    const asked = new URLSearchParams(location.search);
    const wanted = ["a", "b"].map((name) => asked.get(name) ?? "");
    const unknown = wanted.find((id) => id && !this.ids.includes(id));
    ["a", "b"].forEach((name, place) => {
      const id = wanted[place];
      this.form.elements[name].value = this.ids.includes(id) ? id : "";
    });
    this.form.elements.only.checked = asked.get("show") !== "all";
    this.form.elements.apart.checked = asked.get("show") === "apart";
    this.form.elements.departs.checked = asked.get("show") === "departs";
    const books = asked.get("books") ?? "";
    this.form.elements.books.value = this.kinds.flat().includes(books) ? books : "";
    this.update();
    if (unknown !== undefined) {
      const id = unknown.length > LONGEST ? `${unknown.slice(0, LONGEST)}…` : unknown;
      this.setStatus(`There is no rule set “${id}”. The table has all ${this.ids.length}.`);
    }
    const target = location.hash.slice(1) && document.getElementById(location.hash.slice(1));
    if (target) target.scrollIntoView();
  }

  /** Apply the form, and write it to the address. */
  applyForm() {
    this.update();
    writeAddress(this.address());
  }

  /** Go to a phase of the game. */
  goToPhase() {
    const { phase } = this.form.elements;
    flushAddress(); // otherwise the back button would lead to an older choice
    if (phase.value) location.hash = phase.value;
    phase.value = "";
  }

  /** @returns {string} */
  address() {
    const { a, b, only, apart, departs, books } = this.form.elements;
    const query = new URLSearchParams();
    if (a.value) query.set("a", a.value);
    if (b.value) query.set("b", b.value);
    if (departs.checked && !departs.disabled) query.set("show", "departs");
    else if (!only.checked) query.set("show", "all");
    else if (apart.checked) query.set("show", "apart");
    if (books.value) query.set("books", books.value);
    const search = query.size ? `?${query}` : "";
    return `${location.pathname}${search}${currentAddress().hash}`;
  }

  /** @param {string} act */
  perform(act) {
    const { a, b } = this.form.elements;
    if (act === "copy") {
      this.copy();
      return;
    }
    [a.value, b.value] = act === "swap" ? [b.value, a.value] : ["", ""];
    this.applyForm();
    if (act === "clear") a.focus();
  }

  async copy() {
    const address = new URL(this.address(), location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      this.setStatus("The link is copied.");
    } catch {
      this.setStatus(`The link: ${address}`);
    }
  }

  // -- the table ---------------------------------------------------------------------------------

  update() {
    const { a, b, only, apart, departs, books } = this.form.elements;
    const some = this.ids.map((_, place) => place).filter((place) => !books.value || this.kinds[place].includes(books.value));
    const chosen = [a.value, b.value].map((id) => this.ids.indexOf(id));
    const pair = !chosen.includes(-1) && chosen[0] !== chosen[1];
    const columns = pair ? chosen : some;
    const lone = !pair && some.length === 1;
    // A single rule set is marked by its column and by its name in the answers.
    const single = pair ? -1 : (chosen.find((place) => place >= 0) ?? -1);
    this.region.classList.toggle("pq-pair", pair);
    this.region.classList.toggle("pq-all", !pair);
    this.region.classList.toggle("pq-some", !pair && some.length < this.ids.length);
    this.region.classList.toggle("pq-lone", lone);
    this.form.classList.toggle("pq-chosen", pair);
    only.disabled = !pair;
    apart.disabled = pair || lone;
    apart.closest("label").hidden = lone;
    this.one.hidden = !lone;
    // For a single rule set, the rows in which it departs can be shown alone.
    const departures = single < 0 ? 0 : this.departures(single).length;
    departs.disabled = departures === 0;
    departs.closest("label").hidden = departs.disabled;
    const alone = departs.checked && !departs.disabled;
    let differences = 0;
    for (const { row, first, told, cells } of this.rows) {
      row.replaceChildren(first, ...(pair ? [] : [told]), ...columns.map((place) => cells[place]));
      cells.forEach((cell, place) => markSingle(cell, place === single));
      if (row === this.head) continue;
      // A filled-in answer is not that of a text. For two rule sets it counts, since it is played.
      const answering = columns.map((place) => cells[place].dataset).filter(({ filled }) => pair || filled === undefined);
      const differs = new Set(answering.map(({ v }) => v)).size > 1;
      if (differs) differences += 1;
      row.hidden = alone ? !unlike(cells[single]) : !differs && (pair ? only.checked : apart.checked && !apart.disabled);
      row.classList.toggle("pq-same", pair && !differs);
    }
    if (!pair) this.filterAnswers(some.map((place) => this.ids[place]));
    this.markRuleSet(single);
    const phases = this.updatePhases(columns.length);
    this.updateTotals(pair ? chosen : []);
    if (pair) this.setStatus(this.pairText(chosen, differences, phases));
    else if (chosen[0] >= 0 && chosen[0] === chosen[1]) this.setStatus("Choose two different rule sets.");
    else if (single >= 0) this.setStatus(this.departuresText(single));
    else this.setStatus(apart.checked && !lone ? this.differencesText(some.length, differences) : "");
  }

  /** Return the number of rules in which the texts differ, as text. @param {number} shown @param {number} differences */
  differencesText(shown, differences) {
    const texts = shown === this.ids.length ? "The texts" : `These ${shown} texts`;
    return `${texts} differ in ${counted(differences, "rule", "rules")} of ${this.rows.length - 1}.`;
  }

  /** Return the rows in which a rule set departs from most texts. @param {number} place */
  departures(place) {
    return this.rows.filter(({ cells }) => unlike(cells[place]));
  }

  /** Return the number of rows in which a rule set departs from most texts, as text. @param {number} place */
  departuresText(place) {
    const departures = this.departures(place).length;
    const rules = departures ? counted(departures, "rule", "rules") : "no rule";
    return `${this.names[place]} departs from most texts in ${rules} of ${this.rows.length - 1}; choose a second to set beside it.`;
  }

  /** Add the mark of stated answers, which only a comparison shows. */
  addStatedMarks() {
    const mark = find(document, ".pq-legend .pq-stated");
    for (const { row, cells } of this.rows) {
      if (row === this.head) continue;
      for (const cell of cells) {
        if (cell.matches(".pq-absent") || cell.querySelector(".pq-status")) continue;
        all(cell, ":scope > b").at(-1).after(" ", mark.cloneNode(true), " ");
      }
    }
  }

  /** Return the ids of the rule sets in an item of the list of answers. @param {HTMLElement} line @returns {string[]} */
  answering(line) {
    const { v } = line.dataset;
    if (v === undefined) return all(line, ".pq-book").map((book) => book.dataset.set);
    const { cells } = /** @type {typeof this.rows[number]} */ (this.rows.find(({ told }) => told.contains(line)));
    return this.ids.filter((_, place) => cells[place].dataset.v === v && cells[place].dataset.filled === undefined);
  }

  /** Mark a rule set in the list of answers, and add its name where there is only a count. @param {number} place */
  markRuleSet(place) {
    const id = this.ids[place];
    for (const added of all(this.table, ".pq-told .pq-named")) added.remove();
    for (const line of all(this.table, ".pq-told li")) {
      const its = this.answering(line).includes(id);
      markSingle(line, its);
      if (!its || line.querySelector(`[data-set="${id}"]`)) continue;
      const name = document.createElement("span");
      name.className = "pq-book pq-named";
      name.dataset.part = "added-name";
      name.dataset.set = id;
      name.textContent = this.names[place];
      find(line, ".pq-who").append(" ", name);
    }
    for (const book of all(this.table, ".pq-told .pq-book")) markSingle(book, book.dataset.set === id);
  }

  /**
   * Show only these rule sets in the list of answers.
   * @param {string[]} ids
   */
  filterAnswers(ids) {
    for (const book of all(this.table, ".pq-told [data-set]")) book.hidden = !ids.includes(book.dataset.set);
    for (const line of all(this.table, ".pq-told li")) {
      const left = this.answering(line).filter((id) => ids.includes(id)).length;
      line.hidden = left === 0;
      const count = line.querySelector(".pq-counted-sets");
      if (count) count.textContent = left === ids.length ? `all ${left} rule sets` : `${left} of ${ids.length} rule sets`;
    }
  }

  /** @param {number[]} chosen @param {number} differences @param {number} phases */
  pairText(chosen, differences, phases) {
    const [one, two] = chosen.map((place) => this.names[place]);
    const rules = counted(differences, "rule", "rules");
    return `${one} and ${two} differ in ${rules} of ${this.rows.length - 1}, in ${counted(phases, "phase", "phases")} of the game.`;
  }

  /**
   * Hide the phases without rows, except the one in the address, and return the number of phases that differ.
   * @param {number} columns
   */
  updatePhases(columns) {
    let differing = 0;
    for (const body of this.table.tBodies) {
      const heading = body.rows[0];
      heading.cells[0].colSpan = columns + 1;
      const rows = [...body.rows].slice(1);
      const differ = rows.some((row) => !row.classList.contains("pq-same"));
      if (differ) differing += 1;
      const empty = rows.every((row) => row.hidden);
      body.hidden = empty && location.hash !== `#${body.id}`;
      heading.classList.toggle("pq-empty", empty);
      find(this.form, `option[value="${body.id}"]`).hidden = body.hidden;
    }
    return differing;
  }

  /** @param {number[]} chosen */
  updateTotals(chosen) {
    if (!this.both) return;
    const ends = chosen.map((place) => find(document, `.pq-totals tr[data-set="${this.ids[place]}"]`));
    this.both.hidden = ends.length === 0 || ends.includes(null);
    if (this.both.hidden) return;
    chosen.forEach((place, side) => {
      const key = "ab"[side];
      for (const total of this.both.querySelectorAll(`[data-total="${key}"]`)) total.textContent = ends[side].dataset.ends;
      find(this.both, `[data-name="${key}"]`).textContent = this.names[place];
    });
    const alike = ends[0].dataset.ends === ends[1].dataset.ends;
    find(this.both, '[data-ends="alike"]').hidden = !alike;
    find(this.both, '[data-ends="apart"]').hidden = alike;
    const code = find(this.both, "code");
    code.textContent = code.dataset.command
      .replace("{a}", this.ids[chosen[0]])
      .replace("{b}", this.ids[chosen[1]]);
  }

  /** @param {string} words */
  setStatus(words) {
    this.status.textContent = words;
  }

  /**
   * Link each number of differences to the comparison of its two rule sets.
   * @param {HTMLElement[]} cells
   */
  addPairLinks(cells) {
    for (const cell of cells) {
      const a = /** @type {HTMLElement} */ (cell.closest("[data-a]")).dataset.a ?? "";
      const b = /** @type {HTMLElement} */ (cell.closest("[data-b]")).dataset.b ?? "";
      const [one, two] = [a, b].map((id) => this.names[this.ids.indexOf(id)]);
      const link = document.createElement("a");
      link.href = `?${new URLSearchParams({ a, b })}`;
      const text = cell.textContent;
      const pair = cell instanceof HTMLTableCellElement;
      link.setAttribute("aria-label", pair ? `${text} differences: ${one} and ${two}` : `${text} differences from ${one}`);
      link.append(...cell.childNodes);
      cell.append(link);
    }
  }
}

const table = document.querySelector("table.pq-matrix");
if (table) new Comparison(/** @type {HTMLTableElement} */ (table));
