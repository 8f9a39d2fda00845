// Hands a kept game on: as a page that needs nothing else, or in forms for other programs.

import { element, Refused, headers } from "./api.js";
import { language } from "./language.js";
import { saveAs } from "./saving.js";

const FORMS = [
  ["record", "txt", "Record"],
  ["sgf", "sgf", "SGF"],
  ["ppn", "ppn", "PPN"],
  ["abstract-play", "json", "Abstract Play"],
  ["csv", "csv", "Table of the moves"],
  ["sheet", "pdf", "Score sheet"],
  ["gif", "gif", "Moving picture"],
  ["webm", "webm", "Film"],
  ["mp4", "mp4", "Film (MP4)"],
  ["png", "png", "Picture of the end"],
  ["svg", "svg", "Diagram of the end"],
];

async function fetched(game, what, suffix) {
  const answer = await fetch(`/api/v1/kept/${encodeURIComponent(game.id)}/${what}?language=${language}`, { headers: headers(), cache: "no-store" });
  if (!answer.ok) throw new Refused(answer.status, (await answer.json()).error);
  return new File([await answer.blob()], `kiebitz-${game.game}-${game.id}.${suffix}`, { type: answer.headers.get("Content-Type").split(";")[0] });
}

const saved = (file) => saveAs(URL.createObjectURL(file), file.name);

// Gives the page to the device's own way of sharing, where it has one; else saves it.
export async function share(game) {
  const file = await fetched(game, "exports/html", "html");
  if (!navigator.canShare?.({ files: [file] })) return saved(file);
  return navigator.share({ files: [file], title: game.title }).catch((fault) => { if (fault.name !== "AbortError") saved(file); });
}

export function formButtons(game, failed) {
  const forms = FORMS.map(([form, suffix, words]) => [`exports/${form}`, suffix, words]);
  return [...forms, ["report", "zip", "Report of a fault"]].map(([what, suffix, words]) => element("button", {
    type: "button", onclick: () => fetched(game, what, suffix).then(saved).catch(failed),
  }, words));
}
