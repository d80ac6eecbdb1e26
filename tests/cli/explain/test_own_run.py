"""``explain`` runs the machine's own loader in the sandbox, and says first where it does otherwise than predicted."""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from test_bisect_verb import LOADERS, MOCKS, put_driver, put_layer
from verbs import checked_json

from refloader.cli.main import main
from refloader.doctor import own_run
from refloader.native.dropin import dropin_library, violating_library
from refloader.sandbox import world
from refloader.sandbox.layouts import Way
from refloader.scenario.observation import Observation
from refloader.selftest.selftest import why_no_library

BUILDS = sorted(folder.name for folder in LOADERS.glob("*") if (folder / "libvulkan.so.1").is_file())
NAMES = {letter: f"VK_LAYER_TEST_{letter}" for letter in "ab"}
AS_PREDICTED = "; run here with mocks for all libraries, it does as predicted"
FIXED = "1.4.335"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(None in MOCKS, reason="the mocks are not built"),
    pytest.mark.skipif(bool(why_no_library()), reason="the drop-in library was not built"),
    pytest.mark.skipif(world.capabilities().way is Way.VARIABLES, reason="this machine allows no namespaces"),
]

Explain = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with two implicit layers."""
    for letter in NAMES:
        put_layer(tmp_path, letter)
    return tmp_path


@pytest.fixture
def explain(home: Path) -> Explain:
    """Call ``explain`` on this machine with a loader as its own, two drivers and variables."""
    drivers = ":".join(put_driver(home, number) for number in (1, 2))

    def call(loader: str, *words: str, **variables: str | None) -> Result:
        folder = str(Path(loader).parent)
        own = {
            "HOME": str(home),
            "VK_DRIVER_FILES": drivers,
            "LD_LIBRARY_PATH": folder,
            "XDG_DATA_HOME": None,
        }
        given = {"XDG_CONFIG_HOME": None, "VK_INSTANCE_LAYERS": None, **own, **variables}
        return CliRunner().invoke(main, ["explain", *words], env=given, catch_exceptions=False)

    return call


def put_loader(home: Path, library: str, release: str = FIXED, violates: str = "") -> str:
    """Copy a library to where the linker finds it first, under the name of a release."""
    folder = home / "lib"
    folder.mkdir()
    path = folder / f"libvulkan.so.{release}"
    shutil.copy(library, path)
    (folder / "libvulkan.so.1").symlink_to(path.name)
    if violates:
        Path(f"{path}.violate").write_text(violates, encoding="ascii")
    return str(path)


def run_of(result: Result) -> Any:
    """The part of the document on the run."""
    return checked_json(result, "explain-1")["run"]


class TestAgreement:
    """A loader that does as is predicted of its release."""

    def test_one_quiet_clause(self, home: Path, explain: Explain) -> None:
        """On the line on the loader, and nothing else."""
        result = explain(put_loader(home, dropin_library()), NAMES["a"])

        assert result.exit_code == 0
        assert AS_PREDICTED in " ".join(result.stdout.split())
        assert "predicted:" not in result.stdout

    def test_what_it_did(self, home: Path, explain: Explain) -> None:
        """The layers that it lists, the chain, the drivers and the result."""
        loader = put_loader(home, dropin_library())

        run = run_of(explain(loader, "--format", "json", NO_B="1"))

        assert run["path"] == loader
        assert (run["compared"], run["unlike"], run["result"]) == (True, [], "VK_SUCCESS")
        assert [each for each in run["chain"] if each in NAMES.values()] == [NAMES["a"]]
        assert set(NAMES.values()) <= set(run["listed"])
        assert [Path(each).name for each in run["drivers"]] == ["driver_1.json", "driver_2.json"]

    def test_no_library_of_a_layer_runs(self, home: Path, explain: Explain) -> None:
        """Mocks stand for them: the layer's own would end the process."""
        Path(home / "libVkLayer_a.so.flags").write_text("violate=none\nno such flag=1\n", encoding="ascii")

        run = run_of(explain(put_loader(home, dropin_library()), "--format", "json"))

        assert (run["compared"], run["unlike"]) == (True, [])

    def test_functions_of_other_names(self, home: Path, explain: Explain) -> None:
        """The mock that stands for a layer has the usual ones: that is no difference."""
        put_layer(home, "a", functions={"vkGetInstanceProcAddr": "a_GetInstanceProcAddr"})

        run = run_of(explain(put_loader(home, dropin_library()), "--format", "json"))

        assert (run["compared"], run["unlike"]) == (True, [])
        assert NAMES["a"] in run["chain"]

    @pytest.mark.skipif(not BUILDS, reason="no builds of loaders in ../shared/subjects/loaders")
    @pytest.mark.parametrize("build", BUILDS)
    def test_real_loaders(self, home: Path, explain: Explain, build: str) -> None:
        """No build differs on what it takes in its own way: a key behind the layer, a broken manifest of a layer."""
        folder = home / ".local/share/vulkan/implicit_layer.d"
        behind = json.loads((folder / "b.json").read_text(encoding="utf-8"))
        (folder / "b.json").write_text(json.dumps({**behind, "note": 1}), encoding="utf-8")
        (folder / "broken.json").write_text('{"file_format_version": ', encoding="utf-8")
        library = str(LOADERS / build / "libvulkan.so.1")

        loader = put_loader(home, library, release=".".join(build.split(".")[:3]))
        run = run_of(explain(loader, "--format", "json", VK_ICD_FILENAMES=os.environ.get("NONE")))

        assert run.get("unlike", []) == []


