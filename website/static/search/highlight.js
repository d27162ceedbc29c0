// @ts-check
/**
 * Highlighting of search words on the page opened from a search, or with `?highlight=talon` in the address. The
 * browser highlights ranges, so that the page is not changed. Firefox before 140 does not support this.
 */

import { makeButton, makeElement } from "../dom.js";

const NAME = "pq-matches"; // also in the style sheet
const KEPT = "piquet:matches"; // written by search-page.js
const MOST = 2000;
const APART = "script, style, template, svg, button, select, textarea, .headerlink";

/** Return the words to highlight, and clear them. @returns {string[]} */
function wanted() {
  const url = new URL(location.href);
  let words = url.searchParams.get("highlight") ?? "";
  if (words) {
    url.searchParams.delete("highlight");
    history.replaceState(null, "", url);
  }
  try {
    words ||= sessionStorage.getItem(KEPT) ?? "";
    sessionStorage.removeItem(KEPT);
  } catch {
    // The browser saves nothing.
  }
  return words.slice(0, MOST).toLowerCase().split(/\s+/).filter(Boolean);
}

/** @param {Node} place @param {string[]} words @returns {Range[]} */
function ranges(place, words) {
  const found = [];
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentElement?.closest(APART)) continue;
    const text = (node.textContent ?? "").toLowerCase();
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        found.push(range);
      }
    }
  }
  return found;
}

function mark() {
  const place = document.querySelector("article");
  const marks = /** @type {any} */ (CSS).highlights;
  const words = wanted();
  if (!place || !words.length || !marks) return;
  const found = ranges(place, words);
  if (!found.length) return;
  marks.set(NAME, new (/** @type {any} */ (window).Highlight)(...found));
  const line = makeElement("p", "highlight-link pq-screen");
  const hide = () => {
    marks.delete(NAME);
    line.remove();
  };
  line.append(makeButton("Hide search matches", hide));
  place.prepend(line);
}

mark();
