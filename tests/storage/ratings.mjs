// What decisions lost: each deal counts once, files add to one another, damage is set aside, and a switch stops it.
import assert from "node:assert/strict";
import { backup, dice, fresh, KEYS, ratings, results, settings, store } from "./room.mjs";

const RATING = { at: 5, seat: "elder", rules: "hoyle1909", form: "deal", opponent: "thumb", engine: "0.3.0", losses: { "elder-discard": 5.5, call: 0, lead: 1.25 } };
const key = (digit, number = 1) => `${String(digit).repeat(16)}-${number}`;

export const ratingTrials = {
  /** The first rating of a deal stays, in whatever order files and tabs add theirs. */
  rated() {
    const draw = dice(42);
    for (let round = 0; round < 50; round += 1) {
      const [one, two] = [0, 1].map(() =>
        Object.fromEntries(Array.from({ length: draw(6) }, () => [key(draw(5), 1 + draw(3)), { ...RATING, at: draw(9), losses: { lead: draw(90) / 4 } }])),
      );
      fresh();
      assert.equal(ratings.addRatings(one), "");
      const file = backup.fullBackup();
      fresh();
      assert.equal(ratings.addRatings(two), "");
      for (let time = 0; time < 2; time += 1) assert.deepEqual(backup.restoreBackup(backup.parseBackup(file)).failed, []);
      assert.deepEqual(ratings.ratingStore.value.deals, { ...one, ...two });
      const times = ratings.ratingsInOrder().map(({ at }) => at);
      assert.deepEqual(times, [...times].sort((a, b) => a - b));
    }
  },

  /** What cannot be read stays until the next rating, which sets it aside; a file has it too. */
  unreadable() {
    const whole = JSON.stringify({ version: 2, deals: { [key(1)]: RATING } });
    const bad = [
      "nonsense", "[]", '{"version": 2}', '{"version": 2, "deals": []}', whole.replace(key(1), "__proto__"), whole.replace(key(1), "1".repeat(16)),
      whole.replace('"elder"', '"dealer"'), whole.replace("5.5", "-5.5"), whole.replace("5.5", "1e9"), whole.replace("5.5", '"5.5"'), whole.replace("5.5", "null"),
      whole.replace('"call"', '"<b>"'), whole.replace('"at":5', '"at":1e300'), whole.replace('"0.3.0"', "3"),
    ];
    for (const damaged of bad) {
      const here = fresh();
      here.setItem(KEYS.rating, damaged);
      assert.equal(ratings.ratingStore.read().is, "damaged", damaged);
      assert.deepEqual(ratings.ratingsInOrder(), []);
      assert.ok(JSON.parse(backup.fullBackup()).aside.some((aside) => aside.text === damaged));
      assert.equal(here.getItem(KEYS.rating), damaged); // to look changes nothing
      assert.equal(ratings.addRatings({ [key(2)]: RATING }), "");
      assert.deepEqual(store.archivedCopies().map((aside) => aside.text), [damaged]);
      assert.deepEqual(ratings.ratingStore.value, { deals: { [key(2)]: RATING } });
      assert.throws(() => backup.parseBackup(`{"piquet": "kept", "version": 2, "rating": ${damaged.startsWith("{") ? damaged : "[]"}}`), /what your decisions lost/);
    }
    const newer = '{"version": 99, "deals": 5}';
    const later = fresh();
    later.setItem(KEYS.rating, newer);
    assert.equal(ratings.addRatings({ [key(1)]: RATING }), "newer");
    assert.equal(later.getItem(KEYS.rating), newer);
    const little = fresh(200);
    little.setItem(KEYS.rating, "x".repeat(150));
    assert.equal(ratings.addRatings({ [key(1)]: RATING }), "full");
    assert.equal(little.getItem(KEYS.rating), "x".repeat(150)); // there is no room for its copy, so it stays
  },

  /** A measure beside the deals, of a later edition with the same version, survives a new rating. */
  beside() {
    const here = fresh();
    here.setItem(KEYS.rating, JSON.stringify({ version: 2, deals: { [key(1)]: RATING }, problems: { a: 1 } }));
    assert.equal(ratings.addRatings({ [key(2)]: { ...RATING, more: "x" } }), "");
    assert.deepEqual(JSON.parse(here.getItem(KEYS.rating)).problems, { a: 1 });
    assert.deepEqual(ratings.ratingStore.value.deals, { [key(1)]: RATING, [key(2)]: RATING });
    store.clearStorage();
    assert.equal(here.length, 0);
  },

  /** The deals of the last games wait for a rating, but not those of two at one device. */
  unrated() {
    fresh();
    const game = { title: "Against Thumb", rules: "Hoyle", totals: [30, 20], text: "piquet game 1", at: 7 };
    const deal = (number, seat) => ({ number, seat, points: [30, 20] });
    results.addRecentGames({ ["1".repeat(16)]: { ...game, deals: [deal(1, "elder"), deal(3, "younger")] }, ["2".repeat(16)]: { ...game, at: 9, deals: [deal(1, "")] } });
    ratings.addRatings({ [key(1)]: RATING });
    assert.deepEqual(ratings.unratedDeals(), [{ key: key(1, 3), game: "piquet game 1", deal: 3 }]);
    assert.equal(ratings.timeOfPlay(key(1, 3)), 7);
    assert.equal(ratings.isRecording(), true);
    assert.equal(ratings.setRecording(false), "");
    assert.equal(ratings.isRecording(), false);
    settings.saveSettings({ courts: "figures" });
    assert.equal(ratings.isRecording(), false);
    assert.equal(ratings.setRecording(true), "");
    assert.equal(ratings.isRecording(), true);
  },
};
