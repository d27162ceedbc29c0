// @ts-check
/**
 * The score keeper for two people with real cards. The engine keeps and settles the score. This module passes the
 * input on, and saves the engine's text in the browser.
 */

import { preloadOnApproach } from "../engine/preload.js";
import { Refusal, ask } from "../engine/engine-client.js";
import { askWithStatus, clearFailedQuestions } from "../engine/engine-status.js";
import { fitToRules } from "./dependent-options.js";
import { KEYS, Store, archive, isText, onChange, removeText } from "../storage/store.js";
import { setMarkup } from "../trusted-markup.js";
import { asSentence, find, confirmTap, spokenText } from "../dom.js";

/** @typedef {import("../engine/messages.d.ts").ScoreAnswer} ScoreAnswer */

const MOST = 20_000; // characters; sixty deals have about 4000

/** @type {Store<{score: string}>} */
const scoreStore = new Store(KEYS.score, { validate: ({ score }) => (isText(score, MOST) ? "" : "it is not whole") });

class Scorecard {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.notice = find(place, ".pq-notice");
    this.terms = /** @type {HTMLFormElement} */ (find(place, ".pq-score-terms"));
    this.card = find(place, ".pq-tally");
    this.liveRegion = find(place, '.pq-sr[role="status"]');
    this.score = "";
    this.isBusy = false;
    place.hidden = false;
    this.terms.addEventListener("change", () => this.updateTerms());
    this.terms.addEventListener("input", () => this.updateTerms());
    place.addEventListener("submit", (event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      const values = Object.fromEntries(new FormData(form));
      if (form === this.terms) void this.request("score-begin", values);
      else void this.request("score-enter", { score: this.score, ...values });
    });
    this.card.addEventListener("click", ({ target }) => {
      const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (target).closest("[data-do]"));
      if (button?.dataset.do === "undo") void this.request("score-undo", { score: this.score });
      else if (button && confirmTap(button, "Begin anew?")) this.startNew();
    });
    this.updateTerms();
    this.resume();
    preloadOnApproach(this.place, this.place.dataset);
    onChange(() => this.resume()); // another tab may change the score
  }

  /** Update the names in the list of first elders, and the summary of the collapsed terms. */
  updateTerms() {
    fitToRules(this.terms);
    for (const option of /** @type {HTMLSelectElement} */ (find(this.terms, '[name="elder"]')).options) {
      option.label = /** @type {HTMLInputElement} */ (find(this.terms, `[name="name${option.value}"]`)).value.trim();
    }
    const [rules, form, elder] = Array.from(this.terms.querySelectorAll("select"), ({ selectedOptions: [one] }) => one?.label);
    find(this.terms, ".pq-score-agreed").textContent = `${rules} · ${form} · ${elder} is elder`;
  }

  /** Load the saved score. An unreadable one is archived. */
  resume() {
    const found = scoreStore.read();
    if (found.is === "here" && found.value.score === this.score) return;
    if (found.is === "here") void this.request("score-begin", { score: found.value.score });
    else if (found.is !== "none") this.archiveUnreadable(found.text, found.is === "damaged" ? found.why : "a newer edition kept it");
  }

  /** @param {string} text @param {string} why */
  archiveUnreadable(text, why) {
    if (!archive("other", text, "A score", why)) removeText(KEYS.score);
    this.setNotice(`The score kept here cannot be read: ${why}. It is set aside, and a new one can begin.`);
  }

  /** Remove the score and start a new one, on the same terms. */
  startNew() {
    removeText(KEYS.score);
    this.score = "";
    this.card.hidden = true;
    this.card.replaceChildren();
    this.terms.hidden = false;
    find(this.terms, "input").focus();
  }

  /** @param {string} op @param {Record<string, unknown>} args */
  async request(op, args) {
    // A second press is ignored, because its answer would overwrite later input.
    if (this.isBusy) return;
    this.isBusy = true;
    const at = this.card.hidden ? this.terms : this.card;
    const again = () => this.request(op, args);
    this.setNotice("");
    try {
      const stands = "Nothing is lost.";
      const answer = askWithStatus(at, this.place.dataset, () => ask(this.place.dataset, op, args), { what: op, again, stands });
      const before = this.typedValues();
      this.draw(await answer.finally(() => (this.isBusy = false)), before);
    } catch (error) {
      if (!(error instanceof Refusal)) return;
      if (op === "score-begin" && args.score) this.archiveUnreadable(String(args.score), error.reason);
      else this.setNotice(asSentence(error.reason));
    }
  }

  /** Return the values of the number inputs. @returns {Map<string, string>} */
  typedValues() {
    const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (this.card.querySelectorAll('input[type="number"]'));
    return new Map(Array.from(boxes, ({ name, value }) => [name, value]));
  }

  /**
   * Draw the engine's answer. Later input stays, and so does the focus.
   * @param {ScoreAnswer} drawn @param {Map<string, string>} before the values when the request was sent
   */
  draw(drawn, before) {
    const within = this.place.contains(document.activeElement);
    const since = [...this.typedValues()].filter(([name, value]) => value !== before.get(name));
    const held = /** @type {HTMLInputElement | null} */ (since.length ? document.activeElement : null)?.name;
    this.score = drawn.score;
    const trouble = scoreStore.write({ score: drawn.score });
    if (trouble) this.setNotice("This browser does not keep the score: leave the page open.");
    clearFailedQuestions(this.card);
    setMarkup(this.card, drawn.html);
    this.terms.hidden = true;
    this.card.hidden = false;
    for (const [name, value] of since) {
      const box = /** @type {HTMLInputElement | null} */ (this.card.querySelector(`[name="${name}"]`));
      if (box) box.value = value;
    }
    this.liveRegion.textContent = spokenText(find(this.card, ".pq-standing"));
    const next = /** @type {HTMLElement | null} */ (this.card.querySelector(drawn.asks ? '[name="first"]' : held ? `[name="${held}"]` : "input"));
    if (within) (next ?? this.card).focus({ preventScroll: true });
  }

  /** @param {string} text */
  setNotice(text) {
    this.notice.hidden = !text;
    this.notice.textContent = text;
    if (text) this.notice.scrollIntoView({ block: "nearest" });
  }
}

for (const place of document.querySelectorAll(".pq-scorecard")) new Scorecard(/** @type {HTMLElement} */ (place));
