// The camera page: sends the newest frame, one at a time, and never an old one.

import { ask, byId, follow, pause, Refused, show } from "./api.js";
import { keepAwake } from "./awake.js";
import { forgetView, offerCorners, sawView } from "./corners.js";
import { inLanguage } from "./language.js";
import { isMeasuring, measure, offerLens } from "./lens.js";
import { drawn, sendPhoto } from "./photo.js";
import { showGhost, showLights, showOutline } from "./lights.js";
import { showMeters } from "./meters.js";
import { settingUp, setUpText } from "./setting_up.js";
import "./settings.js";

const PAUSE_MS = 100;
const AWAY_MS = 1000;

const video = byId("video");
let running = false;

const say = (text) => { if (byId("said").textContent !== inLanguage(text)) byId("said").textContent = text; };

async function start() {
  if (!navigator.mediaDevices) {
    say("This page may not use the camera here: open it over https, or send a photo.");
    return;
  }
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1440 } },
    });
  } catch {
    say("The camera may not be used. Allow it in the browser's settings, then start again.");
    return;
  }
  try {
    await video.play();
  } catch {
    stop();
    say("The browser does not show the camera's picture. Tap Start camera once more.");
    return;
  }
  byId("prop").hidden = true;
  byId("start").textContent = "Stop camera";
  running = true;
  say("The camera sends its pictures.");
  keepAwake(true);
  while (running) await pause(await sent(await drawn(video, video.videoWidth, video.videoHeight)));
}

function stop() {
  running = false;
  keepAwake(false);
  for (const track of video.srcObject?.getTracks() ?? []) track.stop();
  video.srcObject = null;
  byId("start").textContent = "Start camera";
  byId("prop").hidden = false;
  byId("outline").replaceChildren();
  say("The camera has stopped.");
}

// Returns how long to wait before the next picture, in milliseconds.
async function sent(blob) {
  try {
    if (isMeasuring()) await measure(blob, [video.videoWidth, video.videoHeight], showSeen);
    else await ask("frames", blob);
    return PAUSE_MS;
  } catch (fault) {
    if (fault instanceof Refused && fault.status === 429) return PAUSE_MS;
    say(fault instanceof Refused ? fault.message : "The table does not answer. Trying again.");
    return AWAY_MS;
  }
}

// A phone that slept, or another app, may have ended or paused the picture: it is begun anew.
async function wake() {
  if (!running || document.hidden) return;
  if (video.srcObject?.getTracks().every((track) => track.readyState === "live")) {
    if (video.paused) video.play().catch(() => {});
    return;
  }
  stop();
  await start();
}

document.addEventListener("visibilitychange", wake);
byId("start").addEventListener("click", () => (running ? stop() : start()));
byId("photo").addEventListener("change", (event) => event.target.files[0] && sendPhoto(event.target.files[0], say));

function showSeen(boards, size, wanted) {
  showOutline(byId("outline"), boards, size);
  if (wanted) showGhost(byId("outline"), wanted, size);
}

if (isSecureContext) offerLens(byId("lens"), say);
else {
  byId("start").hidden = true;
  byId("plain").hidden = false;
  byId("photo-label").textContent = "Take a photo";
  byId("photo-label").classList.add("big");
  say("Take a photo of the whole board after each move.");
}

let state = null, told = null, view = null;

function showPlace() {
  if (view && running && !isMeasuring()) showOutline(byId("outline"), view.boards, view.size, state?.board, { last: state?.last, wrong: state?.asking?.cells });
}

async function refresh() {
  state = await ask("state").catch(() => state);
  showPlace();
  const words = settingUp(state) ? setUpText(state) : [state?.said, ...(state?.puzzle?.told ?? []).map(({ text }) => text)].filter(Boolean).join(" ");
  if (words && !isMeasuring()) say(words);
}

offerCorners(() => state);
follow(
  (event) => {
    if (event.event === "phase") show(event.phase);
    if (event.event === "view") {
      showLights(byId("lights"), event.lights);
      view = event;
      showPlace();
      showMeters(byId("meters"), event.meters);
      sawView(event);
    }
    if (event.event === "table") forgetView();
    if (["table", "puzzle", "untold"].includes(event.event) || (event.event === "standing" && event.n !== told)) {
      told = event.n ?? told;
      refresh();
    }
  },
  (on, refused) => { if (refused) say("This address is not valid any more. Scan the code on the screen again."); },
);
