// @ts-check
/** The page on which a pupil works through a set, and hands in the result. */

import { find, makeButton, makeElement } from "../dom.js";
import { sharedProgress } from "../storage/progress.js";
import { recordProblemAnswer } from "../storage/rating-store.js";
import { onChange } from "../storage/store.js";
import { latestFirst, pupilStore, removePupilSet, updatePupilSet } from "../storage/work-sets.js";
import { showLink } from "../table/share-link.js";
import { makeStoppableBar } from "./busy.js";
import { fetchExercise, refusalText } from "./fetch-exercise.js";
import { WorkPage, makeLink, textAfter } from "./work-page.js";

/**
 * @typedef {import("../storage/work-sets.js").ItemWork} ItemWork
 * @typedef {import("./work-page.js").CatalogueItem} CatalogueItem
 * @typedef {import("./work-page.js").SetAnswer} SetAnswer
 */

const progress = sharedProgress();
const ANSWERED = { open: "", tried: "not solved yet", solved: "solved", right: "right at first" };
const READ = { open: "", tried: "begun", solved: "done", right: "done" };

/** Return the number of items that are done. @param {ItemWork[]} items */
function countDone(items) {
  return items.filter(isDone).length;
}

/** @param {ItemWork} item */
const isDone = ({ state }) => state === "right" || state === "solved";

/** Return an item as a result needs it. @param {ItemWork} item */
function written({ state, tries, answer }) {
  return [state, Math.min(tries, 999), answer].join("\t");
}

/** @returns {ItemWork} */
const untouched = () => ({ state: "open", tries: 0, answer: "" });

