// @ts-check
/**
 * The picture of the acts: it says where the deal stands and leads to every step. It is drawn by the
 * engine, and knows steps only as columns with an id and a name.
 */

import { makeTemplate } from "../../trusted-markup.js";
import { find } from "../../dom.js";

export class Timeline {
  /**
   * @param {HTMLElement} rail
   * @param {string} prefix what stands before a step's id in an address
   * @param {(id: string) => void} go
   */
  constructor(rail, prefix, go) {
    this.rail = rail;
    this.prefix = prefix;
    this.slider = /** @type {HTMLInputElement} */ (find(rail, ".pq-slider"));
    this.slider.hidden = false;
    this.printed = find(rail, ".pq-strip");
    this.strip = this.printed;
    /** Its columns, and those of them that the line shown has reached. */
    this.columns = /** @type {HTMLElement[]} */ ([]);
    this.made = this.columns;
    this.indexColumns();
    this.slider.addEventListener("input", () => go(this.made[this.slider.valueAsNumber]?.dataset.step ?? ""));
    rail.addEventListener("click", (event) => {
      const id = column(event.target);
      if (!id || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      go(id);
    });
    // Whoever drags over the picture passes through the deal.
    rail.addEventListener("pointermove", ({ buttons, clientX }) => {
      if (buttons !== 1) return;
      const { top, height } = this.strip.getBoundingClientRect();
      const id = column(document.elementFromPoint(clientX, top + height / 2));
      if (id) go(id);
    });
    rail.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Show the picture of what is shown now. @param {string} markup that of the engine; "" for the printed one */
  show(markup) {
    const strip = markup ? makeTemplate(markup).content.firstElementChild : this.printed;
    if (!strip || strip === this.strip) return;
    this.strip.replaceWith(strip);
    this.strip = /** @type {HTMLElement} */ (strip);
    this.indexColumns();
  }

  /** Show another picture of the same steps. @param {string} markup @param {boolean} isPrinted it is that of the printed line, for good */
  replace(markup, isPrinted) {
    this.show(markup);
    if (isPrinted) this.printed = this.strip;
  }

  /** The slider serves the keyboard, so the links are for whoever points. */
  indexColumns() {
    this.columns = [...this.strip.querySelectorAll("g[data-step]")].map((one) => /** @type {any} */ (one));
    this.made = this.columns.filter((one) => !one.classList.contains("pq-unmade"));
    this.slider.max = String(this.made.length - 1);
    for (const link of this.strip.querySelectorAll("a")) {
      link.setAttribute("tabindex", "-1");
      link.setAttribute("href", `#${this.prefix}${column(link.querySelector("g[data-step]"))}`);
    }
  }

  /** The name of a step. @param {string} id */
  stepName(id) {
    return this.columnOf(id)?.dataset.name ?? id;
  }

  /** @param {string} id */
  columnOf(id) {
    return this.columns.find((one) => one.dataset.step === id);
  }

  /** Show which step is shown. @param {string} id @param {number} index */
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

  /** Mark where another book first differs. @param {string} id "" if it does nowhere */
  markDifference(id) {
    for (const column of this.columns) {
      const differs = column.dataset.step === id;
      column.classList.toggle("pq-parts", differs);
      column.toggleAttribute("data-differs", differs);
    }
  }
}

/** The step whose column was hit. @param {EventTarget | null} target */
function column(target) {
  return /** @type {HTMLElement | null} */ (/** @type {Element | null} */ (target)?.closest("g[data-step]"))?.dataset.step ?? "";
}
