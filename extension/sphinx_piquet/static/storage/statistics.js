// @ts-check
/** The statistics of the games of a reader, and the list of the last ones. Saves the result of each finished deal. */

import { formatDate } from "./archive-list.js";
import { addFinished, addRecentGames, countDamagedGames, countFinished, playedStore, recentGames, recentStore, removeRecentGame } from "./game-results.js";
import { fillLadder } from "./ladder.js";
import { REASONS, notifyChange, onChange } from "./store.js";
import { find, confirmTap, makeButton, makeElement } from "../dom.js";

/**
 * @typedef {import("./game-results.js").FinishedDeal} FinishedDeal
 * @typedef {import("./game-results.js").FinishedGame} FinishedGame
 * @typedef {import("../engine/messages.d.ts").GameOutcome} GameOutcome
 * @typedef {import("../engine/messages.d.ts").TableAnswer} TableAnswer
 */

const NOTHING = "–";
/** The end of an id under which the engine counts games by rules with changed answers. */
const CHANGED = /-changed$/;

/** @template T @param {T[]} all @param {(one: T) => number} number */
function sum(all, number) {
  return all.reduce((total, one) => total + number(one), 0);
}

/** @param {FinishedDeal[]} deals */
function average(deals) {
  return deals.length ? (sum(deals, ({ points }) => points[0]) / deals.length).toFixed(1) : NOTHING;
}

/** @param {number} count @param {number} all */
function orNothing(count, all) {
  return all ? String(count) : NOTHING;
}

/** The list of the last games. Each deal can be opened again, and each game can be removed. */
class RecentList {
  /** @param {HTMLElement} place @param {(game: string, deal: number) => void} open opens a deal of a game */
  constructor(place, open) {
    this.place = place;
    this.open = open;
    this.shown = "";
  }

  show() {
    const all = Object.entries(recentGames());
    const shown = all.map(([key, { at }]) => `${key} ${at}`).join();
    if (shown === this.shown) return; // keep a button that is asking for confirmation
    this.shown = shown;
    this.place.hidden = !all.length;
    find(this.place, "ul").replaceChildren(...all.map(([key, game]) => this.makeRow(key, game)));
  }

  /** @param {string} key @param {import("./game-results.js").RecentGame} game */
  makeRow(key, { title, rules, deals, totals, text, at }) {
    const row = document.createElement("li");
    const [only] = deals.length === 1 ? deals : [];
    const seat = only?.seat ? `, as ${only.seat}` : "";
    const words = makeElement("p", "", `${title}${seat}: ${totals.join("–")}`);
    words.append(document.createElement("br"), makeElement("small", "", `${formatDate(at)}; ${rules}`));
    words.id = `recent-${key}`;
    const bar = makeElement("p", "pq-action-bar");
    for (const { number, seat: ofDeal, points } of deals) {
      const label = only ? "Look at it again" : `Deal ${number}${ofDeal ? `, as ${ofDeal}` : ""}: ${points.join("–")}`;
      bar.append(makeButton(label, () => this.open(text, number)));
    }
    const remove = makeButton("Remove", () => {
      if (!confirmTap(remove, "Yes, remove it")) return;
      removeRecentGame(key);
      notifyChange();
    });
    bar.append(remove);
    for (const button of bar.children) button.setAttribute("aria-describedby", words.id);
    row.append(words, bar);
    return row;
  }
}

export class Statistics {
  /** @param {HTMLElement} place the whole table @param {(game: string, deal: number) => void} open opens a deal of a saved game */
  constructor(place, open) {
    this.place = place;
    this.fold = /** @type {HTMLDetailsElement} */ (find(place, ".pq-tally"));
    this.status = find(this.fold, '[role="status"]');
    this.list = new RecentList(find(this.fold, ".pq-recent"), open);
    place.addEventListener("drawn", (event) => this.save(/** @type {CustomEvent<TableAnswer>} */ (event).detail));
    find(this.fold, '[data-tally="forget"]').addEventListener("click", () => this.forget());
    find(place, '[data-do="tally"]').addEventListener("click", () => this.open());
    onChange(() => this.update());
    this.update();
  }

  /** Save the result of a finished deal, and the game, so that the deal can be opened again. @param {TableAnswer} drawn */
  save({ game: text, outcome, finished }) {
    if (!outcome && !finished) return;
    const errors = [outcome ? this.saveOutcome(outcome) : "", finished ? this.saveGame(text, finished) : ""];
    const error = errors.find((one) => one);
    notifyChange();
    this.status.textContent = error ? `The last deal is not kept here: ${REASONS[error]}.` : "";
    if (error) this.fold.hidden = false;
  }

  /** @param {GameOutcome} outcome */
  saveOutcome(outcome) {
    const { key, ...deal } = outcome.deal;
    const { key: gameKey = "", ...game } = outcome.game ?? {};
    return addFinished({ deals: { [key]: deal }, games: gameKey ? { [gameKey]: /** @type {FinishedGame} */ (game) } : {} });
  }

  /** @param {string} text @param {import("../engine/messages.d.ts").ListedGame} finished */
  saveGame(text, { key, title, rules, deals, totals }) {
    return addRecentGames({ [key]: { title, rules, deals, totals, text, at: Date.now() } });
  }

  open() {
    this.fold.open = true;
    this.fold.scrollIntoView({ block: "start" });
    find(this.fold, "summary").focus({ preventScroll: true });
  }

