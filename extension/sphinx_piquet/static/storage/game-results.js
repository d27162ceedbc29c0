// @ts-check
/** The results of the reader's games: deals of the day, finished deals and games, and the last games in full. */

import { KEYS, Store, archive, isObject, isText, isTime } from "./store.js";

/**
 * @typedef {[number, number]} Pair the reader's first
 * @typedef {import("./store.js").UpdateError} UpdateError
 */

const MOST = 20_000; // entries of one kind
const GAME_KEY = /^[\da-f]{16}$/;

/** @param {any} pair @param {number} least @param {number} most */
function isPair(pair, least, most) {
  return Array.isArray(pair) && pair.length === 2 && pair.every((number) => isInteger(number, least, most));
}

/** @param {any} number @param {number} least @param {number} most */
function isInteger(number, least, most) {
  return Number.isInteger(number) && number >= least && number <= most;
}

/** @param {Record<string, any>} value @param {string[]} names */
function pick(value, names) {
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

// -- deals of the day --------------------------------------------------------------------------

/**
 * @typedef {object} DailyResult the result of a deal, beside those of others in the same seat; in a pair the seat's points come first
 * @property {"elder" | "younger"} seat
 * @property {Pair} mine
 * @property {Pair} thumb
 * @property {Pair} strong
 * @property {number} open the difference with both hands open
 * @property {string} player the strong player @property {string} budget @property {string} engine its version
 *
 * @typedef {{deal: string, result?: DailyResult}} Day the id of the deal, and its result once it is finished
 * @typedef {Record<string, Day>} Days by date
 */

/** @param {any} result */
function isDailyResult(result) {
  return (
    isObject(result) &&
    ["elder", "younger"].includes(result.seat) &&
    [result.mine, result.thumb, result.strong].every((pair) => isPair(pair, 0, 500)) &&
    isInteger(result.open, -500, 500) &&
    [result.player, result.budget, result.engine].every((text) => isText(text, 200))
  );
}

/** @type {Store<{days: Days}>} */
export const dailyStore = new Store(KEYS.days, {
  title: "Deals of the day",
  empty: () => ({ days: {} }),
  validate: ({ days }) => {
    if (!isObject(days)) return "the days are missing";
    const entries = Object.entries(days);
    if (entries.length > MOST) return "it has too many days";
    const isValid = entries.every(
      ([date, day]) => /^\d{4}-\d{2}-\d{2}$/.test(date) && isObject(day) && isText(day.deal, 40) && (day.result === undefined || isDailyResult(day.result)),
    );
    return isValid ? "" : "a day in it cannot be read";
  },
  normalize: ({ days }) => ({
    days: Object.fromEntries(Object.entries(days).map(([date, { deal, result }]) => [date, result ? { deal, result } : { deal }])),
  }),
});

/** Return the stored days, or none if they cannot be read. @returns {Days} */
export function dailyResults() {
  return dailyStore.value.days;
}

/** Add days. The first result of a day stays. @param {Days} more @returns {UpdateError} */
export function addDays(more) {
  return dailyStore.update(({ days }) => {
    for (const [date, day] of Object.entries(more)) if (!days[date]?.result) days[date] = day;
    return { days };
  });
}

// -- finished deals and games ------------------------------------------------------------------

/**
 * @typedef {{rules: string, form: string, opponent: string}} Terms
 * @typedef {Terms & {seat: "elder" | "younger", points: Pair, repique: Pair, pique: Pair, capot: Pair}} FinishedDeal
 * @typedef {Terms & {won: Pair, rubicon: Pair}} FinishedGame a game of several deals
 * @typedef {{deals: Record<string, FinishedDeal>, games: Record<string, FinishedGame>}} FinishedPlay by key
 */

const KINDS = /** @type {const} */ (["deals", "games"]);
const TERMS = ["rules", "form", "opponent"];
const PAIRS = { deals: ["points", "repique", "pique", "capot"], games: ["won", "rubicon"] };

/** @param {any} entry @param {"deals" | "games"} kind */
function isFinished(entry, kind) {
  if (!isObject(entry) || !PAIRS[kind].every((name) => isPair(entry[name], -1000, 1000))) return false;
  if (!TERMS.every((name) => isText(entry[name], 40) && /^[a-z\d-]+$/.test(entry[name]))) return false;
  return kind === "games" || ["elder", "younger"].includes(entry.seat);
}

/** @type {Store<FinishedPlay>} */
export const playedStore = new Store(KEYS.played, {
  title: "Your games",
  empty: () => ({ deals: {}, games: {} }),
  validate: (value) => {
    for (const kind of KINDS) {
      const entries = value[kind];
      if (!isObject(entries)) return `the ${kind} are missing`;
      if (Object.keys(entries).length > MOST) return `it has too many ${kind}`;
      if (!Object.entries(entries).every(([key, entry]) => GAME_KEY.test(key) && isFinished(entry, kind))) return `one of the ${kind} in it cannot be read`;
    }
    return "";
  },
  normalize: (value) => {
    /** @param {"deals" | "games"} kind */
    const normalizeKind = (kind) => {
      const names = [...TERMS, ...(kind === "deals" ? ["seat"] : []), ...PAIRS[kind]];
      return Object.fromEntries(Object.entries(value[kind]).map(([key, entry]) => [key, pick(entry, names)]));
    };
    return /** @type {FinishedPlay} */ ({ deals: normalizeKind("deals"), games: normalizeKind("games") });
  },
});

/** @param {FinishedPlay} played */
export function countFinished({ deals, games }) {
  return Object.keys(deals).length + Object.keys(games).length;
}

/** Add finished deals and games. The first result under a key stays, so nothing counts twice. @param {FinishedPlay} more @returns {UpdateError} */
export function addFinished(more) {
  return playedStore.update((before) => {
    const all = { deals: { ...more.deals, ...before.deals }, games: { ...more.games, ...before.games } };
    return countFinished(all) === countFinished(before) ? null : all;
  });
}

/**
 * Return the reader's lead in each deal against an opponent, the latest first. The earliest `skipped` deals are left out.
 * @param {string} opponent @param {number} skipped
 */
export function marginsAgainst(opponent, skipped = 0) {
  // Later deals are added before earlier ones.
  const deals = Object.values(playedStore.value.deals).filter((deal) => deal.opponent === opponent);
  const margins = deals.map(({ points: [mine, theirs] }) => mine - theirs);
  // A larger number is from statistics that the reader has removed since.
  return skipped <= margins.length ? margins.slice(0, margins.length - skipped) : margins;
}

// -- the last games ----------------------------------------------------------------------------

/**
 * @typedef {{number: number, seat: "elder" | "younger" | "", points: Pair}} RecentDeal the seat is "" for two players at one device
 * @typedef {object} RecentGame a game whose deals can be opened again; a single deal is a game of one deal
 * @property {string} title the players and the form of the game, as the engine words them
 * @property {string} rules the title of the rule set
 * @property {RecentDeal[]} deals the finished ones
 * @property {Pair} totals
 * @property {string} text the saved game at the end of its last finished deal
 * @property {number} at when that deal was finished
 *
 * @typedef {Record<string, RecentGame>} RecentGames by the engine's key of the game
 */

const MOST_GAMES = 20;
const LONGEST = 100_000; // characters of one game
const ROOM = 400_000; // characters of all games
const MOST_DEALS = 200;

/** @param {any} deal */
function isRecentDeal(deal) {
  return isObject(deal) && isInteger(deal.number, 1, Infinity) && ["elder", "younger", ""].includes(deal.seat) && isPair(deal.points, -100_000, 100_000);
}

/** @param {[string, any]} entry */
function isRecentEntry([key, game]) {
  if (!GAME_KEY.test(key) || !isObject(game)) return false;
  const hasTexts = isText(game.title, 200) && isText(game.rules, 200) && isText(game.text, LONGEST) && game.text !== "";
  const hasDeals = Array.isArray(game.deals) && isInteger(game.deals.length, 1, MOST_DEALS) && game.deals.every(isRecentDeal);
  return hasTexts && hasDeals && isPair(game.totals, -100_000, 100_000) && isTime(game.at);
}

/** Return the fault of a list in which every game must be valid, or "". @param {Record<string, any>} value */
export function validateRecent({ games }) {
  if (!isObject(games)) return "the games are missing";
  return Object.entries(games).every(isRecentEntry) ? "" : "a game in it cannot be read";
}

/** Return the latest valid games, up to the limits of number and size. @param {Record<string, any>} games @returns {RecentGames} */
export function latestGames(games) {
  let room = ROOM;
  const latest = Object.entries(games).filter(isRecentEntry).sort(([, a], [, b]) => b.at - a.at).slice(0, MOST_GAMES);
  return Object.fromEntries(
    latest
      .filter(([, { text }]) => (room -= text.length) >= 0)
      .map(([key, game]) => {
        const deals = game.deals.map((/** @type {RecentDeal} */ deal) => pick(deal, ["number", "seat", "points"]));
        return [key, /** @type {RecentGame} */ ({ ...pick(game, ["title", "rules", "totals", "text", "at"]), deals })];
      }),
  );
}

/** The list itself must be valid here. A damaged game in it leaves the others usable. @type {Store<{games: Record<string, any>}>} */
export const recentStore = new Store(KEYS.recent, {
  title: "Games to open again",
  empty: () => ({ games: {} }),
  validate: ({ games }) => (isObject(games) ? "" : "the games are missing"),
});

/** Return the games that can be opened again, the latest first. */
export function recentGames() {
  return latestGames(recentStore.value.games);
}

/** @param {Record<string, any>} games */
function damagedGames(games) {
  return Object.entries(games).filter((entry) => !isRecentEntry(entry));
}

/** Return the number of games in the list that cannot be read. */
export function countDamagedGames() {
  return damagedGames(recentStore.value.games).length;
}

/** Return whether exactly this position is among the last games. @param {string} text */
export function isRecentGame(text) {
  return Object.values(recentGames()).some((game) => game.text === text);
}

/** Add games. Of two with the same key the later one stays. @param {RecentGames} more @returns {UpdateError} */
export function addRecentGames(more) {
  return updateRecent((games) => {
    const newer = Object.entries(more).filter(([key, game]) => !games[key] || (games[key].text !== game.text && games[key].at <= game.at));
    return newer.length ? { ...games, ...Object.fromEntries(newer) } : null;
  });
}

/** @param {string} key @returns {UpdateError} */
export function removeRecentGame(key) {
  return updateRecent(({ [key]: removed, ...others }) => (removed ? others : null));
}

/**
 * Change the list. Damaged games are archived one by one before it is written.
 * @param {(games: RecentGames) => RecentGames | null} change returns null to leave the list as it is
 * @returns {UpdateError}
 */
function updateRecent(change) {
  /** @type {import("./store.js").StorageError} */
  let failed = "";
  const error = recentStore.update(({ games }) => {
    const changed = change(latestGames(games));
    if (!changed) return null;
    for (const [key, game] of damagedGames(games)) failed ||= archive("other", JSON.stringify({ [key]: game }), "A game to open again", "it is not whole");
    return failed ? null : { games: latestGames(changed) };
  });
  return failed || error;
}
