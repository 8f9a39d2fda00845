// Draws the board and its pieces as inline SVG that is a grid for keyboards and screen readers.

import { draw, piece } from "./pieces.js";
import { quartersOf, turned } from "./turning.js";
import { arrows, ghosts } from "./untold.js";

export { icon } from "./pieces.js";

const MARGIN = 0.5;

const ends = (edge) => edge.split("-");

// Rows from the far side to the near one, so that arrow keys move as the eye does.
function rowsOf(board) {
  const rows = new Map();
  for (const [name, [x, y]] of Object.entries(board.cells)) {
    const key = Math.round(y * 4);
    rows.set(key, [...(rows.get(key) ?? []), { name, x, y }]);
  }
  return [...rows.entries()].sort((a, b) => a[0] - b[0]).map(([, cells]) => cells.sort((a, b) => a.x - b.x));
}

function box(board) {
  const at = Object.values(board.cells);
  const xs = at.map(([x]) => x), ys = at.map(([, y]) => y);
  const half = board.boards > 1 ? Math.SQRT1_2 : 0.5;
  const left = Math.min(...xs) - half, top = Math.min(...ys) - half;
  return { left, top, width: Math.max(...xs) + half - left, height: Math.max(...ys) + half - top };
}

// The letters of the files and the numbers of the rows, below and on the left.
function names(board, quarters, left, bottom) {
  const text = (x, y, words) => draw("text", { x, y, class: "name", "aria-hidden": "true" }, words);
  const [below, beside] = quarters % 2 ? [/\d+/, /[a-z]+/] : [/[a-z]+/, /\d+/];
  const along = (part, axis) => new Map(Object.entries(board.cells).map(([name, place]) => [name.match(part)[0], place[axis]]));
  return [
    ...[...along(below, 0)].map(([words, x]) => text(x, bottom + 0.3, words)),
    ...[...along(beside, 1)].map(([words, y]) => text(left - 0.26, y, words)),
  ];
}

export class Board {
  constructor(place, chosen) {
    this.place = place;
    this.chosen = chosen;
    this.shape = "";
    this.cells = new Map();
    this.focused = "";
    this.rows = [];
  }

