// What Kiebitz does for the players: it plays a seat, at a level; nothing in fair play.

import { ask, byId, element } from "./api.js";
import { setting } from "./settings.js";

const seatToMove = (state) => state.holders?.[state.to_move];

export function renderAid(state) {
  const { aid } = state, seat = seatToMove(state), mine = byId("play-for");
  byId("fair").hidden = !aid?.locked;
  mine.disabled = !seat || Boolean(aid?.locked);
  mine.hidden = Boolean(state.puzzle);
  mine.setAttribute("aria-pressed", String(Boolean(seat && aid?.bots[seat])));
  byId("hint").disabled = !state.to_move || Boolean(aid?.locked);
  const words = aid?.announced?.words ?? "";
  const more = words === state.said ? "" : words;
  const todo = byId("todo"), key = `${words}|${more}`;
  if (todo.dataset.key !== key) {
    todo.dataset.key = key;
    todo.replaceChildren(...(words ? [element("b", {}, "Make this move on the table."), more && ` ${more}`] : []));
  }
}

// Returns what tells that Kiebitz plays *seat*; nothing where people do.
export const botTag = (state, seat) => (state.aid?.bots[seat] ? [element("span", { class: "tag" }, `Kiebitz ${state.aid.bots[seat]}`)] : []);

// Lets Kiebitz play the seat to move from now on, or people again.
export async function playFor(state) {
  const seat = seatToMove(state);
  await ask("bots", { seat, level: state.aid?.bots[seat] ? null : Number(setting("level")) });
}
