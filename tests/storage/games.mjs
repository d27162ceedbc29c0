// The kept game and the days, a storage that is full, and files of everything, hostile ones too.
import assert from "node:assert/strict";
import { backup, fresh, KEYS, NOW, progress, Progress, results, saved, SavedGame, settings, store } from "./room.mjs";

const RECENT = { title: "Against Thumb", rules: "Hoyle", deals: [{ number: 1, seat: "elder", points: [30, 20] }], totals: [30, 20], text: "piquet game 1", at: 5 };

export const games = {
  /** Two tabs on a game: the one behind writes nothing; what gives way is set aside. */
  games() {
    fresh();
    const [one, two] = [new SavedGame(), new SavedGame()];
    one.load();
    assert.equal(one.replace({ text: "game\n1", title: "A" }), "");
    const kept = two.load();
    assert.equal(two.save({ text: kept.text, title: kept.title }), "");
    assert.equal(two.save({ text: "game\n2", title: "A" }), "");
    assert.equal(one.compare(), "behind");
    assert.equal(one.save({ text: "game\n1b", title: "A" }), "behind");
    assert.equal(new SavedGame().load().text, "game\n2");
    assert.equal(one.save({ text: "game\n2", title: "A" }), ""); // the same move in both is no difference
    assert.equal(one.save({ text: "game\n3", title: "A" }), "");
    assert.equal(two.replace({ text: "other\n1", title: "B" }), "");
    assert.deepEqual(store.archivedCopies().map(({ text }) => text), ["game\n3"]);
    assert.equal(one.compare(), "other");
    assert.equal(one.save({ text: "game\n4", title: "A" }), "other");
    assert.equal(one.replace({ text: "game\n4", title: "A" }), ""); // the other is set aside, not lost
    assert.deepEqual(store.archivedCopies().map(({ text }) => text).sort(), ["game\n3", "other\n1"]);
    store.clearStorage();
    assert.equal(one.compare(), "gone");
    assert.equal(one.save({ text: "game\n5", title: "A" }), "gone");
    assert.equal(localStorage.length, 0);
    assert.equal(one.replace({ text: "game\n5", title: "A" }), "");
    assert.equal(one.archive(), "");
    assert.equal(one.load(), null);
    assert.deepEqual(store.archivedCopies().map(({ text }) => text), ["game\n5"]);
    // One that is over says how it came out, until a decision of it is taken back.
    one.replace({ text: "game\n6", title: "A" });
    one.save({ text: "game\n7", title: "A", over: "Your last deal: you 7." });
    assert.equal(new SavedGame().load().over, "Your last deal: you 7.");
    one.save({ text: "game\n6", title: "A" });
    assert.equal(new SavedGame().load().over, undefined);
    store.clearStorage();
  },

  /** A game that another replaces is set aside, unless it is over and can be opened again. */
  replaced() {
    const room = fresh();
    const game = new SavedGame();
    game.load();
    assert.equal(game.replace({ text: "partie", title: "Deal 5", stands: "deal 5, 51–129" }), "");
    assert.equal(saved.unfinishedGame().stands, "deal 5, 51–129");
    assert.equal(saved.continueLabel(saved.unfinishedGame()), "Go on: deal 5, 51–129");
    game.load(); // the page has shown it
    assert.equal(game.replace({ text: "today", title: "Today" }), "");
    assert.deepEqual(store.archivedCopies().map(({ kind, text, title }) => [kind, text, title]), [["game", "partie", "Deal 5"]]);
    // A game of 0.3.0 says less of itself.
    assert.equal(saved.continueLabel(saved.unfinishedGame()), "Go on with your game");
    // One that is over is not among the last games: it is set aside too.
    game.save({ text: "today, over", title: "Today", over: "Your last deal: you 7." });
    assert.equal(saved.unfinishedGame(), null);
    game.replace({ text: "third", title: "Third" });
    assert.deepEqual(store.archivedCopies().map(({ text }) => text).sort(), ["partie", "today, over"]);
    game.save({ text: "third, over", title: "Third", over: "Your last deal: you 8." });
    results.addRecentGames({ ["1".repeat(16)]: { ...RECENT, text: "third, over" } });
    game.replace({ text: "fourth", title: "Fourth" });
    assert.deepEqual(store.archivedCopies().map(({ text }) => text).sort(), ["partie", "today, over"]);
    // Without room for the copy no other game may begin, and what is kept stays.
    assert.equal(game.isStuck, false);
    room.room = 0;
    assert.equal(game.isStuck, true);
    assert.equal(game.replace({ text: "fifth", title: "Fifth" }), "full");
    assert.equal(game.save({ text: "fifth, a move", title: "Fifth" }), "other");
    assert.equal(new SavedGame().read().value.text, "fourth");
    assert.equal(new SavedGame().read().value.title, "Fourth");
    // A copy that exists already needs no room.
    room.room = Infinity;
    store.archive("game", "fourth", "Fourth");
    room.room = 0;
    assert.equal(game.isStuck, false);
    room.room = Infinity;
    store.clearStorage();
  },

  /** The last games: twenty at most, of one key the later, each whole or set aside, and carried along in a file. */
  recent() {
    const room = fresh();
    const key = (/** @type {number} */ number) => number.toString(16).padStart(16, "0");
    const texts = () => Object.values(results.recentGames()).map(({ text }) => text);
    for (let number = 0; number < 30; number++) assert.equal(results.addRecentGames({ [key(number)]: { ...RECENT, text: `game ${number}`, at: number } }), "");
    assert.deepEqual(texts(), Array.from({ length: 20 }, (_, place) => `game ${29 - place}`));
    // The next deal of a game takes the place of the one before, in time too; the same text changes nothing.
    assert.equal(results.addRecentGames({ [key(12)]: { ...RECENT, text: "game 12, deal 2", at: 50 } }), "");
    assert.equal(results.addRecentGames({ [key(13)]: { ...RECENT, text: "game 13", at: 60 } }), "");
    assert.equal(results.addRecentGames({ [key(14)]: { ...RECENT, text: "an older game 14", at: 1 } }), "");
    assert.deepEqual(texts().slice(0, 2), ["game 12, deal 2", "game 29"]);
    assert.equal(texts().length, 20);
    assert.ok(!texts().includes("an older game 14"));
    assert.ok(results.isRecentGame("game 20"));
    results.removeRecentGame(key(20));
    assert.ok(!results.isRecentGame("game 20"));
    // Long games take the place of more than one.
    assert.equal(results.addRecentGames(Object.fromEntries([1, 2, 3, 4, 5].map((number) => [key(number), { ...RECENT, text: "x".repeat(90_000), at: 100 + number }]))), "");
    assert.ok(texts().length < 20);
    assert.equal(texts()[0].length, 90_000);
    // A file carries them along; twice is once.
    const file = backup.fullBackup();
    const before = results.recentGames();
    fresh();
    for (let time = 0; time < 2; time++) assert.match(backup.restoreBackup(backup.parseBackup(file)).saved.join(), /\d+ games to open again/);
    assert.deepEqual(results.recentGames(), before);
    // One damaged game leaves the others as they are, and is set aside before anything is written.
    const bad = { ...RECENT, deals: [{ number: 1, seat: "dealer", points: [1, 2] }] };
    for (const damaged of [bad, null, { ...RECENT, text: "" }, { ...RECENT, totals: [1] }, { ...RECENT, at: 1e300 }, { ...RECENT, deals: [] }]) {
      const here = fresh();
      here.setItem(KEYS.recent, JSON.stringify({ version: 2, games: { [key(1)]: damaged, [key(2)]: RECENT } }));
      assert.deepEqual(Object.keys(results.recentGames()), [key(2)]);
      assert.equal(results.countDamagedGames(), 1);
      assert.ok(JSON.parse(backup.fullBackup()).aside.length);
      assert.deepEqual(store.archivedCopies(), []); // to look changes nothing
      assert.equal(results.addRecentGames({ [key(3)]: { ...RECENT, text: "new" } }), "");
      assert.deepEqual(store.archivedCopies().map(({ text }) => JSON.parse(text)), [{ [key(1)]: damaged }]);
      assert.deepEqual(Object.keys(results.recentGames()).sort(), [key(2), key(3)]);
      assert.throws(() => backup.parseBackup(JSON.stringify({ piquet: "kept", version: 2, recent: { games: { [key(1)]: damaged } } })), /to open again/);
    }
    for (const text of ["nonsense", '{"version": 2}', '{"version": 2, "games": []}']) {
      const here = fresh();
      here.setItem(KEYS.recent, text);
      assert.deepEqual(results.recentGames(), {});
      assert.equal(results.addRecentGames({ [key(3)]: RECENT }), "");
      assert.deepEqual(store.archivedCopies().map((aside) => aside.text), [text]);
    }
    const newer = '{"version": 99, "games": 5}';
    const later = fresh();
    later.setItem(KEYS.recent, newer);
    assert.equal(results.addRecentGames({ [key(3)]: RECENT }), "newer");
    results.recentStore.remove();
    assert.equal(later.getItem(KEYS.recent), newer);
    const little = fresh(200);
    little.setItem("another", "x".repeat(150));
    assert.equal(results.addRecentGames({ [key(3)]: RECENT }), "full");
    room.removeItem(KEYS.recent);
  },

  /** Out of room in the middle of a game: it is known at once, and what was kept stays. */
  full() {
    const room = fresh();
    const game = new SavedGame();
    game.load();
    game.replace({ text: "game\n1", title: "A" });
    room.room = 0;
    assert.equal(game.save({ text: "game\n2", title: "A" }), "full");
    assert.equal(game.text, "game\n1");
    assert.equal(game.archive(), "full");
    assert.equal(game.replace({ text: "other", title: "B" }), "full");
    assert.equal(game.text, ""); // nothing is kept of the game that is on the table now
    assert.equal(new SavedGame().read().value.text, "game\n1");
    room.room = Infinity;
    assert.equal(game.save({ text: "other\n2", title: "B" }), "other"); // and there it does not push away the one that is kept
    assert.equal(new SavedGame().read().value.text, "game\n1");
    game.load();
    assert.equal(game.save({ text: "game\n3", title: "A" }), "");
    assert.equal(new SavedGame().read().value.text, "game\n3");
  },

  /** All that one device keeps, on another; twice is once, and a game there stays. */
  along() {
    fresh();
    new Progress().recordAnswer("x", true, NOW);
    let game = new SavedGame();
    game.load();
    game.replace({ text: "piquet game 1\nmine", title: "Mine" });
    store.archive("game", "piquet game 1\nlater", "Later");
    store.archive("progress", "nonsense", "", "it cannot be read");
    settings.saveSettings({ courts: "figures" });
    progress.sharedProgress().read();
    const file = backup.fullBackup();
    fresh();
    new Progress().recordAnswer("y", false, NOW);
    progress.sharedProgress().read();
    for (let time = 0; time < 2; time++) assert.deepEqual(backup.restoreBackup(backup.parseBackup(file)).failed, []);
    assert.deepEqual(Object.entries(new Progress().state.items).map(([id, one]) => [id, one.right, one.wrong]).sort(), [["x", 1, 0], ["y", 0, 1]]);
    assert.equal(new SavedGame().load().text, "piquet game 1\nmine");
    assert.deepEqual(store.archivedCopies().map(({ text }) => text).sort(), ["nonsense", "piquet game 1\nlater"]);
    assert.deepEqual(settings.readSettings(), { courts: "figures" });
    game = new SavedGame();
    game.load();
    game.replace({ text: "piquet game 1\nanother", title: "Another" });
    backup.restoreBackup(backup.parseBackup(file));
    assert.equal(new SavedGame().load().text, "piquet game 1\nanother");
    assert.ok(store.archivedCopies().some(({ text }) => text === "piquet game 1\nmine"));
    assert.deepEqual(backup.parseBackup("piquet game 1\nraw").game, { text: "piquet game 1\nraw", title: "" });
    const room = globalThis.localStorage;
    room.room = 0;
    const { saved, failed } = backup.restoreBackup(backup.parseBackup(file.replaceAll("nonsense", "nonesuch").replace('"x"', '"z"')));
    assert.equal(failed.length, 2, failed.join());
    assert.ok(saved.length >= 1);
    assert.equal(new SavedGame().read().value.text, "piquet game 1\nanother");
  },

  /** Deals of the day: the first result stays, what cannot be read is set aside, and all of it goes along. */
  days() {
    const room = fresh();
    const result = { seat: "elder", mine: [34, 27], thumb: [30, 25], strong: [41, 20], open: -3, player: "master", budget: "30 hands", engine: "0.3.0" };
    const one = { deal: "32-XY8BPT54XW5N-D" };
    assert.equal(results.addDays({ "2026-11-23": one }), "");
    assert.equal(results.addDays({ "2026-11-23": { ...one, result } }), "");
    assert.equal(results.addDays({ "2026-11-23": { ...one, result: { ...result, mine: [99, 0] } }, "2026-11-24": one }), "");
    const days = { "2026-11-23": { ...one, result }, "2026-11-24": one };
    assert.deepEqual(results.dailyResults(), days);
    const file = backup.fullBackup();
    fresh();
    assert.match(backup.restoreBackup(backup.parseBackup(file)).saved.join(), /your deals of 2 days/);
    assert.deepEqual(results.dailyResults(), days);
    const bad = [
      "nonsense", "[]", '{"version": 2}', '{"version": 2, "days": []}', '{"version": 2, "days": {"__proto__": {"deal": "x"}}}',
      '{"version": 2, "days": {"2026-11-23": {"deal": 5}}}', '{"version": 2, "days": {"<img>": {"deal": "x"}}}',
      `{"version": 2, "days": {"2026-11-23": {"deal": "x", "result": ${JSON.stringify({ ...result, mine: [1e9, 0] })}}}}`,
      `{"version": 2, "days": {"2026-11-23": {"deal": "x", "result": ${JSON.stringify({ ...result, budget: 5 })}}}}`,
    ];
    for (const text of bad) {
      const here = fresh();
      here.setItem(KEYS.days, text);
      assert.deepEqual(results.dailyResults(), {}, text);
      assert.equal(results.dailyStore.read().is, "damaged");
      assert.equal(here.getItem(KEYS.days), text); // to look changes nothing
      assert.equal(results.addDays({ "2026-11-24": one }), "");
      assert.deepEqual(store.archivedCopies().map((aside) => aside.text), [text]);
      assert.deepEqual(results.dailyResults(), { "2026-11-24": one });
    }
    const newer = '{"version": 99, "days": {}}';
    const later = fresh();
    later.setItem(KEYS.days, newer);
    assert.equal(results.addDays({ "2026-11-24": one }), "newer");
    assert.equal(later.getItem(KEYS.days), newer);
    const little = fresh(200);
    little.setItem(KEYS.days, "x".repeat(150));
    assert.equal(results.addDays({ "2026-11-24": one }), "full");
    assert.equal(little.getItem(KEYS.days), "x".repeat(150)); // there is no room for its copy, so it stays
    room.removeItem(KEYS.days);
  },

  /** Files that are not ours, or mean harm: refused with a reason, and nothing here changes. */
  hostile() {
    const room = fresh();
    new Progress().recordAnswer("x", true, NOW);
    progress.sharedProgress().read();
    const before = JSON.stringify([...room.map]);
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
    ]) assert.throws(() => backup.parseBackup(text), (error) => error instanceof Error && (said[text.slice(0, 60)] = error.message).length > 10, text.slice(0, 100));
    const many = Array.from({ length: 60_000 }, (_, number) => `"i${number}": ${trace}`).join();
    assert.throws(() => backup.parseBackup(`${head}"progress": {"items": {${many}}, "day": "", "reviewed": 0}}`), /too many exercises/);
    assert.equal(JSON.stringify([...room.map]), before);
    // Names that a prototype has are names like others.
    const proto = `${head}"progress": {"items": {"__proto__": ${trace}, "constructor": ${trace}}, "day": "", "reviewed": 0}, "settings": {"chosen": {"__proto__": {"courts": "figures"}}}, "__proto__": {"game": 5}}`;
    backup.restoreBackup(backup.parseBackup(proto));
    assert.equal({}.right, undefined);
    assert.equal({}.courts, undefined);
    assert.deepEqual(Object.keys(new Progress().state.items).sort(), ["__proto__", "constructor", "x"]);
    assert.deepEqual(settings.readSettings(), {});
    return said;
  },

  /** How games came out: each counts once, tabs and files add to one another, damage is set aside. */
  played() {
    const room = fresh();
    const terms = { rules: "hoyle1909", form: "rubicon", opponent: "thumb" };
    const deal = { ...terms, seat: "elder", points: [94, 13], repique: [0, 0], pique: [1, 0], capot: [0, 0] };
    const game = { ...terms, won: [1, 0], rubicon: [1, 0] };
    const [one, two, three] = ["1", "2", "3"].map((digit) => digit.repeat(16));
    assert.equal(results.addFinished({ deals: { [one]: deal }, games: {} }), "");
    // Finished again it came out otherwise: the first time stays. Another tab adds to what is kept by now.
    assert.equal(results.addFinished({ deals: { [one]: { ...deal, points: [5, 5] }, [two]: deal }, games: { [three]: game } }), "");
    const all = { deals: { [one]: deal, [two]: deal }, games: { [three]: game } };
    assert.deepEqual(results.playedStore.value, all);
    const text = room.getItem(KEYS.played);
    assert.equal(results.addFinished({ deals: { [two]: { ...deal, more: "x" } }, games: {} }), "");
    assert.equal(room.getItem(KEYS.played), text);
    const file = backup.fullBackup();
    fresh();
    results.addFinished({ deals: { [three]: { ...deal, seat: "younger", points: [2, 1] }, [one]: deal }, games: {} });
    for (let time = 0; time < 2; time++) assert.match(backup.restoreBackup(backup.parseBackup(file)).saved.join(), /how 2 deals of yours came out/);
    assert.deepEqual(Object.keys(results.playedStore.value.deals).sort(), [one, two, three]);
    assert.deepEqual(results.playedStore.value.games, all.games);
    const whole = JSON.stringify({ version: 2, ...all });
    const bad = [
      "nonsense", "[]", '{"version": 2}', '{"version": 2, "deals": {}}', '{"version": 2, "deals": [], "games": {}}',
      whole.replace(one, "__proto__"), whole.replace(one, "<img src=x>"), whole.replace('"elder"', '"dealer"'), whole.replace("[94,13]", "[94]"),
      whole.replace("[94,13]", '["94",13]'), whole.replace("[94,13]", "[1e9,13]"), whole.replace('"thumb"', '"<b>"'), whole.replace('"won":[1,0]', '"won":null'),
    ];
    for (const damaged of bad) {
      const here = fresh();
      here.setItem(KEYS.played, damaged);
      assert.deepEqual(results.playedStore.value, { deals: {}, games: {} }, damaged);
      assert.equal(results.playedStore.read().is, "damaged", damaged);
      assert.ok(JSON.parse(backup.fullBackup()).aside.some((aside) => aside.text === damaged)); // a file has it too
      assert.equal(here.getItem(KEYS.played), damaged); // to look changes nothing
      assert.equal(results.addFinished({ deals: { [one]: deal }, games: {} }), "");
      assert.deepEqual(store.archivedCopies().map((aside) => aside.text), [damaged]);
      assert.deepEqual(results.playedStore.value, { deals: { [one]: deal }, games: {} });
      assert.throws(() => backup.parseBackup(`{"piquet": "kept", "version": 2, "played": ${damaged.startsWith("{") ? damaged : "[]"}}`), /how the games came out/);
    }
    const newer = '{"version": 99, "deals": 5}';
    const later = fresh();
    later.setItem(KEYS.played, newer);
    assert.equal(results.addFinished({ deals: { [one]: deal }, games: {} }), "newer");
    results.playedStore.remove();
    assert.equal(later.getItem(KEYS.played), newer);
    const little = fresh(200);
    little.setItem(KEYS.played, "x".repeat(150));
    assert.equal(results.addFinished({ deals: { [one]: deal }, games: {} }), "full");
    assert.equal(little.getItem(KEYS.played), "x".repeat(150)); // there is no room for its copy, so it stays
    const last = fresh();
    results.addFinished(all);
    results.playedStore.remove();
    assert.equal(last.getItem(KEYS.played), null);
  },
};
