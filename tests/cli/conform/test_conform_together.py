"""``refloader conform --together`` as a user meets it."""

from pathlib import Path

import pytest
from verbs import Run, manifest

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


class TestWrongUsage:
    """What cannot be put together is said before anything runs."""

    def test_one_layer_keeps_no_company(self, run: Run, tmp_path: Path) -> None:
        """Two are the least."""
        result = run("conform", "--together", "--layer", manifest(tmp_path))

        assert result.exit_code == 2
        assert "--together needs two layers or more" in result.stderr

    @pytest.mark.parametrize(
        "words", [["--loader", "reference"], ["--shard", "1/2"]], ids=["a loader", "a shard"]
    )
    def test_layers_alone_are_put_together(self, run: Run, tmp_path: Path, words: list[str]) -> None:
        """Other subjects, and a part of the search, are refused."""
        layers = ["--layer", manifest(tmp_path, "a.json"), "--layer", manifest(tmp_path, "b.json")]

        result = run("conform", "--together", *layers, *words)

        assert result.exit_code == 2
        assert "--together judges layers: name them with --layer" in result.stderr

    def test_two_layers_of_one_name(self, run: Run, tmp_path: Path) -> None:
        """A loader would use the first of them."""
        layers = ["--layer", manifest(tmp_path, "a.json"), "--layer", manifest(tmp_path, "b.json")]

        result = run("conform", "--together", *layers)

        assert result.exit_code == 2
        assert '--together: 2 of the layers are named "VK_LAYER_TEST_good"' in result.stderr

    def test_files_without_a_layer(self, run: Run, tmp_path: Path) -> None:
        """There is nothing to run."""
        for name in ("a.json", "b.json"):
            (tmp_path / name).write_text("{}")

        result = run("conform", "--layer", "a.json", "--layer", "b.json", "--together")

        assert result.exit_code == 2
        assert "none of the manifests describes a layer with a library" in result.stderr


class TestWithoutLibraries:
    """Layers that cannot be loaded are told, and nothing is said of their company."""

    def test_every_set_is_skipped(self, run: Run, tmp_path: Path) -> None:
        """Each layer alone, both orders; a run that shows nothing judged too little, and has no finding."""
        one = manifest(tmp_path, "a.json", library_path="./a.so")
        two = manifest(tmp_path, "b.json", layer_name="VK_LAYER_TEST_other", library_path="./b.so")

        result = run("conform", "--together", "--layer", one, "--layer", two, "--profile", "quick")

        assert result.exit_code == 3
        assert "VK_LAYER_TEST_good + VK_LAYER_TEST_other" in result.stdout
        assert result.stdout.count("1 skip") == 4
