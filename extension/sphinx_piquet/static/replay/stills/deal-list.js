// @ts-check
/**
 * The filters of the list of deals and positions. Their properties are in data attributes, and the filters in
 * the address.
 */

import { currentAddress, writeAddress } from "../../address-bar.js";

const NAMES = ["kind", "theme", "lesson", "era", "rules"];

class DealList {
  /** @param {HTMLFormElement} form @param {Element} list */
  constructor(form, list) {
    this.form = form;
    this.deals = /** @type {HTMLElement[]} */ ([...list.children]);
    this.status = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));
    this.fold = /** @type {HTMLElement} */ (form.querySelector(".pq-fold"));
    this.fold.addEventListener("click", () => this.unfold(this.fold.getAttribute("aria-expanded") !== "true"));
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", () => this.applyForm());
    form.addEventListener("reset", () => setTimeout(() => this.applyForm()));
    addEventListener("popstate", () => this.applyAddress());
    this.applyAddress();
  }

  /** The field of a filter, or null if the list has no such filter. @param {string} name */
  field(name) {
    return /** @type {HTMLSelectElement | null} */ (this.form.elements.namedItem(name));
  }

  /** The selected value of a filter, or "". @param {string} name */
  value(name) {
    return this.field(name)?.value ?? "";
  }

  /** Apply the filters of the address, ignoring unknown values. */
  applyAddress() {
    const asked = new URLSearchParams(location.search);
    for (const name of NAMES) {
      const wanted = asked.get(name) ?? "";
      const field = this.field(name);
      if (!field) continue;
      field.value = [...field.options].some((option) => option.value === wanted) ? wanted : "";
    }
    if (NAMES.some((name) => this.value(name))) this.unfold(true);
    this.filter();
  }

  /** Show or hide the filters on small screens. Elsewhere they are always visible. @param {boolean} open */
  unfold(open) {
    this.fold.setAttribute("aria-expanded", String(open));
  }

  /** Apply the filters of the form, and write them to the address. */
  applyForm() {
    this.filter();
    const url = currentAddress();
    for (const name of NAMES) {
      const value = this.value(name);
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    writeAddress(url, true);
  }

  filter() {
    const wanted = NAMES.map((name) => /** @type {const} */ ([name, this.value(name)]));
    let shown = 0;
    for (const deal of this.deals) {
      deal.hidden = !wanted.every(
        ([name, value]) => !value || deal.dataset[name]?.split(" ").includes(value),
      );
      if (!deal.hidden) shown += 1;
    }
    const all = this.deals.length;
    const { noun } = this.form.dataset;
    this.status.classList.toggle("pq-none", !shown);
    const none = shown ? "" : ": none shows all of this. Ask for less, or show all.";
    this.status.textContent = shown === all ? `All ${all} ${noun}` : `${shown} of ${all} ${noun}${none}`;
  }
}

const form = document.querySelector("form.pq-filters");
const list = document.querySelector("ul.pq-library");
if (form && list) new DealList(/** @type {HTMLFormElement} */ (form), list);
