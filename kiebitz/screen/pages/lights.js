// The lights of the camera: what is well, what is not, and the one thing to do. And the outline of the board as found.

import { element } from "./api.js";

const NAMES = { light: "Light", glare: "Glare", focus: "Focus", angle: "Angle", distance: "Distance" };

export function showLights(place, lights) {
  const key = JSON.stringify(lights);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(...Object.entries(lights).map(([lamp, fault]) => element("li", { "data-well": String(fault === null) },
    element("b", {}, `${NAMES[lamp]}: ${fault ? "improve" : "good"}`), ...(fault ? [element("span", {}, fault.message)] : []))));
}

// *boards* are corners as shares of the picture; *size* is its width and height.
export function showOutline(svg, boards, size) {
  if (!size) return;
  const [width, height] = size;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
  svg.replaceChildren(...boards.map((corners) => outlined(corners, size)));
}

// Adds where the sheet is to lie; *corners* are shares of the picture.
export function showGhost(svg, corners, size) {
  const ghost = outlined(corners, size);
  ghost.setAttribute("class", "ghost");
  svg.append(ghost);
}

function outlined(corners, [width, height]) {
  const polygon = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
  polygon.setAttribute("points", corners.map(([x, y]) => `${x * width},${y * height}`).join(" "));
  polygon.setAttribute("stroke-width", String(Math.max(width, height) / 200));
  return polygon;
}
