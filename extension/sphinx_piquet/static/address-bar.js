// @ts-check
/**
 * The address bar. It follows what is shown, and nothing waits for it: a browser allows only so many
 * changes (Safari a hundred in ten seconds) and throws at the next. So it is written after the page
 * is drawn, never the same twice, at most five times a second, and again after a refusal.
 */

const PAUSE = 200; // milliseconds from one writing to the next
const AGAIN = 2000; // milliseconds until what was refused is tried again
const TRIES = 20; // a frame that may never write its address stops asking

/** @type {{from: string, to: string, visit: boolean} | null} what is to be written, and over what */
let waiting = null;
let tries = 0;
let timer = 0;

/** The address of what is shown; the bar may be about to say it. */
export function currentAddress() {
  return new URL(waiting?.from === location.href ? waiting.to : location.href);
}

/**
 * Make the bar say what is shown.
 * @param {string | URL} address
 * @param {boolean} visit whether the back button leads back to what it says now
 */
export function writeAddress(address, visit = false) {
  if (visit) flushAddress();
  waiting = { from: location.href, to: new URL(address, location.href).href, visit };
  tries = 0;
  if (visit || !timer) flushAddress();
}

/** Write what waits at once, as far as the browser lets us. */
export function flushAddress() {
  window.clearTimeout(timer);
  timer = 0;
  if (!waiting) return;
  const { from, to, visit } = waiting;
  // Whoever has gone elsewhere meanwhile stays there.
  if (from !== location.href || to === from) {
    waiting = null;
    return;
  }
  try {
    if (visit) history.pushState(null, "", to);
    else history.replaceState(history.state, "", to); // the entry keeps the state that its page has noted
    waiting = null;
    timer = window.setTimeout(flushAddress, PAUSE);
  } catch {
    tries += 1;
    if (tries < TRIES) timer = window.setTimeout(flushAddress, AGAIN);
  }
}

// Whoever leaves, or follows a link, comes back to what was shown last.
window.addEventListener("pagehide", flushAddress);
document.addEventListener("visibilitychange", flushAddress);
document.addEventListener("click", ({ target }) => target instanceof Element && target.closest("a") && flushAddress(), true);
