// Narrows a list down by kind, subject and words, and keeps that in the address. Without scripts all is shown.
const form = document.querySelector("form.filters");

if (form) {
  const search = document.getElementById("search");
  const subject = document.getElementById("subject");
  const boxes = [...form.querySelectorAll("[name=kind]")];
  const shown = document.getElementById("shown");
  const sections = [...document.querySelectorAll(".listed")];
  const entries = [...document.querySelectorAll("[data-kind]")].map((entry) => ({
    entry, kinds: entry.dataset.kind.split("|"), subject: entry.dataset.subject, number: Number(entry.dataset.number ?? 1), text: null,
  }));
  let waiting = 0;

  const wordsOf = (each) => (each.text ??= each.entry.textContent.toLowerCase());

  function filter() {
    const kinds = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const name = subject?.value ?? "";
    let count = 0, total = 0;
    for (const each of entries) {
      const fits = each.kinds.some((kind) => kinds.has(kind)) && (!name || each.subject === name) && words.every((word) => wordsOf(each).includes(word));
      if (each.entry.hidden === fits) each.entry.hidden = !fits;
      count += fits ? each.number : 0;
      total += each.number;
    }
    for (const section of sections) section.hidden = !section.querySelector("[data-kind]:not([hidden])");
    shown.textContent = `${count} of ${total} ${shown.dataset.what} shown`;
  }

  function remember() {
    const state = new URLSearchParams();
    if (search.value) state.set("q", search.value);
    if (subject?.value) state.set("subject", subject.value);
    const off = boxes.filter((box) => !box.checked).map((box) => box.value);
    if (off.length) state.set("without", off.join(","));
    history.replaceState(null, "", location.href.split("#")[0] + (state.size ? `#${state}` : ""));
  }

  function recall() {
    const fragment = location.hash.slice(1);
    if (fragment && !fragment.includes("=")) return; // a place on the page, which leaves the filters as they are
    const state = new URLSearchParams(fragment);
    const off = new Set((state.get("without") ?? "").split(","));
    search.value = state.get("q") ?? "";
    if (subject) subject.value = state.get("subject") ?? "";
    if (subject && subject.selectedIndex < 0) subject.value = "";
    for (const box of boxes) box.checked = !off.has(box.value);
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { filter(); remember(); }, 60);
  });
  form.addEventListener("reset", () => setTimeout(() => { filter(); remember(); }));
  addEventListener("hashchange", () => { recall(); filter(); });
  form.hidden = false;
  recall();
  filter();
}
