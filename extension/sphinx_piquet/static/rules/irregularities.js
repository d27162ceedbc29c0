// @ts-check
/** Marks the answers that hold under the rule set in the address, as a replay or the table links to them. */

const ruleset = new URLSearchParams(location.search.slice(0, 200)).get("by") ?? "";
const note = /** @type {HTMLElement | null} */ (document.querySelector('[data-part="marked-note"]'));

if (note && ruleset) {
  for (const row of document.getElementsByClassName(`pq-under-${ruleset}`)) {
    row.classList.add("pq-marked-row");
    const tag = document.createElement("span");
    tag.className = "pq-tag";
    tag.textContent = "your rules";
    row.querySelector("th p")?.append(" ", tag);
  }
  note.hidden = false;
}
