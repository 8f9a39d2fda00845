// Teaches while people play, on devices that ask for it: what the last move did, and what may be done for the first time.
// Where a puzzle is on the board, every device shows what that says instead.

import { ask, byId, element } from "./api.js";
import { setting } from "./settings.js";

let shown = "";

const teaches = () => setting("teach") === "on";

// Shows what is taught where *state* has another position than before; *mark* frames cells, *say* speaks.
export async function renderTeaching(state, mark, say) {
  const place = byId("teaching");
  const { puzzle } = state;
  const key = puzzle ? JSON.stringify([state.journal, puzzle]) : teaches() && state.position ? `${state.journal} ${state.n} ${state.position}` : "";
  if (key === shown) return;
  shown = key;
  const taught = puzzle?.told ?? (key ? await asked() : []);
  if (key !== shown) return;
  place.hidden = !taught.length;
  place.dataset.state = puzzle?.state ?? "";
  const title = puzzle ? [element("li", {}, element("b", {}, `Puzzle ${puzzle.number} of ${puzzle.of}`))] : [];
  place.replaceChildren(...title, ...taught.map(({ text }) => element("li", {}, text)));
  mark(taught.flatMap(({ cells }) => cells));
  if (taught.length) say(taught.map(({ text }) => text).join(" "));
}

async function asked() {
  const { taught } = await ask("teaching").catch((fault) => ({ taught: [{ text: fault.message, cells: [] }] }));
  return taught;
}
