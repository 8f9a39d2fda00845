// Whose turn it is, where the referee has it wrong: one button opens the others who may be to move.

import { byId, element } from "./api.js";

let tell = () => {};

export function renderTurns(state) {
  const others = (state.seats ?? []).filter((seat) => seat !== state.to_move);
  const button = byId("not-so"), place = byId("whose"), key = JSON.stringify([others, state.names, state.n]);
  button.hidden = state.role !== "table" || !state.to_move || !others.length || Boolean(state.puzzle);
  if (button.hidden || place.dataset.key !== key) unfold(false);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(...others.map((seat) => element("button", { type: "button", onclick: () => give(seat) }, `It is ${state.names?.[seat] ?? seat}'s turn`)));
}

function unfold(wanted) {
  byId("whose").hidden = !wanted;
  byId("not-so").setAttribute("aria-expanded", String(wanted));
}

function give(seat) {
  unfold(false);
  tell({ do: "turn", seat });
}

// Tells a choice by *send*.
export function offerTurns(send) {
  tell = send;
  byId("not-so").addEventListener("click", () => {
    unfold(byId("whose").hidden);
    byId("whose").querySelector("button")?.focus();
  });
}
