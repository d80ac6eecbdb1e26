"""Trees in the shape of common installs, right and wrong, each with what lint is to find in it."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from elf_files import Symbol, elf

from refloader.host.machines.trees import tree_host
from refloader.inspect.lint.manifests import Linter

TREES = sorted((Path(__file__).resolve().parents[3] / "fixtures" / "trees").glob("linux/*/tree.json"))
EXPORTS = {
    "libc": ("malloc",),
    "layer": ("vkNegotiateLoaderLayerInterfaceVersion",),
    "driver": (
        "vk_icdGetInstanceProcAddr",
        "vk_icdGetPhysicalDeviceProcAddr",
        "vk_icdNegotiateLoaderICDInterfaceVersion",
    ),
}


def installed(file: Path, root: Path) -> Mapping[str, list[list[str]]]:
    """The tree with its libraries; what it says of itself."""
    told: dict[str, Any] = json.loads(file.read_bytes())
    shutil.copytree(file.parent / "root", root)
    for path, library in told["libraries"].items():
        wide = library.get("bits", 32 if "i386" in path else 64) == 64
        data = elf(
            [Symbol(name) for name in EXPORTS[library["of"]]],
            wide=wide,
            machine=62 if wide else 3,
            needed=library["needed"],
            runpath=library.get("runpath", ""),
        )
        place = root / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return told


@pytest.mark.parametrize("file", TREES, ids=lambda file: file.parent.name)
def test_lint_finds_what_is_wrong_and_no_more(file: Path, tmp_path: Path) -> None:
    """By the rule, the weight and the manifest."""
    told = installed(file, tmp_path / "root")

    report = Linter(tree_host(str(tmp_path / "root"))).run_installed()

    found = [[str(each.rule), each.severity.value, each.span.path] for each in report.findings]
    assert sorted(found) == sorted(told["expected"]), [each.message for each in report.findings]


def test_there_are_trees_of_both_kinds() -> None:
    """For each software one that is right and one that is wrong."""
    names = {file.parent.name for file in TREES}

    assert len(names) >= 10
    assert {f"{name.rpartition('-')[0]}-{kind}" for name in names for kind in ("right", "wrong")} == names
