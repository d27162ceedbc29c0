// @ts-check
/** The value of a hand: a deck to pick from, and the engine's count. */

import { preloadOnApproach } from "../engine/preload.js";
import { Refusal, ask } from "../engine/engine-client.js";
import { askWithStatus } from "../engine/engine-status.js";
import { setMarkup } from "../trusted-markup.js";
import { find, makeElement } from "../dom.js";
import { fitToRules } from "./dependent-options.js";

/** Start the widget in an element. @param {HTMLElement} place */
function countHands(place) {
  const form = /** @type {HTMLFormElement} */ (find(place, "form"));
  const output = find(form, "output");
  const button = find(form, "[type='submit']");
  const answer = find(place, ".pq-worth");
  const tell = () => {
    fitToRules(form);
    const picked = form.querySelectorAll(":checked[name='card']").length;
    output.textContent = `${picked} of ${output.dataset.of}`;
    button.setAttribute("aria-disabled", String(String(picked) !== output.dataset.of)); // it may be tapped, and then says what is missing
  };
  const count = async () => {
    const data = new FormData(form);
    const args = { rules: data.get("rules"), cards: data.getAll("card") };
    try {
      const asked = () => ask(place.dataset, "hand-value", args);
      const { html } = await askWithStatus(answer, place.dataset, asked, { what: "worth", again: count, stands: "The cards stay as they are." });
      setMarkup(answer, html);
    } catch (error) {
      if (error instanceof Refusal) answer.replaceChildren(makeElement("p", "pq-refused", error.reason));
    }
    answer.scrollIntoView({ block: "nearest" });
  };
  form.addEventListener("change", () => {
    answer.replaceChildren(); // the answer is for other cards
    tell();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void count();
  });
  form.addEventListener("reset", () => setTimeout(() => (answer.replaceChildren(), tell())));
  place.hidden = false;
  preloadOnApproach(form, place.dataset);
  tell();
}

for (const place of document.querySelectorAll(".pq-handworth")) countHands(/** @type {HTMLElement} */ (place));
