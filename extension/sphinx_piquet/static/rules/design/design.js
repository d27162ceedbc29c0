// @ts-check
/**
 * The page on which a reader changes the answers of a rule set. The answers are the radio buttons of the page. The
 * engine finds conflicts, writes the experiment and plays the quick deals. The address always leads to the chosen
 * answers. Values of an address are only compared with those on the page, or shown as text.
 */

import { askWithStatus, clearFailedQuestions } from "../../engine/engine-status.js";
import { asSentence, download, find, makeButton, makeElement, showConfirmation } from "../../dom.js";
import { Refusal, ask, askLong } from "../../engine/engine-client.js";
import { makeCountedBar } from "../../practice/busy.js";
import { preloadOnApproach } from "../../engine/preload.js";
import { setMarkup } from "../../trusted-markup.js";
import { writeAddress } from "../../address-bar.js";

const LONGEST = 40; // characters of an address that are shown in a message
const STEP = 4; // deals that the engine plays before it reports its progress
const PAUSE = 300; // milliseconds after the last letter of a name

/**
 * @typedef {import("../../engine/messages.d.ts").CheckedDesign} CheckedDesign
 * @typedef {{id: string, changes: number, checked: CheckedDesign | null}} Playable
 */

/** @param {number} number @param {string} noun */
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** @param {string} text */
const shorten = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** A question with its answers. */
class Question {
  /** @param {HTMLFieldSetElement} box */
  constructor(box) {
    this.box = box;
    this.rule = box.dataset.rule ?? "";
    this.title = box.dataset.title ?? "";
    this.radios = /** @type {HTMLInputElement[]} */ ([...box.querySelectorAll('input[type="radio"]')]);
    this.number = /** @type {HTMLInputElement | null} */ (box.querySelector('input[type="number"]'));
    this.conflict = find(box, "[data-part=conflict]");
    this.back = find(box, '[data-do="back"]');
    this.group = /** @type {HTMLDetailsElement} */ (box.closest("details"));
  }

  /** Return the code of a book's answer. @param {string} book */
  codeOf(book) {
    return this.radios.find((one) => one.dataset.books?.split(" ").includes(book))?.value ?? "";
  }

  /** Whether a code is an answer. @param {string} code */
  has(code) {
    return code !== "" && (this.radios.some((one) => one.value === code) || (this.number !== null && /^(0|[1-9]\d{0,2})$/.test(code)));
  }

  /** The code of the chosen answer, or "" while a number is missing. */
  get chosen() {
    const value = this.radios.find((one) => one.checked)?.value ?? "";
    if (value || !this.number) return value;
    const code = this.number.value.replace(/^0+(?=\d)/, "");
    return this.has(code) ? code : "";
  }

  /** Choose an answer. @param {string} code */
  choose(code) {
    const radio = this.radios.find((one) => one.value === code) ?? this.radios.find((one) => one.value === "");
    if (!radio) return;
    radio.checked = true;
    if (!radio.value && this.number && this.number.value !== code) this.number.value = code;
  }

  /** Return an answer in words. @param {string} code */
  wordsOf(code) {
    const radio = this.radios.find((one) => one.value === code);
    const unit = this.number?.parentElement?.lastChild?.textContent?.trim() ?? "";
    return radio ? (find(/** @type {HTMLElement} */ (radio.closest("label")), ".pq-design-answer").textContent ?? "") : `${code} ${unit}`.trim();
  }
}

