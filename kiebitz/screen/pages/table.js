// The table's page: shows how the game stands and tells the referee what people say.

import { ask, byId, element, follow, Refused, show } from "./api.js";
import { Board } from "./board.js";

let state = null;
let correcting = false;
let hinted = [];
const board = new Board(byId("board"), (cell) => correcting && choose(cell));

const setText = (id, text) => { if (byId(id).textContent !== text) byId(id).textContent = text; };
const named = (seat) => (state.colours?.[seat] ? `${seat} (${state.colours[seat]})` : seat);

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
      render();
    } catch (fault) {
      if (fault instanceof Refused) setText("said", fault.message);
    }
  }
  fetching = false;
}

function render() {
  show(state.phase);
  const begun = state.source != null;
  byId("choice").hidden = begun;
  byId("main").hidden = !begun;
  if (!begun) return;
  setText("game", state.title ?? "Looking for a printed board");
  setText("turn", turnText());
  setText("said", state.said || waitingText());
  renderAlert();
  if (state.board) board.show(state, { wrong: state.asking?.cells, hinted });
  renderStash();
  renderScore();
  byId("takeback").disabled = !state.plies;
  byId("pass").disabled = !state.legal.includes("--");
  byId("hint").disabled = !state.to_move;
  byId("agree").disabled = state.asking?.event !== "illegal";
  byId("correct").disabled = !state.position;
}

function waitingText() {
  return state.source === "phone" ? "Open the camera page and show the whole board." : "Looking for the board.";
}

function turnText() {
  if (state.result) return "The game is over";
  return state.to_move ? `${named(state.to_move)} to move` : "";
}

function renderAlert() {
  const asking = state.asking;
  const key = asking ? String(asking.n) : "";
  const place = byId("alert");
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.dataset.kind = asking?.event ?? "";
  place.replaceChildren();
  if (!asking) return;
  const title = { illegal: "This is not allowed", partial: "Not finished yet", unsure: "Please show me again" }[asking.event];
  place.append(element("strong", {}, title), element("p", {}, asking.code ? `${asking.message} [${asking.code}]` : asking.message));
  if (asking.repair) place.append(element("p", { class: "repair" }, asking.repair));
}

function renderStash() {
  const rows = Object.entries(state.stash ?? {}).map(([seat, left]) => element("p", { "data-turn": seat === state.to_move },
    element("b", {}, named(seat)), ...Object.entries(left).map(([kind, count]) => element("span", {}, `${count} ${kind.toUpperCase()}`))));
  byId("stash").replaceChildren(...rows);
}

function renderScore() {
  const moves = state.score ?? [];
  const place = byId("score");
  if (place.dataset.key === JSON.stringify(moves)) return;
  place.dataset.key = JSON.stringify(moves);
  place.replaceChildren(element("ol", {}, ...moves.map((move) => element("li", { value: move.ply },
    element("span", { class: "seat" }, named(move.seat)), ` ${move.action === "--" ? "pass" : move.action}`))));
  place.scrollTop = place.scrollHeight;
}

// -- what people say

async function tell(command) {
  try {
    await ask("commands", command);
  } catch (fault) {
    setText("said", fault.message);
    return;
  }
  refresh();
}

async function hint() {
  setText("said", "Thinking about a hint.");
  try {
    const found = await ask("hints", {});
    hinted = found.cells;
    render();
    setText("said", found.message);
  } catch (fault) {
    setText("said", fault.message);
  }
}

function correct(on) {
  correcting = on;
  byId("correct").setAttribute("aria-pressed", String(on));
  byId("board").classList.toggle("correcting", on);
  if (on) setText("said", "Choose the cell that is wrong.");
}

function choose(cell) {
  setText("contents-title", `What is on ${cell}?`);
  const edge = cell.includes("-");
  const fitting = state.alphabet.filter((content) => content === "." || (content === "rod") === edge);
  byId("contents-choice").replaceChildren(...fitting.map((content) => element("button", {
    type: "button", onclick: () => { byId("contents").close(); correct(false); tell({ do: "correct", cells: { [cell]: content } }); },
  }, state.words[content])));
  byId("contents").showModal();
}

async function begin(table) {
  try {
    state = await ask("tables", table);
    hinted = [];
    render();
    refresh();
  } catch (fault) {
    setText("choice-title", fault.message);
  }
}

function offer() {
  const way = (words, more, table) => element("button", { type: "button", class: "way", onclick: () => begin(table) },
    element("b", {}, words), element("span", {}, more));
  byId("ways").replaceChildren(
    way("Use this device’s camera", "A phone on a stack of books sees the whole board.", { source: "phone" }),
    way("Try it without a table", "A short game on a pretend table, at once.", { source: "demo", game: "tink" }),
  );
  byId("choice").hidden = false;
  byId("main").hidden = true;
}

function turnedAway() {
  offer();
  setText("choice-title", "This address is not valid any more. Open the one that Kiebitz shows now.");
  byId("ways").replaceChildren();
}

const clicks = {
  takeback: () => tell({ do: "takeback", plies: 1 }),
  pass: () => tell({ do: "pass" }),
  agree: () => tell({ do: "agree" }),
  hint,
  resume: () => begin({ resume: true, source: "phone" }),
  correct: () => correct(!correcting),
  new: offer,
  "contents-close": () => byId("contents").close(),
};
for (const [id, click] of Object.entries(clicks)) byId(id).addEventListener("click", click);

offer();
refresh();
follow(
  (event) => {
    if (event.event === "phase") show(event.phase);
    else if (event.event === "trouble") setText("said", event.message);
    else {
      if (event.event === "move") hinted = [];
      refresh();
    }
  },
  (on, refused) => {
    document.body.classList.toggle("offline", !on);
    if (refused) turnedAway();
    if (on) refresh();
  },
);
