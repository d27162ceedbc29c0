// @ts-check
/**
 * The review of the decisions in a deal. Printed deals were reviewed at build time; others are reviewed when the
 * reader opens the disclosure. Closing it stops the work, and opening it again resumes it.
 */

import { Refusal } from "../engine/engine-client.js";
import { setMarkup } from "../trusted-markup.js";
import { find, makeButton, makeElement } from "../dom.js";

const LONG = 5; // seconds between messages about a slow decision, since each is read aloud

/**
 * Review all decisions of a deal in turn, with a progress bar and a *Stop* button. The engine caches its
 * judgements.
 * @param {HTMLElement} place shows the progress
 * @param {(number: number, wish: {signal: AbortSignal, onProgress: (seconds: number) => void}) => Promise<{of: number} | null>} ask
 *   judges the decision with a number, by `askLong`
 * @param {() => boolean} goesOn whether the result is still wanted
 * @param {() => unknown} again resumes after a stop
 * @returns {Promise<boolean>} whether all decisions are reviewed
 */
export async function reviewDecisions(place, ask, goesOn, again) {
  const stopping = new AbortController();
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", "How many decisions are judged");
  const told = makeElement("p", "", "Each decision is being judged …");
  const stop = makeButton("Stop", () => stopping.abort());
  const isInside = place.contains(document.activeElement);
  place.replaceChildren(told, bar, stop);
  if (isInside) stop.focus({ preventScroll: true });
  const isStopped = () => stopping.signal.aborted && goesOn();
  /** @param {number} seconds */
  const onProgress = (seconds) => {
    const which = bar.value ? `${bar.value + 1} of ${bar.max}` : "1";
    const words = `Decision ${which} takes its time: ${seconds} seconds so far …`;
    if (seconds && seconds % LONG === 0 && told.textContent !== words) told.textContent = words;
  };
  for (let number = 0, of = 1; number < of; number += 1) {
    const answer = await ask(number, { signal: stopping.signal, onProgress }).catch((error) => {
      if (!isStopped()) throw error;
    });
    if (isStopped()) {
      const onward = makeButton("Go on", () => void again());
      place.replaceChildren(makeElement("p", "", bar.value ? `Stopped: ${bar.value} of ${of} decisions are judged.` : "Stopped."), onward);
      onward.focus({ preventScroll: true });
      return false;
    }
    if (!answer || !goesOn()) {
      place.replaceChildren();
      return false;
    }
    ({ of } = answer);
    bar.max = of;
    bar.value = number + 1;
    told.textContent = `${bar.value} of ${of} decisions are judged …`;
  }
  return true;
}

export class DecisionReview {
  /**
   * @param {HTMLElement} figure @param {import("./live-replay.js").LiveReplay} live
   * @param {AbortSignal} over aborted when another deal takes the place
   */
  constructor(figure, live, over) {
    this.figure = figure;
    this.live = live;
    this.over = over;
    this.isUnderWay = false;
    /** The line that was reviewed, as JSON. */
    this.reviewedLine = "";
    /** The disclosure of a deal that has no printed review. @type {HTMLDetailsElement | null} */
    this.details = null;
    /** @type {HTMLElement | null} */
    this.summary = null;
    /** The cost of the decisions, by step. @type {Record<string, string>} */
    this.costs = {};
    /** The element beside the step that shows its cost. */
    this.costNote = find(figure, ".pq-told-cost");
    figure.addEventListener("pq-step", () => this.markStep(figure.dataset.step ?? ""), { signal: over });
    const fold = /** @type {HTMLDetailsElement | null} */ (figure.querySelector("details.pq-judged"));
    if (!fold) return; // small figures have none
    const sheet = find(fold, ".pq-judged-sheet");
    /** The summary of the whole deal. */
    this.summary = find(figure, ".pq-judged-line");
    fold.hidden = false;
    showBetterButtons(sheet);
    if (sheet.childElementCount) return;
    this.details = fold;
    fold.addEventListener("toggle", () => void this.reviewDeal(fold, sheet));
  }

  /** The line that is shown: where it leaves the record, and its moves. */
  get line() {
    const { at, moves } = this.live.shown.wanted;
    return { at, moves };
  }

  /**
   * Hide the review of another line. Without a review the disclosure stays, because it may have been opened just
   * now.
   */
  reset() {
    if (!this.details || !this.reviewedLine || JSON.stringify(this.line) === this.reviewedLine) return;
    this.details.open = false;
    if (this.summary) this.summary.hidden = true;
  }

  /** Show the cost of the decision at a step. @param {string} step */
  markStep(step) {
    const isJudged = this.reviewedLine === JSON.stringify(this.line) && step in this.costs;
    this.costNote.hidden = !isJudged;
    setMarkup(this.costNote, isJudged ? this.costs[step] : "");
  }

  /**
   * Show the review: the summary, the sheet and the timeline, if that line is still shown.
   * @param {HTMLElement} sheet @param {string} asked @param {{html: string, line: string, told: Record<string, string>, acts: string}} found
   */
  showReview(sheet, asked, { html, line, told, acts }) {
    setMarkup(sheet, html);
    showBetterButtons(sheet);
    if (asked !== JSON.stringify(this.line)) return;
    if (this.summary) {
      setMarkup(this.summary, line);
      this.summary.hidden = false;
    }
    this.costs = told;
    this.live.shown.timeline.replace(acts, !this.line.at);
    this.live.shown.markStep();
  }

  /** Open the review, which starts it. */
  open() {
    if (this.details) this.details.open = true;
  }

  /** @param {HTMLDetailsElement} fold @param {HTMLElement} sheet */
  async reviewDeal(fold, sheet) {
    const { line } = this;
    const asked = JSON.stringify(line);
    if (!fold.open || this.isUnderWay || (asked === this.reviewedLine && sheet.querySelector("dl"))) return;
    this.isUnderWay = true;
    this.reviewedLine = asked;
    this.costs = {};
    const again = () => this.reviewDeal(fold, sheet);
    /** @param {string} op @param {object} args @param {import("../engine/engine-client.js").Wish} [wish] */
    const ask = (op, args, wish) => this.live.askLong("judge", op, { ...line, ...args }, again, wish);
    try {
      const isWhole = await reviewDecisions(sheet, (number, wish) => ask("review-decision", { number }, wish), () => fold.open && !this.over.aborted, again);
      if (!isWhole) return;
      const found = await ask("review-deal", { prefix: this.live.shown.prefix });
      const isInside = sheet.contains(document.activeElement);
      this.showReview(sheet, asked, found);
      // The line as it was played, not a variation.
      if (!line.at) this.figure.dispatchEvent(new CustomEvent("pq-reviewed", { bubbles: true }));
      if (isInside) find(fold, "summary").focus({ preventScroll: true });
    } catch (error) {
      sheet.textContent = error instanceof Refusal ? error.reason : "";
    } finally {
      this.isUnderWay = false;
    }
  }
}

/** Show the buttons that play better lines. They need a script. @param {HTMLElement} sheet */
function showBetterButtons(sheet) {
  for (const button of sheet.querySelectorAll("[data-better]")) /** @type {HTMLElement} */ (button).hidden = false;
}
