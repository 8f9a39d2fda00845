// The table's page: shows how the game stands and tells the referee what people say.

import { botTag, playFor, renderAid } from "./aid.js";
import { ask, byId, element, follow, Refused, show } from "./api.js";
import { keepAwake } from "./awake.js";
import { Board, icon } from "./board.js";
import { offer, offerForPuzzle, puzzleWanted, turnedAway } from "./choice.js";
import { renderBranching } from "./branching.js";
import { clockOf, hearClocks, pauseCommand, renderPause, tick } from "./clocks.js";
import { mark } from "./colours.js";
import { chooseContent, correct, correcting, heardMore, moveWords, offerCorrections, toldCells } from "./correcting.js";
import { cropsOf } from "./crops.js";
import { isOwn, offerLive, renderLive, switchCamera } from "./live.js";
import { offerLooking } from "./looking.js";
import { forgetView, offerCorners, sawView } from "./corners.js";
import { renderEnding, renderSigning } from "./ending.js";
import { mayHere } from "./here.js";
import { offerKeys } from "./keys.js";
import { inLanguage } from "./language.js";
import { showLights, showOutline } from "./lights.js";
import { showMeters } from "./meters.js";
import "./pages.js";
import { renderPreparing, sawPicture } from "./preparing.js";
import { offerMoments, renderMoves, shownMoment } from "./moments.js";
import { offerNotation } from "./notation.js";
import { heardOthers, renderOthers } from "./others.js";
import { openPairing } from "./pairing.js";
import { agreedPeople, personTag } from "./people.js";
import { openPreferences } from "./preferences.js";
import { isRolling, offerRoll, renderRoll, rollText } from "./roll.js";
import { offerSentences } from "./sentences.js";
import { renderSettingUp, settingUp, setUpText } from "./setting_up.js";
import { offerSpeech, repeat, say, setSpeaking, speaking } from "./speech.js";
import { hear } from "./sounds.js";
import { renderTeaching } from "./teaching.js";
import { agreed, agreedLens, agreedPictures, agreedTable, offerLenses, offerTables, offerTerms } from "./terms.js";
import { tones } from "./tones.js";
import { sawBoard, turnOn } from "./turning.js";
import { offerTurns, renderTurns } from "./turns.js";
import { perhapsText } from "./untold.js";

document.body.dataset.view = new URLSearchParams(location.search).get("view") ?? "";

const OFFLINE_MS = 2000;
const MOST_NEAR = 2;
const MOVING = ["move", "pass", "takeback", "corrected"];

let state = null, view = null;
let hinted = [], taught = [];
let choosing = false;
let begunBefore = 0;
// The puzzle that is to be set up on the board, as its page asks for it.
let puzzle = puzzleWanted(location.search);
const board = new Board(byId("board"), (cell) => (correcting() ? chooseContent(cell) : sayWhatMayBe(cell)));

const setText = (id, text) => { if (byId(id).textContent !== inLanguage(text)) byId(id).textContent = text; };
const isPreparing = () => !byId("preparing").hidden;
const named = (side) => state.names?.[side] ?? side;

function status(text) {
  showSaid(text);
  say(text);
}

// What a card shows as well is *onCard*: it stays for those who listen, and is not shown twice.
function showSaid(text, { onCard = false } = {}) {
  setText("said", text);
  byId("said").classList.toggle("away", onCard);
}

const sayWhatMayBe = (cell) => { if (state.to_move) status(mayHere(state, cell)); };

// -- how it stands

let wanted = false, fetching = false;

async function refresh() {
  wanted = true;
  if (fetching) return;
  fetching = true;
  while (wanted) {
    wanted = false;
    try {
      state = await ask("state");
      hearClocks(state.clock);
      render();
    } catch (fault) {
      if (fault instanceof Refused && fault.status !== 403) status(fault.message);
    }
  }
  fetching = false;
}

