"use strict";
// The board is as wide as its picture says, times a zoom; fingers and wheels scroll it, as they scroll everything.
const board = document.getElementById("board"), picture = board.querySelector("svg");
const wide = picture.viewBox.baseVal.width, high = picture.viewBox.baseVal.height;
let zoom = 1;

function whole() { return Math.min(board.clientWidth / wide, board.clientHeight / high); }

// What lies at a point of the window stays there.
function enlarge(to, x, y) {
  const box = board.getBoundingClientRect();
  const left = (x === undefined ? board.clientWidth / 2 : x - box.left);
  const top = (y === undefined ? board.clientHeight / 2 : y - box.top);
  const across = (board.scrollLeft + left) / zoom, down = (board.scrollTop + top) / zoom;
  zoom = Math.min(6, Math.max(Math.min(whole(), 1), to));
  picture.setAttribute("width", wide * zoom);
  picture.setAttribute("height", high * zoom);
  board.scrollTo(across * zoom - left, down * zoom - top);
}

document.getElementById("tools").hidden = false;
for (const button of document.querySelectorAll("[data-by]")) {
  button.addEventListener("click", () => enlarge(Number(button.dataset.by) ? zoom * button.dataset.by : whole()));
}
board.addEventListener("dblclick", (event) => enlarge(zoom * 1.6, event.clientX, event.clientY));
board.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  enlarge(zoom * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
}, { passive: false });
board.addEventListener("keydown", (event) => {
  if (event.key === "+" || event.key === "=") enlarge(zoom * 1.25);
  if (event.key === "-") enlarge(zoom * 0.8);
  if (event.key === "0") enlarge(whole());
});

// Two fingers enlarge the board and not the page, where the window knows them; a mouse drags it.
const held = new Map();
let apart = 0;
board.addEventListener("pointerdown", (event) => { held.set(event.pointerId, event); });
board.addEventListener("pointermove", (event) => {
  const before = held.get(event.pointerId);
  if (!before) return;
  held.set(event.pointerId, event);
  if (event.pointerType === "mouse" && event.buttons === 1) {
    board.scrollBy(before.clientX - event.clientX, before.clientY - event.clientY);
  }
  if (held.size === 2) {
    const [one, two] = [...held.values()];
    const now = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
    if (apart) enlarge(zoom * now / apart, (one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2);
    apart = now;
  }
});
for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
  board.addEventListener(end, (event) => { held.delete(event.pointerId); apart = 0; });
}
enlarge(innerWidth < 700 ? 1 : whole(), 0, 0);
board.scrollTo(0, 0);
