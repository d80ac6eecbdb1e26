"""What makes a release: its digests, what it says of builds that differ, and recipes that follow pyproject.toml."""

import hashlib
import re
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from wheels import TOP

sys.path.insert(0, str(TOP / "tools"))

import release

PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RECIPES = TOP / "ci/recipes"


def _archive(path: Path, **members: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in members.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return path


class TestBuilds:
    """Two builds of equal sources have to be equal."""

    def test_equal_ones(self, tmp_path: Path) -> None:
        """Nothing is said of them."""
        release.compared(_archive(tmp_path / "a.whl", one="1"), _archive(tmp_path / "b.whl", one="1"))

    def test_what_differs_is_named(self, tmp_path: Path) -> None:
        """What has other bytes, and what one of them lacks; not what is equal."""
        one = _archive(tmp_path / "a.whl", equal="1", other="1", first="1")
        two = _archive(tmp_path / "b.whl", equal="1", other="2", second="1")

        with pytest.raises(
            release.ReleaseError, match=r"two builds of a\.whl differ in first, other, second$"
        ):
            release.compared(one, two)


def test_digests_are_those_that_sha256sum_reads(tmp_path: Path) -> None:
    """Of every file but their own, in the order of their names."""
    (tmp_path / "b.whl").write_bytes(b"b")
    (tmp_path / "a.whl").write_bytes(b"a")

    written = release.summed(tmp_path).read_text(encoding="utf-8")

    assert written == "".join(
        f"{hashlib.sha256(name.encode()).hexdigest()}  {name}.whl\n" for name in ("a", "b")
    )


def test_a_folder_with_files_is_left_alone(tmp_path: Path) -> None:
    """A second release would be mixed with the first."""
    (tmp_path / "mine").write_text("kept")

    with pytest.raises(release.ReleaseError, match="has files already"):
        release.released(tmp_path, ["refloader"], once=True)

    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


class TestRecipes:
    """Recipes of other package managers, which nobody builds here: what can be compared is."""

    @pytest.mark.parametrize(
        ("file", "version"),
        [
            ("PKGBUILD", r"pkgver=(\S+)"),
            ("package.nix", r'version = "(.+?)"'),
            ("refloader.rb", r"refloader-([\d.]+)-py3"),
        ],
    )
    def test_version(self, file: str, version: str) -> None:
        """It is that of the project."""
        assert re.search(version, (RECIPES / file).read_text("utf-8"))[1] == PROJECT["version"]

    @pytest.mark.parametrize(
        ("file", "listed"),
        [("PKGBUILD", r"\ndepends=\((.*)\)"), ("package.nix", r"dependencies = .*\[(.*)\]")],
    )
    def test_requirements(self, file: str, listed: str) -> None:
        """They are the project's, by whatever name the packages have."""
        required = {re.match(r"\w+", row)[0].removesuffix("2") for row in PROJECT["dependencies"]}
        text = re.search(listed, (RECIPES / file).read_text("utf-8"))[1]
        found = {name.removeprefix("python-").removesuffix("2") for name in text.split()} - {"python"}

        assert found == required

    def test_each_says_that_it_is_untried(self) -> None:
        """In its first line."""
        for path in RECIPES.iterdir():
            assert "ntried" in path.read_text("utf-8")[:300], path.name
