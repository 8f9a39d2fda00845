// Draws pieces from above: shape and marks tell them apart, never colour alone.

import { tones } from "./tones.js";

const SVG = "http://www.w3.org/2000/svg";

export function draw(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value != null) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Returns the piece that positions write as *content*, around the middle of a cell of side 1.
export function piece({ board, colours }, content) {
  if (content === "rod") return draw("rect", { x: -0.42, y: -0.07, width: 0.84, height: 0.14, rx: 0.05, class: "rod" });
  const own = board.pieces[content];
  const [kind, value] = (own ? content : content.slice(1)).split("=");
  const about = own ?? board.pieces[kind] ?? { shape: "circle", share: 1 };
  const seat = content[0];
  const colour = own ? { b: "black", w: "white" }[content] : colours?.[seat] ?? seat;
  const size = 0.88 * Math.sqrt(about.share);
  const painted = tones(colour);
  const group = draw("g", { class: "colour", ...painted }, ...SHAPES[about.shape](size, about, value));
  if (painted["data-second"]) group.append(draw("circle", { cx: 0.36, cy: -0.36, r: 0.1, class: "second" }));
  if (!own) group.append(owner(seat, about));
  return group;
}

// Returns a small picture of a piece for text and buttons.
export const icon = (state, content) => draw("svg", { viewBox: "-0.5 -0.5 1 1", class: "icon", "aria-hidden": "true" }, piece(state, content));

function owner(seat, about) {
  const aside = about.shape === "die" ? -0.38 : 0;
  return draw("text", { x: aside, y: aside, class: about.shape === "die" ? "owner aside" : "owner" }, seat);
}

const square = (size, radius) => draw("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: radius, class: "body" });

function pyramid(size, { pips }) {
  const half = size / 2;
  const ridge = (x, y) => draw("line", { x1: 0, y1: 0, x2: x, y2: y, class: "ridge" });
  const dots = Array.from({ length: pips }, (_, i) => draw("circle", { cx: (i - (pips - 1) / 2) * 0.1, cy: half - 0.085, r: 0.033, class: "pip" }));
  return [
    square(size, 0.04),
    draw("polygon", { points: `${-half},${-half} ${half},${-half} 0,0`, class: "light" }),
    draw("polygon", { points: `${-half},${half} ${half},${half} 0,0`, class: "shade" }),
    ridge(-half, -half), ridge(half, -half), ridge(-half, half), ridge(half, half), ...dots,
  ];
}

function die(size, { faces }, value) {
  const r = size / 2;
  const points = { 4: [[0, -1.05], [0.95, 0.75], [-0.95, 0.75]], 8: [[0, -1.08], [1, 0], [0, 1.08], [-1, 0]] }[faces];
  const body = points ? draw("polygon", { points: points.map(([x, y]) => `${x * r},${y * r}`).join(" "), class: "body" }) : square(size * 0.9, 0.12);
  return [body, draw("text", { x: 0, y: faces === 4 ? 0.1 : 0, class: "value" }, value)];
}

const round = (size) => [draw("circle", { r: size / 2, class: "body" })];
const SHAPES = {
  pyramid,
  die,
  circle: round,
  square: (size) => [square(size, 0.08)],
  triangle: (size) => [draw("polygon", { points: `0,${-0.55 * size} ${0.5 * size},${0.35 * size} ${-0.5 * size},${0.35 * size}`, class: "body" })],
  pawn: (size) => [...round(size), draw("circle", { r: size / 4, class: "light" })],
};
