// The style sheets use the design tokens of `sphinx_piquet/static/base/tokens.css`, and nothing else, for
// colour, type, space, radius and motion.  Each exception below has its reason.

const token = "var\\(--[\\w-]+(, (var\\(--[\\w-]+\\)|[\\w.%]+))?\\)";
const calc = "(calc|min|max|clamp|env)\\(.*\\)"; // geometry of cards and tracks
const relative = "-?[\\d.]+(em|%|ch|cqw|cqi|vw)"; // follows the font or the container
const hairline = "-?[12]px";
const room = "-?([4-9]|\\d\\d)(\\.\\d+)?rem"; // for something that is laid over the edge or beside the box
const sheet = "-?\\d\\d+mm"; // the margins of paper

/** Values that consist of tokens, zero, keywords and `others` only. */
const only = (...others) => `/^((${[token, "0", "auto", "inherit", "none", ...others].join("|")})( / | |$))+$/`;

export default {
  ignoreFiles: ["build/**"],
  plugins: ["stylelint-declaration-strict-value"],
  rules: {
    "color-no-hex": true,
    "color-named": ["never", { ignoreProperties: ["mask-image", "-webkit-mask-image"] }], // a mask has opacity, no colour
    "function-disallowed-list": ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch"],
    "scale-unlimited/declaration-strict-value": [
      ["font-size", "line-height", "font-weight", "/radius$/", "/^(margin|padding)/", "/gap$/"],
      {
        ignoreFunctions: false,
        ignoreValues: {
          "font-size": [only("[\\d.]+em", "max\\(.*\\)", "clamp\\(.*\\)", "calc\\(.*\\)")], // code beside text, and titles that grow with the window
          "line-height": [only("1", calc)], // signs, and rows that share a height
          "font-weight": [only()],
          "/radius$/": [only(calc)],
          "/^(margin|padding)/": [only(calc, relative, hairline, room, sheet)],
          "/gap$/": [only("normal", calc, relative, hairline, room)],
        },
      },
    ],
    "declaration-property-value-disallowed-list": {
      "/^(transition|animation)/": ["/\\d(ms|s)\\b/"],
      // Controls have two heights.
      "/^(min-)?height$/": ["2.75rem", "3.25rem"],
    },
    "media-feature-name-value-allowed-list": {
      width: ["30rem", "43.75rem", "62rem", "77.5rem", "100rem"],
    },
    "media-feature-name-disallowed-list": ["min-width", "max-width", "min-height", "max-height"],
    "declaration-block-no-duplicate-properties": [true, { ignore: ["consecutive-duplicates-with-different-values"] }],
    "no-duplicate-selectors": true,
    "block-no-empty": true,
    "no-invalid-double-slash-comments": true,
    "property-no-unknown": true,
    "unit-no-unknown": true,
  },
  overrides: [
    {
      // The definitions.
      files: ["**/base/tokens.css"],
      rules: { "color-no-hex": null, "no-duplicate-selectors": null },
    },
    {
      // Colours for a host whose theme names none.
      files: ["**/base/host.css"],
      rules: { "color-no-hex": null },
    },
    {
      // Readers of EPUB know no custom properties.
      files: ["**/book.css"],
      rules: { "color-no-hex": null, "scale-unlimited/declaration-strict-value": null },
    },
    {
      // The metrics of faces.
      files: ["**/letters.css"],
      rules: { "scale-unlimited/declaration-strict-value": null },
    },
  ],
};
