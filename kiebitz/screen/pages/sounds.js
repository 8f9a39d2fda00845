// Short sounds for a move, an error, a question and a win, where they are switched on.

import { setting } from "./settings.js";

// Each note: its pitch in hertz, and when it begins and how long it lasts in seconds.
const TUNES = {
  move: [[660, 0, 0.09]],
  error: [[220, 0, 0.16], [175, 0.18, 0.24]],
  question: [[440, 0, 0.12], [590, 0.14, 0.16]],
  win: [[523, 0, 0.12], [659, 0.13, 0.12], [784, 0.26, 0.3]],
};
const LOUDNESS = 0.15;

let context = null;
let before = null;

export function play(tune) {
  if (setting("sounds") !== "on" || !window.AudioContext) return;
  context ??= new AudioContext();
  context.resume();
  for (const [pitch, after, lasts] of TUNES[tune]) {
    const begins = context.currentTime + after, tone = context.createOscillator(), gain = context.createGain();
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(LOUDNESS, begins);
    gain.gain.exponentialRampToValueAtTime(0.001, begins + lasts);
    tone.connect(gain).connect(context.destination);
    tone.start(begins);
    tone.stop(begins + lasts);
  }
}

// Plays what is new in *state*, of a table that was heard before.
export function hear({ journal, plies, asking, result }) {
  const now = { journal, plies, asked: asking?.n, over: Boolean(result) };
  const known = before;
  before = now;
  if (!known || known.journal !== journal) return;
  if (now.over && !known.over) play("win");
  else if (asking && now.asked !== known.asked) play(asking.event === "illegal" ? "error" : "question");
  else if (plies > known.plies) play("move");
}
