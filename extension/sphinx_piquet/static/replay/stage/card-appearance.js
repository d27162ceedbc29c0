// @ts-check
/**
 * How the cards look: colours of the suits, signs in their corners, figures or letters for the courts,
 * and their size. All of it is in the style sheet; this sets what it asks.
 */

import { CARD_PARAMETERS, queryValue } from "../../replay-address.js";
import { readSettings, saveSettings } from "../../storage/settings.js";
import { REASONS } from "../../storage/store.js";

/** What a reader chooses for all pages; an address may name the first of them too. */
const CHOSEN = [...CARD_PARAMETERS, "courts", "size"];

/** @param {string} name @param {string} value */
function applySetting(name, value) {
  document.documentElement.setAttribute(`data-pq-${name}`, value);
}

/**
 * Check the button of a setting that has a certain value, and tell whether there is one.
 * @param {HTMLElement} figure @param {string} name @param {string} value
 */
export function checkSetting(figure, name, value) {
  const input = figure.querySelector(`input[data-set="${name}"][value="${CSS.escape(value)}"]`);
  if (input) /** @type {HTMLInputElement} */ (input).checked = true;
  return input !== null;
}

/**
 * Turn the table for a view: the hand of whoever looks lies nearest; with both open, that of whoever played the deal.
 * @param {HTMLElement} figure @param {string} view
 */
export function checkView(figure, view) {
  checkSetting(figure, "view", view);
  figure.dataset.view = view;
  figure.classList.toggle("pq-turned", view === "y" || (view !== "e" && figure.dataset.you === "younger"));
}

/** What the value of a setting that is chosen is called. @param {HTMLElement} figure @param {string} name */
export function settingLabel(figure, name) {
  return figure.querySelector(`input[data-set="${name}"]:checked`)?.closest("label")?.textContent?.trim() ?? "";
}

/** The settings of the cards that stand beside one replay. */
export class CardAppearance {
  /**
   * @param {HTMLElement} figure
   * @param {(text: string) => void} setStatus
   * @param {() => void} changed what follows a change that an address can name
   */
  constructor(figure, setStatus, changed) {
    this.figure = figure;
    this.setStatus = setStatus;
    this.changed = changed;
    this.forgets = false;
  }

  /** Dress the cards as the address asks, or as the reader has chosen before. */
  restore() {
    /** @type {Record<string, string>} */
    const kept = { ...readSettings() };
    for (const name of CHOSEN) {
      // What an address asks for is for this page only; what the reader chooses is for all pages.
      const wish = CARD_PARAMETERS.includes(name) ? queryValue(name) : "";
      if (checkSetting(this.figure, name, wish)) applySetting(name, wish);
      else if (checkSetting(this.figure, name, kept[name] ?? "")) this.chooseSetting(name, kept[name]);
    }
  }

  /** Dress the cards as the reader has just chosen, here and from now on. @param {string} name @param {string} value */
  chooseSetting(name, value) {
    this.saveSetting(name, value);
    applySetting(name, value);
    if (CARD_PARAMETERS.includes(name)) this.changed();
  }

  /** Keep what the reader has chosen; if it cannot be kept, say so once. @param {string} name @param {string} value */
  saveSetting(name, value) {
    const why = saveSettings({ [name]: value });
    if (why && !this.forgets) this.setStatus(`Your choice lasts only as long as this page is open, since ${REASONS[why]}.`);
    this.forgets = why !== "";
  }
}
