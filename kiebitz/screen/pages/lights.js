// The lights of the camera: what is well, what is not, and the one thing to do. And the board as found, with its grid.

import { element } from "./api.js";
import { Grid } from "./grid.js";
import { draw } from "./pieces.js";

const NAMES = { light: "Light", glare: "Glare", focus: "Focus", angle: "Angle", distance: "Distance" };

export function showLights(place, lights) {
  const key = JSON.stringify(lights);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(...Object.entries(lights).map(([lamp, fault]) => element("li", { "data-well": String(fault === null) },
    element("b", {}, `${NAMES[lamp]}: ${fault ? "improve" : "good"}`), ...(fault ? [element("span", {}, fault.message)] : []))));
}

// *boards* are corners as shares of the picture; *size* is its width and height; *board* has the cells of a single one,
// and *marks* names some: the last move, what is wrong, what is advised.
export function showOutline(svg, boards, size, board, marks = {}) {
  if (!size) return;
  const [width, height] = size;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
  svg.replaceChildren(...boards.map((corners) => outlined(corners, size)));
  if (board?.boards !== 1 || boards.length !== 1) return;
  const grid = new Grid(board, boards[0], size);
  svg.append(draw("path", { class: "lines", d: grid.lines() }));
  for (const [mark, names] of Object.entries(marks)) if (names?.length) svg.append(draw("path", { class: mark, d: grid.around(names) }));
}

// Adds where the sheet is to lie; *corners* are shares of the picture.
export function showGhost(svg, corners, size) {
  const ghost = outlined(corners, size);
  ghost.setAttribute("class", "ghost");
  svg.append(ghost);
}

function outlined(corners, [width, height]) {
  return draw("polygon", { points: corners.map(([x, y]) => `${x * width},${y * height}`).join(" "), "stroke-width": Math.max(width, height) / 200 });
}
