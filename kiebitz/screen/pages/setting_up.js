// The position of a puzzle is set up on the board: what is missing, and what lies where nothing belongs.

import { byId, element } from "./api.js";
import { icon } from "./pieces.js";

const MOST = 12;
const FEW = 3;

export const settingUp = (state) => Boolean(state?.puzzle?.setting_up);

// Shows what is still to be done.
export function renderSettingUp(state) {
  const place = byId("setting-up"), { missing, moving, extra } = steps(state);
  place.hidden = !settingUp(state) || !byId("preparing").hidden;
  const key = JSON.stringify([place.hidden, missing, moving, extra]);
  if (place.hidden || place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(
    ...chips(state, "Put on:", missing, ({ to }) => to),
    ...chips(state, "Move:", moving, ({ from, to }) => `from ${from} to ${to}`),
    ...chips(state, "Take off:", extra, ({ from }) => from));
}

function steps({ untold }) {
  const all = untold?.restore ?? [];
  return { missing: all.filter(({ from }) => !from), moving: all.filter(({ from, to }) => from && to), extra: all.filter(({ to }) => !to) };
}

function chips(state, title, wanted, where) {
  if (!wanted.length) return [];
  const shown = wanted.length > MOST ? [] : wanted;
  const chip = (step) => element("li", {}, icon(state, step.content), element("span", {}, where(step)),
    element("span", { class: "away" }, state.words[step.content]));
  const rest = shown.length ? element("ul", { class: "pieces" }, ...shown.map(chip)) : "as the board shows.";
  return [element("div", {}, element("span", { class: "fine" }, title), rest)];
}

// Returns what is still to be done in words; of many pieces only how many there are.
export function setUpText(state) {
  const { missing, moving, extra } = steps(state), cells = missing.map(({ to }) => to);
  return [
    cells.length > FEW && `${cells.length} pieces are still missing.`,
    cells.length && cells.length <= FEW && `Still missing: ${cells.join(", ")}.`,
    ...moving.map(({ from, to }) => `Move ${from} to ${to}.`),
    extra.length && `To be taken off: ${extra.map(({ from }) => from).join(", ")}.`,
  ].filter(Boolean).join(" ");
}
