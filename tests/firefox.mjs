// Firefox for tests/test_other_browsers.py, over WebDriver BiDi: reads {goto}, {run}, {picture} or {print} as a
// line of JSON, and answers each with {ok} or {error}. A fault that the page reports ends the next answer as an
// error.
//
//     node firefox.mjs PATH-OF-FIREFOX
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

const browser = await puppeteer.launch({ browser: "firefox", executablePath: process.argv[2], headless: true });
const page = await browser.newPage();
const faults = [];
page.on("pageerror", (error) => faults.push(String(error)));
page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
console.log(JSON.stringify({ ok: await browser.version() }));

for await (const line of createInterface({ input: process.stdin })) {
  const { goto, run, picture, print } = JSON.parse(line);
  try {
    let ok = null;
    // Until nothing is fetched: whoever leaves earlier has Firefox complain of what was under way.
    if (goto) await page.goto(goto, { waitUntil: ["load", "networkidle0"] });
    else if (picture) ok = await (await page.$(picture)).screenshot({ encoding: "base64" });
    // A sheet is told in centimetres: without a size Firefox takes one of its own.
    else if (print) await page.pdf({ path: print, width: "21cm", height: "29.7cm", printBackground: true });
    else ok = await page.evaluate(`(${run})()`);
    console.log(JSON.stringify(faults.length ? { error: faults.splice(0).join("\n") } : { ok: ok ?? null }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
}
await browser.close();
