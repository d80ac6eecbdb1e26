"""What ``explain --log`` says of the output of builds of loaders, against what these builds did.

Each machine has something that steers its loader. A build runs on it with all messages; the answer from that text
may be that the text does not decide, and never the contrary of what the build did.
"""

from pathlib import Path

import pytest
from click.testing import CliRunner
from steered import DRIVERS, HOME, Steered, libraries, machines
from verbs import checked_json

from refloader.cli.main import main
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.scenario import World

LOADERS = Path(__file__).resolve().parents[4] / "shared" / "subjects" / "loaders"
BUILDS = sorted(folder.name for folder in LOADERS.glob("*") if (folder / "libvulkan.so.1").is_file())
IN = ("active", "used")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BUILDS, reason="no builds of loaders in ../shared/subjects/loaders"),
]


@pytest.mark.whole(keep=8, rotate=True)
@pytest.mark.parametrize("machine", tuple(machines()), ids=lambda machine: machine.name)
def test_the_text_of_a_build_says_what_it_did(machine: Steered) -> None:
    """A layer or driver is called active if the build has it, and not active or missing only if it lacks it."""
    world = World()
    for path, name in libraries().items():
        world.library(path, "driver" if name in DRIVERS else "layer", {"name": name})
    for path, data in machine.all_files().items():
        world.file(path, data)
    for name, value in {"HOME": HOME, **machine.variables, "VK_LOADER_DEBUG": "all"}.items():
        world.variable(name, value)
    world.application(layers=machine.layers)
    scenario = world.scenario()
    wrong = []

    for build in BUILDS[sum(machine.name.encode()) % 4 :: 4]:
        seen = ForeignLoader(str(LOADERS / build / "libvulkan.so.1")).observe(scenario)
        if seen.ended != "ok" or seen.result != 0:
            continue  # without an instance nothing is in a chain
        result = CliRunner().invoke(
            main, ["explain", "--log", "-", "--format", "json", machine.word], input=seen.stderr
        )
        answer = checked_json(result, "explain-log-1")["answers"][0]
        has = machine.asked in (seen.drivers if machine.is_driver else seen.chain)
        if answer["state"] != "not decided by this log" and (answer["state"] in IN) is not has:
            wrong.append(f"{build}: {answer['state']}; the build {'has' if has else 'lacks'} it")

    assert wrong == []
