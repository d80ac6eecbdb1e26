"""Two manifests of one layer's name, one of which lacks its library: the verbs agree on what the loader does."""

import json
from pathlib import Path
from typing import Any

import pytest
from field_problems import Problem
from verbs import Run, checked_json

ETC, USR = "/etc/vulkan/explicit_layer.d/one.json", "/usr/share/vulkan/explicit_layer.d/two.json"
GONE, THERE = "/opt/gone.so", "/usr/lib/x86_64-linux-gnu/libcapture.so"
ENV = ("--env", "VK_INSTANCE_LAYERS=VK_LAYER_TEST_capture")


def machine(tmp_path: Path, release: str, first: str, second: str) -> list[str]:
    """Build a machine with a loader of a release and the two manifests, and return the options for it."""
    layers = [{"at": ETC, "library": first}, {"at": USR, "library": second}]
    root = tmp_path / "root"
    Problem({"id": "", "loader": release, "layers": layers, "libraries": {THERE: "layer"}}).build(root)
    return ["--root", str(root), *ENV]


@pytest.mark.parametrize(("first", "second"), [(GONE, THERE), (THERE, GONE)])
@pytest.mark.parametrize("loader", [[], ["--as-loader", "here"]])
def test_a_loader_that_goes_on_uses_the_other(
    run: Run, tmp_path: Path, loader: list[str], first: str, second: str
) -> None:
    """Loaders from 1.2.169, before 1.3.247, take the manifest whose library can be loaded: the layer is active."""
    options = machine(tmp_path, "1.3.204", first, second)

    explained = run("explain", *options, *loader, "VK_LAYER_TEST_capture", "--format", "json")
    checked = run("doctor", *options)

    assert json.loads(explained.stdout)["answers"][0]["state"] == "active"
    assert explained.exit_code == 0
    assert checked.stdout.startswith("Nothing is wrong with Vulkan here")
    assert checked.exit_code == 0


@pytest.mark.parametrize("loader", [[], ["--as-loader", "here"]])
def test_other_loaders_leave_it_out(run: Run, tmp_path: Path, loader: list[str]) -> None:
    """Later loaders take the first manifest only, as the documents say."""
    options = machine(tmp_path, "1.3.275", GONE, THERE)

    explained = run("explain", *options, *loader, "VK_LAYER_TEST_capture", "--format", "json")
    checked = run("doctor", *options)

    answer = json.loads(explained.stdout)["answers"][0]
    assert answer["state"] == "active, but its library cannot be loaded"
    assert ETC in answer["change_text"]
    assert explained.exit_code == 1
    assert "cannot be loaded" in " ".join(checked.stdout.split())
    assert checked.exit_code == 1


def test_a_loader_without_a_release_in_its_name_is_not_guessed(run: Run, tmp_path: Path) -> None:
    """Of another machine, 'here' needs a release in the name of the file: nothing is run."""
    options = machine(tmp_path, "nightly", THERE, THERE)

    result = run("explain", *options, "--as-loader", "here", "VK_LAYER_TEST_capture")

    assert result.exit_code == 2
    assert "does not say which release" in result.stderr


