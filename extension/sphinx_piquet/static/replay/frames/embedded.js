// @ts-check
/** The script of an embedded replay. It applies the requested colour scheme, and reports its height to the page around it. */

import { queryValue } from "../../replay-address.js";

const theme = queryValue("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

if (window.parent !== window) {
  const tell = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    const shown = document.querySelector("figure.pq-replay") !== null;
    window.parent.postMessage({ type: "piquet:height", height, shown }, "*");
  };
  new ResizeObserver(tell).observe(document.body);
}
