// @ts-check
/** A line to share as a picture, drawn in the browser. It shows the line and nothing else. */

import { download, makeButton, showConfirmation } from "../dom.js";

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 90];
const [LARGEST, SMALLEST] = [64, 26]; // font sizes

/**
 * Make a button that shares a picture of a line with another app, or else saves it as a file.
 * @param {string} line @param {string} name the name of the file, without its ending
 */
export function makePictureButton(line, name) {
  const button = makeButton("Picture of it", async () => {
    const picture = await drawLine(line);
    if (!picture) {
      showConfirmation(button, "No picture could be made");
      return;
    }
    const file = new File([picture], `${name}.png`, { type: picture.type });
    if (!navigator.canShare?.({ files: [file] })) {
      download(file.name, picture);
      showConfirmation(button, "Saved as a file");
      return;
    }
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "AbortError") download(file.name, picture);
    }
  });
  return button;
}

/** Draw a line on the felt. @param {string} line @returns {Promise<Blob | null>} */
export function drawLine(line) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ token) => style.getPropertyValue(token).trim();
  const family = getComputedStyle(document.body).fontFamily;
  pen.fillStyle = colour("--felt-deep");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = colour("--brass");
  pen.lineWidth = 3;
  pen.strokeRect(EDGE / 3, EDGE / 3, WIDTH - (EDGE * 2) / 3, HEIGHT - (EDGE * 2) / 3);
  pen.fillStyle = colour("--brass");
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const [rows, size] = fitText(pen, line, family);
  for (const [at, row] of rows.entries()) pen.fillText(row, WIDTH / 2, HEIGHT / 2 + (at - (rows.length - 1) / 2) * size * 1.35);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/**
 * Break a text into rows in the largest font that fits, and leave the pen with that font.
 * @param {CanvasRenderingContext2D} pen @param {string} text @param {string} family @returns {[string[], number]}
 */
function fitText(pen, text, family) {
  for (let size = LARGEST; ; size -= 2) {
    pen.font = `${size}px ${family}`;
    /** @type {string[]} */
    const rows = [];
    for (const word of text.split(" ")) {
      const longer = rows.length ? `${rows[rows.length - 1]} ${word}` : word;
      if (rows.length && pen.measureText(longer).width <= WIDTH - 2 * EDGE) rows[rows.length - 1] = longer;
      else rows.push(word);
    }
    const isWide = rows.some((row) => pen.measureText(row).width > WIDTH - 2 * EDGE);
    if (size <= SMALLEST || (!isWide && rows.length * size * 1.35 <= HEIGHT - 2 * EDGE)) return [rows, size];
  }
}
