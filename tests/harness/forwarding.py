"""Builds libraries that forward to Debian's loader and break one thing (wrapped.c), and runs conform on them."""

import json
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from once import made_once

LOADER = Path("/usr/lib/x86_64-linux-gnu/libvulkan.so.1")
SOURCE = Path(__file__).parent / "wrapped.c"

Verdicts = dict[tuple[str, str], str]
"""The verdict of each rule and case."""


def judged_of(
    temporary: pytest.TempPathFactory, name: str, faults: Iterable[str], rules: Iterable[str]
) -> dict[str, Verdicts]:
    """The verdicts of the loader alone ("vulkan") and of a library with each fault, for these rules.

    They are judged once, in a folder of that name for all processes of the run. Skips the test where there is no such
    loader, or no compiler.
    """
    if platform.machine() != "x86_64" or not LOADER.exists():
        pytest.skip("there is no libvulkan.so.1 for x86-64 (Debian: libvulkan1)")
    if shutil.which("cc") is None or not Path("/usr/include/vulkan/vulkan.h").exists():
        pytest.skip("there is no C compiler with Vulkan's headers (Debian: gcc libvulkan-dev)")
    folder = made_once(temporary, name, lambda folder: _judge(folder, faults, rules))
    found: dict[str, Verdicts] = {}
    for line in (folder / "out" / "results.ndjson").read_text().splitlines():
        result = json.loads(line)
        if result["kind"] == "result":
            verdicts = found.setdefault(result["subject"], {})
            verdicts[result["rule"], result["case"]] = result["verdict"]
    return {name.removeprefix("lib").split(".so")[0]: verdicts for name, verdicts in found.items()}


def _judge(folder: Path, faults: Iterable[str], rules: Iterable[str]) -> None:
    """Build the libraries, run conform on them and the loader, and remove the libraries."""
    names = _exports()
    libraries = [_built(folder, fault, names) for fault in faults]
    loaders = [str(LOADER), *map(str, libraries)]
    chosen = [f"--rule={rule}" for rule in sorted({*rules})]
    out = folder / "out"
    verb = [sys.executable, "-P", "-m", "refloader", "conform", "--profile=quick", "--expect=none"]
    subprocess.run(
        [*verb, *(f"--loader={each}" for each in loaders), *chosen, "--out", out],
        check=False,
        capture_output=True,
    )
    for library in libraries:
        shutil.rmtree(library.parent)


def _built(folder: Path, fault: str, names: list[str]) -> Path:
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
        ["cc", *options, "-pthread", "-Wl,-soname,libvulkan.so.1", "-o", library, SOURCE],
        check=True,
        capture_output=True,
    )
    return library


def _exports() -> list[str]:
    """Return the commands that the loader exports."""
    lines = subprocess.run(
        ["nm", "-D", "--defined-only", LOADER], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    return sorted(line.split()[-1].split("@")[0] for line in lines if line.split()[-1].startswith("vk"))
