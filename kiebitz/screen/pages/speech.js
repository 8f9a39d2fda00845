// Speaks with the browser's voices, or with the server's where it has none.

import { answered } from "./api.js";
import { inLanguage, language } from "./language.js";
import { set, setting } from "./settings.js";

// A millisecond of nothing, as a WAV.
const SILENCE = new Blob([new Uint8Array([82, 73, 70, 70, 44, 0, 0, 0, 87, 65, 86, 69, 102, 109, 116, 32, 16, 0, 0, 0, 1, 0, 1, 0, 64, 31, 0, 0, 64, 31, 0, 0, 1, 0, 8, 0, 100, 97, 116, 97, 8, 0, 0, 0, 128, 128, 128, 128, 128, 128, 128, 128])], { type: "audio/wav" });

const sound = new Audio();
const SAMPLE = "This is how I speak.";
let last = "";
let unheard = () => {};

// *told* hears why there is no voice.
export const offerSpeech = (told) => { unheard = told; };

export const speaking = () => setting("speech") !== "off";

export function setSpeaking(wanted) {
  set("speech", wanted ? "all" : "off");
  if (!wanted) silence();
}

function silence() {
  window.speechSynthesis?.cancel();
  sound.pause();
}

// Says *text* once; with *again* even if it was the last thing said. What is *urgent*, such as errors and questions,
// is also said where only that is wanted, and interrupts what is being said. Codes of rules are for the eye.
export async function say(text, { again = false, urgent = false } = {}) {
  const told = inLanguage(text).replaceAll(/ \[[A-Z]+-\d+\]/g, "");
  if (!told || (told === last && !again)) return;
  last = told;
  const wanted = setting("speech") === "all" || (setting("speech") === "errors" && urgent);
  if (!wanted && !again) return;
  if (urgent || again) silence();
  if (window.speechSynthesis?.getVoices().some((voice) => voice.lang.startsWith(language))) {
    const words = new SpeechSynthesisUtterance(told);
    words.lang = language;
    words.rate = Number(setting("rate"));
    window.speechSynthesis.speak(words);
    return;
  }
  try {
    const body = JSON.stringify({ text: told, language, rate: Number(setting("rate")) });
    const { answer, status } = await answered("speech", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (status < 300) await play(await answer.blob());
    else unheard((await answer.json()).error);
  } catch {
    // no voice anywhere: the words stand on the page
  }
}

async function play(blob) {
  const before = sound.src;
  sound.src = URL.createObjectURL(blob);
  if (before) URL.revokeObjectURL(before);
  await sound.play();
}

// Phones let a page be heard only after a touch, in which it has to have made a sound: one without words.
function unlock() {
  if (!speaking() || !sound.paused) return;
  if (window.speechSynthesis) window.speechSynthesis.speak(new SpeechSynthesisUtterance(""));
  play(SILENCE).catch(() => {});
  removeEventListener("pointerup", unlock);
}

addEventListener("pointerup", unlock);

// Says the last thing again, and returns it.
export function repeat() {
  say(last || SAMPLE, { again: true });
  return last;
}
