// @ts-check
/** The page on which a teacher makes sets of work, gives them out, and collects the results. */

import { confirmTap, download, find, makeButton, makeElement, showConfirmation } from "../dom.js";
import { onChange } from "../storage/store.js";
import { keepDraft, latestFirst, removeTeacherSet, teacherStore, updateTeacherSet } from "../storage/work-sets.js";
import { makeQrCode, showLink } from "../table/share-link.js";
import { setMarkup } from "../trusted-markup.js";
import { Projector } from "./projector.js";
import { WorkPage, makeTitle, textAfter } from "./work-page.js";

/**
 * @typedef {import("./work-page.js").CatalogueItem} CatalogueItem
 * @typedef {import("./work-page.js").SetAnswer} SetAnswer
 * @typedef {import("./work-page.js").DealCodeAnswer} DealCodeAnswer
 * @typedef {import("../engine/messages.d.ts").ClassTableAnswer} ClassTableAnswer
 */

const SHOWN = 12; // items of the catalogue at once
const RESULT = "#result=";

/** @param {CatalogueItem} item */
function written({ kind, place, check = "0" }) {
  return [kind, place, check].join("\t");
}

/** Return the words of a text, for a search. @param {string} text */
function wordsOf(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{Mark}/gu, "").split(/[^\p{Letter}\p{Number}]+/u).filter(Boolean);
}

