// @ts-check
/**
 * What a page says that was opened from a file. Browsers run no module there, so that its live parts
 * stand still although JavaScript is on. This script is not a module, and so it runs.
 */

(() => {
  if (location.protocol !== "file:") return;
  const notes = document.querySelectorAll(".pq-needs-script, .pq-without");
  const parts = document.querySelectorAll("figure.pq-replay, .pq-exercise");
  const command = document.createElement("code");
  command.textContent = "make serve";
  const said = document.createElement("p");
  said.className = "pq-unserved pq-screen";
  said.append(
    "This page was opened from a file. It can be read as it is; what moves and answers in it comes alive only when " +
      "the page comes from a server. In the folder of the project, ",
    command,
    " starts one.",
  );
  (notes[0] ?? parts[0])?.before(said);
  for (const note of notes) note.remove();
})();
