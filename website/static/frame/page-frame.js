// @ts-check
/**
 * The frame of a page: the colour scheme, set before the first paint; the menus; `/` for the search; the note on a
 * page from the offline cache. Without it a page follows the system, and its menus still work.
 */

{
  const page = document.documentElement;
  const night = window.matchMedia("(prefers-color-scheme: dark)");

  /** Return the reader's choice: light, dark, or auto. */
  const chosen = () => {
    try {
      return localStorage.getItem("mode") || "auto";
    } catch {
      return "auto"; // the browser saves nothing
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

  /** Save a colour scheme. The system's own scheme is saved as auto. @param {string} scheme */
  const choose = (scheme) => {
    const mode = scheme === (night.matches ? "dark" : "light") ? "auto" : scheme;
    try {
      localStorage.setItem("mode", mode);
      localStorage.setItem("theme", scheme); // for the edition of 2026
    } catch {
      // The choice lasts until the next page.
    }
    show(mode);
  };

  show(chosen());
  night.addEventListener("change", () => show(chosen()));
  document.addEventListener("DOMContentLoaded", () => show(chosen()));

  /** The messages about a page from the offline cache, by the state of the connection. @type {Record<string, string>} */
  const KEPT = {
    silent: "The site has not answered yet. This is the page as this device keeps it.",
    away: "The site cannot be reached. This is the page as this device keeps it.",
    newer: "The site has answered since, and this page has changed. ",
  };

  /** Show a note above a page from the offline cache (marked by `offline/service-worker.js`), and offer the current one when it has arrived. */
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
