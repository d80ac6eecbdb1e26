"""``refloader snapshot`` and ``refloader lint --since``: an uninstall and an update judged as a packager would."""

import errno
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from verbs import SCHEMAS, Run, checked_json, manifest

LAYERS = "usr/share/vulkan/explicit_layer.d"


def install(root: Path, library: bytes = b"one", **fields: Any) -> Path:
    """A layer with its library in a staging tree; returns the manifest."""
    (root / "usr/lib").mkdir(parents=True, exist_ok=True)
    (root / "usr/lib/libVkLayer_good.so").write_bytes(library)
    return Path(manifest(root / LAYERS, library_path="../../../lib/libVkLayer_good.so", **fields))


def snapshot(run: Run, root: Path, name: str = "snapshot.json") -> str:
    """A snapshot of the tree beside it, held against its schema."""
    file = root.parent / name
    assert run("snapshot", "--root", str(root), "-o", str(file)).exit_code == 0
    schema = json.loads((SCHEMAS / "snapshot-2.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(json.loads(file.read_text()))
    return str(file)


def since(run: Run, root: Path, file: str, *words: str) -> tuple[int, list[Mapping[str, Any]]]:
    """Exit code and findings of lint with a snapshot."""
    result = run("lint", "--root", str(root), "--since", file, "--format", "json", *words)
    findings: list[Mapping[str, Any]] = checked_json(result, "lint-1")["findings"]
    return result.exit_code, findings


@pytest.mark.rule("LLP_LAYER_20")
class TestPackaging:
    """A snapshot before, a judgement after."""

    def test_a_clean_uninstall_passes(self, run: Run, tmp_path: Path) -> None:
        """Manifest and library are gone."""
        path = install(tmp_path / "root")
        file = snapshot(run, tmp_path / "root")
        path.unlink()
        (tmp_path / "root/usr/lib/libVkLayer_good.so").unlink()

        assert since(run, tmp_path / "root", file) == (0, [])

    def test_a_manifest_that_was_left_is_found(self, run: Run, tmp_path: Path) -> None:
        """The library is gone: the finding stands at library_path, as every reader of lint knows it."""
        install(tmp_path / "root")
        file = snapshot(run, tmp_path / "root")
        (tmp_path / "root/usr/lib/libVkLayer_good.so").unlink()

        code, (finding,) = since(run, tmp_path / "root", file)

        assert code == 1
        assert (finding["rule"], finding["severity"]) == ("LLP_LAYER_20", "error")
        assert (finding["path"], finding["line"], finding["column"]) == (f"/{LAYERS}/good.json", 6, 19)

    def test_a_round_trip_leaves_nothing(self, run: Run, tmp_path: Path) -> None:
        """Snapshot, install, and an uninstall that did nothing: only --uninstalled says that it was one."""
        (tmp_path / "root").mkdir()
        file = snapshot(run, tmp_path / "root")
        install(tmp_path / "root")

        updated = since(run, tmp_path / "root", file)
        code, (finding,) = since(run, tmp_path / "root", file, "--uninstalled")

        assert updated == (0, [])
        assert (code, finding["rule"], finding["line"]) == (1, "LLP_LAYER_20", 4)

    def test_an_update_that_only_adds_is_warned_of(self, run: Run, tmp_path: Path) -> None:
        """The old manifest lies beside the new one."""
        install(tmp_path / "root")
        file = snapshot(run, tmp_path / "root")
        install(tmp_path / "root", name="good-2.json", implementation_version="2")

        relaxed, (finding,) = since(run, tmp_path / "root", file)
        strict, _ = since(run, tmp_path / "root", file, "--strict")

        assert (relaxed, strict) == (0, 1)
        assert (finding["severity"], finding["path"]) == ("warning", f"/{LAYERS}/good.json")

    def test_this_machine_is_as_it_was(self, run: Run, tmp_path: Path) -> None:
        """Without --root the machine's own places are remembered and compared."""
        file = tmp_path / "machine.json"

        taken = run("snapshot", "-o", str(file))
        result = run("lint", "--since", str(file), "--notes")

        assert (taken.exit_code, result.exit_code) == (0, 0)
        assert ": 0 errors, 0 warnings, 0 notes" in result.stdout


class TestBadInput:
    """A snapshot may come from anywhere."""

    def test_a_hostile_snapshot_is_a_finding(self, run: Run, tmp_path: Path) -> None:
        """Exit code 1, the file, the place in it, and nothing that drives a terminal."""
        file = tmp_path / "snapshot.json"
        file.write_bytes(b'{"schema": "refloader.snapshot/1",\n "places": ["\\u001b[2J"]}')

        result = run("lint", "--since", str(file))

        assert result.exit_code == 1
        assert result.stdout.startswith(f"{file}:2:13: error LLP_LAYER_20: this is no snapshot: ")
        assert "\x1b" not in result.stdout

    @pytest.mark.parametrize("path", ["/nonexistent", "/", "/dev/zero", "a\0b", ""])
    def test_what_cannot_be_read_is_wrong_usage(self, run: Run, path: str) -> None:
        """There is no snapshot to compare with."""
        result = run("lint", "--since", path)

        assert result.exit_code == 2
        assert "Error: --since: " in result.stderr

    def test_a_tree_is_not_compared_with_a_machine(self, run: Run, tmp_path: Path) -> None:
        """Where --root was forgotten everything would seem to be gone, and nothing would be found."""
        install(tmp_path / "root")
        file = snapshot(run, tmp_path / "root")

        result = run("lint", "--since", file)

        assert result.exit_code == 2
        assert "is a snapshot of a staging tree: name it with --root" in result.stderr

    @pytest.mark.parametrize(
        "words", [["--since", "x", "y.json"], ["--uninstalled", "y.json"]], ids=["paths", "uninstalled"]
    )
    def test_words_that_do_not_fit_are_wrong_usage(self, run: Run, words: list[str]) -> None:
        """Paths beside a snapshot, and a removal without one."""
        assert run("lint", *words).exit_code == 2

    @pytest.mark.parametrize("path", ["/dev/null/x", "/", "a\0b", ""])
    def test_a_file_that_cannot_be_written_is_wrong_usage(self, run: Run, tmp_path: Path, path: str) -> None:
        """The reason of the system is shown."""
        result = run("snapshot", "--root", str(tmp_path), "-o", path)

        assert result.exit_code == 2
        assert "Error: -o: " in result.stderr

    def test_a_full_disk_keeps_the_older_snapshot(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is what an update is compared with, and nothing else remembers the time before."""
        install(tmp_path / "root")
        file = Path(snapshot(run, tmp_path / "root"))
        before = file.read_text()

        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "fsync", full)
        result = run("snapshot", "--root", str(tmp_path / "root"), "-o", str(file))

        assert (result.exit_code, "No space left on device" in result.stderr) == (2, True)
        assert file.read_text() == before
        assert sorted(each.name for each in tmp_path.iterdir()) == ["root", file.name]

    def test_a_tree_has_to_be_a_folder(self, run: Run, tmp_path: Path) -> None:
        """A file is none."""
        assert run("snapshot", "-o", "-", "--root", os.devnull).exit_code == 2

    def test_hostile_manifests_are_remembered(self, run: Run, tmp_path: Path) -> None:
        """Broken JSON, a library that is no file and one that is a device end in a snapshot like any other."""
        folder = tmp_path / "root" / LAYERS
        manifest(folder, name="device.json", library_path="/dev/zero")
        manifest(folder, name="folder.json", library_path="/usr")
        (folder / "broken.json").write_bytes(b'{"layer": {"name": "\xff')
        (folder / "loop.json").symlink_to("loop.json")

        result = run("snapshot", "--root", str(tmp_path / "root"), "-o", "-")

        names = [each["path"].rpartition("/")[2] for each in json.loads(result.stdout)["manifests"]]
        assert names == ["broken.json", "device.json", "folder.json"]


class TestLoaders:
    """The loaders of a machine are in its snapshot, each once."""

    def test_one_loader_by_two_paths(self, run: Run, tmp_path: Path) -> None:
        """Where /lib is a link, doctor finds as many loaders in a snapshot as there are, and -v names them."""
        root = tmp_path / "root"
        for folder, elf_class, machine in (("i386-linux-gnu", 1, 3), ("x86_64-linux-gnu", 2, 62)):
            place = root / "usr/lib" / folder
            place.mkdir(parents=True)
            head = b"\x7fELF" + bytes([elf_class, 1, 1, *[0] * 9, 3, 0, machine, 0, 1, 0, 0, 0])
            (place / "libvulkan.so.1").write_bytes(head.ljust(64, b"\0"))
        (root / "lib").symlink_to("usr/lib")
        (root / "etc").mkdir()
        folders = "".join(
            f"{top}/{each.name}\n" for each in (root / "usr/lib").iterdir() for top in ("/lib", "/usr/lib")
        )
        (root / "etc/ld.so.conf").write_text(folders)
        file = snapshot(run, root)

        texts = [
            run("doctor", "-v", *words).stdout for words in (("--root", str(root)), ("--snapshot", file))
        ]

        lines = [" ".join(text.split("loader ", 1)[1].split("drivers ")[0].split()) for text in texts]
        assert "1 other loader here: /lib/i386-linux-gnu/libvulkan.so.1" in lines[0]
        assert lines[0] == lines[1]
