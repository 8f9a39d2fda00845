// The page of the games that are kept: a list, and one of them step by step.

import { ask, byId, element } from "./api.js";
import { offerComment } from "./commenting.js";
import { Evaluation } from "./evaluation.js";
import { begun, inWords } from "./kept.js";
import "./pages.js";
import { rematch } from "./rematch.js";
import { formButtons, share } from "./share.js";
import { Stepper } from "./stepping.js";
import { ratingTables } from "./ratings.js";
import { tallies } from "./tally.js";

const NONE = "No game is kept yet. Those that Kiebitz watches stand here.";
const OPEN = "not over";

const stepper = new Stepper();
const evaluation = new Evaluation((stage) => stepper.goTo(stage), () => stepper.again());
stepper.best = (stage) => evaluation.bestAt(stage);
stepper.chosen = (stage) => evaluation.mark(stage);
let game = null;

const wanted = () => new URLSearchParams(location.search).get("game");
const say = (text) => { byId("told").textContent = text; };

function entry(one) {
  const words = [
    element("b", {}, one.title || one.game || "?", ...(one.readable ? [] : [" (damaged)"])),
    ...(one.puzzle ? [element("span", {}, `Puzzle ${one.puzzle}`)] : []),
    ...(one.demo ? [element("span", {}, "Demo")] : []),
    element("span", {}, inWords(one)),
    ...(Object.keys(one.people).length ? [element("span", { translate: "no" }, Object.values(one.people).join(", "))] : []),
    element("span", { class: "fine" }, [begun(one), one.moves === 1 ? "1 move" : `${one.moves} moves`].filter(Boolean).join(" · ")),
    element("span", { class: one.result ? "won" : "fine" }, one.readable ? one.outcome || OPEN : one.trouble),
  ];
  return element("li", {}, one.readable ? element("a", { href: `/games?game=${encodeURIComponent(one.id)}` }, ...words) : element("div", {}, ...words));
}

async function list() {
  byId("list").hidden = false;
  byId("one").hidden = true;
  try {
    const { games, ratings } = await ask("kept");
    byId("ratings").replaceChildren(...ratingTables(ratings));
    const isBare = (one) => one.readable && !one.moves && !one.result, bare = games.filter(isBare);
    byId("games").replaceChildren(...games.filter((one) => !isBare(one)).map(entry));
    byId("bare").hidden = !bare.length;
    byId("how-many-bare").textContent = bare.length;
    byId("bare-games").replaceChildren(...bare.map(entry));
    byId("tally").replaceChildren(...tallies(games).map((line) => element("li", {}, line)));
    say(games.length ? "" : NONE);
    byId("begin").hidden = games.length > 0;
  } catch (fault) {
    say(fault.message);
  }
}

async function open(id) {
  try {
    game = await ask(`kept/${encodeURIComponent(id)}`);
  } catch (fault) {
    await list();
    say(fault.message);
    return;
  }
  byId("list").hidden = true;
  byId("one").hidden = false;
  document.title = `Kiebitz: ${game.title}`;
  byId("title").textContent = `${game.title}: ${inWords(game)}`;
  byId("about").textContent = [begun(game), game.trouble].filter(Boolean).join(" · ");
  byId("outcome").textContent = game.outcome || "This game is not over.";
  byId("broken").textContent = [brokenRules(game), signatures(game)].filter(Boolean).join(" ");
  byId("people").replaceChildren(...Object.entries(game.people).flatMap(([side, name], at) => [at ? " · " : "", element("span", {}, game.names[side] ?? side), ": ", element("span", { translate: "no" }, name)]));
  byId("forms").replaceChildren(...formButtons(game, failed));
  stepper.open(game);
  evaluation.open(game);
}

// How often each player broke a rule, as an arbiter counts.
function brokenRules({ broken, names }) {
  const counts = Object.entries(broken).map(([side, count]) => `${names[side] ?? side} ${count}`);
  return counts.length ? `Broken rules: ${counts.join(", ")}.` : "";
}

// Who has agreed to the result, as on a score sheet.
function signatures({ signed, names, result }) {
  if (!result) return "";
  return signed.length ? `Agreed to by ${signed.map((side) => names[side] ?? side).join(" and ")}.` : "";
}

const failed = (fault) => { byId("about").textContent = fault.message; };

async function remove() {
  byId("deleting").close();
  try {
    await ask(`kept/${encodeURIComponent(game.id)}`, undefined, "DELETE");
    location.assign("/games");
  } catch (fault) {
    failed(fault);
  }
}

const clicks = {
  rematch: () => rematch(game).catch(failed),
  share: () => share(game).catch(failed),
  delete: () => byId("deleting").showModal(),
  "delete-it": remove,
  "keep-it": () => byId("deleting").close(),
};
stepper.showComment = offerComment(byId("commenting"), async (text) => {
  game = await ask(`kept/${encodeURIComponent(game.id)}/comments`, { at: stepper.commented, text });
  stepper.renew(game);
}, failed);
for (const [id, click] of Object.entries(clicks)) byId(id).addEventListener("click", click);

if (wanted()) open(wanted());
else list();
