"""What layer and driver logging tell of libraries that cannot be loaded: missing ones, and of another word size."""

import struct

import pytest

from refloader.sandbox.messages import lines, naming
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE = "VK_LAYER_TEST_one"
LIBRARY, GOOD, BAD = "/world/some.so", "/world/good.so", "/world/bad.so"
NARROW = struct.pack("<16sHHIIIIIHHHHHH", b"\x7fELF\1\1\1", 3, 3, 1, 0, 0, 0, 0, 52, 32, 0, 40, 0, 0) + bytes(
    64
)
"""The beginning of a library for 32-bit processes."""

CONTENTS = pytest.mark.parametrize(
    "content",
    [
        pytest.param(None, id="missing"),
        pytest.param(NARROW, id="wrong word size", marks=pytest.mark.rule("DEBUG-WRONGARCH-01")),
    ],
)


def told(subject: Trial, world: World, option: str, content: bytes | None, *names: str) -> set[str]:
    """The lines with one of the names that are told of the bad library and not of the good one in its place."""
    world.variable("VK_LOADER_DEBUG", option)
    script = Script()
    script.create()
    world.link(LIBRARY, GOOD)
    good = lines(subject.calls(world, script))
    if content is not None:
        world.file(BAD, content)
    world.link(LIBRARY, BAD)
    bad = subject.calls(world, script)
    return {line for name in names for line in naming(bad, name)} - {*good}


class TestLayers:
    """Layer logging tells that a layer's library is missing, or is for processes of another word size."""

    @CONTENTS
    @pytest.mark.rule("DEBUG-LOG-05")
    @pytest.mark.parametrize("option", ["layer", "all"])
    def test_a_layer_without_its_library(
        self, world: World, subject: Trial, option: str, content: bytes | None
    ) -> None:
        """Layer logging says more of a layer whose library is missing or of another word size than of a good one."""
        world.driver()
        world.library(GOOD, "layer", {"name": ONE})
        world.implicit_layer(ONE, file="one.json", mock=None, library_path=LIBRARY)

        more = told(subject, world, option, content, ONE, LIBRARY, BAD, "one.json")

        assert more != set()


class TestDrivers:
    """Driver logging tells what keeps a driver's library from being loaded."""

    @CONTENTS
    @pytest.mark.rule("DEBUG-LOG-07")
    @pytest.mark.parametrize("option", ["driver", "all"])
    def test_a_driver_without_its_library(
        self, world: World, subject: Trial, option: str, content: bytes | None
    ) -> None:
        """Driver logging reports a driver's library of another word size, and should report a missing one."""
        world.driver()
        world.library(GOOD, "driver", {"name": "other"})
        world.driver("other", file="other.json", mock=None, library_path=LIBRARY)

        more = told(subject, world, option, content, LIBRARY, BAD, "other.json")

        if content is None:
            subject.implied(more != set(), True, "DEBUG-LOG-05, which says it of layers")
        else:
            assert more != set()
