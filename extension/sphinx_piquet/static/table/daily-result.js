// @ts-check
/** Days and results of the deal of the day as text, for the pages that show them. */

import { dailyStore } from "../storage/game-results.js";
import { makeButton, showConfirmation } from "../dom.js";

/** @typedef {import("../storage/game-results.js").DailyResult} DailyResult */

/** Return today's date in UTC. */
export function today() {
  return new Date().toISOString().slice(0, 10);
}

/** @param {string} date @param {number} days */
export function addDaysTo(date, days) {
  return new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** @param {string} date @param {Intl.DateTimeFormatOptions} options */
export function formatDay(date, options) {
  return new Date(`${date}T00:00Z`).toLocaleDateString("en-GB", { timeZone: "UTC", ...options });
}

/** Return why the stored days cannot be used, or "". */
export function storedFault() {
  const kept = dailyStore.read();
  if (kept.is === "damaged") return `What was kept of earlier days cannot be read: ${kept.why}. The next deal that you begin sets it aside, and nothing of it is lost.`;
  return kept.is === "newer" ? "A newer edition of this site has kept its days here; this one leaves them alone." : "";
}

/** @param {[number, number]} pair */
export function formatPoints([mine, theirs]) {
  return `${mine}–${theirs}`;
}

/** Return the name of a player from the data of an element. @param {HTMLElement} place @param {string} player */
function nameOf({ dataset }, player) {
  return /** @type {Record<string, string>} */ (JSON.parse(dataset.names ?? "{}"))[player] ?? player;
}

/** Return the results of the other players as text. @param {HTMLElement} place names the players @param {DailyResult} result */
export function othersText(place, { thumb, strong, player }) {
  return `${place.dataset.opponent} ${formatPoints(thumb)}, ${nameOf(place, player)} ${formatPoints(strong)}`;
}

/** Return a lead of so many points as text. @param {number} points */
export function leadText(points) {
  return points > 0 ? `${points} ahead` : points ? `${-points} behind` : "level";
}

/**
 * Fill a stored result into the line to share, and add an address.
 * @param {HTMLElement} place has the line, with a name in braces for each value @param {string} day
 * @param {DailyResult} result @param {string} address
 */
export function shareLine(place, day, result, address) {
  /** @type {Record<string, string>} */
  const values = {
    day,
    mine: formatPoints(result.mine),
    seat: result.seat,
    thumb: `${place.dataset.opponent} ${formatPoints(result.thumb)}`,
    strong: `${nameOf(place, result.player)} ${formatPoints(result.strong)}`,
    open: leadText(result.open),
  };
  return `${(place.dataset.line ?? "").replace(/\{(\w+)\}/g, (_, name) => values[name])} ${address}`;
}

/** Make a button that copies a line. @param {string} line @param {() => void} onFailure lets the reader copy it by hand */
export function makeCopyButton(line, onFailure) {
  const copy = makeButton("Copy this line", async () => {
    try {
      await navigator.clipboard.writeText(line);
      showConfirmation(copy, "Copied");
    } catch {
      onFailure();
    }
  });
  return copy;
}
