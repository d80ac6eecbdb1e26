// What the page shows, as the fragment of its address: "#standing=fail+crash&text=loader&rule=LLP_LAYER_1&of=vkBasalt.json".
// A plain rule ("#LLP_LAYER_1" or "#rule-LLP_LAYER_1") opens that rule. Knows nothing of the page's elements but its rows.
const KEYS = ["text", "standing", "party", "edition", "platform", "environment", "subject", "rule", "of"];
const ruleRows = new Map([...document.querySelectorAll("#matrix tbody tr[data-rule]")].map((row) => [row.dataset.rule, row]));

// The state that a fragment means, or null where it is the name of a place in the page.
function parseFragment(fragment) {
  const raw = fragment.replace(/^#/, "");
  if (!raw.includes("=")) {
    if (!raw) return {};
    let name = raw;
    try { name = decodeURIComponent(raw); } catch { /* not encoded: it means itself */ }
    const rule = ruleRows.has(name) ? name : name.replace(/^rule-/, "");
    return ruleRows.has(rule) ? { rule } : null;
  }
  const given = new URLSearchParams(raw);
  return Object.fromEntries(KEYS.filter((key) => given.get(key)).map((key) => [key, given.get(key)]));
}

function fragmentOf(state) {
  const given = new URLSearchParams(KEYS.filter((key) => state[key]).map((key) => [key, state[key]]));
  return given.size ? `#${given}` : "";
}

// Put a state into the address: as a new step of the history, or in place of the last one.
function remember(state, isStep) {
  forget();
  const address = location.href.split("#")[0] + fragmentOf(state);
  if (address === location.href) return;
  try {
    if (isStep) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  } catch { /* browsers refuse when it is done too often; what is shown is right all the same */ }
  remembered = performance.now();
}

// The same for what changes with every letter: at once, and then now and then.
const PAUSE = 300;
let remembered = -PAUSE;
let later = 0;
function rememberLetters(state, isStep) {
  forget();
  const wait = isStep ? 0 : remembered + PAUSE - performance.now();
  if (wait <= 0) remember(state, isStep);
  else later = setTimeout(() => remember(state, false), wait);
}

function forget() {
  clearTimeout(later);
  later = 0;
}
