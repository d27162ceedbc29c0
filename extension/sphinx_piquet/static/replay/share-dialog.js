// @ts-check
/**
 * The share dialog: links to a step, the deal as text, the record, and the code for embedding. The engine writes
 * the texts.
 */

import { CARD_PARAMETERS, replayAddress, shareableAddress } from "../replay-address.js";
import { flushAddress } from "../address-bar.js";
import { Failure } from "../engine/start-failure.js";
import { download, find, openDialog, showConfirmation } from "../dom.js";

const REFUSED = "The browser did not let this page write to the clipboard.";
// The address in the embedding code. The code is edited as text, because its style attribute would violate the
// page's policy.
const ADDRESS = /(?<= src=")[^"]*/;

export class ShareDialog {
  /** @param {import("./live-replay.js").Showing} shown @param {import("./live-replay.js").LiveReplay} live */
  constructor(shown, live) {
    this.shown = shown;
    this.live = live;
    this.panel = /** @type {HTMLDialogElement} */ (find(shown.figure, ".pq-share"));
    this.status = find(this.panel, ".pq-share-said");
    this.text = find(this.panel, ".pq-shared");
    this.code = /** @type {HTMLTextAreaElement | null} */ (this.panel.querySelector("textarea"));
    this.bench = /** @type {HTMLAnchorElement | null} */ (this.panel.querySelector(".pq-bench-link"));
    this.home = /** @type {HTMLAnchorElement | null} */ (document.querySelector(".pq-home"));
    this.findButton("send").hidden = !("share" in navigator);
    shown.figure.addEventListener("pq-step", () => this.update());
  }

  /** Perform the action of a button, and return whether it belongs to this dialog. @param {string} act */
  perform(act) {
    const acts = {
      share: () => this.open(),
      send: () => this.send(),
      copy: () => this.copy(act, () => this.stepLink(), "The link to this step is copied.", "The link to this step: "),
      "copy-text": () => this.copy(act, () => this.transcript(), "The deal is copied as text."),
      "copy-code": () => this.copy(act, async () => this.code?.value ?? "", "The code is copied."),
      download: () => this.download(),
    };
    const action = acts[/** @type {keyof typeof acts} */ (act)];
    if (action) void action();
    return Boolean(action);
  }

  open() {
    flushAddress();
    // Some browsers allow writing to the clipboard only shortly after the tap, so the engine must be running by
    // then.
    this.live.startEngine();
    this.status.textContent = "";
    openDialog(this.panel, this.shown.figure.querySelector(".pq-tools"));
    this.update();
  }

  /** Share the link by the system's dialog. */
  async send() {
    try {
      await navigator.share({ title: document.title, url: await this.stepLink() });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) this.showRefusal(error);
    }
  }

  /** Show a status in the dialog while it is open, else below the replay. @param {string} text */
  setStatus(text) {
    if (this.panel.open) this.status.textContent = text;
    else this.live.setStatus(text);
  }

  /** Update links and code to the current state. */
  update() {
    const { wanted, id, figure } = this.shown;
    if (this.home && figure.dataset.page) this.home.href = replayAddress("", wanted, id, figure.dataset.page);
    if (!this.panel.open) return;
    this.text.hidden = true;
    if (this.code) {
      const code = this.code.defaultValue;
      const page = new URL(ADDRESS.exec(code)?.[0].replaceAll("&amp;", "&") ?? "", location.href);
      for (const name of CARD_PARAMETERS) {
        const value = document.documentElement.getAttribute(`data-pq-${name}`);
        if (value) page.searchParams.set(name, value);
      }
      const led = replayAddress("", wanted, id, page.href).replaceAll("&", "&amp;");
      this.code.value = code.replace(ADDRESS, () => led);
    }
    if (this.bench) void this.loadRecordInto(this.bench);
  }

  /** Put the record into the link to the workbench. @param {HTMLAnchorElement} anchor */
  async loadRecordInto(anchor) {
    try {
      anchor.hash = `record=${encodeURIComponent(await this.recordText())}`;
    } catch {
      anchor.hash = ""; // without the engine it leads to the empty workbench
    }
  }

  /** Return the address of the current state. For the reader's own deal it contains the whole record. */
  async stepLink() {
    const { figure, prefix, wanted, id } = this.shown;
    if (!figure.closest(".pq-bench")) return shareableAddress(prefix, wanted, id, figure.dataset.page);
    const url = new URL(location.pathname, location.href);
    url.hash = `record=${encodeURIComponent(await this.recordText())}&step=${id}`;
    return url.href;
  }

  /** Return the deal as text, in the current view and register. @returns {Promise<string>} */
  async transcript() {
    const { text } = await this.live.ask("transcript", this.shown.wanted);
    return text;
  }

  /** Return the record, with the reader's own variation in it. @returns {Promise<string>} */
  async recordText() {
    const { wanted } = this.shown;
    if (!wanted.at) return this.live.record;
    // The statements of a record are true by its own rules.
    const { text } = await this.live.ask("record-text", { ...wanted, rules: "" });
    return text;
  }

  /**
   * Copy a text that may have to be fetched first. Show it if the browser refuses the clipboard.
   * @param {string} act @param {() => Promise<string>} wanted @param {string} done @param {string} instead
   */
  async copy(act, wanted, done, instead = "") {
    let text = "";
    try {
      text = await this.live.askWithStatus(act, wanted, () => this.copy(act, wanted, done, instead));
    } catch (error) {
      this.showRefusal(error);
      return;
    }
    try {
      await navigator.clipboard.writeText(text);
      this.setStatus(done);
      showConfirmation(this.findButton(act), "Copied ✓");
    } catch {
      if (instead) this.setStatus(instead + text);
      else this.showText(text);
    }
  }

  async download() {
    try {
      const text = await this.live.askWithStatus("download", () => this.recordText(), () => this.download());
      const name = this.findButton("download").dataset.file ?? "deal.piquet";
      download(name, text);
      this.setStatus(`${name} is in your downloads.`);
    } catch (error) {
      this.showRefusal(error);
    }
  }

  /** Show an error. Failures of the engine are explained by the notice. @param {unknown} error */
  showRefusal(error) {
    if (error instanceof Failure) this.panel.close(); // the notice is below the stage
    else this.setStatus(error instanceof Error ? error.message : String(error));
  }

  /** @param {string} text */
  showText(text) {
    if (!this.panel.open) this.open();
    if (this.code?.value === text) this.code.select();
    else {
      this.text.textContent = text;
      this.text.hidden = false;
      window.getSelection()?.selectAllChildren(this.text);
    }
    this.setStatus(`${REFUSED} The text is selected: copy it from there.`);
  }

  /** @param {string} act */
  findButton(act) {
    return find(this.panel, `[data-act="${act}"]`);
  }
}
