// @ts-check
/**
 * How the cards look: colours of the suits, signs in their corners, letters or figures for the courts.
 * The figures are fetched for a reader who asks for them and for nobody else; where they stand is
 * drawn in the sprite already, and a picture there only lacks its address.
 */

import { DRESS, asked } from "../address.js";
import { REASONS, choose, settings } from "../kept/storage.js";
import { find } from "../page.js";

/** @type {Promise<void> | null} */
let fetched = null;

/** @returns {SVGElement | null} */
function sprite() {
  return document.querySelector("svg.pq-sprite[data-courts]");
}

/** Fetch all figures, then put them in their places; after a failure it may be tried again. */
function fetchFigures() {
  fetched ??= drawFigures();
  return fetched;
}

async function drawFigures() {
  const found = sprite();
  const folder = found?.dataset.courts ?? "";
  const drawings = [...(found?.querySelectorAll("image[data-court]") ?? [])].map((place) => ({
    place,
    address: `${folder}${/** @type {SVGImageElement} */ (place).dataset.court}.svg`,
  }));
  try {
    await Promise.all(
      drawings.map(({ address }) => {
        const picture = new Image();
        picture.src = address;
        return picture.decode();
      }),
    );
  } catch (error) {
    fetched = null;
    throw error;
  }
  for (const { place, address } of drawings) place.setAttribute("href", address);
  // WebKit draws a picture that has come only where the card is drawn anew.
  for (const card of document.querySelectorAll(".pq-card > use")) card.replaceWith(card.cloneNode());
}

/** @param {string} name @param {string} value */
function apply(name, value) {
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

/** The settings of the cards that stand beside one replay. */
export class Dress {
  /**
   * @param {HTMLElement} figure
   * @param {(text: string) => void} tellStatus
   * @param {() => void} changed what follows a change that an address can name
   */
  constructor(figure, tellStatus, changed) {
    this.figure = figure;
    this.tellStatus = tellStatus;
    this.changed = changed;
    this.forgets = false;
    if (!sprite()) figure.querySelector('input[data-set="courts"]')?.closest("fieldset")?.remove();
  }

  /** Dress the cards as the address asks, or as the reader has chosen before. */
  restore() {
    /** @type {Record<string, string>} */
    const kept = { ...settings() };
    for (const name of [...DRESS, "courts"]) {
      // What an address asks for is for this page only; what the reader chooses is for all pages.
      const wish = DRESS.includes(name) ? asked(name) : "";
      if (checkSetting(this.figure, name, wish)) apply(name, wish);
      else if (checkSetting(this.figure, name, kept[name] ?? "")) this.choose(name, kept[name]);
    }
  }

  /** Dress the cards as the reader has just chosen, here and from now on. @param {string} name @param {string} value */
  choose(name, value) {
    this.remember(name, value);
    if (name === "courts") {
      void this.showCourts(value);
      return;
    }
    apply(name, value);
    this.changed();
  }

  /** Keep what the reader has chosen; if it cannot be kept, say so once. @param {string} name @param {string} value */
  remember(name, value) {
    const why = choose({ [name]: value });
    if (why && !this.forgets) this.tellStatus(`Your choice lasts only as long as this page is open, since ${REASONS[why]}.`);
    this.forgets = why !== "";
  }

  /** Show the courts as letters or, once they are here, as figures. @param {string} value */
  async showCourts(value) {
    try {
      if (value === "figures") await fetchFigures();
    } catch {
      checkSetting(this.figure, "courts", "letters");
      this.tellStatus("The figures could not be fetched, so the courts keep their letters.");
      return;
    }
    const wanted = /** @type {HTMLInputElement} */ (find(this.figure, 'input[data-set="courts"]:checked')).value;
    apply("courts", wanted);
  }
}
