// What tests/test_storage.py runs under Node: trials of the modules that keep things. Prints one JSON object, in which
// an assertion that failed stands as a text.
import { games } from "./games.mjs";
import { progressTrials } from "./progress.mjs";
import { ratingTrials } from "./ratings.mjs";
import { placeTrials } from "./places.mjs";
import { challengeTrials } from "./challenges.mjs";
import { workSetTrials } from "./work-sets.mjs";
import { KEYS, OLD } from "./room.mjs";

/** @type {Record<string, unknown>} */
const told = { KEYS, OLD };
globalThis.window = globalThis.document = new EventTarget();
for (const [name, trial] of Object.entries({ ...progressTrials, ...games, ...ratingTrials, ...placeTrials, ...challengeTrials, ...workSetTrials })) {
  try {
    told[name] = trial() ?? "held";
  } catch (error) {
    told[name] = `failed: ${error.stack}`;
  }
}
console.log(JSON.stringify(told));
