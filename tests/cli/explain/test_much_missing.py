"""What an explanation says of layers and drivers that are missing, however many they are."""

import cProfile
import os
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner
from verbs import Run

from refloader.cli.main import main
from refloader.host.port import Host
from refloader.inspect.whatif import loading

_OF_ANSWERS = os.path.join("inspect", "explain", "")


def _words(root: Path, count: int) -> list[str]:
    names = ":".join(f"VK_LAYER_TEST_{number}" for number in range(count))
    paths = ":".join(f"/none/{number}.json" for number in range(count))
    variables = ["--env", f"VK_INSTANCE_LAYERS={names}", "--env", f"VK_DRIVER_FILES={paths}"]
    return ["explain", "--root", str(root), *variables]


def _calls(root: Path, count: int) -> int:
    profile = cProfile.Profile()
    profile.runcall(CliRunner().invoke, main, _words(root, count))
    return sum(e.callcount for e in profile.getstats() if _OF_ANSWERS in getattr(e.code, "co_filename", ""))


def test_the_work_for_each_is_the_same(tmp_path: Path) -> None:
    """No layer is compared with every path of a driver: twice as many are twice the work."""
    _calls(tmp_path, 10)  # what is imported late is imported here

    first, second, third = (_calls(tmp_path, count) for count in (15, 30, 60))

    assert third - second < 2 * 1.1 * (second - first)


@pytest.mark.parametrize("name", ["a.json", "deeper/a.json"])
def test_what_is_wrong_in_a_place_of_drivers_is_told(run: Run, tmp_path: Path, name: str) -> None:
    """Of a manifest that is named itself; the layer that is missing is told apart."""
    done = run(
        "explain", "--root", str(tmp_path), "--env", f"VK_DRIVER_FILES=/none/{name}", "VK_LAYER_TEST_a"
    )

    assert done.exit_code == 1
    assert f'"/none/{name}" (from VK_DRIVER_FILES) does not exist' in done.stdout


def _peak(*words: str) -> int:
    tracemalloc.start()
    try:
        CliRunner().invoke(main, list(words))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(lambda count: "{" + "," * count + "}" + "a" * count, id="braces"),
        pytest.param(lambda count: "$OWN" * count, id="variables"),
    ],
)
def test_what_an_entry_stands_for_is_bounded(tmp_path: Path, value: Callable[[int], str]) -> None:
    """An entry of braces, or of a variable again and again, can stand for very much more than it is long."""
    root = str(tmp_path)

    def peak(count: int) -> int:
        long = ["--env", f"VK_DRIVER_FILES={value(count)}", "--env", f"OWN={'a' * count}"]
        return _peak("explain", "--root", root, *long)

    peak(10)  # what is imported late is imported here

    assert peak(8000) < 16 << 20


def test_libraries_are_looked_for_a_bounded_number_of_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of drivers that a variable keeps out, for few is a second change looked for: each search lists folders."""
    folder = tmp_path / "etc" / "vulkan" / "icd.d"
    folder.mkdir(parents=True)
    for number in range(150):
        (folder / f"{number}.json").write_text(
            '{"file_format_version": "1.0.0", "ICD": {"library_path": "/none/a.so", "api_version": "1.3.0"}}'
        )
    searches: list[str] = []

    def searched(host: Host, name: str, near: Iterable[str] = ()) -> tuple[str, ...]:
        searches.append(name)
        return ()

    monkeypatch.setattr(loading, "libraries_elsewhere", searched)
    CliRunner().invoke(main, ["explain", "--root", str(tmp_path), "--env", "VK_DRIVER_FILES=/none.json"])

    assert 0 < len(searches) < 600
