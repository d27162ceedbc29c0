// @ts-check
/**
 * A page of exercises: where the learner stands in it, more of the same kind, and a test for anybody
 * who knows it already. And the page on which exercises come again.
 */

import { progressFile } from "../kept/bundle.js";
import { Refusal } from "../engine/engine.js";
import { Exercise, asker } from "./exercise.js";
import { memory as memoryOfPage } from "../kept/memory.js";
import { download, find, makeButton } from "../page.js";
import { onChange } from "../kept/storage.js";

const TEST = 5;
const ENOUGH = 4;
const memory = memoryOfPage();
let warned = memory.isPassing;
let made = 0;

/** @template {keyof HTMLElementTagNameMap} K @param {K} name @param {string} kind @param {string} text */
function make(name, kind, text = "") {
  const element = document.createElement(name);
  element.className = kind;
  element.textContent = text;
  return element;
}

/** @param {string} text @param {() => void} act @param {string} kind */
function button(text, act, kind = "") {
  const element = makeButton(text, act);
  element.className = kind;
  return element;
}

/** What the learner has to be told about the memory; a file saves what would be lost. */
function makeNotice() {
  const note = make("p", "pq-notice", memory.notice);
  note.setAttribute("role", "alert");
  if (memory.isPassing) note.append(" ", button("Save my progress as a file", () => download("piquet-progress.json", progressFile(memory.state))));
  return note;
}

/** Show above all else what there is to be told, and nothing else. @param {HTMLElement} place */
function warn(place) {
  const shown = place.querySelector(":scope > .pq-notice");
  if ((shown?.firstChild?.textContent ?? "") === memory.notice) return;
  shown?.remove();
  if (memory.notice) place.prepend(makeNotice());
}

/** What to say of an answer that was not given; why there is no engine is told elsewhere. @param {string} what @param {unknown} error */
function refusal(what, error) {
  return error instanceof Refusal ? `${what} (${error.reason}).` : "";
}

/**
 * Draw a new exercise, or that of an id, by the engine.
 * @param {HTMLElement} block @param {object} wanted @param {string} label
 * @param {(exercise: Exercise, passes: boolean, first: boolean) => void} answered
 * @param {HTMLElement} at where it is told if there is no engine @param {() => unknown} again
 */
async function draw(block, wanted, label, answered, at, again) {
  const ask = asker(block);
  made += 1;
  const { html } = await ask("item", { ...wanted, id: `live-${made}`, label }, at, again);
  return new Exercise(boxed(html), ask, answered);
}

/** @param {string} html @returns {HTMLElement} */
function boxed(html) {
  const holder = document.createElement("div");
  holder.innerHTML = html;
  const box = /** @type {HTMLElement} */ (holder.firstElementChild);
  box.tabIndex = -1;
  return box;
}

/** The exercises of one question, and more of them. */
class Block {
  /** @param {HTMLElement} block @param {() => void} changed */
  constructor(block, changed) {
    this.block = block;
    this.changed = changed;
    const ask = asker(block);
    const boxes = [...block.querySelectorAll(".pq-item")].map((box) => /** @type {HTMLElement} */ (box));
    this.exercises = boxes.map((box) => new Exercise(box, ask, (...how) => this.answered(...how)));
    for (const one of this.exercises) if (memory.isDone(one.id)) one.box.classList.add("pq-done");
    const more = /** @type {HTMLElement | null} */ (block.querySelector(".pq-more-of"));
    if (more && block.dataset.runtime) {
      more.hidden = false;
      find(more, "button").addEventListener("click", () => void this.more(more));
    }
  }

  get wanted() {
    const { name = "", feature = "", ruleset = "" } = this.block.dataset;
    return { name, feature, rules: ruleset };
  }

  /** @param {Exercise} exercise @param {boolean} passes @param {boolean} first */
  answered(exercise, passes, first) {
    if ("on" in exercise.box.dataset) {
      if (passes) void this.on(exercise, exercise);
      return;
    }
    if (first) memory.note(exercise.id, passes);
    else if (passes) memory.done(exercise.id);
    if (memory.isPassing && !warned) exercise.feedback.append(makeNotice());
    warned = memory.isPassing;
    if (passes) this.lead(exercise, exercise);
    this.changed();
  }

  /**
   * Show the way to what follows: the next exercise of this question, or the text after it.
   * @param {Exercise} exercise @param {Exercise} first the one that stood on the page
   */
  lead(exercise, first) {
    const place = this.exercises.indexOf(first);
    if (place < 0 || exercise.box.querySelector(".pq-next")) return;
    const following = this.exercises[place + 1]?.box ?? this.block.nextElementSibling ?? this.block.parentElement?.nextElementSibling;
    const target = /** @type {HTMLElement | null | undefined} */ (following);
    if (!target) return;
    const go = () => {
      target.tabIndex = -1;
      target.scrollIntoView({ block: "start" });
      target.focus({ preventScroll: true });
    };
    find(exercise.box, ".pq-item-buttons").append(button("Read on", go, "pq-next"));
  }

