// @ts-check
/** A replay in somebody else's page: it is light or dark as asked, and says how high it is. */

import { queryValue } from "../../replay-address.js";

const theme = queryValue("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

if (window.parent !== window) {
  const tell = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    window.parent.postMessage({ type: "piquet:height", height }, "*");
  };
  new ResizeObserver(tell).observe(document.body);
}
