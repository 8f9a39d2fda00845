// Shows the codes with which other devices join, and lets them in or sends them off.

import { ask, byId, element } from "./api.js";
import { joinForm } from "./others.js";

const WORDS = {
  phone: ["The camera", "A phone that looks at the board."],
  second: ["Another view", "A second phone that looks at the same board. Either may come and go."],
  screen: ["Another screen", "It may do all that this one may."],
  viewer: ["Somebody who looks on", "Sees the game and changes nothing."],
  twin: ["Play with another table", "Scan it there, or type it behind kiebitz watch and --twin."],
  photo: ["Photos without https", "Takes a photo after each move. Others on the network may see it."],
  onlooker: ["Looking on without https", "For a projector or a stream. Sees the game, and no picture."],
  alone: "Phones and tablets cannot join yet: Kiebitz serves this computer alone.",
  unconnected: "This computer is on no local network, so no phone can join. Connect it, then try again.",
  open: "Let devices on this network join",
  shut: "Let no other device join any more",
};
const PLAIN = ["photo", "onlooker"];
const isHere = ["127.0.0.1", "localhost"].includes(location.hostname);

export async function openPairing() {
  await showDevices();
  byId("pairing").showModal();
}

async function showDevices() {
  const place = byId("devices");
  try {
    const { devices, fingerprint, lan, authority_fingerprint: authority, trust } = await ask("pairing");
    const offline = lan && new URL(devices.phone.url).hostname === "127.0.0.1";
    const codes = (wanted) => Object.entries(devices).filter(([name]) => wanted(name)).map((one) => code(one, lan && !offline));
    place.replaceChildren(...(lan && !offline ? [] : [alone(showDevices, offline ? WORDS.unconnected : "")]), ...codes((name) => !PLAIN.includes(name)));
    place.append(joinForm(() => byId("pairing").close()));
    if (lan) place.append(certificate(fingerprint, authority, trust), plain(codes((name) => PLAIN.includes(name))));
    if (lan && !offline && isHere) place.append(switching(false, WORDS.shut, showDevices, place));
  } catch (fault) {
    place.replaceChildren(element("p", {}, fault.message));
  }
}

// Says *why* no other device can join yet, with a button that lets them; *shown* is called when they may.
export function alone(shown, why = "") {
  const told = element("p", { "aria-live": "polite" }, why || WORDS.alone);
  return element("div", { class: "alert" }, told, ...(isHere ? [element("div", { class: "doings" }, switching(true, WORDS.open, shown, told))] : []));
}

// Returns a button that lets other devices in or sends them off; what goes wrong is said at *told*.
const switching = (open, words, shown, told) => element("button", { type: "button", onclick: async () => {
  try {
    await ask("network", { open });
    await shown();
  } catch (fault) {
    told.textContent = fault.message;
  }
} }, words);

const code = ([name, device], reached) => element("figure", {},
  ...(reached ? [element("img", { src: device.qr, alt: `Code for ${WORDS[name][0].toLowerCase()}`, width: 180, height: 180 })] : []),
  element("figcaption", {}, element("b", {}, WORDS[name][0]), element("span", {}, WORDS[name][1]),
    name === "twin" ? element("code", { translate: "no" }, device.url)
      : element("a", { href: device.url, target: "_blank", rel: "noopener" }, "Open it here"),
    ...(name === "viewer" ? [element("a", { href: device.url.replace("/#", "/projector#"), target: "_blank", rel: "noopener" }, "Light the board with a projector")] : [])));

const plain = (codes) => element("details", { class: "fine" },
  element("summary", {}, "Without https"), element("div", { class: "devices" }, ...codes));

function certificate(fingerprint, authority, trust) {
  return element("details", { class: "fine" }, element("summary", {}, "The browser warns of the certificate?"),
    element("p", {}, "That is expected once on each device: Kiebitz makes its own. Its SHA-256 must be"),
    element("p", { class: "fingerprint" }, fingerprint),
    element("p", {}, "To stop the warnings, open this page on the phone and follow its steps: ", element("a", { href: "/trust" }, trust)),
    element("p", {}, "The SHA-256 of the authority’s certificate must be"),
    element("p", { class: "fingerprint" }, authority));
}
