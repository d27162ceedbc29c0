// @ts-check
/**
 * The frame of a page: light or dark, before anything is drawn; the menus; `/` for the search; whether this is the
 * page as the device keeps it. Without it a page follows the system, and its menus open and close on their own.
 */

{
  const page = document.documentElement;
  const night = window.matchMedia("(prefers-color-scheme: dark)");

  /** What the reader chose: light, dark, or auto for what the system says. */
  const chosen = () => {
    try {
      return localStorage.getItem("mode") || "auto";
    } catch {
      return "auto"; // a browser that keeps nothing
    }
  };

  /** @param {string} mode */
  const show = (mode) => {
    const scheme = mode === "light" || mode === "dark" ? mode : night.matches ? "dark" : "light";
    page.dataset.mode = mode;
    page.dataset.theme = scheme;
    for (const button of document.querySelectorAll(".pq-scheme")) {
      button.setAttribute("aria-pressed", String(scheme === "dark"));
    }
  };

  /** A choice that is the system's own is not one. @param {string} scheme */
  const choose = (scheme) => {
    const mode = scheme === (night.matches ? "dark" : "light") ? "auto" : scheme;
    try {
      localStorage.setItem("mode", mode);
      localStorage.setItem("theme", scheme); // an edition of 2026 reads this one
    } catch {
      // It holds until the next page.
    }
    show(mode);
  };

  show(chosen());
  night.addEventListener("change", () => show(chosen()));
  document.addEventListener("DOMContentLoaded", () => show(chosen()));

  /** What is said of a page that comes from this device, at first and once it is known what became of the line. @type {Record<string, string>} */
  const KEPT = {
    silent: "The site has not answered yet. This is the page as this device keeps it.",
    away: "The site cannot be reached. This is the page as this device keeps it.",
    newer: "The site has answered since, and this page has changed. ",
  };

  /** Say above a page that it comes from the device (`offline/sw.js` marks it), and offer the current one once it is here. */
  const tellKept = () => {
    const { kept } = page.dataset;
    if (!kept) return;
    const note = document.createElement("p");
    note.className = "pq-kept-here";
    note.dataset.part = "saved-page-note";
    note.setAttribute("role", "status");
    document.querySelector("main")?.before(note);
    note.textContent = KEPT[kept];
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener("message", ({ data: { line } }) => {
      if (line === "same") note.remove();
      if (!(line in KEPT)) return;
      note.textContent = KEPT[line];
      if (line !== "newer") return;
      const show = document.createElement("button");
      show.type = "button";
      show.textContent = "Show the current page";
      show.addEventListener("click", () => location.reload());
      note.append(show);
    });
    serviceWorker.startMessages();
    serviceWorker.controller?.postMessage("line");
  };
  document.addEventListener("DOMContentLoaded", tellKept);

  const menus = () => /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".pq-bar details"));

  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest(".pq-scheme")) choose(page.dataset.theme === "dark" ? "light" : "dark");
    for (const menu of menus()) if (!menu.contains(target)) menu.open = false;
  });

  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Node)) return;
    for (const menu of menus()) if (!menu.contains(target)) menu.open = false;
  });

  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (!(target instanceof Element)) return;
    if (key === "Escape") {
      const menu = /** @type {HTMLDetailsElement | null} */ (target.closest(".pq-bar details[open]"));
      if (!menu) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
    const typing = target.closest("input, select, textarea, [contenteditable]");
    const wanted = (key === "/" && !typing && !ctrlKey && !metaKey && !altKey) || (key === "k" && (ctrlKey || metaKey));
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector("input[type=search]"));
    if (!wanted || !field) return;
    event.preventDefault();
    if (field.offsetParent) field.select();
    else /** @type {HTMLAnchorElement | null} */ (document.querySelector(".pq-to-search"))?.click();
  });
}
