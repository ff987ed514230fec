// What the pages of kb's panel do beside showing: search while you type, keys, buttons that copy, zoom.
// All of them work without it, but for the search of a site without a server.
"use strict";
const one = (q, in_ = document) => in_.querySelector(q), all = (q, in_ = document) => [...in_.querySelectorAll(q)];
const make = (tag, cls, text) => { const e = document.createElement(tag); if (cls) e.className = cls; e.textContent = text || ""; return e; };

// Search while you type: the newest answer replaces the list; a question that another one follows is called off.
const form = one("#search");
if (form) {
  let newest = null, timer = 0;
  const search = async () => {
    newest?.abort();
    const mine = newest = new AbortController(), q = new URLSearchParams(new FormData(form));
    for (const [k, v] of [...q]) if (!v) q.delete(k);
    const address = "/search?" + q;
    try {
      const answer = await fetch(address + (q.size ? "&" : "") + "part=1", { credentials: "same-origin", signal: mine.signal });
      if (mine !== newest || !answer.ok) return;
      const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("found");
      if (found && mine === newest) { one("#found").replaceWith(document.adoptNode(found)); copyButtons(found); history.replaceState(null, "", address); }
    } catch { /* called off, or the panel has ended: the page stays as it is */ }
  };
  form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, 150); });
}

// A site without a server looks into the index that it brings: notes that have all words, or the beginnings of some.
const words = text => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) || [];
const typed = one("#static-search");
if (typed && typeof kbNotes !== "undefined") {
  const keys = Object.keys(kbWords);
  const search = () => {
    const scores = new Map(), asked = words(typed.q.value).slice(0, 20), out = make("ol", "rows");
    for (const [i, w] of asked.entries()) for (const key of keys) if (key.startsWith(w)) {
      const list = kbWords[key].split(" "), rare = Math.log(1 + kbNotes.length / list.length) * (key === w ? 3 : 1);
      let at = 0;
      for (const d of list) {
        at += parseInt(d, 36);
        const s = scores.get(at >> 1) || { all: new Set(), sum: 0 };
        s.all.add(i); s.sum += rare * (at & 1 ? 4 : 1); scores.set(at >> 1, s);
      }
    }
    const best = [...scores].sort((a, b) => b[1].all.size - a[1].all.size || b[1].sum - a[1].sum || a[0] - b[0]).slice(0, 50);
    for (const [n] of best) {
      const [href, title, path, kind, mark] = kbNotes[n], li = make("li"), a = make("a", "", title);
      li.dataset.row = ""; a.href = document.body.dataset.root + href;
      li.append(a, " ", mark ? make("span", "mark status", mark) : "", make("br"), make("span", "faint", path + " · " + kind)); out.append(li);
    }
    one("#found").replaceChildren(make("p", "faint", asked.length ? (best.length || "No") + (best.length === 1 ? " note" : " notes") : ""), out);
  };
  typed.addEventListener("input", search);
  typed.addEventListener("submit", e => { e.preventDefault(); search(); });
}

// Commands can be copied.
function copyButtons(in_) {
  for (const code of all("code.copy", in_)) {
    const b = make("button", "copied noprint", "Copy");
    b.type = "button";
    b.setAttribute("aria-label", "Copy: " + code.textContent);
    b.addEventListener("click", async () => {
      try { await navigator.clipboard.writeText(code.textContent); b.textContent = "Copied"; }
      catch { getSelection().selectAllChildren(code); b.textContent = "Selected"; }
    });
    code.after(b);
  }
}
copyButtons(document);

// Pictures zoom by buttons, keys and Ctrl with the wheel, and move by dragging.
for (const box of all(".zoomable")) {
  const svg = one("svg", box), width = svg.viewBox.baseVal.width, bar = make("div", "zooms noprint");
  let scale = 0;
  const zoom = by => {
    if (!scale) scale = svg.getBoundingClientRect().width / width;
    scale = by ? Math.min(6, Math.max(0.2, scale * by)) : 0;
    box.classList.toggle("zoomed", scale > 0);
    if (scale) { svg.setAttribute("width", width * scale); svg.setAttribute("height", svg.viewBox.baseVal.height * scale); }
    else { svg.setAttribute("width", width); svg.setAttribute("height", svg.viewBox.baseVal.height); }
  };
  for (const [text, label, by] of [["+", "Zoom in", 1.4], ["−", "Zoom out", 1 / 1.4], ["Fit", "Fit the picture", 0]]) {
    const b = make("button", "", text);
    b.type = "button"; b.setAttribute("aria-label", label); b.addEventListener("click", () => zoom(by)); bar.append(b);
  }
  box.before(bar);
  box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2; // of a picture wider than the window the middle says most
  box.addEventListener("keydown", e => { if (e.key === "+" || e.key === "=") zoom(1.4); else if (e.key === "-") zoom(1 / 1.4); else if (e.key === "0") zoom(0); });
  box.addEventListener("wheel", e => { if (e.ctrlKey) { e.preventDefault(); zoom(e.deltaY < 0 ? 1.15 : 1 / 1.15); } }, { passive: false });
  let from = null;
  box.addEventListener("pointerdown", e => { if (e.button === 0 && !e.target.closest("a")) from = [e.clientX + box.scrollLeft, e.clientY + box.scrollTop]; });
  addEventListener("pointermove", e => { if (from) { box.scrollLeft = from[0] - e.clientX; box.scrollTop = from[1] - e.clientY; } });
  addEventListener("pointerup", () => { from = null; });
}

// Keys: / to the search, j and k along the rows, Enter opens one, g and a letter to a page.
let at = -1, before = "";
addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) return;
  const rows = all("[data-row]"), pages = { h: "", s: "search", b: "browse" };
  if (e.key === "/") { const q = one("#q") || one("#question") || one("#quick"); if (q) { e.preventDefault(); q.focus(); q.select(); } }
  else if ((e.key === "j" || e.key === "k") && rows.length) {
    if (rows[at]) rows[at].classList.remove("at");
    at = Math.min(rows.length - 1, Math.max(0, at + (e.key === "j" ? 1 : -1)));
    rows[at].classList.add("at");
    const link = one("a", rows[at]);
    if (link) link.focus({ preventScroll: true });
    rows[at].scrollIntoView({ block: "nearest" });
  } else if (before === "g" && e.key in pages && !("static" in document.body.dataset)) location.href = "/" + pages[e.key];
  before = e.key;
});

// A page that is not whole yet is asked for again, as long as nobody works with it.
if ("pending" in document.body.dataset) setTimeout(() => { if (!document.hidden && !all("details[open]").length && !(one("#q") && one("#q") === document.activeElement)) location.reload(); }, 3000);
