// The grid of a board as it lies in a picture.

const CELL = 0.46, EDGE = 0.18;

// The lines between the cells of *board*, and places on it, as paths; *corners* are shares of a picture of *size*, in
// the referee's order: a1, the last file, the far corner, back to the first file.
export class Grid {
  constructor(board, corners, [width, height]) {
    const cells = Object.values(board.cells);
    this.board = board;
    [this.columns, this.rows] = [0, 1].map((axis) => new Set(cells.map((cell) => cell[axis])).size);
    [this.left, this.top] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])) - 0.5);
    this.at = projective(corners.map(([x, y]) => [x * width, y * height]));
  }

  lines() {
    const path = [];
    for (let n = 0; n <= this.columns; n++) path.push(`M${this.at(n / this.columns, 0)}L${this.at(n / this.columns, 1)}`);
    for (let n = 0; n <= this.rows; n++) path.push(`M${this.at(0, n / this.rows)}L${this.at(1, n / this.rows)}`);
    return path.join("");
  }

  // *names* are cells, or edges between two.
  around(names) {
    return names.map((name) => {
      const ends = name.split("-").map((cell) => this.board.cells[cell]), reach = ends.length > 1 ? EDGE : CELL;
      const [x, y] = [0, 1].map((axis) => ends.reduce((sum, end) => sum + end[axis], 0) / ends.length);
      const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([across, down]) => this.#place(x + across * reach, y + down * reach));
      return `M${corners.join("L")}Z`;
    }).join("");
  }

  #place(x, y) {
    return this.at((x - this.left) / this.columns, 1 - (y - this.top) / this.rows);
  }
}

// Returns the map from the unit square to the four points, as text for a path.
function projective([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const dx1 = x1 - x2, dx2 = x3 - x2, sx = x0 - x1 + x2 - x3;
  const dy1 = y1 - y2, dy2 = y3 - y2, sy = y0 - y1 + y2 - y3;
  const area = dx1 * dy2 - dx2 * dy1 || 1;
  const g = (sx * dy2 - dx2 * sy) / area, h = (dx1 * sy - sx * dy1) / area;
  return (u, v) => {
    const w = g * u + h * v + 1;
    const x = ((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / w;
    const y = ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / w;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
}
