// @ts-check
/** Forms whose options depend on the rule set. Each option lists its rule sets. */

/** Disable the options that the chosen rule set does not have. @param {HTMLFormElement} form */
export function fitToRules(form) {
  const [rules, ...changes] = /** @type {HTMLSelectElement} */ (form.elements.namedItem("rules")).value.split(",");
  const isOpen = changes.some((one) => one.startsWith("game.forms=")); // the engine decides
  for (const one of /** @type {NodeListOf<HTMLOptionElement | HTMLInputElement>} */ (form.querySelectorAll("option[data-for], input[data-for]"))) {
    const fits = isOpen || (one.dataset.for ?? "").split(" ").includes(rules);
    one.disabled = !fits;
    if (one instanceof HTMLInputElement) one.checked &&= fits;
    else one.hidden = !fits;
  }
  for (const select of form.querySelectorAll("select")) {
    if (select.selectedOptions[0]?.disabled) select.value = [...select.options].find((one) => !one.disabled)?.value ?? "";
  }
}
