// @ts-check
/**
 * Makes every replay on the page go step by step. It holds step ids and finished markup, never a
 * card, and knows no rule: what a step looks like was written at build time, and is written again
 * by the same engine in a worker as soon as the reader touches a replay.
 */

import { DRESS, address, asked, isPrinted, printed, read } from "../address.js";
import { here, write } from "../bar.js";
import { fetchFigures, hasFigures } from "./courts.js";
import { Refusal, engine } from "../engine/engine.js";
import { glide, places } from "./motion.js";
import { told } from "../engine/notice.js";
import { Own } from "./variation.js";
import { find } from "../page.js";
import { Share } from "./share.js";
import { REASONS, choose, settings } from "../kept/storage.js";

/**
 * @typedef {import("../address.js").Wanted} Wanted
 * @typedef {import("./variation.js").OwnLine} OwnLine
 * @typedef {{id: string, label: string, group: string, decides: boolean, table: string, story: string}} Drawn
 * @typedef {{engine: string, python: string, steps: Drawn[], printed: number, agree: number,
 *   findings: string[], rules: string, own: OwnLine | null}} Replayed
 */

const WORDS_A_SECOND = 5;
const STANDS = "What is printed here stays.";
const OPENS = CSS.supports("selector(:open)"); // elsewhere an open list keeps its keys by itself

/**
 * Tell whether a control has a use of its own for a key. A card to choose has none for a letter, and
 * Escape is for an open list alone; buttons and links keep the space bar.
 * @param {HTMLElement} target @param {string} key
 */
function keeps(target, key) {
  if (key === " " && target.closest("button, a, summary")) return true;
  const control = target.closest("select, input, textarea");
  if (!control) return false;
  if (key === "Escape") return OPENS && control.matches("select:open");
  return key === " " || key.length > 1 || !control.matches(".pq-ask input");
}

export class Replay {
  /** @param {HTMLElement} figure */
  constructor(figure) {
    this.figure = figure;
    this.prefix = figure.dataset.prefix ?? "";
    this.stage = find(figure, ".pq-stage");
    this.board = find(figure, ".pq-board");
    this.tell = find(figure, ".pq-tell");
    this.live = find(figure, ".pq-live");
    this.status = find(figure, ".pq-engine");
    this.words = document.createElement("span");
    this.forgets = false;
    this.status.replaceChildren(this.words);
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
    this.list = [...this.jump.children];
    /** @type {Set<string>} the steps at which somebody decides */
    this.decisions = this.decided();
    this.place = Math.max(0, this.ids.indexOf(figure.dataset.first ?? ""));
    this.wanted = printed();
    /** @type {Map<string, Drawn>} what the live engine drew of what is shown, by step */
    this.drawn = new Map();
    /** @type {Map<string, Replayed>} the engine's answers, by what was wanted */
    this.answers = new Map();
    this.awake = false;
    this.seconds = 2;
    this.timer = 0;
    /** Over, once another deal has taken this one's place. */
    this.over = new AbortController();

    this.controls.hidden = false;
    /** What is known of the steps as they came; no build has seen a reader's own deal. */
    this.origin = figure.closest(".pq-bench, .pq-review") ? "Worked out in this browser" : "Checked when this page was built";
    this.prove(`${this.origin}; the engine checks it again with your first step.`);
    this.own = new Own(this);
    if (!hasFigures()) figure.querySelector('input[data-set="courts"]')?.closest("fieldset")?.remove();
    this.share = new Share(this);
    this.restore();
    this.mark();
    this.listen();
    this.follow(true);
    const wanted = read(this.prefix);
    if (!isPrinted(wanted)) {
      this.wake();
      void this.want(wanted, here().hash.slice(1 + this.prefix.length));
    }
  }

