// @ts-check
/**
 * Spelling suggestions: the known word nearest to an unknown one. "rubicno" is two keys from "rubicon". Only words
 * of titles and names are suggested.
 *
 * It does not use the page and is not a module, so that the search works from a folder as well.
 */

{
  const SHORTEST = 4; // letters of a word that may be misspelt
  const LONG = 6; // letters of a word that may have two errors

  /**
   * Return the edit distance of two words: insertions, deletions, substitutions and transpositions.
   * @param {string} one @param {string} two @param {number} most
   */
  const apart = (one, two, most) => {
    if (Math.abs(one.length - two.length) > most) return most + 1;
    /** @type {number[][]} */
    const rows = [[...Array(two.length + 1).keys()]];
    for (let at = 1; at <= one.length; at += 1) {
      const row = [at];
      for (let by = 1; by <= two.length; by += 1) {
        const same = one[at - 1] === two[by - 1];
        let keys = Math.min(rows[at - 1][by] + 1, row[by - 1] + 1, rows[at - 1][by - 1] + Number(!same));
        if (at > 1 && by > 1 && one[at - 1] === two[by - 2] && one[at - 2] === two[by - 1]) keys = Math.min(keys, rows[at - 2][by - 2] + 1);
        row.push(keys);
      }
      rows.push(row);
    }
    return rows[one.length][two.length];
  };

  class Nearest {
    /** @param {{kind: string, title: string, words: string}[]} finds @param {(text: string) => string} plain */
    constructor(finds, plain) {
      this.plain = plain;
      /** @type {Map<string, number>} the number of titles and names with each word */
      this.known = new Map();
      for (const { kind, title, words } of finds) {
        if (kind === "Bibliography") continue; // names of authors are not what was meant
        for (const word of new Set(plain(`${title} ${words}`).split(" "))) {
          if (word.length >= SHORTEST && !/\d/.test(word)) this.known.set(word, (this.known.get(word) ?? 0) + 1);
        }
      }
    }

    /** Return the nearest word. Ties are broken by the first letter, then by frequency. @param {string} word */
    word(word) {
      const most = word.length < LONG ? 1 : 2;
      let best = "";
      let least = Infinity;
      for (const [known, spread] of this.known) {
        const keys = apart(word, known, most);
        if (keys > most) continue;
        const cost = keys + (known[0] === word[0] ? 0 : 0.5) + 0.25 / spread;
        if (cost < least) [best, least] = [known, cost];
      }
      return best;
    }

    /**
     * Return a query with each unknown word replaced by the nearest known one, or "" if none is.
     * @param {string} query @param {(word: string) => boolean} isKnown
     */
    query(query, isKnown) {
      const words = this.plain(query).split(" ").filter(Boolean);
      const mended = words.map((word) => (word.length < SHORTEST || /\d/.test(word) || isKnown(word) ? word : this.word(word) || word));
      return mended.some((word, at) => word !== words[at]) ? mended.join(" ") : "";
    }
  }

  /** @type {any} */ (globalThis).PiquetNearest = { Nearest };
}
