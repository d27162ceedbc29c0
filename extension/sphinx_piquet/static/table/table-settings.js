// @ts-check
/** The dialog of the table's settings: pace, sound and vibration, the opponent's claims, the tips and the appearance of the cards. */

import { CardAppearance, checkSetting } from "../replay/stage/card-appearance.js";
import { readSettings } from "../storage/settings.js";
import { find, openDialog } from "../dom.js";
import { TIPS } from "./coach.js";
import { CAN_SHAKE, CAN_SOUND } from "./table-effects.js";

/** @typedef {{setPace: (pace: string) => void}} Paced */

/** The settings that only the table uses. */
const OWN = /** @type {const} */ (["pace", "sound", "vibration", "claims"]);

export class TableSettings {
  /**
   * @param {HTMLElement} panel @param {HTMLElement} said shows that a setting cannot be saved
   * @param {Paced} tricks @param {import("./table-effects.js").TableEffects} effects
   * @param {(tips: string) => void} changeTips shows or hides the tips
   */
  constructor(panel, said, tricks, effects, changeTips) {
    this.panel = /** @type {HTMLDialogElement} */ (panel);
    this.tricks = tricks;
    this.effects = effects;
    this.changeTips = changeTips;
    /** Whether the opponent may claim the remaining tricks. */
    this.claims = false;
    this.appearance = new CardAppearance(panel, (text) => (said.textContent = text), () => {});
    panel.addEventListener("change", ({ target }) => {
      const { dataset, value } = /** @type {HTMLInputElement} */ (target);
      this.applySetting(dataset.set ?? "", value);
    });
    find(panel, '[data-act="close"]').addEventListener("click", () => this.panel.close());
    this.appearance.restore();
    for (const [name, isPossible] of /** @type {[string, boolean][]} */ ([["sound", CAN_SOUND], ["vibration", CAN_SHAKE]])) {
      const group = panel.querySelector(`input[data-set="${name}"]`)?.closest("fieldset");
      if (group) group.hidden = !isPossible;
    }
    const saved = readSettings();
    for (const name of OWN) if (checkSetting(panel, name, saved[name] ?? "")) this.apply(name, saved[name] ?? "");
  }

  open() {
    checkSetting(this.panel, "tips", readSettings().tips ?? TIPS.first); // a button may have changed it
    openDialog(this.panel, null);
  }

  /** Apply a setting, and save it. @param {string} name @param {string} value */
  applySetting(name, value) {
    if (/** @type {readonly string[]} */ (OWN).includes(name)) {
      this.appearance.saveSetting(name, value);
      this.apply(name, value);
      // An example of the effect that was switched on.
      if ((name === "sound" || name === "vibration") && value === "on") this.effects.play("pique");
    } else if (name === "tips") {
      this.appearance.saveSetting(name, value);
      this.changeTips(value);
    } else this.appearance.chooseSetting(name, value);
  }

  /** @param {string} name @param {string} value */
  apply(name, value) {
    if (name === "pace") this.tricks.setPace(value);
    else if (name === "sound") this.effects.hasSound = value === "on";
    else if (name === "vibration") this.effects.hasVibration = value === "on";
    else if (name === "claims") this.claims = value === "on";
  }
}
