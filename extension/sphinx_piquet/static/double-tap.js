// @ts-check
/**
 * Suppression of the second tap of a double tap. An answer may scroll the page or replace the tapped element, so
 * the second tap would hit another control.
 *
 * Taps are compared by the time of the `pointerdown` event, because a slow phone may dispatch the click seconds
 * later.
 */

const SOON = 800; // milliseconds within which a second tap follows; a mouse reports double clicks itself
const NEAR = 40; // pixels between the two taps; a narrow card is as wide

/** The position and time of the last `pointerdown`. */
let down = { x: 0, y: 0, isMouse: false, at: 0 };
/** The position of the last `pointerdown` before the page changed, and the time until which another tap there is ignored. */
let before = { ...down, until: 0 };

/** Ignore a second tap at the same position, because the page is about to change there. */
export function ignoreSecondTap() {
  before = { ...down, until: performance.now() + SOON };
}

/** Return when the pointer or the key of a click was pressed, on the clock of `performance.now()`. @param {MouseEvent} click */
export function pressedAt(click) {
  return click.detail > 0 ? down.at : click.timeStamp; // a key causes a click with a count of 0
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
    // A key causes a click with a count of 0.
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
