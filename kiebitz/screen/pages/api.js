// The page's way to the referee: the token, requests, and the stream of events.

import "./language.js";

// The token behind the # of an address; other anchors are places on the page.
const inAddress = () => /^#(?:token=)?([\w-]{16,})$/.exec(location.hash)?.[1] ?? "";
const token = inAddress() || sessionStorage.getItem("kiebitz") || "";
if (inAddress()) {
  sessionStorage.setItem("kiebitz", token);
  history.replaceState(null, "", location.pathname + location.search);
}

// A new address of the same table in the same tab leads nowhere by itself.
addEventListener("hashchange", () => { if (inAddress()) location.reload(); });

const ROOT = "/api/v1/";
const CAMERA = String(Math.random()).slice(2);

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

export const headers = () => ({ "X-Kiebitz": token });

// Returns the answer and its status. A refusal comes as an answer, so that the browser's console stays quiet.
export async function answered(path, how) {
  const answer = await fetch(ROOT + path, { ...how, headers: { ...headers(), "Kiebitz-Quiet": "1", ...how.headers }, cache: "no-store" });
  return { answer, status: Number(answer.headers.get("Kiebitz-Status") ?? answer.status) };
}

export async function ask(path, body, method) {
  const how = { headers: {}, ...(method ? { method } : {}) };
  if (body !== undefined) {
    how.method = "POST";
    how.headers["Content-Type"] = body instanceof Blob ? body.type : "application/json";
    if (body instanceof Blob) how.headers["Kiebitz-Camera"] = CAMERA;
    how.body = body instanceof Blob ? body : JSON.stringify(body);
  }
  const { answer, status } = await answered(path, how).catch(() => { throw new Error("Kiebitz does not answer."); });
  const value = status === 202 ? {} : await answer.json().catch(() => ({}));
  if (status >= 300) throw new Refused(status, capital(value.error || `The answer was ${status}.`));
  return value;
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// Calls heard(event, n) for every event, for ever: after a lost connection it goes on behind the last number.
export async function follow(heard, connected) {
  let last = 0, journal = "";
  for (let wait = 300; ; wait = Math.min(2 * wait, 5000)) {
    try {
      const answer = await fetch(`${ROOT}events?passing=1&since=${last}`, { headers: headers(), cache: "no-store" });
      if (answer.status === 403) return connected(false, true);
      if (!answer.ok) throw new Error(String(answer.status));
      connected(true, false);
      wait = 300;
      for await (const [n, event] of messages(answer.body)) {
        if (n) last = n;
        if (event.event === "journal") {
          if (journal && journal !== event.game) last = 0;
          journal = event.game;
        }
        heard(event, n);
      }
    } catch {
      // the server rests or the phone slept: tried again below
    }
    connected(false, false);
    await pause(wait);
  }
}

async function* messages(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ; ) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const lines = part.split("\n");
      const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n");
      const id = lines.find((line) => line.startsWith("id:"));
      if (data) yield [id ? Number(id.slice(3)) : 0, JSON.parse(data)];
    }
  }
}

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

// Returns the picture at *path* as an address for an image; null where there is none.
export async function picture(path) {
  const { answer, status } = await answered(path, {});
  return status < 300 ? URL.createObjectURL(await answer.blob()) : null;
}

export const byId = (id) => document.getElementById(id);

// What the phase means for the players: a few words, and a sentence.
const PHASES = {
  looking: ["looks for the board", "Kiebitz is looking for the board: show all of it."],
  still: ["watches", "Kiebitz sees the board and watches: play on."],
  hand: ["waits for the hand", "Something is over the board. Kiebitz reads on when it is gone."],
  thinking: ["reads the board", "Kiebitz is reading the board: wait a moment."],
  asking: ["needs you", "Something is wrong or unclear: the card says what to do."],
  over: ["game over", "The game is over."],
};

export function show(phase) {
  byId("phase").dataset.phase = phase;
  if (byId("phase").dataset.shown === phase) return;
  byId("phase").dataset.shown = phase;
  [byId("phase-word").textContent, byId("phase").title] = PHASES[phase];
}
