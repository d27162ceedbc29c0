// @ts-check
/**
 * Everything that is stored, in one file, to take to another device. Loading a file adds to the stored values:
 * progress is merged, a game is saved if there is none and archived otherwise, and nothing is replaced.
 */

import { addDays, addFinished, addRecentGames, countFinished, dailyResults, dailyStore, latestGames, playedStore, recentGames, recentStore, validateRecent } from "./game-results.js";
import { mergeRatings } from "./deal-ratings.js";
import { addChallenges, challengesStore, keptChallenges } from "./challenges.js";
import { addPlaces, keptPlaces, placesStore } from "./kept-places.js";
import { normalizeProgress, oldProgressStore, progressStore, sharedProgress, validateProgress } from "./progress.js";
import { describeRatings, hasRatings, ratingStore } from "./rating-store.js";
import { SavedGame, validateGame } from "./saved-game.js";
import { readSettings, saveSettings, settingsStore } from "./settings.js";
import { addPupilSets, addTeacherSets, pupilStore, teacherStore } from "./work-sets.js";
import { KEYS, REASONS, VERSION, archive, archivedCopies, countOf, isObject, parseStored, readText, validateCopy } from "./store.js";

export const FILE = "piquet.json";
/** The longest file that is read, in characters. It is more than a browser stores for a site. */
export const LONGEST = 6_000_000;
const MOST_COPIES = 500;
const GAME_HEAD = "piquet game ";

/**
 * @typedef {import("./progress.js").State} State
 * @typedef {import("./store.js").ArchivedCopy} ArchivedCopy
 * @typedef {{text: string, title: string}} Game
 * @typedef {object} Backup the content of a file
 * @property {State} [progress]
 * @property {{days: import("./game-results.js").Days}} [days]
 * @property {import("./game-results.js").FinishedPlay} [played]
 * @property {{games: import("./game-results.js").RecentGames}} [recent]
 * @property {import("./rating-store.js").Kept} [rating]
 * @property {{places: import("./kept-places.js").Places}} [places]
 * @property {{challenges: import("./challenges.js").Challenges}} [challenges]
 * @property {import("./work-sets.js").TeacherSets} [sets]
 * @property {import("./work-sets.js").PupilSets} [work]
 * @property {Game} [game]
 * @property {ArchivedCopy[]} [aside]
 * @property {{chosen: import("./settings.js").Settings}} [settings]
 */

/** @param {Backup} backup */
function serialize(backup) {
  return JSON.stringify({ piquet: "kept", version: VERSION, ...backup });
}

/** Return the stored texts that cannot be used: damaged ones, and those of a newer version of the site. @returns {ArchivedCopy[]} */
function unreadableTexts() {
  const stores = [progressStore, oldProgressStore, dailyStore, playedStore, ratingStore, placesStore, challengesStore, teacherStore, pupilStore, settingsStore];
  return [
    { kind: /** @type {const} */ ("game"), key: KEYS.game, stored: new SavedGame().read() },
    ...stores.map((store) => ({ kind: store.kind, key: store.key, stored: store.read() })),
    { kind: recentStore.kind, key: KEYS.recent, stored: parseStored(readText(KEYS.recent), validateRecent) },
  ].flatMap(({ kind, key, stored }) => {
    if (stored.is === "none" || stored.is === "here") return [];
    const why = stored.is === "newer" ? "a newer edition of this site saved it" : stored.why;
    return [{ kind, key, text: stored.text, title: "", why, at: Date.now() }];
  });
}

/** Return whether a store has any set. @param {{value: {sets: object}}} store */
function hasSets(store) {
  return Object.keys(store.value.sets).length > 0;
}

/** Return a file of everything that is stored, and of the progress that this page could not save. */
export function fullBackup() {
  const { day, reviewed, items } = sharedProgress().state;
  const [days, played, games, game] = [dailyResults(), playedStore.value, recentGames(), new SavedGame().read()];
  const rating = ratingStore.value;
  const [places, challenges] = [keptPlaces(), keptChallenges()];
  return serialize({
    progress: /** @type {State} */ ({ day, reviewed, items }),
    ...(Object.keys(days).length ? { days: { days } } : {}),
    ...(countFinished(played) ? { played } : {}),
    ...(Object.keys(games).length ? { recent: { games } } : {}),
    ...(hasRatings(rating) ? { rating } : {}),
    ...(Object.keys(places).length ? { places: { places } } : {}),
    ...(Object.keys(challenges).length ? { challenges: { challenges } } : {}),
    ...(hasSets(teacherStore) ? { sets: { sets: teacherStore.value.sets } } : {}),
    ...(hasSets(pupilStore) ? { work: pupilStore.value } : {}),
    ...(game.is === "here" ? { game: { text: game.value.text, title: game.value.title } } : {}),
    aside: /** @type {ArchivedCopy[]} */ ([...archivedCopies(), ...unreadableTexts()].map(({ kind, text, title, why, at }) => ({ kind, text, title, why, at }))),
    settings: { chosen: readSettings() },
  });
}

/** @param {Game} game */
export function gameFile({ text, title }) {
  return serialize({ game: { text, title } });
}

/** @param {State} state */
export function progressFile({ day, reviewed, items }) {
  return serialize({ progress: /** @type {State} */ ({ day, reviewed, items }) });
}

/**
 * The parts of a file: a name for messages, the message for another type, and how to validate and normalise a part.
 * @type {{[K in keyof Backup]-?: [name: string, otherType: string, validate: (part: any) => string, normalize: (part: any) => Backup[K]]}}
 */
