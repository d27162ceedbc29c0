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
    "This page was opened from a file. You can read it as it is, but its moving and interactive parts work only when " +
    "the page comes from a web server.";
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
    if (page.dataset.script) return; // another script of the page has loaded
    page.dataset.script = "missing";
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

  if (location.protocol === "file:") tell(FROM_A_FILE);
  window.addEventListener("error", ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === "module") tell();
  }, true);
})();
