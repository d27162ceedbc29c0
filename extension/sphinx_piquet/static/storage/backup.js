// @ts-check
/**
 * One file of everything kept here, to take to another device. Loading it adds to what is there:
 * progress is merged, a game takes a free place or is set aside, and nothing is replaced.
 */

import { addDays, days, daysFault, foundDays, tidyDays } from "./daily-results.js";
import { KeptGame, gameFault } from "./saved-game.js";
import { fault, memory, tidy } from "./progress.js";
import { addPlayed, countPlayed, foundPlayed, played, playedFault, tidyPlayed } from "./history.js";
import { addRecent, recentFault, recentGames, tidyRecent } from "./recent-games.js";
import { KEYS, OLD, REASONS, VERSION, asideFault, asides, choose, get, isObject, setAside, settings, settingsFault, understand } from "./storage.js";

export const FILE = "piquet.json";
/** More than a browser keeps for a site, in characters. */
export const LONGEST = 6_000_000;
const MOST = 500;
const RAW_GAME = "piquet game ";

/**
 * @typedef {import("./progress.js").State} State
 * @typedef {import("./storage.js").Aside} Aside
 * @typedef {{text: string, title: string}} Game
 * @typedef {{progress?: State, days?: import("./daily-results.js").Days, played?: import("./history.js").Outcomes, recent?: import("./recent-games.js").RecentGames, game?: Game, aside?: Aside[], chosen?: import("./storage.js").Settings}} Bundle
 */

/** @param {Bundle} bundle */
function written({ progress, days: daily, played: outcomes, recent, game, aside, chosen }) {
  return JSON.stringify({
    piquet: "kept",
    version: VERSION,
    ...(progress ? { progress: { day: progress.day, reviewed: progress.reviewed, items: progress.items } } : {}),
    ...(daily && Object.keys(daily).length ? { days: { days: daily } } : {}),
    ...(outcomes && countPlayed(outcomes) ? { played: outcomes } : {}),
    ...(recent && Object.keys(recent).length ? { recent: { games: recent } } : {}),
    ...(game ? { game: { text: game.text, title: game.title } } : {}),
    ...(aside ? { aside: aside.map(({ kind, text, title, why, at }) => ({ kind, text, title, why, at })) } : {}),
    ...(chosen ? { settings: { chosen } } : {}),
  });
}

/** What is kept and cannot be used here, to the letter: it is damaged, or a newer edition wrote it. @returns {Aside[]} */
function unread() {
  return [
    { kind: /** @type {const} */ ("game"), key: KEYS.game, found: new KeptGame().found() },
    ...[KEYS.progress, OLD.progress].map((key) => ({ kind: /** @type {const} */ ("progress"), key, found: understand(get(key), fault) })),
    { kind: /** @type {const} */ ("other"), key: KEYS.days, found: foundDays() },
    { kind: /** @type {const} */ ("other"), key: KEYS.played, found: foundPlayed() },
    { kind: /** @type {const} */ ("other"), key: KEYS.recent, found: understand(get(KEYS.recent), recentFault) },
    { kind: /** @type {const} */ ("settings"), key: KEYS.settings, found: understand(get(KEYS.settings), settingsFault) },
  ].flatMap(({ kind, key, found }) => {
    if (found.is === "none" || found.is === "here") return [];
    const why = found.is === "newer" ? "a newer edition of this site saved it" : found.why;
    return [{ kind, key, text: found.text, title: "", why, at: Date.now() }];
  });
}

/** All that is kept, and what this page knows besides. */
export function everything() {
  const game = new KeptGame().found();
  return written({
    progress: memory().state,
    days: days(),
    played: played(),
    recent: recentGames(),
    ...(game.is === "here" ? { game: game.value } : {}),
    aside: [...asides(), ...unread()],
    chosen: settings(),
  });
}

/** @param {Game} game */
export function gameFile(game) {
  return written({ game });
}

/** @param {State} progress */
export function progressFile(progress) {
  return written({ progress });
}

/** @param {string} part @param {string} why */
function check(part, why) {
  if (why) throw new Error(`${part}: ${why}`);
}

