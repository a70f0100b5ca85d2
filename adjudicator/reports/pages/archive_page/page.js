"use strict";
(() => {
  const data = document.getElementById("steps");
  const links = [...document.querySelectorAll(".timeline a")];
  const chapters = [...document.querySelectorAll(".chapter")];
  const strips = [...document.querySelectorAll(".strip a")];
  // Brings a link of a row that scrolls sideways to its middle, or its beginning into sight.
  const centre = (row, link) => {
    const outer = row.getBoundingClientRect(), inner = link.getBoundingClientRect();
    row.scrollLeft += inner.left - outer.left - Math.max((outer.width - inner.width) / 2, 8);
  };
  const mark = (id) => links.forEach((link) => {
    const here = link.hash === "#" + id;
    if (here) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
    if (here) centre(link.closest("nav"), link);
  });
  // Whoever reads everything at once sees in the timeline where he is.
  let waiting = false;
  const follow = () => {
    waiting = false;
    if (document.body.classList.contains("stepping") || !chapters.length) return;
    const passed = chapters.filter((each) => each.getBoundingClientRect().top < 90);
    mark((passed.at(-1) || chapters[0]).id);
  };
  window.addEventListener("scroll", () => { if (!waiting) { waiting = true; requestAnimationFrame(follow); } }, { passive: true });
  if (!data) return follow();
  const frames = JSON.parse(data.textContent);
  // A frame says what is otherwise than in the one before it.
  const changed = (list, splices) => {
    const made = list.slice();
    splices.forEach(([at, gone, come]) => made.splice(at, gone, ...come));
    return made;
  };
  let last = [], said = [];
  frames.forEach((each) => {
    said = changed(said, each[2]);
    each[2] = said.join(" ");
    last = each[3] = changed(last, each[3]);
  });
  const find = (id) => document.getElementById(id);
  const [stage, frame, board, pieces, caption, place, all, enlarge] =
    ["stage", "frame", "board", "pieces", "caption", "place", "all", "enlarge"].map(find);
  const passages = [...document.querySelectorAll(".passage")];
  const LINES = 6;
  const NS = "http://www.w3.org/2000/svg";
  const kept = new Map();
  let now = 0;

  const use = (number) => {
    if (!kept.has(number)) {
      const made = document.createElementNS(NS, "use");
      made.setAttribute("href", "#p" + number);
      kept.set(number, made);
    }
    return kept.get(number);
  };
  // What happened in a step is told by the first lines of its news, without rules and remarks.
  const told = (passage, before, log) => {
    const lines = [...passage.querySelectorAll(".news li")].filter(({ dataset }) => dataset.log > before && dataset.log <= log);
    const words = lines.slice(0, LINES).map((line) => {
      const bare = line.cloneNode(true);
      bare.querySelectorAll("i, .private").forEach((each) => each.remove());
      return bare.textContent.trim();
    });
    return words.concat(lines.length > LINES ? "…" : []).join(" · ");
  };
  const stepping = () => document.body.classList.contains("stepping");
  const show = (number, { address = true } = {}) => {
    now = Math.max(0, Math.min(frames.length - 1, number));
    const [log, passage, alt, shown] = frames[now];
    const before = now ? frames[now - 1][0] : 0;
    const news = told(passages[passage], before, log);
    pieces.replaceChildren(...shown.map(use));
    board.setAttribute("aria-label", alt);
    const heading = document.createElement("strong");
    heading.textContent = passages[passage].querySelector("h3").textContent;
    caption.replaceChildren(heading, news ? ": " + news : "");
    place.value = now;
    place.setAttribute("aria-valuetext", news.slice(0, 120));
    find("step-back").disabled = find("passage-back").disabled = now === 0;
    find("step-on").disabled = find("passage-on").disabled = now === frames.length - 1;
    // What has no board of its own is read with the board before it.
    const next = now + 1 < frames.length ? frames.find((each) => each[1] > passage) : undefined;
    const last = next ? next[1] : passages.length;
    const first = now === 0 || frames[0][1] === passage ? 0 : passage;
    passages.forEach((each, index) => { each.hidden = index < first || index >= last; });
    chapters.forEach((each) => each.classList.toggle("elsewhere", !each.querySelector(".passage:not([hidden])")));
    document.querySelectorAll(".news li").forEach((line) => line.classList.toggle("now", Number(line.dataset.log) > before && Number(line.dataset.log) <= log));
    mark(passages[passage].closest(".chapter").id);
    strips.forEach((link) => {
      if (link.hash !== "#s" + passage) return link.removeAttribute("aria-current");
      link.setAttribute("aria-current", "true");
      centre(link.closest("ol"), link);
    });
    if (address && stepping()) history.replaceState(null, "", "#n" + log);
  };
  const passageStart = (number) => frames.findIndex((each) => each[1] === number);
  const byPassage = (way) => {
    const here = frames[now][1];
    if (way < 0) {
      const start = passageStart(here);
      show(now > start ? start : start > 0 ? passageStart(frames[start - 1][1]) : 0);
    } else {
      const next = frames.findIndex((each) => each[1] > here);
      show(next < 0 ? frames.length - 1 : next);
    }
  };
  const set = (on) => {
    document.body.classList.toggle("stepping", on);
    stage.hidden = !on;
    all.setAttribute("aria-pressed", String(!on));
    if (on) return show(now);
    passages.forEach((each) => { each.hidden = false; });
    chapters.forEach((each) => each.classList.remove("elsewhere"));
    strips.forEach((link) => link.removeAttribute("aria-current"));
    follow();
  };
  const grow = () => {
    const large = frame.classList.toggle("large");
    enlarge.setAttribute("aria-pressed", String(large));
    return large;
  };
  const goTo = (hash) => {
    const chapter = chapters.find((each) => "#" + each.id === hash);
    if (chapter) {
      const first = passages.indexOf(chapter.querySelector(".passage"));
      const found = frames.findIndex((each) => each[1] >= first);
      return show(found < 0 ? frames.length - 1 : found, { address: false });
    }
    const part = /^#([ns])(\d+)$/.exec(hash);
    if (!part) return;
    const found = frames.findIndex((each) => each[part[1] === "n" ? 0 : 1] >= Number(part[2]));
    show(found < 0 ? frames.length - 1 : found, { address: false });
  };

  place.max = frames.length - 1;
  find("step-back").onclick = () => show(now - 1);
  find("step-on").onclick = () => show(now + 1);
  find("passage-back").onclick = () => byPassage(-1);
  find("passage-on").onclick = () => byPassage(1);
  place.oninput = () => show(Number(place.value));
  enlarge.onclick = grow;
  all.onclick = () => set(!stepping());
  [...links, ...strips].forEach((link) => link.addEventListener("click", (event) => {
    if (!stepping() || link.hash === "#proof") return;
    event.preventDefault();
    goTo(link.hash);
  }));
  window.addEventListener("hashchange", () => stepping() && goTo(location.hash));
  document.addEventListener("keydown", (event) => {
    if (!stepping() || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target === place || (event.target === frame && frame.classList.contains("large"))) return;
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    if (event.shiftKey) byPassage(way); else show(now + way);
  });
  let touched = null;
  frame.addEventListener("pointerdown", (event) => { touched = [event.clientX, event.clientY]; });
  frame.addEventListener("pointercancel", () => { touched = null; });
  frame.addEventListener("pointerup", (event) => {
    if (!touched) return;
    const [dx, dy] = [event.clientX - touched[0], event.clientY - touched[1]];
    touched = null;
    if (Math.abs(dx) < 8 && Math.abs(dy) < 8) {
      // A tap enlarges around the finger, another one goes back.
      const box = frame.getBoundingClientRect();
      const spot = [(event.clientX - box.left + frame.scrollLeft) / board.clientWidth, (event.clientY - box.top + frame.scrollTop) / board.clientHeight];
      if (grow()) frame.scrollTo(spot[0] * board.clientWidth - frame.clientWidth / 2, spot[1] * board.clientHeight - frame.clientHeight / 2);
    } else if (!frame.classList.contains("large") && Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy)) {
      show(now + (dx < 0 ? 1 : -1));
    }
  });
  window.addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((each) => { each.open = true; }));
  const wanted = location.hash;
  find("mode").hidden = false;
  if (document.body.classList.contains("newest")) now = frames.length - 1;
  set(true);
  if (wanted && wanted !== "#proof") {
    goTo(wanted);
    stage.scrollIntoView();
  }
})();
