// Sets of work: of two copies the one with more in it stays, and anything else under the keys is set aside.
import assert from "node:assert/strict";
import { KEYS, backup, fresh, sets, store } from "./room.mjs";

const made = (facts = {}) => ({ set: "1-abc", title: "Homework", count: 2, results: [], names: [], ...facts });
const item = { state: "open", tries: 0, answer: "" };
const given = (facts = {}) => ({ set: "1-abc", title: "Homework", name: "Anna", items: [item, item], ...facts });
const tried = { state: "tried", tries: 2, answer: "SA" };

export const workSetTrials = {
  /** A file adds its sets, with their results, and the work in them. */
  taught() {
    fresh();
    sets.updateTeacherSet("one", () => made({ results: ["1-r"], names: ["Anna"] }));
    sets.updateTeacherSet("two", () => made());
    sets.updatePupilSet("one", () => given({ items: [tried, item] }));
    const file = backup.fullBackup();
    fresh();
    sets.updateTeacherSet("two", () => made({ results: ["1-s"], names: ["Bo"] }));
    sets.updatePupilSet("one", () => given());
    const { saved, failed } = backup.restoreBackup(backup.parseBackup(file));
    assert.ok(saved.includes("2 class sets"));
    assert.ok(saved.includes("your work in one set"));
    assert.deepEqual(failed, []);
    assert.deepEqual(sets.teacherStore.value.sets.one.names, ["Anna"]);
    assert.deepEqual(sets.teacherStore.value.sets.two.names, ["Bo"]);
    assert.deepEqual(sets.pupilStore.value.sets.one.items, [tried, item]);
  },

  /** The unfinished set of a teacher stays beside the finished ones, and removing one leaves the others. */
  drafted() {
    fresh();
    const draft = { title: "Next week", note: "", items: ["lesson\ttutorials/03-worth\t0"] };
    assert.equal(sets.keepDraft(draft), "");
    sets.updateTeacherSet("one", () => made());
    sets.updateTeacherSet("two", () => made());
    sets.removeTeacherSet("one");
    assert.deepEqual(Object.keys(sets.teacherStore.value.sets), ["two"]);
    assert.deepEqual(sets.teacherStore.value.draft, draft);
    sets.keepDraft(null);
    assert.equal(sets.teacherStore.value.draft, null);
  },

  /** The oldest sets go when there are more than fifty. */
  outgrown() {
    fresh();
    for (let number = 0; number < 60; number += 1) sets.updatePupilSet(`${number}`, () => given());
    assert.equal(Object.keys(sets.pupilStore.value.sets).length, 50);
  },

  /** Anything else under a key is damaged, and stays until the next set puts it aside. */
  untaught() {
    const teacher = JSON.stringify({ version: 2, sets: { one: { ...made(), at: 1 } } });
    const pupil = JSON.stringify({ version: 2, sets: { one: { ...given(), at: 1 } } });
    for (const [key, damaged, add] of [
      ...["nonsense", '{"version": 2}', teacher.replace('"results":[]', '"results":{}'), teacher.replace('"count":2', '"count":"2"'), teacher.replace('"at":1', '"at":null')].map((text) => [KEYS.sets, text, () => sets.updateTeacherSet("new", () => made())]),
      ...["nonsense", '{"version": 2}', pupil.replace('"open"', '"shut"'), pupil.replace('"tries":0', '"tries":-1')].map((text) => [KEYS.work, text, () => sets.updatePupilSet("new", () => given())]),
    ]) {
      fresh();
      localStorage.setItem(key, damaged);
      assert.deepEqual(sets.teacherStore.value.sets, {});
      assert.deepEqual(sets.pupilStore.value.sets, {});
      assert.equal(localStorage.getItem(key), damaged);
      assert.equal(add(), "");
      assert.ok(store.archivedCopies().some(({ text }) => text === damaged));
    }
  },
};
