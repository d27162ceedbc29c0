// @ts-check
/**
 * The options of a new game, from the form, the address and the settings of the last game.
 */

import { countFinished, playedStore } from "../storage/game-results.js";
import { readSettings, saveSettings } from "../storage/settings.js";
import { find } from "../dom.js";
import { fitToRules } from "./dependent-options.js";

/** The query parameters of the options. A replay uses other names. */
const KEYS = /** @type {Record<string, string>} */ ({ rules: "by", form: "form", seat: "seat", seed: "seed", opponent: "against" });
/** The options that never come from an address. */
const OWN = ["name", "friend", "forced", "open"];
const LONGEST = 2000; // characters of an address that are read
/** The value for the seat that the reader did not have in the last game. */
const IN_TURN = "turn";

/** @param {string} path @param {Record<string, string>} terms the engine's names and values @returns {URL} an address that starts a game with these options */
export function addressOf(path, terms) {
  const url = new URL(path, location.href);
  for (const [name, value] of Object.entries(terms)) url.searchParams.set(KEYS[name], value);
  return url;
}

/** Return whether a rule set has changed answers, which follow its id. @param {string} rules */
const isVariant = (rules) => rules.includes(",");

/** Add a rule set with changed answers to the menu, after the unchanged one. The engine checks the answers. @param {HTMLSelectElement} menu @param {string} rules */
function addVariant(menu, rules) {
  const [base, ...changes] = rules.split(",");
  const options = [...menu.options];
  const book = options.find((one) => one.value === base);
  if (!book || !changes.length || options.some((one) => one.value === rules)) return;
  const option = new Option(`${book.textContent}, changed in ${changes.length === 1 ? "1 answer" : `${changes.length} answers`}`, rules);
  option.dataset.form = book.dataset.form;
  book.after(option);
}

export class GameOptions {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    /** The seat that the reader wants in general. A link changes it for one game only. */
    this.wantedSeat = IN_TURN;
    /** The seat of the last game, if the browser saves nothing. */
    this.lastSeat = "";
    /** Whether the reader has chosen a form of the game, which a change of the rule set then keeps. */
    this.hasForm = false;
    form.addEventListener("change", ({ target }) => this.handleChange(/** @type {HTMLInputElement | HTMLSelectElement} */ (target)));
    const terms = /** @type {HTMLDetailsElement} */ (find(form, "details"));
    terms.addEventListener("toggle", () => terms.open && this.scrollToOptions(terms));
  }

  /** Scroll to expanded options, keeping the button above them visible. @param {HTMLElement} terms */
  scrollToOptions(terms) {
    const go = find(this.form, ".pq-primary");
    const isBelow = terms.getBoundingClientRect().bottom > window.innerHeight;
    if (isBelow && go.getBoundingClientRect().top > 0) go.scrollIntoView({ block: "start" });
  }

  /** Handle a change by the reader. @param {HTMLInputElement | HTMLSelectElement} field */
  handleChange(field) {
    if (field.name === "seat") this.wantedSeat = field.value;
    if (field.name === "form") this.hasForm = true;
    // A rule set for parties selects a partie.
    if (field instanceof HTMLSelectElement && field.name === "rules" && !this.hasForm) this.setField("form", field.selectedOptions[0]?.dataset.form ?? "");
    this.update();
  }

  /** Load the settings of the last game, and the options of the address. */
  load() {
    const query = new URLSearchParams(location.search.slice(0, LONGEST));
    const last = /** @type {Record<string, string>} */ ({ ...readSettings() });
    // The form selects the opponent of a first deal. A shared deal without an opponent is against the default one.
    const isFirst = !last.opponent && !countFinished(playedStore.value);
    if (!isFirst || query.has(KEYS.seed)) this.setField("opponent", find(this.form, "[data-default]").dataset.default ?? "");
    // The options of an address replace all saved ones.
    for (const [name, key] of Object.entries(KEYS)) this.setField(name, query.get(key) ?? (query.size || name === "seat" ? "" : last[name] ?? ""));
    // Version 0.3.0 saved only the seat of the last game, which was "younger" only if the reader had chosen it.
    this.wantedSeat = last.seats ?? (last.seat === "younger" ? "younger" : IN_TURN);
    if (!query.size) this.setField("seat", this.wantedSeat);
    else if (!["elder", "younger"].includes(query.get("seat") ?? "")) this.setField("seat", "elder");
    for (const name of OWN) this.setField(name, last[name] ?? "");
  }

  /** @param {string} name @param {string} value */
  setField(name, value) {
    const field = this.form.elements.namedItem(name);
    if (!value || !field) return;
    if (field instanceof HTMLSelectElement && name === "rules") addVariant(field, value);
    if (field instanceof HTMLSelectElement && ![...field.options].some((one) => one.value === value)) return;
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === "on";
    else /** @type {HTMLInputElement | HTMLSelectElement | RadioNodeList} */ (field).value = value;
    this.update();
  }

  /** The options of a new game, as the engine expects them. @returns {Record<string, unknown>} */
  get requestTerms() {
    const terms = Object.fromEntries(new FormData(this.form));
    return { ...terms, seat: terms.seat === IN_TURN ? this.nextSeat : terms.seat, forced: terms.forced === "on", open: terms.open === "on" };
  }

  /** The seat that the reader did not have in the last game; elder's in the first. */
  get nextSeat() {
    return (readSettings().seat ?? this.lastSeat) === "elder" ? "younger" : "elder";
  }

  /** Select a partie by a rule set, with random deals. @param {string} rules */
  choosePartie(rules) {
    /** @type {HTMLInputElement} */ (this.form.elements.namedItem("seed")).value = "";
    this.setField("rules", rules);
    this.setField("form", "rubicon");
  }

  /** Save the options of a game for the next one. @param {Record<string, unknown>} terms */
  save(terms) {
    this.lastSeat = String(terms.seat);
    const names = ["rules", "form", "seat", "opponent", "name", "friend"].filter((name) => name in terms && (name !== "rules" || !isVariant(String(terms.rules))));
    const chosen = Object.fromEntries(names.map((name) => [name, String(terms[name]).trim()]));
    const ticked = ["forced", "open"].filter((name) => name in terms).map((name) => [name, terms[name] ? "on" : "off"]);
    saveSettings({ ...chosen, ...Object.fromEntries(ticked), seats: this.wantedSeat });
    this.setField("seat", this.wantedSeat);
  }

  /** Update the form: disable unavailable options, and ask for both names if two play. */
  update() {
    fitToRules(this.form);
    const isForTwo = this.form.querySelector('[name="opponent"][value="friend"]:checked') !== null;
    const name = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("name"));
    name.dataset.alone ??= name.placeholder;
    name.placeholder = (isForTwo ? name.dataset.between : name.dataset.alone) ?? "";
    this.updateSummary();
  }

  /** Summarise the options under the button, because they are collapsed. */
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
