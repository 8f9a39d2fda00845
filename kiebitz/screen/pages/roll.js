// A hidden roll before the game: each player's total by a tap or typed, who turns dice up, own phones, and the reveal.

import { ask, byId, element } from "./api.js";
import { alone } from "./pairing.js";

const WORDS = {
  title: "The hidden roll",
  how: "Each player rolls where nobody else sees it, and tells the total.",
  whose: (name) => `Total of ${name}`,
  up: (by, to) => `turn up by ${by}, to ${to}`,
  highest: "highest",
  back: (name) => `Take back the total of ${name}`,
  own: (name) => `No dice? Roll on the own phone of ${name}`,
  ownShort: "No dice?",
  scan: (name) => `This code is for ${name} alone: the phone that scans it rolls, and shows these dice to nobody else.`,
  code: (name) => `Code for the phone of ${name}`,
  here: "Open it here",
  type: "or type it",
  tell: "Tell",
  reveal: "Reveal the dice",
  arrange: "Arrange your dice behind your screens. The picture stays hidden until the reveal.",
  looking: "The dice lie open. Show the whole board.",
};

let tell = () => {};
let chosen = null, shown = null;

export const isRolling = (state) => Boolean(state?.roll && Object.keys(state.roll.totals).length);

export function rollText({ roll }) {
  if (roll.revealed) return "Show the board";
  return untold(roll).length ? "Tell your totals" : "Arrange your dice";
}

const untold = ({ seats, totals }) => seats.filter((seat) => !(seat in totals));

export function renderRoll(state) {
  const place = byId("roll"), { roll } = state, mayTell = state.role === "table";
  place.hidden = !roll || (!mayTell && !isRolling(state));
  const key = JSON.stringify([place.hidden, roll, mayTell]);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  if (!untold(roll ?? { seats: [], totals: {} }).includes(chosen)) chosen = null;
  shown = state;
  if (!place.hidden) draw();
}

function draw() {
  const { roll, role } = shown, place = byId("roll"), mayTell = role === "table";
  const next = chosen ?? untold(roll)[0];
  const held = place.contains(document.activeElement) ? document.activeElement.id : "";
  place.replaceChildren(
    element("h2", {}, WORDS.title),
    ...(isRolling(shown) ? [] : [element("p", { class: "fine" }, WORDS.how)]),
    element("ul", {}, ...roll.seats.map((seat) => row(seat, roll, mayTell, next))),
    ...(mayTell && next && !roll.revealed ? [numbers(next, roll)] : []),
    ...(next || roll.revealed ? [] : [element("p", { class: "fine" }, WORDS.arrange)]),
    ...(roll.revealed ? [element("p", { class: "fine" }, WORDS.looking)] : []),
    ...(mayTell && isRolling(shown) && !roll.revealed ? [element("div", { class: "doings" }, element("button", {
      type: "button", id: "reveal", class: next ? "" : "chief", onclick: () => tell({ do: "reveal" }) }, WORDS.reveal))] : []));
  if (held) (byId(held) ?? place.querySelector("button, input"))?.focus();
}

function row(seat, roll, mayTell, next) {
  const total = roll.totals[seat], by = roll.adjust[seat], name = roll.names[seat];
  const isHighest = !untold(roll).length && total === roll.highest;
  return element("li", { "data-next": String(mayTell && seat === next) },
    mayTell && total === undefined
      ? element("button", { type: "button", class: "quiet", id: `total-${seat}`, "aria-pressed": String(seat === next), onclick: () => { chosen = seat; draw(); } }, name)
      : element("b", {}, name),
    element("span", { class: "total" }, total ?? "–"),
    ...(by ? [element("span", { class: "up", "aria-hidden": "true" }, `+${by} → ${roll.highest}`), element("span", { class: "away" }, WORDS.up(by, roll.highest))] : isHighest ? [element("span", { class: "fine" }, WORDS.highest)] : []),
    ...(!mayTell ? [] : total === undefined
      ? [element("button", { type: "button", class: "quiet", id: `own-${seat}`, "aria-label": WORDS.own(name), onclick: () => showCode(seat, name) }, WORDS.ownShort)]
      : [element("button", { type: "button", class: "quiet", id: `back-${seat}`, "aria-label": WORDS.back(name), title: WORDS.back(name), onclick: () => tell({ do: "total", seat, total: null }) }, "×")]));
}

function numbers(seat, { least, most, names }) {
  const input = element("input", { type: "text", inputmode: "numeric", id: "total-typed", size: 3, maxlength: 3, autocomplete: "off", "aria-label": WORDS.whose(names[seat]) });
  const send = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text) told(seat, /^-?\d+$/.test(text) ? Number(text) : text);
  };
  const every = Array.from({ length: most - least + 1 }, (_, at) => least + at);
  return element("form", { onsubmit: send },
    element("div", { class: "numbers", role: "group", "aria-label": WORDS.whose(names[seat]) },
      ...every.map((total) => element("button", { type: "button", id: `number-${total}`, onclick: () => told(seat, total) }, String(total)))),
    element("div", { class: "doings" }, element("label", { class: "fine", for: "total-typed" }, WORDS.type), input,
      element("button", { type: "submit", id: "total-tell", class: "quiet" }, WORDS.tell)));
}

async function told(seat, total) {
  if (await tell({ do: "total", seat, total })) chosen = null;
}

async function showCode(seat, name) {
  const place = byId("seat-code");
  try {
    const { url, qr, lan } = await ask(`codes/${seat}`);
    place.replaceChildren(element("p", {}, WORDS.scan(name)), element("div", { class: "devices" }, ...(lan ? [] : [alone(() => showCode(seat, name))]), element("figure", {},
      ...(lan ? [element("img", { src: qr, alt: WORDS.code(name), width: 180, height: 180 })] : []),
      element("figcaption", {}, element("a", { href: url, target: "_blank", rel: "noopener" }, WORDS.here)))));
  } catch (fault) {
    place.replaceChildren(element("p", {}, fault.message));
  }
  if (!byId("own-phone").open) byId("own-phone").showModal();
}

// Tells totals and the reveal by *send*.
export function offerRoll(send) {
  tell = send;
  byId("own-phone-close").addEventListener("click", () => byId("own-phone").close());
}
