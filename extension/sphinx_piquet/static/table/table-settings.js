// @ts-check
/** The dialog of the table's settings: the pace of the tricks, the tips and the appearance of the cards. */

import { CardAppearance, checkSetting } from "../replay/stage/card-appearance.js";
import { readSettings } from "../storage/settings.js";
import { find, openDialog } from "../dom.js";
import { TIPS } from "./coach.js";

/** @typedef {{setPace: (pace: string) => void}} Paced */

export class TableSettings {
  /** @param {HTMLElement} panel @param {HTMLElement} said shows that a setting cannot be saved @param {Paced} tricks @param {(tips: string) => void} changeTips shows or hides the tips */
  constructor(panel, said, tricks, changeTips) {
    this.panel = /** @type {HTMLDialogElement} */ (panel);
    this.tricks = tricks;
    this.changeTips = changeTips;
    this.appearance = new CardAppearance(panel, (text) => (said.textContent = text), () => {});
    panel.addEventListener("change", ({ target }) => {
      const { dataset, value } = /** @type {HTMLInputElement} */ (target);
      this.applySetting(dataset.set ?? "", value);
    });
    find(panel, '[data-act="close"]').addEventListener("click", () => this.panel.close());
    this.appearance.restore();
    const { pace = "" } = readSettings();
    if (checkSetting(panel, "pace", pace)) tricks.setPace(pace);
  }

  open() {
    checkSetting(this.panel, "tips", readSettings().tips ?? TIPS.first); // a button may have changed it
    openDialog(this.panel, null);
  }

  /** Apply a setting, and save it. @param {string} name @param {string} value */
  applySetting(name, value) {
    if (name === "pace") {
      this.appearance.saveSetting(name, value);
      this.tricks.setPace(value);
    } else if (name === "tips") {
      this.appearance.saveSetting(name, value);
      this.changeTips(value);
    } else this.appearance.chooseSetting(name, value);
  }
}
