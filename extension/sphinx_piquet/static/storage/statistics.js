// @ts-check
/** The reader's own games: keeps the result of each deal that is over, lists the last games, and adds up all. */

import { addPlayed, countPlayed, forgetPlayed, foundPlayed, played } from "./history.js";
import { addRecent, countDamaged, forgetRecent, foundRecent, recentGames } from "./recent-games.js";
import { RecentList } from "./recent-games-list.js";
import { REASONS, announce, onChange } from "./storage.js";
import { find, isSure, makeElement } from "../dom.js";

/**
 * @typedef {import("./history.js").Deal} Deal
 * @typedef {import("./history.js").Played} Played
 * @typedef {import("../engine/messages.d.ts").GameOutcome} GameOutcome
 * @typedef {import("../engine/messages.d.ts").TableAnswer} TableAnswer
 */

const NOTHING = "–";

/** @template T @param {T[]} all @param {(one: T) => number} number */
function sum(all, number) {
  return all.reduce((total, one) => total + number(one), 0);
}

/** @param {Deal[]} deals */
function average(deals) {
  return deals.length ? (sum(deals, ({ points }) => points[0]) / deals.length).toFixed(1) : NOTHING;
}

/** @param {number} count @param {number} all */
function orNothing(count, all) {
  return all ? String(count) : NOTHING;
}

export class Tally {
  /** @param {HTMLElement} place of the whole table @param {(game: string, deal: number) => void} open opens a deal of a saved game */
  constructor(place, open) {
    this.place = place;
    this.fold = /** @type {HTMLDetailsElement} */ (find(place, ".pq-tally"));
    this.status = find(this.fold, '[role="status"]');
    this.list = new RecentList(find(this.fold, ".pq-recent"), open);
    place.addEventListener("drawn", (event) => this.take(/** @type {CustomEvent<TableAnswer>} */ (event).detail));
    find(this.fold, '[data-tally="forget"]').addEventListener("click", () => this.forget());
    find(place, '[data-do="tally"]').addEventListener("click", () => this.open());
    onChange(() => this.show());
    this.show();
  }

  /** Keep how a deal came out, and the game that it ends; and keep the game, so that the deal can be opened again. @param {TableAnswer} drawn */
  take({ game: text, outcome, finished }) {
    if (!outcome && !finished) return;
    const why = [outcome ? this.count(outcome) : "", finished ? this.keep(text, finished) : ""].find(Boolean);
    announce();
    this.status.textContent = why ? `The last deal is not kept here: ${REASONS[/** @type {keyof typeof REASONS} */ (why)]}.` : "";
    if (why) this.fold.hidden = false;
  }

  /** Count a deal; that of one that is known already stays. @param {GameOutcome} outcome */
  count(outcome) {
    const { key, ...deal } = outcome.deal;
    const { key: gameKey = "", ...game } = outcome.game ?? {};
    return addPlayed({ deals: { [key]: deal }, games: gameKey ? { [gameKey]: /** @type {Played} */ (game) } : {} });
  }

  /** Keep a game among the last ones. @param {string} text @param {import("../engine/messages.d.ts").ListedGame} finished */
  keep(text, { key, title, rules, deals, totals }) {
    return addRecent({ [key]: { title, rules, deals, totals, text, at: Date.now() } });
  }

  open() {
    this.fold.open = true;
    this.fold.scrollIntoView({ block: "start" });
    find(this.fold, "summary").focus({ preventScroll: true });
  }

  forget() {
    const button = find(this.fold, '[data-tally="forget"]');
    const count = Object.keys(played().deals).length;
    if (!isSure(button, "Yes, forget them")) {
      const listed = Object.keys(recentGames()).length ? ", and the list of the last games" : "";
      this.status.textContent = `This removes ${count === 1 ? "one deal" : `${count} deals`} from the count${listed}, and cannot be taken back.`;
      return;
    }
    button.blur();
    forgetPlayed();
    forgetRecent();
    this.status.textContent = "";
    announce();
  }

  // -- what is shown -------------------------------------------------------------------------------

  show() {
    const outcomes = played();
    const { is } = foundPlayed();
    const recent = foundRecent().is;
    this.list.show();
    const isListed = recent === "damaged" || recent === "newer" || countDamaged() > 0 || Object.keys(recentGames()).length > 0;
    this.fold.hidden = !isListed && (is === "none" || (is === "here" && !countPlayed(outcomes)));
    if (recent === "damaged" || countDamaged()) this.status.textContent = "Some of your last games cannot be read. The next deal sets them aside, and nothing of them is lost.";
    if (is === "damaged") this.status.textContent = "What was kept of your games cannot be read. The next deal sets it aside, and nothing of it is lost.";
    if (is === "newer") this.status.textContent = "A newer edition of this site keeps your games; this one leaves them alone.";
    const deals = Object.values(outcomes.deals);
    const games = Object.values(outcomes.games);
    const counted = deals.length || is !== "none" ? `: ${deals.length === 1 ? "one deal" : `${deals.length} deals`}` : "";
    find(this.fold, "summary").textContent = `Your games${counted}`;
    this.fill("deals", deals, (some) => {
      const won = some.filter(({ points: [mine, theirs] }) => mine > theirs);
      return [String(some.length), String(won.length), ...["elder", "younger"].map((seat) => average(some.filter((one) => one.seat === seat)))];
    });
    this.fill("games", games, (some) =>
      ["rubicon", "hundred-up"].flatMap((form) => {
        const all = some.filter((one) => one.form === form);
        return [orNothing(all.length, all.length), orNothing(sum(all, ({ won }) => won[0]), all.length)];
      }),
    );
    this.fillFeats([...deals, ...games]);
    // Of one deal the list says it all.
    find(this.fold, ".pq-tally-best").hidden = deals.length < 2;
    const [best] = [...deals].sort((one, two) => two.points[0] - one.points[0] || one.points[1] - two.points[1]);
    find(this.fold, ".pq-tally-best span").textContent = best ? `${best.points.join("–")} against ${this.nameOf("opponent", best.opponent)}, as ${best.seat}` : NOTHING;
  }

  /**
   * Fill a sheet: a row for each opponent and rule set, those met most often first.
   * @template {import("./history.js").Terms} T
   * @param {string} kind @param {T[]} all @param {(some: T[]) => string[]} figures
   */
  fill(kind, all, figures) {
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

  /** Add up what was made and suffered under each name that the page has a row for; one that never happened is left out. @param {Record<string, any>[]} all */
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

  /** What the form calls an opponent or a rule set; one that is gone has its id. @param {"opponent" | "rules"} field @param {string} id */
  nameOf(field, id) {
    const value = `[value="${CSS.escape(id)}"]`;
    const named = field === "rules" ? `select[name="rules"] option${value}` : `[name="opponent"]${value} + span > b`;
    return this.place.querySelector(named)?.textContent ?? id;
  }
}
