// Prints a game: its board, pieces and rules, seen page by page before they are saved as a PDF.

import { ask, byId, element, pause, picture } from "./api.js";
import { language } from "./language.js";
import { agreedColours, offerColours } from "./colours.js";
import { gameChoice, gameOn } from "./pages.js";
import { saveAs, saveTarget } from "./saving.js";

const POLL_MS = 300;
const PAPERS = [["a4", "A4"], ["letter", "Letter"], ["both", "A4 or Letter"], ["a3", "A3"], ["tabloid", "Tabloid"], ["a5", "A5"]];
const ADVICE = "Print at actual size (100 %) and measure the ruler on the first sheet.";

const wish = { game: "", paper: "a4", players: 2, quick: false, owned: false, pyramids: false };
let kit = 0, shown = 0, round = 0;

function chips(place, choices, now, chosen) {
  place.replaceChildren(...choices.map(([value, words]) => element("button", {
    type: "button", class: "chip", "aria-pressed": String(value === now), onclick: () => chosen(value),
  }, words)));
}

async function choose(change) {
  Object.assign(wish, change);
  if (!wish.game) return;
  chips(byId("papers"), PAPERS, wish.paper, (paper) => choose({ paper }));
  chips(byId("players"), wish.counts.map((count) => [count, `${count} players`]), wish.players, (players) => choose({ players }));
  await offerColours(wish.owned ? wish.players : null, null, wish.pyramids, draw);
  draw();
}

async function draw() {
  const mine = ++round;
  const { game, paper, players, quick } = wish;
  byId("save").disabled = true;
  byId("told").textContent = "Drawing the pages.";
  byId("sheets").replaceChildren();
  shown = 0;
  try {
    for (let found = await ask("kits", { game, paper, players, quick, language, ...agreedColours() }); mine === round; found = await ask("kits")) {
      kit = found.kit;
      show(found);
      if (found.state !== "running") return;
      await pause(POLL_MS);
    }
  } catch (fault) {
    if (mine === round) byId("told").textContent = fault.message;
  }
}

function show({ state, sheets, serves, message }) {
  for (const sheet of sheets.slice(shown)) byId("sheets").append(page(sheet, kit));
  shown = sheets.length;
  if (state === "failed") byId("told").textContent = message;
  if (state !== "done") return;
  byId("told").textContent = `${sheets.length} ${sheets.length === 1 ? "sheet" : "sheets"}${serves ? ` for ${serves}` : ""}. ${ADVICE}`;
  byId("save").disabled = false;
}

function page({ number, title }, of) {
  const image = element("img", { alt: `Page ${number}: ${title}` });
  picture(`kits/${of}/${number}.svg`).then((address) => { if (address) image.src = address; });
  image.addEventListener("load", () => URL.revokeObjectURL(image.src), { once: true });
  return element("li", {}, image, element("span", { class: "fine" }, `${number}. ${title}`));
}

async function save() {
  const address = await picture(`kits/${kit}/kit.pdf`);
  if (!address) {
    draw();
    return;
  }
  saveAs(address, `${wish.game}-${wish.paper}.pdf`);
}

byId("save").addEventListener("click", save);
byId("save-target").addEventListener("click", () => saveTarget(wish.paper));
byId("quick").addEventListener("change", () => choose({ quick: byId("quick").checked }));
gameOn().then((now) => gameChoice(byId("games"), ({ game, players, owned, pyramids }) => choose({ game, owned, pyramids, counts: players, players: players.includes(wish.players) ? wish.players : players[0] }), now))
  .catch((fault) => { byId("told").textContent = fault.message; });
