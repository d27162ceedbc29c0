// @ts-check
/** The list of archived copies. Each can be saved as a file, removed and, at the table, resumed. */

import { gameFile } from "./backup.js";
import { download, find, confirmTap, makeButton, makeElement } from "../dom.js";
import { archivedCopies, notifyChange, removeText } from "./store.js";

/** @typedef {import("./store.js").ArchivedCopy} ArchivedCopy */

const NAMES = { game: "A game", progress: "Progress in the lessons", settings: "Settings", other: "Something" };

/** @param {number} at */
export function formatDate(at) {
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

/** Download a copy: a game as a file that can be loaded again, anything else unchanged. @param {ArchivedCopy} copy */
function downloadCopy({ kind, text, title, why }) {
  if (kind === "game" && !why) download("piquet-game.json", gameFile({ text, title }));
  else download(`piquet-${kind}.txt`, text);
}

export class ArchiveList {
  /**
   * @param {HTMLElement} place a `<details>` with a summary and a list
   * @param {((copy: ArchivedCopy) => void) | null} resume resumes a game; if given, the list has only games
   */
  constructor(place, resume = null) {
    this.place = place;
    this.resume = resume;
    this.shown = "";
    this.show();
  }

  show() {
    const all = archivedCopies().filter(({ kind }) => !this.resume || kind === "game");
    const shown = all.map(({ key }) => key).join();
    if (shown === this.shown) return; // keep a button that is asking for confirmation
    this.shown = shown;
    this.place.hidden = !all.length;
    find(this.place, "summary").textContent = `Set aside (${all.length})`;
    find(this.place, "ul").replaceChildren(...all.map((copy) => this.makeRow(copy)));
  }

  /** @param {ArchivedCopy} copy */
  makeRow(copy) {
    const row = document.createElement("li");
    const words = makeElement("p", "", copy.title || NAMES[copy.kind]);
    const reasons = [copy.at ? `set aside on ${formatDate(copy.at)}` : "", copy.why];
    const more = makeElement("small", "", reasons.filter(Boolean).join("; "));
    if (more.textContent) words.append(document.createElement("br"), more);
    const bar = makeElement("p", "pq-action-bar");
    const { resume } = this;
    if (resume) bar.append(this.makeButton("Go on with it", words, () => resume(copy)));
    bar.append(this.makeButton("Save as a file", words, () => downloadCopy(copy)));
    const remove = this.makeButton("Remove", words, () => {
      if (!confirmTap(remove, "Yes, remove it")) return;
      removeText(copy.key);
      find(this.place, "summary").focus();
      this.show();
      notifyChange();
    });
    bar.append(remove);
    row.append(words, bar);
    return row;
  }

  /** Make a button that is described by the text of its row. @param {string} text @param {HTMLElement} words @param {() => void} act */
  makeButton(text, words, act) {
    const button = makeButton(text, act);
    words.id ||= `aside-${Math.random().toString(36).slice(2)}`;
    button.setAttribute("aria-describedby", words.id);
    return button;
  }
}
