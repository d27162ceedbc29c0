// @ts-check
/**
 * The deal of the day: the start, the calendar, and the comparison with other players. The engine determines the
 * deal and the results. This module handles dates and the stored results.
 */

import { Refusal, ask, askLong } from "../engine/engine-client.js";
import { askWithStatus } from "../engine/engine-status.js";
import { addDays, dailyResults } from "../storage/game-results.js";
import { REASONS, notifyChange, onChange } from "../storage/store.js";
import { setMarkup } from "../trusted-markup.js";
import { find, makeButton, makeElement } from "../dom.js";
import { addDaysTo, formatDay, formatPoints, leadText, makeCopyButton, othersText, storedFault, today } from "./daily-result.js";
import { makePictureButton } from "./share-picture.js";

const DAYS_OF_WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const NOT_YET = "What the others make of this deal is not worked out yet.";

const LONG = 5; // seconds between messages about a slow part, since each is read aloud

/** @typedef {import("../engine/messages.d.ts").TableAnswer} TableAnswer */

/** Return the parameters in the address, if it names a day. */
function readHash() {
  return new URLSearchParams(location.hash.startsWith("#day=") ? location.hash.slice(1, 200) : "");
}

/** Return the day in the address, or null. */
function dayOfAddress() {
  return readHash().get("day");
}

class DayPage {
  /** @param {HTMLElement} place @param {HTMLElement} table */
  constructor(place, table) {
    this.place = place;
    this.table = table;
    this.words = find(place, ".pq-day-words");
    this.felt = find(place, ".pq-day-felt");
    this.play = /** @type {HTMLButtonElement} */ (find(place, '[data-do="day"]'));
    this.notice = find(place, ".pq-day-notice");
    this.result = find(place, ".pq-day-result");
    this.liveRegion = find(place, '.pq-sr[role="status"]');
    this.calendar = find(place, ".pq-calendar");
    const { parts = "{}" } = place.dataset;
    /** The parts of the comparison, with the messages shown meanwhile. @type {Record<string, string>} */
    this.parts = JSON.parse(parts);
    this.day = today();
    this.month = this.day.slice(0, 7);
    this.isDate = true;
    this.isBusy = false;
    /** The day whose deal is on the table, which is not offered. */
    this.onTable = "";
    /** The last game that was compared. */
    this.comparedGame = "";
    /** The finished game on the table, if it is a deal of the day. */
    this.finishedGame = "";
    /** The day in the address, if there is one. @type {string | null} */
    this.askedDay = null;
    /** The summary on the sheet of the table, and the line to copy. */
    this.summary = { words: "", line: "" };
    place.hidden = false;
    this.play.addEventListener("click", () => void this.playDeal());
    find(place, '[data-do="earlier"]').addEventListener("click", () => this.turnMonth(-1));
    find(place, '[data-do="later"]').addEventListener("click", () => this.turnMonth(1));
    table.addEventListener("drawn", (event) => this.handleDrawn(/** @type {CustomEvent<TableAnswer>} */ (event).detail));
    table.addEventListener("left", () => this.setDayOnTable(""));
    // The table writes addresses without a day.
    window.addEventListener("hashchange", () => dayOfAddress() !== this.askedDay && this.readAddress());
    onChange(() => this.update());
    this.readAddress();
  }

  /** Show the day in the address, or today. */
  readAddress() {
    const asked = (this.askedDay = dayOfAddress());
    this.setNotice("");
    this.selectDay(asked ?? today());
    if (asked === null) return;
    if (readHash().has("play")) {
      void this.playDeal();
      return;
    }
    (this.place.closest("section") ?? this.place).scrollIntoView({ block: "start" }); // with its heading
    void this.ask("day", {}, () => this.readAddress()); // the engine reports what is wrong with it
  }

  /** @param {string} day */
  selectDay(day) {
    this.day = day;
    const isDate = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
    this.month = (isDate ? day : today()).slice(0, 7);
    this.isDate = isDate;
    this.result.replaceChildren();
    this.update();
  }

  update() {
    const fault = storedFault();
    if (fault) this.setNotice(fault);
    const one = dailyResults()[this.day];
    const weekday = makeElement("b", "", this.isDate ? `${formatDay(this.day, { weekday: "long" })}, ` : "");
    weekday.append(makeElement("span", "pq-day-date", this.isDate ? formatDay(this.day, { day: "numeric", month: "long", year: "numeric" }) : ""));
    const isToday = this.day === today();
    this.words.replaceChildren(...(this.isDate ? [weekday, " ", makeElement("span", "", this.resultText(one?.result))] : []));
    this.play.textContent = one?.result ? "Play it again" : isToday ? "Play today’s deal" : "Play it";
    this.play.hidden = !this.isDate;
    this.felt.hidden = this.day === this.onTable;
    this.drawMonth();
    this.drawList();
  }