function render() {
  show(state.phase);
  const looksOn = state.role !== "table";
  if (puzzle && !choosing && !looksOn) startChoosing();
  if (choosing && state.begun !== begunBefore) [choosing, puzzle] = [false, null];
  const begun = looksOn || (state.source != null && !choosing);
  for (const part of [document.querySelector(".buttons"), byId("join"), byId("pages")]) part.hidden = looksOn;
  byId("sentence").hidden = looksOn || !(state.position || state.roll);
  byId("choice").hidden = begun;
  byId("phase").hidden = !begun;
  byId("main").hidden = !begun;
  if (!begun) {
    if (!choosing) startChoosing();
    return;
  }
  setText("game", state.title ? `· ${state.title}` : "");
  renderPreparing(state, startChoosing, begin, switchCamera);
  byId("own-camera").hidden = looksOn || !isSecureContext || (state.source !== "phone" && !isOwn());
  setText("turn", turnText());
  setText("steps", state.steps ?? "");
  renderTurns(state);
  renderSettingUp(state);
  renderRoll(state);
  sayWhatIsNew();
  hear(state);
  setText("perhaps", perhapsText(state));
  renderAlert();
  renderBranching(state, tell, say);
  showBoard();
  heardMore();
  renderTeaching(state, (cells) => { taught = cells; showBoard(); }, say);
  renderPlayers();
  renderPause(byId("pause"), byId("clock-doings"), state);
  renderMoves(state, colourOf);
  renderEnding(state, begin);
  renderSigning(state, say);
  byId("takeback").disabled = !state.plies;
  const passing = state.legal.includes("--"), swapping = state.legal.includes("swap");
  byId("pass").disabled = !passing;
  byId("swap").disabled = byId("swap").hidden = !swapping;
  byId("pass").hidden = swapping && !passing;
  renderAid(state);
  renderOthers(state);
  byId("pictures-kept").hidden = !state.pictures;
  keepAwake(Boolean(state.position && !state.result));
  byId("agree").disabled = state.asking?.event !== "illegal";
  byId("correct").disabled = !state.position;
}

function showPlace() {
  if (view) showOutline(byId("outline"), view.boards, view.size, state?.board, { last: state?.last, ...marks(), asked: Object.keys(state?.aid?.announced?.cells ?? {}) });
}

const marks = () => ({ wrong: state?.asking?.cells, hinted: hinted.length || state?.asking ? hinted : taught });

function showBoard() {
  const past = shownMoment();
  if (past) board.show(past.state, { best: past.best });
  else if (state?.board) board.show(state, { ...marks(), told: toldCells() });
  showPlace();
  renderLive(isPreparing() && state.source !== null, view, state?.board);
}

// What the page itself has said, such as a hint, stands until something happens.
function sayWhatIsNew() {
  const setUp = settingUp(state) && !isPreparing() ? setUpText(state) : "";
  const key = setUp || `${state.journal} ${state.n} ${state.said}`;
  if (byId("said").dataset.key === key) return;
  byId("said").dataset.key = key;
  byId("sentence-choices").replaceChildren();
  // a card of its own says aloud what is wrong
  if (setUp) {
    showSaid(setUp, { onCard: true });
    say(setUp);
  }
  else if (!settingUp(state) && state.asking?.n === state.n) showSaid(state.said, { onCard: true });
  else status(state.said || waitingText());
}

function waitingText() {
  return state.source === "phone" ? "Open the camera page and show the whole board." : "Looking for the board.";
}

function turnText() {
  const turn = byId("turn");
  turn.classList.toggle("result", Boolean(state.result));
  if (isPreparing() && view?.boards.length) return "Wait: the board is being read";
  if (settingUp(state)) return isPreparing() ? "Show the board" : "Set up the board";
  if (isRolling(state)) return rollText(state);
  if (state.puzzle?.state === "wrong") return "Not the solution";
  if (state.result) return state.drawn ? "A draw" : winText(state.result.winners);
  return state.to_move ? `${named(state.to_move)} to move` : "Show the board";
}

