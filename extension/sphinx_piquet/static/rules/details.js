// @ts-check
/**
 * Opens what holds the place that an address names, and everything before the page is printed. Newer
 * browsers do the first on their own, and their style sheets the second; what is printed on request alone
 * stays as the reader left it. On a phone it shuts what is too long to be scrolled past, but not around the
 * place that the address names.
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

  /** Opens the folds around what the address names. */
  openTarget() {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (!target) return;
    const around = this.closedDetails().filter((fold) => fold.contains(target));
    for (const fold of around) fold.open = true;
    if (around.length) target.scrollIntoView();
  }
}

new DetailsOpener();
