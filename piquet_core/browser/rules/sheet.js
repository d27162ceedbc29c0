/* A button that prints the sheet; without it the browser's own command does the same. */

for (const sheet of document.querySelectorAll(".pq-sheet")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "pq-print";
  button.textContent = "Print this page";
  button.addEventListener("click", () => window.print());
  sheet.before(button);
}