/** Read a file of this version, or one that 0.2.0 saved; throws an Error that says what is wrong. @param {string} text @returns {Bundle} */
export function open(text) {
  if (text.length > LONGEST) throw new Error("it is larger than anything that this site saves");
  if (text.startsWith(RAW_GAME)) {
    const game = { text, title: "" };
    check("the game", gameFault(game));
    return { game };
  }
  const found = understand(text, () => "");
  if (found.is === "newer") throw new Error("it was saved by a newer edition of this site");
  if (found.is !== "here") throw new Error("it is not a file that this site has saved");
  const value = /** @type {Record<string, any>} */ (found.value);
  if (value.piquet !== "kept") {
    if (!Object.hasOwn(value, "items")) throw new Error("it is not a file that this site has saved");
    check("the progress", fault(value));
    return { progress: tidy(value) };
  }
  /** @type {Bundle} */
  const bundle = {};
  const { progress, days: daily, played: outcomes, recent, game, aside, settings: chosen } = value;
  if (progress !== undefined) {
    check("the progress", isObject(progress) ? fault(progress) : "it cannot be read");
    bundle.progress = tidy(progress);
  }
  if (daily !== undefined) {
    check("the deals of the day", isObject(daily) ? daysFault(daily) : "they cannot be read");
    bundle.days = tidyDays(daily.days);
  }
  if (outcomes !== undefined) {
    check("how the games came out", isObject(outcomes) ? playedFault(outcomes) : "it cannot be read");
    bundle.played = tidyPlayed(outcomes);
  }
  if (recent !== undefined) {
    check("the games to open again", isObject(recent) ? recentFault(recent) : "they cannot be read");
    bundle.recent = tidyRecent(recent.games);
  }
  if (game !== undefined) {
    check("the game", isObject(game) ? gameFault(game) : "it cannot be read");
    bundle.game = { text: game.text, title: game.title };
  }
  if (aside !== undefined) {
    check("what was set aside", Array.isArray(aside) && aside.length <= MOST && aside.every((one) => isObject(one) && !asideFault(/** @type {any} */ (one))) ? "" : "it cannot be read");
    bundle.aside = aside;
  }
  if (chosen !== undefined) {
    check("the settings", isObject(chosen) ? settingsFault(chosen) : "they cannot be read");
    bundle.chosen = chosen.chosen;
  }
  return bundle;
}

/** @param {number} count @param {string} one */
export function counted(count, one) {
  return count === 1 ? `one ${one}` : `${count} ${one}s`;
}

/**
 * Add to what is kept here.
 * @param {Bundle} bundle
 * @returns {{taken: string[], failed: string[]}} what is kept now, and what could not be and why
 */
export function takeIn({ progress, days: daily = {}, played: outcomes, recent = {}, game, aside = [], chosen = {} }) {
  /** @type {string[]} */
  const taken = [];
  /** @type {string[]} */
  const failed = [];
  /** @param {keyof typeof REASONS | ""} why @param {string} what */
  const tell = (why, what) => (why ? failed.push(`${what} (${REASONS[why]})`) : taken.push(what));
  if (progress) tell(memory().add(progress), `your progress in ${counted(Object.keys(progress.items).length, "exercise")}`);
  const count = Object.keys(daily).length;
  if (count) tell(addDays(daily), `your deals of ${counted(count, "day")}`);
  if (outcomes) tell(addPlayed(outcomes), `how ${counted(Object.keys(outcomes.deals).length, "deal")} of yours came out`);
  const games = Object.keys(recent).length;
  if (games) tell(addRecent(recent), `${counted(games, "game")} to open again`);
  if (game) {
    const place = new KeptGame();
    const present = place.offer();
    if (present?.text === game.text) taken.push("the game, which was here already");
    else if (present || place.standing === "newer") tell(setAside("game", game.text, game.title), "a game, set aside beside the one that is kept here");
    else tell(/** @type {keyof typeof REASONS | ""} */ (place.begin(game.text, game.title)), "a game");
  }
  if (aside.length) {
    const whys = aside.map(({ kind, text, title, why, at }) => setAside(kind, text, title, why, at));
    const refused = whys.filter(Boolean);
    const kept = whys.length - refused.length;
    if (kept) tell("", `${counted(kept, "thing")} that had been set aside`);
    if (refused.length) tell(refused[0], `${counted(refused.length, "thing")} that had been set aside`);
  }
  if (Object.keys(chosen).length) tell(choose(chosen), "how you like the cards");
  return { taken, failed };
}
