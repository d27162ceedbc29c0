// @ts-check
/**
 * Makes every replay on the page go step by step. It holds step ids and finished markup, never a
 * card, and knows no rule: what a step looks like was written at build time, and is written again
 * by the same engine in a worker as soon as the reader touches a replay.
 */

/**
 * @typedef {{table: string, story: string}} Drawn
 * @typedef {{engine: string, python: string, steps: ({id: string} & Drawn)[], printed: number,
 *   agree: number, findings: string[]}} Replayed
 */

const WORDS_A_SECOND = 5;

/** One worker for all replays of the page, started by the first that is touched. */
class Engine {
  /** @param {string} base @param {object} runtime */
  constructor(base, runtime) {
    /** @type {Map<number, {resolve: (value: any) => void, reject: (reason: Error) => void}>} */
    this.waiting = new Map();
    this.count = 0;
    const address = new URL("worker.js", import.meta.url);
    address.search = new URL(import.meta.url).search;
    this.worker = new Worker(address, { type: "module" });
    this.ready = new Promise((resolve, reject) => {
      this.worker.onerror = (event) => {
        const error = new Error(event.message || "the worker did not load");
        reject(error);
        for (const waiting of this.waiting.values()) waiting.reject(error);
        this.waiting.clear();
      };
      this.worker.onmessage = ({ data }) => {
        if (typeof data === "string") this.answer(JSON.parse(data));
        else if (data.state === "ready") resolve(undefined);
        else reject(new Error(data.reason));
      };
    });
    this.worker.postMessage({ base, runtime });
  }

  /** @param {{id: number, ok?: any, error?: {message: string}}} reply */
  answer({ id, ok, error }) {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(ok);
  }

  /** @param {string} op @param {object} args @returns {Promise<any>} */
  async ask(op, args) {
    await this.ready;
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage(JSON.stringify({ id, op, args }));
    });
  }
}

/** @type {Engine | null} */
let shared = null;

/** @param {DOMStringMap} data */
function engine(data) {
  if (!data.runtime || !data.base) throw new Error("this page was built without an engine");
  shared ??= new Engine(new URL(data.base, document.baseURI).href, JSON.parse(data.runtime));
  return shared;
}

class Replay {
  /** @param {HTMLElement} figure */
  constructor(figure) {
    this.figure = figure;
    this.prefix = figure.dataset.prefix ?? "";
    this.stage = find(figure, ".pq-stage");
    this.board = find(figure, ".pq-board");
    this.tell = find(figure, ".pq-tell");
    this.live = find(figure, ".pq-live");
    this.status = find(figure, ".pq-engine");
    this.controls = find(figure, ".pq-controls");
    this.slider = /** @type {HTMLInputElement} */ (find(figure, ".pq-slider"));
    this.jump = /** @type {HTMLSelectElement} */ (find(figure, ".pq-jump"));
    this.record = /** @type {HTMLTemplateElement} */ (find(figure, ".pq-record"));
    /** @type {Map<string, HTMLTemplateElement>} */
    this.printed = new Map();
    for (const template of figure.querySelectorAll("template[data-step]")) {
      const step = /** @type {HTMLTemplateElement} */ (template);
      this.printed.set(step.dataset.step ?? "", step);
    }
    this.ids = [...this.printed.keys()];
    this.place = Math.max(0, this.ids.indexOf(figure.dataset.first ?? ""));
    this.view = "both";
    /** @type {Map<string, Map<string, Drawn>>} what the live engine drew, by view and step */
    this.drawn = new Map();
    this.awake = false;
    this.seconds = 2;
    this.timer = 0;

    this.controls.hidden = false;
    this.tellStatus("Checked when this page was built; the engine checks it again with your first step.");
    this.restore();
    this.mark();
    this.listen();
    this.follow(true);
  }

