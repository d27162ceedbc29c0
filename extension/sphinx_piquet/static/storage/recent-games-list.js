// @ts-check
/** The list of the last games: each deal can be opened again, and each game can be removed. */

import { find, isSure, makeButton, makeElement } from "../dom.js";
import { dropRecent, recentGames } from "./recent-games.js";
import { announce } from "./storage.js";

/** @typedef {import("./recent-games.js").Recent} Recent */

/** @param {number} at */
function dated(at) {
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

export class RecentList {
  /** @param {HTMLElement} place @param {(game: string, deal: number) => void} open opens a deal of a saved game */
  constructor(place, open) {
    this.place = place;
    this.open = open;
    this.shown = "";
  }

  show() {
    const all = Object.entries(recentGames());
    const shown = all.map(([key, { at }]) => `${key} ${at}`).join();
    if (shown === this.shown) return; // a button that asks for confirmation keeps asking
    this.shown = shown;
    this.place.hidden = !all.length;
    find(this.place, "ul").replaceChildren(...all.map(([key, one]) => this.row(key, one)));
  }

  /** @param {string} key @param {Recent} one */
  row(key, { title, rules, deals, totals, text, at }) {
    const row = document.createElement("li");
    const [only] = deals.length === 1 ? deals : [];
    const seat = only?.seat ? `, as ${only.seat}` : "";
    const words = makeElement("p", "", `${title}${seat}: ${totals.join("–")}`);
    words.append(document.createElement("br"), makeElement("small", "", `${dated(at)}; ${rules}`));
    words.id = `recent-${key}`;
    const bar = makeElement("p", "pq-action-bar");
    for (const { number, seat: sat, points } of deals) {
      const as = sat ? `, as ${sat}` : "";
      const label = only ? "Look at it again" : `Deal ${number}${as}: ${points.join("–")}`;
      bar.append(makeButton(label, () => this.open(text, number)));
    }
    const gone = makeButton("Remove", () => {
      if (!isSure(gone, "Yes, remove it")) return;
      dropRecent(key);
      announce();
    });
    bar.append(gone);
    for (const button of bar.children) button.setAttribute("aria-describedby", words.id);
    row.append(words, bar);
    return row;
  }
}
