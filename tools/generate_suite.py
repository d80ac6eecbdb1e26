"""Writes the register of the suite's newest version: its cases, and the rules that each judges.

    generate_suite.py             write refloader/rules/generated/suite-VERSION.jsonl, unless the version is released
    generate_suite.py --check     only compare; exit 1 if a register does not fit the suite, and say what to do

The register of a draft has exactly the cases of the suite. That of a released version stays as it is, and each of its
cases is in the suite, judging the same rules, or has a row [[deprecated]] in refloader/rules/suites.toml.

The first line has the rules of the catalogue. Any other is an array: the kind of the subject, the test, its rules by
the editions in which it judges them, and, where the test has parameters, its variants. ``refloader conform --list``
finds the cases: the same for every subject of a kind and an edition.
"""

import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from refloader.model.edition import LATEST
from refloader.native.mocks import mock_library
from refloader.rules import rules
from refloader.rules.suites import Deprecated, Suite, deprecated, released, suite, versions
from refloader.suite.conform import listed
from refloader.suite.subjects.request import CORES, ListedCase, RunRequest

TOP = Path(__file__).resolve().parent.parent
TARGETS = TOP / "refloader" / "rules" / "generated"

Found = dict[tuple[str, str], dict[str, tuple[str, ...]]]
"""The cases of the suite, with their rules, by the kind of the subject and its edition."""


def main() -> int:
    """Write the register of a draft, or with ``--check`` compare all."""
    found = cases()
    wrong = [*untrue(deprecated(), found)]
    wrong += [each for version in versions() if released(version) for each in lost(suite(version), found)]
    draft, asked = versions()[-1], text(found)
    path = TARGETS / f"suite-{draft}.jsonl"
    stale = not (released(draft) or (path.exists() and path.read_text(encoding="utf-8") == asked))
    if stale and "--check" not in sys.argv[1:]:
        path.write_text(asked, encoding="utf-8")
        print(f"wrote {path}")
    elif stale:
        wrong.append(f"{path.name} is stale: run tools/generate_suite.py")
    print("\n".join(wrong) or "the registers of the suite fit")
    return int(bool(wrong))


def cases() -> Found:
    """Return all cases of the suite."""
    with tempfile.TemporaryDirectory() as folder:
        about = {
            "name": "VK_LAYER_TEST_a",
            "type": "GLOBAL",
            "implementation_version": "1",
            "description": "a mock",
        }
        layer = _manifest(folder, "layer", about, "mock_layer")
        driver = _manifest(folder, "ICD", {}, "mock_icd")
        kinds = {name: ("loader", edition.value) for name, edition in CORES.items()}
        kinds |= {Path(layer).name: ("layer", LATEST.value), Path(driver).name: ("driver", LATEST.value)}
        request = RunRequest(loaders=tuple(CORES), layers=(layer,), drivers=(driver,))
        return _by_kind(listed(request), kinds)


def _by_kind(every: Iterable[ListedCase], kinds: Mapping[str, tuple[str, str]]) -> Found:
    found: Found = {}
    for each in every:
        found.setdefault(kinds[each.subject], {})[each.case] = each.rules
    return found


def _manifest(folder: str, key: str, about: Mapping[str, str], mock: str) -> str:
    """Write the manifest of a mock: its cases are those of every layer or driver. Return its path."""
    path = Path(folder, f"{mock}.json")
    body = {**about, "library_path": mock_library(mock), "api_version": "1.3.0"}
    path.write_text(json.dumps({"file_format_version": "1.0.0", key: body}), encoding="utf-8")
    return str(path)


def text(found: Found) -> str:
    """Return the register with these cases."""
    alike: dict[tuple[str, str, str], list[str | None]] = {}
    for (kind, name), by_edition in sorted(_editions(found).items()):
        test, bracket, variant = name.partition("[")
        alike.setdefault((kind, test, json.dumps(_grouped(by_edition))), []).extend(
            [variant.removesuffix("]") if bracket else None]
        )
    lines = (
        [kind, test, json.loads(by_edition), *([all_of] if all_of != [None] else [])]
        for (kind, test, by_edition), all_of in alike.items()
    )
    every = ({"rules": [*rules()]}, *lines)
    return "".join(f"{json.dumps(each, separators=(',', ':'))}\n" for each in every)


def _editions(found: Found) -> dict[tuple[str, str], dict[str, tuple[str, ...]]]:
    turned: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {}
    for (kind, edition), every in found.items():
        for name, judged in every.items():
            turned.setdefault((kind, name), {})[edition] = judged
    return turned


def _grouped(by_edition: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the rules by the editions, joined by spaces, in which a case judges them."""
    editions: dict[str, list[str]] = {}
    for edition, judged in sorted(by_edition.items()):
        editions.setdefault(" ".join(sorted(judged)), []).append(edition)
    return {" ".join(some): judged for judged, some in editions.items()}


def untrue(changed: Mapping[str, Deprecated], found: Found) -> Iterator[str]:
    """Yield the rows [[deprecated]] that say something untrue of the suite."""
    names = {name for every in found.values() for name in every}
    for row in changed.values():
        if row.now and row.now not in names:
            yield f"suites.toml: {row.case} is said to be {row.now} now, and there is no such case"
        if row.case in names:
            yield f"suites.toml: {row.case} is deprecated, and the suite has it"


def lost(version: Suite, found: Found) -> Iterator[str]:
    """Yield the cases of a released version that the suite has no more, or that judge less than they did."""
    for kind, every in version.cases.items():
        for case, judged in every.items():
            today = found.get(kind, {}).get(case)
            if today is None:
                yield f"{version.version}: the {kind[0]} case {case} of {kind[1]} is gone: add a row [[deprecated]]"
            elif less := set(judged) - set(today):
                yield f"{version.version}: {case} no longer judges {', '.join(sorted(less))} in {kind[1]}"


if __name__ == "__main__":
    sys.exit(main())
