// What may be done once a game is over: play it again, or look at it step by step.

import { byId, element } from "./api.js";
import { table } from "./rematch.js";

export function renderEnding(state, begin) {
  const place = byId("ending");
  place.hidden = !state.result || state.role !== "table";
  if (place.hidden || place.dataset.key === state.journal) return;
  place.dataset.key = state.journal;
  place.replaceChildren(
    element("button", { type: "button", onclick: () => begin(table(state, state.source)) }, "Rematch"),
    element("a", { class: "button", href: `/games?game=${encodeURIComponent(state.journal)}` }, "Look at this game"),
  );
}
