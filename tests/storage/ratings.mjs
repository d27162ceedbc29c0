// What decisions lost, mistakes and answers to problems: each counts once, files add to one another, damage is set
// aside, and a switch stops it.
import assert from "node:assert/strict";
import { DAY, NOW, backup, dice, fresh, KEYS, kept, mistakes, path, progress, ratings, results, settings, store } from "./room.mjs";

const RATING = { at: 5, seat: "elder", rules: "hoyle1909", form: "deal", opponent: "thumb", engine: "0.3.0", losses: { "elder-discard": 5.5, call: 0, lead: 1.25 } };
const CLOSED = "closed:lead:given:hoyle1909:32-X/deal";
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
      assert.equal(ratings.mergeRatings({ deals: one }), "");
      const file = backup.fullBackup();
      fresh();
      assert.equal(ratings.mergeRatings({ deals: two }), "");
      for (let time = 0; time < 2; time += 1) assert.deepEqual(backup.restoreBackup(backup.parseBackup(file)).failed, []);
      assert.deepEqual(kept.ratingStore.value.deals, { ...one, ...two });
      const times = ratings.ratingsInOrder().map(({ at }) => at);
      assert.deepEqual(times, [...times].sort((a, b) => a - b));
    }
  },

  /** What cannot be read stays until the next rating, which sets it aside; a file has it too. */
  unreadable() {
    const whole = JSON.stringify({ version: 2, deals: { [key(1)]: RATING } });
    const more = JSON.stringify({ version: 2, deals: { [key(1)]: { ...RATING, mistakes: [{ step: "t1e", kind: "lead", lost: 4.5 }] } }, series: { lead: { right: 1, due: 7, at: 6, rules: "hoyle1909" } }, answers: { [CLOSED]: [1, 5] } });
    assert.equal(store.parseStored(more, kept.ratingStore.validate).is, "here");
    const bad = [
      "nonsense", "[]", '{"version": 2}', '{"version": 2, "deals": []}', whole.replace(key(1), "__proto__"), whole.replace(key(1), "1".repeat(16)),
      whole.replace('"elder"', '"dealer"'), whole.replace("5.5", "-5.5"), whole.replace("5.5", "1e9"), whole.replace("5.5", '"5.5"'), whole.replace("5.5", "null"),
      whole.replace('"call"', '"<b>"'), whole.replace('"at":5', '"at":1e300'), whole.replace('"0.3.0"', "3"),
      more.replace('"t1e"', '"<b>"'), more.replace("4.5", "-1"), more.replace('[{"step', '{"a":[{"step').replace("4.5}]", "4.5}]}"), more.replace('"right":1', '"right":1.5'), more.replace('"due":7', '"due":1e300'),
      more.replace('{"lead":{"right', '{"<b>":{"right'), more.replace("closed:lead", "tap:suit"), more.replace("[1,5]", "[2,5]"), more.replace("[1,5]", "1"),
    ];
    for (const damaged of bad) {
      const here = fresh();
      here.setItem(KEYS.rating, damaged);
      assert.equal(kept.ratingStore.read().is, "damaged", damaged);
      assert.deepEqual(ratings.ratingsInOrder(), []);
      assert.ok(JSON.parse(backup.fullBackup()).aside.some((aside) => aside.text === damaged));
      assert.equal(here.getItem(KEYS.rating), damaged); // to look changes nothing
      assert.equal(ratings.mergeRatings({ deals: { [key(2)]: RATING } }), "");
      assert.deepEqual(store.archivedCopies().map((aside) => aside.text), [damaged]);
      assert.deepEqual(kept.ratingStore.value, { deals: { [key(2)]: RATING } });
      assert.throws(() => backup.parseBackup(`{"piquet": "kept", "version": 2, "rating": ${damaged.startsWith("{") ? damaged : "[]"}}`), /what your decisions lost/);
    }
    const newer = '{"version": 99, "deals": 5}';
    const later = fresh();
    later.setItem(KEYS.rating, newer);
    assert.equal(ratings.mergeRatings({ deals: { [key(1)]: RATING } }), "newer");
    assert.equal(later.getItem(KEYS.rating), newer);
    const little = fresh(200);
    little.setItem(KEYS.rating, "x".repeat(150));
    assert.equal(ratings.mergeRatings({ deals: { [key(1)]: RATING } }), "full");
    assert.equal(little.getItem(KEYS.rating), "x".repeat(150)); // there is no room for its copy, so it stays
  },

  /** A measure beside the deals, of a later edition with the same version, survives a new rating. */
  beside() {
    const here = fresh();
    here.setItem(KEYS.rating, JSON.stringify({ version: 2, deals: { [key(1)]: RATING }, openings: { a: 1 } }));
    assert.equal(ratings.mergeRatings({ deals: { [key(2)]: { ...RATING, more: "x" } } }), "");
    assert.deepEqual(JSON.parse(here.getItem(KEYS.rating)).openings, { a: 1 });
    assert.deepEqual(kept.ratingStore.value.deals, { [key(1)]: RATING, [key(2)]: RATING });
    store.clearStorage();
    assert.equal(here.length, 0);
  },

  /** The deals of the last games wait for a rating, but not those of two at one device. */
  unrated() {
    fresh();
    const game = { title: "Against Thumb", rules: "Hoyle", totals: [30, 20], text: "piquet game 1", at: 7 };
    const deal = (number, seat) => ({ number, seat, points: [30, 20] });
    results.addRecentGames({ ["1".repeat(16)]: { ...game, deals: [deal(1, "elder"), deal(3, "younger")] }, ["2".repeat(16)]: { ...game, at: 9, deals: [deal(1, "")] } });
    ratings.mergeRatings({ deals: { [key(1)]: RATING } });
    assert.deepEqual(ratings.unratedDeals(), [{ key: key(1, 3), game: "piquet game 1", deal: 3 }]);
    assert.equal(ratings.timeOfPlay(key(1, 3)), 7);
    assert.equal(kept.isRecording(), true);
    assert.equal(kept.setRecording(false), "");
    assert.equal(kept.isRecording(), false);
    settings.saveSettings({ courts: "figures" });
    assert.equal(kept.isRecording(), false);
    assert.equal(kept.setRecording(true), "");
    assert.equal(kept.isRecording(), true);
  },

  /** A mistake comes again after a day, three days, a week, three weeks and two months; a new one begins again. */
  series() {
    fresh();
    const lead = { ...RATING, mistakes: [{ step: "t1e", kind: "lead", lost: 4.5 }, { step: "t3e", kind: "lead", lost: 2 }] };
    assert.equal(ratings.addRating(key(1), lead, NOW), "");
    assert.deepEqual(mistakes.dueMistakes(NOW), []);
    let now = NOW;
    for (const [at, days] of [1, 3, 7, 21, 60].entries()) {
      now += days * DAY;
      assert.deepEqual(mistakes.dueMistakes(now - 1), []);
      assert.deepEqual(mistakes.dueMistakes(now).map(({ mistake }) => mistake), ["lead"], `problem ${at + 1}`);
      assert.equal(mistakes.recordSeriesAnswer("lead", true, now), "");
      const moved = kept.ratingStore.value.series.lead;
      assert.equal(mistakes.recordSeriesAnswer("lead", true, now), ""); // another tab showed it too
      assert.deepEqual(kept.ratingStore.value.series.lead, moved);
    }
    assert.deepEqual(mistakes.openSeries(), []); // the last of the series is solved
    assert.deepEqual(mistakes.dueMistakes(now + 60 * DAY), []);
    // The same deal begins nothing. A new mistake does, and a wrong answer begins again.
    ratings.addRating(key(1), lead, now);
    assert.deepEqual(mistakes.openSeries(), []);
    ratings.addRating(key(2), lead, now);
    mistakes.recordSeriesAnswer("lead", true, now + DAY);
    mistakes.recordSeriesAnswer("lead", false, now + 4 * DAY);
    assert.equal(kept.ratingStore.value.series.lead.right, 0);
    assert.equal(mistakes.dueMistakes(now + 5 * DAY).length, 1);
    // A mistake in every game does not put off the problem that is due.
    ratings.addRating(key(3), lead, now + 5 * DAY);
    assert.equal(mistakes.dueMistakes(now + 5 * DAY).length, 1);
    mistakes.postponeSeries("lead", now + 5 * DAY);
    assert.equal(mistakes.dueMistakes(now + 5 * DAY).length, 0);
    assert.equal(ratings.latestMistake("lead").lost, 2);
    assert.equal(ratings.latestMistake("call"), undefined);
  },

  /** Mistakes and exercises are one path, in which a problem takes the time of three exercises. */
  path() {
    fresh();
    const one = progress.sharedProgress();
    one.forget();
    for (let number = 0; number < 6; number += 1) one.recordAnswer(`tap:${number}`, true, NOW + number);
    for (const [at, kind] of ["lead", "follow"].entries()) ratings.addRating(key(at), { ...RATING, mistakes: [{ step: "t1e", kind, lost: 3 }] }, NOW + 3 + at / 2);
    const later = NOW + 2 * DAY;
    const names = () => path.dailyPath(later).map(({ id, mistake }) => id || mistake);
    assert.deepEqual(names(), ["tap:0", "tap:1", "tap:2", "tap:3", "lead", "tap:4"]);
    assert.equal(path.daysToReview(later), 2);
    for (let number = 0; number < 4; number += 1) one.recordAnswer(`tap:${number}`, true, later);
    one.recordReview({ id: "", mistake: "lead", due: 0 }, later);
    mistakes.recordSeriesAnswer("lead", true, later);
    assert.deepEqual(names(), ["tap:4"]);
    one.recordAnswer("tap:4", true, later);
    assert.deepEqual(names(), []); // that is all for today
    assert.deepEqual(path.dailyPath(later + DAY).map(({ id, mistake }) => id || mistake), ["follow", "tap:5"]);
    assert.equal(path.nextTask(later), NOW + 3.5 + DAY);
    // Problems that were met on their pages or for a mistake are not drawn again.
    one.recordAnswer(CLOSED, true, NOW);
    kept.recordProblemAnswer(`${CLOSED}2`, false, NOW);
    assert.deepEqual(path.seenProblems(), [CLOSED, `${CLOSED}2`]);
  },

  /** With the switch off nothing is kept and nothing is due; what is here stays until it is removed. */
  switched() {
    fresh();
    ratings.addRating(key(1), { ...RATING, mistakes: [{ step: "t1e", kind: "lead", lost: 4.5 }] }, NOW);
    kept.recordProblemAnswer(CLOSED, true, NOW);
    kept.setRecording(false);
    const before = localStorage.getItem(KEYS.rating);
    assert.equal(kept.recordProblemAnswer(`${CLOSED}2`, true, NOW), "");
    assert.equal(mistakes.recordSeriesAnswer("lead", true, NOW), "");
    assert.deepEqual(mistakes.dueMistakes(NOW + DAY), []);
    assert.equal(localStorage.getItem(KEYS.rating), before);
    kept.setRecording(true);
    assert.equal(mistakes.dueMistakes(NOW + DAY).length, 1);
  },

  /** Files add series and answers to one another: the later state of a series, and the first answer. */
  practised() {
    const series = (right, at) => ({ right, due: at + DAY, at, rules: "hoyle1909" });
    const here = { deals: {}, series: { lead: series(2, 5), call: series(0, 9) }, answers: { [CLOSED]: [1, 5], [`${CLOSED}2`]: [0, 6] } };
    const there = { deals: {}, series: { lead: series(0, 7), call: series(3, 8), follow: series(1, 1) }, answers: { [CLOSED]: [0, 4], [`${CLOSED}3`]: [1, 9] } };
    const both = { series: { lead: series(0, 7), call: series(0, 9), follow: series(1, 1) }, answers: { [CLOSED]: [0, 4], [`${CLOSED}2`]: [0, 6], [`${CLOSED}3`]: [1, 9] } };
    for (const [one, two] of [[here, there], [there, here]]) {
      fresh();
      ratings.mergeRatings(one);
      const file = backup.fullBackup();
      fresh();
      ratings.mergeRatings(two);
      for (let time = 0; time < 2; time += 1) {
        const { saved } = backup.restoreBackup(backup.parseBackup(file));
        assert.match(saved.join("; "), /kinds? of mistake that you practise and your answers to 2 problems/);
      }
      const { series: found, answers } = kept.ratingStore.value;
      assert.deepEqual({ series: found, answers }, both);
    }
    assert.deepEqual(kept.answersInOrder(2), [[`${CLOSED}2`, 0], [`${CLOSED}3`, 1]]);
    // Only the first answer counts, and only to problems with closed hands.
    kept.recordProblemAnswer(CLOSED, true, NOW);
    kept.recordProblemAnswer("goal:cards:given:hoyle1909:32-X/deal", true, NOW);
    assert.equal(Object.keys(kept.ratingStore.value.answers).length, 3);
    assert.equal(kept.ratingStore.value.answers[CLOSED][0], 0);
  },
};
