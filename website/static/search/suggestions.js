// @ts-check
/**
 * Suggestions of the search box in the header: the first results of the search page as links, rules with their
 * answers, and spelling suggestions. The data and the ranking are loaded with the first letter. If that fails, as
 * from a folder, the form still leads to the search page.
 */

import { makeElement } from "../dom.js";

const MOST = 6;
const WAIT = 90; // milliseconds after the last key

/** @typedef {{kind: string, title: string, href: string, text: string, of?: string, says?: string}} Find */
/** @typedef {{best(text: string): Find[], unknown(text: string): string[], knows(word: string): boolean}} Ranking */
/** @typedef {{query(text: string, isKnown: (word: string) => boolean): string}} Nearest */

/** Return the meaning of a term or the answer of a rule as a sentence. @param {Find} find */
const explanation = ({ kind, text, says }) => says || (kind === "Glossary" ? text.replace(/(?<=[.!?]) .*/u, "") : "");

class Suggestions {
  /** @param {HTMLFormElement} form @param {HTMLInputElement} input */
  constructor(form, input) {
    this.form = form;
    this.input = input;
    this.list = makeElement("ul", "pq-suggested");
    this.list.id = "pq-suggested";
    this.list.hidden = true;
    this.list.setAttribute("role", "list");
    this.list.setAttribute("aria-label", "Suggestions");
    this.status = makeElement("p", "pq-vh");
    this.status.setAttribute("role", "status");
    form.append(this.list, this.status);
    input.setAttribute("aria-controls", this.list.id);
    /** @type {Promise<[Ranking, Nearest]> | null} */
    this.loading = null;
    let soon = 0;
    input.addEventListener("input", () => {
      window.clearTimeout(soon);
      soon = window.setTimeout(() => this.suggest(), WAIT);
    });
    input.addEventListener("focus", () => this.suggest());
    form.addEventListener("keydown", (event) => this.handleKey(event));
    form.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !form.contains(relatedTarget)) this.close();
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && !form.contains(target)) this.close();
    });
  }

  /** @returns {Promise<[Ranking, Nearest]>} */
  loaded() {
    this.loading ??= load();
    return this.loading;
  }

  async suggest() {
    const asked = this.input.value.trim();
    if (!asked) {
      this.close();
      return;
    }
    let ranking, nearest;
    try {
      [ranking, nearest] = await this.loaded();
    } catch {
      this.loading = null; // the next letter may succeed
      return;
    }
    if (this.input.value.trim() !== asked || !this.form.contains(document.activeElement)) return;
    const found = ranking.best(asked).slice(0, MOST);
    const unknown = ranking.unknown(asked).map((word) => `“${word}”`);
    const none = unknown.length ? `No entry has ${unknown.join(" or ")}.` : found.length ? "" : "No entry has that.";
    this.list.replaceChildren(...found.map((find) => this.makeItem(find)), this.makeSearchLink(asked, found.length ? "All results" : "Ways to look it up", "pq-suggested-all"));
    const meant = nearest.query(asked, (word) => ranking.knows(word));
    const ask = meant && `Did you mean “${meant}”?`;
    if (ask) this.list.prepend(this.makeSearchLink(meant, ask));
    if (none) this.list.prepend(makeElement("li", "pq-suggested-none", none));
    this.list.hidden = false;
    const number = found.length ? `${found.length} ${found.length === 1 ? "suggestion" : "suggestions"}.` : "";
    this.status.textContent = [number, none, ask].filter(Boolean).join(" ");
  }

  /** @param {Find} find */
  makeItem(find) {
    const { kind, title, href, of } = find;
    const link = makeElement("a", "", title);
    link.href = new URL(href, this.form.action).href;
    link.append(" ", makeElement("small", "", of ? `${kind} · ${of}` : kind));
    const says = explanation(find);
    if (says) link.append(" ", makeElement("span", "pq-suggested-says", says));
    const made = makeElement("li");
    made.append(link);
    return made;
  }

  /** Make the link to the search page. @param {string} asked @param {string} name @param {string} [className] */
  makeSearchLink(asked, name, className = "") {
    const link = makeElement("a", "", name);
    link.href = `${this.form.action}?${new URLSearchParams({ q: asked })}`;
    const made = makeElement("li", className);
    made.append(link);
    return made;
  }

  close() {
    this.list.hidden = true;
    this.status.textContent = "";
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (this.list.hidden) return;
    if (event.key === "Escape") {
      event.preventDefault(); // otherwise the field would be cleared
      this.input.focus();
      this.close();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [this.input, ...this.list.querySelectorAll("a")];
    const at = stops.findIndex((one) => one === document.activeElement);
    stops[(at + step + stops.length) % stops.length].focus();
  }
}

/** @returns {Promise<[Ranking, Nearest]>} */
async function load() {
  // The scripts are not modules, but load as such. Their names are computed, so that they are not bundled.
  const scripts = ["ranking.js", "spelling.js"].map((name) => import(new URL(name, import.meta.url).href));
  const [answer] = await Promise.all([fetch(new URL("../finds.json", import.meta.url)), ...scripts]);
  if (!answer.ok) throw new Error(`finds.json: ${answer.status}`);
  const { finds, words, asks } = await answer.json();
  const { PiquetRanking, PiquetNearest } = /** @type {any} */ (globalThis);
  const listed = PiquetRanking.rows(finds);
  return [new PiquetRanking.Ranking(listed, words, asks), new PiquetNearest.Nearest(listed, PiquetRanking.plain)];
}

const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".pq-find"));
const input = /** @type {HTMLInputElement | null | undefined} */ (form?.querySelector("input"));
if (form && input && location.protocol !== "file:") new Suggestions(form, input);
