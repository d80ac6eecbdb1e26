"""Runs to make pages from."""

from refloader.results.results_file import (
    Expected,
    Footer,
    Header,
    Kind,
    Result,
    Run,
    Subject,
    Verdict,
    count,
)
from refloader.rules import rules

EVIL = (
    '</script></pre><script>pwned = 1; alert(1)</script>"\'`><img src=x onerror="pwned = 2"> &lt;b&gt; ${pwned = 3} '
    "javascript:pwned=4 \u202eevil\u2066\x1b[2J\x00\ud800 \u2028 {{ 7 * 7 }} --><!-- ]]>"
)
"""What may stand in any text of a results file: markup, scripts, marks of direction, what drives terminals."""

READABLE = "\\u202eevil\\u2066\\x1b[2J\\x00\\ud800"
"""A part of it as a page shows it."""

LAYER = Subject("layer", "vkExample.json", "/usr/share/vulkan/vkExample.json", "1.3.0", "ab" * 32)
LOADER = Subject(
    "loader", "libvulkan.so.1", "/usr/lib/libvulkan.so.1", "1.3.239", "cd" * 32, "2026", "it is so"
)


def run_of(*results: Result, subjects: tuple[Subject, ...] = (LOADER, LAYER)) -> Run:
    """A finished run."""
    header = Header(
        "0.1.0",
        "c0ffee",
        subjects,
        {"system": "Linux"},
        "2026-03-01T10:00:00+00:00",
        "2026",
        "refloader conform",
    )
    return Run(header, results, Footer("2026-03-01T10:01:00+00:00", count(results)))


def small_run() -> Run:
    """Two subjects with all that a page shows of a result."""
    known = Expected(Verdict.FAIL, "it keeps the layer", "divergences.md#x", "x.toml", 7)
    layer, loader = LAYER.name, LOADER.name
    chain = {"result": "VK_SUCCESS", "chain": ["VK_LAYER_one"], "drivers": ["plain"], "log": "one\ntwo"}
    advised = {**chain, "advice": "Leave it out."}
    return run_of(
        Result(
            "LLP_LAYER_1",
            layer,
            "answers[it's 'so']",
            Verdict.FAIL,
            "A. Not so: B",
            advised,
            command(layer, 1),
        ),
        Result("LLP_LAYER_1", layer, "plain", Verdict.PASS, "", {}, command(layer, 2), 0.25),
        Result("LLP_LAYER_9", layer, "off/switch", Verdict.WARN, "should be", {}, command(layer, 3)),
        Result(
            "LLP_LOADER_1",
            loader,
            "one",
            Verdict.FAIL,
            "it is in the chain",
            chain,
            command(loader, 4),
            0,
            known,
        ),
        Result("LLP_LOADER_2", loader, "two", Verdict.SKIP, "no mount namespaces here"),
        Result("DISC-GEN-01", loader, "three", Verdict.PASS, "", {}, command(loader, 5)),
        Result("DISC-GEN-02", loader, "four", Verdict.CRASH, "SIGSEGV", chain, command(loader, 6)),
    )


def command(subject: str, number: int) -> str:
    """What replays a case, with text that no shell would leave as it is."""
    return f"refloader conform --layer '/a  b/{subject}' --case 'x'\"'\"'y {number}'"


def hostile_run(text: str) -> Run:
    """A run in which every field that can hold any text holds this one."""
    known = Expected(Verdict.FAIL, text, text, text, 7)
    facts = {text: text, "devices": [{"properties": {"deviceName": text}}], "library": {"path": text}}
    kinds: tuple[Kind, ...] = ("layer", "loader")
    subjects = tuple(
        Subject(kind, f"{kind} {text}", text, text, text, text, text, facts, f"{{\n{text}\n}}")
        for kind in kinds
    )
    findings = [{"rule": text, "line": 2, "column": 3, "message": text, "severity": text}]
    evidence = {
        text: [text],
        "chain": [text],
        "drivers": [text],
        "result": text,
        "advice": text,
        "findings": findings,
    }
    rules_and_ids = ("LLP_LAYER_1", text)
    results = [
        Result(
            rule,
            each.name,
            f"{verdict} {text}",
            verdict,
            text,
            evidence,
            f"run {rule} {text}",
            0.1,
            expected,
            Verdict.PASS,
            text,
            (Verdict.CRASH,),
        )
        for rule in rules_and_ids
        for each in subjects
        for verdict, expected in (
            (Verdict.FAIL, None),
            (Verdict.FAIL, known),
            (Verdict.PASS, known),
            (Verdict.WARN, None),
        )
    ]
    header = Header(
        text, text, subjects, {text: text}, text, text, text, (text,), text, {"chain": [text], "result": text}
    )
    return Run(header, tuple(results), Footer(text, count(results)), (text,))


def large_run(number: int) -> Run:
    """So many results on six subjects, with a finding now and then."""
    subjects = tuple(Subject("layer", f"layer-{place}.json", f"/l/{place}", "1", "") for place in range(6))
    ids = [rule.id for rule in rules().values()][:300]
    results = [
        Result(
            ids[place % len(ids)],
            subjects[place // len(ids) % 6].name,
            f"topic_{place % 7}/case[{place}]",
            Verdict.FAIL if place % 40 == 0 else Verdict.PASS,
            f"it was seen {place} times" if place % 40 == 0 else "",
            {},
            f"refloader conform --rule {ids[place % len(ids)]} --case 'topic_{place % 7}/case[{place}]'",
        )
        for place in range(number)
    ]
    return run_of(*results, subjects=subjects)
