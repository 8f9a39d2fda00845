// What may be done once a game is over: agree to its result, play it again, or look at it step by step.

import { ask, byId, element } from "./api.js";
import { table } from "./rematch.js";

export function renderEnding(state, begin) {
  const place = byId("ending");
  const { puzzle } = state;
  place.hidden = !(puzzle ? puzzle.state === "solved" : state.result) || state.role !== "table";
  if (place.hidden || place.dataset.key === state.journal) return;
  place.dataset.key = state.journal;
  if (puzzle) return place.replaceChildren(...afterPuzzle(state, puzzle, begin));
  place.replaceChildren(
    element("button", { type: "button", onclick: () => begin(table(state, state.source)) }, "Rematch"),
    element("a", { class: "button", href: `/games?game=${encodeURIComponent(state.journal)}` }, "Look at this game"),
  );
}

function afterPuzzle({ game, source, colours }, { number, of }, begin) {
  const next = () => begin({ game, puzzle: number + 1, source, colours });
  return [
    ...(number < of ? [element("button", { type: "button", onclick: next }, "Next puzzle")] : []),
    element("a", { class: "button", href: `/learn?game=${game}&puzzles=1&step=${number}` }, "All puzzles"),
  ];
}

// Offers each seat to agree to the result, as players sign a score sheet; *say* tells people what came of it.
export function renderSigning(state, say) {
  const place = byId("signing");
  place.hidden = !state.result || state.puzzle || state.role !== "table";
  const key = JSON.stringify([state.journal, state.signed, state.names]);
  if (place.hidden || place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(element("span", { class: "fine" }, "Do you agree to the result?"), ...state.seats.map((side) => signature(state, side, say)));
}

function signature(state, side, say) {
  const seat = state.holders[side], name = state.names[side] ?? side;
  if (state.signed.includes(seat)) return element("span", { class: "signed" }, `${name} has agreed`);
  const sign = () => ask("signatures", { seat }).then(() => say(`${name} has agreed`), (fault) => say(fault.message));
  return element("button", { type: "button", class: "quiet", onclick: sign }, `${name} agrees`);
}
