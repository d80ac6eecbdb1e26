// What the theme leaves to readers who have no mouse, or hear the page: boxes that scroll can be reached by the
// keyboard, and the search and the buttons of each example have names.
(() => {
  const named = () => {
    document.querySelectorAll(".md-code__nav").forEach((buttons, i) => {
      buttons.setAttribute("aria-label", `Example ${i + 1}`);
    });
    document.querySelector(".md-search[role=dialog]")?.setAttribute("aria-label", "Search");
  };
  const reachable = () =>
    document.querySelectorAll("pre > code, .md-typeset__scrollwrap").forEach((box) => {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    });
  const all = () => (named(), reachable());
  new MutationObserver(all).observe(document.body, { childList: true, subtree: true });
  addEventListener("resize", reachable);
  addEventListener("load", all);
  all();
})();
