// @ts-check
/**
 * The search page. It shows results during typing: first entries of a list in the page, ranked, a rule with its
 * answer; then pages whose text contains the words, with their descriptions.
 *
 * The words of the texts are in Sphinx's searchindex.js, which is loaded for the first question and calls
 * `Search.setIndex`. The stemmer is in its language_data.js. Sphinx's own search script writes markup from texts,
 * which the security policy forbids. This script is not a module, so that it works from a folder as well.
 */

{
  const FIRST_FINDS = 8; // until the reader asks for more
  const MOST_FINDS = 40;
  const MOST_PAGES = 12;
  const COMMON = 0.5; // the share of pages above which a word does not distinguish them
  const LONGEST_ABOUT = 96; // characters of a description
  const BEGINNING = 3; // letters of a prefix that is highlighted, as in ranking.js
  const WAIT = 90; // milliseconds after the last key
  const MATCHES = "piquet:matches"; // read by highlight.js on the next page

  /** @typedef {{kind: string, title: string, href: string, text: string, words: string, of?: string, says?: string}} Find */

  /**
   * @typedef {{title: string, href: string, score: number}} Hit
   *
   * What we use of the index. A page is a number; one page stands for itself, more are a list.
   * @typedef {object} Index
   * @property {string[]} docnames
   * @property {string[]} titles of the pages
   * @property {Record<string, [number, string | null][]>} alltitles heading -> pages, with anchors
   * @property {Record<string, [number, string, boolean][]>} indexentries entry -> pages, with anchors
   * @property {Record<string, number | number[]>} terms stem -> pages
   * @property {Record<string, number | number[]>} titleterms
   */

  const globals = /** @type {any} */ (window);
  const { Ranking, rows, stems, plain, telling } = globals.PiquetRanking;
  const { Nearest } = globals.PiquetNearest;

  /** @param {string} id @returns {any} */
  const data = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
  /** @type {Find[]} */
  const finds = rows(data("pq-finds") ?? {});
  const ranking = new Ranking(finds, data("pq-aliases") ?? {}, data("pq-asks") ?? []);
  const nearest = new Nearest(finds, plain);
  /** Sheets repeat every rule briefly, so they match every word. */
  const sheets = new Set(finds.filter(({ kind }) => kind === "Sheet").map(({ href }) => href));
  /** The descriptions of pages by address. */
  const about = new Map(finds.filter(({ of }) => !of).map(({ href, text }) => [href.replace(/#.*/, ""), text]));

  /**
   * @template {keyof HTMLElementTagNameMap} K
   * @param {K} tag @param {string} text @param {string} [name] @returns {HTMLElementTagNameMap[K]}
   */
  const element = (tag, text, name = "") => {
    const made = document.createElement(tag);
    made.textContent = text;
    if (name) made.className = name;
    return made;
  };

  /** @param {{kind: string, title: string, href: string, text: string, of?: string, says?: string}} find @param {string[]} sought stems */
  const item = ({ kind, title, href, text, of, says }, sought) => {
    const made = document.createElement("li");
    if (kind) made.append(element("span", kind, "pq-kind"));
    const link = element("a", "");
    link.append(...marked(title, sought));
    if (of) link.append(element("span", ` · ${of}`, "pq-of"));
    link.href = href;
    made.append(link);
    for (const [told, name] of [[text, "context"], [says, "context pq-says"]]) {
      if (!told) continue;
      const line = element("p", "", name);
      line.append(...marked(told, sought));
      made.append(line);
    }
    return made;
  };

  /** The stems of the significant words of the query. @type {(query: string) => string[]} */
  const soughtBy = telling;

  /** Split a text into pieces, with the searched words as `<mark>` elements. @param {string} text @param {string[]} sought */
  const marked = (text, sought) => {
    /** @param {string} word */
    const fits = (word) => {
      const [stem = ""] = stems(word);
      return sought.some((one) => stem === one || (one.length >= BEGINNING && stem.startsWith(one)));
    };
    // Odd pieces are words.
    return text.split(/([\p{Letter}\p{Mark}\p{Number}]+)/u).map((piece, at) => (at % 2 && fits(piece) ? element("mark", piece) : piece));
  };

  /** @param {string} name @param {Element[]} items @param {string} part */
  const list = (name, items, part) => {
    const made = element("ul", "", `search ${name}`);
    made.dataset.part = part;
    made.setAttribute("role", "list");
    made.append(...items);
    return made;
  };

  // -- pages by their text -------------------------------------------------------------------------

  /** @param {string} query */
  const wordsOf = (query) =>
    query
      .trim()
      .split(/[^\p{Letter}\p{Number}_]+/u)
      .map((word) => word.toLowerCase())
      .filter((word) => word && !globals.stopwords?.has(word) && !/^\d+$/.test(word));

  /**
   * Return the pages with a stem, and scores: words in titles count more, parts of words less.
   * @param {Index} index @param {string} stem @returns {Map<number, number>}
   */
  const withStem = (index, stem) => {
    const scores = new Map();
    /** @param {Record<string, number | number[]>} table @param {string} term @param {number} score */
    const add = (table, term, score) => {
      for (const page of [table[term]].flat()) scores.set(page, Math.max(score, scores.get(page) ?? 0));
    };
    for (const [table, whole, part] of /** @type {const} */ ([[index.terms, 5, 2], [index.titleterms, 15, 7]])) {
      if (Object.hasOwn(table, stem)) add(table, stem, whole);
      else if (stem.length > 2) for (const term of Object.keys(table)) if (term.includes(stem)) add(table, term, part);
    }
    return scores;
  };

  /**
   * Return the pages with every word in their text, or the phrase in a heading or an index entry, by their best
   * match, the best first.
   * @param {Index} index @param {string} query @param {Set<string>} offered @returns {Hit[]}
   */
  const search = (index, query, offered) => {
    /** @type {Map<number, Hit>} */
    const hits = new Map();
    /** @param {number} page @param {number} score @param {string | null} anchor @param {string} title */
    const hit = (page, score, anchor = "", title = index.titles[page]) => {
      const href = `${index.docnames[page]}.html`;
      if (offered.has(href) || sheets.has(href) || (hits.get(page)?.score ?? 0) >= score) return;
      hits.set(page, { title, href: anchor ? `${href}#${anchor}` : href, score });
    };
    const phrase = query.toLowerCase().trim();
    /** @param {string} text */
    const share = (text) => (text.toLowerCase().includes(phrase) ? Math.min(1, phrase.length / text.length) : 0);
    for (const [title, places] of Object.entries(index.alltitles)) {
      if (share(title) < 0.5) continue;
      for (const [page, anchor] of places) {
        const whole = index.titles[page] === title;
        const score = Math.round(15 * share(title)) + Number(whole);
        hit(page, score, whole ? "" : anchor, whole ? title : `${index.titles[page]} > ${title}`);
      }
    }
    for (const [entry, places] of Object.entries(index.indexentries)) {
      if (share(entry) < 0.5) continue;
      for (const [page, anchor, main] of places) hit(page, main ? Math.round(100 * share(entry)) : 1, anchor);
    }
    const stemmer = new globals.Stemmer();
    const found = [...new Set(wordsOf(query))].map((word) => withStem(index, stemmer.stemWord(word)));
    const tells = found.some((one) => one.size <= index.docnames.length * COMMON);
    for (const page of found[0]?.keys() ?? []) {
      const scores = found.map((one) => one.get(page) ?? 0);
      if (tells && Math.min(...scores) > 0) hit(page, Math.max(...scores));
    }
    return [...hits.values()].sort((one, two) => two.score - one.score || one.title.localeCompare(two.title, "en"));
  };

  // -- what is shown -------------------------------------------------------------------------------

  const place = document.getElementById("search-results");
  const said = document.querySelector(".search-summary");
  const start = /** @type {HTMLElement | null} */ (document.querySelector(".pq-search-start"));
  const input = /** @type {HTMLInputElement | null} */ (document.getElementById("pq-search"));
  /** @type {Index | null} */
  let index = null;
  let query = new URLSearchParams(location.search).get("q") ?? "";

  /** Shorten a text to whole words. @param {string} text */
  const clipped = (text) => (text.length > LONGEST_ABOUT ? `${text.slice(0, LONGEST_ABOUT).replace(/[^\p{Letter}\p{Number}]*\s\S*$/u, "")} …` : text);

  /** @param {number} number @param {string} one @param {string} many */
  const counted = (number, one, many) => `${number} ${number === 1 ? one : many}`;

  /** Return the list of results, of which only the first are shown at once. @param {Find[]} best @param {string[]} sought */
  const offer = (best, sought) => {
    const items = best.map((find) => item(find, sought));
    const late = items.slice(FIRST_FINDS);
    for (const one of late) one.hidden = true;
    const made = [list("pq-finds", items, "search-results")];
    if (!late.length) return made;
    const more = element("button", `Show ${late.length} more`, "pq-button pq-more");
    more.type = "button";
    more.addEventListener("click", () => {
      for (const one of late) one.hidden = false;
      more.remove();
      late[0].querySelector("a")?.focus();
    });
    return [...made, more];
  };

  /** Load the words of the texts, once. Its script stands in a template, so that no address is made here. */
  const loadTexts = () => {
    const waiting = /** @type {HTMLTemplateElement | null} */ (document.getElementById("pq-full-text"));
    if (waiting) waiting.replaceWith(waiting.content);
  };

  const show = () => {
    const asked = query.trim();
    if (asked) loadTexts();
    /** @type {Find[]} */
    const best = asked ? ranking.best(asked).slice(0, MOST_FINDS) : [];
    const offered = new Set(best.map(({ href }) => href.replace(/#.*/, "")));
    const pages = asked && index ? search(index, asked, offered) : [];
    const sought = asked ? soughtBy(asked) : [];
    /** @type {HTMLElement[]} */
    const shown = best.length ? offer(best, sought) : [];
    if (pages.length) {
      const rows = pages.slice(0, MOST_PAGES).map(({ title, href }) => item({ kind: "", title, href, text: clipped(about.get(href.replace(/#.*/, "")) ?? "") }, sought));
      shown.push(element("h2", best.length ? "Also in the text of" : "In the text of"), list("pq-in-text", rows, "text-results"));
    }
    place?.replaceChildren(...shown);
    if (start) start.hidden = Boolean(best.length || pages.length);
    if (said) said.replaceChildren(...(asked ? [summary(asked, best.length, pages.length), ...nowhere(asked, best.length + pages.length), ...meant(asked, pages.length)] : []));
  };

  /** Return the message about words that are in no entry and no text, if others were found. @param {string} asked @param {number} found */
  const nowhere = (asked, found) => {
    if (!found || !index) return [];
    const stemmer = new globals.Stemmer();
    const terms = [index.terms, index.titleterms];
    /** @param {string} word */
    const isTold = (word) => globals.stopwords?.has(word) || terms.some((table) => Object.hasOwn(table, stemmer.stemWord(word)) || Object.keys(table).some((term) => term.startsWith(word)));
    const words = ranking.unknown(asked).filter((/** @type {string} */ word) => !isTold(word.toLowerCase()));
    if (!words.length) return [];
    return [` No entry has ${words.map((/** @type {string} */ word) => `“${word}”`).join(" or ")}.`];
  };

  /** Return the suggested spelling of an unknown word. @param {string} asked @param {number} pages */
  const meant = (asked, pages) => {
    const mended = pages ? "" : nearest.query(asked, (/** @type {string} */ word) => ranking.knows(word));
    if (!mended) return [];
    const link = element("a", mended);
    link.href = `?${new URLSearchParams({ q: mended })}`;
    return [" Did you mean ", link, "?"];
  };

  /** @param {string} asked @param {number} best @param {number} pages */
  const summary = (asked, best, pages) => {
    if (best || pages) {
      const others = `${best ? "other " : ""}page`;
      const many = pages > MOST_PAGES ? `more than ${MOST_PAGES} ${others}s` : counted(pages, others, `${others}s`);
      const told = [best && `${counted(best, "entry", "entries")} found for “${asked}”`, pages && `the words ${best ? "" : `of “${asked}” `}are in the text of ${many}`];
      const sentence = told.filter(Boolean).join("; ");
      return `${sentence[0].toUpperCase()}${sentence.slice(1)}.`;
    }
    if (!index) return "Searching the texts …";
    return `Your search for “${asked}” did not match anything. Try another word, or fewer words.`;
  };

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const ask = () => {
    clearTimeout(soon);
    if (!input || input.value === query) return;
    query = input.value;
    const search = query.trim() ? `?${new URLSearchParams({ q: query })}` : "";
    history.replaceState(null, "", `${location.pathname}${search}`);
    show();
  };

  if (input) {
    input.value = query;
    input.addEventListener("input", () => {
      clearTimeout(soon);
      soon = setTimeout(ask, WAIT);
    });
    input.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      ask();
      input.blur(); // closes the keyboard of a phone, which covers the results
    });
  }
  globals.Search = {
    /** @param {Index} read */
    setIndex(read) {
      index = read;
      if (query.trim()) show();
    },
  };
  show();

  // Pages opened from here highlight the words of the query.
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest(".pq-in-text a")) return;
    try {
      sessionStorage.setItem(MATCHES, wordsOf(query).join(" "));
    } catch {
      // The browser saves nothing.
    }
  });
}