  /** Return the reader's result of the day as text, or else that of the day before. @param {import("../storage/game-results.js").DailyResult} [result] */
  resultText(result) {
    const { place } = this;
    if (result) return `You made ${formatPoints(result.mine)}; ${othersText(place, result)} in the same seat.`;
    const before = this.isDate ? dailyResults()[addDaysTo(this.day, -1)]?.result : undefined;
    return before ? `The day before you made ${formatPoints(before.mine)}; ${othersText(place, before)}.` : `One deal against ${place.dataset.opponent}.`;
  }

  /** @param {string} text */
  setNotice(text) {
    this.notice.hidden = !text;
    this.notice.textContent = text;
  }

  // -- the calendar --------------------------------------------------------------------------------

  /** @param {number} by */
  turnMonth(by) {
    const [year, month] = this.month.split("-").map(Number);
    this.month = new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7);
    this.drawMonth();
  }

  drawMonth() {
    const { first = "" } = this.place.dataset;
    find(this.place, ".pq-month").textContent = formatDay(`${this.month}-01`, { month: "long", year: "numeric" });
    find(this.place, '[data-do="earlier"]').toggleAttribute("disabled", this.month <= first.slice(0, 7));
    find(this.place, '[data-do="later"]').toggleAttribute("disabled", this.month >= today().slice(0, 7));
    const [year, month] = this.month.split("-").map(Number);
    const blank = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7; // weeks begin on Monday
    const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const cells = Array.from({ length: 7 * Math.ceil((blank + count) / 7) }, (_, at) => this.makeCell(at - blank + 1, count));
    const head = makeElement("tr");
    for (const name of DAYS_OF_WEEK) {
      const column = makeElement("th", "", name.slice(0, 2));
      column.scope = "col";
      column.setAttribute("aria-label", name);
      head.append(column);
    }
    this.calendar.setAttribute("aria-label", find(this.place, ".pq-month").textContent ?? "");
    const rows = Array.from({ length: cells.length / 7 }, (_, week) => {
      const row = makeElement("tr");
      row.append(...cells.slice(7 * week, 7 * week + 7));
      return row;
    });
    this.calendar.replaceChildren(head, ...rows);
  }

  /** @param {number} number of the day in the month; other numbers give an empty cell @param {number} last */
  makeCell(number, last) {
    const cell = makeElement("td");
    if (number < 1 || number > last) return cell;
    const date = `${this.month}-${String(number).padStart(2, "0")}`;
    if (date < (this.place.dataset.first ?? "") || date > today()) {
      cell.textContent = String(number);
      return cell;
    }
    const result = dailyResults()[date]?.result;
    const link = makeElement("a", result ? "pq-day-done" : "", String(number));
    link.href = `#day=${date}`;
    const said = formatDay(date, { day: "numeric", month: "long" });
    link.setAttribute("aria-label", result ? `${said}: you made ${formatPoints(result.mine)}` : said);
    if (date === this.day) link.setAttribute("aria-current", "date");
    cell.append(link);
    return cell;
  }

  drawList() {
    const done = Object.entries(dailyResults()).filter(([, one]) => one.result);
    done.sort(([one], [two]) => (one < two ? 1 : -1));
    const rows = done.slice(0, 31).map(([date, { result }]) => {
      if (!result) return "";
      const row = makeElement("li");
      const link = makeElement("a", "", formatDay(date, { day: "numeric", month: "long", year: "numeric" }));
      link.href = `#day=${date}`;
      row.append(link, ` as ${result.seat}: ${formatPoints(result.mine)}; ${othersText(this.place, result)}; with both hands open ${leadText(result.open)}`);
      row.title = `${result.player}: ${result.budget}; engine ${result.engine}`;
      return row;
    });
    find(this.place, ".pq-days").replaceChildren(...rows);
  }

  // -- the deal ------------------------------------------------------------------------------------

  async playDeal() {
    if (this.isBusy) return;
    this.setNotice("");
    const found = await this.ask("day", {}, () => this.playDeal());
    if (!found) return;
    const why = addDays({ [found.day]: { deal: found.deal } });
    this.update();
    if (why) this.setNotice(`The result will not be kept: ${REASONS[why]}.`);
    this.table.dispatchEvent(new CustomEvent("seat", { detail: found.terms }));
  }

  /** Name the deal of the day on the table, and compare it when it is over. @param {TableAnswer} drawn */
  handleDrawn({ game, terms, asks }) {
    const [day] = (terms.form === "deal" && Object.entries(dailyResults()).find(([, { deal }]) => deal === terms.seed)) || [""];
    this.setDayOnTable(asks ? day : "");
    this.finishedGame = day && !asks ? game : "";
    if (!day) return;
    const line = find(this.table, ".pq-terms");
    if (!line.querySelector("b")) line.prepend(makeElement("b", "", `The deal of ${formatDay(day, { weekday: "long", day: "numeric", month: "long" })}`), " · ");
    if (asks) return;
    if (this.isBusy || this.comparedGame === game) {
      this.showAtTable();
      return;
    }
    this.comparedGame = game;
    void this.compare(day, game);
  }

  /** Note which day's deal is on the table, if any. @param {string} day */
  setDayOnTable(day) {
    if (this.onTable === day) return;
    this.onTable = day;
    this.update();
  }

  /** Have the other players play the finished deal, with a progress bar and a *Stop* button. @param {string} day @param {string} game */
  async compare(day, game) {
    this.selectDay(day);
    this.isBusy = true;
    const stopping = new AbortController();
    const { signal } = stopping;
    const bar = document.createElement("progress");
    const told = makeElement("p");
    const stop = makeButton("Stop", () => stopping.abort());
    told.setAttribute("role", "status");
    bar.max = Object.keys(this.parts).length + 1;
    bar.setAttribute("aria-label", "What the others make of it");
    this.result.replaceChildren(told, bar, stop);
    this.liveRegion.textContent = "";
    const again = () => this.compare(day, game);
    let found = null;
    for (const [part, words] of Object.entries(this.parts)) {
      told.textContent = words;
      this.showAtTable({ words, line: "" });
      const onProgress = (/** @type {number} */ seconds) => {
        if (seconds && seconds % LONG === 0) told.textContent = `${words} ${seconds} seconds so far …`;
      };
      found = await this.ask("day-part", { day, game, part }, again, { signal, onProgress });
      if (!found) break;
      bar.value += 1;
    }
    const address = new URL(`#day=${day}`, location.href.split("#")[0].split("?")[0]).href;
    if (found) found = await this.ask("day-result", { day, game, address }, again, { signal });
    this.isBusy = false;
    const isInside = stop === document.activeElement;
    for (const one of [told, bar, stop]) one.remove(); // a notice about a failure stays
    if (!found) this.showAtTable({ words: NOT_YET, line: "" });
    if (signal.aborted) {
      const onward = makeButton("Go on", again);
      this.result.replaceChildren(makeElement("p", "", `Stopped. ${NOT_YET}`), onward);
      if (isInside) onward.focus({ preventScroll: true });
    }
    if (!found) return;
    const why = addDays({ [day]: { deal: dailyResults()[day].deal, result: found.row } });
    notifyChange();
    this.showAtTable({ words: this.resultText(found.row), line: found.line });
    if (this.day !== day) return; // another day is shown
    setMarkup(this.result, found.html);
    this.showLine(found.line);
    this.liveRegion.textContent = found.line;
    if (why) this.setNotice(`This result is not kept: ${REASONS[why]}.`);
  }

  /** Show the summary on the sheet of the table, because the comparison is below the viewport. */
  showAtTable(told = this.summary) {
    this.summary = told;
    const head = this.table.querySelector(".pq-ended h2");
    if (!head || this.finishedGame !== this.comparedGame) return; // another deal is on the table
    let place = this.table.querySelector(".pq-of-day");
    if (!place) {
      place = makeElement("div", "pq-of-day");
      place.setAttribute("data-part", "daily-deal-summary");
      const ways = makeElement("p", "pq-quiet");
      ways.append(makeButton("See the comparison", () => this.scrollToResult()));
      place.append(makeElement("p"), ways);
      head.after(place);
    }
    const [words, ways] = place.children;
    words.textContent = told.words.replaceAll("–", "–\u2060"); // no line break within a score
    if (told.line && ways.childElementCount === 1) ways.append(makeCopyButton(told.line, () => this.selectLine()));
  }

  scrollToResult() {
    this.result.scrollIntoView({ block: "start" });
    this.result.focus({ preventScroll: true });
  }

  /** @param {string} line */
  showLine(line) {
    const text = makeElement("p", "pq-day-line", line);
    text.dataset.part = "daily-deal-line";
    this.result.append(text, makeCopyButton(line, () => this.selectLine()), " ", makePictureButton(line, `piquet-${this.day}`));
  }

  /** Select the line, so that it can be copied by hand. */
  selectLine() {
    this.scrollToResult();
    window.getSelection()?.selectAllChildren(find(this.result, ".pq-day-line"));
  }

  /**
   * @param {string} op @param {Record<string, unknown>} args @param {() => unknown} again
   * @param {import("../engine/engine-client.js").Wish} [long] for a long task, which does not block the table
   * @returns {Promise<any>}
   */
  async ask(op, args, again, long) {
    const { dataset } = this.place;
    const wanted = { day: this.day, today: today(), ...args };
    try {
      const question = () => (long ? askLong(dataset, op, wanted, long) : ask(dataset, op, wanted));
      return await askWithStatus(this.result, dataset, question, { what: op, again, stands: "What is kept stays.", isLong: Boolean(long) });
    } catch (error) {
      if (error instanceof Refusal) this.setNotice(error.reason);
      return null;
    }
  }
}

const place = document.querySelector(".pq-day");
const table = document.querySelector(".pq-game");
if (place && table) new DayPage(/** @type {HTMLElement} */ (place), /** @type {HTMLElement} */ (table));