  listen() {
    this.figure.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement | null} */ (
        /** @type {HTMLElement} */ (event.target).closest("[data-act], [data-go], [data-line]")
      );
      if (button?.dataset.go) this.go(this.ids.indexOf(button.dataset.go));
      else if (button?.dataset.line) this.own.play(button.dataset.line);
      else if (button) this.act(button.dataset.act ?? "");
    });
    this.figure.addEventListener("keydown", (event) => this.key(event));
    // With a keyboard you see the whole table, not only the button that has the focus.
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
    const { signal } = this.over;
    window.addEventListener("hashchange", () => this.follow(false), { signal });
    document.addEventListener("click", (event) => this.link(event), { signal });
    for (const id of this.printed.keys()) {
      this.row(id)?.querySelector(".pq-anchor")?.addEventListener("click", (event) => {
        event.preventDefault();
        void this.want(printed(), id).then(() => this.meet());
      }, { signal });
    }
  }

  /** Let go of the page, which another deal is about to have: what is still asked is for nobody. */
  end() {
    window.clearTimeout(this.timer);
    this.over.abort();
    this.wanted = printed();
  }

  /** A link to a line of this replay needs no new page. @param {MouseEvent} event */
  link(event) {
    const link = /** @type {HTMLElement} */ (event.target).closest("a");
    if (!link?.search || link.pathname !== location.pathname || link.origin !== location.origin) return;
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const query = new URLSearchParams(link.search);
    if (!["w", "rules"].some((name) => query.has(this.prefix + name))) return;
    event.preventDefault();
    this.wake();
    const step = link.hash.slice(1 + this.prefix.length);
    void this.want(read(this.prefix, link.search), step).then(() => this.meet());
  }

  // -- what the reader does ----------------------------------------------------------------------

  /** @param {string} act */
  act(act) {
    if (this.share.acts(act)) return;
    if (this.own.acts(act)) this.pause();
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
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (keeps(target, event.key)) return;
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
      w: () => this.act("whatif"),
      v: () => this.act("variation"),
      k: () => this.toggle("know"),
      y: () => this.why(),
      Escape: () => this.act("back"),
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
    if (name === "view" || name === "rules" || name === "words") {
      this.wake();
      void this.want({ ...this.wanted, [name]: value }, this.ids[this.place]);
    } else if (name === "know") {
      this.wake();
      void this.own.know();
    } else if (name === "speed") {
      this.seconds = Number(value);
      if (this.timer) this.play();
    } else if (name === "courts") {
      this.remember({ courts: value });
      void this.courts(value);
    } else {
      document.documentElement.setAttribute(`data-pq-${name}`, value);
      this.remember({ [name]: value });
      this.share.draw();
    }
  }

  /** Keep how the reader likes the cards; if it cannot be kept, say so once. @param {import("../kept/storage.js").Settings} chosen */
  remember(chosen) {
    const why = choose(chosen);
    if (why && !this.forgets) this.tellStatus(`Your choice lasts only as long as this page is open, since ${REASONS[why]}.`);
    this.forgets = why !== "";
  }

  /** Show the courts as letters or, once they are here, as figures. @param {string} value */
  async courts(value) {
    try {
      if (value === "figures") await fetchFigures();
    } catch {
      const letters = find(this.figure, 'input[data-set="courts"][value="letters"]');
      /** @type {HTMLInputElement} */ (letters).checked = true;
      this.tellStatus("The figures could not be fetched, so the courts keep their letters.");
      return;
    }
    const wanted = /** @type {HTMLInputElement} */ (find(this.figure, `input[data-set="courts"]:checked`)).value;
    document.documentElement.setAttribute("data-pq-courts", wanted);
  }

  /** Open every reason of the step, or close them again. */
  why() {
    const all = [...this.tell.querySelectorAll("details.pq-because")].map((one) => /** @type {HTMLDetailsElement} */ (one));
    const open = all.some((one) => !one.open);
    for (const one of all) one.open = open;
    if (open) this.live.textContent = all.map((one) => find(one, "p").textContent).join(" ");
  }

  /** @param {string} name */
  toggle(name) {
    const box = /** @type {HTMLInputElement | null} */ (
      this.figure.querySelector(`input[type="checkbox"][data-set="${name}"]`)
    );
    if (box) box.checked = !box.checked;
    this.set(name, "");
  }

  restore() {
    /** @type {Record<string, string>} */
    const kept = { ...settings() };
    for (const name of [...DRESS, "courts"]) {
      // What an address asks for holds for this page only; what the reader has chosen, everywhere.
      const wish = DRESS.includes(name) ? asked(name) : "";
      for (const value of [wish, kept[name] ?? ""]) {
        const known = this.figure.querySelector(`input[data-set="${name}"][value="${CSS.escape(value)}"]`);
        if (!known) continue;
        if (value === wish) {
          /** @type {HTMLInputElement} */ (known).checked = true;
          document.documentElement.setAttribute(`data-pq-${name}`, value);
        } else this.choose(name, value);
        break;
      }
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

  // -- steps -------------------------------------------------------------------------------------

  /** @param {number} place */
  go(place) {
    this.wake();
    const next = Math.min(Math.max(place, 0), this.ids.length - 1);
    if (next === this.place) return;
    const before = Math.abs(next - this.place) === 1 && !this.hurried ? places(this.board) : null;
    this.place = next;
    this.redraw();
    this.note();
    if (before) glide(this.board, before);
  }

  /** Let the address name what is drawn; it comes last, and may come later. */
  note() {
    write(address(this.prefix, this.wanted, this.ids[this.place]));
  }

  /** Steps come faster than anybody could follow them. */
  get hurried() {
    return this.timer !== 0 && this.seconds < 2;
  }

  /** Go where the address says, if it names a step of this replay. @param {boolean} first */
  follow(first) {
    const hash = here().hash.slice(1); // step ids are plain ASCII: nothing to decode
    if (!hash.startsWith(this.prefix)) return;
    const place = this.ids.indexOf(hash.slice(this.prefix.length));
    if (place < 0) return;
    if (place !== this.place) {
      this.place = place;
      this.redraw();
    }
    // A frame leaves the page around it where it is.
    if (this.figure.dataset.page) return;
    // The browser scrolls to the row of that id in the account; the table itself is what was meant.
    const { signal } = this.over;
    if (first) window.addEventListener("load", () => setTimeout(() => this.meet()), { once: true, signal });
    else this.meet();
  }

  /** Bring the table into sight, and the keys with it. */
  meet() {
    this.figure.scrollIntoView({ block: "start" });
    this.stage.focus({ preventScroll: true });
  }

  /**
   * Show something else: another view, another rule set, or the reader's own line.
   * @param {Wanted} wanted @param {string} step where to go; the last step if it has no such one
   * @param {boolean} quiet leave the address as it is
   */
  async want(wanted, step, quiet = false) {
    const before = this.wanted;
    this.wanted = wanted;
    if (isPrinted(wanted) && this.answers.size === 0) this.line([...this.printed.keys()], null);
    else {
      const known = this.answers.get(JSON.stringify(wanted));
      if (!known && wanted.view !== before.view) this.cover();
      try {
        const stands = wanted.view === "both" ? STANDS : "One player’s view needs the engine, so both hands are shown.";
        const again = () => this.want(wanted, step, quiet);
        const answer = known ?? (await this.told("show", () => this.fetch(wanted), again, stands));
        if (this.wanted !== wanted) return; // the reader has gone on meanwhile
        this.drawn = new Map(answer.steps.map((one) => [one.id, one]));
        find(this.figure, ".pq-rules").textContent = answer.rules;
        this.line(answer.steps.map((one) => one.id), answer.own);
      } catch (error) {
        if (this.wanted === wanted) this.refused(before, error);
        return;
      }
    }
    const found = this.ids.indexOf(step);
    this.place = found < 0 ? this.ids.length - 1 : found;
    this.settings(wanted);
    this.redraw();
    if (!quiet) this.note();
    void this.own.compare();
    if (!isPrinted(wanted) && this.figure.dataset.engine === "failed") void this.check(); // it is back
  }

  /** The decisions of the printed line. @returns {Set<string>} */
  decided() {
    return new Set((this.figure.dataset.decisions ?? "").split(" "));
  }

  /** @param {string[]} ids @param {OwnLine | null} own */
  line(ids, own) {
    this.ids = ids;
    this.own.set(own);
    this.slider.max = String(ids.length - 1);
    if (isPrinted(this.wanted) || this.drawn.size === 0) {
      this.jump.replaceChildren(...this.list);
      this.decisions = this.decided();
      return;
    }
    this.decisions = new Set(ids.filter((id) => this.drawn.get(id)?.decides));
    /** @type {HTMLOptGroupElement[]} */
    const groups = [];
    for (const id of ids) {
      const { label, group } = /** @type {Drawn} */ (this.drawn.get(id));
      if (groups.at(-1)?.label !== group) {
        groups.push(document.createElement("optgroup"));
        /** @type {HTMLOptGroupElement} */ (groups.at(-1)).label = group;
      }
      groups.at(-1)?.append(new Option(label, id));
    }
    this.jump.replaceChildren(...groups);
  }

  /** Let the settings say what is shown, even if an address chose it. @param {Wanted} wanted */
  settings({ view, words, rules }) {
    for (const [name, value] of Object.entries({ view, words })) {
      const input = this.figure.querySelector(`input[data-set="${name}"][value="${CSS.escape(value)}"]`);
      if (input) /** @type {HTMLInputElement} */ (input).checked = true;
    }
    const select = /** @type {HTMLSelectElement | null} */ (this.figure.querySelector('select[data-set="rules"]'));
    if (select) select.value = rules;
  }

  /** Nothing that a player cannot see stays on the table while the engine starts. */
  cover() {
    const note = document.createElement("p");
    note.className = "pq-waiting";
    note.textContent = "This view is drawn by the engine; it will be here in a moment.";
    this.board.style.minHeight = `${this.board.offsetHeight}px`;
    this.board.replaceChildren(note);
    this.tell.replaceChildren();
  }

  /** Go back to what was shown, and say what the engine refuses. @param {Wanted} before @param {unknown} error */
  refused(before, error) {
    const kept = this.answers.has(JSON.stringify(before)) ? before : printed();
    void this.want(kept, this.ids[this.place], true);
    if (error instanceof Refusal) this.tellStatus(`This cannot be shown: ${error.reason}`);
  }

  redraw() {
    const id = this.ids[this.place];
    const drawn = this.drawn.get(id);
    const focused = document.activeElement;
    const kept = this.board.contains(focused) || this.tell.contains(focused);
    this.board.style.removeProperty("min-height");
    if (drawn) {
      this.board.innerHTML = drawn.table;
      this.tell.innerHTML = drawn.story;
    } else {
      const content = /** @type {DocumentFragment} */ (this.printed.get(id)?.content.cloneNode(true));
      const [table, story] = content.children;
      this.board.replaceChildren(table);
      this.tell.replaceChildren(story);
    }
    if (kept) {
      // The same link if the new step has it, else the step itself.
      const href = focused?.getAttribute("href") ?? "";
      const same = /** @type {HTMLElement | null} */ (this.tell.querySelector(`a[href="${CSS.escape(href)}"]`));
      (same ?? this.stage).focus({ preventScroll: true });
    }
    this.mark();
    this.own.draw();
    this.say();
    void this.own.know();
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
    this.marked = this.wanted.at ? null : this.row(id);
    this.marked?.setAttribute("aria-current", "step");
    // For whatever follows the replay, such as the panel that cites the step.
    this.figure.dataset.step = id;
    this.figure.dispatchEvent(new CustomEvent("pq-step"));
  }

  /** Speak the visible sentence, unless steps come faster than they can be spoken. */
  say() {
    if (!this.awake || this.hurried) return;
    const said = this.tell.querySelector(".pq-say")?.textContent ?? "";
    this.live.textContent = `${said} ${this.own.question}`.trim();
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
    this.prove("The engine is starting; the replay is ready meanwhile.");
    try {
      const replayed = await this.told("check", () => this.fetch(printed()), () => this.check());
      if (this.over.signal.aborted) return;
      this.figure.dataset.engine = "live";
      this.prove(this.verdict(replayed));
      if (isPrinted(this.wanted)) await this.want(this.wanted, this.ids[this.place], true);
    } catch (error) {
      this.figure.dataset.engine = "failed";
      this.prove(`${this.origin}; the engine could not check it again here.`);
      if (error instanceof Refusal) this.tellStatus(`The engine cannot check this replay: ${error.reason}`);
    }
  }

  /**
   * Ask, and tell the reader below the replay what keeps the engine from answering.
   * @param {string} what @param {() => Promise<T>} ask @param {() => unknown} again @param {string} stands
   * @template T @returns {Promise<T>}
   */
  told(what, ask, again, stands = STANDS) {
    const starting = "The engine is starting; the replay is ready meanwhile.";
    return told(this.status, this.figure.dataset, ask, { what, again, stands, starting, quiet: what === "check" });
  }

  /** @param {string} op @param {object} more @returns {Promise<any>} */
  ask(op, more) {
    const { rule = "", source = "", term = "" } = this.figure.dataset;
    const record = this.record.content.textContent ?? "";
    return engine(this.figure.dataset).ask(op, { record, rule, source, term, ...more });
  }

  /** @param {Wanted} wanted @returns {Promise<Replayed>} */
  async fetch(wanted) {
    const replayed = await this.ask("replay", wanted);
    if (this.answers.size > 50) this.answers.clear();
    this.answers.set(JSON.stringify(wanted), replayed);
    return replayed;
  }

  /** Compare what the engine drew here with what was printed at build time. @param {Replayed} replayed */
  verdict({ engine, python, steps, printed, agree }) {
    const differing = steps.filter(({ id, table, story }) => {
      const fresh = document.createElement("template");
      fresh.innerHTML = table + story;
      return fresh.innerHTML !== this.printed.get(id)?.innerHTML;
    });
    const same = steps.length === this.printed.size && differing.length === 0;
    const page = same ? "each as drawn on this page" : `${differing.length} unlike this page`;
    const all = printed === 1 ? "the one total" : `all ${printed} totals`;
    const held = `${agree === printed ? all : `${agree} of the ${printed} totals`} of the source ${printed === 1 && agree ? "holds" : "hold"}`;
    const totals = printed ? held : "the source prints no totals";
    return `Live: engine ${engine} on Python ${python} replayed ${steps.length} steps here, ${page}; ${totals}.`;
  }

  /** Say, among the options, how far the engine vouches for what is shown. @param {string} text */
  prove(text) {
    find(this.figure, ".pq-proof").textContent = text;
  }

  /** @param {string} text */
  tellStatus(text) {
    this.words.textContent = text;
  }
}

for (const figure of document.querySelectorAll("figure.pq-replay")) {
  new Replay(/** @type {HTMLElement} */ (figure));
}
