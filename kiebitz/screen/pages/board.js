// Draws the board and its pieces as inline SVG that is a grid for keyboards and screen readers.

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 0.55;

function draw(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value != null) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

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
  const left = Math.min(...xs) - 0.5, top = Math.min(...ys) - 0.5;
  return { left, top, width: Math.max(...xs) + 0.5 - left, height: Math.max(...ys) + 0.5 - top };
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
    const shape = JSON.stringify(state.board);
    if (shape !== this.shape) this.#lay(state.board);
    this.shape = shape;
    const contents = state.contents ?? {};
    const last = new Set(state.last ?? []), wrong = new Set(marks.wrong ?? []), hinted = new Set(marks.hinted ?? []);
    const line = new Set((state.lines ?? []).flat());
    for (const [name, cell] of this.cells) {
      const content = contents[name] ?? ".";
      const words = state.words?.[content] ?? "not seen yet";
      const extra = [last.has(name) && "last move", wrong.has(name) && "wrong", line.has(name) && "decides the game"];
      cell.group.setAttribute("aria-label", [name, words, ...extra.filter(Boolean)].join(", "));
      cell.group.dataset.marks = [last.has(name) && "last", wrong.has(name) && "wrong", line.has(name) && "line",
        hinted.has(name) && "hint"].filter(Boolean).join(" ");
      if (cell.content !== content || cell.colours !== JSON.stringify(state.colours)) {
        cell.content = content;
        cell.colours = JSON.stringify(state.colours);
        cell.piece.replaceChildren(...(content === "." ? [] : this.#piece(state, name, content)));
      }
    }
  }

  #lay(board) {
    const { left, top, width, height } = box(board);
    const room = MARGIN + (board.boards > 1 ? 0.4 : 0);
    this.cells.clear();
    this.rows = rowsOf(board);
    const marked = new Set(board.marked);
    const svg = draw("svg", {
      viewBox: `${left - room} ${top - 0.1} ${width + room + 0.1} ${height + room}`, role: "grid", "aria-label": "Board", class: "grid",
    });
    if (board.boards === 1) svg.append(draw("rect", { x: left, y: top, width, height, class: "ground", "aria-hidden": "true" }));
    for (const row of this.rows) svg.append(draw("g", { role: "row" }, ...row.map((cell) => this.#cell(board, cell, marked))));
    if (board.edges.length) svg.append(draw("g", { role: "row" }, ...board.edges.map((edge) => this.#edge(board, edge))));
    if (board.boards === 1) svg.append(...this.#names(board, left, top, width, height));
    svg.addEventListener("keydown", (event) => this.#key(event));
    this.place.replaceChildren(svg);
    this.#focus(this.rows.at(-1)?.[0]?.name ?? "", false);
  }

  #cell(board, { name, x, y }, marked) {
    const turn = board.cells[name][2];
    const dark = board.chequered && (Math.round(x - 0.5) + Math.round(y - 0.5)) % 2;
    const classes = ["cell", dark && "dark", marked.has(name) && "opening"].filter(Boolean).join(" ");
    const square = draw("rect", { x: -0.5, y: -0.5, width: 1, height: 1, class: "square", transform: turn ? `rotate(${turn})` : null });
    const piece = draw("g", { class: "piece" });
    return this.#made(name, draw("g", { role: "gridcell", class: classes, transform: `translate(${x} ${y})`, tabindex: -1 },
      square, draw("rect", { x: -0.46, y: -0.46, width: 0.92, height: 0.92, class: "mark", transform: turn ? `rotate(${turn})` : null }), piece), piece);
  }

  #edge(board, edge) {
    const [[x1, y1], [x2, y2]] = ends(edge).map((name) => board.cells[name]);
    const turn = x1 === x2 ? 90 : 0;
    const piece = draw("g", { class: "piece" });
    return this.#made(edge, draw("g", {
      role: "gridcell", class: "edge", transform: `translate(${(x1 + x2) / 2} ${(y1 + y2) / 2}) rotate(${turn})`, tabindex: -1,
    }, draw("rect", { x: -0.12, y: -0.12, width: 0.24, height: 0.24, class: "mark" }), piece), piece);
  }

  #made(name, group, piece) {
    group.addEventListener("click", () => { this.#focus(name, false); this.chosen(name); });
    this.cells.set(name, { group, piece, content: null, colours: "" });
    return group;
  }

  #names(board, left, top, width, height) {
    const text = (x, y, words) => draw("text", { x, y, class: "name", "aria-hidden": "true" }, words);
    return [
      ...Array.from({ length: Math.round(width) }, (_, i) => text(left + i + 0.5, top + height + 0.32, String.fromCharCode(97 + i))),
      ...Array.from({ length: Math.round(height) }, (_, i) => text(left - 0.3, top + height - i - 0.5, String(i + 1))),
    ];
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

  #piece(state, name, content) {
    const { board } = state;
    if (content === "rod") return [draw("rect", { x: -0.5, y: -0.07, width: 1, height: 0.14, rx: 0.05, class: "rod", "data-colour": "rod" })];
    const own = board.pieces[content];
    const [kind, value] = (own ? content : content.slice(1)).split("=");
    const about = own ?? board.pieces[kind] ?? { shape: "circle", share: 1 };
    const seat = own ? content : content[0];
    const colour = own ? { b: "black", w: "white" }[content] : state.colours?.[seat] ?? seat;
    const size = 0.86 * about.share;
    const group = draw("g", { class: "colour", "data-colour": colour });
    group.append(...SHAPES[about.shape](size, about, value));
    if (!own) group.append(...this.#owner(seat, about, size));
    return [group];
  }

  #owner(seat, about, size) {
    const aside = about.shape === "die" ? -0.36 * size - 0.03 : 0;
    return [draw("text", { x: aside, y: aside, class: about.shape === "die" ? "owner aside" : "owner" }, seat)];
  }
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
