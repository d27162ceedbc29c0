// @ts-check
/** Ways to send a link: copy it, the system's share sheet, a QR code, and a file. */

import { download, makeButton, makeElement } from "../dom.js";
import { makeCopyButton } from "./daily-result.js";

const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4; // modules of white around a QR code

/**
 * Show a line that ends with a link, and the ways to send it.
 * @param {HTMLElement} place @param {string} line @param {string} link @param {string} qr the address of the QR code generator, or ""
 * @param {string} noun of the part and of the file
 */
export function showLink(place, line, link, qr, noun = "challenge") {
  const text = makeElement("p", "pq-day-line", line);
  text.dataset.part = `${noun}-line`;
  const ways = makeElement("p", "pq-ways-to-send");
  const code = makeElement("div", "pq-qr");
  ways.append(makeCopyButton(line, () => window.getSelection()?.selectAllChildren(text)));
  if ("share" in navigator) ways.append(makeButton("Send …", () => void navigator.share({ text: line }).catch(() => {}))); // the reader may close the sheet
  if (qr) ways.append(makeButton("QR code", () => void showCode(code, link, qr)));
  ways.append(
    makeButton("Save as a file", () => {
      download(`piquet-${noun}.txt`, `${line}\n`);
    }),
  );
  place.replaceChildren(text, ways, code);
}

/** Return a link as a QR code. @param {string} link @param {string} qr the address of the generator */
export async function makeQrCode(link, qr) {
  const { qrcode } = await import(new URL(qr, document.baseURI).href);
  const code = qrcode(0, "L");
  code.addData(link);
  code.make();
  return drawCode(code);
}

/** Show a QR code. @param {HTMLElement} place @param {string} link @param {string} qr */
async function showCode(place, link, qr) {
  try {
    place.replaceChildren(await makeQrCode(link, qr));
    place.scrollIntoView({ block: "nearest" });
  } catch {
    place.textContent = "The QR code could not be made. Copy the line instead.";
  }
}

/** @param {{getModuleCount: () => number, isDark: (row: number, column: number) => boolean}} code */
function drawCode(code) {
  const size = code.getModuleCount();
  const rows = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => (code.isDark(row, column) ? `M${column} ${row}h1v1h-1z` : "")).join(""),
  );
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", "The link as a QR code");
  picture.setAttribute("shape-rendering", "crispEdges");
  // Black on white in the dark as well, as cameras expect it.
  for (const [d, fill] of [[`M${-QUIET} ${-QUIET}h${size + 2 * QUIET}v${size + 2 * QUIET}h${-size - 2 * QUIET}z`, "white"], [rows.join(""), "black"]]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    path.setAttribute("fill", fill);
    picture.append(path);
  }
  return picture;
}
