// @ts-check
/**
 * The reader's own line: what may be done next, as the engine words it, and the way back. Knows
 * moves only as the words that the engine put on its buttons.
 */

import { count, explain, firstChoice, laid } from "./choices.js";
import { Refusal } from "../engine/engine.js";
import { find } from "../page.js";

/**
 * @typedef {object} OwnLine
 * @property {string} at
 * @property {string} standing how far the source has it
 * @property {string} remark what the record says of it, if it is a variation of the record
 * @property {string} left the same step in words
 * @property {string[]} moves
 * @property {number} from how many of the steps are printed ones
 * @property {number[]} made how many moves were made by each step after those
 * @property {boolean} over
 * @property {boolean} hidden the choices are the other player's
 * @property {string} turn who is to decide
 * @property {string} choices
 */

export class Own {
  /** @param {import("./replay.js").Replay} replay */
  constructor(replay) {
    this.replay = replay;
    /** @type {OwnLine | null} */
    this.line = null;
    this.panel = find(replay.figure, ".pq-own");
    this.asked = find(this.panel, ".pq-ask");
    this.where = find(this.panel, ".pq-where");
    this.standing = find(this.panel, ".pq-standing");
    this.remark = find(this.panel, ".pq-remark");
    this.known = find(replay.figure, ".pq-know");
    this.century = find(replay.figure, ".pq-otherwise");
    this.question = "";
    this.asked.addEventListener("click", (event) => this.pick(event));
    this.asked.addEventListener("change", () => count(this.asked));
  }

  /** @param {OwnLine | null} line */
  set(line) {
    this.line = line;
    this.panel.hidden = !line;
    this.replay.figure.classList.toggle("pq-playing-on", Boolean(line));
  }

  /** Tell whether an act is one of these, and do it. @param {string} act */
  acts(act) {
    const acts = {
      whatif: () => this.fork(),
      back: () => this.back(),
      undo: () => this.line && this.go(this.line.moves.slice(0, -1)),
      auto: () => this.auto(),
      lay: () => this.lay(),
      variation: () => this.next(),
    };
    const action = acts[/** @type {keyof typeof acts} */ (act)];
    if (action) void action();
    return Boolean(action);
  }

  /** Take the decision of the step on the table anew, or the next one if it has none. */
  fork() {
    const { replay, line } = this;
    replay.wake();
    if (line && replay.place >= line.from) {
      const made = line.made[replay.place - line.from];
      this.go(line.moves.slice(0, Math.max(0, made - 1)));
      return;
    }
    // Of a step that only follows from others, the next decision is meant.
    const { ids, place, decisions } = replay;
    const at = ids.slice(place).find((id) => decisions.has(id)) ?? replay.figure.dataset.next ?? ids.findLast((id) => decisions.has(id));
    if (at) void replay.want({ ...replay.wanted, at, moves: [] }, "").then(() => this.focus());
  }

  /** @param {string[]} moves */
  go(moves) {
    const { replay, line } = this;
    if (!line) return;
    const within = this.panel.contains(document.activeElement);
    void replay.want({ ...replay.wanted, at: line.at, moves }, "").then(() => {
      if (within) this.focus();
    });
  }

  /** Play the variation of the record that comes next, and after the last the first again. */
  next() {
    const { replay, line } = this;
    const known = (replay.figure.dataset.lines ?? "").split(" ").filter(Boolean);
    if (!known.length) {
      replay.tellStatus("This record has no variation.");
      return;
    }
    const order = [...replay.printed.keys()];
    const here = order.indexOf(line?.at ?? replay.ids[replay.place]);
    const now = line ? known.indexOf(`${line.at}~${line.moves.join(".")}`) : -1;
    const later = known.findIndex((one) => order.indexOf(one.split("~")[0]) >= here);
    this.play(known[now < 0 ? Math.max(0, later) : (now + 1) % known.length]);
  }

