// Draw pictures. Usage: node draw.mjs NPM < pictures.json. A picture is {svg, width, file}: the drawing, the width
// in pixels, and the file for the pixels, four bytes each. No font is loaded, because texts are outlines.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const { Resvg } = createRequire(join(resolve(process.argv[2]), "from.js"))("@resvg/resvg-js");

for (const { svg, width, file } of JSON.parse(readFileSync(0, "utf8"))) {
  const options = { font: { loadSystemFonts: false }, fitTo: { mode: "width", value: width } };
  writeFileSync(file, new Resvg(svg, options).render().pixels);
}
