// @ts-check
/**
 * Ignores the second tap of a double tap. An answer may scroll the page or replace what was tapped, and the second
 * tap of the same finger would hit whatever lies there now.
 *
 * Taps are compared by the time at which the finger came down, which the event carries. A slow phone may handle a tap
 * seconds later, once it has laid out the answer.
 */

const SOON = 800; // milliseconds in which the second tap of a finger comes; a mouse says itself what a double click is
const NEAR = 40; // pixels by which it misses the first; a narrow card is as wide

/** Where and when the pointer was last put down. */
let down = { x: 0, y: 0, isMouse: false, at: 0 };
/** Where it was put down before the page changed, and until when another tap there is the same one. */
let before = { ...down, until: 0 };

/** From now on the page is another one under the finger: a second tap in the same place does nothing. */
export function ignoreSecondTap() {
  before = { ...down, until: performance.now() + SOON };
}

/** When the finger, the button or the key of a click came down, on the clock of `performance.now()`. @param {MouseEvent} click */
export function pressedAt(click) {
  return click.detail > 0 ? down.at : click.timeStamp; // a key makes a click too, without a count
}

function forget() {
  before.until = 0;
}

document.addEventListener(
  "pointerdown",
  ({ clientX, clientY, pointerType, timeStamp }) => (down = { x: clientX, y: clientY, isMouse: pointerType === "mouse", at: timeStamp }),
  true,
);
document.addEventListener("input", forget, true);
document.addEventListener(
  "click",
  (event) => {
    // A key makes a click too, without a count.
    const again = down.isMouse ? event.detail > 1 : event.detail > 0;
    if (!again || down.at > before.until) return;
    if (Math.hypot(down.x - before.x, down.y - before.y) > NEAR) forget();
    else {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  true,
);
