"""Makes results, bundles, recordings and snapshots of any size, and the words that name them."""

import json
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from grown_manifests import a_tree, layer, manifests

from refloader.claims.container import FIRST, Bundle, packed
from refloader.cli.main import main
from refloader.results.results_file import Footer, Header, Result, Run, Stale, Subject, Verdict, count, lines
from refloader.rules import rules

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "layers"))

from written import DEVICE, Writer, a_device, a_physical_device, an_instance, handle

_BEGUN = "2026-03-{:02}T10:{:02}:{:02}+00:00"
_IDS = [rule.id for rule in rules().values() if rule.applies_to == "layer"]


def done(*words: str) -> None:
    """Call the command for something that is needed first."""
    CliRunner().invoke(main, list(words), catch_exceptions=False)


def _subject(number: int = 0) -> Subject:
    return Subject("layer", f"a{number}.json", f"/usr/a{number}.json", "1.3.239", "ab" * 32)


def written(
    folder: Path,
    results: list[Result],
    subjects: tuple[Subject, ...] = (_subject(),),
    started: str = _BEGUN.format(1, 0, 0),
) -> str:
    """Write a results file into a folder; its path."""
    header = Header("0.1.0", "c0ffee", subjects, {"system": "Linux"}, started, "2026", "refloader conform")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "results.ndjson"
    path.write_text("".join(lines(Run(header, tuple(results), Footer(started, count(results))))))
    return str(path)


def _result(number: int, verdict: Verdict, rule: str = "", subject: int = 0) -> Result:
    evidence = {"findings": [{"line": number % 40 + 1, "column": 5, "message": "is wrong"}], "log": "x" * 50}
    reason = f"Not as it has to be: actual: {number}; expected: nothing"
    rule = rule or _IDS[number % len(_IDS)]
    return Result(rule, f"a{subject}.json", f"case[{number}]", verdict, reason, evidence, "refloader x", 0.01)


def mixed(total: int, turned: int = 0) -> list[Result]:
    """Results of all verdicts in turn, from the one of that number on."""
    kinds = [Verdict.PASS, Verdict.FAIL, Verdict.SKIP, Verdict.CRASH, Verdict.WARN]
    return [_result(number, kinds[(number + turned) % len(kinds)]) for number in range(total)]


# ---- report, claim, diff, trend


def results(folder: Path, total: int) -> list[str]:
    """A results file of many results of all verdicts."""
    return ["report", written(folder, mixed(total))]


def findings_of_one_rule(folder: Path, total: int) -> list[str]:
    """A results file of many findings of one rule."""
    return ["report", written(folder, [_result(n, Verdict.FAIL, "LLP_LAYER_9") for n in range(total)])]


def subjects(folder: Path, total: int) -> list[str]:
    """A results file of many subjects."""
    made = tuple(_subject(number) for number in range(total))
    found = [_result(number, Verdict.FAIL, "LLP_LAYER_9", number) for number in range(total)]
    return ["report", written(folder, found, made)]


