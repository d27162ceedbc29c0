// @ts-check
/**
 * The terms of a game before it begins: what the form has, what an address brings, and what the reader
 * chose for the last game.
 */

import { readSettings, saveSettings } from "../storage/settings.js";
import { find } from "../dom.js";
import { fitToRules } from "./dependent-options.js";

/** What the terms are called in an address; a replay has names of its own for other things there. */
const KEYS = /** @type {Record<string, string>} */ ({ rules: "by", form: "form", seat: "seat", seed: "seed", opponent: "against" });
/** What is the reader's alone: no address has it, and whoever is sent a game keeps it. */
const OWN = ["name", "friend", "forced"];
/** Stands for the seat that the reader did not have in the last game. */
const IN_TURN = "turn";

/** @param {string} path @param {Record<string, string>} terms as the engine has them @returns {URL} the address of a game on these terms */
export function addressOf(path, terms) {
  const url = new URL(path, location.href);
  for (const [name, value] of Object.entries(terms)) url.searchParams.set(KEYS[name], value);
  return url;
}

export class GameOptions {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    /** The seat that the reader wants from now on; a link changes that of one game only. */
    this.wantedSeat = IN_TURN;
    /** The seat of the last game, for a browser that keeps nothing. */
    this.lastSeat = "";
    /** Whether the reader has chosen a form of the game, which another rule set then leaves as it is. */
    this.hasForm = false;
    form.addEventListener("change", ({ target }) => this.handleChange(/** @type {HTMLInputElement | HTMLSelectElement} */ (target)));
    const terms = /** @type {HTMLDetailsElement} */ (find(form, "details"));
    terms.addEventListener("toggle", () => terms.open && this.scrollToOptions(terms));
  }

  /** The terms open below the window: show as much of them as leaves the button above in sight. @param {HTMLElement} terms */
  scrollToOptions(terms) {
    const go = find(this.form, ".pq-primary");
    const isBelow = terms.getBoundingClientRect().bottom > window.innerHeight;
    if (isBelow && go.getBoundingClientRect().top > 0) go.scrollIntoView({ block: "start" });
  }

  /** Follow a choice of the reader. @param {HTMLInputElement | HTMLSelectElement} field */
  handleChange(field) {
    if (field.name === "seat") this.wantedSeat = field.value;
    if (field.name === "form") this.hasForm = true;
    // A book of parties is chosen for a partie.
    if (field instanceof HTMLSelectElement && field.name === "rules" && !this.hasForm) this.setField("form", field.selectedOptions[0]?.dataset.form ?? "");
    this.update();
  }

  /** Take over the terms of the last game, and those that an address brings. */
  load() {
    const query = new URLSearchParams(location.search.slice(0, 500));
    const last = /** @type {Record<string, string>} */ ({ ...readSettings() });
    // Whoever is sent a game plays that one.
    for (const [name, key] of Object.entries(KEYS)) this.setField(name, query.get(key) ?? (query.size || name === "seat" ? "" : last[name] ?? ""));
    // Version 0.3.0 kept the seat of the last game, which was younger's only if the reader had chosen it.
    this.wantedSeat = last.seats ?? (last.seat === "younger" ? "younger" : IN_TURN);
    if (!query.size) this.setField("seat", this.wantedSeat);
    else if (!["elder", "younger"].includes(query.get("seat") ?? "")) this.setField("seat", "elder");
    for (const name of OWN) this.setField(name, last[name] ?? "");
  }

  /** @param {string} name @param {string} value */
  setField(name, value) {
    const field = this.form.elements.namedItem(name);
    if (!value || !field) return;
    if (field instanceof HTMLSelectElement && ![...field.options].some((one) => one.value === value)) return;
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === "on";
    else /** @type {HTMLInputElement | HTMLSelectElement | RadioNodeList} */ (field).value = value;
    this.update();
  }

  /** The terms of a new game, as the engine wants them. @returns {Record<string, unknown>} */
  get requestTerms() {
    const terms = Object.fromEntries(new FormData(this.form));
    return { ...terms, seat: terms.seat === IN_TURN ? this.nextSeat : terms.seat, forced: terms.forced === "on" };
  }

  /** The seat that the reader did not have in the last game; elder's in the first. */
  get nextSeat() {
    return (readSettings().seat ?? this.lastSeat) === "elder" ? "younger" : "elder";
  }

  /** Choose a partie by a rule set, with cards that nobody has sent. @param {string} rules */
  choosePartie(rules) {
    /** @type {HTMLInputElement} */ (this.form.elements.namedItem("seed")).value = "";
    this.setField("rules", rules);
    this.setField("form", "rubicon");
  }

  /** Keep the terms of a game for the next one; of one that is played again, those that may have changed. @param {Record<string, unknown>} terms */
  save(terms) {
    this.lastSeat = String(terms.seat);
    const names = ["rules", "form", "seat", "opponent", "name", "friend"].filter((name) => name in terms);
    const chosen = Object.fromEntries(names.map((name) => [name, String(terms[name]).trim()]));
    const forced = "forced" in terms ? { forced: terms.forced ? "on" : "off" } : {};
    saveSettings({ ...chosen, ...forced, seats: this.wantedSeat });
    this.setField("seat", this.wantedSeat);
  }

  /** Only what the chosen rules have can be chosen; two persons are asked for their names. */
  update() {
    fitToRules(this.form);
    const isForTwo = this.form.querySelector('[name="opponent"][value="friend"]:checked') !== null;
    const name = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("name"));
    name.dataset.alone ??= name.placeholder;
    name.placeholder = (isForTwo ? name.dataset.between : name.dataset.alone) ?? "";
    this.updateSummary();
  }

  /** Say under the button what it begins, for the terms themselves are folded. */
  updateSummary() {
    const opponent = /** @type {HTMLElement | null} */ (this.form.querySelector('[name="opponent"]:checked + span > b'));
    const chosen = [...this.form.querySelectorAll('select:is([name="form"], [name="rules"])')];
    const words = chosen.map((one) => /** @type {HTMLSelectElement} */ (one).selectedOptions[0]?.textContent);
    const against = opponent && (opponent.dataset.said ?? `Against ${opponent.textContent}`);
    const { value: seed } = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("seed"));
    const sent = seed.trim() && `The deals of ${seed.trim()}`;
    find(this.form, ".pq-agreed").textContent = [against, ...words, sent].filter(Boolean).join(" · ");
  }
}
