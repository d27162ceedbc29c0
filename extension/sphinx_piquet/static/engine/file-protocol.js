// @ts-check
/**
 * Detection of missing scripts. The page's module may be missing, blocked or sent with a wrong type, or the page
 * was opened from a file, where browsers run no modules. The page then looks as it does without JavaScript.
 *
 * This script is not a module, so it runs in these cases. If it is missing as well, the style sheet `unserved.css`
 * shows the note after a while.
 */

(() => {
  const FROM_A_FILE =
    "You opened this page from a file. You can read it, but its interactive parts work only if the page comes from " +
    "a web server.";
  const page = document.documentElement;

  /** Apply the rules for readers without JavaScript. @param {CSSRuleList} rules */
  const styleWithoutScript = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) {
        const { media } = rule;
        // The first condition is always true, the second never.
        media.mediaText = media.mediaText.replaceAll("(scripting: none)", "(min-width: 0)").replaceAll("(scripting: enabled)", "(max-width: 0)");
      }
      if ("cssRules" in rule) styleWithoutScript(/** @type {CSSGroupingRule} */ (rule).cssRules);
    }
  };

  /** @param {string} words replaces the text of the note */
  const tell = (words = "") => {
    if (page.dataset.pqScript) return; // another script of the page has loaded
    page.dataset.pqScript = "missing";
    for (const sheet of document.styleSheets) {
      try {
        styleWithoutScript(sheet.cssRules);
      } catch {
        // In a sandboxed frame the style sheets count as cross-origin and cannot be changed.
      }
    }
    if (!words) return;
    for (const note of document.querySelectorAll(".pq-unserved")) note.textContent = words;
    // These notes say that JavaScript is off.
    for (const note of document.querySelectorAll(".pq-needs-script, .pq-without")) note.remove();
  };

  /** Find out why a script did not run. @param {string} address @returns {Promise<string>} */
  const findCause = async (address) => {
    const { pathname } = new URL(address);
    if (window.origin === "null") return `This page is in a sandboxed frame without allow-same-origin, so ${pathname} does not run.`;
    try {
      const response = await fetch(address, { cache: "no-store" });
      if (!response.ok) return `${response.status} for ${pathname}.`;
      const type = response.headers.get("content-type") ?? "nothing in particular";
      if (!/javascript/i.test(type)) return `${pathname} is sent as ${type}.`;
      return `${pathname} loads now, but it or a script that it imports did not load before.`;
    } catch (error) {
      return `${pathname}: ${error instanceof Error ? error.message : error}.`;
    }
  };

  /** Put the technical cause below the note, in a fold. @param {string} address of the script that did not run */
  const explain = async (address) => {
    const fold = document.createElement("details");
    const summary = document.createElement("summary");
    fold.className = "pq-cause";
    fold.dataset.part = "cause";
    summary.textContent = "For the person who runs this site";
    fold.append(summary, await findCause(address));
    document.querySelector(".pq-unserved")?.after(fold);
  };

  if (location.protocol === "file:") tell(FROM_A_FILE);
  window.addEventListener("error", ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== "module" || page.dataset.pqScript) return;
    tell();
    void explain(target.src);
  }, true);
})();
