// @ts-check
/**
 * Chances that one can touch: cards are tapped, a number is dragged, and a chance is guessed before it is shown.
 * The chances for every choice are in the page. Those of another hand come from the engine.
 */

import { queryValue } from "../replay-address.js";
import { writeAddress } from "../address-bar.js";
import { Refusal, ask } from "../engine/engine-client.js";
import { askWithStatus, clearFailedQuestions } from "../engine/engine-status.js";
import { preloadOnApproach } from "../engine/preload.js";
import { fitToRules } from "../table/dependent-options.js";
import { setMarkup } from "../trusted-markup.js";
import { asSentence, find } from "../dom.js";
import { makeCountedBar } from "./busy.js";

const MOST_NAMED = 2; // the most equally good cards that are named
const PARTS = 20; // the number of parts in which the engine works out a hand
const GIVEN = ["rules", "hand", "out", "seat", "position"];

/**
 * @typedef {{unit: "chance" | "count" | "points", values: string[], bestOf?: number}} Row the values by number, joined by
 * commas; a row of the best card has the place of the row that decides which one that is
 * @typedef {{least: number, most: number, numbers: string[], counted: boolean, suggested: number[], asked: number, rows: Row[]}} Table
 */

/** Return the choices of some of the cards as masks. @param {number} cards @param {Table} table @returns {Map<number, number>} their places by mask */
function placesOfChoices(cards, { least, most }) {
  const places = new Map();
  for (let mask = 0; mask < 2 ** cards; mask += 1) {
    const size = countBits(mask);
    if (size >= least && size <= most) places.set(mask, places.size);
  }
  return places;
}

/** @param {number} mask */
function countBits(mask) {
  let count = 0;
  for (let left = mask; left; left &= left - 1) count += 1;
  return count;
}

/** Return a value as text, as `views/odds_view.py` writes it. @param {string} unit @param {number | null} value */
function valueText(unit, value) {
  if (value === null) return "–";
  if (unit === "count") return value.toLocaleString("en-GB");
  if (unit === "points") return (value / 10).toFixed(1);
  if (value === 0) return "never";
  return value === 1000 ? "always" : `${(value / 10).toFixed(1)}%`;
}