const winText = (winners) => `${winners.map(named).join(" and ")} ${winners.length > 1 ? "win" : "wins"}`;

function renderAlert() {
  const asking = settingUp(state) ? null : state.asking;
  const key = asking ? String(asking.n) : "";
  const place = byId("alert");
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.dataset.kind = asking?.event ?? "";
  place.replaceChildren();
  if (!asking) return;
  const title = { illegal: "This is not allowed", partial: "Not finished yet", unsure: "I have a question", hint: "Please put this right" }[asking.event];
  const words = element("div", {}, element("strong", {}, title), element("p", {}, asking.message, ...(asking.code ? [" ", clause(asking.code)] : [])));
  place.append(words);
  say([asking.message, asking.repair].filter(Boolean).join(" "), { urgent: true });
  if (asking.repair) words.append(element("p", { class: "repair" }, asking.repair));
  const nearest = (asking.nearest ?? []).slice(0, MOST_NEAR);
  const given = state.answers.filter(({ steps }) => steps || state.role === "table");
  const shown = given.length || nearest.some((action) => asking.repair?.includes(action));
  if (nearest.length && !shown) words.append(element("p", { class: "fine" }, `A legal move near it would be ${nearest.join(" or ")}.`));
  if (state.crops && asking.cells?.length) {
    const crops = element("div", { class: "crops" });
    place.append(crops);
    cropsOf(crops, `events/${asking.n}`);
  }
  if (given.length) place.append(state.role === "table" ? answers() : movesNear(given));
}

const clause = (code) => element("a", { class: "code", href: `/rules?game=${state.game}&code=${code}` }, code);

function answers() {
  const said = ({ cells, seat, command }) => command ?? (seat ? { do: "turn", seat } : { do: "correct", cells });
  const one = (answer) => element("button", { type: "button", onclick: () => tell(said(answer)) }, ...moveWords(answer.words, answer.steps));
  const was = state.asking.event === "illegal" && state.answers.some(({ command }) => !command) ? [element("p", { class: "fine" }, "Or was it one of these moves?")] : [];
  return element("div", { class: "answers", role: "group", "aria-label": "Answer" }, ...was, ...state.answers.map(one));
}

// What is written in the repair, in words; who only looks taps nothing.
const movesNear = (moves) => element("ul", {}, ...moves.map(({ words, steps }) => element("li", {}, ...moveWords(words, steps))));

function renderPlayers() {
  const key = JSON.stringify([state.names, state.holders, state.stash, state.to_move, state.colours, state.result, state.clock?.control, state.aid?.bots, state.broken, state.people, state.out, state.at_hand]);
  const place = byId("players");
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(...(state.seats ?? []).map((side) => {
    const left = Object.entries(state.stash?.[side] ?? {}).map(([kind, count]) => element("span", { class: "left", "data-none": String(count === 0) },
      icon(state, side + kind), element("span", { "aria-hidden": "true" }, `×${count}`),
      element("span", { class: "away" }, `${count} ${state.words?.[side + kind]?.split(",")[0] ?? kind} left`)));
    const seat = state.holders?.[side] ?? side;
    const won = !state.drawn && state.result?.winners.includes(side);
    return element("li", { "data-turn": String(side === state.to_move), ...tones(colourOf(side)), class: "player colour" },
      mark(state, side, begin),
      element("span", { class: "who" }, element("b", {}, named(side)), ...personTag(state, seat), ...(won ? [element("span", { class: "won" }, "won")] : []), ...outTag(side), ...brokenTag(side), ...botTag(state, seat)),
      ...(side === state.to_move ? [element("span", { class: "away" }, "to move")] : []),
      element("span", { class: "stash" }, ...(state.at_hand?.sides?.[side] ?? []).map((words) => element("span", { class: "fine phrase" }, words)), ...left), ...clockOf(seat));
  }));
  setText("at-hand", state.at_hand?.left ?? "");
  tick();
}

