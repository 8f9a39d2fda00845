// The lesson of a game and its puzzles: a position, a task, and a board to try it on; the referee judges.

import { ask, byId, element } from "./api.js";
import { Board, icon } from "./board.js";
import { choicesFor } from "./hand.js";
import { gameChoice, gameOn, query } from "./pages.js";

const HOW = "Tap the cells that change, as you would with your hand.";
const KINDS = {
  lessons: { choose: "Lesson", called: "Step" },
  puzzles: { choose: "Puzzles", called: "Puzzle" },
};

let kind = query.has("puzzles") ? "puzzles" : "lessons";
let lesson = null;
// What stands in place of the step once its first move has been answered, and the moves that led there.
let later = null, played = [];
let number = Number(query.get("step")) || 1;
let changed = {};
const solved = new Set();
const board = new Board(byId("board"), choose);

const step = () => later ?? lesson.steps[number - 1];
const now = () => Object.fromEntries(Object.entries({ ...step().contents, ...changed }).filter(([, content]) => content !== "."));

async function open({ game }) {
  try {
    lesson = await ask(`${kind}/${game}`);
  } catch (fault) {
    tell("illegal", fault.message);
    return;
  }
  document.title = `Kiebitz: ${lesson.title}`;
  byId("kinds").replaceChildren(...Object.entries(KINDS).map(([name, { choose }]) => element("button", {
    type: "button", class: "chip", "aria-pressed": String(name === kind), onclick: () => change(name),
  }, choose)));
  solved.clear();
  goTo(Math.min(number, lesson.steps.length));
}

async function change(name) {
  kind = name;
  number = 1;
  await open(lesson);
  byId("kinds").querySelector("[aria-pressed=true]").focus();
}

function goTo(wanted) {
  number = wanted;
  later = null;
  played = [];
  const { called } = KINDS[kind];
  byId("number").textContent = `${called} ${number} of ${lesson.steps.length}`;
  byId("really").hidden = kind !== "puzzles";
  byId("really").href = `/?game=${lesson.game}&puzzle=${number}`;
  byId("steps").replaceChildren(...lesson.steps.map((_, at) => element("li", {}, element("button", {
    type: "button", "aria-label": `${called} ${at + 1}${solved.has(at + 1) ? ", solved" : ""}`, "aria-current": at + 1 === number ? "step" : null,
    "data-solved": String(solved.has(at + 1)), onclick: () => goTo(at + 1),
  }, String(at + 1)))));
  pose();
}

// Shows the task of the step, on a board that nobody has touched.
function pose() {
  changed = {};
  const { task, passing, swapping, wrong } = step();
  byId("task").textContent = task;
  byId("pass").hidden = !passing && !wrong.some(({ words }) => words === "passing");
  byId("swap").hidden = !swapping;
  byId("wrong").hidden = !wrong.length;
  byId("tries").replaceChildren(...wrong.map((one) => element("button", { type: "button", class: "chip", onclick: () => showJudged(one) }, one.words)));
  finished(false);
  tell("", HOW);
  show();
}

function show(contents = now(), wrong = []) {
  board.show({ ...step(), contents, last: Object.keys(changed) }, { wrong });
}

function finished(is, answered = false) {
  byId("on").hidden = !is || (!answered && number === lesson.steps.length);
  byId("on").textContent = answered ? "Show the answer" : kind === "lessons" ? "Next step" : "Next puzzle";
  for (const id of ["done", "pass", "swap"]) byId(id).disabled = is;
}

function tell(kind, message, code = "", repair = "") {
  const place = byId("judged");
  place.dataset.kind = kind;
  place.replaceChildren(
    element("p", {}, message, ...(code ? [" ", element("a", { class: "code", href: `/rules?game=${lesson.game}&code=${code}` }, code)] : [])),
    ...(repair ? [element("p", { class: "repair" }, repair)] : []),
  );
}

function showJudged({ state, message, code, repair, cells, contents, result, next, played: moves }) {
  const over = result && state === "done" ? " The game is over." : "";
  tell(state, message + over, code, repair);
  if (next) {
    finished(true, true);
    show(contents);
    [later, played] = [next, moves];
    byId("on").focus();
  } else if (state === "done") {
    solved.add(number);
    byId("steps").children[number - 1].firstChild.dataset.solved = "true";
    finished(true);
    show(contents);
    byId("on").focus();
  } else show(now(), cells);
}

async function tried(body, quietly = false) {
  try {
    const judged = await ask(`${kind}/${lesson.game}/${number}`, played.length ? { ...body, played } : body);
    if (!quietly || judged.state === "done") showJudged(judged);
  } catch (fault) {
    tell("illegal", fault.message);
  }
}

function choose(cell) {
  if (byId("done").disabled) return;
  const choices = choicesFor(step(), now(), cell);
  if (choices.length === 1) return put(cell, choices[0]);
  byId("contents-title").textContent = `What goes on ${cell}?`;
  byId("contents-choice").replaceChildren(...choices.map((content) => element("button", {
    type: "button", onclick: () => { byId("contents").close(); put(cell, content); },
  }, ...(content === "." ? ["Take it away"] : [icon(step(), content), step().words[content]]))));
  if (choices.length) byId("contents").showModal();
}

function put(cell, content) {
  changed[cell] = content;
  if ((step().contents[cell] ?? ".") === content) delete changed[cell];
  show();
  tell("", HOW);
  tried({ cells: changed }, true);
}

const clicks = {
  done: () => tried({ cells: changed }),
  pass: () => tried({ action: "--" }),
  swap: () => tried({ action: "swap" }),
  again: () => goTo(number),
  on: () => (later && !solved.has(number) ? pose() : goTo(number + 1)),
  "contents-close": () => byId("contents").close(),
};
for (const [id, click] of Object.entries(clicks)) byId(id).addEventListener("click", click);

gameOn().then((game) => gameChoice(byId("games"), open, game)).catch((fault) => tell("illegal", fault.message));
