// @ts-check
/**
 * The one door for markup and for addresses of scripts. Pages carry a policy (Trusted Types) under which
 * the browser refuses both from anywhere else; a browser without it takes the same text as it is.
 *
 * What comes through here was drawn by the engine, which escapes every text in one place
 * (`html/markup.py`), or it is a page of this site.
 */

/**
 * What we use of a policy.
 * @typedef {{createHTML: (html: string) => string, createScriptURL: (address: string) => string}} Policy
 */

/** @type {Policy} */
const rules = {
  createHTML: (html) => html,
  createScriptURL: (address) => {
    if (new URL(address, document.baseURI).origin !== location.origin) throw new TypeError(`a script from elsewhere: ${address}`);
    return address;
  },
};

/** @type {Policy} */
const policy = /** @type {any} */ (window).trustedTypes?.createPolicy("piquet", rules) ?? rules;

/** Fill a place with markup. @param {Element} place @param {string} html */
export function setMarkup(place, html) {
  place.innerHTML = policy.createHTML(html);
}

/** Markup that nobody sees: nothing in it loads or runs. @param {string} html */
export function makeTemplate(html) {
  const made = document.createElement("template");
  setMarkup(made, html);
  return made;
}

/** Start a module of this site on its own thread. @param {URL} address */
export function makeWorker(address) {
  return new Worker(policy.createScriptURL(address.href), { type: "module" });
}

/** Let a script of this site stand between its pages and the line. @param {URL} address */
export function registerServiceWorker(address) {
  return navigator.serviceWorker.register(policy.createScriptURL(address.href), { updateViaCache: "none" });
}