  /** Put a variation on the table, at its first step. @param {string} text as an address has it */
  play(text) {
    const { replay } = this;
    const [at, moves] = text.split("~");
    replay.wake();
    void replay.want({ ...replay.wanted, at, moves: moves.split(".") }, at).then(() => replay.meet());
  }

  /** Back to the printed line, where it was left. */
  back() {
    const { replay, line } = this;
    if (!line) return;
    void replay.want({ ...replay.wanted, at: "", moves: [] }, line.at).then(() => replay.meet());
  }

  async auto() {
    const { replay, line } = this;
    if (!line) return;
    try {
      const ask = () => replay.ask("continue", replay.wanted);
      const { moves } = await replay.told("auto", ask, () => this.auto(), "Your line stands as it was.");
      if (this.line === line) this.go(moves);
    } catch (error) {
      if (error instanceof Refusal) replay.tellStatus(error.message);
    }
  }

  /** @param {Event} event */
  pick(event) {
    const button = /** @type {HTMLElement | null} */ (
      /** @type {HTMLElement} */ (event.target).closest("[data-move]")
    );
    if (!button || !this.line) return;
    if (button.getAttribute("aria-disabled") === "true") this.replay.live.textContent = explain(this.asked, button);
    else this.go([...this.line.moves, button.dataset.move ?? ""]);
  }

  lay() {
    const move = laid(this.asked);
    if (this.line && move !== null) this.go([...this.line.moves, move]);
  }

  /** Draw the question if the last step is on the table; before it, offer to decide otherwise. */
  draw() {
    const { replay, line } = this;
    this.question = "";
    if (!line) return;
    const last = replay.place === replay.ids.length - 1;
    find(this.panel, '[data-act="undo"]').setAttribute("aria-disabled", String(!line.moves.length));
    find(this.panel, '[data-act="auto"]').setAttribute("aria-disabled", String(line.over));
    this.where.textContent = line.left;
    this.standing.textContent = line.standing;
    this.remark.textContent = line.remark;
    this.remark.hidden = !line.remark;
    if (!last) this.asked.textContent = "Go to the last step to play on, or press What if? to decide otherwise here.";
    else if (line.over) this.asked.textContent = "The deal is over.";
    else if (line.hidden) this.asked.textContent = `It is ${line.turn}’s turn, whose cards this view hides. Let the engine play on, or show both hands.`;
    else this.asked.innerHTML = line.choices;
    if (last && !line.over) this.question = this.asked.querySelector(".pq-asked")?.textContent ?? "";
  }

  focus() {
    (firstChoice(this.asked) ?? this.replay.stage).focus({ preventScroll: true });
  }

  /** Show what the players can know at this step, if that is wanted. */
  async know() {
    const { replay } = this;
    const box = /** @type {HTMLInputElement | null} */ (replay.figure.querySelector('input[data-set="know"]'));
    this.known.hidden = !box?.checked;
    if (!box?.checked) return;
    const step = replay.ids[replay.place];
    if (replay.figure.dataset.engine === "failed") {
      this.known.textContent = "This needs the engine.";
      return;
    }
    try {
      const { html } = await replay.told("know", () => replay.ask("know", { ...replay.wanted, step }), () => this.know());
      if (step === replay.ids[replay.place]) this.known.innerHTML = html;
    } catch (error) {
      this.known.textContent = error instanceof Refusal ? error.message : "";
    }
  }

  /** Say where another rule set differs from the printed one. */
  async compare() {
    const { replay } = this;
    const { rules } = replay.wanted;
    this.century.hidden = !rules;
    if (!rules || this.century.dataset.rules === rules) return;
    this.century.textContent = "Looking for the first difference …";
    this.century.dataset.rules = rules;
    try {
      const { html } = await replay.told("compare", () => replay.ask("compare", { rules }), () => this.compare());
      if (this.century.dataset.rules === rules) this.century.innerHTML = html;
    } catch (error) {
      this.century.textContent = error instanceof Refusal ? error.message : "";
      this.century.dataset.rules = "";
    }
  }
}
