// @ts-check
/** The reader's own games in figures: keeps what the engine says of a deal that is over, and adds up what is kept. */

import { addPlayed, countPlayed, forgetPlayed, foundPlayed, played } from "./played.js";
import { REASONS, announce, onChange } from "./storage.js";
import { find, isSure, makeElement } from "../page.js";

/**
 * @typedef {import("./played.js").Deal} Deal
 * @typedef {import("./played.js").Played} Played
 * @typedef {{deal: Deal & {key: string}, game?: Played & {key: string}} | null} Outcome
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
  /** @param {HTMLElement} place of the whole table */
  constructor(place) {
    this.place = place;
    this.fold = /** @type {HTMLDetailsElement} */ (find(place, ".pq-tally"));
    this.status = find(this.fold, '[role="status"]');
    place.addEventListener("drawn", (event) => this.take(/** @type {CustomEvent<{outcome?: Outcome}>} */ (event).detail.outcome ?? null));
    find(this.fold, '[data-tally="forget"]').addEventListener("click", () => this.forget());
    find(place, '[data-do="tally"]').addEventListener("click", () => this.open());
    onChange(() => this.show());
    this.show();
  }

  /** Keep how a deal came out, and the game that it ends; that of a deal that is known already stays. @param {Outcome} outcome */
  take(outcome) {
    if (!outcome) return;
    const { key, ...deal } = outcome.deal;
    const { key: gameKey = "", ...game } = outcome.game ?? {};
    const why = addPlayed({ deals: { [key]: deal }, games: gameKey ? { [gameKey]: /** @type {Played} */ (game) } : {} });
    announce();
    this.status.textContent = why ? `The last deal is not counted: ${REASONS[why]}.` : "";
    if (why) this.fold.hidden = false;
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
      this.status.textContent = `This removes ${count === 1 ? "one deal" : `${count} deals`} from the count, and cannot be taken back.`;
      return;
    }
    button.blur();
    forgetPlayed();
    this.status.textContent = "";
    announce();
  }

  // -- what is shown -------------------------------------------------------------------------------

  show() {
    const outcomes = played();
    const { is } = foundPlayed();
    this.fold.hidden = is === "none" || (is === "here" && !countPlayed(outcomes));
    if (is === "damaged") this.status.textContent = "What was kept of your games cannot be read. The next deal sets it aside, and nothing of it is lost.";
    if (is === "newer") this.status.textContent = "A newer edition of this site keeps your games; this one leaves them alone.";
    const deals = Object.values(outcomes.deals);
    const games = Object.values(outcomes.games);
    find(this.fold, "summary").textContent = `Your games: ${deals.length === 1 ? "one deal" : `${deals.length} deals`}`;
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
    const [best] = [...deals].sort((one, two) => two.points[0] - one.points[0] || one.points[1] - two.points[1]);
    find(this.fold, ".pq-tally-best span").textContent = best ? `${best.points.join("–")} against ${this.nameOf("opponent", best.opponent)}, as ${best.seat}` : NOTHING;
  }

  /**
   * Fill a sheet: a row for each opponent and rule set, those met most often first.
   * @template {import("./played.js").Terms} T
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
    sheet.hidden = !rows.length;
  }

  /** Add up what was made and suffered under each name that the page has a row for. @param {Record<string, any>[]} all */
  fillFeats(all) {
    for (const row of this.fold.querySelectorAll("[data-feat]")) {
      const name = /** @type {HTMLElement} */ (row).dataset.feat ?? "";
      for (const [at, cell] of [...row.querySelectorAll("td")].entries()) cell.textContent = String(sum(all, (one) => one[name]?.[at] ?? 0));
    }
  }

  /** What the form calls an opponent or a rule set; one that is gone has its id. @param {"opponent" | "rules"} field @param {string} id */
  nameOf(field, id) {
    const value = `[value="${CSS.escape(id)}"]`;
    const named = field === "rules" ? `select[name="rules"] option${value}` : `[name="opponent"]${value} + span > b`;
    return this.place.querySelector(named)?.textContent ?? id;
  }
}
