// Draw pictures.
//
//     node draw.mjs NPM < pictures.json
//
// A picture is {svg, width, file}: its drawing, how many pixels wide it becomes, and where its pixels go,
// four bytes each.  No font is loaded: words are outlines by now.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const { Resvg } = createRequire(join(resolve(process.argv[2]), "from.js"))("@resvg/resvg-js");

for (const { svg, width, file } of JSON.parse(readFileSync(0, "utf8"))) {
  const options = { font: { loadSystemFonts: false }, fitTo: { mode: "width", value: width } };
  writeFileSync(file, new Resvg(svg, options).render().pixels);
}
