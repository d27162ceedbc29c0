// @ts-check
/**
 * The page for the reader's own deal. The engine turns the text into a replay, or reports the faults with their
 * lines. A tap on a fault selects its line.
 */

import { writeAddress } from "../../address-bar.js";
import { preloadWhenIdle } from "../../engine/preload.js";
import { Refusal, ask } from "../../engine/engine-client.js";
import { askWithStatus, clearFailedQuestions } from "../../engine/engine-status.js";
import { setMarkup } from "../../trusted-markup.js";
import { find, makeElement } from "../../dom.js";
import { Replay } from "../replay.js";
import { fillResults } from "../rule-set-results.js";

class Workbench {
  /** @param {HTMLElement} bench */
  constructor(bench) {
    this.bench = bench;
    this.text = /** @type {HTMLTextAreaElement} */ (find(bench, "textarea"));
    this.rules = /** @type {HTMLSelectElement} */ (find(bench, "select"));
    this.id = /** @type {HTMLInputElement} */ (find(bench, "#pq-id"));
    this.file = /** @type {HTMLInputElement} */ (find(bench, "#pq-file"));
    this.faults = find(bench, ".pq-faults");
    this.status = find(bench, ".pq-bench-status");
    this.result = find(bench, ".pq-result");
    /** @type {Replay | null} */
    this.replay = null;
    // The status of a request is shown next to its button.
    const [dealing, opening] = ["random", "open"].map((act) => /** @type {HTMLElement} */ (find(bench, `[data-do="${act}"]`).parentElement));
    this.dealing = dealing;
    this.opening = opening;
    bench.hidden = false;
    bench.addEventListener("click", ({ target }) => {
      const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (target).closest("[data-do]"));
      const fault = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (target).closest("[data-line]"));
      if (fault) this.selectLine(Number(fault.dataset.line));
      else if (button?.dataset.do === "open") void this.open();
      else if (button) void this.deal(button.dataset.do === "deal" ? this.id.value : "");
    });
    this.id.addEventListener("keydown", (event) => {
      if (event.key === "Enter") void this.deal(this.id.value);
    });
    this.file.addEventListener("change", async () => {
      const file = this.file.files?.[0];
      if (!file) return;
      this.text.value = await readText(file);
      await this.open();
    });
    window.addEventListener("hashchange", () => {
      if (location.hash.startsWith("#record=")) void this.follow();
    });
    void this.follow();
    preloadWhenIdle(bench.dataset);
  }

  /** Open the record in the fragment of the address, or the deal id in its query. */
  async follow() {
    const query = new URLSearchParams(location.search);
    const brought = new URLSearchParams(location.hash.slice(1));
    const record = brought.get("record");
    const id = query.get("deal");
    if ([...this.rules.options].some(({ value }) => value === query.get("by"))) {
      this.rules.value = query.get("by") ?? "";
    }
    if (record) {
      this.text.value = record;
      await this.open(brought.get("step") ?? "", true);
    } else if (id) {
      this.id.value = id;
      await this.deal(id);
    }
  }

  /** @param {string} id a deal's id; "" for a new deal */
  async deal(id) {
    const answer = await this.ask(this.dealing, "deal", { rules: this.rules.value, id }, () => this.deal(id));
    if (!answer) return;
    this.text.value = answer.text;
    await this.open("", false, this.dealing);
  }

  /**
   * @param {string} id the first step, if the record has it
   * @param {boolean} link whether the record came from an address, which limits its length
   * @param {HTMLElement} place contains the pressed button
   */
  async open(id = "", link = false, place = this.opening) {
    const { base = "", runtime = "" } = this.bench.dataset;
    const record = this.text.value;
    if (!record.trim()) {
      this.showFaults("", "There is no record here yet. Paste one, or choose a file.");
      this.text.focus({ preventScroll: true });
      return;
    }
    const answer = await this.ask(place, "load-record", { record, base, runtime, link, pasted: true }, () => this.open(id, link, place));
    if (!answer) return;
    this.replay?.dispose();
    this.replay = null;
    if (!answer.html) {
      this.result.replaceChildren();
      this.showFaults(answer.faults);
      return;
    }
    writeAddress(location.pathname);
    setMarkup(this.result, answer.html);
    const figure = find(this.result, "figure.pq-replay");
    const replay = (this.replay = new Replay(figure));
    this.id.value = answer.dealId;
    // The table below shows the same title. This is for screen readers.
    this.status.textContent = answer.title.includes(answer.dealId) ? `${answer.title} is on the table.` : `${answer.title}: deal ${answer.dealId}.`;
    replay.live.startEngine();
    if (replay.ids.includes(id)) replay.goTo(replay.ids.indexOf(id));
    else if (figure.dataset.next) void replay.show({ ...replay.wanted, at: figure.dataset.next, moves: [] }, "");
    void fillResults(figure, replay.live, replay.over.signal);
    if (answer.faults) this.showFaults(answer.faults);
    else figure.scrollIntoView({ block: "start" });
  }

  /** Select a line of the text. @param {number} number from 1 */
  selectLine(number) {
    const lines = this.text.value.split("\n");
    const start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
    this.text.focus();
    this.text.setSelectionRange(start, start + (lines[number - 1] ?? "").length);
    this.scrollToLine(number); // only some browsers scroll to the selection
  }

  /** Scroll to a line of the text. @param {number} number from 1 */
  scrollToLine(number) {
    const { text } = this;
    const before = text.value.split("\n").slice(0, number - 1).join("\n");
    const measured = makeElement("div", "pq-until", before); // long lines wrap
    text.after(measured);
    text.scrollTop = measured.offsetHeight - text.clientHeight / 2;
    measured.remove();
  }

  /** @param {HTMLElement} place @param {string} op @param {object} args @param {() => unknown} again @returns {Promise<any>} */
  async ask(place, op, args, again) {
    this.showFaults("");
    this.status.textContent = "";
    clearFailedQuestions(place === this.dealing ? this.opening : this.dealing); // the reader has requested something else
    const { dataset } = this.bench;
    try {
      const answer = askWithStatus(place, dataset, () => ask(dataset, op, args), { what: "open", again, stands: "Your text stays." });
      place.scrollIntoView({ block: "nearest" }); // from a file, an id or a link
      return await answer;
    } catch (error) {
      if (error instanceof Refusal) this.showFaults("", error.message);
      return null;
    }
  }

  /**
   * Show the faults, and scroll to the first one.
   * @param {string} faults as markup @param {string} [reason] a fault without a line
   */
  showFaults(faults, reason = "") {
    setMarkup(this.faults, faults);
    if (reason) this.faults.append(makeElement("p", "", reason));
    this.faults.hidden = !faults && !reason;
    if (this.faults.hidden) return;
    const first = /** @type {HTMLElement | null} */ (this.faults.querySelector("[data-line]"));
    if (first) this.scrollToLine(Number(first.dataset.line));
    first?.focus({ preventScroll: true });
    this.faults.scrollIntoView({ block: "nearest" });
  }
}

/**
 * Return the text of a file. `FileReader` heeds the byte order mark of UTF-16, which `Blob.text` takes for UTF-8.
 * @param {File} file
 * @returns {Promise<string>}
 */
function readText(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsText(file);
  });
}

for (const bench of document.querySelectorAll(".pq-bench")) {
  new Workbench(/** @type {HTMLElement} */ (bench));
}