const PARTS = {
  progress: ["the progress", "it cannot be read", validateProgress, normalizeProgress],
  days: ["the deals of the day", "they cannot be read", dailyStore.validate, dailyStore.normalize],
  played: ["how the games came out", "it cannot be read", playedStore.validate, playedStore.normalize],
  recent: ["the games to open again", "they cannot be read", validateRecent, ({ games }) => ({ games: latestGames(games) })],
  rating: ["what your decisions lost", "it cannot be read", ratingStore.validate, ratingStore.normalize],
  places: ["the kept places", "they cannot be read", placesStore.validate, ({ places }) => ({ places })],
  challenges: ["the challenges", "they cannot be read", challengesStore.validate, ({ challenges }) => ({ challenges })],
  sets: ["the sets for a class", "they cannot be read", teacherStore.validate, ({ sets }) => ({ sets })],
  work: ["the work from a teacher", "it cannot be read", pupilStore.validate, ({ sets }) => ({ sets })],
  game: ["the game", "it cannot be read", validateGame, ({ text, title }) => ({ text, title })],
  aside: ["what was set aside", "it cannot be read", validateCopies, (copies) => copies],
  settings: ["the settings", "they cannot be read", settingsStore.validate, settingsStore.normalize],
};

/** @param {unknown} copies */
function validateCopies(copies) {
  const isValid = Array.isArray(copies) && copies.length <= MOST_COPIES && copies.every((copy) => isObject(copy) && !validateCopy(copy));
  return isValid ? "" : "it cannot be read";
}

/** Validate and normalise one part. @param {keyof Backup} name @param {any} part @throws {Error} with the fault */
function readPart(name, part) {
  const [words, otherType, validate, normalize] = PARTS[name];
  const fault = isObject(part) || name === "aside" ? validate(part) : otherType;
  if (fault) throw new Error(`${words}: ${fault}`);
  return { [name]: normalize(part) };
}

/** Read a file of this version or of 0.2.0. @param {string} text @returns {Backup} @throws {Error} with the fault, as text for the reader */
export function parseBackup(text) {
  if (text.length > LONGEST) throw new Error("it is larger than anything that this site saves");
  if (text.startsWith(GAME_HEAD)) return readPart("game", { text, title: "" });
  const stored = /** @type {import("./store.js").Stored<Record<string, any>>} */ (parseStored(text, () => ""));
  if (stored.is === "newer") throw new Error("it was saved by a newer edition of this site");
  if (stored.is !== "here") throw new Error("it is not a file that this site has saved");
  const { value } = stored;
  if (value.piquet === "kept") {
    const names = /** @type {(keyof Backup)[]} */ (Object.keys(PARTS)).filter((name) => value[name] !== undefined);
    return Object.assign({}, ...names.map((name) => readPart(name, value[name])));
  }
  if (!Object.hasOwn(value, "items")) throw new Error("it is not a file that this site has saved");
  return readPart("progress", value);
}

/**
 * Add the content of a file to the stored values.
 * @param {Backup} backup
 * @returns {{saved: string[], failed: string[]}} descriptions of what is stored now, and of the rest with the reasons
 */
export function restoreBackup({ progress, days, played, recent, rating, places, challenges, sets, work, game, aside = [], settings }) {
  /** @type {string[]} */
  const saved = [];
  /** @type {string[]} */
  const failed = [];
  /** @param {keyof typeof REASONS | ""} error @param {string} words */
  const report = (error, words) => (error ? failed.push(`${words} (${REASONS[error]})`) : saved.push(words));
  if (progress) report(sharedProgress().merge(progress), `your progress in ${countOf(Object.keys(progress.items).length, "exercise")}`);
  const dayCount = Object.keys(days?.days ?? {}).length;
  if (days && dayCount) report(addDays(days.days), `your deals of ${countOf(dayCount, "day")}`);
  if (played) report(addFinished(played), `how ${countOf(Object.keys(played.deals).length, "deal")} of yours came out`);
  const gameCount = Object.keys(recent?.games ?? {}).length;
  if (recent && gameCount) report(addRecentGames(recent.games), `${countOf(gameCount, "game")} to open again`);
  if (rating && hasRatings(rating)) report(mergeRatings(rating), describeRatings(rating).join(" and "));
  const placeCount = Object.keys(places?.places ?? {}).length;
  if (places && placeCount) report(addPlaces(places.places), countOf(placeCount, "kept place"));
  const challengeCount = Object.keys(challenges?.challenges ?? {}).length;
  if (challenges && challengeCount) report(addChallenges(challenges.challenges), countOf(challengeCount, "challenge"));
  const setCount = Object.keys(sets?.sets ?? {}).length;
  if (sets && setCount) report(addTeacherSets(sets), countOf(setCount, "class set"));
  const workCount = Object.keys(work?.sets ?? {}).length;
  if (work && workCount) report(addPupilSets(work), `your work in ${countOf(workCount, "set")}`);
  if (game) {
    const savedGame = new SavedGame();
    const present = savedGame.load();
    if (present?.text === game.text) saved.push("the game, which was here already");
    else if (present || savedGame.status === "newer") report(archive("game", game.text, game.title), "a game, set aside beside the one that is kept here");
    else report(/** @type {keyof typeof REASONS | ""} */ (savedGame.replace(game)), "a game");
  }
  if (aside.length) {
    const errors = aside.map(({ kind, text, title, why, at }) => archive(kind, text, title, why, at));
    const refused = errors.filter((error) => error);
    if (aside.length > refused.length) report("", `${countOf(aside.length - refused.length, "thing")} that had been set aside`);
    if (refused.length) report(refused[0], `${countOf(refused.length, "thing")} that had been set aside`);
  }
  if (settings && Object.keys(settings.chosen).length) report(saveSettings(settings.chosen), "how you like the cards");
  return { saved, failed };
}