  listen() {
    this.figure.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("[data-act]");
      if (button) this.act(/** @type {HTMLElement} */ (button).dataset.act ?? "");
    });
    this.figure.addEventListener("keydown", (event) => this.key(event));
    // Who comes by keyboard sees the whole table, not only the button that the focus is on.
    this.figure.addEventListener("focusin", ({ target, relatedTarget }) => {
      const came = !this.figure.contains(/** @type {Node | null} */ (relatedTarget));
      const byKey = /** @type {HTMLElement} */ (target).matches(":focus-visible");
      if (came && byKey && this.stage.offsetHeight < window.innerHeight) {
        this.figure.scrollIntoView({ block: "start" });
      }
    });
    this.slider.addEventListener("input", () => this.go(this.slider.valueAsNumber));
    this.jump.addEventListener("change", () => this.go(this.ids.indexOf(this.jump.value)));
    this.figure.addEventListener("change", (event) => {
      const input = /** @type {HTMLInputElement} */ (event.target);
      if (input.dataset.set) this.set(input.dataset.set, input.value);
    });
    window.addEventListener("hashchange", () => this.follow(false));
    for (const id of this.ids) {
      this.row(id)?.querySelector(".pq-anchor")?.addEventListener("click", (event) => {
        event.preventDefault();
        this.go(this.ids.indexOf(id));
        this.meet();
      });
    }
  }

  // -- what the reader does ----------------------------------------------------------------------

  /** @param {string} act */
  act(act) {
    if (act === "copy") this.copy();
    else if (act === "play") this.timer ? this.pause() : this.play();
    else {
      this.pause();
      const places = { first: 0, prev: this.place - 1, next: this.place + 1, last: Infinity };
      this.go(places[/** @type {keyof typeof places} */ (act)]);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    // Form controls keep the keys they are known by; so do buttons and links theirs.
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("select, input")) return;
    if (event.key === " " && target.closest("button, a, summary")) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.act("prev"),
      ArrowRight: () => this.act("next"),
      Home: () => this.act("first"),
      End: () => this.act("last"),
      " ": () => this.act("play"),
      1: () => this.choose("view", "both"),
      2: () => this.choose("view", "e"),
      3: () => this.choose("view", "y"),
      c: () => this.act("copy"),
    };
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** @param {string} name @param {string} value */
  choose(name, value) {
    const input = /** @type {HTMLInputElement | null} */ (
      this.figure.querySelector(`input[data-set="${name}"][value="${value}"]`)
    );
    if (input) input.checked = true;
    this.set(name, value);
  }

  /** @param {string} name @param {string} value */
  set(name, value) {
    if (name === "view") {
      this.view = value;
      this.wake();
      void this.redraw();
    } else if (name === "speed") {
      this.seconds = Number(value);
      if (this.timer) this.play();
    } else {
      document.documentElement.setAttribute(`data-pq-${name}`, value);
      remember(`pq-${name}`, value);
    }
  }

  restore() {
    for (const name of ["suits", "index"]) {
      const value = recall(`pq-${name}`);
      const known = this.figure.querySelector(`input[data-set="${name}"][value="${CSS.escape(value)}"]`);
      if (value && known) this.choose(name, value);
    }
  }

  play() {
    this.pause();
    if (this.place === this.ids.length - 1) this.go(0);
    this.wait();
    this.label("Pause");
    this.wake();
  }

  /** Go on after the chosen time, or after as long as the words of this step take to read. */
  wait() {
    const words = (this.tell.textContent ?? "").split(/\s+/).length;
    const reading = (words / WORDS_A_SECOND) * (this.seconds / 2);
    this.timer = window.setTimeout(() => {
      this.go(this.place + 1);
      if (this.place === this.ids.length - 1) this.pause();
      else this.wait();
    }, Math.max(this.seconds, reading) * 1000);
  }

  pause() {
    window.clearTimeout(this.timer);
    if (this.timer) this.label("Play");
    this.timer = 0;
    this.say();
  }

  /** @param {string} text */
  label(text) {
    const button = find(this.figure, '[data-act="play"]');
    button.setAttribute("aria-label", text);
    button.title = `${text} (Space)`;
    button.classList.toggle("pq-playing", text === "Pause");
  }

  async copy() {
    const link = new URL(`#${this.prefix}${this.ids[this.place]}`, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      this.tellStatus("The link to this step is copied.");
      const button = find(this.figure, '[data-act="copy"]');
      const label = button.textContent;
      button.textContent = "Copied ✓";
      window.setTimeout(() => (button.textContent = label), 2000);
    } catch {
      this.tellStatus(`The link to this step: ${link}`);
    }
  }

  // -- steps -------------------------------------------------------------------------------------

  /** @param {number} place */
  go(place) {
    this.wake();
    const next = Math.min(Math.max(place, 0), this.ids.length - 1);
    history.replaceState(null, "", `#${this.prefix}${this.ids[next]}`);
    if (next === this.place) return;
    this.place = next;
    void this.redraw();
  }

  /** Go where the address says, if it names a step of this replay. @param {boolean} first */
  follow(first) {
    const hash = location.hash.slice(1); // step ids are plain ASCII: nothing to decode
    if (!hash.startsWith(this.prefix)) return;
    const place = this.ids.indexOf(hash.slice(this.prefix.length));
    if (place < 0) return;
    if (place !== this.place) {
      this.place = place;
      void this.redraw();
    }
    // The browser scrolls to the row of that id in the account; the table itself is what was meant.
    if (first) window.addEventListener("load", () => setTimeout(() => this.meet()), { once: true });
    else this.meet();
  }

  /** Bring the table into sight, and the keys with it. */
  meet() {
    this.figure.scrollIntoView({ block: "start" });
    this.stage.focus({ preventScroll: true });
  }

  async redraw() {
    const id = this.ids[this.place];
    const drawn = this.drawn.get(this.view)?.get(id);
    const focused = document.activeElement;
    const kept = this.board.contains(focused) || this.tell.contains(focused);
    this.board.style.removeProperty("min-height");
    if (drawn) {
      this.board.innerHTML = drawn.table;
      this.tell.innerHTML = drawn.story;
    } else if (this.view === "both") {
      const content = /** @type {DocumentFragment} */ (this.printed.get(id)?.content.cloneNode(true));
      const [table, story] = content.children;
      this.board.replaceChildren(table);
      this.tell.replaceChildren(story);
    } else {
      await this.look();
      return;
    }
    if (kept) {
      // The same link if the new step has it, else the step itself.
      const href = focused?.getAttribute("href") ?? "";
      const same = /** @type {HTMLElement | null} */ (this.tell.querySelector(`a[href="${CSS.escape(href)}"]`));
      (same ?? this.stage).focus({ preventScroll: true });
    }
    this.mark();
    this.say();
  }

  /** Show where we are: slider, list, buttons, and the row of the account below. */
  mark() {
    const id = this.ids[this.place];
    this.slider.value = String(this.place);
    this.jump.value = id;
    const option = this.jump.selectedOptions[0];
    this.slider.setAttribute("aria-valuetext", option ? option.text : id);
    const ends = { first: 0, prev: 0, next: this.ids.length - 1, last: this.ids.length - 1 };
    for (const [act, end] of Object.entries(ends)) {
      find(this.figure, `[data-act="${act}"]`).setAttribute("aria-disabled", String(this.place === end));
    }
    this.marked?.removeAttribute("aria-current");
    this.marked = this.row(id);
    this.marked?.setAttribute("aria-current", "step");
    // For who follows the replay, such as the panel that cites the step.
    this.figure.dataset.step = id;
    this.figure.dispatchEvent(new CustomEvent("pq-step"));
  }

  /** Speak the visible sentence, unless steps come faster than they can be spoken. */
  say() {
    if (!this.awake || (this.timer && this.seconds < 2)) return;
    this.live.textContent = this.tell.querySelector(".pq-say")?.textContent ?? "";
  }

  /** @param {string} id @returns {HTMLElement | null} */
  row(id) {
    return document.getElementById(this.prefix + id);
  }

  // -- the engine --------------------------------------------------------------------------------

  /** Start the engine at the first interaction; until it is there, the printed steps serve. */
  wake() {
    if (this.awake) return;
    this.awake = true;
    void this.check();
  }

  async check() {
    this.figure.dataset.engine = "starting";
    this.tellStatus("The engine is starting; the replay is ready meanwhile.");
    try {
      const replayed = await this.fetch("both");
      this.figure.dataset.engine = "live";
      this.tellStatus(this.verdict(replayed));
      void this.redraw();
    } catch (error) {
      this.figure.dataset.engine = "failed";
      const reason = error instanceof Error ? error.message : String(error);
      this.tellStatus(`The engine could not start, so this is the replay as printed (${reason.split("\n")[0]}).`);
    }
  }

  /** Fetch one player's view of all steps, which only the live engine can draw. */
  async look() {
    const view = this.view;
    // Nothing that this player cannot see stays on the table while the engine starts.
    const note = document.createElement("p");
    note.className = "pq-waiting";
    note.textContent = "This view is drawn by the engine; it will be here in a moment.";
    this.board.style.minHeight = `${this.board.offsetHeight}px`;
    this.board.replaceChildren(note);
    this.tell.replaceChildren();
    try {
      await this.fetch(view);
      if (this.view === view) await this.redraw();
    } catch {
      if (this.view === view) this.choose("view", "both");
      this.tellStatus("One player’s view needs the engine, which could not start here.");
    }
  }

  /** @param {string} view @returns {Promise<Replayed>} */
  async fetch(view) {
    const { rule = "", source = "", term = "" } = this.figure.dataset;
    const record = this.record.content.textContent ?? "";
    const replayed = await engine(this.figure.dataset).ask("replay", { record, view, rule, source, term });
    this.drawn.set(view, new Map(replayed.steps.map((/** @type {any} */ step) => [step.id, step])));
    return replayed;
  }

  /** Compare what the engine drew here with what was printed at build time. @param {Replayed} replayed */
  verdict({ engine, python, steps, printed, agree }) {
    const differing = steps.filter(({ id, table, story }) => {
      const fresh = document.createElement("template");
      fresh.innerHTML = table + story;
      return fresh.innerHTML !== this.printed.get(id)?.innerHTML;
    });
    const same = steps.length === this.ids.length && differing.length === 0;
    const page = same ? "each as drawn on this page" : `${differing.length} unlike this page`;
    const totals = agree === printed ? `all ${printed} totals of the source hold` : `${agree} of the ${printed} totals of the source hold`;
    return `Live: engine ${engine} on Python ${python} replayed ${steps.length} steps here, ${page}; ${totals}.`;
  }

  /** @param {string} text */
  tellStatus(text) {
    this.status.textContent = text;
  }
}

/** @param {ParentNode} place @param {string} selector @returns {HTMLElement} */
function find(place, selector) {
  const found = place.querySelector(selector);
  if (!found) throw new Error(`the page lacks ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

// A reader who forbids storage loses nothing but the memory of a choice.

/** @param {string} key @param {string} value */
function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {}
}

/** @param {string} key @returns {string} */
function recall(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

for (const figure of document.querySelectorAll("figure.pq-replay")) {
  new Replay(/** @type {HTMLElement} */ (figure));
}
