// Which side of the board is drawn below: the one that is nearest the camera, or what this device was told.

import { set, setting } from "./settings.js";

const QUARTERS = 4;
// A side is nearer the camera than the one that was if it lies so much lower, as a share of the picture.
const CLEARLY = 0.05;

let near = 0;

// Takes *corners* of the board as shares of the picture: a1, last file of row 1, last file of the last row, a of the last row.
export function sawBoard(corners) {
  const lows = corners.map(([, y], at) => (y + corners[(at + 1) % QUARTERS][1]) / 2);
  const lowest = lows.indexOf(Math.max(...lows));
  if (lows[lowest] > lows[near] + CLEARLY) near = lowest;
}

const fixed = () => setting("turned") !== "auto";

// By how many quarters the board is turned clockwise.
export function quartersOf({ boards }) {
  if (fixed()) return Number(setting("turned"));
  return boards > 1 ? 0 : near;
}

// Turns the board by a quarter on this device, from now on.
export const turnOn = (board) => set("turned", String((quartersOf(board) + 1) % QUARTERS));

// Returns *board* turned clockwise, with the names of its dark cells.
export function turned(board, quarters) {
  const at = Object.entries(board.cells);
  const dark = board.chequered ? at.filter(([, [x, y]]) => (Math.round(x - 0.5) + Math.round(y - 0.5)) % 2).map(([name]) => name) : [];
  const cells = Object.fromEntries(at.map(([name, place]) => [name, quarter(place, quarters)]));
  return { ...board, cells, dark: new Set(dark) };
}

function quarter([x, y, angle], quarters) {
  for (let done = 0; done < quarters; done += 1) [x, y] = [-y, x];
  return [x, y, angle + 90 * quarters];
}