class TestInItsPlace:
    """A loader that uses the distribution's manifest, where a variable adds the folder of a newer one."""

    OWN = "/opt/build/own.json"

    @pytest.fixture
    def options(self, tmp_path: Path) -> list[str]:
        """The machine; its loader takes the last manifest of a name."""
        layers = [
            {"at": USR, "library": THERE},
            {"at": self.OWN, "library": THERE, "api": "1.4.0"},
        ]
        root = tmp_path / "root"
        Problem({"id": "", "loader": "1.3.239", "layers": layers, "libraries": {THERE: "layer"}}).build(root)
        return ["--root", str(root), *ENV, "--env", "VK_ADD_LAYER_PATH=/opt/build", "--as-loader", "here"]

    @pytest.mark.parametrize("word", ["VK_LAYER_TEST_capture", OWN])
    def test_a_variable_suffices(self, run: Run, options: list[str], word: str) -> None:
        """No file that a package owns is moved."""
        text = run("explain", *options, word).stdout

        assert "export VK_LAYER_PATH=/opt/build\n" in text
        assert "mv " not in text

    def test_the_change_helps(self, run: Run, options: list[str]) -> None:
        """With it, the newer one is used, and the other one is not found."""
        text = run("explain", *options, "--env", "VK_LAYER_PATH=/opt/build", "VK_LAYER_TEST_capture").stdout

        assert "own.json" in text
        assert "passed over" not in text

    def test_another_layer_is_not_lost(self, run: Run, options: list[str], tmp_path: Path) -> None:
        """One that the program has from the folder which the variable would replace: then the file is removed."""
        other = json.loads((tmp_path / "root" / USR.lstrip("/")).read_text())
        other["layer"]["name"] = "VK_LAYER_TEST_second"
        (tmp_path / "root" / USR.lstrip("/")).with_name("other.json").write_text(json.dumps(other))

        text = run("explain", *options, "--request", "VK_LAYER_TEST_second", "VK_LAYER_TEST_capture").stdout

        assert "VK_LAYER_PATH=" not in text
        assert f"remove {USR}" in text


class TestBothLibrariesLoad:
    """Loaders from 1.2.169, before 1.3.247, take the last manifest of a name that VK_INSTANCE_LAYERS has."""

    def answer(self, run: Run, options: list[str]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the first answer and what is said of the machine's loader."""
        document = checked_json(
            run("explain", *options, "VK_LAYER_TEST_capture", "--format", "json"), "explain-1"
        )
        return document["answers"][0], document["own_loader"]

    def test_the_last_one_is_named(self, run: Run, tmp_path: Path) -> None:
        """The answer is about the loader that programs get; the documents have it take the first."""
        options = machine(tmp_path, "1.3.239", THERE, THERE)

        answer, own = self.answer(run, options)
        text = run("explain", *options, "VK_LAYER_TEST_capture")

        assert (answer["state"], answer["at"]["path"]) == ("active", USR)
        assert answer["loader"].endswith("release 1.3.239")
        assert answer["documented"] == f'taken from "{ETC}"'
        assert own["taken"] == [{"name": "VK_LAYER_TEST_capture", "manifest": USR, "documented": ETC}]
        assert f'release 1.3.239: it takes "{USR}"' in text.stdout
        assert "differs from the documents: the file of VK_LAYER_TEST_capture" in text.stdout
        assert text.exit_code == 0

    def test_the_first_of_those_that_the_application_asks_for(self, run: Run, tmp_path: Path) -> None:
        """The same loader takes that one, as the documents say."""
        options = machine(tmp_path, "1.3.239", THERE, THERE)[:-2]

        answer, own = self.answer(run, [*options, "--request", "VK_LAYER_TEST_capture"])

        assert (answer["state"], answer["at"]["path"], answer["loader"]) == ("active", ETC, "")
        assert "taken" not in own

    def test_later_loaders_take_the_first(self, run: Run, tmp_path: Path) -> None:
        """So it is as the documents say."""
        answer, own = self.answer(run, machine(tmp_path, "1.3.275", THERE, THERE))

        assert (answer["state"], answer["at"]["path"], answer["loader"]) == ("active", ETC, "")
        assert "taken" not in own

    def test_a_manifest_that_the_loader_passes_over(self, run: Run, tmp_path: Path) -> None:
        """The first one is not used, though the documents have it used; the last one is."""
        options = machine(tmp_path, "1.3.239", THERE, THERE)

        passed = run("explain", *options, ETC)
        taken = run("explain", *options, USR)

        assert passed.stdout.startswith(f"{ETC} is not used with ")
        assert f'it takes VK_LAYER_TEST_capture from "{USR}"' in passed.stdout
        assert passed.exit_code == 1
        assert taken.stdout.startswith("VK_LAYER_TEST_capture is active with ")
        assert taken.exit_code == 0
