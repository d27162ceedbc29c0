// @ts-check
/** The page on which readers save, load and remove everything that this site has stored. */

import { ArchiveList } from "./archive-list.js";
import { FILE, LONGEST, fullBackup, parseBackup, restoreBackup } from "./backup.js";
import { keptChallenges } from "./challenges.js";
import { pupilStore, teacherStore } from "./work-sets.js";
import { dailyResults, playedStore, recentGames } from "./game-results.js";
import { keptPlaces } from "./kept-places.js";
import { sharedProgress } from "./progress.js";
import { describeRatings, ratingStore } from "./rating-store.js";
import { SavedGame } from "./saved-game.js";
import { CARD_SETTINGS, GAME_SETTINGS, LEVEL_SETTINGS, RATING_SETTINGS, TABLE_SETTINGS, readSettings } from "./settings.js";
import { archivedCopies, countOf, notifyChange, onChange } from "./store.js";
import { download, find, confirmTap } from "../dom.js";

/** Return the parts as an English list. @param {string[]} parts */
function joinWords(parts) {
  const last = parts.at(-1) ?? "";
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${last}` : last;
}

class DataPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.what = find(place, ".pq-keep-what");
    this.status = find(place, ".pq-keep-status");
    this.list = new ArchiveList(find(place, ".pq-asides"));
    place.hidden = false;
    find(place, '[data-keep="save"]').addEventListener("click", () => this.save());
    find(place, '[data-keep="forget"]').addEventListener("click", () => this.forget());
    const input = /** @type {HTMLInputElement} */ (find(place, 'input[type="file"]'));
    input.addEventListener("change", () => void this.load(input));
    onChange(() => this.update());
    this.update();
  }

  /** Describe the stored values for the reader. */
  describeParts() {
    const exercises = Object.keys(sharedProgress().state.items).length;
    const days = Object.keys(dailyResults()).length;
    const deals = Object.keys(playedStore.value.deals).length;
    const recent = Object.keys(recentGames()).length;
    const places = Object.keys(keptPlaces()).length;
    const challenges = Object.keys(keptChallenges()).length;
    const [made, given] = [teacherStore, pupilStore].map((store) => Object.keys(store.value.sets).length);
    const game = new SavedGame().read();
    const copies = archivedCopies().length;
    const settings = readSettings();
    return [
      ...(exercises ? [`your progress in ${countOf(exercises, "exercise")}`] : []),
      ...(days ? [`your deals of ${countOf(days, "day")}`] : []),
      ...(deals ? [`how ${countOf(deals, "deal")} of yours came out`] : []),
      ...(recent ? [`${countOf(recent, "game")} to open again`] : []),
      ...describeRatings(ratingStore.value),
      ...(places ? [countOf(places, "kept place")] : []),
      ...(challenges ? [countOf(challenges, "challenge")] : []),
      ...(made ? [countOf(made, "class set")] : []),
      ...(given ? [`your work in ${countOf(given, "set")}`] : []),
      ...(game.is === "none" ? [] : [game.is === "here" && game.value.title ? `a game (${game.value.title})` : "a game"]),
      ...(copies ? [`${countOf(copies, "thing")} set aside`] : []),
      ...(CARD_SETTINGS.some((name) => settings[name]) ? ["how you like the cards"] : []),
      ...(TABLE_SETTINGS.some((name) => settings[name]) ? ["how fast tricks are taken, sound, and claims"] : []),
      ...(RATING_SETTINGS.some((name) => settings[name]) ? ["whether your losses, mistakes and answers are kept"] : []),
      ...(GAME_SETTINGS.some((name) => settings[name]) ? ["on what terms you last played"] : []),
      ...(LEVEL_SETTINGS.some((name) => settings[name]) ? ["which opponent you stayed with"] : []),
    ];
  }

  update() {
    const parts = this.describeParts();
    const kept = parts.length ? `Kept here: ${joinWords(parts)}.` : "Nothing is kept here yet.";
    this.what.textContent = `${sharedProgress().notice} ${kept}`.trim();
    // A damaged value can be saved and removed, too.
    const isEmpty = !parts.length && !sharedProgress().notice;
    for (const name of ["save", "forget"]) find(this.place, `[data-keep="${name}"]`).hidden = isEmpty;
    this.list.show();
  }

  save() {
    download(FILE, fullBackup());
    this.setStatus(`All of it is in the file ${FILE}. A game in it holds both hands.`);
  }

  /** @param {HTMLInputElement} input */
  async load(input) {
    const file = input.files?.[0];
    if (!file) return;
    try {
      // Do not read a file that is too large.
      const { saved, failed } = restoreBackup(parseBackup(file.size > 4 * LONGEST ? " ".repeat(LONGEST + 1) : await file.text()));
      notifyChange();
      const kept = saved.length ? `Now kept here: ${joinWords(saved)}.` : failed.length ? "" : "There is nothing in it.";
      const not = failed.length ? `Not kept: ${joinWords(failed)}. What was here stays.` : "";
      this.setStatus(`${file.name} is loaded. ${[kept, not].filter(Boolean).join(" ")}`);
    } catch (error) {
      this.setStatus(`${file.name} is not loaded: ${error instanceof Error ? error.message : error}. What was here stays.`);
    }
    input.value = "";
  }

  /** Remove everything, after a second tap. */
  forget() {
    const button = find(this.place, '[data-keep="forget"]');
    const parts = this.describeParts();
    if (!confirmTap(button, "Yes, forget everything")) {
      const what = parts.length ? `This removes ${joinWords(parts)}, and cannot be taken back.` : "This cannot be taken back.";
      this.setStatus(`${what} To keep it, save it as a file first.`);
      return;
    }
    button.blur();
    sharedProgress().forget();
    notifyChange();
    this.setStatus("Everything is forgotten.");
  }

  /** @param {string} text */
  setStatus(text) {
    this.status.textContent = text;
  }
}

for (const place of document.querySelectorAll(".pq-keep")) new DataPage(/** @type {HTMLElement} */ (place));
