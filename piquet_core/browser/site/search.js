// @ts-check
/**
 * The search page: rules, rule sets, terms and deals first, from a list in the page;
 * then the pages that Sphinx finds, each once, with an excerpt of its text and not of its buttons.
 */

{
  const MOST_FINDS = 8;
  const MOST_PAGES = 20;

  /** @typedef {{kind: string, title: string, href: string, text: string, words: string}} Find */

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

  /** @param {string} tag @param {string} text @param {string} [name] */
  const element = (tag, text, name = "") => {
    const made = document.createElement(tag);
    made.textContent = text;
    if (name) made.className = name;
    return made;
  };

  /** @param {Find} find */
  const item = (find) => {
    const made = document.createElement("li");
    const link = /** @type {HTMLAnchorElement} */ (element("a", find.title));
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
  const pages = new Set(best.map(({ href }) => href.replace(/#.*/, "")));

  const results = document.getElementById("search-results");
  if (results && best.length) {
    const list = document.createElement("ul");
    list.className = "search pq-finds";
    list.append(...best.map(item));
    results.before(element("h2", "Rules, terms and books"), list);
  }

  // -- what Sphinx finds ---------------------------------------------------------------------------

  // @ts-ignore: a global of Sphinx's own script
  const sphinx = Search;

  /** A page counts once, by its best hit; the list is sorted upwards. */
  const perform = sphinx._performSearch;
  /** @param {any[]} wanted */
  sphinx._performSearch = (...wanted) => {
    const seen = new Set();
    const kept = [];
    for (const result of perform(...wanted).reverse()) {
      const page = `${result[0]}.html`;
      if (seen.has(page) || pages.has(page)) continue;
      seen.add(page);
      kept.push(result);
    }
    return kept.slice(0, MOST_PAGES).reverse();
  };

  /** @param {string} html @param {string} anchor */
  sphinx.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const article = page.querySelector("article") ?? page.body;
    const part = anchor ? page.getElementById(anchor.slice(1)) : null;
    const text = part?.closest("section, dl, table, div") ?? article;
    for (const one of text.querySelectorAll(
      "script, style, template, svg, nav, form, button, select, h1, .headerlink, .pq-controls",
    ))
      one.remove();
    for (const one of text.querySelectorAll("p, li, dt, dd, th, td, h2, h3, h4, br"))
      one.append(" ");
    return (text.textContent ?? "").replace(/\s+/g, " ").trim();
  };
}
