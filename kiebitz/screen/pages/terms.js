// What is agreed on before the game: the clock, fair play, the phone's lens, and the table that was taught.

import { ask, byId, element } from "./api.js";

const CLOCKS = [["", "none"], ["5+3", "5 minutes + 3 s"], ["10+5", "10 + 5 s"], ["30", "30 minutes"], ["20+3x30", "20 + 3 × 30 s"]];

const NO_LENS = "not measured";
const SEATS = ["", "A", "B", "C", "D", "E", "F"];
const BY_MARKS = "as the board’s marks say";

let clock = "", near = "";
const NO_TABLE = "no table";

let lens = "", lenses = [];
let taught = "", tables = [];

export const agreed = () => ({ ...(clock ? { clock } : {}), ...(byId("fair-play").checked ? { fair: true } : {}), ...(near ? { near } : {}) });

// Whole pictures are kept of a game only where people say so before it.
export const agreedPictures = () => (byId("keep-pictures").checked ? { pictures: true } : {});

export function offerTerms() {
  byId("clock-chosen").textContent = CLOCKS.find(([value]) => value === clock)[1];
  byId("fair-chosen").textContent = byId("fair-play").checked ? "on" : "off";
  byId("clocks").replaceChildren(...CLOCKS.map(([value, words]) => element("button", {
    type: "button", class: "chip", "aria-pressed": String(clock === value), onclick: () => choose(value),
  }, words)));
  offerNear();
}

// Who sits nearest to the camera says which way round a board without marks lies.
function offerNear() {
  byId("near-chosen").textContent = near || BY_MARKS;
  byId("nears").replaceChildren(...SEATS.map((value) => element("button", {
    type: "button", class: "chip", "aria-pressed": String(near === value),
    onclick: () => { near = value; offerNear(); pressed("nears").focus(); },
  }, value || BY_MARKS)));
}

byId("fair-play").addEventListener("change", offerTerms);

// The lens goes with pictures of a phone alone.
export const agreedLens = (source) => (lens && source === "phone" ? { lens } : {});

export async function offerLenses() {
  ({ cameras: lenses } = await ask("lens").catch(() => ({ cameras: [] })));
  if (!lenses.includes(lens)) lens = "";
  renderLenses();
}

function renderLenses() {
  byId("lens-choice").hidden = !lenses.length;
  byId("lens-chosen").textContent = lens || NO_LENS;
  byId("lenses").replaceChildren(...["", ...lenses].map((value) => element("button", {
    type: "button", class: "chip", "aria-pressed": String(lens === value),
    onclick: () => { lens = value; renderLenses(); pressed("lenses").focus(); },
  }, value || NO_LENS)));
}

// A table that was taught is of one game, and is a real one.
export const agreedTable = ({ source, resume, game }) => (taught && source !== "demo" && !resume ? { profile: taught, game: game ?? tables.find(({ name }) => name === taught).game } : {});

export async function offerTables() {
  ({ tables } = await ask("teach").catch(() => ({ tables: [] })));
  if (!tables.some(({ name }) => name === taught)) taught = "";
  renderTables();
}

function renderTables() {
  byId("table-choice").hidden = !tables.length;
  byId("table-chosen").textContent = taught || NO_TABLE;
  byId("tables").replaceChildren(...["", ...tables.map(({ name }) => name)].map((value) => element("button", {
    type: "button", class: "chip", "aria-pressed": String(taught === value),
    onclick: () => { taught = value; renderTables(); pressed("tables").focus(); },
  }, value || NO_TABLE)));
}

const pressed = (place) => byId(place).querySelector("[aria-pressed=true]");

function choose(value) {
  clock = value;
  offerTerms();
  pressed("clocks").focus();
}
