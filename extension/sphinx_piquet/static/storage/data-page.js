// @ts-check
/** Where a reader manages everything that this site keeps: save it, load it, forget it. */

import { AsideList } from "./archive-list.js";
import { FILE, LONGEST, counted, everything, open, takeIn } from "./backup.js";
import { days } from "./daily-results.js";
import { KeptGame } from "./saved-game.js";
import { memory } from "./progress.js";
import { played } from "./history.js";
import { download, find, isSure } from "../dom.js";
import { recentGames } from "./recent-games.js";
import { DRESSED, PACED, SEATED, announce, asides, onChange, settings } from "./storage.js";

/** @param {string[]} parts */
function listed(parts) {
  const last = parts.at(-1) ?? "";
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${last}` : last;
}

class KeptPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.what = find(place, ".pq-keep-what");
    this.status = find(place, ".pq-keep-status");
    this.list = new AsideList(find(place, ".pq-asides"));
    place.hidden = false;
    find(place, '[data-keep="save"]').addEventListener("click", () => this.save());
    find(place, '[data-keep="forget"]').addEventListener("click", () => this.forget());
    const input = /** @type {HTMLInputElement} */ (find(place, 'input[type="file"]'));
    input.addEventListener("change", () => void this.load(input));
    onChange(() => this.show());
    this.show();
  }

  /** What is kept, in words for a reader. */
  parts() {
    const done = Object.keys(memory().state.items).length;
    const daily = Object.keys(days()).length;
    const tallied = Object.keys(played().deals).length;
    const recent = Object.keys(recentGames()).length;
    const game = new KeptGame().found();
    return [
      ...(done ? [`your progress in ${counted(done, "exercise")}`] : []),
      ...(daily ? [`your deals of ${counted(daily, "day")}`] : []),
      ...(tallied ? [`how ${counted(tallied, "deal")} of yours came out`] : []),
      ...(recent ? [`${counted(recent, "game")} to open again`] : []),
      ...(game.is === "none" ? [] : [game.is === "here" && game.value.title ? `a game (${game.value.title})` : "a game"]),
      ...(asides().length ? [`${counted(asides().length, "thing")} set aside`] : []),
      ...(DRESSED.some((one) => settings()[one]) ? ["how you like the cards"] : []),
      ...(PACED.some((one) => settings()[one]) ? ["how fast tricks are taken"] : []),
      ...(SEATED.some((one) => settings()[one]) ? ["on what terms you last played"] : []),
    ];
  }

  show() {
    const parts = this.parts();
    const kept = parts.length ? `Kept here: ${listed(parts)}.` : "Nothing is kept here yet.";
    this.what.textContent = `${memory().notice} ${kept}`.trim();
    // What is damaged can be saved and forgotten too, though nobody can tell what it is.
    const isEmpty = !parts.length && !memory().notice;
    for (const name of ["save", "forget"]) find(this.place, `[data-keep="${name}"]`).hidden = isEmpty;
    this.list.show();
  }

  save() {
    download(FILE, everything());
    this.say(`All of it is in the file ${FILE}. A game in it holds both hands.`);
  }

  /** @param {HTMLInputElement} input */
  async load(input) {
    const file = input.files?.[0];
    if (!file) return;
    try {
      // A file too large to be ours is not even read.
      const { taken, failed } = takeIn(open(file.size > 4 * LONGEST ? " ".repeat(LONGEST + 1) : await file.text()));
      announce();
      const kept = taken.length ? `Now kept here: ${listed(taken)}.` : failed.length ? "" : "There is nothing in it.";
      const not = failed.length ? `Not kept: ${listed(failed)}. What was here stays.` : "";
      this.say(`${file.name} is loaded. ${[kept, not].filter(Boolean).join(" ")}`);
    } catch (error) {
      this.say(`${file.name} is not loaded: ${error instanceof Error ? error.message : error}. What was here stays.`);
    }
    input.value = "";
  }

  /** Only the second tap forgets, because nothing brings it back. */
  forget() {
    const button = find(this.place, '[data-keep="forget"]');
    const parts = this.parts();
    if (!isSure(button, "Yes, forget everything")) {
      const what = parts.length ? `This removes ${listed(parts)}, and cannot be taken back.` : "This cannot be taken back.";
      this.say(`${what} To keep it, save it as a file first.`);
      return;
    }
    button.blur();
    memory().forget();
    announce();
    this.say("Everything is forgotten.");
  }

  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
  }
}

for (const place of document.querySelectorAll(".pq-keep")) new KeptPage(/** @type {HTMLElement} */ (place));