class PupilPage extends WorkPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    super(place);
    this.work = this.part("work");
    this.list = this.part("items");
    this.stage = this.part("stage");
    this.form = /** @type {HTMLFormElement} */ (this.part("hand-in"));
    this.name = /** @type {HTMLInputElement} */ (find(this.form, "input"));
    this.result = this.part("result");
    /** The open set. @type {SetAnswer | null} */
    this.opened = null;
    /** What is done in it. @type {ItemWork[]} */
    this.done = [];
    /** The items in the result that is shown, or "". */
    this.handed = "";
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.handIn();
    });
    this.list.addEventListener("change", ({ target }) => {
      const box = /** @type {HTMLInputElement} */ (target);
      this.record(Number(box.value), () => ({ ...untouched(), ...(box.checked ? { state: "right", tries: 1 } : {}) }));
    });
    window.addEventListener("hashchange", () => void this.readAddress());
    onChange(() => this.update());
    this.showKept();
    void this.readAddress();
  }

  /** Open the set in the address, or else the one that was last worked on. */
  async readAddress() {
    const asked = textAfter(location.hash, "#set=");
    const [last] = latestFirst(pupilStore.value.sets);
    if (asked) await this.openText(location.hash);
    else if (last && !this.opened) await this.open(last[1].set);
  }

  /** @param {string} text */
  async open(text) {
    /** @type {SetAnswer | null} */
    const opened = await this.ask("open-set", { set: text }, () => this.open(text));
    if (!opened) return;
    const kept = pupilStore.value.sets[opened.id];
    this.opened = opened;
    this.done = opened.items.map((_, at) => kept?.items[at] ?? untouched());
    this.name.value = kept?.name ?? "";
    this.stage.replaceChildren();
    this.result.replaceChildren();
    this.handed = "";
    this.part("work-title").textContent = opened.title;
    this.part("work-note").textContent = opened.note;
    this.work.hidden = false;
    if (kept?.set !== opened.set) this.keep(); // a new set, or a new title or note
    this.update();
    this.work.focus({ preventScroll: true });
    this.work.scrollIntoView({ block: "start" });
  }

  /** Keep the open set as it is now. */
  keep() {
    const { opened, done, name } = this;
    if (!opened) return;
    this.report(updatePupilSet(opened.id, () => ({ set: opened.set, title: opened.title, name: name.value.trim(), items: done })));
  }

  /** Update the items and the list of kept sets, after a change here or in another tab. */
  update() {
    const { opened } = this;
    if (opened) {
      this.done = pupilStore.value.sets[opened.id]?.items ?? this.done;
      this.readLessons(opened);
      const focused = this.list.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.at : undefined;
      this.list.replaceChildren(...opened.items.map((_, at) => this.row(opened, at)));
      const first = this.stage.childElementCount ? -1 : this.nextAfter(-1);
      this.list.querySelector(`:is(a, button)[data-at="${first}"]`)?.classList.add("pq-button", "pq-primary");
      this.updateHandIn(opened);
      if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-at="${focused}"]`))?.focus({ preventScroll: true });
      this.part("progress").textContent = `${countDone(this.done)} of ${opened.items.length} done. What you do is kept in this browser until you remove it.`;
    }
    this.showKept();
  }

  /** Say how many items are open, and remove a result that is out of date. @param {SetAnswer} opened */
  updateHandIn(opened) {
    const { done, handed } = this;
    const open = opened.items.filter((item, at) => this.itemOf(item) && !isDone(done[at])).length;
    this.part("open-items").textContent = open ? `${open === 1 ? "One item is" : `${open} items are`} not done yet. You can hand in what you have, and again later.` : "Every item is done.";
    find(this.form, "button").classList.toggle("pq-primary", !open);
    if (!handed || handed === done.map(written).join("\n")) return;
    this.handed = "";
    const said = "You have done more since you made your result, so it is removed. Make a new one when you are ready.";
    this.result.replaceChildren(makeElement("p", "", said));
    this.liveRegion.textContent = said;
  }

  /** Return the number of the item to do next after another: the first that is open, or else not solved; -1 if there is none. @param {number} at */
  nextAfter(at) {
    const { opened, done } = this;
    if (!opened) return -1;
    const places = done.map((_, place) => (at + 1 + place) % done.length).filter((place) => place !== at && this.itemOf(opened.items[place]));
    return places.find((place) => done[place].state === "open") ?? places.find((place) => done[place].state === "tried") ?? -1;
  }

  /** Take the state of the lessons from the learner's progress. @param {SetAnswer} opened */
  readLessons(opened) {
    this.done = opened.items.map((item, at) => {
      const asked = this.itemOf(item)?.asked;
      if (!asked) return this.done[at];
      const records = asked.map((id) => progress.record(id));
      const done = records.filter((record) => record?.done).length;
      const wrong = records.filter((record) => record?.wrong).length;
      const state = !done ? "open" : done < asked.length ? "tried" : wrong ? "solved" : "right";
      return { state, tries: wrong, answer: "" };
    });
  }

  /** @param {SetAnswer} opened @param {number} at */
  row({ items }, at) {
    const row = makeElement("li");
    const item = this.itemOf(items[at]);
    if (!item) {
      row.append(makeElement("span", "", "This item is not in this edition of the site. Ask your teacher."));
      return row;
    }
    const { state } = this.done[at];
    row.dataset.state = state;
    row.append(makeElement("span", "", item.title));
    const ways = makeElement("span", "pq-work-row");
    ways.append(makeElement("span", "pq-work-state", (item.exercise ? ANSWERED : READ)[state]));
    if (item.exercise) {
      const begin = makeButton(state === "open" ? "Begin" : state === "tried" ? "Try again" : "Look again", () => void this.pose(at));
      begin.dataset.at = String(at);
      begin.setAttribute("aria-label", `${begin.textContent}: ${item.title}`);
      ways.append(begin);
    } else {
      const link = makeLink(item.asked ? (state === "open" ? "Begin" : "Go on") : "Open", item.address);
      link.dataset.at = String(at);
      link.setAttribute("aria-label", `${link.textContent}: ${item.title}`);
      if (!item.asked) ways.append(this.tick(at, item.title));
      ways.append(link);
    }
    row.append(ways);
    return row;
  }

  /** Return the box with which a pupil says that a deal or a position is read. @param {number} at @param {string} title */
  tick(at, title) {
    const label = makeElement("label");
    const box = makeElement("input");
    Object.assign(box, { type: "checkbox", value: String(at), checked: this.done[at].state === "right" });
    box.setAttribute("aria-label", `I have read it: ${title}`);
    label.append(box, "Read");
    return label;
  }

  /** Pose the exercise of an item. @param {number} at */
  async pose(at) {
    const { opened } = this;
    const item = opened && this.itemOf(opened.items[at]);
    if (!opened || !item) return;
    this.setNotice("");
    const { waiting, wish } = makeStoppableBar("The engine is dealing …");
    this.stage.replaceChildren(waiting);
    this.update();
    this.stage.scrollIntoView({ block: "nearest" });
    /** @type {import("./exercise.js").Answered} */
    const answered = (exercise, passes, first) => {
      this.recordAnswer(at, exercise, passes);
      if (first) {
        progress.recordAnswer(exercise.id, passes);
        recordProblemAnswer(exercise.id, passes);
      } else if (passes) progress.markDone(exercise.id);
      if (passes || exercise.isSolutionShown) this.addNext(exercise, at);
    };
    try {
      const label = `${at + 1} of ${opened.items.length}`;
      const exercise = await fetchExercise(this.place, { item: item.exercise }, label, answered, this.stage, () => this.pose(at), wish);
      this.stage.replaceChildren(exercise.box);
      exercise.box.focus({ preventScroll: true });
      this.stage.scrollIntoView({ block: "start" });
    } catch (error) {
      this.stage.replaceChildren();
      if (!wish.signal.aborted) this.setNotice(refusalText("This exercise cannot be shown", error));
    }
  }

  /** Record an answer of the pupil. @param {number} at @param {import("./exercise.js").Exercise} exercise @param {boolean} passes */
  recordAnswer(at, exercise, passes) {
    this.record(at, (kept) => {
      if (kept.state === "right" || kept.state === "solved") return kept;
      const answer = kept.answer || (passes ? "" : exercise.lastAnswer);
      const isFirst = kept.tries === 0 && !exercise.isSolutionShown;
      return { state: !passes ? "tried" : isFirst ? "right" : "solved", tries: kept.tries + 1, answer };
    });
  }

  /** @param {number} at @param {(kept: ItemWork) => ItemWork} change */
  record(at, change) {
    const { opened } = this;
    if (!opened) return;
    this.done = pupilStore.value.sets[opened.id]?.items ?? this.done;
    this.done = this.done.map((one, place) => (place === at ? change(one) : one));
    this.keep();
    this.update();
  }

  /** Add the button that leads to the next item, or to the form if there is none. @param {import("./exercise.js").Exercise} exercise @param {number} at */
  addNext(exercise, at) {
    if (exercise.box.querySelector(".pq-next")) return;
    const { opened } = this;
    if (!opened) return;
    const next = this.nextAfter(at);
    const item = next < 0 ? null : this.itemOf(opened.items[next]);
    const go = () => {
      if (item?.exercise) {
        void this.pose(next);
        return;
      }
      this.stage.replaceChildren();
      this.update();
      const goal = item ? /** @type {HTMLElement} */ (find(this.list, `a[data-at="${next}"]`)) : this.name;
      goal.scrollIntoView({ block: "center" });
      goal.focus({ preventScroll: true });
    };
    exercise.insertNextButton(makeButton(item ? `Next: ${item.title}` : "Hand it in", go, "pq-next"));
  }

  /** Make the result, as a link and as a code. */
  async handIn() {
    const { opened, done } = this;
    if (!opened) return;
    this.setNotice("");
    const items = done.map(written);
    const args = { set: opened.set, name: this.name.value, items, address: this.otherAddress };
    /** @type {import("../engine/messages.d.ts").HandInAnswer | null} */
    const made = await this.ask("hand-in", args, () => this.handIn());
    if (!made) return;
    this.name.value = made.name;
    this.keep();
    this.handed = items.join("\n");
    const ways = makeElement("div");
    this.result.replaceChildren(
      makeElement("p", "", "Send this line to your teacher, or show the code:"),
      ways,
      makeElement("p", "", "Or copy this code by hand, with your name:"),
      makeElement("p", "pq-work-code-letters", made.code),
      makeElement("p", "pq-quiet", "It says which items you have done and which were right at first. If you go on, make a new result."),
    );
    showLink(ways, made.line, made.link, this.place.dataset.qr ?? "", "result");
    this.result.focus({ preventScroll: true });
    this.result.scrollIntoView({ block: "nearest" });
    this.liveRegion.textContent = `Your result is ready. The code is ${[...made.code].join(" ")}.`;
  }

  /** List the sets that the pupil was given. */
  showKept() {
    const rows = latestFirst(pupilStore.value.sets).map(([id, { title, set, items }]) => {
      const remove = () => {
        this.report(removePupilSet(id));
        if (this.opened?.id !== id) return;
        this.opened = null;
        this.work.hidden = true;
        history.replaceState(null, "", location.pathname);
      };
      return this.keptRow(title, `${countDone(items)} of ${items.length} done`, () => this.openText(set), remove);
    });
    this.part("kept-sets").replaceChildren(...rows);
  }
}

const place = document.querySelector(".pq-set-work");
if (place) new PupilPage(/** @type {HTMLElement} */ (place));
