// @ts-check
/**
 * Says so when the script by which a page lives does not come: it is missing, blocked, sent with a wrong type, or the
 * page was opened from a file, where browsers run no modules. The page then looks as it does without JavaScript.
 *
 * This script is no module, so it runs where modules do not. Where it does not come either, the style sheet
 * `unserved.css` shows the same note after a while.
 */

(() => {
  const FROM_A_FILE =
    "This page was opened from a file. It can be read as it is; what moves and answers in it comes alive only when " +
    "the page comes from a web server.";
  const page = document.documentElement;

  /** Let the styles of a sheet be those for a reader without JavaScript. @param {CSSRuleList} rules */
  const styleWithoutScript = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) {
        const { media } = rule;
        // The first of these is true of every window, and the second of none.
        media.mediaText = media.mediaText.replaceAll("(scripting: none)", "(min-width: 0)").replaceAll("(scripting: enabled)", "(max-width: 0)");
      }
      if ("cssRules" in rule) styleWithoutScript(/** @type {CSSGroupingRule} */ (rule).cssRules);
    }
  };

  /** @param {string} words instead of those of the note */
  const tell = (words = "") => {
    if (page.dataset.script) return; // another script of the page has come
    page.dataset.script = "missing";
    for (const sheet of document.styleSheets) {
      try {
        styleWithoutScript(sheet.cssRules);
      } catch {
        // In a sandboxed frame the sheets count as those of another site, and stay as they are.
      }
    }
    if (!words) return;
    for (const note of document.querySelectorAll(".pq-unserved")) note.textContent = words;
    // JavaScript is on, whatever these say.
    for (const note of document.querySelectorAll(".pq-needs-script, .pq-without")) note.remove();
  };

  if (location.protocol === "file:") tell(FROM_A_FILE);
  window.addEventListener("error", ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === "module") tell();
  }, true);
})();