/** The chances of one hand. */
class OddsHand {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    /** @type {Table} */
    this.table = JSON.parse(box.dataset.table ?? "");
    this.cards = /** @type {HTMLInputElement[]} */ ([...box.querySelectorAll(".pq-picks input")]);
    this.places = placesOfChoices(this.cards.length, this.table);
    this.mask = this.cards.reduce((sum, card, bit) => sum + (card.checked ? 2 ** bit : 0), 0);
    this.number = /** @type {HTMLInputElement} */ (find(box, ".pq-odds-number input"));
    this.numberText = find(box, ".pq-odds-number b");
    this.guessing = find(box, ".pq-odds-guess");
    this.guess = /** @type {HTMLInputElement} */ (find(box, ".pq-odds-guess input"));
    this.told = find(box, ".pq-odds-told");
    this.found = find(box, ".pq-odds-rows");
    this.lines = [...this.found.querySelectorAll("tr")];
    this.begin();
  }

  begin() {
    this.number.hidden = this.table.numbers.length === 1;
    this.guessing.hidden = false;
    this.found.hidden = true;
    this.box.addEventListener("change", ({ target }) => this.cards.includes(/** @type {any} */ (target)) && this.tap(/** @type {HTMLInputElement} */ (target)));
    this.number.addEventListener("input", () => this.drag());
    this.guess.addEventListener("input", () => (find(this.guessing, ".pq-odds-dial b").textContent = this.guess.value));
    this.guessing.addEventListener("click", ({ target }) => {
      const button = /** @type {HTMLElement} */ (target).closest("button");
      if (button) this.show(button.dataset.do === "see");
    });
    for (const [bit, card] of this.cards.entries()) card.disabled = this.isUseless(bit);
    this.draw();
  }

  /** Return whether a card can never be chosen. It has no value on its own. @param {number} bit */
  isUseless(bit) {
    if (this.table.most > 1) return false;
    return this.table.numbers.every((_, number) => this.table.rows.every((row) => this.valueAt(row, number, 2 ** bit) === null));
  }

  /** @param {Row} row @param {number} number @param {number} mask @returns {number | null} */
  valueAt({ values }, number, mask) {
    const text = values[this.table.counted ? 0 : number].split(",")[this.places.get(mask) ?? -1];
    return text ? Number(text) : null;
  }

  /** Choose a card, or take it back. @param {HTMLInputElement} card */
  tap(card) {
    const { least, most, counted } = this.table;
    const bit = 2 ** this.cards.indexOf(card);
    let mask = this.mask ^ bit;
    if (most === 1 && countBits(mask) > 1) mask = bit;
    const size = countBits(mask);
    if (size > most || size < least) {
      card.checked = !card.checked;
      this.told.textContent = size > most ? `At most ${most === 1 ? "one card" : `${most} cards`}.` : "One card is the least.";
      return;
    }
    this.mask = mask;
    if (counted) this.number.value = String(size - 1);
    this.told.textContent = "";
    this.draw();
  }

  drag() {
    const { counted, suggested } = this.table;
    if (counted) this.mask = suggested[Number(this.number.value)];
    this.told.textContent = "";
    this.draw();
  }

  /** Draw the choice, the number and the chances. */
  draw() {
    const { numbers, rows } = this.table;
    const number = Number(this.number.value);
    for (const [bit, card] of this.cards.entries()) card.checked = Boolean(this.mask & 2 ** bit);
    this.numberText.textContent = numbers[number];
    this.number.setAttribute("aria-valuetext", numbers[number]);
    for (const [place, row] of rows.entries()) {
      const value = this.valueAt(row, number, this.mask);
      this.lines[place].hidden = value === null;
      find(this.lines[place], "td:last-child").textContent = valueText(row.unit, value);
      if (row.bestOf !== undefined) find(this.lines[place], "th span").textContent = this.bestText(rows[row.bestOf], number);
      this.lines[place].querySelector("rect")?.setAttribute("width", `${(value ?? 0) / 10}%`);
    }
  }

  /** Return the names of the best cards, as `views/odds_view.py` writes them. @param {Row} row @param {number} number */
  bestText(row, number) {
    const values = this.cards.map((_, bit) => this.valueAt(row, number, 2 ** bit) ?? -1);
    const best = Math.max(...values);
    const cards = this.cards.filter((_, bit) => values[bit] === best);
    if (cards.length > MOST_NAMED) return `: ${cards.length} are alike`;
    return `: ${cards.map((card) => card.labels?.[0].lastElementChild?.textContent).join(" or ")}`;
  }

  /** Show the chances after the guess, or without one. @param {boolean} guessed */
  show(guessed) {
    const { rows, asked } = this.table;
    const value = this.valueAt(rows[asked], Number(this.number.value), this.mask);
    this.guessing.hidden = true;
    this.found.hidden = false;
    const right = valueText(rows[asked].unit, value);
    if (guessed && value !== null) {
      const off = Math.abs(Number(this.guess.value) - value / 10);
      const verdict = off < 3 ? "Very near." : off < 10 ? "Not far off." : Number(this.guess.value) > value / 10 ? "It is rarer than that." : "It is commoner than that.";
      this.told.textContent = `You said ${this.guess.value} in a hundred; the answer is ${right}. ${verdict}`;
    }
    const first = /** @type {HTMLElement | undefined} */ (this.number.hidden ? this.cards.find((card) => !card.disabled) : this.number);
    first?.focus({ preventScroll: true });
  }
}

class OddsPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.root = place;
    this.place = find(place, ".pq-odds-place");
    this.notice = find(place, ".pq-notice");
    this.hands = [...find(place, ".pq-odds-hands").querySelectorAll("button")];
    const templates = /** @type {HTMLTemplateElement[]} */ ([...place.querySelectorAll(":scope > template")]);
    /** The page's hands as the reader finds them. The first is on the page, the others are in templates. */
    this.unchanged = [find(this.place, ".pq-odds-hand").cloneNode(true), ...templates.map((one) => one.content)];
    this.other = /** @type {HTMLDetailsElement} */ (find(place, ".pq-handworth"));
    this.form = /** @type {HTMLFormElement} */ (find(this.other, "form"));
    this.made = 0;
    /** Identifies the request whose answer is awaited. */
    this.current = 0;
    find(place, ".pq-odds-hands").hidden = false;
    this.other.hidden = false;
    for (const [number, button] of this.hands.entries()) button.addEventListener("click", () => this.showOwn(number));
    this.form.addEventListener("change", () => this.countPicked());
    this.form.addEventListener("reset", () => setTimeout(() => this.countPicked()));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const data = new FormData(this.form);
      const { rules, seat } = Object.fromEntries(data);
      void this.showOther({ rules: String(rules), seat: String(seat), hand: data.getAll("card").join(" ") });
    });
    this.countPicked();
    preloadOnApproach(this.other, place.dataset);
    place.classList.add("pq-live");
    new OddsHand(find(this.place, ".pq-odds-hand"));
    const given = Object.fromEntries(GIVEN.map((name) => [name, queryValue(name)]).filter(([, value]) => value));
    if (given.hand || given.position) void this.showOther(given, false);
  }

  countPicked() {
    fitToRules(this.form);
    const output = find(this.form, "output");
    output.textContent = `${this.form.querySelectorAll(":checked[name='card']").length} of ${output.dataset.of}`;
  }

  /** Show one of the page's hands. @param {number} number */
  showOwn(number) {
    this.current += 1;
    this.tell("");
    for (const [one, button] of this.hands.entries()) button.setAttribute("aria-pressed", String(one === number));
    this.place.replaceChildren(this.unchanged[number].cloneNode(true));
    new OddsHand(find(this.place, ".pq-odds-hand"));
    writeAddress(location.pathname);
  }

  /**
   * Show another hand, which the engine works out in parts. It can be stopped, and then the last hand stays.
   * @param {Record<string, string>} given @param {boolean} fromForm whether the reader chose the cards here
   */
  async showOther(given, fromForm = true) {
    const number = (this.current += 1);
    this.made += 1;
    const args = { page: this.root.dataset.page ?? "", rules: "", ...given, id: `other${this.made}` };
    const { counting, tell } = makeCountedBar(() => {
      this.current += 1;
      counting.remove();
    });
    this.tell("");
    try {
      let until = 1;
      for (;;) {
        const found = await this.ask({ ...args, until }, () => this.showOther(given, fromForm));
        if (this.current !== number) return;
        if ("html" in found) {
          this.showDrawn(found.html);
          if (fromForm) writeAddress(`?${new URLSearchParams(given)}`);
          return;
        }
        tell(found);
        if (!counting.isConnected) this.place.before(counting);
        until = found.done + Math.ceil(found.of / PARTS);
      }
    } catch (error) {
      if (error instanceof Refusal && this.current === number) this.tell(`This hand cannot be shown: ${asSentence(error.reason)} The hand below stays.`);
    } finally {
      counting.remove();
    }
  }

  /** @param {string} html */
  showDrawn(html) {
    for (const button of this.hands) button.setAttribute("aria-pressed", "false");
    setMarkup(this.place, html);
    const hand = new OddsHand(find(this.place, ".pq-odds-hand"));
    this.root.scrollIntoView({ block: "start" });
    hand.guess.focus({ preventScroll: true });
  }

  /** @param {import("../engine/messages.d.ts").OddsArguments} args @param {() => unknown} again */
  ask(args, again) {
    const { dataset } = this.root;
    clearFailedQuestions(this.root);
    return askWithStatus(this.root, dataset, () => ask(dataset, "odds", args), { what: "odds", again, stands: "The hands of this page work without it." });
  }

  /** @param {string} text */
  tell(text) {
    this.notice.hidden = !text;
    this.notice.textContent = text;
  }
}

for (const place of document.querySelectorAll(".pq-odds")) new OddsPage(/** @type {HTMLElement} */ (place));
