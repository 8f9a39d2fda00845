// The grid of a board as it lies in a picture.

// Returns the lines between the cells of *board* as a path; *corners* are shares of a picture of *size*, in the
// referee's order: a1, the last file, the far corner, back to the first file.
export function gridPath(board, corners, [width, height]) {
  const cells = Object.values(board.cells);
  const [columns, rows] = [0, 1].map((axis) => new Set(cells.map((cell) => cell[axis])).size);
  const at = projective(corners.map(([x, y]) => [x * width, y * height]));
  const path = [];
  for (let n = 0; n <= columns; n++) path.push(`M${at(n / columns, 0)}L${at(n / columns, 1)}`);
  for (let n = 0; n <= rows; n++) path.push(`M${at(0, n / rows)}L${at(1, n / rows)}`);
  return path.join("");
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
