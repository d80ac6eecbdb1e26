"""Metadata of Snap and Flatpak that was written to harm the reader: it is others' data, as a manifest is."""

from pathlib import Path

import pytest

from refloader.inspect.running.flatpak import flatpak
from refloader.inspect.running.installed import NotInstalledError
from refloader.inspect.running.snap import snap


def snap_of(folder: Path, text: str) -> tuple[str, ...]:
    """The folder of snaps with a base and a snap that has this ``snap.yaml``."""
    (folder / "core22/current").mkdir(parents=True)
    (folder / "game/current/meta").mkdir(parents=True)
    (folder / "game/current/meta/snap.yaml").write_text(text)
    return (str(folder),)


class TestSnap:
    """What a ``snap.yaml`` may ask for."""

    def test_variables_that_double(self, tmp_path: Path) -> None:
        """Forty lines would be ten terabytes."""
        lines = [f"  A{number}: $A{number - 1}$A{number - 1}\n" for number in range(1, 41)]
        places = snap_of(tmp_path, f"base: core22\nenvironment:\n  A0: {'x' * 10}\n{''.join(lines)}")

        found = snap("game", {}, places)

        assert len(found.variables["A3"]) == 80
        assert max(map(len, found.variables.values())) <= 128 << 10
        assert sum(map(len, found.variables.values())) <= 8 << 20

    def test_many_long_variables(self, tmp_path: Path) -> None:
        """No program gets more than some megabytes of them."""
        lines = [f"  B{number}: $A\n" for number in range(2000)]
        places = snap_of(tmp_path, f"base: core22\nenvironment:\n  A: {'x' * 100_000}\n{''.join(lines)}")

        found = snap("game", {}, places)

        assert sum(map(len, found.variables.values())) <= 8 << 20

    def test_many_places_of_content(self, tmp_path: Path) -> None:
        """A place in a folder with a very long name is none: 3,000 lines of them took 400 MB."""
        plugs = "".join(
            f"  p{number}:\n    interface: content\n    default-provider: other\n    target: {target}\n"
            for number, target in enumerate([*(f"$A/{number}" for number in range(50)), "/b"])
        )
        yaml = f"base: core22\nenvironment:\n  A: /{'x' * 100_000}\nplugs:\n{plugs}"
        places = snap_of(tmp_path, yaml)

        found = snap("game", {}, places)

        assert [note for note in found.notes if "not installed" in note and "/b (" in note]
        assert sum(map(len, found.notes)) < 1000

    def test_a_base_elsewhere(self, tmp_path: Path) -> None:
        """A base is the name of a snap."""
        (tmp_path / "elsewhere/current").mkdir(parents=True)
        places = snap_of(tmp_path / "snaps", "base: ../elsewhere\n")

        with pytest.raises(NotInstalledError, match="elsewhere"):
            snap("game", {}, places)

    def test_content_elsewhere(self, tmp_path: Path) -> None:
        """So is who provides content."""
        (tmp_path / "elsewhere/current").mkdir(parents=True)
        plug = "plugs:\n  a:\n    interface: content\n    target: /a\n    default-provider: ../elsewhere\n"
        places = snap_of(tmp_path / "snaps", f"base: core22\n{plug}")

        assert "/a" not in snap("game", {}, places).maps


class TestFlatpak:
    """What metadata may ask for."""

    @pytest.fixture
    def top(self, tmp_path: Path) -> Path:
        """An installation with an application and its runtime."""
        top = tmp_path / "flatpak"
        for place in ("app/game/current/active", "runtime/org.P/x86_64/1/active", "runtime/a/b/active"):
            (top / place).mkdir(parents=True)
        (top / "app/game/current/active/metadata").write_text("[Application]\nruntime=org.P/x86_64/1\n")
        (top / "runtime/org.P/x86_64/1/active/metadata").write_text("[Runtime]\n")
        return top

    def variables(self, top: Path) -> dict[str, str]:
        """Those that name the installation."""
        return {"FLATPAK_USER_DIR": str(top), "FLATPAK_SYSTEM_DIR": str(top / "none"), "HOME": "/nowhere"}

    @pytest.mark.parametrize("runtime", ["a/b", "../runtime/org.P/x86_64/1", "org.P/x86_64/../x86_64/1"])
    def test_a_runtime_that_is_none(self, top: Path, runtime: str) -> None:
        """It has a name, a processor and a version."""
        (top / "app/game/current/active/metadata").write_text(f"[Application]\nruntime={runtime}\n")

        with pytest.raises(NotInstalledError, match="the runtime"):
            flatpak("game", self.variables(top))

    def test_it_is_found(self, top: Path) -> None:
        """With the right name."""
        assert flatpak("game", self.variables(top)).root.endswith("runtime/org.P/x86_64/1/active")

    @pytest.mark.parametrize("keys", ["version=../../../../../outside", "versions=..;../../../../../outside"])
    def test_an_extension_elsewhere(self, top: Path, keys: str) -> None:
        """The files of extensions are in the installation."""
        (top.parent / "outside/active/files").mkdir(parents=True)
        (top / "runtime/org.E/x86_64").mkdir(parents=True)
        text = f"[Runtime]\n[Extension org.E]\ndirectory=e\n{keys}\n"
        (top / "runtime/org.P/x86_64/1/active/metadata").write_text(text)

        assert list(flatpak("game", self.variables(top)).maps) == ["/app"]

    @pytest.mark.parametrize("name", ["e\0f", "e/" * 2000, "e" * 60_000], ids=["nul", "deep", "long"])
    def test_a_folder_that_cannot_be(self, top: Path, name: str) -> None:
        """No folder has such a name, or such a path."""
        (top / "runtime/org.E/x86_64/1/active/files/vulkan").mkdir(parents=True)
        text = f"[Runtime]\n[Extension org.E]\ndirectory={name}\nmerge-dirs=vulkan\n"
        (top / "runtime/org.P/x86_64/1/active/metadata").write_text(text)

        assert list(flatpak("game", self.variables(top)).maps) == ["/app"]
