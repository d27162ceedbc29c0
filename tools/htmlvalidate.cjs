// Validity of the finished pages.  Each rule that is off has its reason beside it.
module.exports = {
  root: true,
  extends: ["html-validate:document", "html-validate:a11y", "html-validate:standard"],
  elements: ["html5"],
  rules: {
    "require-sri": "off", // every file is ours and comes from the same host
    "no-redundant-role": "off", // tables that turn into cards on a phone say their roles, which some browsers forget
    "wcag/h32": "off", // forms that only a script reads: they answer by buttons, without being sent
    "wcag/h63": "off", // docutils writes header cells of simple tables without a scope
    "prefer-native-element": "off", // our roles are checked by axe
  },
};
