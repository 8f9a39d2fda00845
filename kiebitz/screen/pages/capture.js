// The camera of this device: sends the newest frame, one at a time, and never an old one.

import { ask, pause, Refused } from "./api.js";
import { keepAwake } from "./awake.js";
import { drawn, FRAMES } from "./photo.js";

const PAUSE_MS = 100;
const AWAY_MS = 1000;
const WANTED = { audio: false, video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1440 } } };

export class Capture {
  // *video* shows what the camera sees; *say* tells how it goes; *changed* is called when it starts or stops;
  // *send* takes each frame and its size, in place of the table.
  constructor(video, { say, changed, send = null }) {
    Object.assign(this, { video, say, changed, send, running: false });
    document.addEventListener("visibilitychange", () => this.#wake());
  }

  async start() {
    if (!navigator.mediaDevices) return this.say("This page may not use the camera here: open it over https, or send a photo.");
    try {
      this.video.srcObject = await navigator.mediaDevices.getUserMedia(WANTED);
    } catch {
      return this.say("The camera may not be used. Allow it in the browser's settings, then start again.");
    }
    try {
      await this.video.play();
    } catch {
      this.stop();
      return this.say("The browser does not show the camera's picture. Tap Start camera once more.");
    }
    this.running = true;
    this.changed();
    this.say("The camera sends its pictures.");
    keepAwake(true);
    while (this.running) await pause(await this.#sent());
  }

  stop() {
    this.running = false;
    keepAwake(false);
    for (const track of this.video.srcObject?.getTracks() ?? []) track.stop();
    this.video.srcObject = null;
    this.changed();
    this.say("The camera has stopped.");
  }

  // Returns how long to wait before the next picture, in milliseconds.
  async #sent() {
    const size = [this.video.videoWidth, this.video.videoHeight];
    try {
      const frame = await drawn(this.video, ...size);
      if (!(await this.send?.(frame, size))) await ask(FRAMES, frame);
      return PAUSE_MS;
    } catch (fault) {
      if (fault instanceof Refused && fault.status === 429) return PAUSE_MS;
      this.say(fault instanceof Refused ? fault.message : "The table does not answer. Trying again.");
      return AWAY_MS;
    }
  }

  // A phone that slept, or another app, may have ended or paused the picture: it is begun afresh.
  async #wake() {
    if (!this.running || document.hidden) return;
    if (this.video.srcObject?.getTracks().every((track) => track.readyState === "live")) {
      if (this.video.paused) this.video.play().catch(() => {});
      return;
    }
    this.stop();
    await this.start();
  }
}