  forget() {
    const button = find(this.fold, '[data-tally="forget"]');
    const count = Object.keys(playedStore.value.deals).length;
    if (!confirmTap(button, "Yes, forget them")) {
      const listed = Object.keys(recentGames()).length ? ", and the list of the last games" : "";
      this.status.textContent = `This removes ${count === 1 ? "one deal" : `${count} deals`} from the count${listed}, and cannot be taken back.`;
      return;
    }
    button.blur();
    playedStore.remove();
    recentStore.remove();
    this.status.textContent = "";
    notifyChange();
  }

  // -- display -------------------------------------------------------------------------------------

  update() {
    const outcomes = playedStore.value;
    const { is } = playedStore.read();
    const recent = recentStore.read().is;
    this.list.show();
    const isListed = recent === "damaged" || recent === "newer" || countDamagedGames() > 0 || Object.keys(recentGames()).length > 0;
    this.fold.hidden = !isListed && (is === "none" || (is === "here" && !countFinished(outcomes)));
    if (recent === "damaged" || countDamagedGames()) this.status.textContent = "Some of your last games cannot be read. The next deal sets them aside, and nothing of them is lost.";
    if (is === "damaged") this.status.textContent = "What was kept of your games cannot be read. The next deal sets it aside, and nothing of it is lost.";
    if (is === "newer") this.status.textContent = "A newer edition of this site keeps your games; this one leaves them alone.";
    const deals = Object.values(outcomes.deals);
    const games = Object.values(outcomes.games);
    const counted = deals.length || is !== "none" ? `: ${deals.length === 1 ? "one deal" : `${deals.length} deals`}` : "";
    find(this.fold, "summary").textContent = `Your games${counted}`;
    this.fillTable("deals", deals, (some) => {
      const won = some.filter(({ points: [mine, theirs] }) => mine > theirs);
      return [String(some.length), String(won.length), ...["elder", "younger"].map((seat) => average(some.filter((one) => one.seat === seat)))];
    });
    this.fillTable("games", games, (some) =>
      ["rubicon", "hundred-up"].flatMap((form) => {
        const all = some.filter((one) => one.form === form);
        return [orNothing(all.length, all.length), orNothing(sum(all, ({ won }) => won[0]), all.length)];
      }),
    );
    fillLadder(this.fold);
    this.fillFeats([...deals, ...games]);
    // The best deal says nothing new if there is only one.
    find(this.fold, ".pq-tally-best").hidden = deals.length < 2;
    const [best] = [...deals].sort((one, two) => two.points[0] - one.points[0] || one.points[1] - two.points[1]);
    find(this.fold, ".pq-tally-best span").textContent = best ? `${best.points.join("–")} against ${this.nameOf("opponent", best.opponent)}, as ${best.seat}` : NOTHING;
  }

  /**
   * Fill a table with a row for each opponent and rule set, the most frequent first.
   * @template {import("./game-results.js").Terms} T
   * @param {string} kind @param {T[]} all @param {(some: T[]) => string[]} figures
   */
  fillTable(kind, all, figures) {
    const sheet = find(this.fold, `[data-sheet="${kind}"]`);
    /** @type {Map<string, T[]>} */
    const groups = new Map();
    for (const one of all) {
      const terms = `${one.opponent} ${one.rules}`;
      const some = groups.get(terms);
      if (some) some.push(one);
      else groups.set(terms, [one]);
    }
    const rows = [...groups.values()].sort((one, two) => two.length - one.length).map((some) => {
      const row = makeElement("tr");
      const head = makeElement("th", "", this.nameOf("opponent", some[0].opponent));
      head.scope = "row";
      head.append(" ", makeElement("small", "", this.nameOf("rules", some[0].rules)));
      row.append(head, ...figures(some).map((text) => makeElement("td", "", text)));
      return row;
    });
    find(sheet, "tbody").replaceChildren(...rows);
    /** @type {HTMLElement} */ (sheet.closest(".pq-tally-sheet") ?? sheet).hidden = !rows.length;
  }

  /** Fill the rows of repiques, piques, capots and so on. A row without any is hidden. @param {Record<string, any>[]} all */
  fillFeats(all) {
    const rows = /** @type {NodeListOf<HTMLElement>} */ (this.fold.querySelectorAll("[data-feat]"));
    for (const row of rows) {
      const name = row.dataset.feat ?? "";
      const sums = [0, 1].map((at) => sum(all, (one) => one[name]?.[at] ?? 0));
      for (const [at, cell] of [...row.querySelectorAll("td")].entries()) cell.textContent = String(sums[at]);
      row.hidden = sums.every((one) => one === 0);
    }
    const sheet = /** @type {HTMLElement | null | undefined} */ (rows[0]?.closest(".pq-tally-sheet"));
    if (sheet) sheet.hidden = [...rows].every((row) => row.hidden);
  }

  /** Return the name of an opponent or a rule set in the form, or its id if the form lacks it. @param {"opponent" | "rules"} field @param {string} id */
  nameOf(field, id) {
    const value = `[value="${CSS.escape(id.replace(CHANGED, ""))}"]`;
    const named = field === "rules" ? `select[name="rules"] option${value}` : `[name="opponent"]${value} + span > b`;
    const found = this.place.querySelector(named)?.textContent;
    return found ? `${found}${CHANGED.test(id) ? ", changed" : ""}` : id;
  }
}
