// What a hand may put on a cell of the pretend table: pieces that it lifted, and those beside the board.

const values = (counts) => Object.values(counts);
const count = (contents, content) => values(contents).filter((one) => one === content).length;
const ownerAndKind = (content) => content.split("=")[0];

// Returns the contents that may come on *cell*, where *contents* lie now; "." takes away what is there.
export function choicesFor({ alphabet, contents: before, stash, to_move: seat }, contents, cell) {
  const here = contents[cell] ?? ".";
  const edge = cell.includes("-");
  const fitting = alphabet.filter((content) => content !== "." && content !== here && (content === "rod") === edge);
  const lifted = fitting.filter((content) => count(before, content) > count(contents, content));
  const shared = fitting.filter((content) => content.length === 1 || content === "rod");
  const turned = here.includes("=") ? fitting.filter((content) => ownerAndKind(content) === ownerAndKind(here)) : [];
  const beside = fitting.filter((content) => content[0] === seat && (stash?.[seat]?.[content.slice(1)] ?? 0) > 0);
  const come = [...new Set(here === "." ? [...lifted, ...beside, ...shared] : [...turned, ...shared])];
  return here === "." ? come : [".", ...come];
}
