// @ts-check
/**
 * Figures for the court cards, fetched for a reader who asks for them and for nobody else. Where they
 * stand is drawn in the sprite already; a picture there only lacks its address.
 */

/** @type {Promise<void> | null} */
let fetched = null;

/** @returns {SVGElement | null} */
function sprite() {
  return document.querySelector("svg.pq-sprite[data-courts]");
}

/** Tell whether this page can fetch figures. */
export function hasFigures() {
  return sprite() !== null;
}

/** Fetch all figures, then put them in their places; after a failure it may be tried again. */
export function fetchFigures() {
  fetched ??= draw();
  return fetched;
}

async function draw() {
  const found = sprite();
  const folder = found?.dataset.courts ?? "";
  const drawings = [...(found?.querySelectorAll("image[data-court]") ?? [])].map((place) => ({
    place,
    address: `${folder}${/** @type {SVGImageElement} */ (place).dataset.court}.svg`,
  }));
  try {
    await Promise.all(
      drawings.map(({ address }) => {
        const picture = new Image();
        picture.src = address;
        return picture.decode();
      }),
    );
  } catch (error) {
    fetched = null;
    throw error;
  }
  for (const { place, address } of drawings) place.setAttribute("href", address);
  // WebKit draws a picture that has come only where the card is drawn anew.
  for (const card of document.querySelectorAll(".pq-card > use")) card.replaceWith(card.cloneNode());
}
