// Kept places: two tabs and files add up, notes are never lost, damage is set aside, and each format is made of the
// citations that were kept.
import assert from "node:assert/strict";
import { KEYS, NOW, backup, fresh, places, store } from "./room.mjs";

const RULE = "docs/rules/play.lead.html#at-penguin";
const BOOK = "@book{penguin,\n  title = {{A}}\n}";
const RIS_BOOK = "TY  - BOOK\nID  - penguin\nER  - ";
const place = (facts = {}) => ({
  title: "The lead: Penguin", edition: "draft of edition 0.3.0, 1 December 2026", at: NOW, link: "", note: "",
  plain: [["We, ", "Piquet", ", here."], ["They, ", "A*B", "."]],
  bibtex: `@misc{piquet:play.lead:penguin,\n  title = {{B}}\n}\n\n${BOOK}`,
  csl: JSON.stringify([{ id: "piquet:play.lead:penguin", title: "B" }, { id: "penguin", title: "A" }]),
  ris: `TY  - ELEC\nID  - piquet:play.lead:penguin\nER  - \n\n${RIS_BOOK}`,
  ...facts,
});

export const placeTrials = {
  /** To keep again takes the new citation and the old note; tabs change their own places only. */
  kept() {
    fresh();
    assert.equal(places.keepPlace(RULE, place()), "");
    assert.equal(places.saveNote(RULE, "mine"), "");
    assert.equal(places.keepPlace("index.html", place({ title: "Piquet" })), "");
    assert.equal(places.keepPlace(RULE, place({ edition: "edition 1.0" })), "");
    assert.deepEqual(Object.keys(places.keptPlaces()), [RULE, "index.html"]);
    assert.equal(places.keptPlaces()[RULE].note, "mine");
    assert.equal(places.keptPlaces()[RULE].edition, "edition 1.0");
    assert.equal(places.removePlace(RULE), "");
    assert.equal(places.saveNote(RULE, "too late"), "");
    assert.deepEqual(Object.keys(places.keptPlaces()), ["index.html"]);
    assert.equal(places.saveNote("index.html", "x".repeat(places.LONGEST_NOTE + 1)), "full");
    assert.equal(places.keptPlaces()["index.html"].note, "");
  },

  /** A file adds its places, joins notes, and counts once however often it is loaded. */
  carried() {
    fresh();
    places.keepPlace(RULE, place({ note: "there" }));
    places.keepPlace("index.html", place({ title: "Piquet" }));
    const file = backup.fullBackup();
    fresh();
    places.keepPlace(RULE, place({ note: "here", edition: "edition 1.0" }));
    for (let time = 0; time < 2; time += 1) {
      const { saved, failed } = backup.restoreBackup(backup.parseBackup(file));
      assert.ok(saved.includes("2 kept places"));
      assert.deepEqual(failed, []);
    }
    assert.deepEqual(places.keptPlaces(), { [RULE]: place({ note: "here\n\nthere", edition: "edition 1.0" }), "index.html": place({ title: "Piquet" }) });
  },

  /** Anything else under the key is shown as damaged, is in every file, and is set aside by the next place. */
  foreign() {
    const whole = JSON.stringify({ version: 2, places: { [RULE]: place() } });
    const bad = [
      "nonsense", "[]", '{"version": 2}', '{"version": 2, "places": []}', whole.replace(RULE, "https://a.example/"), whole.replace(RULE, "//a.example/"),
      whole.replace(RULE, "javascript:alert(1)"), whole.replace('"link":""', '"link":"javascript:alert(1)"'), whole.replace('"note":""', '"note":5'),
      whole.replace(`"at":${NOW}`, '"at":1e300'), whole.replace('["We, "', '[{}'), whole.replace('"csl":"[', '"csl":"{'), whole.replace('"title":"The lead', '"name":"The lead'),
    ];
    for (const damaged of bad) {
      const here = fresh();
      here.setItem(KEYS.places, damaged);
      assert.equal(places.placesStore.read().is, "damaged", damaged);
      assert.deepEqual(places.keptPlaces(), {});
      assert.ok(JSON.parse(backup.fullBackup()).aside.some((aside) => aside.text === damaged));
      assert.equal(here.getItem(KEYS.places), damaged); // to look changes nothing
      assert.equal(places.keepPlace(RULE, place()), "");
      assert.deepEqual(store.archivedCopies().map(({ text }) => text), [damaged]);
      assert.deepEqual(places.keptPlaces(), { [RULE]: place() });
      assert.throws(() => backup.parseBackup(`{"piquet": "kept", "version": 2, "places": ${damaged.startsWith("{") ? damaged : "[]"}}`), /the kept places/);
    }
    const newer = '{"version": 99, "places": 5}';
    const later = fresh();
    later.setItem(KEYS.places, newer);
    assert.equal(places.keepPlace(RULE, place()), "newer");
    assert.equal(later.getItem(KEYS.places), newer);
  },

  /** A reference that two places share is exported once; different ones never share a key. */
  exported() {
    const kept = [
      ["https://a.example/1", place({ note: "<b>two\nlines" })],
      ["https://a.example/2", place({ bibtex: BOOK, csl: '[{"id":"penguin","title":"A"}]', ris: RIS_BOOK })],
      ["https://a.example/3", place({ bibtex: BOOK.replace("{{A}}", "{{C}}"), csl: '[{"id":"penguin","title":"C"}]', ris: RIS_BOOK.replace("BOOK", "CHAP") })],
    ];
    const written = (name) => places.EXPORTS[name].write(kept);
    assert.equal(written("bibtex"), `${place().bibtex}\n\n${BOOK.replace("penguin", "penguin-2").replace("{{A}}", "{{C}}")}`);
    assert.equal(written("ris"), `${place().ris}\n\n${RIS_BOOK.replace("BOOK", "CHAP").replace("penguin", "penguin-2")}`);
    assert.deepEqual(JSON.parse(written("csl")), [...JSON.parse(place().csl), { id: "penguin-2", title: "C" }]);
    const [head, first] = written("markdown").split("\n\n## ");
    assert.equal(head, "# Kept places");
    assert.equal(
      first,
      "[The lead: Penguin](<https://a.example/1>)\n\nWe, *Piquet*, here.\n\nThey, *A\\*B*.\n\nDraft of edition 0.3.0, 1 December 2026; kept on 22 November 2026.\n\n> \\<b\\>two\n> lines",
    );
  },
};
