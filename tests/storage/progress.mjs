// What is remembered of exercises: merged, shared by tabs, of older and newer versions, damaged.
import assert from "node:assert/strict";
import { bundle, DAY, dice, fresh, kept, KeptGame, KEYS, memory, Memory, merge, NOW, OLD, storage, tidy } from "./room.mjs";

export const progress = {
  /** Merging is a join: the order does not matter, nothing counts twice, nothing is lost. */
  merging() {
    const roll = dice(1);
    const trace = () => ({ right: roll(4), wrong: roll(4), done: roll(2) === 1, level: roll(4), due: NOW + roll(9) * DAY, at: NOW - roll(3) * DAY });
    const ids = ["a", "b", "__proto__", "constructor", "tap:suit"];
    const state = () => {
      const entries = ids.filter(() => roll(2)).map((id) => [id, trace()]);
      return tidy({ items: Object.fromEntries(entries), day: ["", "Sun Nov 22 2026", "Mon Nov 23 2026", "rubbish"][roll(4)], reviewed: roll(4) });
    };
    const same = (one, two) => assert.deepEqual({ ...one, items: { ...one.items } }, { ...two, items: { ...two.items } });
    for (let trial = 0; trial < 2000; trial++) {
      const [a, b, c] = [state(), state(), state()];
      same(merge(a, b), merge(b, a));
      same(merge(merge(a, b), c), merge(a, merge(b, c)));
      same(merge(a, a), a);
      same(merge(merge(a, b), b), merge(a, b));
      for (const [id, one] of Object.entries(a.items)) {
        const both = merge(a, b).items[id];
        assert.ok(both.right >= one.right && both.wrong >= one.wrong && (both.done || !one.done));
      }
    }
    assert.equal({}.right, undefined);
  },

  /** Whatever tabs do by turns, each answer is counted once, and forgetting holds until the next answer. */
  tabs() {
    for (let seed = 1; seed <= 300; seed++) {
      const roll = dice(seed);
      const store = fresh();
      const tabs = [new Memory(), new Memory(), new Memory()];
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
          store.room = store.room === Infinity ? 0 : Infinity;
          if (store.room < Infinity) continue;
          for (const one of tabs) one.read(), one.unsaved.size && one.save();
          for (const { id } of waiting.splice(0)) answers[id] = (answers[id] ?? 0) + 1;
        } else if (store.room === Infinity) {
          const id = `x${roll(6)}`;
          tab.note(id, roll(2) === 1, NOW + step);
          answers[id] = (answers[id] ?? 0) + 1;
        } else {
          // One exercise in two tabs at once would count as the same answer: each tab has its own.
          const id = `x${number + 3 * roll(2)}`;
          tab.note(id, roll(2) === 1, NOW + step);
          assert.ok(tab.isPassing);
          waiting.push({ id, number, kept: store.map.has(KEYS.progress) });
        }
      }
      const items = new Memory().state.items;
      const counts = Object.fromEntries(Object.entries(items).map(([id, one]) => [id, one.right + one.wrong]));
      assert.deepEqual(counts, answers, `seed ${seed}`);
    }
  },

  /** What could not be kept is kept once there is room, unless all was forgotten meanwhile. */
  unsaved() {
    const store = fresh();
    const [one, two] = [new Memory(), new Memory()];
    one.note("first", true, NOW);
    two.read();
    store.room = 0;
    two.note("second", true, NOW);
    assert.equal(two.trouble, "full");
    assert.match(two.notice, /no room/);
    assert.deepEqual(Object.keys(new Memory().state.items), ["first"]);
    store.room = Infinity;
    one.note("third", true, NOW);
    two.note("fourth", true, NOW);
    assert.equal(two.notice, "");
    assert.deepEqual(Object.keys(new Memory().state.items).sort(), ["first", "fourth", "second", "third"]);
    store.room = 0;
    two.note("fifth", true, NOW);
    store.room = Infinity;
    one.forget();
    two.note("sixth", true, NOW);
    assert.deepEqual(Object.keys(new Memory().state.items), ["sixth"]);
  },

  /** A browser that keeps nothing: the page says so and goes on. */
  forbidden() {
    Object.defineProperty(globalThis, "localStorage", { configurable: true, get: () => assert.fail("forbidden") });
    const one = new Memory();
    assert.match(one.notice, /keeps nothing/);
    one.note("first", true, NOW);
    one.note("second", false, NOW);
    assert.deepEqual(Object.keys(one.state.items), ["first", "second"]);
    const game = new KeptGame();
    assert.equal(game.offer(), null);
    assert.equal(game.begin("piquet game 1", "One"), "forbidden");
    assert.equal(game.keep("piquet game 2", "Two"), "forbidden");
    assert.equal(storage.choose({ courts: "figures" }), "forbidden");
    assert.deepEqual(storage.settings(), {});
    Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: null });
    assert.match(new Memory().notice, /keeps nothing/);
  },

  /** Days that no calendar has, and clocks that were wrong, neither break nor hide an exercise. */
  clocks() {
    const trace = { right: 1, wrong: 0, done: true, level: 1, due: 1e300 };
    fresh().setItem(OLD.progress, JSON.stringify({ version: 1, items: { x: trace }, day: "", reviewed: 0 }));
    const one = new Memory();
    assert.deepEqual(one.due(NOW), ["x"]);
    assert.ok(one.nextDue(NOW) <= NOW);
    assert.ok(!Number.isNaN(new Date(one.of("x").due).getTime()));
    one.note("x", true, NOW);
    assert.equal(one.of("x").due, NOW + 3 * DAY);
    // Ten years ahead for an hour, then right again: what was answered then comes again at once.
    fresh();
    const two = new Memory();
    two.note("y", true, NOW + 3650 * DAY);
    assert.deepEqual(two.due(NOW), ["y"]);
    // 400 days back: nothing is thrown away, no more than eight come, and with the right clock all is as it was.
    fresh();
    const three = new Memory();
    for (let number = 0; number < 12; number++) three.note(`z${number}`, true, NOW);
    const before = localStorage.getItem(KEYS.progress);
    assert.equal(three.due(NOW - 400 * DAY).length, 8);
    assert.equal(three.due(NOW).length, 0);
    assert.equal(localStorage.getItem(KEYS.progress), before);
  },

  /** Every key of 0.2.0 is moved, and removed only when its copy is safe. */
  migration() {
    const trace = { right: 2, wrong: 1, done: true, level: 2, due: NOW + 3 * DAY };
    const old = {
      "pq-game": "piquet game 1\nold", "pq-game-title": "Hoyle, deal 2", "pq-game-aside": "piquet game 1\naside",
      "piquet-lessons": JSON.stringify({ version: 1, items: { x: trace }, day: "Sun Nov 22 2026", reviewed: 3 }),
      "piquet-lessons-set-aside-1795000000000": "nonsense", "pq-courts": "figures", "pq-index": "fr", "pq-suits": "four",
    };
    for (const room of [Infinity, Object.entries(old).join("").length + 50]) {
      const store = fresh(room);
      for (const [key, text] of Object.entries(old)) store.setItem(key, text);
      for (let visit = 0; visit < 2; visit++) {
        const seen = new Memory();
        assert.equal(seen.of("x").right, 2);
        assert.equal(seen.state.reviewed, 3);
        const { text, title } = new KeptGame().offer();
        assert.deepEqual([text, title], ["piquet game 1\nold", "Hoyle, deal 2"]);
        assert.deepEqual(storage.asides().map(({ text }) => text).sort(), ["nonsense", "piquet game 1\naside"]);
        assert.deepEqual(storage.settings(), { courts: "figures", index: "fr", suits: "four" });
        storage.choose({ courts: "figures" });
      }
      const left = Object.keys(old).filter((key) => store.map.has(key));
      if (room === Infinity) assert.deepEqual(left, []);
      for (const one of [OLD.game, OLD.progress]) assert.ok(store.map.has(one) || store.map.has(one === OLD.game ? KEYS.game : KEYS.progress));
    }
    // A page of 0.2.0 that writes later neither wins nor is lost.
    const store = fresh();
    new Memory().note("here", true, NOW);
    const game = new KeptGame();
    game.offer();
    game.begin("piquet game 1\nmine", "Mine");
    store.setItem("piquet-lessons", old["piquet-lessons"]);
    store.setItem("pq-game", old["pq-game"]);
    assert.deepEqual(Object.keys(new Memory().state.items).sort(), ["here", "x"]);
    assert.equal(new KeptGame().offer().text, "piquet game 1\nmine");
    assert.deepEqual(storage.asides().map(({ text }) => text), [old["pq-game"]]);
    store.setItem("pq-game", "");
    assert.equal(new KeptGame().offer().text, "piquet game 1\nmine");
    assert.equal(store.getItem("pq-game"), null);
  },

  /** What a newer edition wrote stays to the letter, whatever this one is asked to do. */
  newer() {
    const store = fresh();
    const text = JSON.stringify({ version: 3, anything: true });
    for (const key of [KEYS.game, KEYS.progress, KEYS.settings]) store.setItem(key, text);
    const one = new Memory();
    one.note("x", true, NOW);
    one.add(tidy({ items: {}, day: "", reviewed: 0 }));
    assert.match(one.notice, /newer edition/);
    const game = new KeptGame();
    assert.equal(game.offer(), null);
    assert.equal(game.begin("piquet game 1", "Mine"), "newer");
    assert.equal(game.keep("piquet game 1", "Mine"), "newer");
    assert.equal(storage.choose({ suits: "four" }), "newer");
    for (const key of [KEYS.game, KEYS.progress, KEYS.settings]) assert.equal(store.getItem(key), text);
    assert.equal(store.map.size, 3);
    // What is taken in says why it is not kept.
    memory.memory().read();
    const trace = { right: 1, wrong: 0, done: true, level: 1, due: NOW, at: NOW };
    const { failed } = bundle.takeIn({ progress: tidy({ items: { x: trace }, day: "", reviewed: 0 }), chosen: { suits: "four" } });
    assert.equal(failed.length, 2);
    for (const one of failed) assert.match(one, /a newer edition/);
    // The file has it all, to the letter.
    const { aside } = bundle.open(bundle.everything());
    assert.deepEqual(aside.map((one) => [one.kind, one.text]), ["game", "progress", "settings"].map((kind) => [kind, text]));
    for (const one of aside) assert.match(one.why, /a newer edition/);
    memory.memory().forget();
  },

  /** A newer edition writes in another tab: an open page keeps what it knows, and writes again once that is forgotten. */
  overtaken() {
    const store = fresh();
    const one = new Memory();
    one.note("x", true, NOW);
    const text = JSON.stringify({ version: 3, anything: true });
    store.setItem(KEYS.progress, text);
    one.read();
    assert.match(one.notice, /newer edition/);
    assert.deepEqual(Object.keys(one.state.items), ["x"]);
    one.note("y", true, NOW);
    assert.deepEqual(Object.keys(one.state.items), ["x", "y"]);
    assert.equal(store.getItem(KEYS.progress), text);
    storage.forgetAll();
    one.note("z", true, NOW);
    assert.equal(one.notice, "");
    assert.deepEqual(Object.keys(new Memory().state.items), ["z"]);
  },

  /** What could not be set aside is, once another tab has made room; what was done meanwhile is kept. */
  reopened() {
    const store = fresh(130);
    store.setItem(KEYS.progress, "nonsense".repeat(10));
    const one = new Memory();
    one.note("x", true, NOW);
    assert.match(one.notice, /no room to set it aside/);
    store.room = Infinity;
    one.note("y", true, NOW);
    assert.match(one.notice, /was set aside/);
    assert.equal(one.isPassing, false);
    assert.deepEqual(storage.asides().map((aside) => aside.text), ["nonsense".repeat(10)]);
    assert.deepEqual(Object.keys(new Memory().state.items), ["x", "y"]);
  },

  /** What cannot be read is copied before it goes; without room for the copy it stays. */
  damaged() {
    for (const text of ["nonsense", "[]", "null", '{"version": 2}', '{"version": 2, "items": {"x": {}}, "day": "", "reviewed": 0}']) {
      for (const room of [Infinity, 2 * text.length + 80]) {
        const store = fresh(room);
        for (const key of [KEYS.game, KEYS.progress]) store.setItem(key, text);
        const one = new Memory();
        one.note("x", true, NOW);
        const game = new KeptGame();
        assert.equal(game.offer(), null);
        game.begin("piquet game 1", "Mine");
        game.keep("piquet game 1\nnext", "Mine");
        if (room !== Infinity) {
          memory.memory().read();
          const inFile = bundle.open(bundle.everything()).aside.map((aside) => [aside.kind, aside.text]);
          assert.deepEqual(inFile, [["game", text], ["progress", text]]);
        }
        const kinds = storage.asides().map((aside) => [aside.kind, aside.text]).sort();
        if (room === Infinity) assert.deepEqual(kinds, [["game", text], ["progress", text]]);
        else for (const key of [KEYS.game, KEYS.progress]) assert.equal(store.getItem(key), text);
        assert.match(one.notice, room === Infinity ? /was set aside/ : /no room to set it aside/);
      }
    }
  },
};
