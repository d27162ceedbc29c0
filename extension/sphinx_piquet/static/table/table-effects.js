// @ts-check
/** Sound and vibration at the table, both off unless the reader switches them on. The sounds are synthesised. */

/**
 * @typedef {{at: number, hertz: number, lasts: number, loud: number}} Tone times in seconds; 0 Hz is a short noise
 * @typedef {{tones: Tone[], shakes: number[]}} Effect `shakes` are milliseconds of vibration and rest in turn
 */

/** @type {Record<string, Effect>} */
const EFFECTS = {
  card: { tones: [{ at: 0, hertz: 0, lasts: 0.05, loud: 0.12 }], shakes: [] },
  trick: { tones: [{ at: 0, hertz: 0, lasts: 0.16, loud: 0.06 }], shakes: [12] },
  pique: { tones: chord([392, 523]), shakes: [40, 60, 40] },
  repique: { tones: chord([392, 523, 659]), shakes: [40, 60, 40, 60, 80] },
  capot: { tones: chord([262, 392, 523, 784]), shakes: [60, 80, 60, 80, 160] },
};

/** Return tones that follow one another and fade together. @param {number[]} pitches @returns {Tone[]} */
function chord(pitches) {
  return pitches.map((hertz, place) => ({ at: place * 0.12, hertz, lasts: 0.9 - place * 0.1, loud: 0.07 }));
}

export const CAN_SOUND = typeof AudioContext === "function";
export const CAN_SHAKE = typeof navigator.vibrate === "function" && window.matchMedia("(pointer: coarse)").matches;

export class TableEffects {
  constructor() {
    this.hasSound = false;
    this.hasVibration = false;
    /** Made at the first sound, which follows a tap or a key. @type {AudioContext | null} */
    this.context = null;
    /** The feats of the present update that were played. @type {Set<string>} */
    this.played = new Set();
    /** The cards of the trick on the board. */
    this.trick = "";
  }

  /** Begin an update, in which each feat is played once. */
  begin() {
    this.played.clear();
  }

  /** Play the effects of a drawn board: those of a new card, and of a feat. @param {HTMLElement} board */
  follow(board) {
    const trick = [...board.querySelectorAll(".pq-trick use")].map((one) => one.getAttribute("href")).join(" ");
    if (trick && trick !== this.trick) this.play("card");
    this.trick = trick;
    for (const one of board.querySelectorAll("[data-feat]")) {
      const { feat = "" } = /** @type {HTMLElement} */ (one).dataset;
      if (!this.played.has(feat)) this.play(feat);
      this.played.add(feat);
    }
  }

  /** @param {string} name */
  play(name) {
    const effect = EFFECTS[name];
    if (!effect) return;
    if (this.hasVibration && CAN_SHAKE && effect.shakes.length) navigator.vibrate(effect.shakes);
    if (this.hasSound && CAN_SOUND) this.sound(effect.tones);
  }

  /** @param {Tone[]} tones */
  sound(tones) {
    this.context ??= new AudioContext();
    const { context } = this;
    if (context.state === "suspended") void context.resume().catch(() => {}); // before the first tap
    for (const { at, hertz, lasts, loud } of tones) {
      const source = hertz ? makeTone(context, hertz) : makeNoise(context, lasts);
      const gain = context.createGain();
      const [from, to] = [context.currentTime + at, context.currentTime + at + lasts];
      gain.gain.setValueAtTime(loud, from);
      gain.gain.exponentialRampToValueAtTime(0.0001, to);
      source.connect(gain).connect(context.destination);
      source.start(from);
      source.stop(to);
    }
  }
}

/** @param {AudioContext} context @param {number} hertz @returns {AudioScheduledSourceNode} */
function makeTone(context, hertz) {
  const tone = context.createOscillator();
  tone.type = "triangle";
  tone.frequency.value = hertz;
  return tone;
}

/** @param {AudioContext} context @param {number} seconds @returns {AudioScheduledSourceNode} */
function makeNoise(context, seconds) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const samples = buffer.getChannelData(0);
  let last = 0;
  // Paper on cloth has few high frequencies.
  for (let at = 0; at < samples.length; at++) samples[at] = last += 0.25 * (Math.random() * 2 - 1 - last);
  const noise = context.createBufferSource();
  noise.buffer = buffer;
  return noise;
}