  show(state, marks = {}) {
    const quarters = quartersOf(state.board);
    const shape = JSON.stringify([state.board, quarters]);
    if (shape !== this.shape) this.#lay(turned(state.board, quarters), quarters);
    this.shape = shape;
    const contents = state.contents ?? {};
    const last = new Set(state.last ?? []), wrong = new Set(marks.wrong ?? []), hinted = new Set(marks.hinted ?? []);
    const deciding = new Set(state.decides ?? []);
    const guessed = ghosts(state);
    for (const [name, cell] of this.cells) {
      const told = contents[name] ?? ".", ghost = guessed.get(name);
      const said = marks.told?.[name];
      const content = said ?? ghost?.shown ?? told;
      const words = state.words?.[told] ?? "not seen yet";
      const extra = [said ? `you say ${state.words[said]}` : ghost?.words, last.has(name) && "last move", wrong.has(name) && "wrong", deciding.has(name) && "decides the game"];
      cell.group.setAttribute("aria-label", [name, words, ...extra.filter(Boolean)].join(", "));
      cell.group.dataset.marks = [last.has(name) && "last", wrong.has(name) && "wrong", deciding.has(name) && "decides",
        hinted.has(name) && "hint", said ? "told" : ghost?.mark].filter(Boolean).join(" ");
      const colour = state.colours?.[content[0]];
      if (cell.content !== content || cell.colour !== colour) {
        [cell.content, cell.colour] = [content, colour];
        cell.piece.replaceChildren(...(content === "." ? [] : [piece(state, content)]));
      }
    }
    this.arrows.replaceChildren(...arrows(state, (name) => this.#middle(name), marks.best));
  }

  #lay(board, quarters) {
    this.board = board;
    const { left, top, width, height } = box(board);
    const room = board.boards > 1 ? 0 : MARGIN;
    this.cells.clear();
    this.rows = rowsOf(board);
    const marked = new Set(board.marked);
    const svg = draw("svg", {
      viewBox: `${left - room} ${top - 0.05} ${width + room + 0.05} ${height + room + 0.1}`, role: "grid", "aria-label": "Board", class: "grid",
    });
    if (board.boards === 1) svg.append(draw("rect", { x: left, y: top, width, height, class: "ground", "aria-hidden": "true" }));
    for (const row of this.rows) svg.append(draw("g", { role: "row" }, ...row.map((cell) => this.#cell(board, cell, marked))));
    if (board.edges.length) svg.append(draw("g", { role: "row" }, ...board.edges.map((edge) => this.#edge(board, edge))));
    if (board.boards === 1) svg.append(...names(board, quarters, left, top + height));
    this.arrows = draw("g", { class: "arrows", "aria-hidden": "true" });
    svg.append(this.arrows);
    svg.addEventListener("keydown", (event) => this.#key(event));
    this.place.replaceChildren(svg);
    this.#focus(this.rows.at(-1)?.[0]?.name ?? "", false);
  }

  #cell(board, { name, x, y }, marked) {
    const turn = board.cells[name][2];
    const classes = ["cell", board.boards > 1 && "loose", board.dark.has(name) && "dark", marked.has(name) && "opening"].filter(Boolean).join(" ");
    const square = draw("rect", { x: -0.5, y: -0.5, width: 1, height: 1, class: "square", transform: turn ? `rotate(${turn})` : null });
    const piece = draw("g", { class: "piece" });
    const label = board.boards > 1 ? [draw("text", { class: "cellname", "aria-hidden": "true" }, name)] : [];
    return this.#made(name, draw("g", { role: "gridcell", class: classes, transform: `translate(${x} ${y})`, tabindex: -1 },
      square, draw("rect", { x: -0.47, y: -0.47, width: 0.94, height: 0.94, class: "mark", transform: turn ? `rotate(${turn})` : null }), ...label, piece), piece);
  }

  #edge(board, edge) {
    const [[x1, y1], [x2, y2]] = ends(edge).map((name) => board.cells[name]);
    const turn = x1 === x2 ? 0 : 90;
    const piece = draw("g", { class: "piece" });
    return this.#made(edge, draw("g", {
      role: "gridcell", class: "edge", transform: `translate(${(x1 + x2) / 2} ${(y1 + y2) / 2}) rotate(${turn})`, tabindex: -1,
    }, draw("rect", { x: -0.12, y: -0.12, width: 0.24, height: 0.24, class: "mark" }), piece), piece);
  }

  #middle(name) {
    const places = ends(name).map((cell) => this.board.cells[cell]);
    return [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
  }

  #made(name, group, piece) {
    group.addEventListener("click", () => { this.#focus(name, false); this.chosen(name); });
    group.addEventListener("focus", () => this.#focus(name, false));
    this.cells.set(name, { group, piece, content: null, colour: null });
    return group;
  }

  #key(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step) {
      const row = this.rows.findIndex((cells) => cells.some((cell) => cell.name === this.focused));
      const column = this.rows[row]?.findIndex((cell) => cell.name === this.focused);
      const next = this.rows[row + step[0]] ?? this.rows[row];
      const cell = next?.[Math.max(0, Math.min(next.length - 1, column + step[1]))];
      if (cell) this.#focus(cell.name, true);
    } else if (event.key === "Enter" || event.key === " ") this.chosen(this.focused);
    else return;
    event.preventDefault();
  }

  #focus(name, now) {
    this.cells.get(this.focused)?.group.setAttribute("tabindex", -1);
    this.focused = name;
    const cell = this.cells.get(name);
    cell?.group.setAttribute("tabindex", 0);
    if (now) cell?.group.focus();
  }
}
