// @ts-check
/**
 * What a reader takes away: the link to a step, the deal in words, the record, the code that embeds
 * it. The engine writes the texts; this puts them on the clipboard or into a file.
 */

import { DRESS, address } from "../address.js";
import { settle } from "../bar.js";
import { Failure } from "../engine/failure.js";
import { download, find } from "../page.js";

const SHOWN = 2000; // milliseconds that a button says what it did
const REFUSED = "The browser did not let this page write to the clipboard.";

export class Share {
  /** @param {import("./replay.js").Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.panel = /** @type {HTMLDetailsElement} */ (find(replay.figure, ".pq-share"));
    this.shown = find(this.panel, ".pq-shared");
    this.code = /** @type {HTMLTextAreaElement | null} */ (this.panel.querySelector("textarea"));
    this.bench = /** @type {HTMLAnchorElement | null} */ (this.panel.querySelector(".pq-bench-link"));
    this.home = /** @type {HTMLAnchorElement | null} */ (document.querySelector(".pq-home"));
    this.panel.addEventListener("toggle", () => {
      settle();
      // Some browsers take a text for the clipboard only soon after the tap: the engine must be up by then.
      if (this.panel.open) replay.wake();
      this.draw();
    });
    replay.figure.addEventListener("pq-step", () => this.draw());
  }

  /** Tell whether an act is one of these, and do it. @param {string} act */
  acts(act) {
    const acts = {
      copy: () => this.copy(act, () => this.link(), "The link to this step is copied.", "The link to this step: "),
      "copy-text": () => this.copy(act, () => this.words(), "The deal is copied as text."),
      "copy-code": () => this.copy(act, async () => this.code?.value ?? "", "The code is copied."),
      download: () => this.download(),
    };
    const action = acts[/** @type {keyof typeof acts} */ (act)];
    if (action) void action();
    return Boolean(action);
  }

  /** Let links and code lead to what is shown now. */
  draw() {
    const { wanted, ids, place, figure } = this.replay;
    if (this.home && figure.dataset.page) this.home.href = address("", wanted, ids[place], figure.dataset.page);
    if (!this.panel.open) return;
    this.shown.hidden = true;
    if (this.code) {
      const frame = document.createElement("template");
      frame.innerHTML = this.code.defaultValue;
      const { firstElementChild } = frame.content;
      const page = new URL(firstElementChild?.getAttribute("src") ?? "", location.href);
      for (const name of DRESS) {
        const value = document.documentElement.getAttribute(`data-pq-${name}`);
        if (value) page.searchParams.set(name, value);
      }
      firstElementChild?.setAttribute("src", address("", wanted, ids[place], page.href));
      this.code.value = frame.innerHTML;
    }
    if (this.bench) void this.lead(this.bench);
  }

  /** Let a link carry the record to the workbench. @param {HTMLAnchorElement} link */
  async lead(link) {
    try {
      link.hash = `record=${encodeURIComponent(await this.record())}`;
    } catch {
      link.hash = ""; // without the engine it leads to the empty workbench
    }
  }

  /** The address of what is shown; a reader's own deal has none but its whole record. */
  async link() {
    const { figure, prefix, wanted, ids, place } = this.replay;
    if (!figure.closest(".pq-bench")) return address(prefix, wanted, ids[place], figure.dataset.page);
    const url = new URL(location.pathname, location.href);
    url.hash = `record=${encodeURIComponent(await this.record())}&step=${ids[place]}`;
    return url.href;
  }

  /** The deal in words, as the view and the register have it. @returns {Promise<string>} */
  async words() {
    const { text } = await this.replay.ask("tell", this.replay.wanted);
    return text;
  }

  /** The record, with the reader's own line in it. @returns {Promise<string>} */
  async record() {
    const { wanted, record } = this.replay;
    if (!wanted.at) return record.content.textContent ?? "";
    // What a record says holds by its own rules, whatever rules the reader looks through.
    const { text } = await this.replay.ask("write", { ...wanted, rules: "" });
    return text;
  }

  /**
   * Copy a text that may still have to be written; show it where the clipboard is refused.
   * @param {string} act @param {() => Promise<string>} wanted @param {string} done @param {string} instead
   */
  async copy(act, wanted, done, instead = "") {
    let text = "";
    try {
      text = await this.replay.told(act, wanted, () => this.copy(act, wanted, done, instead));
    } catch (error) {
      this.refused(error);
      return;
    }
    try {
      await navigator.clipboard.writeText(text);
      this.replay.tellStatus(done);
      this.label(act, "Copied ✓");
    } catch {
      if (instead) this.replay.tellStatus(instead + text);
      else this.show(text);
    }
  }

  async download() {
    try {
      const text = await this.replay.told("download", () => this.record(), () => this.download());
      const name = this.button("download").dataset.file ?? "deal.piquet";
      download(name, text);
      this.replay.tellStatus(`${name} is in your downloads.`);
    } catch (error) {
      this.refused(error);
    }
  }

  /** Say why not; of what keeps the engine from answering all has been said. @param {unknown} error */
  refused(error) {
    if (!(error instanceof Failure)) this.replay.tellStatus(error instanceof Error ? error.message : String(error));
  }

  /** @param {string} text */
  show(text) {
    this.panel.open = true;
    if (this.code?.value === text) this.code.select();
    else {
      this.shown.textContent = text;
      this.shown.hidden = false;
      window.getSelection()?.selectAllChildren(this.shown);
    }
    this.replay.tellStatus(`${REFUSED} The text is selected: copy it from there.`);
  }

  /** @param {string} act */
  button(act) {
    return find(this.panel, `[data-act="${act}"]`);
  }

  /** @param {string} act @param {string} text */
  label(act, text) {
    const button = this.button(act);
    const before = (button.dataset.label ??= button.textContent ?? "");
    button.textContent = text;
    window.setTimeout(() => (button.textContent = before), SHOWN);
  }
}
