// Sets the corners of the board by hand: four handles on the newest picture, for fingers and for arrow keys.

import { ask, byId, element, pause, picture } from "./api.js";
import { Grid } from "./grid.js";
import { draw } from "./pieces.js";

const WORDS = {
  title: "Where are the corners of the board?",
  how: "Drag each handle to the corner of its cell, at the edge of the playing area. With the keyboard: Tab to a handle, then arrow keys; Shift moves it ten times as far.",
  use: "Use these corners",
  find: "Find it by itself",
  turn: "Turn the names",
  close: "Close",
  corner: (name) => `Corner ${name}`,
  at: (name, x, y) => `${name}: ${x}, ${y}`,
  alt: "The newest picture of the table",
  byHand: "Set the corners by hand",
};
const PICTURE_MS = 1000;
const LOST_MS = 6000;
const LOUPE_PX = 112, LOUPE_ZOOM = 3;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let view = null, lostSince = null;
let state = () => null;
let names = [], corners = [], handles = [];

// -- the dialog, made when it is first opened

const image = element("img", { alt: WORDS.alt, draggable: "false", onload: magnifyAnew });
const lines = draw("svg", { "aria-hidden": "true" });
const loupe = element("canvas", { class: "loupe", width: LOUPE_PX, height: LOUPE_PX, hidden: true, "aria-hidden": "true" });
const place = element("div", { class: "pointing" }, image, lines, loupe);
const told = element("p", { class: "away", "aria-live": "polite" });
const fault = element("p", { class: "repair", "aria-live": "assertive" });
const dialog = element("dialog", { class: "wide", "aria-labelledby": "corners-title" },
  element("h2", { id: "corners-title" }, WORDS.title), element("p", { class: "fine" }, WORDS.how), place, told, fault,
  element("div", { class: "doings" },
    element("button", { type: "button", class: "big", onclick: use }, WORDS.use),
    element("button", { type: "button", onclick: turn }, WORDS.turn),
    element("button", { type: "button", onclick: findAnew }, WORDS.find),
    element("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, WORDS.close)));

// The outermost cells in the order of the referee: a1, the last file, the far corner, back to the first file.
function cornerNames(board) {
  const cells = Object.entries(board.cells);
  const outermost = (x, y) => cells.reduce((best, cell) => (x * cell[1][0] + y * cell[1][1] > x * best[1][0] + y * best[1][1] ? cell : best))[0];
  return [outermost(-1, 1), outermost(1, 1), outermost(1, -1), outermost(-1, -1)];
}

async function open() {
  if (!canPointOut()) return;
  names = cornerNames(state().board);
  corners = view.boards[0] ?? (corners.length ? corners : [[0.2, 0.8], [0.8, 0.8], [0.8, 0.2], [0.2, 0.2]]);
  corners = corners.map(([x, y]) => [within(x), within(y)]);
  if (!dialog.isConnected) document.body.append(dialog);
  for (const handle of handles) handle.remove();
  handles = names.map((_, at) => handle(at));
  place.append(...handles);
  fault.textContent = told.textContent = "";
  lay();
  dialog.showModal();
  handles[0].focus();
  while (dialog.open) {
    await showNewest();
    await pause(PICTURE_MS);
  }
}

async function showNewest() {
  const address = await picture("frames/newest").catch(() => null);
  if (!address) return;
  const before = image.src;
  image.src = address;
  if (before) URL.revokeObjectURL(before);
}

const within = (share) => Math.min(1, Math.max(0, share));

function handle(at) {
  let grip = null;
  const made = element("button", {
    type: "button", class: "corner", "aria-label": WORDS.corner(names[at]),
    onpointerdown: (event) => {
      const box = place.getBoundingClientRect();
      made.setPointerCapture(event.pointerId);
      grip = [corners[at][0] * box.width - event.clientX, corners[at][1] * box.height - event.clientY];
      magnify(at);
    },
    onpointermove: (event) => {
      if (!grip) return;
      const box = place.getBoundingClientRect();
      move(at, (event.clientX + grip[0]) / box.width, (event.clientY + grip[1]) / box.height);
    },
    onpointerup: () => { grip = null; },
    onpointercancel: () => { grip = null; },
    onfocus: () => magnify(at),
    onblur: () => { loupe.hidden = true; },
    onkeydown: (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      const far = event.shiftKey ? 10 : 1;
      move(at, corners[at][0] + (step[0] * far) / view.size[0], corners[at][1] + (step[1] * far) / view.size[1]);
      told.textContent = WORDS.at(names[at], ...pixels(corners[at]));
    },
  }, element("span", { "aria-hidden": "true" }, names[at]));
  return made;
}

const pixels = ([x, y]) => [Math.round(x * view.size[0]), Math.round(y * view.size[1])];

function move(at, x, y) {
  corners[at] = [within(x), within(y)];
  lay();
  magnify(at);
}

function turn() {
  const cells = Object.values(state().board.cells);
  const square = new Set(cells.map(([x]) => x)).size === new Set(cells.map(([, y]) => y)).size;
  const steps = square ? 1 : 2;
  corners = corners.map((_, at) => corners[(at + steps) % 4]);
  lay();
}

// -- what is drawn over the picture

function lay() {
  const [width, height] = view.size;
  lines.setAttribute("viewBox", `0 0 ${width} ${height}`);
  handles.forEach((one, at) => {
    one.style.left = `${100 * corners[at][0]}%`;
    one.style.top = `${100 * corners[at][1]}%`;
  });
  lines.replaceChildren(draw("path", { d: new Grid(state().board, corners, view.size).lines() }));
}

// A newer picture has come.
function magnifyAnew() {
  const at = handles.indexOf(document.activeElement);
  if (at >= 0) magnify(at);
}

// Shows what is round a corner three times as large, beside it.
function magnify(at) {
  const box = place.getBoundingClientRect();
  const [x, y] = corners[at];
  const pen = loupe.getContext("2d");
  const [across, up] = [image.naturalWidth / (LOUPE_ZOOM * box.width), image.naturalHeight / (LOUPE_ZOOM * box.height)];
  const [width, height] = [LOUPE_PX * across, LOUPE_PX * up];
  pen.fillRect(0, 0, LOUPE_PX, LOUPE_PX);
  if (width) pen.drawImage(image, x * image.naturalWidth - width / 2, y * image.naturalHeight - height / 2, width, height, 0, 0, LOUPE_PX, LOUPE_PX);
  for (const [colour, thick] of [["#000", 3], ["#fff", 1]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = thick;
    pen.beginPath();
    pen.moveTo(LOUPE_PX / 2, 0);
    pen.lineTo(LOUPE_PX / 2, LOUPE_PX);
    pen.moveTo(0, LOUPE_PX / 2);
    pen.lineTo(LOUPE_PX, LOUPE_PX / 2);
    pen.stroke();
  }
  loupe.hidden = false;
  loupe.style.left = `${x * box.width + (x < 0.5 ? 40 : -40 - LOUPE_PX)}px`;
  loupe.style.top = `${Math.min(Math.max(0, y * box.height - LOUPE_PX), box.height - LOUPE_PX)}px`;
}

// -- what is announced

async function send(corners_px) {
  try {
    await ask("corners", { corners_px });
    dialog.close();
  } catch (refused) {
    fault.textContent = refused.message;
  }
}

function use() {
  send(corners.map(([x, y]) => [x * view.size[0] - 0.5, y * view.size[1] - 0.5]));
}

function findAnew() {
  send(null);
}

// -- the way in

const MAY = ["table", "camera"];
const canPointOut = () => MAY.includes(state()?.role) && state().board?.boards === 1 && Boolean(view?.size);

// Shows the buttons that lead here; *now* returns how the table stands.
export function offerCorners(now) {
  state = now;
  byId("by-hand").append(element("button", { type: "button", onclick: open }, WORDS.byHand),
    element("button", { type: "button", onclick: findAnew }, WORDS.find));
  byId("lost")?.append(element("button", { type: "button", onclick: open }, WORDS.byHand));
  setInterval(show, 500);
}

export function sawView(seen) {
  view = seen;
  lostSince = seen.boards.length || !seen.size ? null : lostSince ?? Date.now();
  show();
}

// Another table has begun: what was seen of the one before says nothing about it.
export function forgetView() {
  [view, lostSince, corners] = [null, null, []];
  dialog.close();
  image.removeAttribute("src");
  show();
}

function show() {
  byId("by-hand").hidden = !canPointOut();
  byId("by-hand").lastChild.hidden = view?.method !== "manual";
  if (byId("lost")) byId("lost").hidden = !canPointOut() || lostSince === null || Date.now() - lostSince < LOST_MS || !state().source;
}
