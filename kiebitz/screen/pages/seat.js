// A player's own phone: rolls the dice of one seat, and shows them to nobody else.

import { ask, byId, element, follow, Refused } from "./api.js";

const WORDS = {
  roll: "Roll your dice. Everybody hears their total, and only you see them.",
  wait: (total) => `You have ${total}. Wait for the other totals.`,
  up: (by, to) => `Turn your dice up by ${by}, to ${to}, each within its own faces. Then arrange them behind your screen.`,
  stay: (total) => `You have the highest total, ${total}. Turn no die. Arrange your dice behind your screen.`,
  free: (total) => `You have the highest total, ${total}. You may turn dice and keep it. Arrange your dice behind your screen.`,
  spoken: (total) => `Your total was told at the table: ${total}.`,
  open: "The dice lie open.",
  none: "No dice are rolled now.",
  die: (kind, value) => `Die ${kind}: ${value}`,
  show: "Show my dice",
  hide: "Hide my dice",
};

let hand = null, peeking = false;

async function refresh() {
  try {
    hand = await ask("hand");
    say("");
  } catch (fault) {
    hand = null;
    if (!(fault instanceof Refused) || fault.status === 403) say(fault.message);
  }
  render();
}

const say = (text) => { byId("said").textContent = text; };

function render() {
  const { roll, dice = [] } = hand ?? {};
  const total = roll?.totals[hand.seat], mayRoll = Boolean(roll) && total === undefined && !roll.revealed;
  if (hand) byId("name").textContent = hand.name;
  byId("todo").textContent = todo(roll, dice, total);
  byId("roll-mine").hidden = !mayRoll;
  byId("peek").hidden = !dice.length;
  if (!dice.length) peeking = false;
  byId("peek").textContent = peeking ? WORDS.hide : WORDS.show;
  byId("peek").setAttribute("aria-pressed", String(peeking));
  byId("dice").hidden = !peeking;
  byId("dice").replaceChildren(...(peeking ? dice : []).map(({ kind, value }) => element("li", { "data-kind": kind, "aria-label": WORDS.die(kind, value) },
    element("b", { "aria-hidden": "true" }, String(value)), element("span", { "aria-hidden": "true" }, kind))));
}

function todo(roll, dice, total) {
  if (!roll) return WORDS.none;
  if (roll.revealed) return WORDS.open;
  if (total === undefined) return WORDS.roll;
  if (!dice.length) return WORDS.spoken(total);
  if (roll.seats.some((seat) => !(seat in roll.totals))) return WORDS.wait(total);
  const by = roll.adjust[hand.seat];
  if (by) return WORDS.up(by, roll.highest);
  return roll.free.includes(hand.seat) ? WORDS.free(total) : WORDS.stay(total);
}

byId("roll-mine").addEventListener("click", async () => {
  try {
    hand = await ask("hand", {});
    peeking = true;
    say("");
    render();
  } catch (fault) {
    say(fault.message);
  }
});
byId("peek").addEventListener("click", () => {
  peeking = !peeking;
  render();
});
// Whoever puts the phone down shows nothing.
document.addEventListener("visibilitychange", () => {
  if (document.hidden && peeking) {
    peeking = false;
    render();
  }
});

refresh();
follow(
  (event) => { if (["totals", "state", "table", "standing"].includes(event.event)) refresh(); },
  (on, refused) => {
    if (refused) say("This page does not know the table. Scan the code of your seat again.");
    else if (on) refresh();
  },
);