class TestDisagreement:
    """A loader that does otherwise is the headline."""

    def test_a_driver_that_is_not_used(self, home: Path, explain: Explain) -> None:
        """What it did, what was predicted and by which rule."""
        loader = put_loader(home, violating_library(), violates="only_one_driver_called")

        result = explain(loader)
        lines = " ".join(result.stdout.split())

        assert lines.startswith(
            f'{loader}, run here, does not use "{home}/driver_2.json" predicted: it is used: '
        )
        assert AS_PREDICTED not in lines

    def test_a_layer_that_is_left_out(self, home: Path, explain: Explain) -> None:
        """It exits 1, though the layer is active by the documents. This release is said not to read the filter."""
        loader = put_loader(home, dropin_library(), release="1.3.230")

        result = explain(loader, NAMES["a"], VK_LOADER_LAYERS_DISABLE=NAMES["a"])
        unlike = run_of(explain(loader, "--format", "json", VK_LOADER_LAYERS_DISABLE=NAMES["a"]))["unlike"]

        assert result.stdout.startswith(f"{loader}, run here, leaves {NAMES['a']} out\n")
        assert result.exit_code == 1
        assert [(each["about"], each["name"], each["rule"]) for each in unlike] == [
            ("layer", NAMES["a"], "ACT-IMPLICIT-01")
        ]

    def test_a_layer_that_is_there(self, home: Path, explain: Explain) -> None:
        """The releases that do so are named: the drop-in library reads what stands behind the layer."""
        path = home / ".local/share/vulkan/implicit_layer.d/b.json"
        path.write_text(
            json.dumps({**json.loads(path.read_text(encoding="utf-8")), "note": 1}), encoding="utf-8"
        )
        loader = put_loader(home, dropin_library())

        result = explain(loader, "TEST_b")

        assert result.stdout.startswith(f"{loader}, run here, has {NAMES['b']} in the chain\n")
        assert "  what follows is the prediction\n" in result.stdout


