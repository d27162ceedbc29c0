// What is remembered of exercises: merged, shared by tabs, of older and newer versions, damaged.
import assert from "node:assert/strict";
import { backup, DAY, dice, fresh, KEYS, NOW, OLD, progress, Progress, SavedGame, settings, store } from "./room.mjs";

const { mergeProgress, normalizeProgress } = progress;

export const progressTrials = {
  /** Merging is a join: the order does not matter, nothing counts twice, nothing is lost. */
  merging() {
    const roll = dice(1);
    const trace = () => ({ right: roll(4), wrong: roll(4), done: roll(2) === 1, level: roll(4), due: NOW + roll(9) * DAY, at: NOW - roll(3) * DAY });
    const ids = ["a", "b", "__proto__", "constructor", "tap:suit"];
    const state = () => {
      const entries = ids.filter(() => roll(2)).map((id) => [id, trace()]);
      return normalizeProgress({ items: Object.fromEntries(entries), day: ["", "Sun Nov 22 2026", "Mon Nov 23 2026", "rubbish"][roll(4)], reviewed: roll(4) });
    };
    const same = (one, two) => assert.deepEqual({ ...one, items: { ...one.items } }, { ...two, items: { ...two.items } });
    for (let trial = 0; trial < 2000; trial++) {
      const [a, b, c] = [state(), state(), state()];
      same(mergeProgress(a, b), mergeProgress(b, a));
      same(mergeProgress(mergeProgress(a, b), c), mergeProgress(a, mergeProgress(b, c)));
      same(mergeProgress(a, a), a);
      same(mergeProgress(mergeProgress(a, b), b), mergeProgress(a, b));
      for (const [id, one] of Object.entries(a.items)) {
        const both = mergeProgress(a, b).items[id];
        assert.ok(both.right >= one.right && both.wrong >= one.wrong && (both.done || !one.done));
      }
    }
    assert.equal({}.right, undefined);
  },

  /** Whatever tabs do by turns, each answer is counted once, and forgetting holds until the next answer. */
  tabs() {
    for (let seed = 1; seed <= 300; seed++) {
      const roll = dice(seed);
      const room = fresh();
      const tabs = [new Progress(), new Progress(), new Progress()];
      let answers = {};
      // What was answered without room, by which tab, and whether anything was kept by then.
      let waiting = [];
      for (let step = 0; step < 40; step++) {
        const number = roll(3);
        const tab = tabs[number];
        if (roll(20) === 0) {
          tab.forget();
          answers = {};
          // Where nothing was kept, no other tab can see that it was forgotten.
          waiting = waiting.filter((one) => one.number !== number && !one.kept);
        } else if (roll(10) === 0) {
          room.room = room.room === Infinity ? 0 : Infinity;
          if (room.room < Infinity) continue;
          for (const one of tabs) one.read(), one.unsaved.size && one.save();
          for (const { id } of waiting.splice(0)) answers[id] = (answers[id] ?? 0) + 1;
        } else if (room.room === Infinity) {
          const id = `x${roll(6)}`;
          tab.recordAnswer(id, roll(2) === 1, NOW + step);
          answers[id] = (answers[id] ?? 0) + 1;
        } else {
          // One exercise in two tabs at once would count as the same answer: each tab has its own.
          const id = `x${number + 3 * roll(2)}`;
          tab.recordAnswer(id, roll(2) === 1, NOW + step);
          assert.ok(tab.isUnsaved);
          waiting.push({ id, number, kept: room.map.has(KEYS.progress) });
        }
      }
      const items = new Progress().state.items;
      const counts = Object.fromEntries(Object.entries(items).map(([id, one]) => [id, one.right + one.wrong]));
      assert.deepEqual(counts, answers, `seed ${seed}`);
    }
  },

  /** What could not be kept is kept once there is room, unless all was forgotten meanwhile. */
  unsaved() {
    const room = fresh();
    const [one, two] = [new Progress(), new Progress()];
    one.recordAnswer("first", true, NOW);
    two.read();
    room.room = 0;
    two.recordAnswer("second", true, NOW);
    assert.equal(two.storageError, "full");
    assert.match(two.notice, /no room/);
    assert.deepEqual(Object.keys(new Progress().state.items), ["first"]);
    room.room = Infinity;
    one.recordAnswer("third", true, NOW);
    two.recordAnswer("fourth", true, NOW);
    assert.equal(two.notice, "");
    assert.deepEqual(Object.keys(new Progress().state.items).sort(), ["first", "fourth", "second", "third"]);
    room.room = 0;
    two.recordAnswer("fifth", true, NOW);
    room.room = Infinity;
    one.forget();
    two.recordAnswer("sixth", true, NOW);
    assert.deepEqual(Object.keys(new Progress().state.items), ["sixth"]);
  },

  /** A browser that keeps nothing: the page says so and goes on. */
  forbidden() {
    Object.defineProperty(globalThis, "localStorage", { configurable: true, get: () => assert.fail("forbidden") });
    const one = new Progress();
    assert.match(one.notice, /keeps nothing/);
    one.recordAnswer("first", true, NOW);
    one.recordAnswer("second", false, NOW);
    assert.deepEqual(Object.keys(one.state.items), ["first", "second"]);
    const game = new SavedGame();
    assert.equal(game.load(), null);
    assert.equal(game.replace({ text: "piquet game 1", title: "One" }), "forbidden");
    assert.equal(game.save({ text: "piquet game 2", title: "Two" }), "forbidden");
    assert.equal(settings.saveSettings({ courts: "figures" }), "forbidden");
    assert.deepEqual(settings.readSettings(), {});
    Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: null });
    assert.match(new Progress().notice, /keeps nothing/);
  },

  /** Days that no calendar has, and clocks that were wrong, neither break nor hide an exercise. */
  clocks() {
    const trace = { right: 1, wrong: 0, done: true, level: 1, due: 1e300 };
    fresh().setItem(OLD.progress, JSON.stringify({ version: 1, items: { x: trace }, day: "", reviewed: 0 }));
    const one = new Progress();
    assert.deepEqual(one.due(NOW), ["x"]);
    assert.ok(one.nextDue(NOW) <= NOW);
    assert.ok(!Number.isNaN(new Date(one.record("x").due).getTime()));
    one.recordAnswer("x", true, NOW);
    assert.equal(one.record("x").due, NOW + 3 * DAY);
    // Ten years ahead for an hour, then right again: what was answered then comes again at once.
    fresh();
    const two = new Progress();
    two.recordAnswer("y", true, NOW + 3650 * DAY);
    assert.deepEqual(two.due(NOW), ["y"]);
    // 400 days back: nothing is thrown away, no more than eight come, and with the right clock all is as it was.
    fresh();
    const three = new Progress();
    for (let number = 0; number < 12; number++) three.recordAnswer(`z${number}`, true, NOW);
    const before = localStorage.getItem(KEYS.progress);
    assert.equal(three.due(NOW - 400 * DAY).length, 8);
    assert.equal(three.due(NOW).length, 0);
    assert.equal(localStorage.getItem(KEYS.progress), before);
  },

  /** An exercise moves by one pause a day at most, in all tabs, whatever page asks it. */
  paced() {
    fresh();
    const morning = new Date(2026, 10, 23, 9).getTime();
    const [one, two] = [new Progress(), new Progress()];
    const state = () => {
      const { right, level, due, at } = new Progress().record("x");
      return [right, level, due, at];
    };
    for (const tab of [one, two, one]) tab.recordAnswer("x", true, morning);
    assert.deepEqual(state(), [3, 1, morning + DAY, morning]);
    two.recordAnswer("x", true, morning + 14 * 3_600_000); // at eleven in the evening
    assert.deepEqual(state(), [4, 1, morning + DAY, morning]);
    assert.deepEqual(one.countByPause(), [1, 0, 0, 0, 0]);
    const next = morning + DAY;
    for (const tab of [two, one]) tab.recordAnswer("x", true, next);
    assert.deepEqual(state(), [6, 2, next + 3 * DAY, next]);
    // A wrong answer always brings it back tomorrow. Right again on that day, it stays there.
    for (const isRight of [false, true, true]) one.recordAnswer("x", isRight, next + 60_000);
    assert.deepEqual(state(), [8, 0, next + 60_000 + DAY, next + 60_000]);
    one.recordAnswer("x", true, next + 2 * DAY);
    assert.equal(one.record("x").level, 1);
    // Solved after a wrong first try, then right at once: the same day.
    one.recordAnswer("y", false, morning);
    one.markDone("y", morning);
    one.recordAnswer("y", true, morning);
    assert.deepEqual([one.isDone("y"), one.record("y").due], [true, morning + DAY]);
  },

  /** Every key of 0.2.0 is moved, and removed only when its copy is safe. */
  migration() {
    const trace = { right: 2, wrong: 1, done: true, level: 2, due: NOW + 3 * DAY };
    const old = {
      "pq-game": "piquet game 1\nold", "pq-game-title": "Hoyle, deal 2", "pq-game-aside": "piquet game 1\naside",
      "piquet-lessons": JSON.stringify({ version: 1, items: { x: trace }, day: "Sun Nov 22 2026", reviewed: 3 }),
      "piquet-lessons-set-aside-1795000000000": "nonsense", "pq-courts": "figures", "pq-index": "fr", "pq-suits": "four",
    };
    for (const size of [Infinity, Object.entries(old).join("").length + 50]) {
      const room = fresh(size);
      for (const [key, text] of Object.entries(old)) room.setItem(key, text);
      for (let visit = 0; visit < 2; visit++) {
        const seen = new Progress();
        assert.equal(seen.record("x").right, 2);
        assert.equal(seen.state.reviewed, 3);
        const { text, title } = new SavedGame().load();
        assert.deepEqual([text, title], ["piquet game 1\nold", "Hoyle, deal 2"]);
        assert.deepEqual(store.archivedCopies().map(({ text }) => text).sort(), ["nonsense", "piquet game 1\naside"]);
        assert.deepEqual(settings.readSettings(), { courts: "figures", index: "fr", suits: "four" });
        settings.saveSettings({ courts: "figures" });
      }
      const left = Object.keys(old).filter((key) => room.map.has(key));
      if (size === Infinity) assert.deepEqual(left, []);
      for (const one of [OLD.game, OLD.progress]) assert.ok(room.map.has(one) || room.map.has(one === OLD.game ? KEYS.game : KEYS.progress));
    }
    // A page of 0.2.0 that writes later neither wins nor is lost.
    const room = fresh();
    new Progress().recordAnswer("here", true, NOW);
    const game = new SavedGame();
    game.load();
    game.replace({ text: "piquet game 1\nmine", title: "Mine" });
    room.setItem("piquet-lessons", old["piquet-lessons"]);
    room.setItem("pq-game", old["pq-game"]);
    assert.deepEqual(Object.keys(new Progress().state.items).sort(), ["here", "x"]);
    assert.equal(new SavedGame().load().text, "piquet game 1\nmine");
    assert.deepEqual(store.archivedCopies().map(({ text }) => text), [old["pq-game"]]);
    room.setItem("pq-game", "");
    assert.equal(new SavedGame().load().text, "piquet game 1\nmine");
    assert.equal(room.getItem("pq-game"), null);
  },

  /** What a newer edition wrote stays to the letter, whatever this one is asked to do. */
  newer() {
    const room = fresh();
    const text = JSON.stringify({ version: 3, anything: true });
    for (const key of [KEYS.game, KEYS.progress, KEYS.settings]) room.setItem(key, text);
    const one = new Progress();
    one.recordAnswer("x", true, NOW);
    one.merge(normalizeProgress({ items: {}, day: "", reviewed: 0 }));
    assert.match(one.notice, /newer edition/);
    const game = new SavedGame();
    assert.equal(game.load(), null);
    assert.equal(game.replace({ text: "piquet game 1", title: "Mine" }), "newer");
    assert.equal(game.save({ text: "piquet game 1", title: "Mine" }), "newer");
    assert.equal(settings.saveSettings({ suits: "four" }), "newer");
    for (const key of [KEYS.game, KEYS.progress, KEYS.settings]) assert.equal(room.getItem(key), text);
    assert.equal(room.map.size, 3);
    // What is taken in says why it is not kept.
    progress.sharedProgress().read();
    const trace = { right: 1, wrong: 0, done: true, level: 1, due: NOW, at: NOW };
    const { failed } = backup.restoreBackup({ progress: normalizeProgress({ items: { x: trace }, day: "", reviewed: 0 }), settings: { chosen: { suits: "four" } } });
    assert.equal(failed.length, 2);
    for (const one of failed) assert.match(one, /a newer edition/);
    // The file has it all, to the letter.
    const { aside } = backup.parseBackup(backup.fullBackup());
    assert.deepEqual(aside.map((one) => [one.kind, one.text]), ["game", "progress", "settings"].map((kind) => [kind, text]));
    for (const one of aside) assert.match(one.why, /a newer edition/);
    progress.sharedProgress().forget();
  },

  /** A newer edition writes in another tab: an open page keeps what it knows, and writes again once that is forgotten. */
  overtaken() {
    const room = fresh();
    const one = new Progress();
    one.recordAnswer("x", true, NOW);
    const text = JSON.stringify({ version: 3, anything: true });
    room.setItem(KEYS.progress, text);
    one.read();
    assert.match(one.notice, /newer edition/);
    assert.deepEqual(Object.keys(one.state.items), ["x"]);
    one.recordAnswer("y", true, NOW);
    assert.deepEqual(Object.keys(one.state.items), ["x", "y"]);
    assert.equal(room.getItem(KEYS.progress), text);
    store.clearStorage();
    one.recordAnswer("z", true, NOW);
    assert.equal(one.notice, "");
    assert.deepEqual(Object.keys(new Progress().state.items), ["z"]);
  },

  /** What could not be set aside is, once another tab has made room; what was done meanwhile is kept. */
  reopened() {
    const room = fresh(130);
    room.setItem(KEYS.progress, "nonsense".repeat(10));
    const one = new Progress();
    one.recordAnswer("x", true, NOW);
    assert.match(one.notice, /no room to set it aside/);
    room.room = Infinity;
    one.recordAnswer("y", true, NOW);
    assert.match(one.notice, /was set aside/);
    assert.equal(one.isUnsaved, false);
    assert.deepEqual(store.archivedCopies().map((aside) => aside.text), ["nonsense".repeat(10)]);
    assert.deepEqual(Object.keys(new Progress().state.items), ["x", "y"]);
  },

  /** What cannot be read is copied before it goes; without room for the copy it stays. */
  damaged() {
    for (const text of ["nonsense", "[]", "null", '{"version": 2}', '{"version": 2, "items": {"x": {}}, "day": "", "reviewed": 0}']) {
      for (const size of [Infinity, 2 * text.length + 80]) {
        const room = fresh(size);
        for (const key of [KEYS.game, KEYS.progress]) room.setItem(key, text);
        const one = new Progress();
        one.recordAnswer("x", true, NOW);
        const game = new SavedGame();
        assert.equal(game.load(), null);
        game.replace({ text: "piquet game 1", title: "Mine" });
        game.save({ text: "piquet game 1\nnext", title: "Mine" });
        if (size !== Infinity) {
          progress.sharedProgress().read();
          const inFile = backup.parseBackup(backup.fullBackup()).aside.map((aside) => [aside.kind, aside.text]);
          assert.deepEqual(inFile, [["game", text], ["progress", text]]);
        }
        const kinds = store.archivedCopies().map((aside) => [aside.kind, aside.text]).sort();
        if (size === Infinity) assert.deepEqual(kinds, [["game", text], ["progress", text]]);
        else for (const key of [KEYS.game, KEYS.progress]) assert.equal(room.getItem(key), text);
        assert.match(one.notice, size === Infinity ? /was set aside/ : /no room to set it aside/);
      }
    }
  },
};
