// The rules of a game: its card with pictures, then clauses, decisions with what people ask, and what the referee says.
// Long parts unfold; all are searched by words and codes.

import { ask, byId, element } from "./api.js";
import { inLanguage } from "./language.js";
import { gameChoice, gameOn, query } from "./pages.js";

const PARTS = [["clauses", "The rules in full"], ["decisions", "Where the published rules are silent"], ["codes", "What the referee says"]];
const REFERENCE = /\b((?:GEN|GW|TB|TT)-\d+|R\d+|\d\.\d+)\b/g;

const SAID = ["title", "text", "seen", "message"];

let book = null;
let wantedCode = query.get("code");

const split = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
const textOf = (entry) => [entry.key, entry.title, entry.text, entry.seen, entry.message, ...asked(entry)].filter(Boolean).join(" ").toLowerCase();
const asked = ({ cases }) => cases.flatMap(({ question, answer }) => [question, answer]);

function isWanted(entry, words) {
  const text = textOf(entry);
  return words.every((word) => text.includes(word));
}

function show() {
  const words = split(byId("words").value);
  const exact = words.length === 1 ? PARTS.flatMap(([part]) => book[part]).filter(({ key }) => key.toLowerCase() === words[0]) : [];
  const parts = PARTS.map(([part, title]) => [title, book[part].filter((entry) => (exact.length ? exact.includes(entry) : isWanted(entry, words)))]);
  const count = parts.reduce((sum, [, entries]) => sum + entries.length, 0);
  byId("told").textContent = words.length ? (count ? `${count} found.` : "Nothing found. Try one word.") : book.credit;
  const found = parts.filter(([, entries]) => entries.length);
  byId("book").replaceChildren(...(words.length
    ? found.flatMap(([title, entries]) => [element("h2", {}, inLanguage(title)), ...entries.map((entry) => article(entry, words))])
    : [contents(), ...card(), ...found.map(folded), element("p", { class: "fine" }, inLanguage(book.licence))]));
}

const idOf = (at) => `part-${at}`;

// Links to the parts of the page; those that are folded open.
function contents() {
  const link = (id, words) => element("li", {}, element("a", { href: `#${id}`, onclick: (event) => { event.preventDefault(); unfold(id); } }, inLanguage(words)));
  return element("nav", { "aria-label": inLanguage("Contents") }, element("ul", { class: "contents-list" },
    ...book.card.map(({ heading }, at) => link(`card-${at}`, heading)), ...PARTS.map(([, title], at) => (book[PARTS[at][0]].length ? link(idOf(at), title) : ""))));
}

function unfold(id) {
  const part = byId(id);
  if (part instanceof HTMLDetailsElement) part.open = true;
  part.scrollIntoView();
  (part.querySelector("summary") ?? part).focus({ preventScroll: true });
}

// The sections of the printed card.
const card = () => book.card.map(({ heading, texts, picture, shows, caption }, at) => element("section", { id: `card-${at}`, class: "card", tabindex: -1 },
  element("h2", {}, inLanguage(heading)),
  element("div", {}, ...paragraphs(texts)),
  ...(picture ? [element("figure", {}, element("img", { src: picture, alt: inLanguage(shows) }), ...(caption ? [element("figcaption", { class: "fine" }, inLanguage(caption))] : []))] : [])));

// Texts that begin with "* " are items of a list.
function paragraphs(texts) {
  const blocks = [];
  for (const text of texts) {
    if (!text.startsWith("* ")) blocks.push(element("p", {}, inLanguage(text)));
    else {
      if (blocks.at(-1)?.tagName !== "UL") blocks.push(element("ul", { class: "points" }));
      blocks.at(-1).append(element("li", {}, inLanguage(text.slice(2))));
    }
  }
  return blocks;
}

const folded = ([title, entries]) => element("details", { class: "part", id: idOf(PARTS.findIndex(([, words]) => words === title)) },
  element("summary", {}, element("h2", {}, inLanguage(title)), element("span", { class: "fine" }, String(entries.length))), ...entries.map((entry) => article(entry, [])));

function article(entry, words) {
  const said = entry.message === undefined ? [] : [element("p", { class: "quoted" }, ...marked(entry.message || inLanguage("(nothing is said)"), words))];
  const paragraphs = (entry.text ?? "").split("\n\n").filter(Boolean).map((text) => element("p", {}, ...marked(text, words)));
  return element("article", { id: entry.key, tabindex: -1 },
    element("h3", {}, element("span", { class: "key" }, entry.key), " ", upper(entry.title ?? entry.seen)), ...paragraphs, ...said, ...entry.cases.map((each) => oddCase(each, words)));
}

// A question with its answer; the board and what the referee says of it unfold.
function oddCase({ question, answer, board, says }, words) {
  return element("details", { class: "case" },
    element("summary", {}, ...marked(question, words), element("span", { class: "answer" }, ...marked(answer, words))),
    element("pre", { translate: "no", tabindex: 0 }, board),
    ...says.map((text) => element("p", {}, ...marked(text, words))));
}

// Marks what was searched for, and links the keys of other entries.
function marked(text, words) {
  const parts = [];
  const pattern = words.length ? new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi") : null;
  for (const [at, part] of text.split(REFERENCE).entries()) {
    if (at % 2 && known(part)) parts.push(element("a", { href: `?game=${book.game}&code=${part}`, onclick: (event) => { event.preventDefault(); goTo(part); } }, part));
    else parts.push(...(pattern ? part.split(pattern).flatMap((piece, i) => (i % 2 ? element("mark", {}, piece) : leftOpen(piece))) : leftOpen(part)));
  }
  return parts;
}

// What the referee fills in, such as a cell, stands in braces.
const leftOpen = (text) => text.split(/\{([^}]+)\}/).map((part, at) => (at % 2 ? element("i", {}, part) : part));

const upper = (text) => text[0].toUpperCase() + text.slice(1);
const known = (key) => PARTS.some(([part]) => book[part].some((entry) => entry.key === key));

function goTo(key) {
  byId("words").value = "";
  show();
  const found = document.getElementById(key);
  if (!found) return;
  for (const other of byId("book").querySelectorAll(".found")) other.classList.remove("found");
  for (const part of byId("book").querySelectorAll("details.part")) if (part.contains(found)) part.open = true;
  found.classList.add("found");
  found.focus({ preventScroll: true });
  found.scrollIntoView({ block: "center" });
}

// The words are put into the reader's language here, before they are searched and taken apart for links and marks.
const inReadersLanguage = (found) => ({ ...found, ...Object.fromEntries(PARTS.map(([part]) => [part, found[part].map(entryInLanguage)])) });

const entryInLanguage = (entry) => ({ ...entry, ...Object.fromEntries(SAID.filter((name) => entry[name]).map((name) => [name, paragraphsInLanguage(entry[name])])), cases: (entry.cases ?? []).map(caseInLanguage) });

const caseInLanguage = (found) => ({ ...found, question: inLanguage(found.question), answer: inLanguage(found.answer), says: found.says.map(inLanguage) });

const paragraphsInLanguage = (text) => text.split("\n\n").map(inLanguage).join("\n\n");

async function open({ game }) {
  try {
    book = inReadersLanguage(await ask(`rules/${game}`));
  } catch (fault) {
    byId("told").textContent = fault.message;
    return;
  }
  document.title = `Kiebitz: rules of ${book.title}`;
  show();
  if (wantedCode) goTo(wantedCode);
  wantedCode = null;
}

byId("words").addEventListener("input", show);
gameOn().then((now) => gameChoice(byId("games"), open, now)).catch((fault) => { byId("told").textContent = fault.message; });
