// @ts-check
/**
 * Citation panels. The script adds a copy button to each citation, a button that keeps the place, a dialog for the
 * panel in the margin of an article, the choice of a part of the page and, in a replay, the current step. Every
 * citation is printed; only the names and addresses of parts and steps are filled in here.
 */

import { find, makeButton, makeElement, openDialog, showConfirmation } from "../dom.js";
import { addKeepButton } from "./keep-button.js";

const status = makeElement("p", "pq-cite-said");
status.dataset.part = "citation-status";
status.setAttribute("role", "status");
(document.querySelector("main") ?? document.body).append(status);

/** @param {Element} row */
function addButton(row) {
  const what = /** @type {HTMLElement} */ (row).dataset.what ?? "";
  const button = makeButton("Copy", () => void copy(row, button, what), "pq-cite-copy");
  button.setAttribute("aria-label", `Copy: ${what}`);
  row.append(button);
}

/** @param {Element} row @param {HTMLButtonElement} button @param {string} what */
async function copy(row, button, what) {
  const parts = [...row.querySelectorAll("p:not(.pq-cite-head), pre, a")];
  // A status that an open dialog covers is neither visible nor announced.
  (row.closest("dialog") ?? document.querySelector("main") ?? document.body).append(status);
  try {
    await writeToClipboard(parts);
    announce(`Copied: ${what}`);
    showConfirmation(button, "Copied ✓");
  } catch {
    select(row, parts);
    announce("The browser did not let this page write to the clipboard. The text is selected: copy it from there.");
  }
}

/** Return the content of an element as a paragraph. @param {Element} part @returns {string} */
function paragraphOf(part) {
  const paragraph = document.createElement("p");
  paragraph.append(...part.cloneNode(true).childNodes);
  return paragraph.outerHTML;
}

/** @param {Element[]} parts */
async function writeToClipboard(parts) {
  const text = parts.map((part) => part.textContent ?? "").join("\n");
  // With HTML on the clipboard, a word processor keeps the italics.
  if (typeof ClipboardItem === "function" && parts.some((part) => part.querySelector("em"))) {
    const html = parts.map(paragraphOf).join("");
    const item = new ClipboardItem({
      "text/plain": new Blob([text], { type: "text/plain" }),
      "text/html": new Blob([html], { type: "text/html" }),
    });
    await navigator.clipboard.write([item]);
  } else {
    await navigator.clipboard.writeText(text);
  }
}

/** @param {Element} row @param {Element[]} parts */
function select(row, parts) {
  const folded = row.querySelector("details");
  if (folded) folded.open = true;
  const range = document.createRange();
  range.setStartBefore(parts[0]);
  range.setEndAfter(parts[parts.length - 1]);
  const selection = window.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** Announce a text, even if it is the same as before. @param {string} text */
function announce(text) {
  status.textContent = "";
  window.setTimeout(() => (status.textContent = text), 50);
}

/** Update a panel when its replay changes the step, the rule set or the view. @param {HTMLDetailsElement} panel */
function followReplay(panel) {
  const figure = /** @type {HTMLElement | null} */ (panel.closest("figure"));
  const { step: forStep = "", rules: forRules = "", query: forQuery = "", own = "" } = panel.dataset; // the placeholders
  const { address = "", title: placeTitle = "" } = panel.dataset;
  const body = panel.querySelector(".pq-cite-body");
  if (!figure || !forStep || !body) return;
  const follows = (/** @type {string} */ text) => [forStep, forRules, forQuery].some((one) => text.includes(one));
  // A reader's variation has no source. It can be shared, and the printed deal can be cited at the step where it
  // leaves.
  const isOwn = () => figure.classList.contains("pq-playing-on");
  const note = makeElement("p", "pq-cite-own", "A line of one’s own is nobody’s source. What you can cite is the printed deal, here at the step where you leave it:");
  note.dataset.part = "citation-note";
  const head = panel.querySelector("summary");
  const title = head?.textContent ?? "";
  const left = () => {
    const { first = "", from = "" } = figure.dataset;
    return figure.querySelector(`template[data-step="${CSS.escape(from)}"]`) ? from : first; // a record may end before it
  };
  const shown = (/** @type {string} */ text) => {
    const printed = { step: left(), rules: "", query: "" };
    const { step = figure.dataset.first ?? "", rules, query = "" } = isOwn() ? printed : figure.dataset;
    // Formats that escape the # of an address escape its other special characters as well.
    const written = text.includes(`${forQuery}\\#`) ? query.replaceAll(/[&%_#]/g, "\\$&") : query;
    return text.replaceAll(forStep, step).replaceAll(forRules, rules || own).replaceAll(forQuery, written);
  };
  const rows = [...body.querySelectorAll(".pq-cite-row, .pq-cite-ids")].map((row) => {
    const texts = [];
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.nodeValue ?? "";
      if (follows(text)) texts.push({ node: walker.currentNode, text });
    }
    const link = row.querySelector("a");
    return { texts, link, href: link?.getAttribute("href") ?? "" };
  });
  const show = () => {
    panel.hidden = false;
    note.hidden = !isOwn();
    if (head) head.textContent = isOwn() ? "Cite the printed deal" : title;
    for (const { texts, link, href } of rows) {
      for (const { node, text } of texts) node.nodeValue = shown(text);
      link?.setAttribute("href", shown(href));
    }
    panel.dataset.address = shown(address);
    panel.dataset.title = shown(placeTitle);
    panel.dispatchEvent(new Event("pq-cited"));
  };
  body.before(note);
  figure.addEventListener("pq-step", show);
  show();
}

/** Return the contents of a panel's rows by name. @param {ParentNode} panel @returns {Map<string, HTMLElement>} */
function contentsOf(panel) {
  const found = /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll(".pq-cite-row > :first-child, .pq-cite-ids"));
  return new Map([...found].map((one) => [one.parentElement?.dataset.what ?? "", one]));
}

/** Fill in the citation of a part of a page. @param {HTMLTemplateElement} blank @param {HTMLOptionElement} part */
function filledIn(blank, { value, text, dataset }) {
  const { anchor = "", title = "" } = blank.dataset; // the placeholders
  const copy = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
  for (const [form, content] of contentsOf(copy)) {
    const written = { BibTeX: dataset.bibtex, "CSL-JSON": dataset.csl }[form] ?? text;
    const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      node.nodeValue = (node.nodeValue ?? "").replaceAll(anchor, value).replaceAll(title, () => written);
    }
    for (const link of content.querySelectorAll("a")) link.setAttribute("href", (link.getAttribute("href") ?? "").replaceAll(anchor, value));
  }
  return copy;
}

