// @ts-check
/**
 * Status and errors of the engine, shown the same way on every page: that it is starting, why it failed, and what
 * still works. Another attempt repeats the request without reloading the page.
 */

import { engine, engineForLongWork } from "./engine-client.js";
import { makeCause } from "./cause.js";
import { Failure } from "./start-failure.js";
import { makeButton, makeElement } from "../dom.js";

const STEP = 10; // seconds; a change of the text is read aloud, so it changes only that often

/**
 * @typedef {object} Asked
 * @property {string} what a name for this kind of request; only the last of a kind is repeated
 * @property {() => unknown} again repeats the request
 * @property {string} stands a sentence about the things that still work
 * @property {string} [starting] the message while the engine starts
 * @property {boolean} [isLong] whether it goes to the engine for long tasks
 * @property {boolean} [quiet] whether not to scroll to a failure, since nobody is waiting
 * @property {(button: HTMLElement) => boolean} [mayLeave] saves unsaved work before a reload, or asks for confirmation; false to stay
 */

/** The notice at the end of an element. */
class Notice {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {Map<string, {failure: Failure, asked: Asked}>} the failed requests */
    this.open = new Map();
    this.box = makeElement("div", "pq-trouble");
    this.box.dataset.part = "engine-notice";
    this.box.tabIndex = -1;
    this.text = document.createElement("p");
    this.bar = document.createElement("progress");
    this.count = makeElement("span", "pq-parts-here");
    this.count.dataset.part = "download-count";
    this.count.setAttribute("aria-hidden", "true"); // the progress bar announces its value
    this.button = makeButton("Try again", () => this.retry());
    this.reload = makeButton("Load the page again", () => this.reloadPage());
  }

  /** @param {string} words @param {"status" | "alert"} role @param {...Node} more */
  show(words, role, ...more) {
    // The closest live region already announces its contents.
    if (!this.place.closest("[aria-live], [role='status']")) this.text.setAttribute("role", role);
    if (!this.box.isConnected) {
      this.box.replaceChildren(this.text);
      this.place.append(this.box);
    }
    this.text.textContent = words;
    this.box.replaceChildren(this.text, ...more);
  }

  /** @param {string} words @param {{done: number, of: number}} parts the progress of the start */
  showStarting(words, { done, of }) {
    this.bar.setAttribute("aria-label", words);
    if (of) {
      this.bar.max = of;
      this.bar.value = done;
    } else this.bar.removeAttribute("value");
    this.count.textContent = of ? `${done} of ${of} parts` : "";
    if (this.bar.isConnected && this.text.textContent === words) return; // announce the text once, not with each part
    this.show(words, "status", this.bar, this.count);
  }

  /** @param {Failure} failure @param {Asked} asked */
  addFailure(failure, asked) {
    this.open.set(asked.what, { failure, asked });
    this.showFailure(failure, asked);
    if (!asked.quiet) this.box.scrollIntoView({ block: "nearest" });
  }

  /** @param {Failure} failure @param {Asked} asked */
  showFailure(failure, asked) {
    const { message, detail, isTemporary, isOutdated } = failure;
    const help = isTemporary ? [this.button] : isOutdated ? [this.reload] : [];
    this.show(`${message} ${asked.stands}`, "alert", ...help, ...(detail ? [makeCause(detail)] : []));
  }

  /** Reload the page, unless a failed request must keep the reader here. */
  reloadPage() {
    const open = [...this.open.values()];
    if (open.every(({ asked }) => asked.mayLeave?.(this.reload) ?? true)) location.reload();
  }

  retry() {
    this.box.focus({ preventScroll: true }); // the button disappears, and the focus stays here
    const open = [...this.open.values()];
    this.open.clear();
    for (const { asked } of open) void asked.again();
  }

  /** Remove the failures that are resolved now that the engine runs. A request on which it crashed stays. @param {string} what the answered kind of request */
  clearAnswered(what) {
    for (const [name, { failure }] of this.open) {
      if (name === what || failure.kind !== "died" && failure.kind !== "endless") this.open.delete(name);
    }
    const [left] = this.open.values();
    if (left) {
      this.showFailure(left.failure, left.asked);
      return;
    }
    const within = this.box.contains(document.activeElement);
    this.box.remove();
    if (!within) return;
    // The notice is inside the focusable element, or below it in the same figure.
    const home = this.place.closest("[tabindex]") ?? this.place.closest("figure")?.querySelector("[tabindex]");
    /** @type {HTMLElement | null | undefined} */ (home)?.focus({ preventScroll: true });
  }
}

/** @type {WeakMap<HTMLElement, Notice>} */
const notices = new WeakMap();

/** Drop the failed requests of an element whose content is replaced. @param {HTMLElement} place */
export function clearFailedQuestions(place) {
  const notice = notices.get(place);
  notice?.open.clear();
  notice?.box.remove();
}

/**
 * Send a request, and show its status in an element. The caller gets the answer or a `Refusal`. A `Failure` is
 * fully explained here.
 * @param {HTMLElement} place @param {DOMStringMap} data has the address of the engine
 * @param {() => Promise<T>} question @param {Asked} asked
 * @template T @returns {Promise<T>}
 */
export async function askWithStatus(place, data, question, asked) {
  const notice = notices.get(place) ?? new Notice(place);
  notices.set(place, notice);
  const asking = asked.isLong ? engineForLongWork(data) : engine(data);
  const follow = () => {
    if (asking.state !== "starting") return;
    const { silence, parts } = asking;
    const wait = silence && `Nothing has been heard from it for ${Math.floor(silence.silent / STEP) * STEP} seconds; it gets ${silence.of}.`;
    notice.showStarting([asked.starting ?? "The engine is starting …", wait].filter(Boolean).join(" "), parts);
  };
  asking.addEventListener("change", follow);
  try {
    const answer = question();
    follow();
    return await answer;
  } catch (error) {
    if (error instanceof Failure) notice.addFailure(error, asked);
    throw error;
  } finally {
    asking.removeEventListener("change", follow);
    // An answer from a cache does not change the status of the engine.
    if (asking.state === "live") notice.clearAnswered(asked.what);
  }
}
