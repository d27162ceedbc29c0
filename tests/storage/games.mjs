// The kept game and the days, a storage that is full, and files of everything, hostile ones too.
import assert from "node:assert/strict";
import { bundle, daily, fresh, kept, KeptGame, KEYS, memory, Memory, NOW, recent, storage, tally } from "./room.mjs";

const RECENT = { title: "Against Thumb", rules: "Hoyle", deals: [{ number: 1, seat: "elder", points: [30, 20] }], totals: [30, 20], text: "piquet game 1", at: 5 };

export const games = {
  /** Two tabs on a game: the one behind writes nothing; what gives way is set aside. */
  games() {
    fresh();
    const [one, two] = [new KeptGame(), new KeptGame()];
    one.offer();
    assert.equal(one.begin("game\n1", "A"), "");
    const kept = two.offer();
    assert.equal(two.keep(kept.text, kept.title), "");
    assert.equal(two.keep("game\n2", "A"), "");
    assert.equal(one.look(), "behind");
    assert.equal(one.keep("game\n1b", "A"), "behind");
    assert.equal(new KeptGame().offer().text, "game\n2");
    assert.equal(one.keep("game\n2", "A"), ""); // the same move in both is no difference
    assert.equal(one.keep("game\n3", "A"), "");
    assert.equal(two.begin("other\n1", "B"), "");
    assert.deepEqual(storage.asides().map(({ text }) => text), ["game\n3"]);
    assert.equal(one.look(), "other");
    assert.equal(one.keep("game\n4", "A"), "other");
    assert.equal(one.begin("game\n4", "A"), ""); // the other is set aside, not lost
    assert.deepEqual(storage.asides().map(({ text }) => text).sort(), ["game\n3", "other\n1"]);
    storage.forgetAll();
    assert.equal(one.look(), "gone");
    assert.equal(one.keep("game\n5", "A"), "gone");
    assert.equal(localStorage.length, 0);
    assert.equal(one.begin("game\n5", "A"), "");
    assert.equal(one.setAside(), "");
    assert.equal(one.offer(), null);
    assert.deepEqual(storage.asides().map(({ text }) => text), ["game\n5"]);
    // One that is over says how it came out, until a decision of it is taken back.
    one.begin("game\n6", "A");
    one.keep("game\n7", "A", "Your last deal: you 7.");
    assert.equal(new KeptGame().offer().over, "Your last deal: you 7.");
    one.keep("game\n6", "A");
    assert.equal(new KeptGame().offer().over, undefined);
    storage.forgetAll();
  },

  /** A game that another replaces is set aside, unless it is over and can be opened again. */
  replaced() {
    const store = fresh();
    const game = new KeptGame();
    game.offer();
    assert.equal(game.begin("partie", "Deal 5", "", "deal 5, 51–129"), "");
    assert.equal(kept.waitingGame().stands, "deal 5, 51–129");
    assert.equal(kept.goOnWords(kept.waitingGame()), "Go on: deal 5, 51–129");
    game.offer(); // the page has shown it
    assert.equal(game.begin("today", "Today"), "");
    assert.deepEqual(storage.asides().map(({ kind, text, title }) => [kind, text, title]), [["game", "partie", "Deal 5"]]);
    // A game of 0.3.0 says less of itself.
    assert.equal(kept.goOnWords(kept.waitingGame()), "Go on with your game");
    // One that is over is not among the last games: it is set aside too.
    game.keep("today, over", "Today", "Your last deal: you 7.");
    assert.equal(kept.waitingGame(), null);
    game.begin("third", "Third");
    assert.deepEqual(storage.asides().map(({ text }) => text).sort(), ["partie", "today, over"]);
    game.keep("third, over", "Third", "Your last deal: you 8.");
    recent.addRecent({ ["1".repeat(16)]: { ...RECENT, text: "third, over" } });
    game.begin("fourth", "Fourth");
    assert.deepEqual(storage.asides().map(({ text }) => text).sort(), ["partie", "today, over"]);
    // Without room for the copy no other game may begin, and what is kept stays.
    assert.equal(game.isStuck, false);
    store.room = 0;
    assert.equal(game.isStuck, true);
    assert.equal(game.begin("fifth", "Fifth"), "full");
    assert.equal(game.keep("fifth, a move", "Fifth"), "other");
    assert.equal(new KeptGame().found().value.text, "fourth");
    assert.equal(new KeptGame().found().value.title, "Fourth");
    // A copy that exists already needs no room.
    store.room = Infinity;
    storage.setAside("game", "fourth", "Fourth");
    store.room = 0;
    assert.equal(game.isStuck, false);
    store.room = Infinity;
    storage.forgetAll();
  },

  /** The last games: twenty at most, of one key the later, each whole or set aside, and carried along in a file. */
  recent() {
    const store = fresh();
    const key = (/** @type {number} */ number) => number.toString(16).padStart(16, "0");
    const texts = () => Object.values(recent.recentGames()).map(({ text }) => text);
    for (let number = 0; number < 30; number++) assert.equal(recent.addRecent({ [key(number)]: { ...RECENT, text: `game ${number}`, at: number } }), "");
    assert.deepEqual(texts(), Array.from({ length: 20 }, (_, place) => `game ${29 - place}`));
    // The next deal of a game takes the place of the one before, in time too; the same text changes nothing.
    assert.equal(recent.addRecent({ [key(12)]: { ...RECENT, text: "game 12, deal 2", at: 50 } }), "");
    assert.equal(recent.addRecent({ [key(13)]: { ...RECENT, text: "game 13", at: 60 } }), "");
    assert.equal(recent.addRecent({ [key(14)]: { ...RECENT, text: "an older game 14", at: 1 } }), "");
    assert.deepEqual(texts().slice(0, 2), ["game 12, deal 2", "game 29"]);
    assert.equal(texts().length, 20);
    assert.ok(!texts().includes("an older game 14"));
    assert.ok(recent.isRecent("game 20"));
    recent.dropRecent(key(20));
    assert.ok(!recent.isRecent("game 20"));
    // Long games take the place of more than one.
    assert.equal(recent.addRecent(Object.fromEntries([1, 2, 3, 4, 5].map((number) => [key(number), { ...RECENT, text: "x".repeat(90_000), at: 100 + number }]))), "");
    assert.ok(texts().length < 20);
    assert.equal(texts()[0].length, 90_000);
    // A file carries them along; twice is once.
    const file = bundle.everything();
    const before = recent.recentGames();
    fresh();
    for (let time = 0; time < 2; time++) assert.match(bundle.takeIn(bundle.open(file)).taken.join(), /\d+ games to open again/);
    assert.deepEqual(recent.recentGames(), before);
    // One damaged game leaves the others as they are, and is set aside before anything is written.
    const bad = { ...RECENT, deals: [{ number: 1, seat: "dealer", points: [1, 2] }] };
    for (const damaged of [bad, null, { ...RECENT, text: "" }, { ...RECENT, totals: [1] }, { ...RECENT, at: 1e300 }, { ...RECENT, deals: [] }]) {
      const here = fresh();
      here.setItem(KEYS.recent, JSON.stringify({ version: 2, games: { [key(1)]: damaged, [key(2)]: RECENT } }));
      assert.deepEqual(Object.keys(recent.recentGames()), [key(2)]);
      assert.equal(recent.countDamaged(), 1);
      assert.ok(JSON.parse(bundle.everything()).aside.length);
      assert.deepEqual(storage.asides(), []); // to look changes nothing
      assert.equal(recent.addRecent({ [key(3)]: { ...RECENT, text: "new" } }), "");
      assert.deepEqual(storage.asides().map(({ text }) => JSON.parse(text)), [{ [key(1)]: damaged }]);
      assert.deepEqual(Object.keys(recent.recentGames()).sort(), [key(2), key(3)]);
      assert.throws(() => bundle.open(JSON.stringify({ piquet: "kept", version: 2, recent: { games: { [key(1)]: damaged } } })), /to open again/);
    }
    for (const text of ["nonsense", '{"version": 2}', '{"version": 2, "games": []}']) {
      const here = fresh();
      here.setItem(KEYS.recent, text);
      assert.deepEqual(recent.recentGames(), {});
      assert.equal(recent.addRecent({ [key(3)]: RECENT }), "");
      assert.deepEqual(storage.asides().map((aside) => aside.text), [text]);
    }
    const newer = '{"version": 99, "games": 5}';
    const later = fresh();
    later.setItem(KEYS.recent, newer);
    assert.equal(recent.addRecent({ [key(3)]: RECENT }), "newer");
    recent.forgetRecent();
    assert.equal(later.getItem(KEYS.recent), newer);
    const little = fresh(200);
    little.setItem("another", "x".repeat(150));
    assert.equal(recent.addRecent({ [key(3)]: RECENT }), "full");
    store.removeItem(KEYS.recent);
  },

  /** Out of room in the middle of a game: it is known at once, and what was kept stays. */
  full() {
    const store = fresh();
    const game = new KeptGame();
    game.offer();
    game.begin("game\n1", "A");
    store.room = 0;
    assert.equal(game.keep("game\n2", "A"), "full");
    assert.equal(game.text, "game\n1");
    assert.equal(game.setAside(), "full");
    assert.equal(game.begin("other", "B"), "full");
    assert.equal(game.text, ""); // nothing is kept of the game that is on the table now
    assert.equal(new KeptGame().found().value.text, "game\n1");
    store.room = Infinity;
    assert.equal(game.keep("other\n2", "B"), "other"); // and there it does not push away the one that is kept
    assert.equal(new KeptGame().found().value.text, "game\n1");
    game.offer();
    assert.equal(game.keep("game\n3", "A"), "");
    assert.equal(new KeptGame().found().value.text, "game\n3");
  },

  /** All that one device keeps, on another; twice is once, and a game there stays. */
  along() {
    fresh();
    new Memory().note("x", true, NOW);
    let game = new KeptGame();
    game.offer();
    game.begin("piquet game 1\nmine", "Mine");
    storage.setAside("game", "piquet game 1\nlater", "Later");
    storage.setAside("progress", "nonsense", "", "it cannot be read");
    storage.choose({ courts: "figures" });
    memory.memory().read();
    const file = bundle.everything();
    fresh();
    new Memory().note("y", false, NOW);
    memory.memory().read();
    for (let time = 0; time < 2; time++) assert.deepEqual(bundle.takeIn(bundle.open(file)).failed, []);
    assert.deepEqual(Object.entries(new Memory().state.items).map(([id, one]) => [id, one.right, one.wrong]).sort(), [["x", 1, 0], ["y", 0, 1]]);
    assert.equal(new KeptGame().offer().text, "piquet game 1\nmine");
    assert.deepEqual(storage.asides().map(({ text }) => text).sort(), ["nonsense", "piquet game 1\nlater"]);
    assert.deepEqual(storage.settings(), { courts: "figures" });
    game = new KeptGame();
    game.offer();
    game.begin("piquet game 1\nanother", "Another");
    bundle.takeIn(bundle.open(file));
    assert.equal(new KeptGame().offer().text, "piquet game 1\nanother");
    assert.ok(storage.asides().some(({ text }) => text === "piquet game 1\nmine"));
    assert.deepEqual(bundle.open("piquet game 1\nraw").game, { text: "piquet game 1\nraw", title: "" });
    const store = globalThis.localStorage;
    store.room = 0;
    const { taken, failed } = bundle.takeIn(bundle.open(file.replaceAll("nonsense", "nonesuch").replace('"x"', '"z"')));
    assert.equal(failed.length, 2, failed.join());
    assert.ok(taken.length >= 1);
    assert.equal(new KeptGame().found().value.text, "piquet game 1\nanother");
  },

  /** Deals of the day: the first result stays, what cannot be read is set aside, and all of it goes along. */
  days() {
    const store = fresh();
    const result = { seat: "elder", mine: [34, 27], thumb: [30, 25], strong: [41, 20], open: -3, player: "master", budget: "30 hands", engine: "0.3.0" };
    const one = { deal: "32-XY8BPT54XW5N-D" };
    assert.equal(daily.addDays({ "2026-11-23": one }), "");
    assert.equal(daily.addDays({ "2026-11-23": { ...one, result } }), "");
    assert.equal(daily.addDays({ "2026-11-23": { ...one, result: { ...result, mine: [99, 0] } }, "2026-11-24": one }), "");
    const days = { "2026-11-23": { ...one, result }, "2026-11-24": one };
    assert.deepEqual(daily.days(), days);
    const file = bundle.everything();
    fresh();
    assert.match(bundle.takeIn(bundle.open(file)).taken.join(), /your deals of 2 days/);
    assert.deepEqual(daily.days(), days);
    const bad = [
      "nonsense", "[]", '{"version": 2}', '{"version": 2, "days": []}', '{"version": 2, "days": {"__proto__": {"deal": "x"}}}',
      '{"version": 2, "days": {"2026-11-23": {"deal": 5}}}', '{"version": 2, "days": {"<img>": {"deal": "x"}}}',
      `{"version": 2, "days": {"2026-11-23": {"deal": "x", "result": ${JSON.stringify({ ...result, mine: [1e9, 0] })}}}}`,
      `{"version": 2, "days": {"2026-11-23": {"deal": "x", "result": ${JSON.stringify({ ...result, budget: 5 })}}}}`,
    ];
    for (const text of bad) {
      const here = fresh();
      here.setItem(KEYS.days, text);
      assert.deepEqual(daily.days(), {}, text);
      assert.equal(daily.foundDays().is, "damaged");
      assert.equal(here.getItem(KEYS.days), text); // to look changes nothing
      assert.equal(daily.addDays({ "2026-11-24": one }), "");
      assert.deepEqual(storage.asides().map((aside) => aside.text), [text]);
      assert.deepEqual(daily.days(), { "2026-11-24": one });
    }
    const newer = '{"version": 99, "days": {}}';
    const later = fresh();
    later.setItem(KEYS.days, newer);
    assert.equal(daily.addDays({ "2026-11-24": one }), "newer");
    assert.equal(later.getItem(KEYS.days), newer);
    const little = fresh(200);
    little.setItem(KEYS.days, "x".repeat(150));
    assert.equal(daily.addDays({ "2026-11-24": one }), "full");
    assert.equal(little.getItem(KEYS.days), "x".repeat(150)); // there is no room for its copy, so it stays
    store.removeItem(KEYS.days);
  },

  /** Files that are not ours, or mean harm: refused with a reason, and nothing here changes. */
  hostile() {
    const store = fresh();
    new Memory().note("x", true, NOW);
    memory.memory().read();
    const before = JSON.stringify([...store.map]);
    const head = '{"piquet": "kept", "version": 2, ';
    const trace = '{"right": 1, "wrong": 0, "done": true, "level": 1, "due": 5, "at": 5}';
    const said = {};
    for (const text of [
      "", "nonsense", "null", "[]", "7", '"piquet"', "{}", '{"version": 1}', `{"version": 3, "items": {}}`,
      '{"version": 1, "items": [], "day": "", "reviewed": 0}', '{"version": 1, "items": {"x": {"right": "many"}}, "day": "", "reviewed": 0}',
      '{"piquet": "kept"}', '{"piquet": "kept", "version": "2"}', '{"piquet": "kept", "version": 3}', '{"piquet": "kept", "version": -1}',
      `${head}"progress": []}`, `${head}"progress": {"items": {"x": null}, "day": "", "reviewed": 0}}`,
      `${head}"progress": {"items": {"x": ${trace.replace("5", "-5")}}, "day": "", "reviewed": 0}}`,
      `${head}"progress": {"items": {}, "day": 5, "reviewed": 0}}`, `${head}"game": "piquet"}`, `${head}"game": {"text": 5, "title": ""}}`,
      `${head}"game": {"text": "${"x".repeat(200_000)}", "title": ""}}`, `${head}"game": {"text": "", "title": ""}}`,
      `${head}"aside": {}}`, `${head}"aside": [{"kind": "__proto__", "text": "", "title": "", "why": "", "at": 0}]}`,
      `${head}"aside": [{"kind": "game", "text": "", "title": "", "why": "", "at": 1e300}]}`,
      `${head}"settings": {"chosen": {"courts": "<img src=x>"}}}`, `${head}"settings": {"chosen": {"courts": ["figures"]}}}`,
      "x".repeat(5_000_000), `${head}"progress": {"items": {${`"i": ${trace}, `.repeat(60_000)}"j": ${trace}}, "day": "", "reviewed": 0}, "more": "${"x".repeat(5_000_000)}"}`,
    ]) assert.throws(() => bundle.open(text), (error) => error instanceof Error && (said[text.slice(0, 60)] = error.message).length > 10, text.slice(0, 100));
    const many = Array.from({ length: 60_000 }, (_, number) => `"i${number}": ${trace}`).join();
    assert.throws(() => bundle.open(`${head}"progress": {"items": {${many}}, "day": "", "reviewed": 0}}`), /too many exercises/);
    assert.equal(JSON.stringify([...store.map]), before);
    // Names that a prototype has are names like others.
    const proto = `${head}"progress": {"items": {"__proto__": ${trace}, "constructor": ${trace}}, "day": "", "reviewed": 0}, "settings": {"chosen": {"__proto__": {"courts": "figures"}}}, "__proto__": {"game": 5}}`;
    bundle.takeIn(bundle.open(proto));
    assert.equal({}.right, undefined);
    assert.equal({}.courts, undefined);
    assert.deepEqual(Object.keys(new Memory().state.items).sort(), ["__proto__", "constructor", "x"]);
    assert.deepEqual(storage.settings(), {});
    return said;
  },

  /** How games came out: each counts once, tabs and files add to one another, damage is set aside. */
  played() {
    const store = fresh();
    const terms = { rules: "hoyle1909", form: "rubicon", opponent: "thumb" };
    const deal = { ...terms, seat: "elder", points: [94, 13], repique: [0, 0], pique: [1, 0], capot: [0, 0] };
    const game = { ...terms, won: [1, 0], rubicon: [1, 0] };
    const [one, two, three] = ["1", "2", "3"].map((digit) => digit.repeat(16));
    assert.equal(tally.addPlayed({ deals: { [one]: deal }, games: {} }), "");
    // Finished again it came out otherwise: the first time stays. Another tab adds to what is kept by now.
    assert.equal(tally.addPlayed({ deals: { [one]: { ...deal, points: [5, 5] }, [two]: deal }, games: { [three]: game } }), "");
    const all = { deals: { [one]: deal, [two]: deal }, games: { [three]: game } };
    assert.deepEqual(tally.played(), all);
    const text = store.getItem(KEYS.played);
    assert.equal(tally.addPlayed({ deals: { [two]: { ...deal, more: "x" } }, games: {} }), "");
    assert.equal(store.getItem(KEYS.played), text);
    const file = bundle.everything();
    fresh();
    tally.addPlayed({ deals: { [three]: { ...deal, seat: "younger", points: [2, 1] }, [one]: deal }, games: {} });
    for (let time = 0; time < 2; time++) assert.match(bundle.takeIn(bundle.open(file)).taken.join(), /how 2 deals of yours came out/);
    assert.deepEqual(Object.keys(tally.played().deals).sort(), [one, two, three]);
    assert.deepEqual(tally.played().games, all.games);
    const whole = JSON.stringify({ version: 2, ...all });
    const bad = [
      "nonsense", "[]", '{"version": 2}', '{"version": 2, "deals": {}}', '{"version": 2, "deals": [], "games": {}}',
      whole.replace(one, "__proto__"), whole.replace(one, "<img src=x>"), whole.replace('"elder"', '"dealer"'), whole.replace("[94,13]", "[94]"),
      whole.replace("[94,13]", '["94",13]'), whole.replace("[94,13]", "[1e9,13]"), whole.replace('"thumb"', '"<b>"'), whole.replace('"won":[1,0]', '"won":null'),
    ];
    for (const damaged of bad) {
      const here = fresh();
      here.setItem(KEYS.played, damaged);
      assert.deepEqual(tally.played(), { deals: {}, games: {} }, damaged);
      assert.equal(tally.foundPlayed().is, "damaged", damaged);
      assert.ok(JSON.parse(bundle.everything()).aside.some((aside) => aside.text === damaged)); // a file has it too
      assert.equal(here.getItem(KEYS.played), damaged); // to look changes nothing
      assert.equal(tally.addPlayed({ deals: { [one]: deal }, games: {} }), "");
      assert.deepEqual(storage.asides().map((aside) => aside.text), [damaged]);
      assert.deepEqual(tally.played(), { deals: { [one]: deal }, games: {} });
      assert.throws(() => bundle.open(`{"piquet": "kept", "version": 2, "played": ${damaged.startsWith("{") ? damaged : "[]"}}`), /how the games came out/);
    }
    const newer = '{"version": 99, "deals": 5}';
    const later = fresh();
    later.setItem(KEYS.played, newer);
    assert.equal(tally.addPlayed({ deals: { [one]: deal }, games: {} }), "newer");
    tally.forgetPlayed();
    assert.equal(later.getItem(KEYS.played), newer);
    const little = fresh(200);
    little.setItem(KEYS.played, "x".repeat(150));
    assert.equal(tally.addPlayed({ deals: { [one]: deal }, games: {} }), "full");
    assert.equal(little.getItem(KEYS.played), "x".repeat(150)); // there is no room for its copy, so it stays
    const last = fresh();
    tally.addPlayed(all);
    tally.forgetPlayed();
    assert.equal(last.getItem(KEYS.played), null);
  },
};