function outTag(side) {
  return state.out?.includes(side) ? [element("span", { class: "fine" }, "out")] : [];
}

function brokenTag(side) {
  const count = state.broken?.[side];
  return count ? [element("span", { class: "fine" }, count === 1 ? "1 broken rule" : `${count} broken rules`)] : [];
}

function colourOf(side) {
  return state.game === "tabik" ? named(side).toLowerCase() : state.colours?.[side] ?? side;
}

// -- what people say

async function tell(command) {
  try {
    await ask("commands", command);
  } catch (fault) {
    status(fault.message);
    return false;
  }
  refresh();
  return true;
}

async function playForMe() {
  if (!state.aid?.bots[state.holders[state.to_move]]) showSaid("Thinking about a move.");
  try {
    await playFor(state);
  } catch (fault) {
    status(fault.message);
  }
  refresh();
}

async function hint() {
  showSaid("Thinking about a hint.");
  try {
    await ask("hints", {});
  } catch (fault) {
    status(fault.message);
  }
}

async function begin(table) {
  try {
    state = await ask("tables", table);
  } catch (fault) {
    if (choosing) setText("choice-title", fault.message);
    else status(fault.message);
    return false;
  }
  choosing = false;
  hinted = [];
  leavePuzzle();
  render();
  byId("board").focus();
  refresh();
  return true;
}

function startChoosing() {
  choosing = true;
  begunBefore = state.begun;
  byId("keep-pictures").checked = false;
  setText("kept", state.crops ? "Small pictures of the cells that events are about are kept with the game; all others stay in this computer’s memory." : "Pictures stay in this computer’s memory.");
  byId("choice").hidden = false;
  byId("main").hidden = true;
  offerTerms();
  offerLenses();
  offerTables();
  if (puzzle) offerForPuzzle(puzzle, state.source, (table) => begin({ ...agreedLens(table.source), ...agreedPictures(), ...table }));
  else offer((table) => begin({ ...(table.resume ? {} : { ...agreed(), ...agreedPeople(table.source) }), ...agreedLens(table.source), ...agreedPictures(), ...agreedTable(table), ...table }));
}

function leavePuzzle() {
  puzzle = null;
  history.replaceState(null, "", location.pathname);
}

// Answers a question aloud and in writing.
function answer(text) {
  write(text);
  say(text, { again: true });
}

// The dialog may cover what was said.
function write(text) {
  showSaid(text);
  setText("say-answer", text);
}

const tellAnswer = (_, text) => answer(text);
// Where nothing lies beside the board, what is left is said of the board itself.
const tellLeft = (_, text) => (state.at_hand?.left ? whereWeStand() : answer(text));
const whoseTurn = () => answer(byId("turn").textContent);
const whereWeStand = () => answer([byId("turn").textContent, ...[...byId("players").children].map(playerText), byId("at-hand").textContent, state.said].filter(Boolean).map((part) => part.replace(/\.$/, "")).join(". "));
const playerText = (player) => [...player.querySelectorAll(".who > *, .phrase, .stash .away, .clock")].map((part) => part.textContent.trim()).filter(Boolean).join(", ");

function sayAgain() {
  const text = repeat();
  if (text) write(text);
}

