// @ts-check
/** The settings of the table in one window: how fast tricks are taken, and how the cards look. */

import { Dress, checkSetting } from "../replay/stage/card-appearance.js";
import { readSettings } from "../storage/settings.js";
import { find, openWindow } from "../dom.js";

/** @typedef {{setPace: (pace: string) => void}} Paced */

export class TableSettings {
  /** @param {HTMLElement} panel @param {HTMLElement} said where to say that a choice cannot be kept @param {Paced} tricks */
  constructor(panel, said, tricks) {
    this.panel = /** @type {HTMLDialogElement} */ (panel);
    this.tricks = tricks;
    this.dress = new Dress(panel, (text) => (said.textContent = text), () => {});
    panel.addEventListener("change", ({ target }) => {
      const { dataset, value } = /** @type {HTMLInputElement} */ (target);
      this.choose(dataset.set ?? "", value);
    });
    find(panel, '[data-act="close"]').addEventListener("click", () => this.panel.close());
    this.dress.restore();
    const { pace = "" } = readSettings();
    if (checkSetting(panel, "pace", pace)) tricks.setPace(pace);
  }

  open() {
    openWindow(this.panel, null);
  }

  /** Follow a choice, here and from now on. @param {string} name @param {string} value */
  choose(name, value) {
    if (name === "pace") {
      this.dress.remember(name, value);
      this.tricks.setPace(value);
    } else this.dress.choose(name, value);
  }
}
