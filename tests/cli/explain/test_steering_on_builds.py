"""What ``explain`` says where variables, settings files and other layers decide, against what builds of loaders do.

The state that it gives is compared with what the build does. Then its change is made, and the build has to have the
layer or the driver; and what it proposes to keep something off is done, and the build must not have it.
"""

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from elf_files import Symbol, elf
from steered import DRIVERS, HOME, Steered, libraries, machines
from verbs import Run, checked_json

from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.scenario import World

LOADERS = Path(__file__).resolve().parents[4] / "shared" / "subjects" / "loaders"
BUILDS = sorted(folder.name for folder in LOADERS.glob("*") if (folder / "libvulkan.so.1").is_file())
MACHINES = tuple(machines())
EXPORTS = {
    True: ("vk_icdGetInstanceProcAddr", "vk_icdNegotiateLoaderICDInterfaceVersion"),
    False: ("vkNegotiateLoaderLayerInterfaceVersion",),
}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BUILDS, reason="no builds of loaders in ../shared/subjects/loaders"),
]


KNOWN_MISSES = frozenset({"settings file: off, then on, named", "settings file: off, then on"})
"""Machines on which some builds do otherwise than is said: a settings file lists one layer twice."""


def does(
    build: str, machine: Steered, *, variables: Mapping[str, str], gone: frozenset[str] = frozenset()
) -> bool:
    """Run the build and return whether it uses what is asked for."""
    world = World()
    for path, name in libraries().items():
        world.library(path, "driver" if name in DRIVERS else "layer", {"name": name})
    for path, data in machine.all_files().items():
        if path not in gone:
            world.file(path, data)
    for name, value in variables.items():
        world.variable(name, value)
    world.application(layers=machine.layers)
    seen = ForeignLoader(str(LOADERS / build / "libvulkan.so.1")).observe(world.scenario())
    assert seen.ended in ("ok", "crash"), f"{seen.ended}: {seen.detail}"
    return seen.ended == "ok" and machine.asked in (seen.drivers if machine.is_driver else seen.chain)


def write(root: Path, machine: Steered) -> None:
    """Write the machine's files below a folder."""
    written = {
        path: elf([Symbol(each) for each in EXPORTS[name in DRIVERS]]) for path, name in libraries().items()
    }
    for path, data in {**written, **machine.all_files()}.items():
        file = root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def after(
    change: Mapping[str, Any] | None, variables: Mapping[str, str]
) -> tuple[dict[str, str], frozenset[str]] | None:
    """Return the variables and the files that are gone after a change; None if it is of another kind."""
    left, gone = dict(variables), set()
    while change:
        if change["kind"] == "set-env":
            left[change["what"]] = change["value"]
        elif change["kind"] == "unset-env":
            left.pop(change["what"], None)
        elif change["kind"] == "remove-file":
            gone.add(change["what"])
        else:
            return None
        change = change.get("and")
    return left, frozenset(gone)


def without(way: str, variables: Mapping[str, str]) -> tuple[dict[str, str], frozenset[str]] | None:
    """Return the same as ``after``, from the text of what keeps a layer off."""
    if found := re.fullmatch(r"set (\w+)=('[^']*'|\S+)", way):
        (value,) = shlex.split(found[2])  # it is written as for a shell
        return {**variables, found[1]: value}, frozenset()
    if found := re.fullmatch(r"unset (\w+)", way):
        return {name: value for name, value in variables.items() if name != found[1]}, frozenset()
    if found := re.fullmatch(r"remove (/\S+)", way):
        return dict(variables), frozenset({found[1]})
    return None


def _helps(
    build: str, machine: Steered, change: Mapping[str, Any] | None, variables: Mapping[str, str]
) -> bool:
    """Return whether the build has what is asked for after a change; True if the change cannot be made here."""
    changed = after(change, variables) if change else None
    return changed is None or does(build, machine, variables=changed[0], gone=changed[1])


@pytest.mark.whole(keep=8, rotate=True)
@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_builds_do_what_is_said(machine: Steered, run: Run, tmp_path: Path) -> None:
    """The state, the change and the ways to keep it off are true of the release that they are given for."""
    root = tmp_path / "root"
    write(root, machine)
    variables = {"HOME": HOME, **machine.variables}
    words = [word for name, value in variables.items() for word in ("--env", f"{name}={value}")]
    words += [word for name in machine.layers for word in ("--request", name)]
    wrong = []

    for build in BUILDS[sum(machine.name.encode()) % 4 :: 4]:
        result = run(
            "explain", "--root", str(root), "--as-loader", build, *words, "--format", "json", machine.word
        )
        document = checked_json(result, "explain-1")
        answer = document["answers"][0]
        if answer["state"] == "worth a look":
            continue  # said to be left to chance
        is_used = does(build, machine, variables=variables)
        state = f"{build}: {answer['state']}: {answer['why']}"
        crashes = document["result"] == "unknown"  # which the first line says
        if (not crashes and answer["state"].startswith(("active", "used"))) is not is_used:
            wrong.append(f"{state}; the build {'has' if is_used else 'lacks'} it")
        elif document["result"] == "VK_ERROR_LAYER_NOT_PRESENT":
            continue  # another answer is on the layer for which the application fails
        elif not is_used and not _helps(build, machine, answer.get("change"), variables):
            wrong.append(f"{state}; no help: {answer['change_text']}")
        for way in answer["off"] if is_used else ():
            if (left := without(way, variables)) and does(build, machine, variables=left[0], gone=left[1]):
                wrong.append(f"{state}; it stays: {way}")

    assert machine.name in KNOWN_MISSES or wrong == []
