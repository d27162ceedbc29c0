// @ts-check
/**
 * The page that the element `piquet-replay` shows in its frame. It fetches the record that its address names, and
 * the engine turns it into a replay. A link may contain the record itself.
 */

import { askWithStatus } from "../../engine/engine-status.js";
import { ask } from "../../engine/engine-client.js";
import { makeCause, makeRefusal } from "../../engine/cause.js";
import { currentAddress } from "../../address-bar.js";
import { find, makeButton, savesData } from "../../dom.js";
import { setMarkup } from "../../trusted-markup.js";
import { Replay } from "../replay.js";
import { fillResults } from "../rule-set-results.js";

/** A record that cannot be fetched. The message is for the reader. */
class RecordError extends Error {
  /** @param {string} message @param {string} detail the technical cause */
  constructor(message, detail) {
    super(message);
    this.detail = detail;
  }
}

/** @param {URL} address @returns {Promise<string>} rejects with a `RecordError` */
async function fetchRecord(address) {
  const { pathname } = address;
  const response = await fetch(address, { cache: "no-cache" }).catch((error) => {
    throw new RecordError("This deal cannot be shown: its record did not load.", `${address}: ${error.message}`);
  });
  if (!response.ok) throw new RecordError("This deal cannot be shown: its record is missing.", `${response.status} for ${pathname}`);
  if (/^text\/html\b/i.test(response.headers.get("content-type") ?? "")) {
    throw new RecordError("This deal cannot be shown: something else came in place of its record.", `${pathname} is a page`);
  }
  return response.text();
}

class RecordPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    const address = currentAddress();
    this.brought = new URLSearchParams(address.hash.slice(1));
    this.source = address.searchParams.get("src");
    if (savesData()) place.replaceChildren(makeButton("Show this deal", () => void this.open()));
    else void this.open();
  }

  async open() {
    const { place } = this;
    place.replaceChildren();
    try {
      const link = this.brought.get("record");
      const record = link ?? (await this.fetchSource());
      const { base, runtime } = place.dataset;
      const args = { record, base, runtime, link: link !== null, pasted: true };
      const asked = { what: "open", again: () => this.open(), stands: "", quiet: true };
      const answer = await askWithStatus(place, place.dataset, () => ask(place.dataset, "load-record", args), asked);
      this.show(answer);
    } catch (error) {
      if (error instanceof RecordError) place.replaceChildren(...makeRefusal(error.message, error.detail));
      else if (!place.childElementCount) place.replaceChildren(...makeRefusal("This deal cannot be shown.", String(error)));
    }
  }

  /** @returns {Promise<string>} rejects with a `RecordError` */
  fetchSource() {
    if (!this.source) throw new RecordError("This deal cannot be shown: the page names no record.", "The attribute src is missing.");
    return fetchRecord(new URL(this.source, location.href));
  }

  /** @param {{html: string, faults: string}} answer */
  show({ html, faults }) {
    const { place } = this;
    const list = document.createElement("div");
    setMarkup(list, faults);
    for (const button of list.querySelectorAll("button")) button.replaceWith(button.textContent ?? ""); // it would select a line of a text field
    if (!html) {
      const [words] = makeRefusal("This deal cannot be shown: its record has mistakes.");
      place.replaceChildren(words, makeCause(list));
      return;
    }
    setMarkup(place, html);
    if (faults) place.append(makeCause(list, "Mistakes in the record"));
    const figure = find(place, "figure.pq-replay");
    const replay = new Replay(figure);
    const step = this.brought.get("step");
    if (step && replay.ids.includes(step)) replay.goTo(replay.ids.indexOf(step));
    else replay.live.startEngine();
    void fillResults(figure, replay.live, replay.over.signal);
  }
}

for (const place of document.querySelectorAll(".pq-record-place")) new RecordPage(/** @type {HTMLElement} */ (place));
