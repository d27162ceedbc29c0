// @ts-check
/** Exercises that the engine draws: new ones, known ones, and the next card of a deal. */

import { Refusal, ask } from "../engine/engine-client.js";
import { askWithStatus } from "../engine/engine-status.js";
import { setMarkup } from "../trusted-markup.js";
import { Exercise } from "./exercise.js";

/** @typedef {import("./exercise.js").Answered} Answered */
/** @typedef {import("../engine/engine-client.js").Wish} Wish */

let made = 0;

/** Return an id that is unique on this page. */
function liveId() {
  made += 1;
  return `live-${made}`;
}

/**
 * Return a function that sends an exercise's requests to the engine named by an element. Long requests go there as
 * well, since the solver's cache serves the later ones.
 * @param {HTMLElement} place
 * @returns {(op: string, args: object, at: HTMLElement, again: () => unknown, wish?: Wish) => Promise<any>}
 */
export function makeAsk({ dataset }) {
  return (op, args, at, again, wish) => {
    const place = /** @type {HTMLElement | null} */ (at.querySelector(":scope > .pq-tells")) ?? at;
    return askWithStatus(place, dataset, () => ask(dataset, op, args, wish), { what: op, again, stands: "What you have done stays." });
  };
}

/** @param {HTMLElement} place @param {string} html @param {Answered} answered */
function makeExercise(place, html, answered) {
  const holder = document.createElement("div");
  setMarkup(holder, html);
  const box = /** @type {HTMLElement} */ (holder.firstElementChild);
  box.tabIndex = -1;
  return new Exercise(box, makeAsk(place), answered);
}

/**
 * Fetch a new exercise, or the one with an id.
 * @param {HTMLElement} place names the engine @param {object} wanted @param {string} label
 * @param {Answered} answered
 * @param {HTMLElement} at shows failures of the engine @param {() => unknown} again
 * @param {Wish} [wish]
 */
export async function fetchExercise(place, wanted, label, answered, at, again, wish) {
  const { html } = await makeAsk(place)("exercise", { ...wanted, id: liveId(), label }, at, again, wish);
  return makeExercise(place, html, answered);
}

/**
 * Fetch the continuation after a card, and the next question; null when the deal is over.
 * @param {HTMLElement} place names the engine @param {Exercise} exercise
 * @param {Answered} answered @param {() => unknown} again
 */
export async function fetchNextCard(place, { id, lastAnswer }, answered, again) {
  const wanted = { item: id, answer: lastAnswer, id: liveId() };
  const { html, told } = await makeAsk(place)("next-question", wanted, place, again);
  const story = document.createElement("p");
  setMarkup(story, told);
  return { story, next: html ? makeExercise(place, html, answered) : null };
}

/** Return the message about a refused request. Failures of the engine are explained elsewhere. @param {string} what @param {unknown} error */
export function refusalText(what, error) {
  return error instanceof Refusal ? `${what} (${error.reason}).` : "";
}