class TestTheChangeIsTried:
    """The loader is run once more, with the change that the first answer proposes."""

    def test_a_change_that_works(self, home: Path, explain: Explain) -> None:
        """The sentence and the document say so."""
        loader = put_loader(home, dropin_library())

        text = " ".join(explain(loader, "TEST_b", NO_B="1").stdout.split())
        document = checked_json(explain(loader, "TEST_b", "--format", "json", NO_B="1"), "explain-1")

        assert "unset NO_B (tried: works on this loader)" in text
        assert document["answers"][0]["tried"] == "works"

    def test_a_change_that_does_not(
        self, home: Path, explain: Explain, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A loader that leaves the layer out all the same, twice."""
        loader, real, runs = put_loader(home, dropin_library()), own_run.Running.seen, []

        def seen(running: own_run.Running) -> Observation:
            runs.append(real(running))
            return runs[0] if len(runs) == 1 else replace(runs[-1], chain=())

        monkeypatch.setattr(own_run.Running, "seen", seen)
        result = explain(loader, "TEST_b", "--format", "json", VK_LOADER_LAYERS_DISABLE="*TEST*")
        assert checked_json(result, "explain-1")["answers"][0]["tried"] == "does not work"
        assert len(runs) == 3
        runs.clear()
        text = " ".join(explain(loader, "TEST_b", VK_LOADER_LAYERS_DISABLE="*TEST*").stdout.split())
        assert "(tried: does not work on this loader)" in text

    def test_what_no_run_can_tell(self, home: Path, explain: Explain) -> None:
        """A library that cannot be loaded is not mended by a variable: mocks stand for it."""
        (home / "libVkLayer_b.so").write_bytes(b"no library")
        loader = put_loader(home, dropin_library())

        result = explain(loader, "TEST_b", "--format", "json", NO_B="1")

        assert "tried" not in checked_json(result, "explain-1")["answers"][0]

    def test_without_a_run(self, home: Path, explain: Explain) -> None:
        """--no-run tries nothing."""
        result = explain(put_loader(home, dropin_library()), "TEST_b", "--no-run", NO_B="1")

        assert "unset NO_B" in result.stdout
        assert "tried" not in result.stdout


class TestNotCompared:
    """Where nothing can be said, nothing is; -v says why."""

    def why_not(self, explain: Explain, loader: str, **variables: str | None) -> str:
        """Return why the run was not compared, after checking that the first screen says nothing of it."""
        result = explain(loader, **variables)
        assert "run here" not in result.stdout
        why: str = run_of(explain(loader, "--format", "json", **variables))["why_not"]
        trail = " ".join(explain(loader, "-v", **variables).stdout.split())
        assert f"was not compared with the prediction: {why}" in trail
        return why

    def test_no_run(self, home: Path, explain: Explain) -> None:
        """--no-run leaves it out."""
        loader = put_loader(home, violating_library(), violates="only_one_driver_called")

        document = checked_json(explain(loader, "--no-run", "--format", "json"), "explain-1")

        assert "run" not in document
        assert "run here" not in explain(loader, "--no-run").stdout

    @pytest.mark.parametrize("words", [("--as-loader", "1.3.290"), ("--edition", "2022"), ("--root", "/")])
    def test_another_question(self, home: Path, explain: Explain, words: tuple[str, ...]) -> None:
        """What is asked of another loader, edition or machine is not what this loader does here."""
        document = checked_json(
            explain(put_loader(home, dropin_library()), *words, "--format", "json"), "explain-1"
        )

        assert "run" not in document

    def test_a_machine_without_a_sandbox(
        self, home: Path, explain: Explain, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The loader is not run outside of it."""
        loader = put_loader(home, dropin_library())

        def refuse(*_: object, **__: object) -> None:
            raise world.child.ForkServerError("no namespaces here")

        monkeypatch.setattr(world, "show", refuse)

        assert self.why_not(explain, loader) == "no namespaces here"

    def test_a_folder_whose_order_decides(self, home: Path, explain: Explain) -> None:
        """Two manifests define one layer: which is used depends on how the file system lists them."""
        folder = home / ".local/share/vulkan/implicit_layer.d"
        shutil.copy(folder / "a.json", folder / "again.json")

        why = self.why_not(explain, put_loader(home, dropin_library()))

        assert why == "what it does depends on the order in which it reads the files of a folder"

    def test_a_loader_that_finds_nothing(
        self, home: Path, explain: Explain, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It may search folders that a build for another prefix has."""
        seen = own_run.Observation("ok", result=-9, results={"instance": -9, "layers": 0})
        monkeypatch.setattr(own_run.ForeignLoader, "observe", lambda *_, **__: seen)

        why = self.why_not(explain, put_loader(home, dropin_library()))

        assert why == "it finds none of the files, and may be built for other folders"

    @pytest.mark.parametrize("ended", ["timeout", "fault", "error", "not covered"])
    def test_a_run_that_says_nothing(
        self, home: Path, explain: Explain, monkeypatch: pytest.MonkeyPatch, ended: Any
    ) -> None:
        """A slow machine, or a sandbox in which it cannot be opened."""
        seen = own_run.Observation(ended, "that is why")
        monkeypatch.setattr(own_run.ForeignLoader, "observe", lambda *_, **__: seen)

        assert self.why_not(explain, put_loader(home, dropin_library())) == "that is why"

    def test_another_answer_the_second_time(
        self, home: Path, explain: Explain, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A difference has to show twice."""
        loader = put_loader(home, violating_library(), violates="only_one_driver_called")
        observe, count = own_run.ForeignLoader.observe, iter(range(1000))

        def once(*words: Any, **options: Any) -> Any:
            seen = observe(*words, **options)
            return seen if next(count) % 2 == 0 else own_run.replace(seen, drivers=seen.drivers * 0)

        monkeypatch.setattr(own_run.ForeignLoader, "observe", once)

        assert self.why_not(explain, loader) == "it does not do the same each time"
