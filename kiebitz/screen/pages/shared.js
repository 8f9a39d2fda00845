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
  const button = (words, target) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.addEventListener("click", () => go(target()));
    bar.append(made);
  };
  const [first, back, next, last] = document.body.dataset.words.split("|");
  bar.className = "buttons";
  button(first, () => 0);
  button(back, () => at - 1);
  button(next, () => at + 1);
  button(last, () => items.length - 1);
  document.getElementById("positions").before(bar);
  document.body.classList.add("single");
  document.addEventListener("keydown", (event) => {
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: items.length - 1 }[event.key];
    if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(target);
  });
  const follow = () => {
    const found = items.findIndex((item) => `#${item.id}` === location.hash);
    go(found < 0 ? items.length - 1 : found);
  };
  window.addEventListener("hashchange", follow);
  follow();
})();
