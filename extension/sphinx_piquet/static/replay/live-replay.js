// @ts-check
/**
 * The engine's part in one replay. It draws steps that are not printed, verifies the printed ones, and shows each
 * player's knowledge and where another rule set differs.
 */

import { printedState } from "../replay-address.js";
import { preloadOnApproach } from "../engine/preload.js";
import { Refusal, ask, askLong } from "../engine/engine-client.js";
import { askWithStatus } from "../engine/engine-status.js";
import { makeTemplate, setMarkup } from "../trusted-markup.js";
import { find } from "../dom.js";

/**
 * @typedef {import("../replay-address.js").Wanted} Wanted
 *
 * @typedef {object} Showing the state of a replay
 * @property {HTMLElement} figure has the address of the engine
 * @property {string} prefix the prefix of step ids in addresses
 * @property {Wanted} wanted the requested state
 * @property {string} id of the current step
 * @property {string[]} ids of the steps, in order
 * @property {import("./stage/timeline.js").Timeline} timeline
 * @property {() => void} markStep marks the current step in the timeline
 * @property {(text: string) => void} speak announces a text to screen readers
 *
 * @typedef {import("../engine/messages.d.ts").DrawnStep} DrawnStep
 * @typedef {import("../engine/messages.d.ts").DrawnVariation} DrawnVariation
 * @typedef {import("../engine/messages.d.ts").ReplayAnswer} ReplayAnswer
 */

const MOST = 50; // cached answers
const STARTING = "The engine is starting; you can go on."; // one line on a phone
export const STANDS = "What is printed here stays.";

export class LiveReplay {
  /**
   * @param {Showing} shown
   * @param {Map<string, HTMLTemplateElement>} printedSteps by id, as printed
   * @param {AbortSignal} over aborted when another deal takes the place
   * @param {() => Promise<void>} checked called after the check
   */
  constructor(shown, printedSteps, over, checked) {
    this.shown = shown;
    this.printedSteps = printedSteps;
    this.over = over;
    this.checked = checked;
    const { figure } = shown;
    this.figure = figure;
    this.place = find(figure, ".pq-engine");
    this.status = document.createElement("span");
    this.place.replaceChildren(this.status);
    this.proof = find(figure, ".pq-proof");
    this.knowledge = find(figure, ".pq-know");
    this.knowledgeBox = /** @type {HTMLInputElement | null} */ (figure.querySelector('input[data-set="know"]'));
    this.difference = find(figure, ".pq-other-rules");
    this.brief = find(figure, ".pq-by");
    this.record = /** @type {HTMLTemplateElement} */ (find(figure, ".pq-record")).content.textContent ?? "";
    /** @type {Map<string, ReplayAnswer>} answers by the requested state */
    this.answers = new Map();
    this.isAwake = false;
    /** The current comparison of rule sets. @type {Promise<void>} */
    this.comparing = Promise.resolve();
    /** The origin of the printed steps. The reader's own deals are not checked at build time. */
    this.origin = figure.closest(".pq-bench, .pq-review") ? "Worked out in this browser" : "Checked when this page was built";
    this.proof.textContent = `${this.origin}; the engine checks it again with your first step.`;
    preloadOnApproach(figure, figure.dataset);
  }

  // -- questions and answers -----------------------------------------------------------------------

  /** The arguments of every request: the record, whether the reader pasted it, and the reader's seat. */
  get requestBase() {
    return { record: this.record, you: this.figure.dataset.you, pasted: Boolean(this.figure.closest(".pq-bench")) };
  }

  /** Send a request about the record. @param {string} op @param {object} args @returns {Promise<any>} */
  ask(op, args) {
    return ask(this.figure.dataset, op, { ...this.requestBase, ...args });
  }

  /**
   * Send a request, and show failures below the replay.
   * @param {string} what @param {() => Promise<T>} question @param {() => unknown} again @param {string} stands
   * @template T @returns {Promise<T>}
   */
  askWithStatus(what, question, again, stands = STANDS) {
    const asked = { what, again, stands, starting: STARTING, quiet: what === "check" };
    return askWithStatus(this.place, this.figure.dataset, question, asked);
  }

  /**
   * Send a request that may take long, and show failures below the replay.
   * @param {string} what @param {string} op @param {object} args @param {() => unknown} again @param {import("../engine/engine-client.js").Wish} [wish]
   * @returns {Promise<any>}
   */
  askLong(what, op, args, again, wish) {
    const { dataset } = this.figure;
    const question = () => askLong(dataset, op, { ...this.requestBase, ...args }, wish);
    return askWithStatus(this.place, dataset, question, { what, again, stands: STANDS, starting: STARTING, isLong: true });
  }

  /** Fetch the steps of the whole deal. @param {Wanted} wanted @returns {Promise<ReplayAnswer>} */
  async fetchReplay(wanted) {
    const replayed = await this.ask("replay", wanted);
    if (this.answers.size > MOST) this.answers.clear();
    this.answers.set(JSON.stringify(wanted), replayed);
    return replayed;
  }

  /**
   * Fetch one step first, because a new engine is slow with its first answers. The request for the whole deal
   * follows and reports faults.
   * @param {Wanted} wanted @param {string} step @param {(drawn: DrawnStep) => unknown} show
   */
  async fetchStep(wanted, step, show) {
    if (this.answers.size > 0) return;
    const args = { ...this.requestBase, ...wanted, step };
    const drawn = await ask(this.figure.dataset, "step", args, { isFirst: true }).catch(() => null);
    if (drawn) show(drawn);
  }

