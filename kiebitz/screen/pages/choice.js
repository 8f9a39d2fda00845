// The first choice: which game, and what looks at it.

import { ask, byId, element, picture } from "./api.js";
import { openPreview } from "./cameras.js";
import { agreedColours, offerColours } from "./colours.js";
import { agreedDice, diceChips } from "./dice.js";
import { inLanguage } from "./language.js";
import { switchCamera } from "./live.js";
import { openPairing } from "./pairing.js";
import { offerKnown, offerPeople } from "./people.js";
import { drawn, sendPhoto } from "./photo.js";

const PRINTED = "", UNFINISHED = "unfinished", ALONE = "alone", SHEET = "sheet";
const PICTURED = (title) => `The board in the middle of a game of ${title}`;
const ICONS = {
  phone: "M9 3h14v26H9zM14 25h4",
  camera: "M4 10h6l2-3h8l2 3h6v16H4zM16 13a5 5 0 1 0 .01 0",
  picture: "M4 6h24v20H4zM8 22l6-7 4 4 3-3 5 6zM11 11a1.500 1.500 0 1 0 .01 0",
};

let game = PRINTED;
let players = null;
let unfinished = null;
let sheet = null;

function drawing(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 32 32");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

// Returns the puzzle that an address asks for, as its page links to it.
export function puzzleWanted(search) {
  const asked = new URLSearchParams(search), number = Number(asked.get("puzzle"));
  return number ? { game: asked.get("game"), puzzle: number } : null;
}

const table = (source) => game === UNFINISHED ? { source, resume: true } : game === SHEET ? { source, ...sheet } : game === ALONE ? { source, ...unfinished.alone } : ({ source, ...(game === PRINTED ? {} : { game, ...(players ? { players } : {}), ...agreedDice(game), ...agreedColours() }) });

function way(name, words, more, chosen) {
  return element("button", { type: "button", class: "way", "data-way": name, onclick: chosen }, drawing(name), element("b", {}, words), element("span", {}, more));
}

function renderGames(games) {
  const chip = (value, words) => element("button", {
    type: "button", class: "chip", "aria-pressed": String(game === value), onclick: () => { game = game === value ? PRINTED : value; players = null; renderGames(games); },
  }, words);
  const counts = games.find((one) => one.game === game)?.players ?? [];
  const howMany = counts.length < 2 ? [] : [element("span", { class: "how-many" }, element("span", { class: "divider" }, "Players"), ...counts.map((count) => element("button", {
    type: "button", class: "chip", "aria-pressed": String((players ?? 2) === count), onclick: () => { players = count; renderGames(games); },
  }, String(count))))];
  const goOn = (value, words) => chip(value, `${words}: ${unfinished.title}, ${unfinished.moves} ${unfinished.moves === 1 ? "move" : "moves"}`);
  const goesOn = unfinished ? [goOn(UNFINISHED, "Go on"), ...(unfinished.alone ? [goOn(ALONE, "Go on alone")] : [])] : [];
  const paper = element("input", { type: "file", accept: "image/*", class: "away", "aria-label": "A picture of the score sheet", tabindex: -1 });
  paper.addEventListener("change", async () => {
    if (!paper.files[0]) return;
    byId("sheet-told").textContent = await readSheet(paper.files[0], games);
    renderGames(games);
  });
  const fromSheet = element("button", { type: "button", class: "chip", "aria-pressed": String(game === SHEET), onclick: () => paper.click() }, "From a score sheet");
  byId("sheet").replaceChildren(fromSheet, paper);
  byId("going-on").replaceChildren(...goesOn);
  byId("games").replaceChildren(chip(PRINTED, "The printed board says it"), ...games.map((one) => chip(one.game, one.title)), ...howMany, ...diceChips(game, () => renderGames(games)));
  byId("introduction").replaceChildren(...introduced(games));
  offerPeople(players ?? Math.min(2, counts.at(-1) ?? 2));
  const asked = games.find((one) => one.game === game);
  byId("game-chosen").textContent = asked ? `: ${asked.title}` : "";
  offerColours(asked?.owned ? players ?? 2 : null, null, asked?.pyramids);
  // the game that goes on has been agreed on already, and is on a real table
  for (const part of document.querySelectorAll(".terms:not(#lens-choice, #colour-choice, #more-choice)")) part.hidden = game === UNFINISHED;
  byId("only-look").hidden = [UNFINISHED, ALONE, SHEET].includes(game);
}

// How the chosen game introduces itself.
function introduced(games) {
  const chosen = games.find((one) => one.game === game);
  if (!chosen) return [];
  const page = chosen.page ? [" ", element("a", { href: chosen.page, rel: "noreferrer", target: "_blank" }, "The game's page")] : [];
  return [element("p", {}, chosen.about.map(inLanguage).join(" "), ...page), ...chosen.sets.map((each) => element("p", {}, inLanguage(each)))];
}

// Shows each game: a picture of it, for how many it is and how long it takes.
function renderGallery(games) {
  if (byId("gallery").children.length) return;
  byId("gallery").replaceChildren(...games.map(({ game: name, title, about }) => {
    const image = element("img", { alt: PICTURED(title), width: 160, height: 160 });
    picture(`games/${name}.svg`).then((address) => { if (address) image.src = address; else image.remove(); });
    return element("li", {}, image, element("b", {}, title), element("span", { class: "fine" }, inLanguage(about[0])));
  }));
}

// Reads the score sheet in the picture *file*, with which a game goes on; returns what to say about it.
async function readSheet(file, games) {
  let blob;
  try {
    const image = await createImageBitmap(file);
    blob = await drawn(image, image.width, image.height);
  } catch {
    return "The browser cannot read this file as a picture.";
  }
  try {
    ({ table: sheet } = await ask("sheets", blob));
  } catch (fault) {
    return fault.message;
  }
  game = SHEET;
  players = null;
  return `The sheet is read: ${games.find((one) => one.game === sheet.game).title}. Lay out the board as it is on it.`;
}

// Returns the ways to look at the table with a camera: *begin* begins there with the table that *of* makes for a source.
const phoneWays = (begin, of) => [
  way("phone", "Use a phone", "It leans on a stack of books and sees the whole board.", async () => await begin(of("phone")) && openPairing()),
  way("camera", "Use this device’s camera", "A webcam, or the phone in your hand.", async () => { if (await begin(of("phone"))) switchCamera(); }),
];

async function offerCameras(begin, of) {
  const { cameras } = await ask("cameras").catch(() => ({ cameras: [] }));
  for (const camera of cameras) {
    byId("ways").append(way("camera", camera.name, "A camera on the computer that runs Kiebitz.", () => openPreview(camera, () => begin(of(String(camera.number))))));
  }
}

function sizeOf({ board }) {
  const [across, down] = [0, 1].map((axis) => new Set(Object.values(board.cells).map((place) => place[axis])).size);
  return board.boards > 1 ? [] : [`It needs a board of ${across} × ${down} cells.`];
}

// Asks what looks at the table, with the *terms* of a game or without.
function askWhatToLookAt({ terms }) {
  byId("choice-title").textContent = "What shall Kiebitz look at?";
  for (const part of document.querySelectorAll("#welcome, #sheet, #going-on, .terms:not(#lens-choice, #colour-choice, #more-choice)")) part.hidden = !terms;
}

// Asks what looks at the board on which *puzzle* is to be set up; *now* is what looks at the table already.
export async function offerForPuzzle(puzzle, now, begin) {
  askWhatToLookAt({ terms: false });
  const of = (source) => ({ ...puzzle, source, ...agreedColours() });
  const already = now && now !== "demo" ? [way("camera", "The camera that looks already", "Nothing has to be moved.", () => begin(of(now)))] : [];
  byId("ways").replaceChildren(...already, ...phoneWays(begin, of));
  const { title, steps } = await ask(`puzzles/${puzzle.game}`).catch(() => ({ steps: [] }));
  const step = steps[puzzle.puzzle - 1];
  if (!step) {
    byId("choice-title").textContent = "There is no such puzzle.";
    return byId("ways").replaceChildren();
  }
  byId("choice-puzzle").replaceChildren(element("b", {}, `${title}, puzzle ${puzzle.puzzle}`), " ", ...sizeOf(step));
  const { games } = await ask("games").catch(() => ({ games: [] }));
  await offerColours(games.find(({ game }) => game === puzzle.game)?.owned ? 2 : null, { A: "red", B: "yellow" });
  await offerCameras(begin, of);
}

// Sends the first photo, and offers to take the next with one tap.
function sendPhotos(first) {
  const send = (file) => sendPhoto(file, (text) => { byId("said").textContent = text; });
  const next = byId("next-file");
  next.onchange = () => {
    if (next.files[0]) send(next.files[0]);
    next.value = "";
  };
  byId("next-photo").hidden = false;
  send(first);
}

export async function offer(begin) {
  byId("next-photo").hidden = true;

  askWhatToLookAt({ terms: true });
  byId("choice-puzzle").replaceChildren();
  const photo = element("input", { type: "file", accept: "image/*", class: "away", id: "file", "aria-label": "A picture", tabindex: -1 });
  photo.addEventListener("change", async () => photo.files[0] && await begin(table("phone")) && sendPhotos(photo.files[0]));
  const tryIt = () => begin({ source: "demo", game: game || "tink", ...(players ? { players } : {}) });
  byId("only-look").onclick = tryIt;
  byId("ways").replaceChildren(
    ...phoneWays(begin, table),
    way("picture", "A picture", "Read one photo of the board.", () => photo.click()),
    photo,
  );
  unfinished = await offerKnown();
  if ((game === UNFINISHED && !unfinished) || (game === ALONE && !unfinished?.alone)) game = PRINTED;
  const { games } = await ask("games").catch(() => ({ games: null }));
  if (games) {
    renderGallery(games);
    renderGames(games);
  }
  await offerCameras(begin, table);
}

export function turnedAway() {
  byId("main").hidden = true;
  byId("choice").hidden = false;
  byId("choice-title").textContent = "This address is not valid any more. Scan the code again, or open the address that Kiebitz shows now.";
  byId("ways").replaceChildren();
  for (const part of document.querySelectorAll("#welcome, #sheet, #going-on, .terms")) part.hidden = true;
}
