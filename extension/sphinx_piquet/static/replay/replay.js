// @ts-check
/**
 * The replay of a deal, step by step. The steps are finished markup: printed at build time, and drawn again by the
 * same engine in a worker when the reader first uses the replay.
 */

import { replayAddress, isPrinted, parseLink, printedState, parseAddress, shareableAddress } from "../replay-address.js";
import { currentAddress, flushAddress, writeAddress } from "../address-bar.js";
import { Timeline } from "./stage/timeline.js";
import { watchOverflow } from "./stage/overflow.js";
import { DecisionReview } from "./decision-review.js";
import { CardAppearance, checkSetting, checkView, settingLabel } from "./stage/card-appearance.js";
import { Refusal } from "../engine/engine-client.js";
import { LiveReplay, STANDS } from "./live-replay.js";
import { makeTemplate, setMarkup } from "../trusted-markup.js";
import { keepFocus, morph } from "../morph.js";
import { finishAnimations, animateMoves, cardPlaces } from "./stage/motion.js";
import { leaveByKey, pressKey } from "./stage/keys.js";
import { scrollReasonIntoView, find, makeElement, openDialog, spokenText } from "../dom.js";
import { ShareDialog } from "./share-dialog.js";
import { VariationPanel } from "./what-if.js";

/**
 * @typedef {import("./live-replay.js").Wanted} Wanted
 * @typedef {import("../engine/messages.d.ts").DrawnStep} DrawnStep
 */

const WORDS_A_SECOND = 5;

export class Replay {
  /** @param {HTMLElement} figure */
  constructor(figure) {
    this.figure = figure;
    this.prefix = figure.dataset.prefix ?? "";
    this.stage = find(figure, ".pq-stage");
    this.board = find(figure, ".pq-board");
    this.narration = find(figure, ".pq-narration");
    this.liveRegion = find(figure, ".pq-live");
    this.pages = find(figure, ".pq-pages");
    /** @type {Map<string, HTMLTemplateElement>} the printed steps by id */
    this.printed = new Map();
    for (const template of figure.querySelectorAll("template[data-step]")) {
      const step = /** @type {HTMLTemplateElement} */ (template);
      this.printed.set(step.dataset.step ?? "", step);
    }
    this.ids = this.printedIds;
    this.timeline = new Timeline(find(figure, ".pq-rail"), this.prefix, (id) => this.goTo(this.ids.indexOf(id)));
    this.index = Math.max(0, this.ids.indexOf(figure.dataset.first ?? ""));
    this.wanted = printedState();
    /** Whether the engine has yet to draw the requested view. */
    this.isHidden = false;
    /** @type {Map<string, DrawnStep>} the engine's steps of the current line, by id */
    this.drawn = new Map();
    this.seconds = 2;
    this.timer = 0;
    /** Aborted when another deal takes the place of this one. */
    this.over = new AbortController();

    find(figure, ".pq-controls").hidden = find(figure, ".pq-tools").hidden = false;
    this.live = new LiveReplay(this, this.printed, this.over.signal, () => this.redrawPrinted());
    this.variation = new VariationPanel(this, this.live, this.printedDecisions);
    this.share = new ShareDialog(this, this.live);
    this.review = new DecisionReview(figure, this.live, this.over.signal);
    this.appearance = new CardAppearance(figure, (text) => this.live.setStatus(text), () => this.share.update());
    this.appearance.restore();
    watchOverflow(this.pages, this.over.signal);
    this.markStep();
    centreRuleSet(this.figure);
    this.addListeners();
    this.followAddress(true);
    const wanted = parseAddress(this.prefix);
    if (!isPrinted(wanted)) {
      this.live.startEngine();
      void this.show(wanted, currentAddress().hash.slice(1 + this.prefix.length));
    }
  }

  /** The ids of the printed steps, in order. */
  get printedIds() {
    return [...this.printed.keys()];
  }

  /** The ids of the printed steps at which a player decides. */
  get printedDecisions() {
    return (this.figure.dataset.decisions ?? "").split(" ");
  }

