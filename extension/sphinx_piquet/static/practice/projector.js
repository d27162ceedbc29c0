// @ts-check
/** One item of a set after another, as large as the screen. A presenter's keys turn the pages. */

import { makeButton, makeElement } from "../dom.js";
import { ask } from "../engine/engine-client.js";
import { askWithStatus } from "../engine/engine-status.js";
import { setMarkup } from "../trusted-markup.js";
import { fetchExercise } from "./fetch-exercise.js";

/** @typedef {import("./work-page.js").CatalogueItem} CatalogueItem */

/** The keys of presenters, which work everywhere, and the arrows, which a question may need itself. */
const TURNS = /** @type {Record<string, number>} */ ({ PageDown: 1, PageUp: -1, ArrowRight: 1, ArrowLeft: -1 });

export class Projector {
  /** @param {HTMLDialogElement} dialog @param {HTMLElement} place names the engine */
  constructor(dialog, place) {
    this.dialog = dialog;
    this.place = place;
    /** @type {CatalogueItem[]} */
    this.items = [];
    this.note = "";
    this.at = 0;
    this.where = makeElement("p", "pq-projector-where");
    this.where.setAttribute("role", "status");
    this.stage = makeElement("div", "pq-projector-stage pq-review-stage");
    this.back = makeButton("Previous", () => this.turn(-1));
    this.on = makeButton("Next", () => this.turn(1));
    this.on.autofocus = true;
    const bar = makeElement("div", "pq-projector-bar");
    bar.append(this.where, this.back, this.on, makeButton("Close", () => dialog.close()));
    dialog.append(bar, this.stage);
    document.addEventListener("keydown", (event) => {
      const by = TURNS[event.key];
      const isUsed = event.key.startsWith("Arrow") && /** @type {HTMLElement} */ (event.target).matches("input, select, textarea");
      if (!dialog.open || !by || isUsed) return;
      event.preventDefault();
      this.turn(by);
    });
  }

  /** @param {CatalogueItem[]} items @param {string} note */
  open(items, note) {
    if (!items.length) return;
    [this.items, this.note, this.at] = [items, note, 0];
    this.dialog.showModal();
    void this.show();
  }

  /** @param {number} by */
  turn(by) {
    const at = this.at + by;
    if (at < 0 || at >= this.items.length) return;
    this.at = at;
    void this.show();
  }

  async show() {
    const { at, items, stage } = this;
    const item = items[at];
    this.where.textContent = `${at + 1} of ${items.length}: ${item.title}`;
    this.back.setAttribute("aria-disabled", String(at === 0));
    this.on.setAttribute("aria-disabled", String(at === items.length - 1));
    const note = at === 0 && this.note ? [makeElement("p", "pq-work-note", this.note)] : [];
    stage.replaceChildren(...note);
    const content = await this.contentOf(item);
    if (this.at !== at || this.items !== items) return;
    stage.replaceChildren(...note, ...content);
  }

  /** @param {CatalogueItem} item @returns {Promise<Node[]>} */
  async contentOf(item) {
    const again = () => this.show();
    try {
      if (item.exercise) return [(await fetchExercise(this.place, { item: item.exercise }, "", () => {}, this.stage, again)).box];
      const { dataset } = this.place;
      const question = () => ask(dataset, "draw-hands", { titles: [""], hands: [item.hands ?? ""] });
      const { slips } = await askWithStatus(this.stage, dataset, question, { what: "draw-hands", again, stands: "" });
      const hands = makeElement("div");
      setMarkup(hands, slips[0]);
      const about = item.kind === "position" && item.about ? [makeElement("p", "", item.about)] : [];
      return [...about, hands, ...this.linkTo(item)];
    } catch {
      return this.linkTo(item); // the engine says what failed
    }
  }

  /** @param {CatalogueItem} item */
  linkTo({ address, title }) {
    if (!address) return [];
    const link = makeElement("a", "pq-button", `Open: ${title}`);
    link.href = address;
    return [link];
  }
}
