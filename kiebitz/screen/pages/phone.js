// The camera page: sends what this device sees, and shows the table below the picture.

import { ask, byId, follow, show } from "./api.js";
import { Board } from "./board.js";
import { Capture } from "./capture.js";
import { forgetView, offerCorners, sawView } from "./corners.js";
import { inLanguage } from "./language.js";
import { isMeasuring, measure, offerLens } from "./lens.js";
import { isSecond, sendPhoto } from "./photo.js";
import { showGhost, showLights, showOutline } from "./lights.js";
import { showMeters } from "./meters.js";
import { settingUp, setUpText } from "./setting_up.js";
import "./settings.js";
import { isTeaching, lookAt, offerTeaching } from "./teach.js";

const say = (text) => { if (byId("said").textContent !== inLanguage(text)) byId("said").textContent = text; };

const isBusy = () => isMeasuring() || isTeaching();
const camera = new Capture(byId("video"), {
  say,
  changed: () => {
    byId("prop").hidden = camera.running;
    byId("start").textContent = camera.running ? "Stop camera" : "Start camera";
    if (!camera.running) byId("outline").replaceChildren();
  },
  send: async (frame, size) => {
    if (isMeasuring()) await measure(frame, size, showSeen);
    else if (isTeaching()) await lookAt(frame);
    return isBusy();
  },
});

byId("start").addEventListener("click", () => (camera.running ? camera.stop() : camera.start()));
byId("to-table").addEventListener("click", () => byId("table").scrollIntoView());
byId("photo").addEventListener("change", (event) => event.target.files[0] && sendPhoto(event.target.files[0], say));

function showSeen(boards, size, wanted) {
  showOutline(byId("outline"), boards, size);
  if (wanted) showGhost(byId("outline"), wanted, size);
}

if (isSecureContext) {
  offerLens(byId("lens"), say);
  offerTeaching(byId("lens"), () => camera.running);
} else {
  byId("start").hidden = true;
  byId("plain").hidden = false;
  byId("photo-label").textContent = "Take a photo";
  byId("photo-label").classList.add("big");
  say("Take a photo of the whole board after each move.");
}

// *unread* is why the newest photo could not be read.
let state = null, told = null, view = null, unread = "";
const board = new Board(byId("board"), () => {});

// Whose turn it is, and the board, as on the table's page.
function showTable() {
  const known = Boolean(state?.position && state.board);
  byId("table").hidden = byId("to-table").hidden = !known || isBusy();
  if (!known) return;
  byId("turn").textContent = state.result ? "The game is over." : `${state.names?.[state.to_move] ?? state.to_move} to move`;
  board.show(state, { wrong: state.asking?.cells });
}

function showPlace() {
  if (view && camera.running && !isBusy()) showOutline(byId("outline"), view.boards, view.size, state?.board, { last: state?.last, wrong: state?.asking?.cells, asked: Object.keys(state?.aid?.announced?.cells ?? {}) });
}

async function refresh() {
  state = await ask("state").catch(() => state);
  showPlace();
  showTable();
  const words = unread || (settingUp(state) ? setUpText(state) : [state?.said, ...(state?.puzzle?.told ?? []).map(({ text }) => text)].filter(Boolean).join(" "));
  if (words && !isBusy()) say(words);
}

if (!isSecond) offerCorners(() => state);
follow(
  (event) => {
    if (event.event === "phase") show(event.phase);
    if (event.event === "view" && !isSecond) { // what the first camera sees
      showLights(byId("lights"), event.lights);
      view = event;
      showPlace();
      showMeters(byId("meters"), event.meters);
      sawView(event);
    }
    if (event.event === "photo") {
      unread = event.message;
      refresh();
    }
    if (event.event === "table") forgetView();
    if (["table", "puzzle", "untold"].includes(event.event) || (event.event === "standing" && event.n !== told)) {
      told = event.n ?? told;
      refresh();
    }
  },
  (on, refused) => { if (refused) say("This address is not valid any more. Scan the code on the screen again."); },
);
