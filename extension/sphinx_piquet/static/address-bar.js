// @ts-check
/**
 * Updates of the address bar. A browser limits the number of changes (Safari: 100 in ten seconds) and throws at
 * the next one. So the address is written after the page is drawn, never twice in a row, at most five times a
 * second, and again after an exception.
 */

const PAUSE = 200; // milliseconds between two writes
const AGAIN = 2000; // milliseconds until the next attempt after an exception
const TRIES = 20; // stop trying in a frame that may never write its address

/** @type {{from: string, to: string, visit: boolean} | null} the pending write: its address, and the one that it replaces */
let waiting = null;
let tries = 0;
let timer = 0;

/** Return the address of the current view, even if the bar does not show it yet. */
export function currentAddress() {
  return new URL(waiting?.from === location.href ? waiting.to : location.href);
}

/**
 * Write an address to the bar.
 * @param {string | URL} address
 * @param {boolean} visit whether to add an entry to the browser's history
 */
export function writeAddress(address, visit = false) {
  if (visit) flushAddress();
  waiting = { from: location.href, to: new URL(address, location.href).href, visit };
  tries = 0;
  if (visit || !timer) flushAddress();
}

/** Write the pending address at once, if the browser permits it. */
export function flushAddress() {
  window.clearTimeout(timer);
  timer = 0;
  if (!waiting) return;
  const { from, to, visit } = waiting;
  // Stay there if the reader has gone to another address meanwhile.
  if (from !== location.href || to === from) {
    waiting = null;
    return;
  }
  try {
    if (visit) history.pushState(null, "", to);
    else history.replaceState(history.state, "", to); // keep the state that the page has stored in the entry
    waiting = null;
    timer = window.setTimeout(flushAddress, PAUSE);
  } catch {
    tries += 1;
    if (tries < TRIES) timer = window.setTimeout(flushAddress, AGAIN);
  }
}

// Going back must return to the last view.
window.addEventListener("pagehide", flushAddress);
document.addEventListener("visibilitychange", flushAddress);
document.addEventListener("click", ({ target }) => target instanceof Element && target.closest("a") && flushAddress(), true);
