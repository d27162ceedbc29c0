// Challenges: progress survives in a file, a game that another tab has finished stays, and anything else under the key
// is set aside.
import assert from "node:assert/strict";
import { KEYS, backup, challenges, fresh, store } from "./room.mjs";

const ID = "hoyle1909 deal thumb elder 2 friends";
const terms = { rules: "hoyle1909", form: "deal", seat: "elder", seed: "32-XY8BPT54XW5N-D", opponent: "thumb" };
const challenge = (facts = {}) => ({
  challenge: "", title: "Two deals", words: "Two deals.", name: "Anna", names: [], seed: "friends", games: [terms, { ...terms, seat: "younger" }],
  done: [], current: "", joined: false, at: 1, ...facts,
});

export const challengeTrials = {
  /** A file adds its challenges, and of two copies the one with more finished games stays. */
  challenged() {
    fresh();
    challenges.updateChallenge(ID, () => challenge({ done: ["piquet game 1"] }));
    challenges.updateChallenge("other", () => challenge({ joined: true, done: ["one", "two"], names: ["Anna"] }));
    const file = backup.fullBackup();
    fresh();
    challenges.updateChallenge("other", () => challenge());
    const { saved, failed } = backup.restoreBackup(backup.parseBackup(file));
    assert.ok(saved.includes("2 challenges"));
    assert.deepEqual(failed, []);
    assert.deepEqual(challenges.keptChallenges()[ID].done, ["piquet game 1"]);
    assert.equal(challenges.keptChallenges().other.joined, true);
    challenges.removeChallenge("other");
    assert.deepEqual(Object.keys(challenges.keptChallenges()), [ID]);
  },

  /** Unfinished challenges outlast finished ones. */
  crowded() {
    fresh();
    challenges.updateChallenge(ID, () => challenge());
    for (let number = 0; number < 40; number += 1) challenges.updateChallenge(`${number}`, () => challenge({ joined: true }));
    const kept = Object.keys(challenges.keptChallenges());
    assert.equal(kept.length, 30);
    assert.ok(kept.includes(ID));
  },

  /** Anything else under the key is damaged, and stays until the next challenge sets it aside. */
  unchallenged() {
    const whole = JSON.stringify({ version: 2, challenges: { [ID]: challenge() } });
    for (const damaged of ["nonsense", '{"version": 2}', whole.replace('"done":[]', '"done":{}'), whole.replace('"done":[]', '"done":["1","2","3"]'), whole.replace('"joined":false', '"joined":1'), whole.replace('"seat":"elder"', '"seat":7')]) {
      fresh();
      localStorage.setItem(KEYS.challenges, damaged);
      assert.deepEqual(challenges.keptChallenges(), {});
      assert.equal(localStorage.getItem(KEYS.challenges), damaged);
      assert.equal(challenges.updateChallenge(ID, () => challenge()), "");
      assert.ok(store.archivedCopies().some(({ text }) => text === damaged));
    }
  },
};
