// Audit pages as a phone on a slow line would meet them, and print the figures.
//
//     node audit.mjs FOLDER CHROMIUM ROUNDS ADDRESS…
//
// FOLDER holds the installed packages.  Out comes {address: [{category: score, "layout shift": …}, …]}.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, chromePath, rounds, ...addresses] = process.argv.slice(2);
const { resolve } = createRequire(join(folder, "from.js"));
const load = (name) => import(pathToFileURL(resolve(name)).href);
const { default: lighthouse } = await load("lighthouse");
const { launch } = await load("chrome-launcher");

const found = {};
for (const address of addresses) {
  found[address] = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    const chrome = await launch({ chromePath, chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"] });
    try {
      const { lhr } = await lighthouse(address, { port: chrome.port, logLevel: "silent" });
      const scores = Object.values(lhr.categories).map(({ id, score }) => [id, score === null ? null : Math.round(100 * score)]);
      const below = Object.values(lhr.categories).flatMap(({ id, auditRefs }) =>
        id === "performance" ? [] : auditRefs.filter((one) => one.weight && lhr.audits[one.id].score === 0).map((one) => one.id),
      );
      // What keeps the speed below the full mark: its measures, and what would mend most of it.
      const speed = lhr.categories.performance.auditRefs.map(({ id, weight }) => ({ ...lhr.audits[id], weight }));
      const slow = speed.filter(({ weight, score }) => weight && score !== null && score < 0.95);
      const saved = ({ metricSavings }) => Math.max(0, ...Object.values(metricSavings ?? {}));
      const causes = speed.filter((one) => one.score !== 1 && saved(one) > 0).sort((one, other) => saved(other) - saved(one));
      found[address].push({
        ...Object.fromEntries(scores),
        "layout shift": lhr.audits["cumulative-layout-shift"].numericValue,
        "largest paint": lhr.audits["largest-contentful-paint"].numericValue,
        below: below.join(" "),
        slow: slow.map(({ id, displayValue, score }) => `${id} ${displayValue} (${Math.round(100 * score)})`),
        causes: causes.slice(0, 3).map((one) => `${one.id} (${Math.round(saved(one))} ms)`),
      });
    } finally {
      chrome.kill();
    }
  }
}
console.log(JSON.stringify(found));
