// @ts-check
/** The page of the day: the deal of the day, the due exercises, the problem of the day, and the days played. */

import { dailyPath } from "../storage/daily-path.js";
import { dailyResults } from "../storage/game-results.js";
import { sharedProgress } from "../storage/progress.js";
import { unfinishedGame } from "../storage/saved-game.js";
import { onChange } from "../storage/store.js";
import { addDaysTo, formatDay, formatPoints, makeCopyButton, othersText, shareLine, storedFault, today } from "../table/daily-result.js";
import { makePictureButton } from "../table/share-picture.js";
import { find, makeElement } from "../dom.js";
import { continueLink, nextLesson, readLessons } from "./lesson-progress.js";

/** @typedef {{question: string, address: string, id: string}} Problem */

const progress = sharedProgress();

/** @param {ParentNode} place @param {string} selector */
function findLink(place, selector) {
  return /** @type {HTMLAnchorElement} */ (find(place, selector));
}

class TodayPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.day = today();
    this.review = find(place, ".pq-today-review");
    this.problem = find(place, ".pq-today-problem");
    this.lessons = readLessons(this.review);
    /** @type {Problem[]} */
    this.problems = JSON.parse(find(this.problem, "script").textContent ?? "[]");
    this.firstLesson = [find(this.review, ".pq-to-lesson").textContent ?? "", findLink(this.review, ".pq-to-lesson").href];
    onChange(() => this.update());
    // A tab that stays open shows the new day when the reader returns to it.
    document.addEventListener("visibilitychange", () => document.hidden || this.update());
    this.update();
  }

  update() {
    this.day = today();
    const fault = storedFault();
    const notice = find(this.place, ".pq-today-notice");
    notice.hidden = !fault;
    notice.textContent = fault;
    this.updateDeal();
    this.updateReview();
    this.updateProblem();
    this.updateDays();
  }

  /** Return the address of a day's deal at the table. @param {string} day */
  addressOf(day) {
    const url = new URL(this.place.dataset.table ?? "", location.href);
    url.hash = `day=${day}`;
    return url.href;
  }

  updateDeal() {
    const { place, day } = this;
    const date = find(place, ".pq-today-date");
    date.hidden = false;
    date.textContent = formatDay(day, { weekday: "long", day: "numeric", month: "long" });
    const { deal, result } = dailyResults()[day] ?? {};
    const isOnTable = Boolean(deal && !result && unfinishedGame()?.text.includes(deal));
    const play = findLink(place, ".pq-today-play");
    play.textContent = isOnTable ? "Go on" : result ? "Play it again" : "Play today’s deal";
    play.href = isOnTable ? new URL("#go-on", new URL(place.dataset.table ?? "", location.href)).href : `${this.addressOf(day)}&play`;
    const line = find(place, ".pq-today-line");
    line.hidden = !result;
    if (!result) return;
    find(place, ".pq-today-words").textContent = `You made ${formatPoints(result.mine)}; ${othersText(place, result)} in the same seat.`;
    const text = shareLine(place, day, result, this.addressOf(day));
    if (line.dataset.line === text) return; // keep the focus on its button
    line.dataset.line = text;
    const shown = makeElement("span", "", text);
    line.replaceChildren(shown, makeCopyButton(text, () => window.getSelection()?.selectAllChildren(shown)), " ", makePictureButton(text, `piquet-${day}`));
  }

  updateReview() {
    const { review } = this;
    const path = dailyPath();
    const due = path.length;
    const mistakes = path.filter(({ mistake }) => mistake).length;
    const some = mistakes ? ` ${mistakes === 1 ? "One is" : `${mistakes} are`} for your mistakes at the table.` : "";
    find(review, ".pq-today-words").textContent = due
      ? `${due === 1 ? "One exercise is" : `${due} exercises are`} due today.${some}`
      : Object.keys(progress.state.items).length
        ? "Nothing is due today."
        : "Nothing is due yet. Exercises come back a day after you first meet them.";
    find(review, ".pq-to-review").hidden = !due;
    const link = findLink(review, ".pq-to-lesson");
    const lesson = nextLesson(this.lessons);
    [link.textContent, link.href] = lesson ? continueLink(lesson, lesson.number, lesson.address) : this.firstLesson;
  }

  updateProblem() {
    const { problem, problems } = this;
    if (!problems.length) return;
    const { question, address, id } = problems[Math.floor(Date.parse(this.day) / 86_400_000) % problems.length];
    const record = progress.record(id);
    const solvedToday = record?.done && new Date(record.at).toISOString().slice(0, 10) === this.day;
    const state = solvedToday ? " You have solved it." : record?.done ? " You have solved it before." : "";
    find(problem, ".pq-today-words").textContent = `${question}${state}`;
    const link = findLink(problem, ".pq-to-problem");
    link.href = address;
    link.textContent = record?.done ? "Look at it again" : "Solve it";
  }

  updateDays() {
    const { place } = this;
    const row = find(place, ".pq-today-row");
    find(place, ".pq-today-days").hidden = false;
    const count = Number(row.dataset.days);
    const days = Array.from({ length: count }, (_, at) => addDaysTo(this.day, at + 1 - count));
    row.replaceChildren(
      ...days.filter((day) => day >= (place.dataset.first ?? "")).map((day) => {
        const result = dailyResults()[day]?.result;
        const link = makeElement("a", result ? "pq-day-done" : "");
        const more = ` ${formatDay(day, { month: "long" })}${result ? `: you made ${formatPoints(result.mine)}` : ""}`;
        link.append(makeElement("span", "", formatDay(day, { weekday: "short" })), " ", makeElement("b", "", String(Number(day.slice(8)))), makeElement("span", "pq-sr", more));
        link.href = this.addressOf(day);
        if (day === this.day) link.setAttribute("aria-current", "date");
        const cell = makeElement("li");
        cell.append(link);
        return cell;
      }),
    );
  }
}

const place = document.querySelector(".pq-today");
if (place) new TodayPage(/** @type {HTMLElement} */ (place));
