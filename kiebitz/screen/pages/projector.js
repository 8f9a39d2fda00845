// Lights the real board from above: first four marks by which the camera aligns the light, then the cells that the
// table's page marks.

import { ask, byId, follow, pause } from "./api.js";
import { keepAwake } from "./awake.js";
import { Grid } from "./grid.js";
import { draw } from "./pieces.js";

const SHOWN_MS = 1500;
const MOVING = ["move", "pass", "takeback", "corrected"];
const ELSEWHERE = ["table", "moved", "found"];

let corners = null, state = null, hinted = [], aligning = false;

const say = (text) => { byId("said").textContent = text; };

// Shows the marks until the camera has seen all of them in a picture that was taken since.
async function align() {
  corners = null;
  document.body.classList.remove("lit");
  if (aligning) return;
  aligning = true;
  for (let shown = false; !corners;) {
    try {
      const told = await ask("projector");
      if (shown) corners = told.corners;
      else showMarks(told.marks);
      shown = true;
      say(told.message);
    } catch (fault) {
      if (fault.status === 403) return;
      say(fault.message);
    }
    if (!corners) await pause(SHOWN_MS);
  }
  aligning = false;
  document.body.classList.add("lit");
  light();
}

function showMarks(path) {
  const svg = byId("light");
  svg.setAttribute("viewBox", "0 0 1 1");
  svg.replaceChildren(draw("path", { class: "tags", d: path }));
}

function light() {
  if (!corners) return;
  const svg = byId("light"), size = [innerWidth, innerHeight];
  svg.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
  const grid = state?.board?.boards === 1 ? new Grid(state.board, corners, size) : null;
  svg.replaceChildren(...Object.entries(grid ? marks() : {}).filter(([, names]) => names?.length)
    .map(([mark, names]) => draw("path", { class: mark, d: grid.around(names) })));
}

// What is wrong comes alone: it is to be seen at once.
function marks() {
  const back = (state.untold?.restore ?? []).flatMap(({ from, to }) => [from, to]).filter(Boolean);
  const wrong = state.asking?.cells ?? [];
  if (wrong.length || back.length) return { wrong: wrong.filter((name) => !back.includes(name)), back };
  return { last: state.last, hinted, asked: Object.keys(state.aid?.announced?.cells ?? {}) };
}

async function refresh() {
  state = await ask("state").catch(() => state);
  light();
}

byId("align").addEventListener("click", align);
addEventListener("resize", light);
keepAwake(true);
align();
follow(
  (event) => {
    if (ELSEWHERE.includes(event.event)) align();
    if (event.event === "hint" && event.seat) hinted = event.cells;
    else if (MOVING.includes(event.event)) hinted = [];
    if (!["view", "phase", "saving", "others", "photo"].includes(event.event)) refresh();
  },
  (on, refused) => {
    if (refused) say("This page does not know the table. Open it again under Add a device.");
    else if (on) refresh();
  },
);