  /**
   * A deal is played on: what the card did, what the other player does, and the next question.
   * Only when it is over the exercise is done.
   * @param {Exercise} exercise @param {Exercise} first
   */
  async on(exercise, first) {
    const { id, given } = exercise;
    const note = make("p", "pq-engine-note", "The engine is playing …");
    exercise.feedback.append(note);
    exercise.box.inert = true; // the card is played; no second one until it has been answered
    try {
      made += 1;
      const wanted = { item: id, answer: given, id: `live-${made}`, label: "The next card" };
      const { html, told } = await asker(this.block)("go-on", wanted, this.block, () => this.on(exercise, first));
      note.remove();
      const story = document.createElement("p");
      story.innerHTML = told;
      if (!html) {
        exercise.feedback.append(story);
        this.over(exercise, first);
        return;
      }
      const one = new Exercise(boxed(html), asker(this.block), (one, passes) => {
        if (passes) void this.on(one, first);
      });
      const before = exercise.feedback.querySelector(".pq-says");
      find(one.box, ".pq-asked").before(...(before ? [before] : []), story);
      exercise.box.replaceWith(one.box);
      one.box.focus();
    } catch (error) {
      exercise.box.inert = false;
      if (!(error instanceof Refusal)) note.remove();
      else {
        note.textContent = refusal("The deal cannot be played on", error);
        this.over(exercise, first);
      }
    }
  }

  /** @param {Exercise} exercise @param {Exercise} first */
  over(exercise, first) {
    exercise.box.inert = false;
    exercise.box.classList.add("pq-done");
    memory.note(first.id, true);
    this.lead(exercise, first);
    this.changed();
  }

  /** @param {HTMLElement} place */
  async more(place) {
    const note = find(place, ".pq-engine-note");
    note.textContent = "The engine is dealing …";
    const answered = (/** @type {[Exercise, boolean, boolean]} */ ...how) => this.answered(...how);
    try {
      const one = await draw(this.block, this.wanted, "Another one", answered, this.block, () => this.more(place));
      place.before(one.box);
      one.box.focus();
      note.textContent = "";
    } catch (error) {
      note.textContent = refusal("Another one cannot be had", error);
    }
  }
}

/** A page with exercises: progress, the way back in, and the test for anybody who knows it. */
class Lesson {
  /** @param {HTMLElement[]} blocks */
  constructor(blocks) {
    this.bar = make("div", "pq-lesson-bar");
    this.where = make("p", "pq-where-in-lesson");
    this.test = make("div", "pq-test");
    this.test.setAttribute("aria-live", "polite");
    this.blocks = blocks.map((block) => new Block(block, () => this.show()));
    const go = button("Go to the next unfinished one", () => this.resume());
    this.go = go;
    const known = button("I know this: test me", () => void this.examine());
    known.hidden = !this.drawn.length;
    this.bar.append(this.where, go, known, this.test);
    const heading = document.querySelector("article h1, main h1, h1");
    if (heading) heading.after(this.bar);
    else blocks[0].before(this.bar);
    onChange(() => this.show());
    this.show();
  }

  get exercises() {
    return this.blocks.flatMap((block) => block.exercises);
  }

  /** The blocks whose exercises can be drawn anew. */
  get drawn() {
    return this.blocks.filter(({ block }) => block.querySelector(".pq-more-of") && block.dataset.runtime && !block.querySelector("[data-on]"));
  }

  show() {
    warn(this.bar);
    const all = this.exercises;
    const done = all.filter((one) => memory.isDone(one.id));
    for (const one of all) one.box.classList.toggle("pq-done", done.includes(one)); // another tab may have forgotten all
    const open = all.length - done.length;
    this.where.textContent = open ? `${done.length} of ${all.length} exercises done.` : `All ${all.length} exercises done.`;
    this.go.hidden = !done.length || !open;
  }

  resume() {
    const next = this.exercises.find((one) => !memory.isDone(one.id));
    if (!next) return;
    next.box.tabIndex = -1;
    next.box.scrollIntoView({ block: "start" });
    next.box.focus({ preventScroll: true });
  }

