// Corrections: people choose the cells that differ and hear what they would be taken for, before all of it counts.

import { ask, byId, element } from "./api.js";
import { icon } from "./pieces.js";

const WORDS = {
  how: "Choose each cell that is not as shown.",
  forget: (what) => `Forget ${what}`,
  title: (cell) => `What is on ${cell}?`,
  was: "Was it one of these moves?",
};
const SURE = 3;

let on = false, several = false;
let told = {};
let weighed = null, asked = 0, weighedAt = 0;
let now = () => null, send = () => {}, changed = () => {}, say = () => {};

// A move as it is written, and what is done with one's hands.
export const moveWords = (words, steps) => (steps ? [element("b", {}, words), " ", element("span", { class: "fine" }, steps)] : [words]);

export const correcting = () => on;

// The cells that were chosen so far and what they are said to hold.
export const toldCells = () => told;

export function correct(starts) {
  on = starts;
  told = {};
  weighed = null;
  several = false;
  byId("correct").setAttribute("aria-pressed", String(on));
  byId("board").classList.toggle("correcting", on);
  byId("telling").hidden = !on;
  if (on) say(WORDS.how);
  weigh();
}

// Asks what the chosen cells would be taken for; a single one that explains the board counts at once.
async function weigh() {
  render();
  if (!on) return;
  const question = ++asked;
  weighedAt = now().n;
  const answer = await ask("corrections", { cells: told }).catch((fault) => ({ fits: false, refused: true, message: fault.message, moves: [] }));
  if (!on || question !== asked) return;
  weighed = answer;
  if (answer.fits && !several && Object.keys(told).length === 1) return tellAll();
  several = several || Object.keys(told).length > 0;
  render();
}

// Weighs the cells again where something has happened since.
export function heardMore() {
  if (on && now().n !== weighedAt) weigh();
}

function tellAll(cells = told) {
  correct(false);
  send({ do: "correct", cells, sure: true });  // what it comes to was said before
}

function render() {
  changed();
  const cells = Object.entries(told);
  byId("told-cells").replaceChildren(...cells.map(([cell, content]) => {
    const words = `${cell}: ${now().words[content]}`;
    return element("li", {}, element("button", { type: "button", class: "chip", "aria-label": WORDS.forget(words), onclick: () => forget(cell) },
      words, element("span", { "aria-hidden": "true" }, "✕")));
  }));
  byId("taken-for").textContent = weighed?.message ?? "";
  byId("taken-for").dataset.fits = String(Boolean(weighed?.fits));
  const moves = weighed && !weighed.fits ? weighed.moves : [];
  byId("near-moves").replaceChildren(...(moves.length ? [element("p", { class: "fine" }, WORDS.was)] : []),
    ...moves.map(({ words, steps, cells: whole }) => element("button", { type: "button", onclick: () => tellAll(whole) }, ...moveWords(words, steps))));
  byId("telling-done").disabled = !cells.length || !weighed || Boolean(weighed.refused);
}

function forget(cell) {
  delete told[cell];
  weighed = null;
  weigh();
  byId("telling-leave").focus();
}

export async function chooseContent(cell) {
  const state = now();
  byId("contents-title").textContent = WORDS.title(cell);
  const edge = cell.includes("-");
  const fitting = state.alphabet.filter((content) => content === "." || (content === "rod") === edge);
  const { likeliest } = await ask(`cells/${cell}`).catch(() => ({ likeliest: [] }));
  const first = likeliest.filter((content) => fitting.includes(content)).slice(0, SURE);
  const one = (content) => element("button", {
    type: "button", class: first.includes(content) ? "likely" : null, "aria-pressed": told[cell] === undefined ? null : String(told[cell] === content),
    onclick: () => {
      byId("contents").close();
      told[cell] = content;
      weighed = null;
      weigh();
    },
  }, ...(content === "." ? [] : [icon(state, content)]), state.words[content]);
  byId("contents-choice").replaceChildren(...[...first, ...fitting.filter((content) => !first.includes(content))].map(one));
  byId("more-cells").checked = several;
  byId("contents").showModal();
}

// *state* returns how the table stands, *tell* tells the referee, *repaint* shows the board again, *speak* says a text.
export function offerCorrections(state, tell, repaint, speak) {
  [now, send, changed, say] = [state, tell, repaint, speak];
  byId("telling-done").addEventListener("click", () => tellAll());
  byId("telling-leave").addEventListener("click", () => correct(false));
  byId("more-cells").addEventListener("change", (event) => { several = event.target.checked; });
  byId("contents-close").addEventListener("click", () => byId("contents").close());
}
