"""A case that fails because the library's own Python raises has detected nothing."""

import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from refloader.native.dropin import violating_library
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.selftest import violating
from refloader.selftest.raising import exception_in
from refloader.selftest.selftest import why_no_library


class TestText:
    """What ``report.c`` writes of an exception is kept apart from the errors that a loader prints."""

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            (
                "[Vulkan Loader] ERROR:          vkCreateInstance: TypeError: f() takes 2 positional arguments\n"
                "  <frozen refloader.x>, in f, line 3\n",
                "vkCreateInstance: TypeError: f() takes 2 positional arguments",
            ),
            (
                "one\n[Vulkan Loader] ERROR:          terminator_vkCreateDevice: KeyError: 'x'\n",
                "terminator_vkCreateDevice: KeyError: 'x'",
            ),
            (
                "[Vulkan Loader] ERROR:          refloader: its frozen Python cannot be imported: ImportError: y\n",
                "refloader: its frozen Python cannot be imported: ImportError: y",
            ),
            (
                "refloader: its interpreter cannot start: no reason given\n",
                "refloader: its interpreter cannot start: no reason given",
            ),
            ("[Vulkan Loader] ERROR:          vkCreateInstance: out of host memory\n", ""),
            ("[Vulkan Loader] ERROR | LAYER:  vkCreateInstance: VK_LAYER_x is not there\n", ""),
            (
                "[Vulkan Loader] ERROR:          vkFoo: the device does not have this command: is x enabled?\n",
                "",
            ),
            ("TypeError: in some layer\n  File x, in y, line 3\n", ""),
        ],
    )
    def test_what_it_is(self, text: str, found: str) -> None:
        """The call, the kind of exception and its text; nothing of other lines."""
        assert exception_in(text) == found


@pytest.mark.skipif(bool(why_no_library()), reason=why_no_library())
class TestCase:
    """A case that the library's Python fails is an error, which catches no mutant."""

    def ended(self, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[tuple[str, ...], Any]:
        """What a mutant does in a small world, and the verdict on it of a case that fails on every mutant."""
        copy = folder / "libvulkan.so.1"
        shutil.copy(violating_library(), copy)
        Path(f"{copy}{violating.SIDECAR}").write_text(name, encoding="ascii")
        seen: list[Observation] = []

        def failed(_: object) -> tuple[str, str, list[str]]:
            world = World()
            world.driver()
            seen.append(ForeignLoader(str(copy)).observe(world.scenario()))
            return "fail", "as always", []

        monkeypatch.setattr(violating, "_verdict", failed)
        verdicts = violating._ended({0: SimpleNamespace(item=None, rules=("ENV-INSTLAYERS-01",))})  # type: ignore[dict-item]
        return seen[0].drivers, verdicts[0]

    def test_of_a_module_that_cannot_be_imported(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A variant that the library does not have stands for one."""
        drivers, verdict = self.ended("no_such_variant+", tmp_path, monkeypatch)

        assert drivers == ()
        assert verdict[0] == "error"
        assert "cannot be imported" in verdict[1]

    def test_of_a_sound_mutant(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Its failures count."""
        drivers, verdict = self.ended("debug_ignored", tmp_path, monkeypatch)

        assert drivers == ("plain",)
        assert verdict == ("fail", "as always", [])
