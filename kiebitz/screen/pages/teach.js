// Teaches Kiebitz this table: it says what to lay out, looks once, and tells how well it reads what it did not learn from.

import { ask, byId, element } from "./api.js";
import { Board } from "./board.js";

const WORDS = {
  title: "Teach this table",
  how: "This is optional: Kiebitz learns the colours and sizes of your pieces in this light. One picture is enough.",
  which: "Which game’s pieces are these?",
  look: "Look",
  looks: "Kiebitz looks.",
  start: "Start the camera first.",
  keep: "Keep this table",
  stop: "Stop",
  name: "Name of the table",
  kept: (name) => `The table is kept as ${name}. Choose it before the next game.`,
};

let teaching = false, wanted = false;
let runs = () => false;

const tested = element("p", { class: "task", "aria-live": "polite" });
const todo = element("p", { "aria-live": "polite" });
const games = element("div", { class: "chips", role: "group", "aria-label": WORDS.which });
const place = element("div", { class: "board" });
const board = new Board(place, () => {});
const name = element("input", { id: "table-name", value: "table", maxlength: 40, autocomplete: "off" });
const lookButton = element("button", { type: "button", class: "big", onclick: look }, WORDS.look);
const keeping = element("div", { class: "search" }, element("label", { for: "table-name" }, WORDS.name), name,
  element("button", { type: "button", onclick: keep }, WORDS.keep));
const note = element("p", { "aria-live": "polite" });
const panel = element("section", { class: "telling", "aria-labelledby": "teach-title", hidden: true },
  element("h2", { id: "teach-title" }, WORDS.title), tested, games, todo, place,
  element("div", { class: "doings" }, lookButton, element("button", { type: "button", class: "quiet", onclick: () => show(false) }, WORDS.stop)),
  keeping, element("p", { class: "fine" }, WORDS.how));

function show(on) {
  teaching = on;
  wanted = false;
  panel.hidden = !on;
  byId("teach").setAttribute("aria-expanded", String(on));
  document.body.classList.toggle("measuring", on);
  if (on) scrollTo({ top: 0 });
}

async function open() {
  heard({ todo: WORDS.which, tested: "", pictures: 0, most: 1 });
  note.textContent = "";
  show(true);
  const { games: known } = await ask("games").catch(() => ({ games: [] }));
  games.replaceChildren(...known.filter(({ owned }) => owned).map(({ game, title }) => element("button", { type: "button", class: "chip", onclick: () => begin(game) }, title)));
}

const begin = (game) => told(() => ask("teach", { game }));

// Shows what *asks* is answered with, or why it was refused.
async function told(asks) {
  try {
    heard(await asks());
  } catch (fault) {
    todo.textContent = fault.message;
  }
}

function heard(lesson) {
  tested.textContent = lesson.tested;
  todo.textContent = lesson.todo;
  place.hidden = !lesson.board || lesson.pictures === lesson.most;
  lookButton.hidden = place.hidden;
  keeping.hidden = !lesson.pictures;
  if (lesson.board) board.show(lesson);
}

function look() {
  wanted = runs();
  todo.textContent = wanted ? WORDS.looks : WORDS.start;
}

export const isTeaching = () => teaching;

// Looks at *frame* where somebody has asked for a look.
export async function lookAt(frame) {
  if (!wanted) return;
  wanted = false;
  await told(() => ask("teach/looks", frame));
}

async function keep() {
  try {
    const kept = await ask("teach/kept", { name: name.value.trim() });
    show(false);
    note.textContent = WORDS.kept(kept.name);
  } catch (fault) {
    todo.textContent = fault.message;
  }
}

// Offers behind *after* to teach the table; *running* says whether the camera runs.
export function offerTeaching(after, running) {
  runs = running;
  after.append(element("button", { type: "button", id: "teach", "aria-expanded": "false", onclick: () => (teaching ? show(false) : open()) }, WORDS.title));
  after.after(note, panel);
}
