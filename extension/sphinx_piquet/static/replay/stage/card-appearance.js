// @ts-check
/**
 * The appearance of the cards: suit colours, corner indices, court figures and size. The style sheets do the work;
 * this module sets the attributes that they select.
 */

import { CARD_PARAMETERS, queryValue } from "../../replay-address.js";
import { readSettings, saveSettings } from "../../storage/settings.js";
import { REASONS } from "../../storage/store.js";

/** The settings that are saved for all pages. The first ones may also be in the address. */
const CHOSEN = [...CARD_PARAMETERS, "courts", "size"];

/** @param {string} name @param {string} value */
function applySetting(name, value) {
  document.documentElement.setAttribute(`data-pq-${name}`, value);
}

/**
 * Check the button of a setting's value, and return whether there is one.
 * @param {HTMLElement} figure @param {string} name @param {string} value
 */
export function checkSetting(figure, name, value) {
  const input = figure.querySelector(`input[data-set="${name}"][value="${CSS.escape(value)}"]`);
  if (input) /** @type {HTMLInputElement} */ (input).checked = true;
  return input !== null;
}

/**
 * Turn the table for a view. The player's own hand is nearest; with both hands open, that of the reader if they
 * played the deal.
 * @param {HTMLElement} figure @param {string} view
 */
export function checkView(figure, view) {
  checkSetting(figure, "view", view);
  figure.dataset.view = view;
  figure.classList.toggle("pq-turned", view === "y" || (view !== "e" && figure.dataset.you === "younger"));
}

/** Return the label of a setting's checked value. @param {HTMLElement} figure @param {string} name */
export function settingLabel(figure, name) {
  return figure.querySelector(`input[data-set="${name}"]:checked`)?.closest("label")?.textContent?.trim() ?? "";
}

/** The appearance settings of one replay. */
export class CardAppearance {
  /**
   * @param {HTMLElement} figure
   * @param {(text: string) => void} setStatus
   * @param {() => void} changed called after a change that an address can contain
   */
  constructor(figure, setStatus, changed) {
    this.figure = figure;
    this.setStatus = setStatus;
    this.changed = changed;
    this.isUnsaved = false;
  }

  /** Apply the settings of the address, or else the saved ones. */
  restore() {
    /** @type {Record<string, string>} */
    const kept = { ...readSettings() };
    for (const name of CHOSEN) {
      // The settings of an address are for this page only.
      const wish = CARD_PARAMETERS.includes(name) ? queryValue(name) : "";
      if (checkSetting(this.figure, name, wish)) applySetting(name, wish);
      else if (checkSetting(this.figure, name, kept[name] ?? "")) this.chooseSetting(name, kept[name]);
    }
  }

  /** Apply a setting that the reader has changed, and save it. @param {string} name @param {string} value */
  chooseSetting(name, value) {
    this.saveSetting(name, value);
    applySetting(name, value);
    if (CARD_PARAMETERS.includes(name)) this.changed();
  }

  /** Save a setting. If that fails, say so once. @param {string} name @param {string} value */
  saveSetting(name, value) {
    const why = saveSettings({ [name]: value });
    if (why && !this.isUnsaved) this.setStatus(`Your choice lasts only as long as this page is open, since ${REASONS[why]}.`);
    this.isUnsaved = why !== "";
  }
}