/** Let the reader choose the cited part of the page. The part in the address is chosen at first. @param {HTMLTemplateElement} blank */
function offerParts(blank) {
  const body = /** @type {HTMLElement} */ (blank.parentElement);
  const choice = /** @type {HTMLElement} */ (find(blank.content, ".pq-cite-part").cloneNode(true));
  const select = /** @type {HTMLSelectElement} */ (find(choice, "select"));
  const panel = /** @type {HTMLElement} */ (body.closest("details"));
  const { address = "", title = "" } = panel.dataset;
  const whole = contentsOf(body);
  const shown = new Map(whole);
  const show = () => {
    const next = select.value ? contentsOf(filledIn(blank, select.selectedOptions[0])) : whole;
    for (const [name, content] of shown) {
      const other = next.get(name);
      (content.closest(".pq-cite-row") ?? content).toggleAttribute("hidden", !other); // editions have addresses of whole pages only
      if (!other) continue;
      other.toggleAttribute("open", content.hasAttribute("open"));
      content.replaceWith(other);
      shown.set(name, other);
    }
    const { value, text } = select.selectedOptions[0];
    panel.dataset.address = value ? `${address}#${value}` : address;
    panel.dataset.title = value ? `${title}: ${text}` : title;
    panel.dispatchEvent(new Event("pq-cited"));
  };
  const follow = () => {
    const named = location.hash.slice(1);
    select.value = [...select.options].some(({ value }) => value === named) ? named : "";
    show();
  };
  body.prepend(choice);
  select.addEventListener("change", show);
  window.addEventListener("hashchange", follow);
  follow();
}

/** Return whether a pointer is outside a dialog. @param {Element} window @param {MouseEvent} event */
function isBeside(window, { clientX, clientY }) {
  const { left, right, top, bottom } = window.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** Close a dialog by a tap beside it, unless a text selection that began inside ends there. @param {HTMLDialogElement} panel */
function closeFromOutside(panel) {
  let outside = false;
  panel.addEventListener("pointerdown", (event) => (outside = isBeside(panel, event)));
  panel.addEventListener("click", (event) => {
    if (outside && event.target === panel && isBeside(panel, event)) panel.close();
  });
}

/** Open the panel in the margin as a dialog. Without a script it expands in place. @param {HTMLDetailsElement} panel */
function openInWindow(panel) {
  const [summary, body] = [find(panel, "summary"), find(panel, ".pq-cite-body")];
  const dialog = makeElement("dialog", "pq-dialog pq-cite-window");
  const head = makeElement("div");
  const title = makeElement("p", "pq-dialog-title", summary.textContent ?? "");
  head.append(title, makeButton("Close", () => dialog.close()));
  dialog.setAttribute("aria-label", title.textContent ?? "");
  body.replaceWith(dialog);
  dialog.append(head, body);
  panel.addEventListener("toggle", (event) => {
    if (event.target === panel && panel.open) openDialog(dialog, panel);
  });
  dialog.addEventListener("close", () => {
    panel.open = false;
    summary.focus();
  });
  closeFromOutside(dialog);
  // Scroll expanded content into view.
  body.addEventListener("toggle", ({ target }) => target instanceof HTMLDetailsElement && target.open && target.scrollIntoView({ block: "nearest" }), true);
}

for (const row of document.querySelectorAll(".pq-cite-row")) addButton(row);
for (const panel of document.querySelectorAll("details.pq-cite[data-kept-places]")) addKeepButton(/** @type {HTMLElement} */ (panel));
for (const panel of document.querySelectorAll(".pq-margin > details.pq-cite")) openInWindow(/** @type {HTMLDetailsElement} */ (panel));
for (const blank of document.querySelectorAll(".pq-cite-body > template")) offerParts(/** @type {HTMLTemplateElement} */ (blank));
for (const panel of document.querySelectorAll("details.pq-cite[data-step]")) {
  followReplay(/** @type {HTMLDetailsElement} */ (panel));
}
