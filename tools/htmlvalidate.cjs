// Validity of the finished pages.  Each rule that is off has its reason beside it.
module.exports = {
  root: true,
  extends: ["html-validate:document", "html-validate:a11y", "html-validate:standard"],
  elements: ["html5"],
  rules: {
    "require-sri": "off", // every file is ours and comes from the same host
    "no-implicit-button-type": "off", // the theme's buttons stand outside forms
    "no-redundant-role": "off", // the theme says role="main" on <main>: harmless
    "wcag/h32": "off", // the theme's search box submits by the Enter key
    "wcag/h63": "off", // docutils writes header cells of simple tables without a scope
    "text-content": "off", // the theme names its icon buttons by a tooltip; axe checks names for us
    "heading-level": "off", // the theme repeats the title for print
    "prefer-native-element": "off", // the theme's and our own roles are checked by axe
  },
};