  /** The id of the current step. */
  get id() {
    return this.ids[this.index];
  }

  addListeners() {
    this.figure.addEventListener("click", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const button = /** @type {HTMLElement | null} */ (target.closest("[data-act], [data-go], [data-variation]"));
      if (button?.dataset.go) this.goTo(this.ids.indexOf(button.dataset.go));
      else if (button?.dataset.variation) this.variation.showOfRecord(button.dataset.variation);
      else if (button) this.perform(button.dataset.act ?? "", target);
      else if (target instanceof HTMLDialogElement) target.close(); // a tap beside the dialog closes it
    });
    this.figure.addEventListener("keydown", (event) => pressKey(this, event));
    // For a keyboard user, scroll the whole table into view, not only the focused button.
    this.figure.addEventListener("focusin", ({ target, relatedTarget }) => {
      const came = !this.figure.contains(/** @type {Node | null} */ (relatedTarget));
      const byKey = /** @type {HTMLElement} */ (target).matches(":focus-visible");
      if (came && byKey && this.stage.offsetHeight < window.innerHeight) {
        this.figure.scrollIntoView({ block: "start" });
      }
    });
    this.figure.addEventListener("change", (event) => {
      const input = /** @type {HTMLInputElement} */ (event.target);
      if (input.dataset.set) this.applySetting(input.dataset.set, input.value);
    });
    const { signal } = this.over;
    window.addEventListener("hashchange", () => this.followAddress(false), { signal });
    document.addEventListener("click", (event) => this.followLink(event), { signal });
    document.addEventListener("keydown", (event) => leaveByKey(this, event), { signal });
    for (const id of this.printed.keys()) {
      this.accountRow(id)?.querySelector(".pq-anchor")?.addEventListener("click", (event) => {
        event.preventDefault();
        void this.show(printedState(), id).then(() => this.bringIntoView());
      }, { signal });
    }
  }

  /** Stop the replay before another deal takes its place. */
  dispose() {
    window.clearTimeout(this.timer);
    this.over.abort();
    this.wanted = printedState();
  }

  /** Follow a link to another state of this replay without loading the page. @param {MouseEvent} event */
  followLink(event) {
    const asked = parseLink(this.prefix, event);
    if (!asked) return;
    event.preventDefault();
    const book = /** @type {HTMLElement} */ (event.target).closest("a")?.dataset.book;
    if (book !== undefined && this.figure.contains(/** @type {Node} */ (event.target))) {
      void this.showUnderRules(book);
      return;
    }
    this.live.startEngine();
    void this.show(asked.wanted, asked.id).then(() => this.bringIntoView());
  }

  // -- what the reader does ----------------------------------------------------------------------

  /** Perform the action of a button. @param {string} act @param {Element} from the tapped element */
  perform(act, from = this.stage) {
    if (act === "close") from.closest("dialog")?.close();
    else if (act === "settings") this.openPanel(".pq-settings");
    else if (act === "why") this.toggleReasons();
    if (["close", "settings", "why"].includes(act) || this.share.perform(act)) return;
    if (this.variation.perform(act)) this.stopPlayback();
    else if (act === "play") this.timer ? this.stopPlayback() : this.startPlayback();
    else {
      this.stopPlayback();
      const targets = { first: 0, prev: this.index - 1, next: this.index + 1, last: Infinity };
      this.goTo(targets[/** @type {keyof typeof targets} */ (act)]);
    }
  }

  /** Open a dialog of this replay. @param {string} which */
  openPanel(which) {
    flushAddress();
    openDialog(/** @type {HTMLDialogElement} */ (find(this.figure, which)), this.figure.querySelector(".pq-tools"));
  }

  /** @param {string} name @param {string} value */
  chooseSetting(name, value) {
    checkSetting(this.figure, name, value);
    this.applySetting(name, value);
  }

  /** Apply a setting that has changed. @param {string} name @param {string} value */
  applySetting(name, value) {
    if (name === "view" || name === "rules" || name === "words") {
      this.live.startEngine();
      void this.show({ ...this.wanted, [name]: value }, this.id);
    } else if (name === "know") {
      this.live.startEngine();
      void this.live.showKnowledge();
    } else if (name === "speed") {
      this.seconds = Number(value);
      if (this.timer) this.startPlayback();
    } else this.appearance.chooseSetting(name, value);
  }

  /**
   * Show the same cards under another rule set, and go to the first difference.
   * @param {string} rules its id; "" for that of the record
   */
  async showUnderRules(rules) {
    this.stopPlayback();
    this.live.startEngine();
    await this.show({ ...this.wanted, rules }, this.id);
    const step = await this.live.showDifference();
    if (this.wanted.rules !== rules || this.wanted.at || !this.ids.includes(step)) return;
    this.goTo(this.ids.indexOf(step));
    if (this.board.getBoundingClientRect().bottom < window.innerHeight / 4) this.figure.scrollIntoView({ block: "start" });
  }

  /** Expand every reason of the step, or collapse them again. */
  toggleReasons() {
    const all = [...this.narration.querySelectorAll("details.pq-because")].map((one) => /** @type {HTMLDetailsElement} */ (one));
    const open = all.some((one) => !one.open);
    for (const one of all) one.open = open;
    if (open) scrollReasonIntoView(this.pages, all[0]);
    if (!all.length) this.live.setStatus("Nothing is counted at this step, so there is no reason to give.");
    if (open) this.speak(all.map((one) => spokenText(find(one, "p"))).join(" "));
  }

  // -- step after step -----------------------------------------------------------------------------

  startPlayback() {
    if (this.variation.isWaiting) return;
    this.stopPlayback();
    if (this.isAtEnd) this.goTo(0);
    this.scheduleNext();
    this.labelPlayButton("Pause");
    this.live.startEngine();
  }

  /** Wait for the chosen time, or longer if the text of the step takes longer to read. */
  scheduleNext() {
    const words = (this.narration.textContent ?? "").split(/\s+/).length;
    const reading = (words / WORDS_A_SECOND) * (this.seconds / 2);
    this.timer = window.setTimeout(() => {
      this.goTo(this.index + 1);
      if (this.isAtEnd) this.stopPlayback();
      else this.scheduleNext();
    }, Math.max(this.seconds, reading) * 1000);
  }

  stopPlayback() {
    window.clearTimeout(this.timer);
    if (this.timer) this.labelPlayButton("Play");
    this.timer = 0;
    this.speakStep();
  }

  /** @param {string} text */
  labelPlayButton(text) {
    const button = find(this.figure, '[data-act="play"]');
    button.setAttribute("aria-label", text);
    button.title = `${text} (Space)`;
    button.classList.toggle("pq-playing", text === "Pause");
  }

  /** Whether the steps change too fast for animations and speech. */
  get isHurried() {
    return this.timer !== 0 && this.seconds < 2;
  }

  get isAtEnd() {
    return this.index === this.ids.length - 1;
  }

  // -- steps -------------------------------------------------------------------------------------

  /** @param {number} index */
  goTo(index) {
    this.live.startEngine();
    const next = Math.min(Math.max(index, 0), this.ids.length - 1);
    if (next === this.index) return;
    const before = Math.abs(next - this.index) === 1 && !this.isHurried ? cardPlaces(this.board) : null;
    this.index = next;
    this.redraw();
    this.writeAddress();
    if (before) animateMoves(this.board, before);
  }

  /** Update the address after the drawing. */
  writeAddress() {
    writeAddress(replayAddress(this.prefix, this.wanted, this.id));
  }

  /** Go to the step in the address, if it belongs to this replay. @param {boolean} first */
  followAddress(first) {
    const hash = currentAddress().hash.slice(1); // step ids are ASCII, so nothing is encoded
    if (!hash.startsWith(this.prefix)) return;
    const index = this.ids.indexOf(hash.slice(this.prefix.length));
    if (index < 0) return;
    if (index !== this.index) {
      this.index = index;
      this.redraw();
    }
    if (this.figure.dataset.page || window !== window.parent) return; // a frame does not scroll the page around it
    // After the page has loaded, the browser scrolls to the row with that id in the account. Scroll to the
    // table instead.
    const { signal } = this.over;
    const later = () => requestAnimationFrame(() => requestAnimationFrame(() => this.bringIntoView()));
    if (first) window.addEventListener("load", later, { once: true, signal });
    else this.bringIntoView();
  }

  /** Scroll the table into view, and focus it. */
  bringIntoView() {
    this.figure.scrollIntoView({ block: "start" });
    this.stage.focus({ preventScroll: true });
  }

  /**
   * Show another view, rule set or variation.
   * @param {Wanted} wanted @param {string} id the step; the last one if it does not exist
   * @param {boolean} quiet whether to keep the address
   */
  async show(wanted, id, quiet = false) {
    const before = this.wanted;
    const from = this.id;
    this.wanted = wanted;
    let goal = id;
    if (isPrinted(wanted) && this.live.answers.size === 0) this.setSteps(this.printedIds, null);
    else {
      const known = this.live.cachedReplay(wanted);
      if (!known && wanted.view !== before.view) this.hideHands();
      try {
        const stands = wanted.view === "both" ? STANDS : "One player’s view needs the engine, so both hands are shown.";
        const again = () => this.show(wanted, id, quiet);
        const answer = known ?? (await this.live.askWithStatus("show", () => this.live.fetchReplay(wanted), again, stands));
        if (this.wanted !== wanted) return; // the reader has requested something else
        if (this.id !== from) goal = this.id; // or has stepped on
        this.drawn = new Map(answer.steps.map((one) => [one.id, one]));
        find(this.figure, ".pq-rules").textContent = answer.rules;
        this.setSteps(answer.steps.map((one) => one.id), answer.variation, answer.acts);
      } catch (error) {
        if (this.wanted === wanted) this.showPrevious(before, error);
        return;
      }
    }
    this.isHidden = false;
    this.review.reset();
    const found = this.ids.indexOf(goal);
    this.index = found < 0 ? this.ids.length - 1 : found;
    this.checkSettings(wanted);
    this.redraw();
    if (wanted.view !== before.view) this.speak(`${settingLabel(this.figure, "view")}. ${this.liveRegion.textContent}`);
    if (!quiet) this.writeAddress();
    void this.live.showDifference();
    if (!isPrinted(wanted) && this.live.hasFailed) void this.live.check(); // the engine works again
  }

  /** Redraw the printed deal with the engine. */
  async redrawPrinted() {
    if (isPrinted(this.wanted)) await this.show(this.wanted, this.id, true);
  }

  /**
   * Replace the steps and the timeline.
   * @param {string[]} ids @param {import("../engine/messages.d.ts").DrawnVariation | null} variation @param {string} picture
   */
  setSteps(ids, variation, picture = "") {
    this.ids = ids;
    const isAsDrawn = isPrinted(this.wanted) || this.drawn.size === 0;
    this.timeline.show(isAsDrawn ? "" : picture);
    const decisions = ids.filter((id) => this.drawn.get(id)?.decides);
    this.variation.setVariation(variation, isAsDrawn ? this.printedDecisions : decisions);
  }

  /** Check the settings that are shown, even if the address set them. @param {Wanted} wanted */
  checkSettings({ view, words, rules }) {
    checkSetting(this.figure, "words", words);
    checkView(this.figure, view);
    markRuleSet(this.figure, rules);
  }

  /** Remove cards that a view hides while the engine starts. */
  hideHands() {
    this.isHidden = true;
    const note = makeElement("p", "pq-waiting", "This view is drawn by the engine; it will be here in a moment.");
    this.board.replaceChildren(note);
    this.narration.replaceChildren();
    const { wanted, id } = this;
    void this.live.fetchStep(wanted, id, (step) => this.isHidden && this.wanted === wanted && this.id === id && this.drawStep(step));
  }

  /** @param {import("../engine/messages.d.ts").DrawnStep} step */
  drawStep({ table, story }) {
    morph(this.board, makeTemplate(table).content);
    setMarkup(this.narration, story);
  }

  /** Go back to the previous state, and show why the engine refuses. @param {Wanted} before @param {unknown} error */
  showPrevious(before, error) {
    this.isHidden = false;
    void this.show(this.live.cachedReplay(before) ? before : printedState(), this.id, true);
    if (error instanceof Refusal) this.live.setStatus(`This cannot be shown: ${error.reason}`);
  }

  redraw() {
    const { id } = this;
    this.pages.scrollTop = 0; // before the page is changed, to avoid a layout
    finishAnimations(this.board);
    const refocus = keepFocus([this.board, this.narration], this.stage);
    const drawn = this.drawn.get(id);
    if (this.isHidden) this.hideHands(); // the current drawing may show hidden cards
    else if (drawn) this.drawStep(drawn);
    else {
      const content = /** @type {DocumentFragment} */ (this.printed.get(id)?.content.cloneNode(true));
      this.narration.replaceChildren(/** @type {Element} */ (content.lastElementChild));
      morph(this.board, content);
    }
    refocus();
    this.markStep();
    this.variation.drawQuestion();
    this.speakStep();
    this.live.update();
  }

  /** Mark the step in the timeline, the buttons and the account below. */
  markStep() {
    const { id } = this;
    this.timeline.markStep(id, this.index);
    const last = this.ids.length - 1;
    const disable = (/** @type {string} */ act, /** @type {boolean} */ isDead) =>
      find(this.figure, `[data-act="${act}"]`).setAttribute("aria-disabled", String(isDead));
    for (const [act, end] of Object.entries({ first: 0, prev: 0, next: last, last })) disable(act, this.index === end);
    disable("play", this.variation.isWaiting);
    disable("why", !this.narration.querySelector(".pq-because"));
    this.marked?.removeAttribute("aria-current");
    this.marked = this.wanted.at || this.wanted.rules ? null : this.accountRow(id); // the account is of the printed line
    this.marked?.setAttribute("aria-current", "step");
    // For widgets after the replay, such as the citation panel.
    const { search } = new URL(shareableAddress(this.prefix, this.wanted, id));
    Object.assign(this.figure.dataset, { step: id, rules: this.wanted.rules, query: search, from: this.wanted.at });
    this.figure.dispatchEvent(new CustomEvent("pq-step"));
  }

  /** Announce the visible sentence, unless the steps change too fast. */
  speakStep() {
    if (!this.live.isAwake || this.isHurried) return;
    const sentence = this.narration.querySelector(".pq-say");
    const said = sentence ? spokenText(sentence) : "";
    this.speak(`${said} ${this.variation.question}`.trim());
  }

  /** @param {string} text */
  speak(text) {
    this.liveRegion.textContent = text;
  }

  /** @param {string} id @returns {HTMLElement | null} */
  accountRow(id) {
    return document.getElementById(this.prefix + id);
  }
}

/** Mark the rule set by which the deal is shown, in the row below the table. @param {HTMLElement} figure @param {string} rules its id; "" for that of the record */
function markRuleSet(figure, rules) {
  for (const link of figure.querySelectorAll("[data-book]")) {
    if (/** @type {HTMLElement} */ (link).dataset.book === rules) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  centreRuleSet(figure);
}

/** Scroll the row of rule sets sideways until the marked one is in the middle. The page does not scroll. @param {HTMLElement} figure */
function centreRuleSet(figure) {
  const row = figure.querySelector(".pq-row");
  const link = row?.querySelector("[aria-current]")?.getBoundingClientRect();
  if (!row || !link || row.scrollWidth <= row.clientWidth) return;
  const { left, width } = row.getBoundingClientRect();
  row.scrollLeft += link.left + link.width / 2 - left - width / 2;
}