  /** Return a cached answer. @param {Wanted} wanted @returns {ReplayAnswer | undefined} */
  cachedReplay(wanted) {
    return this.answers.get(JSON.stringify(wanted));
  }

  /** @param {string} text */
  setStatus(text) {
    this.status.textContent = text;
  }

  // -- the proof -----------------------------------------------------------------------------------

  /** Start the engine at the first interaction. The printed steps remain until it is ready. */
  startEngine() {
    if (this.isAwake) return;
    this.isAwake = true;
    void this.check();
  }

  get hasFailed() {
    return this.figure.dataset.engine === "failed";
  }

  /** Replay the printed deal with the engine, and show the result of the check among the options. */
  async check() {
    this.figure.dataset.engine = "starting";
    this.proof.textContent = STARTING;
    try {
      const replayed = await this.askWithStatus("check", () => this.fetchReplay(printedState()), () => this.check());
      if (this.over.aborted) return;
      this.figure.dataset.engine = "live";
      this.proof.textContent = this.checkSummary(replayed);
      await this.checked();
    } catch (error) {
      this.figure.dataset.engine = "failed";
      this.proof.textContent = `${this.origin}; the engine could not check it again here.`;
      if (error instanceof Refusal) this.setStatus(`The engine cannot check this replay: ${error.reason}`);
    }
  }

  /** Compare the engine's steps with the printed ones. @param {ReplayAnswer} replayed */
  checkSummary({ engine, python, steps, printed, agree }) {
    const differing = steps.filter(({ id, table, story }) => {
      return makeTemplate(table + story).innerHTML !== this.printedSteps.get(id)?.innerHTML;
    });
    const same = steps.length === this.printedSteps.size && differing.length === 0;
    const page = same ? "each as drawn on this page" : `${differing.length} unlike this page`;
    const all = printed === 1 ? "the one total" : `all ${printed} totals`;
    const held = `${agree === printed ? all : `${agree} of the ${printed} totals`} of the source ${printed === 1 && agree ? "holds" : "hold"}`;
    const totals = printed ? held : "the source prints no totals";
    return `Live: engine ${engine} on Python ${python} replayed ${steps.length} steps here, ${page}; ${totals}.`;
  }

  // -- what it adds --------------------------------------------------------------------------------

  /** Show what the players know at this step, if the reader wants it. */
  async showKnowledge() {
    const { knowledge } = this;
    const { id, wanted } = this.shown;
    const isWanted = this.knowledgeBox?.checked ?? false;
    knowledge.hidden = !isWanted;
    if (!isWanted) return;
    if (this.hasFailed) {
      knowledge.textContent = "This needs the engine.";
      return;
    }
    try {
      const question = () => this.ask("knowledge", { ...wanted, step: id });
      const { html } = await this.askWithStatus("know", question, () => this.showKnowledge());
      if (id === this.shown.id) setMarkup(knowledge, html);
    } catch (error) {
      knowledge.textContent = error instanceof Refusal ? error.message : "";
    }
  }

  toggleKnowledge() {
    const box = this.knowledgeBox;
    if (!box) return;
    box.checked = !box.checked;
    this.startEngine();
    void this.showKnowledge();
    this.shown.speak(`${box.closest("label")?.textContent?.trim()}: ${box.checked ? "shown below" : "hidden"}.`);
  }

  /**
   * Show where another rule set first differs from the printed one, and mark the step.
   * @returns {Promise<string>} the step; "" if there is none
   */
  async showDifference() {
    const { difference } = this;
    const { rules } = this.shown.wanted;
    difference.hidden = this.brief.hidden = !rules;
    if (rules && difference.dataset.rules !== rules) {
      this.brief.textContent = "Looking for the first difference …";
      difference.textContent = "";
      difference.dataset.rules = rules;
      this.comparing = this.fetchDifference(rules);
    }
    await this.comparing;
    const step = rules ? (/** @type {HTMLElement | null} */ (difference.querySelector("[data-go]"))?.dataset.go ?? "") : "";
    if (this.shown.wanted.rules === rules) this.shown.timeline.markDifference(step);
    this.updateDifferenceNote();
    return step;
  }

  /** Update the parts that depend on the step. */
  update() {
    this.updateDifferenceNote();
    void this.showKnowledge();
  }

  /** Show the difference beside the table until the reader has reached it. */
  updateDifferenceNote() {
    const { ids, id } = this.shown;
    const step = this.difference.querySelector("[data-go]")?.getAttribute("data-go") ?? "";
    const where = this.brief.querySelector("span");
    if (where) where.hidden = ids.includes(step) && ids.indexOf(id) > ids.indexOf(step);
  }

  /** @param {string} rules */
  async fetchDifference(rules) {
    const { difference } = this;
    try {
      const { html } = await this.askWithStatus("compare", () => this.ask("compare", { rules }), () => this.showDifference());
      if (difference.dataset.rules !== rules) return;
      setMarkup(difference, html);
      this.brief.replaceChildren(...(difference.querySelector(".pq-brief")?.cloneNode(true).childNodes ?? []));
    } catch (error) {
      difference.textContent = error instanceof Refusal ? error.message : "";
      this.brief.textContent = "";
      difference.dataset.rules = "";
    }
  }
}
