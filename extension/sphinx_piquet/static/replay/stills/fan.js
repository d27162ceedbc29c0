// @ts-check
/**
 * The animated figure of a deal. It plays the cards once, to the last trick. It pauses while it is out of view or
 * touched, and does not start on its own for readers who prefer reduced motion.
 */

const LEAD = 1900; // milliseconds for a complete trick
const REPLY = 1100; // milliseconds until the second card

const rest = window.matchMedia("(prefers-reduced-motion: reduce)");

/** @param {HTMLElement} figure */
function animateFan(figure) {
  const still = /** @type {HTMLElement} */ (figure.querySelector(".pq-fan-still"));
  const button = /** @type {HTMLButtonElement} */ (figure.querySelector(".pq-fan-act"));
  const first = [...still.children];
  const moments = [...figure.querySelectorAll("template")].map((one) => [...one.content.children]);
  let at = -1; // before the first moment
  let going = !rest.matches;
  let seen = false;
  let timer = 0;

  const step = () => {
    at += 1;
    still.replaceChildren(...moments[at].map((row) => row.cloneNode(true)));
    wait();
  };

  const wait = () => {
    window.clearTimeout(timer);
    const over = at === moments.length - 1;
    if (over) going = false;
    button.textContent = going ? "Pause" : over ? "Once more" : at < 0 ? "Play it" : "Go on";
    const whole = still.querySelectorAll(".pq-fan-mid > span").length > 1;
    if (going && seen && !document.hidden) timer = window.setTimeout(step, whole ? LEAD : REPLY);
  };

  button.addEventListener("click", () => {
    if (at === moments.length - 1) {
      at = -1;
      still.replaceChildren(...first);
    }
    going = !going;
    wait();
  });
  still.addEventListener("pointerdown", () => {
    going = false;
    wait();
  });
  document.addEventListener("visibilitychange", wait);
  new IntersectionObserver(([entry]) => {
    seen = entry.isIntersecting;
    wait();
  }).observe(figure);
  button.hidden = false;
  wait();
}

for (const figure of document.querySelectorAll("figure.pq-fan-of-a-deal")) animateFan(/** @type {HTMLElement} */ (figure));
