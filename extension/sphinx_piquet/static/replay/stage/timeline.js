// @ts-check
/**
 * The timeline of the deal. It shows the current step, and leads to every step. The engine draws it as columns
 * with the ids and names of the steps.
 */

import { makeTemplate } from "../../trusted-markup.js";
import { find } from "../../dom.js";

export class Timeline {
  /**
   * @param {HTMLElement} rail
   * @param {string} prefix the prefix of step ids in addresses
   * @param {(id: string) => void} go
   */
  constructor(rail, prefix, go) {
    this.rail = rail;
    this.prefix = prefix;
    this.slider = /** @type {HTMLInputElement} */ (find(rail, ".pq-slider"));
    this.slider.hidden = false;
    this.printed = find(rail, ".pq-strip");
    this.strip = this.printed;
    /** All columns, and those that the current line has reached. */
    this.columns = /** @type {HTMLElement[]} */ ([]);
    this.reached = this.columns;
    this.indexColumns();
    this.slider.addEventListener("input", () => go(this.reached[this.slider.valueAsNumber]?.dataset.step ?? ""));
    rail.addEventListener("click", (event) => {
      const id = column(event.target);
      if (!id || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      go(id);
    });
    // Dragging over the timeline moves through the deal.
    rail.addEventListener("pointermove", ({ buttons, clientX }) => {
      if (buttons !== 1) return;
      const { top, height } = this.strip.getBoundingClientRect();
      const id = column(document.elementFromPoint(clientX, top + height / 2));
      if (id) go(id);
    });
    rail.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Show the timeline of the current line. @param {string} markup the engine's; "" for the printed one */
  show(markup) {
    const strip = markup ? makeTemplate(markup).content.firstElementChild : this.printed;
    if (!strip || strip === this.strip) return;
    this.strip.replaceWith(strip);
    this.strip = /** @type {HTMLElement} */ (strip);
    this.indexColumns();
  }

  /** Replace the timeline of the same steps. @param {string} markup @param {boolean} isPrinted whether it replaces the printed timeline */
  replace(markup, isPrinted) {
    this.show(markup);
    if (isPrinted) this.printed = this.strip;
  }

  /** Collect the columns. The links are for pointers only, because the slider serves the keyboard. */
  indexColumns() {
    this.columns = [...this.strip.querySelectorAll("g[data-step]")].map((one) => /** @type {any} */ (one));
    this.reached = this.columns.filter((one) => !one.classList.contains("pq-unmade"));
    this.slider.max = String(this.reached.length - 1);
    for (const link of this.strip.querySelectorAll("a")) {
      link.setAttribute("tabindex", "-1");
      link.setAttribute("href", `#${this.prefix}${column(link.querySelector("g[data-step]"))}`);
    }
  }

  /** Return the name of a step. @param {string} id */
  stepName(id) {
    return this.columnOf(id)?.dataset.name ?? id;
  }

  /** @param {string} id */
  columnOf(id) {
    return this.columns.find((one) => one.dataset.step === id);
  }

  /** Mark the current step. @param {string} id @param {number} index */
  markStep(id, index) {
    this.slider.value = String(index);
    this.slider.setAttribute("aria-valuetext", this.stepName(id));
    const here = this.columnOf(id);
    const place = this.columns.indexOf(/** @type {HTMLElement} */ (here));
    this.columns.forEach((one, number) => one.classList.toggle("pq-later", number > place));
    for (const link of this.strip.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    here?.closest("a")?.setAttribute("aria-current", "true");
    const tap = here?.querySelector(".pq-tap");
    const middle = parseFloat(tap?.getAttribute("x") ?? "0") + parseFloat(tap?.getAttribute("width") ?? "0") / 2;
    this.strip.querySelector(".pq-cursor")?.setAttribute("x", `${middle}%`);
  }

  /** Mark the step at which another rule set first differs. @param {string} id "" for none */
  markDifference(id) {
    for (const column of this.columns) {
      const differs = column.dataset.step === id;
      column.classList.toggle("pq-parts", differs);
      column.toggleAttribute("data-differs", differs);
    }
  }
}

/** Return the step of the column at an event target. @param {EventTarget | null} target */
function column(target) {
  return /** @type {HTMLElement | null} */ (/** @type {Element | null} */ (target)?.closest("g[data-step]"))?.dataset.step ?? "";
}
