// @ts-check
/**
 * The terms of a game before it begins: what the form has, what an address brings, and what the reader
 * chose for the last game.
 */

import { choose, settings } from "../kept/storage.js";
import { find } from "../page.js";
import { fitToRules } from "./fitting.js";

/** What the terms are called in an address; a replay has names of its own for other things there. */
const KEYS = /** @type {Record<string, string>} */ ({ rules: "by", form: "form", seat: "seat", seed: "seed", opponent: "against" });
/** What is the reader's alone: no address has it, and whoever is sent a game keeps it. */
const OWN = ["name", "friend", "forced"];

/** @param {string} path @param {Record<string, string>} terms as the engine has them @returns {URL} the address of a game on these terms */
export function addressOf(path, terms) {
  const url = new URL(path, location.href);
  for (const [name, value] of Object.entries(terms)) url.searchParams.set(KEYS[name], value);
  return url;
}

export class Terms {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    form.addEventListener("change", () => this.fit());
    const terms = /** @type {HTMLDetailsElement} */ (find(form, "details"));
    terms.addEventListener("toggle", () => terms.open && this.showMore(terms));
  }

  /** The terms open below the window: show as much of them as leaves the button above in sight. @param {HTMLElement} terms */
  showMore(terms) {
    const go = find(this.form, ".pq-go");
    const isBelow = terms.getBoundingClientRect().bottom > window.innerHeight;
    if (isBelow && go.getBoundingClientRect().top > 0) go.scrollIntoView({ block: "start" });
  }

  /** Take over the terms of the last game, and those that an address brings. */
  read() {
    const query = new URLSearchParams(location.search.slice(0, 500));
    const last = /** @type {Record<string, string>} */ ({ ...settings() });
    // Whoever is sent a game plays that one.
    for (const [name, key] of Object.entries(KEYS)) this.set(name, query.get(key) ?? (query.size ? "" : last[name] ?? ""));
    for (const name of OWN) this.set(name, last[name] ?? "");
  }

  /** @param {string} name @param {string} value */
  set(name, value) {
    const field = this.form.elements.namedItem(name);
    if (!value || !field) return;
    if (field instanceof HTMLSelectElement && ![...field.options].some((one) => one.value === value)) return;
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === "on";
    else /** @type {HTMLInputElement | HTMLSelectElement | RadioNodeList} */ (field).value = value;
    this.fit();
  }

  /** The terms of a new game, as the engine wants them. @returns {Record<string, unknown>} */
  get asked() {
    const terms = Object.fromEntries(new FormData(this.form));
    return { ...terms, forced: terms.forced === "on" };
  }

  /** Keep the terms of a game for the next one. @param {Record<string, unknown>} terms */
  keep({ rules, form, seat, opponent, name = "", friend = "", forced }) {
    const chosen = { rules, form, seat, opponent, name, friend, forced: forced ? "on" : "off" };
    choose(Object.fromEntries(Object.entries(chosen).map(([key, value]) => [key, String(value).trim()])));
  }

  /** Only what the chosen rules have can be chosen; two persons are asked for their names. */
  fit() {
    fitToRules(this.form);
    const isForTwo = this.form.querySelector('[name="opponent"][value="friend"]:checked') !== null;
    const name = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("name"));
    name.dataset.alone ??= name.placeholder;
    name.placeholder = (isForTwo ? name.dataset.between : name.dataset.alone) ?? "";
    this.tell();
  }

  /** Say under the button what it begins, for the terms themselves are folded. */
  tell() {
    const opponent = /** @type {HTMLElement | null} */ (this.form.querySelector('[name="opponent"]:checked + span > b'));
    const chosen = [...this.form.querySelectorAll('select:is([name="form"], [name="rules"])')];
    const words = chosen.map((one) => /** @type {HTMLSelectElement} */ (one).selectedOptions[0]?.textContent);
    const against = opponent && (opponent.dataset.said ?? `Against ${opponent.textContent}`);
    const { value: seed } = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("seed"));
    const sent = seed.trim() && `The deals of ${seed.trim()}`;
    find(this.form, ".pq-agreed").textContent = [against, ...words, sent].filter(Boolean).join(" · ");
  }
}
