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

  get isLoose() {
    return performance.now() - this.since >= HOLDS;
  }
}
