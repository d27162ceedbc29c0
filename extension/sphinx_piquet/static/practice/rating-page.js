// @ts-check
/** The page *How you play*: what the reader's decisions lost, the mistakes that come again, the rating on problems, and a review of the last deals. */

import { Refusal, ask, askLong } from "../engine/engine-client.js";
import { askWithStatus, clearFailedQuestions } from "../engine/engine-status.js";
import { reviewDecisions } from "../replay/decision-review.js";
import { ratingsInOrder, unratedDeals } from "../storage/deal-ratings.js";
import { LENGTH, openSeries } from "../storage/mistake-series.js";
import { answersInOrder, describeRatings, hasRatings, isRecording, ratingStore, setRecording } from "../storage/rating-store.js";
import { REASONS, countOf, notifyChange, onChange } from "../storage/store.js";
import { setMarkup } from "../trusted-markup.js";
import { asSentence, confirmTap, find, makeElement } from "../dom.js";
import { recordRating } from "./record-rating.js";

/** @typedef {import("../storage/deal-ratings.js").UnratedDeal} UnratedDeal */

const LATEST = 200; // deals that are drawn
const MESSAGES = {
  damaged: "What was kept of your play cannot be read. The next deal that you review or problem that you solve sets it aside, and nothing of it is lost.",
  newer: "A newer edition of this site keeps how you play; this one leaves it alone.",
};

class RatingPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.status = find(place, ".pq-rating-status");
    this.engineStatus = find(place, ".pq-rating-engine");
    this.drawn = find(place, ".pq-rating-drawn");
    this.work = find(place, ".pq-rating-work");
    this.reviewButton = find(place, '[data-rating="review"]');
    this.forgetButton = find(place, '[data-rating="forget"]');
    this.recording = /** @type {HTMLInputElement} */ (find(place, '[name="recording"]'));
    this.series = find(place, ".pq-rating-series");
    /** The kinds of mistakes in words. @type {Record<string, string>} */
    this.mistakes = JSON.parse(place.dataset.mistakes ?? "{}");
    /** The ratings that are drawn, as JSON. */
    this.shown = "";
    this.isReviewing = false;
    /** The number of deals that the engine could not read. */
    this.refused = 0;
    place.hidden = false;
    this.reviewButton.addEventListener("click", () => void this.reviewDeals());
    this.forgetButton.addEventListener("click", () => this.forget());
    this.recording.addEventListener("change", () => this.setRecording());
    onChange(() => this.update());
    this.update();
  }

  /** Show the stored ratings, and the controls that they need. */
  update() {
    const stored = ratingStore.read();
    const message = stored.is === "damaged" || stored.is === "newer" ? MESSAGES[stored.is] : "";
    if (message || Object.values(MESSAGES).includes(this.status.textContent ?? "")) this.status.textContent = message;
    const ratings = ratingsInOrder();
    const counted = ratings.filter(({ losses }) => Object.keys(losses).length);
    find(this.place, '[data-part="rating-none"]').hidden = counted.length > 0 || stored.is === "damaged" || stored.is === "newer";
    this.recording.checked = isRecording();
    const unrated = unratedDeals().length;
    this.reviewButton.hidden = this.isReviewing || !unrated || !isRecording() || stored.is === "newer";
    this.reviewButton.textContent = unrated === 1 ? "Review my last deal" : `Review my last ${unrated} deals`;
    this.forgetButton.hidden = !hasRatings(ratingStore.value);
    this.showSeries();
    void this.draw(counted);
  }

  /** List the kinds of mistakes that come again, with the days. */
  showSeries() {
    const lines = openSeries().map(([kind, { right, due }]) => {
      const day = new Date(due).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
      const when = due > Date.now() ? `the next comes on ${day}` : "the next is due";
      const words = this.mistakes[kind] ?? kind;
      return makeElement("li", "", `${words[0].toUpperCase()}${words.slice(1)}: ${right} of ${countOf(LENGTH, "problem")} solved, ${when}`);
    });
    find(this.series, "ul").replaceChildren(...lines);
    this.series.hidden = !lines.length;
  }

  /** Draw the ratings, unless they are on the page. @param {import("../storage/deal-ratings.js").StoredRating[]} counted */
  async draw(counted) {
    const ratings = JSON.stringify(counted.slice(-LATEST).map(({ seat, losses }) => ({ seat, losses })));
    const answers = JSON.stringify(answersInOrder());
    const wanted = ratings + answers;
    if (wanted === this.shown) return;
    this.shown = wanted;
    if (wanted === "[][]") {
      this.drawn.replaceChildren();
      return;
    }
    const pages = JSON.parse(this.place.dataset.pages ?? "[]");
    const again = () => {
      this.shown = "";
      this.update();
    };
    try {
      const { html } = await this.ask(this.engineStatus, "draw-ratings", { ratings, answers, pages }, again);
      if (wanted === this.shown) setMarkup(this.drawn, html);
    } catch (error) {
      if (error instanceof Refusal) this.status.textContent = asSentence(error.reason);
      else this.shown = "";
    }
  }

  // -- the review of the last deals --------------------------------------------------------------

  /** Review the unrated deals of the last games in turn, the latest first. A stop keeps those that are finished. */
  async reviewDeals() {
    if (this.isReviewing) return;
    this.isReviewing = true;
    this.status.textContent = "";
    this.update();
    const deals = unratedDeals();
    this.refused = 0;
    try {
      for (const [index, deal] of deals.entries()) if (!(await this.reviewDeal(deal, `Deal ${index + 1} of ${deals.length}`))) return;
      this.work.replaceChildren();
      const done = deals.length - this.refused;
      const left = this.refused ? ` ${this.refused === 1 ? "One cannot" : `${this.refused} cannot`} be read.` : "";
      this.status.textContent = `${done === 1 ? "One deal is" : `${done} deals are`} reviewed.${left}`;
    } finally {
      this.isReviewing = false;
      if (!isRecording()) this.work.replaceChildren(); // switched off meanwhile
      this.update();
    }
  }

  /** Review a deal and record its rating. @param {UnratedDeal} deal @param {string} which @returns {Promise<boolean>} whether it is finished */
  async reviewDeal({ game, deal }, which) {
    const place = makeElement("div");
    this.work.replaceChildren(makeElement("p", "", which), place);
    const again = () => this.reviewDeals();
    try {
      const record = await this.ask(place, "export-record", { game, deal }, again);
      /** @type {(number: number, wish: import("../engine/engine-client.js").Wish) => Promise<any>} */
      const judge = (number, wish) => this.ask(place, "review-decision", { record: record.text, number }, again, wish);
      if (!(await reviewDecisions(place, judge, isRecording, again))) return false;
      const error = await recordRating(this.place.dataset, game, deal);
      if (!error) return true;
      this.work.replaceChildren();
      this.status.textContent = `What your decisions lost is not kept: ${REASONS[error]}.`;
    } catch (error) {
      if (!(error instanceof Refusal)) return false;
      this.refused += 1; // the others can be reviewed
      return true;
    }
    return false;
  }

  /**
   * @param {HTMLElement} at shows the status of the engine @param {string} op @param {Record<string, unknown>} args
   * @param {() => unknown} again @param {import("../engine/engine-client.js").Wish} [long] options of a long task
   * @returns {Promise<any>}
   */
  ask(at, op, args, again, long) {
    const { dataset } = this.place;
    clearFailedQuestions(at);
    const question = () => (long ? askLong(dataset, op, args, long) : ask(dataset, op, args));
    return askWithStatus(at, dataset, question, { what: op, again, stands: "Nothing is lost.", isLong: Boolean(long) });
  }

  // -- the controls ------------------------------------------------------------------------------

  setRecording() {
    const error = setRecording(this.recording.checked);
    const isOn = isRecording();
    const now = isOn ? "The deals that you review and the problems that you solve count here." : "Nothing is recorded any more. What is here stays until you remove it.";
    this.status.textContent = error ? `This is not kept: ${REASONS[error]}.` : now;
    notifyChange();
  }

  /** Remove the ratings, after a second tap. */
  forget() {
    if (!confirmTap(this.forgetButton, "Yes, forget them")) {
      this.status.textContent = `This removes ${describeRatings(ratingStore.value).join(", ")}, and cannot be taken back.`;
      return;
    }
    this.forgetButton.blur();
    ratingStore.remove();
    this.status.textContent = "The figures are forgotten.";
    notifyChange();
  }
}

for (const place of document.querySelectorAll(".pq-rating")) new RatingPage(/** @type {HTMLElement} */ (place));
