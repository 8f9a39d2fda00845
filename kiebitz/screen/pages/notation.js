// What the letters and signs of moves mean, as the game's own rulebook says it.

import { ask, byId } from "./api.js";

const TITLE = "Writing it down";

// *now* returns where the game stands.
export function offerNotation(now) {
  byId("show-notation").addEventListener("click", async () => {
    byId("notation-told").textContent = await told(now().game);
    byId("notation").showModal();
  });
  byId("notation-close").addEventListener("click", () => byId("notation").close());
}

// Returns what the rulebook of *game* says of moves; the rest of that clause is about whole positions.
async function told(game) {
  try {
    const { clauses } = await ask(`rules/${game}`);
    return clauses.find(({ title }) => title === TITLE).text.split("\n\n")[0];
  } catch (fault) {
    return fault.message;
  }
}
