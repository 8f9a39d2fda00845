// Meters of how the camera is set and how fast it is followed, with a line for what is well.

import { element } from "./api.js";

const NAMES = { brightness: "Brightness", overexposed: "Overexposed", sharpness: "Sharpness" };
const RATE = (pictures) => (pictures === 1 ? "1 picture a second" : `${pictures} pictures a second`);
const LOOK = (ms) => `A look takes ${ms} ms.`;
const percent = (share) => `${Math.round(100 * share)} %`;

function bar(name, { value, least, most }) {
  const limit = least ?? most;
  const well = least === undefined ? value <= most : value >= least;
  return element("li", { "data-well": String(well) },
    element("label", { for: `meter-${name}` }, NAMES[name]),
    element("meter", { id: `meter-${name}`, min: 0, max: 1, value, low: limit, high: limit, optimum: least === undefined ? 0 : 1 }, percent(value)),
    element("span", { "aria-hidden": "true" }, percent(value)));
}

// *meters* are those of the event `view`.
export function showMeters(place, meters) {
  const key = JSON.stringify(meters);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  const pace = [meters.per_second && RATE(meters.per_second), meters.look_ms && LOOK(meters.look_ms)].filter(Boolean);
  place.replaceChildren(...Object.keys(NAMES).filter((name) => meters[name]).map((name) => bar(name, meters[name])),
    ...(pace.length ? [element("li", { class: "pace" }, ...pace.map((words) => element("span", {}, words)))] : []));
}
