// @ts-check
/**
 * The links under *Something went wrong?*. When they are opened, they get the rule set by which the deal is shown
 * or played, and the link to the moment shown is marked.
 */

document.addEventListener("toggle", ({ target }) => {
  const links = /** @type {HTMLElement} */ (target);
  if (links.dataset.part !== "irregularity-links") return;
  const deal = /** @type {HTMLElement | null} */ (links.closest("figure") ?? document.querySelector('[data-part="game"]'));
  const ruleset = deal?.dataset.rules || links.dataset.ruleset || "";
  const act = deal?.querySelector('.pq-story [data-part="act"]')?.textContent ?? "";
  for (const link of links.querySelectorAll("a")) {
    const url = new URL(link.href);
    url.searchParams.set("by", ruleset);
    link.href = url.href;
    const isShown = (link.dataset.acts ?? "").split(";").some((one) => Boolean(act) && act.startsWith(one));
    if (isShown) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
}, true);
