// @ts-check
/**
 * The search page: rules, rule sets, terms and deals first, from a list in the page; then the pages
 * whose text has the words, each once, with an excerpt of its text and not of its buttons.
 *
 * The words of the texts are in Sphinx's searchindex.js, which calls `Search.setIndex`; its language_data.js
 * brings the stems of English words. Sphinx's own reader of them writes markup from texts, which the
 * policy of the pages forbids. This one makes nodes. It is no module, so that it works from a folder too.
 */

{
  const MOST_FINDS = 8;
  const MOST_PAGES = 20;
  const EXCERPT = 240; // characters, of which the word found has half before it
  const MATCHES = "piquet:matches"; // what matches.js marks on the page that is opened next

  /** @typedef {{kind: string, title: string, href: string, text: string, words: string}} Find */

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

  /** @param {string} text */
  const plain = (text) =>
    text
      .toLowerCase()
      .normalize("NFD")
      .replace(/\p{Mark}/gu, "")
      .replace(/[^\p{Letter}\p{Number}]+/gu, " ")
      .trim();

  /** Words without the s of a plural. @param {string} text */
  const stems = (text) =>
    plain(text)
      .split(" ")
      .filter(Boolean)
      .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));

  /**
   * How well an entry fits: its whole name, the start of it, all words in it, in what people call
   * it, in what it says; 0 if a word is nowhere.
   * @param {Find} find @param {string[]} asked
   */
  const fit = (find, asked) => {
    const phrase = asked.join(" ");
    const title = stems(find.title);
    const names = find.words.split(";").map((name) => stems(name).join(" "));
    const all = [...title, ...stems(find.words), ...stems(find.text)];
    /** @param {string[]} words */
    const has = (words) => asked.every((one) => words.some((word) => word.startsWith(one)));
    if (title.join(" ") === phrase) return 6;
    if (names.includes(phrase)) return 5;
    if (title.join(" ").startsWith(phrase)) return 4;
    if (has(title)) return 3;
    if (has(stems(find.words))) return 2;
    return has(all) ? 1 : 0;
  };

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

  /** @param {Find} find */
  const item = (find) => {
    const made = document.createElement("li");
    const link = element("a", find.title);
    link.href = find.href;
    made.append(link, " ", element("span", find.kind, "pq-kind"));
    if (find.text) made.append(element("p", find.text, "context"));
    return made;
  };

  const query = new URLSearchParams(location.search).get("q") ?? "";
  const asked = stems(query);
  const source = document.getElementById("pq-finds");
  /** @type {Find[]} */
  const finds = JSON.parse(source?.textContent ?? "[]");
  const best = asked.length
    ? finds
        .map((find) => ({ find, score: fit(find, asked) }))
        .filter(({ score }) => score > 0)
        .sort((one, two) => two.score - one.score)
        .slice(0, MOST_FINDS)
        .map(({ find }) => find)
    : [];
  const offered = new Set(best.map(({ href }) => href.replace(/#.*/, "")));

  const place = document.getElementById("search-results");
  if (best.length) {
    const list = document.createElement("ul");
    list.className = "search pq-finds";
    list.append(...best.map(item));
    place?.before(element("h2", "Rules, terms and books"), list);
  }

  // -- pages by their text -------------------------------------------------------------------------

  const words = query
    .trim()
    .split(/[^\p{Letter}\p{Number}_]+/u)
    .map((word) => word.toLowerCase())
    .filter((word) => word && !globals.stopwords?.has(word) && !/^\d+$/.test(word));

  /**
   * The pages with a stem, and how well: a word of a title counts more, a part of a word less.
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
   * Pages with every word in their text, or with the whole phrase in a heading or an entry of the index;
   * each once, by its best hit, the best first.
   * @param {Index} index @returns {Hit[]}
   */
  const search = (index) => {
    /** @type {Map<number, Hit>} */
    const hits = new Map();
    /** @param {number} page @param {number} score @param {string | null} anchor @param {string} title */
    const hit = (page, score, anchor = "", title = index.titles[page]) => {
      const href = `${index.docnames[page]}.html`;
      if (offered.has(href) || (hits.get(page)?.score ?? 0) >= score) return;
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
    const found = [...new Set(words)].map((word) => withStem(index, stemmer.stemWord(word)));
    for (const page of found[0]?.keys() ?? []) {
      const scores = found.map((one) => one.get(page) ?? 0);
      if (Math.min(...scores) > 0) hit(page, Math.max(...scores));
    }
    return [...hits.values()]
      .sort((one, two) => two.score - one.score || one.title.localeCompare(two.title, "en"))
      .slice(0, MOST_PAGES);
  };

  /** The text of a page, or of the part that an anchor names. @param {Document} page @param {string} anchor */
  const textOf = (page, anchor) => {
    const article = page.querySelector("article") ?? page.body;
    const part = anchor ? page.getElementById(anchor) : null;
    const text = part?.closest("section, dl, table, div") ?? article;
    for (const one of text.querySelectorAll(
      "script, style, template, svg, nav, form, button, select, h1, .headerlink, .pq-controls",
    ))
      one.remove();
    for (const one of text.querySelectorAll("p, li, dt, dd, th, td, h2, h3, h4, br"))
      one.append(" ");
    return (text.textContent ?? "").replace(/\s+/g, " ").trim();
  };

  /** A few words around the first that was asked for, with all of them marked. @param {string} text */
  const excerpt = (text) => {
    const lower = text.toLowerCase();
    const at = Math.max(0, ...words.map((word) => lower.indexOf(word)).filter((one) => one >= 0).slice(-1));
    const from = Math.max(at - EXCERPT / 2, 0);
    const cut = text.slice(from, from + EXCERPT).trim();
    const made = element("p", from ? "…" : "", "context");
    const pattern = words.map((word) => word.replace(/[^\p{Letter}\p{Number}_]/gu, "")).join("|");
    for (const piece of pattern ? cut.split(new RegExp(`(${pattern})`, "iu")) : [cut])
      made.append(words.includes(piece.toLowerCase()) ? element("span", piece, "highlighted") : piece);
    if (from + EXCERPT < text.length) made.append("…");
    return made;
  };

  /** The browser reads a page as a document of its own, in which nothing runs. @param {Element} row */
  const addExcerpt = (row) => {
    const [link, place] = row.children;
    const [address, anchor = ""] = (link.getAttribute("href") ?? "").split("#");
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onload = () => {
      const text = request.response ? textOf(request.response, anchor) : "";
      place.replaceWith(...(text ? [excerpt(text)] : []));
    };
    request.onerror = () => place.remove();
    request.send();
  };

  // A page is fetched for its excerpt when its line comes near: most readers look at the first few.
  const near = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        addExcerpt(target);
      }
    },
    { rootMargin: "50%" },
  );

  /** @param {Index} index */
  const setIndex = (index) => {
    if (!query.trim()) return;
    const found = search(index);
    const list = element("ul", "", "search");
    list.setAttribute("role", "list");
    for (const one of found) {
      const row = document.createElement("li");
      const link = element("a", one.title);
      link.href = one.href;
      link.dataset.score = String(one.score);
      row.append(link, element("p", "", "context"));
      list.append(row);
      near.observe(row);
    }
    const said = { 0: "Your search did not match any page. Try another word, or fewer words.", 1: "Search finished, found one page." };
    const { length } = found;
    const words = said[/** @type {0} */ (length)] ?? `Search finished, found ${length} pages.`;
    const summary = element("p", words, "search-summary");
    summary.setAttribute("role", "status");
    place?.replaceChildren(element("h2", "Search results"), summary, list);
  };
  globals.Search = { setIndex };

  // The pages that are opened from here mark what was asked for.
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest("#search-results a")) return;
    try {
      sessionStorage.setItem(MATCHES, words.join(" "));
    } catch {
      // A browser that keeps nothing marks nothing.
    }
  });
  for (const input of document.querySelectorAll("input")) if (input.name === "q") input.value = query;
}
