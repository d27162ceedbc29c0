// @ts-check
/** The dialog of the table's settings: the pace of the tricks and the appearance of the cards. */

import { CardAppearance, checkSetting } from "../replay/stage/card-appearance.js";
import { readSettings } from "../storage/settings.js";
import { find, openDialog } from "../dom.js";

/** @typedef {{setPace: (pace: string) => void}} Paced */

export class TableSettings {
  /** @param {HTMLElement} panel @param {HTMLElement} said shows that a setting cannot be saved @param {Paced} tricks */
  constructor(panel, said, tricks) {
    this.panel = /** @type {HTMLDialogElement} */ (panel);
    this.tricks = tricks;
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
    openDialog(this.panel, null);
  }

  /** Apply a setting, and save it. @param {string} name @param {string} value */
  applySetting(name, value) {
    if (name === "pace") {
      this.appearance.saveSetting(name, value);
      this.tricks.setPace(value);
    } else this.appearance.chooseSetting(name, value);
  }
}
