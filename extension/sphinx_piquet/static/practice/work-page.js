// @ts-check
/** What the pages of teacher and pupils share: the items of the site, requests to the engine, links, files and codes of deals. */

import { asSentence, confirmTap, find, makeButton, makeElement } from "../dom.js";
import { Refusal, ask } from "../engine/engine-client.js";
import { askWithStatus } from "../engine/engine-status.js";
import { REASONS, notifyChange } from "../storage/store.js";
import { setMarkup } from "../trusted-markup.js";

/**
 * @typedef {object} CatalogueItem
 * @property {string} kind @property {string} place @property {string} title @property {string} group @property {string} address
 * @property {string} [about] @property {string} [check] @property {string} [exercise] @property {string[]} [asked] @property {string} [hands]
 *
 * @typedef {import("../engine/messages.d.ts").SetAnswer} SetAnswer
 * @typedef {import("../engine/messages.d.ts").SetItem} SetItem
 * @typedef {import("../engine/messages.d.ts").DealCodeAnswer} DealCodeAnswer
 */

const SET = "#set=";
const LONGEST_FILE = 200_000; // bytes

/** Return the text after the last mark in a link or a line, or "". @param {string} text @param {string} mark */
export function textAfter(text, mark) {
  const place = text.lastIndexOf(mark);
  return place < 0 ? "" : text.slice(place + mark.length).split(/\s/)[0];
}

export class WorkPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.notice = find(place, '[data-part="notice"]');
    this.liveRegion = find(place, '.pq-sr[role="status"]');
    /** @type {CatalogueItem[]} */
    this.catalogue = JSON.parse(find(place, 'script[type="application/json"]').textContent ?? "[]");
    this.byPlace = new Map(this.catalogue.map((item) => [item.place, item]));
    const open = this.part("open");
    open.addEventListener("submit", (event) => {
      event.preventDefault();
      const { value } = /** @type {HTMLInputElement} */ (find(open, "input"));
      void this.openText(value);
    });
    const file = /** @type {HTMLInputElement} */ (find(place, 'input[type="file"]'));
    file.addEventListener("change", () => void this.openFile(file));
    const code = this.part("deal-code");
    code.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.showDeal(/** @type {HTMLInputElement} */ (find(code, "input")));
    });
    place.hidden = false;
  }

  /** @param {string} name */
  part(name) {
    return find(this.place, `[data-part="${name}"]`);
  }

  /** @param {string} text @param {string} [reason] the engine's, if it has refused something */
  setNotice(text, reason = "") {
    this.notice.hidden = !text && !reason;
    this.notice.textContent = reason ? asSentence(reason) : text;
    if (!this.notice.hidden) this.notice.scrollIntoView({ block: "nearest" });
  }

  /** Report a value that is not saved. @param {import("../storage/store.js").UpdateError} why */
  report(why) {
    if (why) this.setNotice(`This is not kept: ${REASONS[why]}.`);
    notifyChange();
  }

  /** @param {string} op @param {Record<string, unknown>} args @param {() => unknown} again @returns {Promise<any>} */
  async ask(op, args, again) {
    const { dataset } = this.place;
    try {
      return await askWithStatus(this.part("engine-status"), dataset, () => ask(dataset, op, args), { what: op, again, stands: "What is kept stays." });
    } catch (error) {
      if (error instanceof Refusal) this.setNotice("", error.reason);
      return null;
    }
  }

  /** The address of the other page. */
  get otherAddress() {
    return new URL(this.place.dataset.other ?? "", location.href).href;
  }

  /** Return the item of the site that an item of a set means, or null if this edition has another one or none there. @param {SetItem} item @returns {CatalogueItem | null} */
  itemOf({ kind, place, check, title }) {
    if (kind === "exercise") return { kind, place, title, group: "", address: "", exercise: place, hands: place };
    const found = this.byPlace.get(place);
    return found && found.kind === kind && (found.check ?? "0") === check ? found : null;
  }

  /** Open a set in a link, or in the text of a file. @param {string} text */
  async openText(text) {
    this.setNotice("");
    await this.open(textAfter(text, SET) || text.trim());
  }

  /** @param {HTMLInputElement} input */
  async openFile(input) {
    const file = input.files?.[0];
    if (file) await this.openText(file.size > LONGEST_FILE ? "" : await file.text());
    input.value = "";
  }

  /** @param {string} _set as text */
  async open(_set) {}

  /** Show the deal of a code; a new one if the field is empty. @param {HTMLInputElement} field */
  async showDeal(field) {
    this.setNotice("");
    const { rules = "" } = this.place.dataset;
    /** @type {DealCodeAnswer | null} */
    const deal = await this.ask("deal-code", { rules, code: field.value }, () => this.showDeal(field));
    if (!deal) return;
    field.value = deal.code;
    const place = this.part("coded-deal");
    const hands = makeElement("div");
    setMarkup(hands, deal.html);
    const letters = makeElement("p", "pq-work-code-letters", deal.code);
    place.replaceChildren(letters, this.dealLinks(deal), hands);
    this.liveRegion.textContent = `The code is ${[...deal.code].join(" ")}.`;
  }

  /** Return the ways to play or to replay a deal. @param {DealCodeAnswer} deal */
  dealLinks({ seed, deal }) {
    const { table, deals, rules = "" } = this.place.dataset;
    const ways = makeElement("p", "pq-work-ways");
    for (const seat of table ? ["elder", "younger"] : []) {
      const query = new URLSearchParams({ by: rules, form: "deal", seat, seed });
      ways.append(makeLink(`Play it as ${seat}`, `${table}?${query}`));
    }
    if (deals) ways.append(makeLink("Look at it", `${deals}?${new URLSearchParams({ deal })}`));
    return ways;
  }

  /**
   * Return the row of a kept set.
   * @param {string} title @param {string} state @param {() => unknown} open @param {() => unknown} remove
   */
  keptRow(title, state, open, remove) {
    const row = makeElement("li");
    const away = makeButton("Remove", () => {
      if (confirmTap(away, "Remove it for good?")) remove();
    });
    const ways = makeElement("span", "pq-quiet");
    ways.append(makeButton("Open", open), away);
    for (const button of ways.children) button.setAttribute("aria-label", `${button.textContent}: ${title}`);
    row.append(makeElement("span", "", `${title}: ${state}`), ways);
    return row;
  }
}

/** Return the title of an item, as a link to its page in a new tab if it has one. @param {CatalogueItem} item */
export function makeTitle({ title, address }) {
  if (!address) return makeElement("span", "", title);
  const link = makeElement("a", "", title);
  Object.assign(link, { href: address, target: "_blank", rel: "noopener" });
  link.append(makeElement("span", "pq-vh", " (opens in a new tab)"));
  return link;
}

/** @param {string} text @param {string} address */
export function makeLink(text, address) {
  const link = makeElement("a", "pq-button", text);
  link.href = address;
  return link;
}
