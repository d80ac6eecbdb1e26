"""Names that are nearly a given one are found in a bounded time: strangers choose the names of files and layers."""

import json
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from refloader.cli.main import main
from refloader.inspect.libraries.near_names import STEPS, near_names

LETTERS = 190
"""Of equal letters, the most for which difflib takes the square of the length."""

FILTERED = 10
"""What a letter counts of a name that difflib only counts the letters of."""

NAMES = [f"lib{'a' * LETTERS}{number:04d}.so" for number in range(400)]


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The product of the lengths of each pair of names that is compared in full."""
    pairs: list[int] = []
    whole = SequenceMatcher.ratio

    def ratio(self: Any) -> float:
        pairs.append(len(self.a) * len(self.b))
        return float(whole(self))

    monkeypatch.setattr(SequenceMatcher, "ratio", ratio)
    yield pairs
    assert pairs, "names were compared"


class TestNearNames:
    """The same as difflib says, up to a number of steps."""

    @pytest.mark.parametrize("name", ["libfoo.so.1", "VK_LAYER_KHRONOS_validation", "nothing", ""])
    @pytest.mark.parametrize("cutoff", [0.3, 0.6, 0.85])
    def test_usual_names(self, name: str, cutoff: float) -> None:
        """Those of files, layers and extensions."""
        names = [
            "libfoo.so",
            "libfoo.so.2",
            "libbar.so.1",
            "VK_LAYER_KHRONOS_validations",
            "noting",
            "thing",
            "",
        ]

        assert near_names(name, names, 3, cutoff) == get_close_matches(name, names, 3, cutoff)

    def test_many_long_ones(self, compared: list[int]) -> None:
        """The first ones are compared, and no others."""
        assert len(near_names(NAMES[-1], NAMES[:-1], 1, 0.85)) == 1
        assert sum(compared) <= STEPS


def _layers(folder: Path) -> list[str]:
    place = folder / "usr/share/vulkan/explicit_layer.d"
    place.mkdir(parents=True)
    names = [f"VK_LAYER_{name}" for name in NAMES]
    layers = [{"name": name, "type": "GLOBAL", "library_path": "x.so"} for name in names]
    manifest = {"file_format_version": "1.2.0", "layers": layers}
    (place / "layers.json").write_text(json.dumps(manifest))
    asked = ":".join(f"VK_LAYER_{name}{number}" for number, name in enumerate(NAMES[:16]))
    return ["explain", "--root", str(folder), "--env", f"VK_INSTANCE_LAYERS={asked}"]


def _libraries(folder: Path) -> list[str]:
    for name in NAMES:
        (folder / name).touch()
    for number in range(20):
        driver = {"library_path": f"./{NAMES[number]}x.so", "api_version": "1.3.0"}
        manifest = {"file_format_version": "1.0.0", "ICD": driver}
        (folder / f"{number}.json").write_text(json.dumps(manifest))
    return ["lint", str(folder)]


def _log_of_libraries(folder: Path) -> list[str]:
    there = "".join(f"/opt/vk/{name}\n" for name in NAMES)
    missing = "".join(
        f"ERROR: /opt/vk/{name}x.so: cannot open shared object file: No such file or directory\n"
        for name in NAMES[:50]
    )
    (folder / "log.txt").write_text(there + missing)
    return ["explain", "--log", str(folder / "log.txt")]


def _log_of_extensions(folder: Path) -> list[str]:
    asked = "".join(f"Required extension VK_KHR_{'surface_' * 3}{at} is not supported\n" for at in range(400))
    (folder / "log.txt").write_text(asked)
    return ["explain", "--log", str(folder / "log.txt")]


def _log_of_layers(folder: Path) -> list[str]:
    names = [f"VK_LAYER_ACME_{'a' * 80}_{number}" for number in range(400)]
    rows = "".join(f"{name} (a layer) Vulkan version 1.3.200, layer version 1:\n" for name in names)
    asked = ":".join(f"{name}7" for name in names)
    text = f"VK_INSTANCE_LAYERS={asked}\n\nInstance Layers: count = 400\n{rows}\nERROR: VK_ERROR_LAYER_NOT_PRESENT\n"
    (folder / "log.txt").write_text(text)
    return ["explain", "--log", str(folder / "log.txt")]


@pytest.mark.parametrize("make", [_layers, _libraries, _log_of_libraries, _log_of_extensions, _log_of_layers])
def test_what_a_stranger_names(
    make: Callable[[Path], list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many names, each nearly like many others, are compared a bounded number of times."""
    pairs: list[int] = []
    quick = SequenceMatcher.quick_ratio

    def quick_ratio(self: Any) -> float:
        found = float(quick(self))
        pairs.append(len(self.a) * (len(self.b) if found > 0.8 else FILTERED))
        return found

    monkeypatch.setattr(SequenceMatcher, "quick_ratio", quick_ratio)
    monkeypatch.setenv("REFLOADER_CONFIG", "none")
    ended: Any = CliRunner().invoke(main, make(tmp_path))

    assert ended.exit_code in {0, 1}, ended.output
    assert pairs, "names were compared"
    assert sum(pairs) <= 12 * STEPS
