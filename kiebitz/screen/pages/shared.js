// Shows one position of the list at a time; buttons, arrow keys and links go to another.
(() => {
  const items = [...document.querySelectorAll("#positions > li")];
  const links = [...document.querySelectorAll("#moves a")];
  const bar = document.createElement("div");
  let at = 0;
  const go = (wanted) => {
    at = Math.max(0, Math.min(items.length - 1, wanted));
    items.forEach((item, i) => item.classList.toggle("shown", i === at));
    links.forEach((link, i) => link.toggleAttribute("aria-current", i === at));
  };
  const stop = () => { clearTimeout(timer); timer = 0; player.setAttribute("aria-pressed", "false"); };
  const on = () => {
    go(at + 1 < items.length ? at + 1 : 0);
    if (at + 1 < items.length) timer = setTimeout(on, PACE_MS);
    else stop();
  };
  const button = (words, target) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.addEventListener("click", () => { stop(); go(target()); });
    bar.append(made);
  };
  const [first, back, next, last, play] = document.body.dataset.words.split("|");
  const PACE_MS = 1500;
  let timer = 0;
  bar.className = "buttons";
  button(first, () => 0);
  button(back, () => at - 1);
  button(next, () => at + 1);
  button(last, () => items.length - 1);
  const player = document.createElement("button");
  player.type = "button";
  player.textContent = play;
  player.setAttribute("aria-pressed", "false");
  player.addEventListener("click", () => {
    if (timer) return stop();
    player.setAttribute("aria-pressed", "true");
    on();
  });
  bar.append(player);
  document.getElementById("positions").before(bar);
  document.body.classList.add("single");
  document.addEventListener("keydown", (event) => {
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: items.length - 1 }[event.key];
    if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    stop();
    go(target);
  });
  const follow = () => {
    const found = items.findIndex((item) => `#${item.id}` === location.hash);
    go(found < 0 ? items.length - 1 : found);
  };
  window.addEventListener("hashchange", follow);
  follow();
})();
