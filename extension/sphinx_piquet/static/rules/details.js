// @ts-check
/**
 * Disclosures. The script opens those around the target of the address, and all of them for printing, except those
 * that are printed on request. Newer browsers do this themselves. On a phone it closes long ones, unless they
 * contain the target.
 */

class DetailsOpener {
  constructor() {
    /** @type {HTMLDetailsElement[]} */
    this.opened = [];
    window.addEventListener("beforeprint", () => {
      this.opened = this.closedDetails().filter((fold) => !fold.matches(".pq-on-request"));
      for (const fold of this.opened) fold.open = true;
    });
    window.addEventListener("afterprint", () => {
      for (const fold of this.opened) fold.open = false;
    });
    window.addEventListener("hashchange", () => this.openTarget());
    if (matchMedia("(max-width: 40rem)").matches) {
      for (const fold of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.pq-roomy"))) fold.open = false;
    }
    this.openTarget();
  }

  /** @returns {HTMLDetailsElement[]} */
  closedDetails() {
    return [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.pq-details:not([open])"))];
  }

  /** Open the disclosures around the target of the address. */
  openTarget() {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (!target) return;
    const around = this.closedDetails().filter((fold) => fold.contains(target));
    for (const fold of around) fold.open = true;
    if (around.length) target.scrollIntoView();
  }
}

new DetailsOpener();