def parts(folder: Path, total: int) -> list[str]:
    """Many results files of machines of their own."""
    files = [
        f"m{n}={written(folder / str(n), [_result(n, Verdict.FAIL)])}" for n in range(max(2, total // 8))
    ]
    return ["report", *(word for file in files for word in ("--environment", file))]


def stale_entries(folder: Path, total: int) -> list[str]:
    """As many subjects as there are entries that match no case, one on each, in one run of two parts."""
    made = tuple(_subject(number) for number in range(total))
    unused = tuple(Stale(each.name, "LLP_LAYER_9", "none", "e.toml", 1) for each in made)
    for part in (1, 2):
        header = Header(
            *(
                "0.1.0",
                "c0ffee",
                made,
                {"system": "Linux"},
                _BEGUN.format(1, 0, 0),
                "2026",
                "refloader conform",
            ),
            shard=(part, 2),
        )
        footer = Footer(
            header.started,
            count(()),
            stale=(),
            unmatched=unused,
            known_ends=tuple(each.name for each in made),
        )
        (folder / f"{part}.ndjson").write_text("".join(lines(Run(header, (), footer))))
    return ["report", str(folder / "1.ndjson"), str(folder / "2.ndjson")]


def cut(folder: Path, total: int) -> list[str]:
    """A results file whose lines are damaged."""
    path = Path(written(folder, mixed(total)))
    path.write_text(
        "".join(
            f"{line[:-9]}\n" if n else f"{line}\n" for n, line in enumerate(path.read_text().splitlines())
        )
    )
    return ["report", str(path)]


def a_claim(folder: Path, total: int) -> list[str]:
    """A bundle of many results."""
    return ["claim", "-o", str(folder / "claim.zip"), _judged(folder, total)]


@lru_cache(maxsize=1)
def _conformed(folder: Path) -> tuple[str, ...]:
    """The lines of the results of a manifest that is judged once, in a folder of its own."""
    path = folder / "explicit_layer.d" / "a.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"file_format_version": "1.2.0", "layer": layer(0)}))
    done("conform", "--layer", str(path), "--rule", "NAMING", "--out", str(folder / "out"))
    return tuple((folder / "out/results.ndjson").read_text().splitlines())


def _judged(folder: Path, total: int) -> str:
    """The results of a manifest, with more of their kind in between."""
    head, *found, foot = _conformed(folder.parent.parent / "judged")
    one = next(json.loads(line) for line in found if '"pass"' in line)
    more = [json.dumps({**one, "case": f"{one['case']}[{number}]"}) for number in range(total)]
    end = json.loads(foot)
    _add(end, total)
    file = folder / "results.ndjson"
    file.write_text("\n".join([head, *found, *more, json.dumps(end)]) + "\n")
    return str(file)


def _add(end: dict[str, object], total: int) -> None:
    """Have the last line count what was added."""
    for value in end.values():
        if isinstance(value, dict) and "pass" in value:
            value["pass"] += total


def a_bundle(folder: Path, total: int) -> list[str]:
    """A bundle of many results, to be verified."""
    done(*a_claim(folder, total))
    return ["verify-claim", str(folder / "claim.zip")]


def a_bundle_of_attachments(folder: Path, total: int) -> list[str]:
    """A bundle that claims to hold many attached files."""
    one = {"rule": "LLP_LAYER_1", "member": "attached/x", "file": "f", "status": "attached, not verified"}
    return _claiming(folder, lambda told: told | {"attachments": [one] * total * 20})


def a_bundle_of_runs(folder: Path, total: int) -> list[str]:
    """A bundle that claims the results in it again and again."""
    return _claiming(folder, lambda told: told | {"runs": told["runs"] * total})


def a_bundle_of_subjects(folder: Path, total: int) -> list[str]:
    """A bundle that claims its subject again and again, with the same large file of it."""

    def edit(told: dict[str, Any]) -> dict[str, Any]:
        [subject] = told["subjects"]
        files = [{**each, "member": told["runs"][0]["member"]} for each in subject["files"]]
        return told | {"subjects": [{**subject, "files": files}] * total}

    return _claiming(folder, edit)


def _claiming(folder: Path, edit: Callable[[dict[str, Any]], dict[str, Any]]) -> list[str]:
    """A bundle of a few results whose document was edited."""
    path = folder / "claim.zip"
    done(*a_claim(folder, 200))
    bundle = Bundle(path.read_bytes())
    members = {name: bundle.read(name) for name in bundle.names}
    told = edit(json.loads(members[FIRST]))
    path.write_bytes(packed({**members, FIRST: f"{json.dumps(told, indent=2)}\n".encode()}))
    return ["verify-claim", str(path)]


def two_runs(folder: Path, total: int) -> list[str]:
    """Two runs in which everything came out otherwise."""
    old, new = (written(folder / str(turned), mixed(total, turned)) for turned in (0, 1))
    return ["diff", old, new]


def many_runs(folder: Path, total: int) -> list[str]:
    """Many runs, one after another."""
    for number in range(total):
        started = _BEGUN.format(number // 3600 + 1, number // 60 % 60, number % 60)
        written(folder / str(number), mixed(5, number), started=started)
    return ["trend", str(folder)]


def large_runs(folder: Path, total: int) -> list[str]:
    """A few runs of many results."""
    for number in range(3):
        written(folder / str(number), mixed(total, number), started=_BEGUN.format(number + 1, 0, 0))
    return ["trend", str(folder)]


def runs_of_subjects(folder: Path, total: int) -> list[str]:
    """A few runs of many subjects."""
    made = tuple(_subject(number) for number in range(total))
    found = [_result(number, Verdict.FAIL, "LLP_LAYER_9", number) for number in range(total)]
    for number in range(3):
        written(folder / str(number), found, made, started=_BEGUN.format(number + 1, 0, 0))
    return ["trend", str(folder)]


# ---- observed


def recorded_calls(folder: Path, total: int) -> list[str]:
    """A recording of many calls."""
    chain = _begun()
    device = handle("VkDevice", "device", DEVICE, 1)
    for _ in range(total):
        chain.through("vkDeviceWaitIdle", device)
    return _recording(folder, chain)


def calls_in_one_another(folder: Path, total: int) -> list[str]:
    """A recording of calls in one another that never came back."""
    chain = _begun()
    for number in range(total):
        chain.enter(1 + number % 2, "vkCreateDevice")
    return _recording(folder, chain)


def broken_calls(folder: Path, total: int) -> list[str]:
    """A recording of many calls that each break a rule."""
    chain = _begun()
    device = handle("VkDevice", "device", DEVICE, 1)
    chain.through("vkDestroyDevice", device)
    for _ in range(total):
        chain.down("vkDeviceWaitIdle", device)
    return _recording(folder, chain)


def _begun() -> Writer:
    chain = Writer()
    an_instance(chain)
    a_physical_device(chain)
    a_device(chain)
    return chain


def _recording(folder: Path, chain: Writer) -> list[str]:
    data = chain.bytes()
    (folder / "recording").write_bytes(data)
    return ["observed", str(folder / "recording")]


# ---- snapshots


def a_snapshot(folder: Path, total: int) -> list[str]:
    """A tree of many manifests, to be written down."""
    tree = a_tree(folder / "root", total)[1:]
    return ["snapshot", "-o", str(folder / "snapshot.json"), *tree]


def a_log(folder: Path, total: int) -> list[str]:
    """A long log of a loader."""
    text = "".join(
        f"LAYER:  Found manifest file /usr/share/vulkan/explicit_layer.d/{n}.json, version 1.0.0\n"
        for n in range(total)
    )
    (folder / "log").write_text(text)
    return ["snapshot", "-o", "-", "--from-log", str(folder / "log")]


def a_log_explained(folder: Path, total: int) -> list[str]:
    """A long log of which every line says something else, and a layer that none of them is about."""
    shapes = (
        'ERROR | LAYER: Requested layer "VK_LAYER_TEST_{0}" failed to load!',
        'INFO | LAYER: Insert instance layer "VK_LAYER_GROWN_{0}" (/world/{0}.so)',
        "ERROR: /world/{0}.so: cannot open shared object file: No such file or directory",
        "ERROR: loader_get_json: Invalid JSON file /usr/share/vulkan/explicit_layer.d/{0}.json.",
    )
    text = "".join(f"{shape.format(n)}\n" for n in range(total) for shape in shapes)
    (folder / "log").write_text(text)
    return ["explain", "VK_LAYER_TEST_none", "--log", str(folder / "log")]


def programs_explained(folder: Path, total: int) -> list[str]:
    """A long text of programs, each of which misses a layer, goes on, and fails at a later step."""
    shapes = (
        "$ ./program-{0}",
        'ERROR: Layer "VK_LAYER_TEST_{0}" was not found but was requested by env var VK_INSTANCE_LAYERS!',
        "program-{0}: vkCreateDevice failed with VK_ERROR_DEVICE_LOST",
    )
    text = "".join(f"{shape.format(n)}\n" for n in range(total) for shape in shapes)
    (folder / "log").write_text(text)
    return ["explain", "--log", str(folder / "log")]


def counterparts_explained(folder: Path, total: int) -> list[str]:
    """A log of many layers, of as many that are not found, and of copies that cannot be loaded."""
    shapes = (
        'INFO | LAYER: Insert instance layer "VK_LAYER_TEST_{0}_overlay" (/usr/lib/lib{0}.so)',
        'ERROR: Layer "VK_LAYER_WANT_{0}_overlay" was not found but was requested by env var VK_INSTANCE_LAYERS!',
        "[Vulkan Loader] LAYER:    /usr/share/vulkan/implicit_layer.d/m{0}.json",
        "[Vulkan Loader] ERROR: /home/k/.local/lib/libn{0}.so: wrong ELF class: ELFCLASS32",
    )
    text = "".join(f"{shape.format(n)}\n" for n in range(total) for shape in shapes)
    (folder / "log").write_text(text)
    return ["explain", "--log", str(folder / "log")]


def long_lines_explained(folder: Path, total: int) -> list[str]:
    """A log of lines that begin what a loader says again and again."""
    line = "Failed to parse JSON file /a /b.json wrong ELF class Insert instance layer VK_LAYER_a (" * 20
    (folder / "log").write_text(f"{line}\n" * total)
    return ["explain", "VK_LAYER_a", "--log", str(folder / "log")]


def a_report_explained(folder: Path, total: int) -> list[str]:
    """A report of Steam with many messages, no two of them equal."""
    check = {"issues": ["cannot-draw"], "messages": []}
    architectures = {
        f"a{n}": {
            "graphics-details": {"x11/vulkan": {**check, "messages": [f"ERROR: {n} {m}" for m in range(50)]}}
        }
        for n in range(total)
    }
    (folder / "log").write_text(json.dumps({"architectures": architectures}, indent=1))
    return ["explain", "--log", str(folder / "log")]


def escapes_in_a_report(folder: Path, total: int) -> list[str]:
    """A report of Steam, and below it a line of quotation marks that are escaped, up to a backslash at its end."""
    (folder / "log").write_text('{"vulkan": {}}\n' + '"\\x\\' * total * 20 + "\n")
    return ["explain", "--log", str(folder / "log")]


def a_snapshot_judged(folder: Path, total: int) -> list[str]:
    """What a snapshot of many manifests holds."""
    done(*a_snapshot(folder, total))
    return ["lint", "--snapshot", str(folder / "snapshot.json")]


def a_snapshot_explained(folder: Path, total: int) -> list[str]:
    """The machine of a snapshot of many manifests."""
    done(*a_snapshot(folder, total))
    return ["explain", "--snapshot", str(folder / "snapshot.json")]


def since_a_snapshot(folder: Path, total: int) -> list[str]:
    """A tree of which a snapshot was taken before half of it came."""
    done(*a_snapshot(folder, total // 2))
    manifests(folder / "root/usr/share/vulkan/explicit_layer.d", total)
    return ["lint", "--since", str(folder / "snapshot.json"), "--root", str(folder / "root")]


def twins_since_a_snapshot(folder: Path, total: int) -> list[str]:
    """A manifest of many layers, which another manifest has as well since the snapshot."""
    place = folder / "root/usr/share/vulkan/explicit_layer.d"
    place.mkdir(parents=True)
    layers = [layer(number) for number in range(total)]
    text = json.dumps({"file_format_version": "1.2.0", "layers": layers})
    (place / "a.json").write_text(text)
    done("snapshot", "-o", str(folder / "snapshot.json"), "--root", str(folder / "root"))
    (place / "b.json").write_text(text)
    return ["lint", "--since", str(folder / "snapshot.json"), "--root", str(folder / "root")]
