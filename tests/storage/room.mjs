// A storage of our own, which can be full, forbidden, or shared by two tabs, and the modules that keep things in it.
// The folder of the modules is the first argument of the program.

export const DAY = 86_400_000;
export const NOW = Date.UTC(2026, 10, 22, 12);

/** A browser's storage with so much room, in characters of keys and texts. */
export class Room {
  constructor(room = Infinity) {
    this.room = room;
    this.map = new Map();
  }
  get length() {
    return this.map.size;
  }
  key(place) {
    return [...this.map.keys()][place] ?? null;
  }
  getItem(key) {
    return this.map.get(key) ?? null;
  }
  setItem(key, text) {
    const others = [...this.map].reduce((sum, [name, value]) => sum + (name === key ? 0 : name.length + value.length), 0);
    if (others + key.length + text.length > this.room) throw new Error("QuotaExceededError");
    this.map.set(key, text);
  }
  removeItem(key) {
    this.map.delete(key);
  }
}

const folder = process.argv[2];
export const [store, settings, progress, saved, backup, results, ratings, kept, mistakes, path, places, challenges, sets] = await Promise.all(
  ["store", "settings", "progress", "saved-game", "backup", "game-results", "deal-ratings", "rating-store", "mistake-series", "daily-path", "kept-places", "challenges", "work-sets"].map((name) => import(`${folder}/storage/${name}.js`)),
);
export const { KEYS, OLD } = store;
export const { Progress } = progress;
export const { SavedGame } = saved;

export function fresh(room) {
  globalThis.localStorage = new Room(room);
  return globalThis.localStorage;
}

/** Numbers that look random and are the same in every run. */
export function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