  /**
   * Five exercises from all over the page; with four right the lesson counts as known.
   * @param {number} number the question that comes next @param {number} right how many were right before it
   */
  async examine(number = 1, right = 0) {
    const blocks = this.drawn;
    this.test.replaceChildren(make("p", "", "The engine is dealing …"));
    for (; number <= TEST; number += 1) {
      const { block, wanted } = blocks[(number - 1 + Math.floor(Math.random() * blocks.length)) % blocks.length];
      const [asked, before] = [number, right];
      try {
        const again = () => this.examine(asked, before);
        if (await this.one(block, wanted, `Question ${number} of ${TEST}`, again)) right += 1;
      } catch (error) {
        const words = refusal("The test cannot go on", error);
        this.test.querySelector(":scope > p")?.replaceWith(...(words ? [make("p", "", words)] : []));
        return;
      }
    }
    const enough = right >= ENOUGH;
    if (enough) for (const one of this.exercises) memory.done(one.id);
    const told = enough ? "You know this lesson; go on to the next." : "Read on: the lesson will fill the gaps.";
    this.test.replaceChildren(make("p", "pq-test-result", `${right} of ${TEST} right. ${told}`));
    this.show();
  }

  /** @param {HTMLElement} block @param {object} wanted @param {string} label @param {() => unknown} again @returns {Promise<boolean>} */
  async one(block, wanted, label, again) {
    /** @type {(passes: boolean) => void} */
    let settle = () => {};
    const settled = new Promise((/** @type {(passes: boolean) => void} */ resolve) => (settle = resolve));
    let first = false;
    const exercise = await draw(block, wanted, label, (one, passes, isFirst) => {
      if (!isFirst) return;
      first = passes;
      memory.note(one.id, passes);
      const next = button("Next question", () => settle(first), "pq-next");
      find(one.box, ".pq-item-buttons").append(next);
    }, this.bar, again);
    this.test.replaceChildren(exercise.box);
    exercise.box.focus();
    return settled;
  }
}

/** The page on which exercises come again. */
class Review {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.stage = find(place, ".pq-review-stage");
    this.status = find(place, ".pq-review-status");
    this.number = this.total = 0;
    place.dataset.live = "";
    find(place, '[data-memory="start"]').addEventListener("click", () => {
      this.total = memory.due().length;
      this.number = 0;
      find(place, '[data-memory="start"]').hidden = true;
      void this.next();
    });
    onChange(() => this.follow());
    const asked = new URLSearchParams(location.search).get("item");
    warn(place);
    this.count();
    if (asked) void this.show(asked, "The exercise of this address");
  }

  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
  }

  count() {
    const waiting = memory.due().length;
    find(this.place, '[data-memory="start"]').hidden = !waiting;
    if (waiting) this.say(waiting === 1 ? "One exercise to review today." : `${waiting} exercises to review today.`);
    else if (memory.next() > Date.now()) this.say(`Nothing to review today; next on ${new Date(memory.next()).toLocaleDateString("en-GB", { day: "numeric", month: "long" })}.`);
    else if (memory.next()) this.say("That is enough for today.");
    else this.say("Nothing yet. Exercises come here a day after you first meet them.");
  }

  /** Something was loaded, forgotten, or answered in another tab; an exercise on the page stays. */
  follow() {
    warn(this.place);
    if (!this.stage.childElementCount) this.count();
  }

  async next() {
    const [id] = memory.due();
    this.stage.replaceChildren();
    if (!id) {
      this.count();
      return;
    }
    this.number += 1;
    await this.show(id, `${this.number} of ${this.total}`, true);
  }

  /** @param {string} id @param {string} label @param {boolean} anew ask the same of a deal drawn anew, unless its cards were given */
  async show(id, label, anew = false) {
    this.say("");
    const after = (/** @type {Exercise} */ one, /** @type {boolean} */ passes, /** @type {boolean} */ first) => {
      if (first) memory.note(id, passes);
      else if (passes) memory.done(id);
      warn(this.place);
      if (first) find(one.box, ".pq-item-buttons").append(button("Next", () => void this.next(), "pq-next"));
    };
    try {
      const again = () => this.show(id, label, anew);
      const exercise = await draw(this.place, anew ? { again: id } : { item: id }, label, after, this.stage, again);
      const skip = button("Skip", () => {
        memory.skip(id);
        void this.next();
      });
      find(exercise.box, ".pq-item-buttons").append(skip);
      this.stage.replaceChildren(exercise.box);
      exercise.box.focus();
      this.say("");
    } catch (error) {
      this.say(refusal("This exercise cannot be shown", error));
      if (error instanceof Refusal) memory.skip(id);
    }
  }
}

const blocks = [...document.querySelectorAll(".pq-exercise")].map((block) => /** @type {HTMLElement} */ (block));
if (blocks.length) new Lesson(blocks);
const review = document.querySelector(".pq-review");
if (review) new Review(/** @type {HTMLElement} */ (review));
