// Shows one position of the list at a time; buttons, keys and links go to another, and it plays by itself.
(() => {
  const items = [...document.querySelectorAll("#positions > li")];
  const links = [...document.querySelectorAll("#moves a")];
  const bar = document.createElement("div");
  const [first, back, next, last, play] = document.body.dataset.words.split("|");
  const [fast, ...paces] = document.body.dataset.paces.split("|");
  const PACES_MS = [3000, 1500, 600];
  let at = 0, timer = 0;
  const go = (wanted) => {
    at = Math.max(0, Math.min(items.length - 1, wanted));
    items.forEach((item, i) => item.classList.toggle("shown", i === at));
    links.forEach((link, i) => link.toggleAttribute("aria-current", i === at));
  };
  const button = (words, click) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.addEventListener("click", click);
    bar.append(made);
    return made;
  };
  const stop = () => { clearTimeout(timer); timer = 0; player.setAttribute("aria-pressed", "false"); };
  const on = () => {
    go(at + 1 < items.length ? at + 1 : 0);
    if (at + 1 < items.length) timer = setTimeout(on, Number(pace.value));
    else stop();
  };
  const playOrStop = () => {
    if (timer) return stop();
    player.setAttribute("aria-pressed", "true");
    on();
  };
  const step = (target) => () => { stop(); go(target()); };
  const steps = { Home: step(() => 0), ArrowLeft: step(() => at - 1), ArrowRight: step(() => at + 1), End: step(() => items.length - 1) };
  bar.className = "buttons";
  for (const [words, key] of [[first, "Home"], [back, "ArrowLeft"], [next, "ArrowRight"], [last, "End"]]) button(words, steps[key]);
  const player = button(play, playOrStop);
  player.setAttribute("aria-pressed", "false");
  const label = document.createElement("label"), pace = document.createElement("select");
  label.append(`${fast} `, pace);
  paces.forEach((words, i) => pace.add(new Option(words, String(PACES_MS[i]), i === 1, i === 1)));
  bar.append(label);
  const faster = (by) => { pace.selectedIndex = Math.max(0, Math.min(PACES_MS.length - 1, pace.selectedIndex + by)); };
  const keys = { ...steps, " ": playOrStop, "+": () => faster(1), "-": () => faster(-1) };
  document.getElementById("positions").before(bar);
  document.body.classList.add("single");
  document.addEventListener("keydown", (event) => {
    const click = keys[event.key];
    const own = event.target instanceof Element && event.target.closest(event.key === " " ? "button, a, summary, select" : "select");
    if (!click || own || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    click();
  });
  const follow = () => {
    const found = items.findIndex((item) => `#${item.id}` === location.hash);
    go(found < 0 ? items.length - 1 : found);
  };
  window.addEventListener("hashchange", follow);
  follow();
})();
