// @ts-check
/**
 * The ranking of entries for a query. Question words are dropped, and words that every page has weigh little.
 * Inflected forms count as the same word. A whole word beats a prefix, and a title beats a text. A synonym, such
 * as *stock* for the talon, counts with a small discount. The beginning of a question, such as *since when*,
 * prefers the pages that answer such questions.
 *
 * It does not use the page and is not a module, so that the search works from a folder as well.
 */

{
  /**
   * @typedef {{kind: string, title: string, href: string, text: string, words: string, of?: string, more?: string, answers?: string}} Find
   * @typedef {{whole: Map<string, number>, names: string[], phrases: string[], title: string, question: string[], find: Find, size: number, place: number}} Ranked
   * @typedef {{when: string[], leads?: string[], means?: string}} Ask
   * @typedef {{plain: string, words: string[], phrase: string, core: string, rest: string, leads: string[], begun: boolean}} Asked
   */

  // Question words. "May", "not" and "first" occur in rules and stay.
  const STOP = new Set(
    (
      "a an the of to in on for and or if is are was were be been being am do does did done can could would will " +
      "shall should i you he she it we they me my your his her our their this that these those there then than " +
      "what which who whom whose when where why how much many with at by from as into about up so any some get " +
      "gets got has have had one ones s t ll d le la les l un une des du de en et est ce que qu quel quelle quels quelles " +
      "combien comment peut on explain mean meaning means just really please allowed tell say says said happen happens"
    ).split(" "),
  );

  // Words that every page has. They weigh little, yet "the cards" is not "the pique".
  const WEAK = new Set(["piquet", "game", "card", "rul", "book", "sam"]);
  /** Words that two wordings of a question may differ in: "how many points to win" and "how many points win the game". */
  const FILLERS = new Set("a an the to of do does did i you we one".split(" "));
  const LITTLE = 0.3;
  const UNKNOWN = 0.5;
  const AMOUNT = /^\d{1,3}$/; // the answer may word a number differently

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

  /** Return the stem of a word. @param {string} word */
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

  /** Return the stems of the significant words of a query, or of all words if none is significant. @param {string} text */
  const telling = (text) => {
    const all = words(text);
    const kept = all.filter((word) => !STOP.has(word) && !STOP.has(stem(word)));
    return [...new Set((kept.length ? kept : all).map(stem))];
  };

  const TITLE = 10;
  const NAME = 8;
  const TEXT = 2.5;
  const PAGE = 4; // a word in the title of the passage's page
  const MORE = 0.9; // a word anywhere in the prose
  const PASSAGE = -1; // a page ranks before its passages
  const FEW = 5; // entries that are shown however low their score
  const HEADWORD = 10; // the gain of a term by the exact word of its name
  const NAMED = 6; // the gain of an entry by a name of several words that is the whole query
  const QUESTION = 10; // the gain of an entry by a question with the query's words in a row
  const ROW = 4; // words of such a row
  const LED = 8; // the gain of an entry by the type of the question
  const BEGINNING = 0.4; // the worth of a prefix, relative to the word
  const YEAR = /^(?:1[0-9]|20)\d\d$/;
  const APART = /[^\p{Letter}\p{Mark}\p{Number}]+/u;
  const SHORTEST = 3; // letters of a prefix

  /** The bonus by kind between entries that match equally. Readers look for rules before figures and books. */
  /** @type {Record<string, number>} */
  const KINDS = { Rule: 2, Lesson: 2, Glossary: 1.2, "Rule set": 0.5, Learn: 1, Deal: -2, History: 0, Irregularity: 0, Claim: -4, Source: -3, Bibliography: -11, Sheet: -3, Page: -1 };

  /** @param {number[]} numbers */
  const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

  /** Return whether a text contains another one as whole words. @param {string} text @param {string} part */
  const has = (text, part) => Boolean(part) && ` ${text} `.includes(` ${part} `);

  /** Build the entries from columns, which compress better. @param {Record<string, string[]>} columns @returns {Find[]} */
  const rows = (columns) => {
    const fields = Object.entries(columns);
    return (columns.href ?? []).map((_, at) => /** @type {any} */ (Object.fromEntries(fields.map(([name, all]) => [name, all[at]]))));
  };

  class Ranking {
    /** @param {Find[]} finds @param {Record<string, string[]>} aliases synonyms: a word -> our words for it @param {Ask[]} [asks] */
    constructor(finds, aliases, asks = []) {
      this.entries = finds.map((find, place) => this.entry(find, place));
      this.aliases = new Map(Object.entries(aliases).map(([word, ours]) => [stem(plain(word)), ours.map((one) => stem(plain(one)))]));
      this.asks = asks.map((ask) => ({ ...ask, when: ask.when.map(plain) }));
      /** @type {Map<string, number>} */
      this.spread = new Map();
      for (const { whole } of this.entries) for (const word of whole.keys()) this.spread.set(word, (this.spread.get(word) ?? 0) + 1);
      // The rule sets that depart by a rule are found, but do not make their names more frequent.
      for (const { whole, find } of this.entries) for (const word of stems(find.answers ?? "")) whole.set(word, whole.get(word) ?? MORE);
    }

    /** @param {Find} find @param {number} place @returns {Ranked} */
    entry(find, place) {
      const names = find.words.split(";").map((name) => name.trim()).filter(Boolean);
      /** @type {Map<string, number>} */
      const whole = new Map();
      /** @param {string} text @param {number} worth */
      const add = (text, worth) => {
        for (const word of stems(text)) whole.set(word, Math.max(worth, whole.get(word) ?? 0));
      };
      add(find.more ?? "", MORE);
      add(find.text, TEXT);
      add(find.of ?? "", PAGE);
      for (const name of names) add(name, NAME);
      add(find.title, TITLE);
      const title = telling(find.title.replace(/^\d+\. /, "")); // lessons have numbers
      const phrases = names.map((name) => telling(name).join(" "));
      return { whole, names: names.map(plain), phrases, title: title.join(" "), question: find.kind === "Rule" ? words(find.text) : [], find, size: title.length, place };
    }

    /** Return the rarity of a word, from 0.5 for the most frequent to 1.5. @param {string} word */
    rarity(word) {
      const share = (this.spread.get(word) ?? 0) / this.entries.length;
      return 1.5 - Math.min(1, Math.sqrt(share) * 2);
    }

    /** Return the weight of a word in the query. Unknown words weigh least. @param {string} word */
    weight(word) {
      if (WEAK.has(word) || /^\p{Letter}$/u.test(word)) return LITTLE;
      return this.spread.has(word) || this.aliases.has(word) ? this.rarity(word) : UNKNOWN;
    }

    /** Return whether any entry contains a word, or a word with this prefix. @param {string} word */
    knows(word) {
      const [root] = stems(word);
      if (STOP.has(word) || this.spread.has(root) || this.aliases.has(root)) return true;
      return [...this.spread.keys()].some((known) => known.startsWith(word));
    }

    /** Return the words of a query that no entry contains. @param {string} text */
    unknown(text) {
      return text.split(APART).filter((word) => word && !words(word).every((one) => this.knows(one)));
    }

    /** Return the worth of a word of the query for an entry. @param {Ranked} entry @param {string} word */
    worth(entry, word) {
      const own = entry.whole.get(word) ?? 0;
      let best = own * this.rarity(word);
      for (const other of this.aliases.get(word) ?? []) best = Math.max(best, 0.85 * (entry.whole.get(other) ?? 0) * this.rarity(other));
      if (best || word.length < SHORTEST) return best;
      for (const [known, worth] of entry.whole) if (known.startsWith(word)) best = Math.max(best, worth * BEGINNING);
      return best;
    }

    /**
     * Analyse a query. The words that only tell the type of the question are dropped, unless there are no
     * others.
     * @param {string} text @returns {Asked}
     */
    asked(text) {
      const query = plain(text);
      let rest = query;
      /** @type {Set<string>} */
      const leads = new Set();
      for (const ask of this.asks) {
        const when = ask.when.find((phrase) => has(query, phrase));
        if (!when) continue;
        for (const lead of ask.leads ?? []) leads.add(lead);
        rest = ` ${rest} `.replace(` ${when} `, ` ${ask.means ?? ""} `).trim();
      }
      const left = words(rest).some((word) => !STOP.has(word)) ? telling(rest) : telling(query);
      const core = left.filter((word) => !WEAK.has(word)).join(" ");
      const last = query.split(" ").at(-1) ?? "";
      const begun = !STOP.has(last) && (last.length === 1 || !this.spread.has(stem(last))); // the last word is still being typed
      return { plain: query, words: left, phrase: left.join(" "), core, rest, leads: [...leads], begun };
    }

    /** @param {Ranked} entry @param {Asked} asked @param {number} share the share of the query that may be missing */
    score(entry, asked, share) {
      const worths = asked.words.map((word) => this.worth(entry, word));
      const weights = asked.words.map((word) => this.weight(word));
      const all = sum(weights);
      const missing = sum(weights.filter((_, at) => worths[at] === 0));
      const led = asked.leads.some((lead) => entry.find.kind === lead || entry.find.href.startsWith(lead));
      const lacking = sum(weights.filter((_, at) => worths[at] === 0 && !AMOUNT.test(asked.words[at])));
      const titled = entry.size > 1 && has(asked.phrase, entry.title);
      if ((lacking > all * share && !titled) || missing === all) return led && asked.leads.includes(entry.find.href.replace(".html", "")) ? LED : 0;
      const mean = (sum(worths.map((worth, at) => worth * weights[at])) / all) * (1 - missing / (all + 1));
      // A year beside a name means the work.
      const named = worths.length > 1 && asked.words.some((word) => YEAR.test(word)) && worths.every((worth) => worth >= NAME / 3);
      const kind = KINDS[entry.find.kind] ?? -1;
      // A title counts less if the type of the question has its own pages.
      const agreement = this.agreement(entry, asked, worths) * (asked.leads.length && !led ? 0.5 : 1);
      const score = mean + agreement + (named || led ? Math.max(kind, 0) : kind);
      return Math.max(score + (led ? LED * Math.min(1, mean) : 0) + (entry.find.of ? PASSAGE : 0), 0.01);
    }

    /** Return a term and its synonyms, without the questions that lead to it. @param {string[]} names @param {Find} find */
    heads(names, find) {
      return [plain(find.title), ...names.filter((name) => name.split(" ").length < 3)];
    }

    /** Return the gain of an entry whose title or name matches as a whole. @param {Ranked} entry @param {Asked} asked @param {number[]} worths */
    agreement(entry, asked, worths) {
      const { title, names, phrases, size, find } = entry;
      let gain = 0;
      if (plain(find.title) === asked.plain || names.includes(asked.plain)) gain = 12;
      else if (asked.begun && plain(find.title).startsWith(asked.plain)) gain = 12;
      else if (asked.begun && names.some((name) => name.startsWith(asked.plain))) gain = 8;
      else if (find.kind === "Glossary" && this.heads(names, find).some((name) => has(name, asked.plain))) gain = HEADWORD;
      else if (title === asked.phrase) gain = 9 * Math.max(...asked.words.map((word) => Math.min(1, this.weight(word))));
      else if (phrases.includes(asked.phrase)) gain = 7;
      else if (title === asked.core || phrases.includes(asked.core)) gain = 6;
      else if (has(title, asked.phrase)) gain = 2;
      else if (has(asked.phrase, title)) gain = (1.5 * size) / asked.words.length;
      const held = find.kind === "Rule" ? phrases.filter((name) => has(asked.phrase, name)).map((name) => name.split(" ").length) : [];
      gain = Math.max(gain, (NAMED * Math.max(0, ...held.filter((long) => long > 1))) / asked.words.length);
      gain = Math.max(gain, QUESTION * this.run(entry, asked));
      // Of two titles with the words, prefer the shorter one.
      if (worths.some((worth) => worth >= TITLE / 3)) gain += (2 * asked.words.length) / (asked.words.length + size);
      return gain;
    }

    /** Return how much of a query is in the question of a rule in a row, with or without fillers. @param {Ranked} entry @param {Asked} asked */
    run({ question }, { rest }) {
      const all = rest.split(" ");
      /** @param {string[]} some */
      const bare = (some) => some.filter((word) => !FILLERS.has(word));
      return Math.max(this.row(all, question), this.row(bare(all), bare(question)));
    }

    /** Return the share of the longest row of the query's words in a question; synonyms count. @param {string[]} query @param {string[]} question */
    row(query, question) {
      const meant = query.map((word) => new Set([stem(word), ...(this.aliases.get(stem(word)) ?? [])]));
      const told = question.map(stem);
      let longest = 0;
      for (let at = 0; at < meant.length; at += 1) {
        for (let from = 0; from < told.length; from += 1) {
          let size = 0;
          while (meant[at + size]?.has(told[from + size])) size += 1;
          longest = Math.max(longest, size);
        }
      }
      return longest >= ROW ? longest / query.length : 0;
    }

    /** Return the entries that lack at most a share of the query, with their scores. @param {Asked} asked @param {number} share */
    scored(asked, share) {
      return this.entries.map((entry) => ({ entry, score: this.score(entry, asked, share) })).filter(({ score }) => score > 0);
    }

    /** Return the entries that answer a query, the best first. @param {string} text @returns {Find[]} */
    best(text) {
      const asked = this.asked(text);
      if (!asked.words.length) return [];
      let found = this.scored(asked, 0.5);
      // If no entry has half of the question, take those that have most.
      if (!found.length) found = this.scored(asked, 0.8);
      found.sort((one, two) => two.score - one.score || one.entry.place - two.entry.place);
      const least = (found[0]?.score ?? 0) / 4;
      return found.filter(({ score }, at) => at < FEW || score >= least).map(({ entry }) => entry.find);
    }
  }

  /** @type {any} */ (globalThis).PiquetRanking = { Ranking, rows, telling, stems, plain };
}
