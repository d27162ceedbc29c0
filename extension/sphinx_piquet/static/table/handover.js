// @ts-check
/** The cover between the turns of two persons who share a device. */

const HOLDS = 600; // milliseconds: longer than a second tap of the same finger takes

/** A cover that has just come down, which the tap that brought it must not lift again. */
export class Cover {
  constructor() {
    this.since = -HOLDS;
  }

  /** @param {{covered: boolean}} drawn what is on the table now */
  follow({ covered }) {
    if (covered) this.since = performance.now();
  }

  /** Tell whether a tap or a key was meant for the cover, by the time at which it was pressed. @param {number} pressed */
  liftsFor(pressed) {
    return pressed - this.since >= HOLDS;
  }
}
