"""Two manifests of one layer's name, one of which lacks its library: the verbs agree on what the loader does."""

import json
from pathlib import Path

import pytest
from field_problems import Problem
from verbs import Run

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
    assert "cannot be loaded" not in checked.stdout
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
