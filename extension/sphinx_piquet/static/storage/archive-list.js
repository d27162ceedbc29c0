// @ts-check
/** The list of what is set aside: each copy can be saved, removed and, at the table, resumed. */

import { gameFile } from "./backup.js";
import { download, find, isSure, makeButton, makeElement } from "../dom.js";
import { announce, asides, drop } from "./storage.js";

/** @typedef {import("./storage.js").Aside} Aside */

const NAMES = { game: "A game", progress: "Progress in the lessons", settings: "Settings", other: "Something" };

/** @param {number} at */
function dated(at) {
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

/** A copy as a file: a game in a form that can be loaded again, anything else unchanged. @param {Aside} one */
function save({ kind, text, title, why }) {
  if (kind === "game" && !why) download("piquet-game.json", gameFile({ text, title }));
  else download(`piquet-${kind}.txt`, text);
}

export class AsideList {
  /**
   * @param {HTMLElement} place a fold with a summary and a list
   * @param {((one: Aside) => void) | null} go resumes a game; with it the list has only games
   */
  constructor(place, go = null) {
    this.place = place;
    this.go = go;
    this.shown = "";
    this.show();
  }

  show() {
    const all = asides().filter(({ kind }) => !this.go || kind === "game");
    const shown = all.map(({ key }) => key).join();
    if (shown === this.shown) return; // a button that asks for confirmation keeps asking
    this.shown = shown;
    this.place.hidden = !all.length;
    find(this.place, "summary").textContent = `Set aside (${all.length})`;
    find(this.place, "ul").replaceChildren(...all.map((one) => this.row(one)));
  }

  /** @param {Aside} one */
  row(one) {
    const row = document.createElement("li");
    const words = makeElement("p", "", one.title || NAMES[one.kind]);
    const reasons = [one.at ? `set aside on ${dated(one.at)}` : "", one.why];
    const more = makeElement("small", "", reasons.filter(Boolean).join("; "));
    if (more.textContent) words.append(document.createElement("br"), more);
    const bar = makeElement("p", "pq-action-bar");
    const { go } = this;
    if (go) bar.append(this.button("Go on with it", words, () => go(one)));
    bar.append(this.button("Save as a file", words, () => save(one)));
    const gone = this.button("Remove", words, () => {
      if (!isSure(gone, "Yes, remove it")) return;
      drop(one.key);
      find(this.place, "summary").focus();
      this.show();
      announce();
    });
    bar.append(gone);
    row.append(words, bar);
    return row;
  }

  /** A button that says, besides its own words, which copy it means. @param {string} text @param {HTMLElement} words @param {() => void} act */
  button(text, words, act) {
    const button = makeButton(text, act);
    words.id ||= `aside-${Math.random().toString(36).slice(2)}`;
    button.setAttribute("aria-describedby", words.id);
    return button;
  }
}