class TeacherPage extends WorkPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    super(place);
    const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (find(place, `[name="${name}"]`));
    this.search = field("search");
    this.group = /** @type {HTMLSelectElement} */ (find(place, '[name="group"]'));
    this.title = field("title");
    this.note = field("note");
    this.pasted = field("pasted");
    this.chosen = this.part("items");
    this.link = this.part("link");
    this.results = this.part("results");
    this.limit = SHOWN;
    /** @type {CatalogueItem[]} */
    this.items = [];
    /** The set with a link; null while it is changed. @type {SetAnswer | null} */
    this.made = null;
    /** The table of the class. @type {ClassTableAnswer | null} */
    this.table = null;
    this.projector = new Projector(/** @type {HTMLDialogElement} */ (this.part("projector")), place);
    for (const group of new Set(this.catalogue.map((item) => item.group))) this.group.append(new Option(group));
    this.group.prepend(new Option("Everything", ""));
    this.group.value = "";
    this.listen();
    this.readDraft();
    this.showCatalogue();
    this.showItems();
    this.showKept();
    onChange(() => this.showKept());
    window.addEventListener("hashchange", () => void this.readAddress());
    void this.readAddress();
  }

  listen() {
    const refind = () => {
      this.limit = SHOWN;
      this.showCatalogue();
    };
    this.search.addEventListener("input", refind);
    this.group.addEventListener("change", refind);
    for (const field of [this.title, this.note]) field.addEventListener("input", () => this.change());
    /** @type {Record<string, () => unknown>} */
    const submitted = { set: () => this.make(), paste: () => this.addResults(this.pasted.value), "by-address": () => this.addByAddress() };
    for (const [name, act] of Object.entries(submitted)) {
      this.part(name).addEventListener("submit", (event) => {
        event.preventDefault();
        void act();
      });
    }
    /** @type {Record<string, (button: HTMLElement) => unknown>} */
    const acts = {
      begin: (button) => this.begin(button),
      sheet: () => this.printSheet(),
      hands: () => this.printHands(),
      project: () => this.projector.open(this.items, this.note.value),
      file: () => download("piquet-set.txt", `${this.made?.set}\n`),
      csv: () => download("piquet-results.csv", this.table?.csv ?? ""),
      "print-table": () => this.print([makeElement("h2", "", this.title.value), this.part("class").cloneNode(true)]),
      "remove-result": (button) => this.removeResult(button),
    };
    this.place.addEventListener("click", ({ target }) => {
      const button = /** @type {HTMLElement} */ (target).closest("button");
      const act = acts[button?.dataset.do ?? ""];
      if (button && act) void act(button);
    });
  }

  /** Open the set or the result in the address. */
  async readAddress() {
    if (location.hash.startsWith("#set=")) await this.openText(location.hash);
    else if (location.hash.startsWith(RESULT)) await this.openResult(location.hash);
  }

  // -- choosing ------------------------------------------------------------------------------------

  /** List the items of the site that the search finds. */
  showCatalogue() {
    const wanted = wordsOf(this.search.value);
    const group = this.group.value;
    const found = this.catalogue.filter((item) => {
      const words = wordsOf(`${item.title} ${item.group} ${item.about ?? ""} ${item.kind}`);
      return (!group || item.group === group) && wanted.every((word) => words.some((one) => one.startsWith(word)));
    });
    const rows = found.slice(0, this.limit).map((item) => this.catalogueRow(item));
    const more = found.length - rows.length;
    if (more > 0) {
      const row = makeElement("li");
      row.append(
        makeButton(`Show ${Math.min(more, SHOWN)} more`, () => {
          const place = this.limit;
          this.limit += SHOWN;
          this.showCatalogue();
          /** @type {HTMLElement | null} */ (this.part("catalogue").children[place]?.querySelector("button"))?.focus();
        }),
      );
      rows.push(row);
    }
    this.part("catalogue").replaceChildren(...rows);
    const count = found.length === 1 ? "One item" : `${found.length} items`;
    this.part("found").textContent = found.length ? count : `Nothing is found${group ? ` in ${group}` : ""}. The search looks at titles, questions and kinds: lesson, problem, deal, position.`;
  }

  /** @param {CatalogueItem} item */
  catalogueRow(item) {
    const row = makeElement("li");
    const words = makeElement("span");
    words.append(makeTitle(item));
    if (item.about) words.append(makeElement("small", "", item.about));
    const isIn = this.items.some(({ place }) => place === item.place);
    const add = makeButton(isIn ? "Take out" : "Add", () => {
      if (isIn) this.remove(item);
      else this.add(item);
      /** @type {HTMLElement | null} */ (this.part("catalogue").querySelector(`[data-place="${CSS.escape(item.place)}"]`))?.focus();
    });
    add.dataset.place = item.place;
    add.setAttribute("aria-label", `${add.textContent}: ${item.title}`);
    row.append(words, add);
    return row;
  }

  /** @param {CatalogueItem} item */
  add(item) {
    const most = Number(this.part("count").dataset.most);
    this.setNotice("");
    if (this.items.length === most) this.setNotice(`A set has ${most} items at most.`);
    else if (this.items.every(({ place }) => place !== item.place)) this.replaceItems([...this.items, item], `${item.title} is in the set.`);
  }

  /** @param {CatalogueItem} item */
  remove(item) {
    this.replaceItems(this.items.filter(({ place }) => place !== item.place), `${item.title} is not in the set any more.`);
  }

  /** @param {CatalogueItem[]} items @param {string} said */
  replaceItems(items, said) {
    this.items = items;
    this.liveRegion.textContent = said;
    this.change();
    this.showItems();
    this.showCatalogue();
  }

  /** Add an exercise by its address or its id. */
  async addByAddress() {
    const field = /** @type {HTMLInputElement} */ (find(this.part("by-address"), "input"));
    const id = new URLSearchParams(field.value.split("?")[1]?.split("#")[0] ?? "").get("item") ?? field.value.trim();
    this.setNotice("");
    /** @type {SetAnswer | null} */
    const tried = await this.ask("make-set", { title: "One", items: [written({ kind: "exercise", place: id, title: "", group: "", address: "" })] }, () => this.addByAddress());
    const item = tried && this.itemOf(tried.items[0]);
    if (!item) return;
    field.value = "";
    this.add(item);
  }

  /** List the items of the set in their order. */
  showItems() {
    const rows = this.items.map((item, at) => {
      const row = makeElement("li");
      const ways = makeElement("span", "pq-work-row");
      const move = (/** @type {string} */ words, /** @type {number} */ by) => {
        const button = makeButton(by < 0 ? "↑" : "↓", () => this.move(at, by));
        button.setAttribute("aria-label", `${words}: ${item.title}`);
        button.disabled = at + by < 0 || at + by >= this.items.length;
        return button;
      };
      const out = makeButton("✕", () => this.remove(item));
      out.setAttribute("aria-label", `Take out: ${item.title}`);
      ways.append(move("Earlier", -1), move("Later", 1), out);
      row.append(makeTitle(item), ways);
      return row;
    });
    this.chosen.replaceChildren(...rows);
    const count = this.part("count");
    count.textContent = this.items.length ? `${this.items.length} of at most ${count.dataset.most}` : "Nothing yet: add items from the list.";
  }

  /** @param {number} at @param {number} by */
  move(at, by) {
    const items = [...this.items];
    const [item] = items.splice(at, 1);
    items.splice(at + by, 0, item);
    this.replaceItems(items, `${item.title}: now number ${at + by + 1} of ${items.length}.`);
    const buttons = this.chosen.children[at + by].querySelectorAll("button");
    (buttons[by < 0 ? 0 : 1].disabled ? buttons[by < 0 ? 1 : 0] : buttons[by < 0 ? 0 : 1]).focus();
  }

  // -- the set -------------------------------------------------------------------------------------

  /** Note a change of the set, whose link would be another one. */
  change() {
    this.setMade(null);
    this.report(keepDraft({ title: this.title.value, note: this.note.value, items: this.items.map(written) }));
  }

  /** @param {SetAnswer | null} made */
  setMade(made) {
    this.made = made;
    this.table = null;
    this.link.replaceChildren();
    this.part("given-out").hidden = !made;
    this.results.hidden = !made;
    if (!made) return;
    if (made.link) showLink(this.link, made.link, made.link, this.place.dataset.qr ?? "", "set");
    else this.link.replaceChildren(makeElement("p", "", `A link has at most ${made.longest} characters, and this set is longer. Save it as a file, or make the note shorter.`));
  }

  readDraft() {
    const { draft } = teacherStore.value;
    if (!draft) return;
    [this.title.value, this.note.value] = [draft.title, draft.note];
    this.items = draft.items.flatMap((text) => {
      const [kind, place, check] = text.split("\t");
      return this.itemOf({ kind, place, check, title: place }) ?? [];
    });
  }

  /** Begin another set, after a second tap if this one has no link. @param {HTMLElement} button */
  begin(button) {
    if (!this.made && this.items.length && !confirmTap(button, "Leave this one?")) return;
    this.title.value = this.note.value = "";
    this.replaceItems([], "A new set.");
    this.title.focus();
  }

  /** Make the link of the set, and keep it. */
  async make() {
    this.setNotice("");
    if (!this.items.length) {
      this.setNotice("Add an item first.");
      return;
    }
    const args = { title: this.title.value, note: this.note.value, items: this.items.map(written), address: this.otherAddress };
    /** @type {SetAnswer | null} */
    const made = await this.ask("make-set", args, () => this.make());
    if (!made) return;
    this.report(keepDraft(null));
    await this.show(made);
    this.link.scrollIntoView({ block: "nearest" });
    this.liveRegion.textContent = "The link is made.";
  }

  /** Open a set that was made here or elsewhere. @param {string} text */
  async open(text) {
    /** @type {SetAnswer | null} */
    const opened = await this.ask("open-set", { set: text, address: this.otherAddress }, () => this.open(text));
    if (opened) await this.show(opened);
  }

  /** Show a set with its link and its results. @param {SetAnswer} made */
  async show(made) {
    [this.title.value, this.note.value] = [made.title, made.note];
    this.items = made.items.map((item) => this.itemOf(item) ?? { ...item, title: "An item that this edition does not have", group: "", address: "" });
    this.setMade(made);
    this.showItems();
    this.showCatalogue();
    const { id, set, title, items } = made;
    this.report(updateTeacherSet(id, (kept) => ({ results: [], names: [], ...kept, set, title, count: items.length })));
    await this.addResults("");
  }

  // -- printing ------------------------------------------------------------------------------------

  /** Print some content alone. @param {Node[]} content */
  print(content) {
    const sheet = this.part("printed");
    sheet.replaceChildren(...content);
    document.documentElement.dataset.printing = "";
    window.addEventListener(
      "afterprint",
      () => {
        delete document.documentElement.dataset.printing;
        sheet.replaceChildren();
      },
      { once: true },
    );
    window.print();
  }

  /** Print the title, the note, the items and the QR code. */
  async printSheet() {
    const { made, items } = this;
    if (!made) return;
    const list = makeElement("ol");
    list.append(...items.map(({ title }) => makeElement("li", "", title)));
    const name = makeElement("p", "pq-work-line", "Name: ");
    const code = makeElement("p", "pq-work-line", "Code at the end: ");
    /** @type {Node[]} */
    const way = [];
    if (made.link && this.place.dataset.qr) {
      const picture = makeElement("div", "pq-qr");
      picture.append(await makeQrCode(made.link, this.place.dataset.qr));
      way.push(picture, makeElement("p", "", "Point the camera of a phone or a tablet at this code. No account is needed. At the end you get a link or a short code for your teacher."));
    }
    this.print([makeElement("h2", "", made.title), makeElement("p", "pq-work-note", made.note), list, ...way, name, code]);
  }

  /** Print the hands of the items, to cut out. */
  async printHands() {
    const titles = this.items.map(({ title }, at) => `${at + 1}. ${title}`);
    /** @type {import("../engine/messages.d.ts").SlipsAnswer | null} */
    const drawn = await this.ask("draw-hands", { titles, hands: this.items.map(({ hands }) => hands ?? "") }, () => this.printHands());
    if (!drawn) return;
    const slips = drawn.slips.filter(Boolean);
    if (!slips.length) this.setNotice("No item of this set has cards to print.");
    else this.print([asElement(slips.join(""))]);
  }

  /** The ways to give out a deal. @param {DealCodeAnswer} deal */
  dealLinks(deal) {
    const ways = super.dealLinks(deal);
    const item = { kind: "deal", place: deal.code, title: `Deal ${deal.code}`, group: "", address: "", hands: deal.deal };
    ways.append(
      makeButton("Print the hands", () => this.print([asElement(deal.html)])),
      makeButton("Show it large", () => this.projector.open([item], "")),
    );
    const said = makeElement("p", "", `Your pupils type it at ${this.otherAddress}`);
    const all = makeElement("div");
    all.append(said, ways);
    return all;
  }

  // -- results -------------------------------------------------------------------------------------

  /** Add a result whose link was opened on this page. @param {string} text */
  async openResult(text) {
    this.setNotice("");
    /** @type {import("../engine/messages.d.ts").PupilResultAnswer | null} */
    const result = await this.ask("open-result", { result: textAfter(text, RESULT) }, () => this.openResult(text));
    if (!result) return;
    const kept = teacherStore.value.sets[result.id];
    if (!kept) {
      this.setNotice(`The result of ${result.name} belongs to none of the sets that are kept in this browser. Open the link of its set first, then paste the result.`);
      return;
    }
    await this.open(kept.set);
    await this.addResults(text);
    this.results.scrollIntoView({ block: "start" });
  }

  /** @param {string} set @param {string} pasted @returns {Promise<ClassTableAnswer | null>} */
  async tableOf(set, pasted) {
    /** @type {SetAnswer | null} */
    const opened = await this.ask("open-set", { set }, () => this.tableOf(set, pasted));
    if (!opened) return null;
    const kept = teacherStore.value.sets[opened.id]?.results ?? [];
    const items = opened.items.map((item) => this.itemOf(item));
    const titles = items.map((item) => item?.title ?? "An item that this edition does not have");
    return this.ask("class-table", { set, titles, exercises: items.map((item) => item?.exercise ?? ""), kept, pasted }, () => this.tableOf(set, pasted));
  }

  /** Add results to the open set, and draw the table. @param {string} pasted */
  async addResults(pasted) {
    const { made } = this;
    if (!made) return;
    const table = await this.tableOf(made.set, pasted);
    if (!table) return;
    this.showTable(table);
    const { added, notices, kept, names } = table;
    if (added.length) this.report(updateTeacherSet(made.id, (known) => ({ set: made.set, title: made.title, count: made.items.length, ...known, results: kept, names })));
    const lines = [...(added.length ? [`Added: ${added.join(", ")}.`] : []), ...notices];
    this.part("notices").replaceChildren(...lines.map((line) => makeElement("li", "", line)));
    if (!notices.length && pasted === this.pasted.value) this.pasted.value = ""; // not what was typed meanwhile
  }

  /** @param {ClassTableAnswer} table */
  showTable(table) {
    this.table = table;
    setMarkup(this.part("class"), table.html);
    this.part("table-ways").hidden = !table.names.length;
  }

  /** Remove the result of a pupil, after a second tap. @param {HTMLElement} button */
  async removeResult(button) {
    const { made, table } = this;
    if (!made || !table || !confirmTap(button, "Remove it for good?")) return;
    const gone = table.names.indexOf(button.dataset.name ?? "");
    const without = (/** @type {string[]} */ texts) => texts.filter((_, at) => at !== gone);
    this.report(updateTeacherSet(made.id, (known) => ({ set: made.set, title: made.title, count: made.items.length, ...known, results: without(table.kept), names: without(table.names) })));
    await this.addResults("");
    this.part("paste").querySelector("textarea")?.focus();
  }

  /** List the sets that were made here. */
  showKept() {
    const rows = latestFirst(teacherStore.value.sets).map(([id, { title, set, count, names }]) => {
      const state = `${count} item${count === 1 ? "" : "s"}, ${names.length} result${names.length === 1 ? "" : "s"}`;
      const open = async () => {
        await this.openText(set);
        this.part("chosen").scrollIntoView({ block: "start" });
      };
      return this.keptRow(title, state, open, () => {
        this.report(removeTeacherSet(id));
        if (this.made?.id === id) this.setMade(null);
      });
    });
    this.part("kept").hidden = false;
    this.part("kept-sets").replaceChildren(...rows);
  }
}

/** @param {string} html */
function asElement(html) {
  const holder = makeElement("div");
  setMarkup(holder, html);
  return holder;
}

const place = document.querySelector(".pq-set-maker");
if (place) new TeacherPage(/** @type {HTMLElement} */ (place));