const whatIsOn = (cell) => status(`${cell}: ${state.words[state.contents[cell] ?? "."]}. ${mayHere(state, cell)}`);
const clicks = {
  takeback: () => tell({ do: "takeback", plies: 1 }),
  pass: () => tell({ do: "pass" }),
  swap: () => tell({ do: "swap" }),
  pause: () => tell(pauseCommand()),
  agree: () => tell({ do: "agree" }),
  hint,
  "play-for": playForMe,
  resume: () => begin({ resume: true, source: "phone" }),
  correct: () => correct(!correcting()),
  new: () => { leavePuzzle(); startChoosing(); },
  join: openPairing,
  "all-buttons": () => showAllButtons(byId("all-buttons").getAttribute("aria-expanded") !== "true"),
  "turn-board": () => { turnOn(state.board); showBoard(); },
  speak: () => {
    setSpeaking(!speaking());
    showSpeaking();
    if (speaking()) repeat();
  },
  "say-again": sayAgain,
  "say-turn": whoseTurn,
  "say-standing": whereWeStand,
  settings: () => openPreferences(() => { showSpeaking(); if (state) render(); }),
  "preferences-close": () => byId("preferences").close(),
  "pairing-close": () => byId("pairing").close(),
};
for (const [id, click] of Object.entries(clicks)) byId(id).addEventListener("click", click);
offerKeys(byId("board"), { again: sayAgain, turn: whoseTurn, standing: whereWeStand, leave: () => { if (correcting()) correct(false); } });
offerTurns(tell);
offerRoll(tell);
offerSentences(tell, { turn: whoseTurn, standing: whereWeStand, repeat: sayAgain, hint, cell: whatIsOn, why: tellAnswer, left: tellLeft }, status);
offerLooking(() => state);
offerSpeech((why) => {
  if (speaking()) showSaid(why);
  setSpeaking(false);
  showSpeaking();
});
offerMoments(showBoard, status);
offerNotation(() => state);
offerLive(status, () => { if (state) render(); });
offerCorrections(() => state, tell, showBoard, status);

// Says that nobody answers where that lasts; what stood there before comes back with the answer.
let offlineSince = 0;

function sayOffline() {
  offlineSince ||= Date.now();
  if (Date.now() - offlineSince < OFFLINE_MS || !state) return;
  status("Kiebitz does not answer. This page goes on by itself as soon as it does.");
  byId("said").dataset.key = "";
}

// Why the newest photo could not be read.
let unread = "";

// A photo that could not be read is said first. Too little light is said whatever else is seen, and what else is wrong while no board is found.
function showRemedy() {
  const { size, boards, lights } = view ?? {};
  const faults = size ? [lights.light, ...(boards.length ? [] : Object.values(lights))] : [];
  const text = unread || (faults.find(Boolean)?.message ?? "");
  if (byId("remedy").dataset.text === text) return;
  byId("remedy").dataset.text = text;
  byId("remedy").textContent = text;
  if (text) say(text, { urgent: true });
}

// What cannot be done now is behind one button; those who listen find it all the same.
function showAllButtons(all) {
  byId("all-buttons").setAttribute("aria-expanded", String(all));
  byId("all-buttons").setAttribute("aria-label", all ? "Fewer" : "More");
  document.querySelector(".buttons").classList.toggle("few", !all);
}

const showSpeaking = () => byId("speak").setAttribute("aria-pressed", String(speaking()));

showSpeaking();
showAllButtons(false);
offerCorners(() => state);
refresh();
follow(
  (event) => {
    if (event.event === "phase") show(event.phase);
    else if (event.event === "view") {
      showLights(byId("lights"), event.lights);
      view = event;
      showPlace();
      showMeters(byId("meters"), event.meters);
      sawView(event);
      sawPicture(event);
      if (state) setText("turn", turnText());
      showRemedy();
      if (event.boards.length === 1) sawBoard(event.boards[0]);
      showBoard();
    } else if (event.event === "photo") {
      unread = event.message;
      showRemedy();
    } else if (event.event === "others") {
      heardOthers(event);
      renderOthers(state);
    } else if (event.event === "trouble") status(event.message);
    else if (event.event === "saving") {
      byId("unsaved").textContent = event.message;
      byId("unsaved").hidden = !event.message;
    }
    else {
      if (event.event === "table") forgetView();
      if (event.event === "hint" && event.seat) hinted = event.cells;
      else if (MOVING.includes(event.event)) hinted = [];
      refresh();
    }
  },
  (on, refused) => {
    document.body.classList.toggle("offline", !on);
    if (refused) turnedAway();
    else if (!on) sayOffline();
    if (on) {
      offlineSince = 0;
      refresh();
    }
  },
);
