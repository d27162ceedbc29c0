// @ts-check
/**
 * Which entry of a list answers a query best.  Words that every question has fall away; plurals and other
 * endings count as the same word; a whole word beats the beginning of one, and a title beats a text.  A
 * word that readers have for one of ours, as *stock* for the talon, stands for it at a small discount.
 *
 * It touches no page and is no module, so that the search works from a folder too.
 */

{
  /**
   * @typedef {{kind: string, title: string, href: string, text: string, words: string}} Find
   * @typedef {{whole: Map<string, number>, phrases: string[], title: string, find: Find, size: number, place: number}} Entry
   */

  // What questions are made of.  "May", "not" and "first" are words of our rules and stay.
  const STOP = new Set(
    (
      "a an the of to in on for and or if is are was were be been being am do does did done can could would will " +
      "shall should i you he she it we they me my your his her our their this that these those there then than " +
      "what which who whom whose when where why how much many with at by from as into about up so any some get " +
      "gets got has have had one ones s t ll d le la les l un une des du de en et est ce que qu quel quelle quels quelles " +
      "combien comment peut on piquet game card rule explain mean meaning means"
    ).split(" "),
  );

  /** @param {string} text */
  const plain = (text) =>
    text
      .toLowerCase()
      .replace(/œ/g, "oe")
      .replace(/æ/g, "ae")
      .normalize("NFD")
      .replace(/\p{Mark}/gu, "")
      .replace(/(?<=\p{Letter})['’](?=s\b)/gu, "")
      .replace(/[^\p{Letter}\p{Number}]+/gu, " ")
      .trim();

  /** A word without the endings that do not change what it is about. @param {string} word */
  const stem = (word) => {
    let root = word;
    if (root.length > 5 && root.endsWith("ing")) root = root.slice(0, -3);
    else if (root.length > 4 && root.endsWith("ies")) root = `${root.slice(0, -3)}y`;
    else if (root.length > 4 && root.endsWith("eaux")) root = root.slice(0, -1);
    else if (root.length > 4 && /(?:s|x|z|ch|sh)es$/.test(root)) root = root.slice(0, -2);
    else if (root.length > 3 && /[^su]s$/.test(root)) root = root.slice(0, -1);
    else if (root.length > 4 && root.endsWith("ed")) root = root.slice(0, -2);
    root = root.replace(/([bdgmnprt])\1$/, "$1");
    return root.length > 3 ? root.replace(/e$/, "") : root;
  };

  /** @param {string} text */
  const words = (text) => plain(text).split(" ").filter(Boolean);

  /** @param {string} text */
  const stems = (text) => words(text).map(stem);

  /** The words of a query that say what it is about; all of them if none would be left. @param {string} text */
  const telling = (text) => {
    const all = words(text);
    const kept = all.filter((word) => !STOP.has(word) && !STOP.has(stem(word)));
    return [...new Set((kept.length ? kept : all).map(stem))];
  };

  const TITLE = 10;
  const NAME = 8;
  const TEXT = 2.5;
  const BEGINNING = 0.4; // what the beginning of a word is worth, compared with all of it
  const SHORTEST = 3; // letters by which a beginning can be told

  /** What speaks for a kind where two entries fit as well: a reader asks for rules before figures and books. */
  /** @type {Record<string, number>} */
  const KINDS = { Rule: 2, Lesson: 2, Glossary: 1.2, "Rule set": 0.5, Learn: 1, Deal: 0, History: 0, Claim: -4, Source: -3, Bibliography: -12, Sheet: -3, Page: -1 };

  class Ranking {
    /** @param {Find[]} finds @param {Record<string, string[]>} aliases word -> our words for it */
    constructor(finds, aliases) {
      this.entries = finds.map((find, place) => this.entry(find, place));
      this.aliases = new Map(Object.entries(aliases).map(([word, ours]) => [stem(plain(word)), ours.map((one) => stem(plain(one)))]));
      /** @type {Map<string, number>} */
      this.spread = new Map();
      for (const { whole } of this.entries) for (const word of whole.keys()) this.spread.set(word, (this.spread.get(word) ?? 0) + 1);
    }

    /** @param {Find} find @param {number} place @returns {Entry} */
    entry(find, place) {
      const names = find.words.split(";").map((name) => name.trim()).filter(Boolean);
      /** @type {Map<string, number>} */
      const whole = new Map();
      /** @param {string} text @param {number} worth */
      const add = (text, worth) => {
        for (const word of stems(text)) whole.set(word, Math.max(worth, whole.get(word) ?? 0));
      };
      add(find.text, TEXT);
      for (const name of names) add(name, NAME);
      add(find.title, TITLE);
      const title = telling(find.title);
      return { whole, phrases: names.map((name) => telling(name).join(" ")), title: title.join(" "), find, size: title.length, place };
    }

    /** How rare a word is, from one half for the commonest to three halves. @param {string} word */
    rarity(word) {
      const share = (this.spread.get(word) ?? 0) / this.entries.length;
      return 1.5 - Math.min(1, Math.sqrt(share) * 2);
    }

    /** What a word of the query is worth for an entry. @param {Entry} entry @param {string} word */
    worth(entry, word) {
      const own = entry.whole.get(word) ?? 0;
      let best = own * this.rarity(word);
      for (const other of this.aliases.get(word) ?? []) best = Math.max(best, 0.85 * (entry.whole.get(other) ?? 0) * this.rarity(other));
      if (best || word.length < SHORTEST) return best;
      for (const [known, worth] of entry.whole) if (known.startsWith(word)) best = Math.max(best, worth * BEGINNING);
      return best;
    }

    /** @param {Entry} entry @param {string[]} asked @param {string} query */
    score(entry, asked, query) {
      const worths = asked.map((word) => this.worth(entry, word));
      const missing = worths.filter((worth) => worth === 0).length;
      if (missing * 2 > asked.length || missing === asked.length) return 0;
      let score = worths.reduce((sum, worth) => sum + worth, 0) / asked.length;
      score *= 1 - missing / (asked.length + 1);
      const phrase = asked.join(" ");
      if (plain(entry.find.title) === query) score += 12;
      else if (entry.title === phrase) score += 8;
      else if (entry.phrases.includes(phrase)) score += 7;
      else if (` ${entry.title} `.includes(` ${phrase} `)) score += 2;
      // Of two titles with the words, the one with fewer others.
      if (worths.some((worth) => worth >= TITLE / 3)) score += (2 * asked.length) / (asked.length + entry.size);
      return Math.max(score + (KINDS[entry.find.kind] ?? -1), 0.01);
    }

    /** The entries that answer a query, the best first. @param {string} text @returns {Find[]} */
    best(text) {
      const asked = telling(text);
      if (!asked.length) return [];
      const query = plain(text);
      const found = this.entries.map((entry) => ({ entry, score: this.score(entry, asked, query) })).filter(({ score }) => score > 0);
      found.sort((one, two) => two.score - one.score || one.entry.place - two.entry.place);
      const least = (found[0]?.score ?? 0) / 4;
      return found.filter(({ score }) => score >= least).map(({ entry }) => entry.find);
    }
  }

  /** @type {any} */ (globalThis).PiquetRanking = { Ranking, telling, stems, plain };
}
