"""Debian's loader behind a library that forwards to it and breaks one thing on the way, without touching a source.

The forwarding library that breaks nothing gets the verdicts of the loader alone. Each other one fails its rule.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from refloader.results.records import Verdict

LOADER = Path("/usr/lib/x86_64-linux-gnu/libvulkan.so.1")
SOURCE = Path(__file__).parent.parent / "wrapped.c"

FAULTS = {
    "older_variable_first": "ENV-DRIVERFILES-04",
    "one_name_counts": "ENV-INSTLAYERS-02",
    "layer_paths_are_unsafe": "LLP_LOADER_13",
    "switch_is_not_read": "LLP_LOADER_6",
    "request_backwards": "ORDER-CHAIN-02",
    "another_error": "LDP_LOADER_1",
    "layers_are_not_told_apart": "EXT-ENUM-02",
}
"""What each forwarding library breaks, as wrapped.c names it, and the rule whose sentence that breaks."""

Verdicts = dict[tuple[str, str], str]
"""The verdict of each rule and case."""


def build(folder: Path, fault: str, names: list[str]) -> Path:
    """Compile the forwarding library with one fault, and put the loader beside it."""
    mine = folder / fault
    mine.mkdir()
    shutil.copy(LOADER, mine / "libbehind.so")
    quoted = ", ".join(f'"{name}"' for name in names)
    rows = " ".join(f'ROW("{name}", {index})' for index, name in enumerate(names))
    (mine / "exports.h").write_text(
        f"#define EXPORTS {len(names)}\n#define NAMES {quoted}\n#define ROWS {rows}\n"
    )
    library = mine / f"lib{fault}.so"
    options = ["-shared", "-fPIC", "-O1", "-fvisibility=hidden", f"-I{mine}", f'-DFAULT="{fault}"']
    subprocess.run(
        ["cc", *options, "-Wl,-soname,libvulkan.so.1", "-o", library, SOURCE], check=True, capture_output=True
    )
    return library


def exports() -> list[str]:
    """Return the commands that the loader exports."""
    lines = subprocess.run(
        ["nm", "-D", "--defined-only", LOADER], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    return sorted(line.split()[-1].split("@")[0] for line in lines if line.split()[-1].startswith("vk"))


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Verdicts]]:
    """The verdicts of the loader alone and of each forwarding library, from one run of the rules concerned."""
    if platform.machine() != "x86_64" or not LOADER.exists():
        pytest.skip("there is no libvulkan.so.1 for x86-64 (Debian: libvulkan1)")
    if shutil.which("cc") is None or not Path("/usr/include/vulkan/vulkan.h").exists():
        pytest.skip("there is no C compiler with Vulkan's headers (Debian: gcc libvulkan-dev)")
    folder = tmp_path_factory.mktemp("wrapped")
    names = exports()
    loaders = [str(LOADER), *(str(build(folder, fault, names)) for fault in ["none", *FAULTS])]
    chosen = [f"--rule={rule}" for rule in sorted(set(FAULTS.values()))]
    out = folder / "out"
    verb = [sys.executable, "-P", "-m", "refloader", "conform", "--profile=quick", "--expect=none"]
    subprocess.run(
        [*verb, *(f"--loader={each}" for each in loaders), *chosen, "--out", out],
        check=False,
        capture_output=True,
    )
    found: dict[str, Verdicts] = {}
    for line in (out / "results.ndjson").read_text().splitlines():
        result = json.loads(line)
        if result["kind"] == "result":
            verdicts = found.setdefault(result["subject"], {})
            verdicts[result["rule"], result["case"]] = result["verdict"]
    yield {name.removeprefix("lib").split(".so")[0]: verdicts for name, verdicts in found.items()}
    shutil.rmtree(folder)


class TestForwarding:
    """A library that only forwards is the loader behind it."""

    def test_nothing_differs(self, judged: dict[str, Verdicts]) -> None:
        """Each case has the verdict of the loader alone."""
        assert judged["none"] == judged["vulkan"]

    def test_cases_of_each_rule_run(self, judged: dict[str, Verdicts]) -> None:
        """Of each rule that a library breaks, a case passes with the loader alone."""
        passed = {rule for (rule, _), verdict in judged["none"].items() if verdict == Verdict.PASS}

        assert passed >= {*FAULTS.values()}


class TestFaults:
    """A fault on the way to the loader or from it."""

    @pytest.mark.parametrize("fault", FAULTS)
    def test_the_rule_fails(self, judged: dict[str, Verdicts], fault: str) -> None:
        """The library fails a case of the rule that it breaks, which the loader alone passes."""
        if fault == "layer_paths_are_unsafe" and os.geteuid() != 0:
            pytest.skip("only root makes programs with privileges, in which this fault shows (run as root)")

        broken = {
            rule
            for (rule, case), verdict in judged[fault].items()
            if verdict == Verdict.FAIL and judged["none"][rule, case] == Verdict.PASS
        }

        assert FAULTS[fault] in broken
