// @ts-check
/** Keyboard shortcuts of a replay. A focused control keeps the keys that it uses itself. */

import { usesKey } from "../../dom.js";

/**
 * @typedef {object} Keyed the part of a replay that is used here
 * @property {HTMLElement} figure
 * @property {{at: string}} wanted
 * @property {(act: string) => void} perform
 * @property {(name: string, value: string) => void} chooseSetting
 * @property {() => void} toggleReasons
 * @property {{toggleKnowledge: () => void}} live
 */

/**
 * Leave a variation by Escape, anywhere on the page.
 * @param {Keyed} replay @param {KeyboardEvent} event
 */
export function leaveByKey(replay, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key !== "Escape" || event.defaultPrevented || !replay.wanted.at) return;
  if (replay.figure.contains(target) || document.querySelector("dialog[open]") || usesKey(target, event.key)) return;
  replay.perform("back");
}

/**
 * Perform the action of a key while the focus is in the replay.
 * @param {Keyed} replay @param {KeyboardEvent} event
 */
export function pressKey(replay, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("dialog")) return; // dialogs use keys themselves
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (usesKey(target, event.key)) return;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => replay.perform("prev"),
    ArrowRight: () => replay.perform("next"),
    Home: () => replay.perform("first"),
    End: () => replay.perform("last"),
    " ": () => replay.perform("play"),
    1: () => replay.chooseSetting("view", "both"),
    2: () => replay.chooseSetting("view", "e"),
    3: () => replay.chooseSetting("view", "y"),
    c: () => replay.perform("copy"),
    w: () => replay.perform("whatif"),
    v: () => replay.perform("variation"),
    k: () => replay.live.toggleKnowledge(),
    y: () => replay.toggleReasons(),
    Escape: () => replay.perform("back"),
  };
  const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
