// Keeps the display of this device on while something is wanted of it; where that is not allowed the page goes on without.

let wanted = false;
let lock = null;

export function keepAwake(on) {
  wanted = on;
  if (on) hold();
  else release();
}

async function hold() {
  if (lock || document.hidden) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
    if (!wanted) release();
  } catch {
    // on https only, and not in every browser or on a low battery
  }
}

function release() {
  lock?.release();
  lock = null;
}

// A page that was hidden has lost its lock.
document.addEventListener("visibilitychange", () => wanted && hold());