class DesignPage {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.base = /** @type {HTMLSelectElement} */ (find(form, "select"));
    this.name = /** @type {HTMLInputElement} */ (find(form, "[name=name]"));
    this.result = find(form, "[data-part=design-result]");
    this.quick = find(form, "[data-part=design-quick]");
    this.progress = find(this.quick, "[data-part=design-progress]");
    this.figures = find(this.quick, "[data-part=design-figures]");
    /** The query of the address to which the answers belong. */
    this.query = "";
    this.status = find(form, "[data-part=design-status]");
    this.notice = find(form, "[data-part=notice]");
    this.questions = [...form.querySelectorAll("fieldset")].map((box) => new Question(box));
    /** @type {Map<string, string>} the codes of the changed answers by rule */
    this.changes = new Map();
    /** The last design that fits together, as text, with the number of its changes and its experiment. @type {Playable} */
    this.playable = { id: this.base.value, changes: 0, checked: null };
    /** Whether the engine refuses the present design. Until it has checked it, it counts as playable. */
    this.isRefused = false;
    /** Identifies the check whose answer is awaited. */
    this.checks = 0;
    /** @type {AbortController | null} */
    this.playing = null;
    this.typing = 0;
    form.classList.add("pq-live");
    for (const one of form.querySelectorAll("[data-part=design-start], [data-part=design-result], [data-part=design-bar], .pq-design-number")) {
      /** @type {HTMLElement} */ (one).hidden = false;
    }
    this.addListeners();
    // The line at the lower edge leads to the result, and has no use beside it.
    const bar = find(form, "[data-part=design-bar]");
    new IntersectionObserver(([{ isIntersecting }]) => bar.classList.toggle("pq-at-result", isIntersecting)).observe(this.result);
    this.readAddress();
    preloadOnApproach(this.result, form.dataset);
  }

  addListeners() {
    const { form } = this;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", ({ target }) => {
      if (target === this.name) {
        window.clearTimeout(this.typing);
        this.typing = window.setTimeout(() => this.update(), PAUSE);
      } else if (/** @type {HTMLInputElement} */ (target).type === "number") this.typeNumber(/** @type {HTMLInputElement} */ (target));
    });
    form.addEventListener("change", ({ target }) => {
      const question = this.questions.find(({ box }) => box.contains(/** @type {Node} */ (target)));
      if (target === this.base) this.changeBase();
      else if (question) this.answer(question);
    });
    form.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("[data-do]");
      if (button) this.perform(/** @type {HTMLElement} */ (button));
    });
    window.addEventListener("popstate", () => location.search !== this.query && this.readAddress());
  }

  // -- the answers -------------------------------------------------------------------------------

  /** A typed number is the chosen answer. @param {HTMLInputElement} field */
  typeNumber(field) {
    const question = this.questions.find((one) => one.number === field);
    const other = question?.radios.find((one) => one.value === "");
    if (!question || !other) return;
    other.checked = true;
    this.answer(question);
  }

  /** Apply the chosen answer of a question. @param {Question} question */
  answer(question) {
    const code = question.chosen;
    if (!code) {
      this.askForNumber(question);
      return;
    }
    if (code === question.codeOf(this.base.value)) this.changes.delete(question.rule);
    else this.changes.set(question.rule, code);
    this.update();
  }

  /** Ask for a number that can be an answer. The game keeps its answer until then. @param {Question} question */
  askForNumber(question) {
    const { number, conflict, rule } = question;
    if (!number) return;
    number.focus();
    if (!number.value && !number.validity.badInput) return;
    const kept = question.wordsOf(this.changes.get(rule) ?? question.codeOf(this.base.value));
    conflict.hidden = false;
    conflict.textContent = `Give a whole number from ${number.min} to ${number.max}. Until then, the game keeps its answer: ${kept}.`;
    question.box.setAttribute("aria-describedby", conflict.id);
  }

  /** Keep the changes under another base, except those that are its answers. */
  changeBase() {
    for (const one of this.questions) if (this.changes.get(one.rule) === one.codeOf(this.base.value)) this.changes.delete(one.rule);
    this.choose();
    this.update();
  }

  /** Choose the changed answers, and those of the base. */
  choose() {
    for (const one of this.questions) one.choose(this.changes.get(one.rule) ?? one.codeOf(this.base.value));
  }

  /** Change answers back to those of the base. @param {string[]} rules */
  changeBack(rules) {
    for (const rule of rules) this.changes.delete(rule);
    this.choose();
    this.update();
  }

  /** The design as text. The order of the questions on the page makes it the same for the same answers. */
  get id() {
    const changed = this.questions.filter(({ rule }) => this.changes.has(rule));
    return [this.base.value, ...changed.map(({ rule }) => `${rule}=${this.changes.get(rule)}`)].join(",");
  }

  /** The name of the base. */
  get baseName() {
    return this.base.selectedOptions[0]?.textContent ?? "";
  }

  // -- the address -------------------------------------------------------------------------------

  /** Take the design from the address. Parts that are not on this page are named, and the others apply. */
  readAddress() {
    this.query = location.search;
    const query = new URLSearchParams(this.query);
    const [book = "", ...changes] = (query.get("by") ?? "").split(",");
    const problems = [];
    const isKnown = [...this.base.options].some(({ value }) => value === book);
    if (book && !isKnown) problems.push(`There is no rule set “${shorten(book)}”, so this begins with ${find(this.base, `[value="${this.form.dataset.first}"]`).textContent}.`);
    this.base.value = isKnown ? book : (this.form.dataset.first ?? "");
    this.changes.clear();
    for (const change of changes) {
      const [rule, ...rest] = change.split("=");
      const code = rest.join("=");
      const question = this.questions.find((one) => one.rule === rule);
      if (!question) problems.push(`There is no rule “${shorten(rule)}”.`);
      else if (!question.has(code)) problems.push(`“${shorten(code)}” is not an answer to “${question.title}” (${rule}).`);
      else if (code !== question.codeOf(this.base.value)) this.changes.set(rule, code);
    }
    const name = query.get("name") ?? "";
    this.name.value = name.slice(0, this.name.maxLength);
    this.choose();
    this.setNotice(problems.length ? `The link asks for answers that are not here. ${problems.join(" ")} The other answers of the link are chosen.` : "");
    this.update(false);
  }

  /** @param {string} path @param {string} id */
  addressOf(path, id) {
    const url = new URL(path, location.href);
    const name = this.name.value.trim();
    // Commas and equals signs need no escapes, and a reader can then read the link.
    url.search = `by=${encodeURIComponent(id).replaceAll("%2C", ",").replaceAll("%3D", "=")}${name && path === location.pathname ? `&name=${encodeURIComponent(name)}` : ""}`;
    url.hash = "";
    return url;
  }

  // -- the result --------------------------------------------------------------------------------

  /** Show the design, and let the engine check it. @param {boolean} isByReader whether the reader changed it */
  update(isByReader = true) {
    const { id } = this;
    if (isByReader) {
      const address = this.addressOf(location.pathname, id);
      if (id === this.form.dataset.first && !this.name.value.trim()) address.search = "";
      this.query = address.search;
      writeAddress(address);
      this.setNotice("");
    }
    this.stopPlaying();
    this.progress.replaceChildren();
    this.figures.replaceChildren();
    this.status.textContent = "";
    this.drawQuestions();
    this.showConflicts([]);
    this.isRefused = false;
    this.draw();
    this.drawTargets();
    if (this.changes.size) void this.check();
    else this.accept(id);
  }

  /** Mark the changed questions, and count them in the head of each group. */
  drawQuestions() {
    for (const { box, back, rule } of this.questions) {
      box.classList.toggle("pq-changed", this.changes.has(rule));
      back.hidden = !this.changes.has(rule);
    }
    for (const group of this.form.querySelectorAll("details.pq-design-group")) {
      const changed = group.querySelectorAll("fieldset.pq-changed").length;
      const count = find(group, ".pq-design-count");
      count.textContent = [count.dataset.plain, changed ? `${changed} changed` : ""].filter(Boolean).join(", ");
    }
  }

  /** Draw the summary of the changes. */
  draw() {
    const changed = this.questions.filter(({ rule }) => this.changes.has(rule));
    const words = changed.length ? `${counted(changed.length, "change")} from ${this.baseName}` : `${this.baseName}, unchanged`;
    const name = this.name.value.trim();
    find(this.form, "[data-part=design-count]").textContent = words;
    find(this.form, "[data-part=design-summary]").textContent = changed.length ? `${words}.` : `${words}. Change an answer to compare the two games.`;
    find(this.form, "#design-result-heading").textContent = name || "Your game";
    const items = changed.map((question) => {
      const item = makeElement("li");
      const link = makeElement("a", "", question.title);
      link.href = `#design-${question.rule}`;
      link.addEventListener("click", () => (question.group.open = true));
      const old = question.wordsOf(question.codeOf(this.base.value));
      const now = question.wordsOf(this.changes.get(question.rule) ?? "");
      item.append(link, ": ", makeElement("b", "", now), " ", makeElement("span", "", `instead of: ${old}`));
      return item;
    });
    find(this.form, "[data-part=design-changes]").replaceChildren(...items);
    find(this.form, '[data-do="reset"]').hidden = !changed.length;
  }

  /** Let the engine find the conflicts. */
  async check() {
    const number = (this.checks += 1);
    const { id } = this;
    const size = this.changes.size;
    try {
      const found = /** @type {CheckedDesign} */ (await this.ask("check-design", { rules: id, name: this.name.value }, () => this.check()));
      if (number !== this.checks) return;
      this.showConflicts(found.conflicts);
      if (found.conflicts.length) this.refuse();
      else this.accept(found.id, size, found);
    } catch (error) {
      if (number !== this.checks || !(error instanceof Refusal)) return;
      this.showKept(asSentence(error.reason.replace(/^[^ ]*: /, ""))); // without the id of the base
      this.refuse();
    }
  }

  /** A design does not fit together, so the last one that does is used. */
  refuse() {
    this.isRefused = true;
    this.drawTargets();
  }

  /** The design to play, save and measure. @returns {Playable} */
  get target() {
    const { id, playable } = this;
    return this.isRefused || playable.id === id ? playable : { id, changes: this.changes.size, checked: null };
  }

  /** A design fits together. @param {string} id @param {number} changes @param {CheckedDesign | null} checked */
  accept(id, changes = 0, checked = null) {
    if (!changes) this.checks += 1;
    this.playable = { id, changes, checked };
    this.drawTargets();
  }

  /** Draw what leads to the playable design. */
  drawTargets() {
    const { id, changes, checked } = this.target;
    const table = /** @type {HTMLAnchorElement} */ (find(this.form, '[data-do="table"]'));
    table.href = this.addressOf(this.form.dataset.table ?? "", id).href;
    table.hidden = !this.form.dataset.table;
    find(this.form, '[data-do="quick"]').toggleAttribute("disabled", !changes);
    find(this.form, '[data-do="toml"]').toggleAttribute("disabled", !checked);
    const { toml = "", file = "design.toml" } = checked ?? {};
    /** @type {HTMLElement} */ (find(this.form, "[data-part=design-toml]").closest("details")).hidden = !toml;
    find(this.form, "[data-part=design-toml]").textContent = toml;
    find(this.form, "[data-part=design-command]").textContent = `piquet lab run ${file}\npiquet lab show ${file}`;
  }

  /** Show conflicts beside their answers, and say which design can still be played. @param {CheckedDesign["conflicts"]} conflicts */
  showConflicts(conflicts) {
    for (const { box, conflict, rule } of this.questions) {
      const own = conflicts.filter((one) => one.rule === rule).map(({ message }) => asSentence(message));
      conflict.hidden = !own.length;
      conflict.textContent = own.length ? `This does not go together with the other answers. ${own.join(" ")}` : "";
      box.classList.toggle("pq-conflicting", own.length > 0);
      if (own.length) box.setAttribute("aria-describedby", conflict.id);
      else box.removeAttribute("aria-describedby");
    }
    if (!conflicts.length) {
      this.showKept("");
      return;
    }
    const links = [...new Set(conflicts.map(({ rule }) => rule))].flatMap((rule, place) => {
      const question = this.questions.find((one) => one.rule === rule);
      if (!question) return [];
      question.group.open = true;
      const link = makeElement("a", "", question.title);
      link.href = `#design-${rule}`;
      return place ? [", ", link] : [link];
    });
    const why = links.length === 1 ? `${asSentence(conflicts[0].message)} ` : "";
    this.showKept(`These answers do not go together. ${why}Look at `, ...links, ".");
  }

  /** @param {...(string | Node)} words why the answers cannot be played */
  showKept(...words) {
    const place = find(this.form, "[data-part=design-kept]");
    const isThere = words.some((one) => one !== "");
    place.hidden = !isThere;
    const { changes } = this.playable;
    const last = changes ? `the last that did, with ${counted(changes, "change")}` : `${this.baseName}, unchanged`;
    place.replaceChildren(...(isThere ? [...words, ` Until then, the buttons below use ${last}.`] : []));
    find(this.form, "[data-part=design-bar]").classList.toggle("pq-conflicting", isThere);
    if (isThere) find(this.form, "[data-part=design-count]").textContent = `${counted(this.changes.size, "change")}, which do not go together`;
  }

  // -- what to do with it ------------------------------------------------------------------------

  /** @param {HTMLElement} button */
  perform(button) {
    /** @type {Record<string, () => unknown>} */
    const acts = {
      back: () => this.changeOneBack(button),
      reset: () => this.changeBack([...this.changes.keys()]),
      quick: () => this.play(),
      link: () => this.copyLink(button),
      toml: () => this.save(),
      print: () => window.print(),
    };
    void acts[button.dataset.do ?? ""]?.();
  }

  /** @param {HTMLElement} button */
  changeOneBack(button) {
    const box = /** @type {HTMLFieldSetElement} */ (button.closest("fieldset"));
    this.changeBack([box.dataset.rule ?? ""]);
    /** @type {HTMLElement | null} */ (box.querySelector("input:checked"))?.focus(); // the button is gone
  }

  /** Let the engine play some deals, in steps. A stopped run goes on where it was. */
  async play() {
    this.stopPlaying();
    const stopping = new AbortController();
    this.playing = stopping;
    const { id } = this.target;
    const name = this.name.value;
    const { counting, tell } = makeCountedBar(() => {
      this.stopPlaying();
      const goOn = makeButton("Go on", () => void this.play());
      this.progress.replaceChildren(makeElement("p", "", "Stopped. The deals that were played are kept for a while."), goOn);
      goOn.focus();
    });
    find(counting, "progress").setAttribute("aria-label", "Deals played");
    const isWithin = this.progress.contains(document.activeElement);
    this.progress.replaceChildren(counting);
    this.figures.replaceChildren();
    if (isWithin) find(counting, "button").focus();
    tell({ done: 0, of: 1, says: "The deals begin …" });
    counting.scrollIntoView({ block: "nearest" });
    try {
      let until = STEP;
      for (;;) {
        const args = { rules: id, name, until };
        const found = await this.askLong("quick-deals", args, () => this.play(), stopping.signal);
        if (this.playing !== stopping) return;
        if ("html" in found) {
          const hasFocus = counting.contains(document.activeElement);
          counting.remove();
          setMarkup(this.figures, found.html);
          if (hasFocus) this.quick.focus({ preventScroll: true });
          this.quick.scrollIntoView({ block: "nearest" });
          return;
        }
        tell(found);
        until = found.done + STEP;
      }
    } catch (error) {
      counting.remove();
      if (error instanceof Refusal && this.playing === stopping) this.figures.textContent = asSentence(error.reason);
    }
  }

  stopPlaying() {
    this.playing?.abort();
    this.playing = null;
  }

  /** @param {HTMLElement} button */
  async copyLink(button) {
    const { href } = this.addressOf(location.pathname, this.id);
    try {
      await navigator.clipboard.writeText(href);
      showConfirmation(button, "Copied");
      this.status.textContent = "The link to this game is copied.";
    } catch {
      this.status.textContent = href;
    }
  }

  save() {
    const { checked } = this.target;
    if (checked) download(checked.file, checked.toml);
  }

  /** @param {string} op @param {object} args @param {() => unknown} again */
  ask(op, args, again) {
    const { dataset } = this.form;
    clearFailedQuestions(this.result);
    return askWithStatus(this.result, dataset, () => ask(dataset, op, args), { what: op, again, stands: "You can still share these answers, and play by them.", quiet: true });
  }

  /** @param {string} op @param {object} args @param {() => unknown} again @param {AbortSignal} signal */
  askLong(op, args, again, signal) {
    const { dataset } = this.form;
    return askWithStatus(this.quick, dataset, () => askLong(dataset, op, args, { signal }), { what: op, again, stands: "The answers stay.", isLong: true });
  }

  /** @param {string} words */
  setNotice(words) {
    this.notice.hidden = !words;
    this.notice.textContent = words;
  }
}

for (const form of document.querySelectorAll("form.pq-design")) new DesignPage(/** @type {HTMLFormElement} */ (form));
