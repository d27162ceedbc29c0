// @ts-check
/**
 * The Trusted Types policy. Pages carry a security policy under which the browser accepts markup and script
 * addresses only from here. Other browsers take the text as it is.
 *
 * The markup was drawn by the engine, which escapes every text in one place (`views/markup.py`), or is a page of
 * this site.
 */

/**
 * The part of a policy that is used here.
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

/** Replace the content of an element by markup. @param {Element} place @param {string} html */
export function setMarkup(place, html) {
  place.innerHTML = policy.createHTML(html);
}

/** Make a template, in which nothing loads or runs. @param {string} html */
export function makeTemplate(html) {
  const made = document.createElement("template");
  setMarkup(made, html);
  return made;
}

/** Start a module of this site as a worker. @param {URL} address */
export function makeWorker(address) {
  return new Worker(policy.createScriptURL(address.href), { type: "module" });
}

/** Register the service worker of this site. @param {URL} address */
export function registerServiceWorker(address) {
  return navigator.serviceWorker.register(policy.createScriptURL(address.href), { updateViaCache: "none" });
}
