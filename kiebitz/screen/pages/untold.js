// What the board seems to hold beside what was told: a guess, drawn pale, or pieces to be put back, with arrows.

import { draw } from "./pieces.js";

const HEAD = 0.2;
const SHORT = 0.3;

// Returns for each cell its guessed content, the mark and the words for it.
export function ghosts({ untold, contents, words, aid, puzzle }) {
  const found = new Map(Object.entries(aid?.announced?.cells ?? {}).map(([cell, content]) => [cell, {
    shown: content === "." ? contents[cell] : content, mark: content === "." ? "away" : "todo", words: `is to be ${words[content]}`,
  }]));
  const steps = untold?.restore ?? [];
  const wrong = new Map([...steps.filter(({ from, to }) => from && to).map(({ to }) => [to, { to }]), ...steps.map((step) => [step.from ?? step.to, step])]);
  for (const [cell, content] of Object.entries(untold?.cells ?? {})) {
    const step = wrong.get(cell);
    const shown = content === "." || (step && !step.from) ? contents?.[cell] ?? "." : content;
    if (step) found.set(cell, { shown, mark: step.from ? "off" : "put", words: stepWords(step, puzzle?.setting_up) });
    else if (!wrong.size) found.set(cell, { shown, mark: "perhaps", words: `perhaps ${words?.[content] ?? content}` });
  }
  return found;
}

function stepWords({ from, to }, settingUp) {
  if (!from) return settingUp ? "put it here" : "put it back";
  if (!to) return "take it off";
  return settingUp ? `move it to ${to}` : `move it back to ${to}`;
}

export const perhapsText = ({ untold }) => (untold?.actions.length ? `Perhaps ${untold.actions.join(", then ")} …` : "");

// Returns an arrow for each piece that is to be moved back, and a cross for each that is to be taken off.
// *best* points a move out: arrows along which its pieces go, and rings where they come to lie.
export function arrows({ untold }, at, best) {
  const undoing = (untold?.restore ?? []).flatMap(({ from, to }) => {
    if (from && to) return [arrow(at(from), at(to))];
    return from ? [cross(at(from))] : [];
  });
  const pointing = [...(best?.rings ?? []).map((cell) => ring(at(cell))), ...(best?.arrows ?? []).map(([from, to]) => arrow(at(from), at(to)))];
  return [...undoing, ...(pointing.length ? [draw("g", { class: "best" }, ...pointing)] : [])];
}

function arrow([x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const tip = [x2 - SHORT * dx, y2 - SHORT * dy];
  const back = [tip[0] - HEAD * 1.4 * dx, tip[1] - HEAD * 1.4 * dy];
  const side = ([x, y], way) => `${x - way * HEAD * dy},${y + way * HEAD * dx}`;
  return draw("g", { class: "arrow" },
    draw("line", { x1, y1, x2: back[0], y2: back[1] }),
    draw("polygon", { points: `${tip.join(",")} ${side(back, 1)} ${side(back, -1)}` }));
}

const ring = ([x, y]) => draw("circle", { class: "ring", cx: x, cy: y, r: 0.4 });

const cross = ([x, y]) => draw("path", { class: "cross", d: `M${x - 0.28} ${y - 0.28}l.56 .56M${x + 0.28} ${y - 0.28}l-.56 .56` });
