"""``refloader snapshot`` on one machine, ``explain`` and ``lint`` on another: as somebody who reports a bug would."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from staged import library
from test_snapshot_verb import LAYERS, install
from verbs import SCHEMAS, Run, manifest

LOGS = SCHEMAS.parent.parent / "fixtures" / "logs"
NAME = "joesmith"


def taken(run: Run, folder: Path, *words: str, source: str = "") -> Path:
    """A snapshot, held against its schema."""
    file = folder / "snapshot.json"
    result = run("snapshot", *words, "-o", str(file))
    assert result.exit_code == 0, result.output
    schema = json.loads((SCHEMAS / "snapshot-2.schema.json").read_text(encoding="utf-8"))
    document = json.loads(file.read_text())
    Draft202012Validator(schema).validate(document)
    assert not source or document["source"] == source
    return file


def explained(run: Run, *words: str) -> dict[str, Any]:
    """What explain says as JSON."""
    document: dict[str, Any] = json.loads(run("explain", "--format", "json", *words).stdout)
    return document


class TestElsewhere:
    """The snapshot answers as the machine did."""

    @pytest.mark.parametrize("edition", ["2016", "2026"])
    def test_a_tree(self, run: Run, tmp_path: Path, edition: str) -> None:
        """All layers, and one asked for; findings of lint with their lines."""
        root = tmp_path / "root"
        install(root)
        manifest(root / LAYERS, name="bad.json", drop="api_version", layer_name="VK_LAYER_TEST_bad")
        file = taken(run, tmp_path, "--root", str(root), source="tree")
        words = ("--edition", edition, "VK_LAYER_TEST_good")

        assert explained(run, "--snapshot", str(file), *words) == explained(run, "--root", str(root), *words)
        there = run("lint", "--root", str(root), f"/{LAYERS}", "--format", "json").stdout
        assert run("lint", "--snapshot", str(file), f"/{LAYERS}", "--format", "json").stdout == there
        assert run("lint", "--snapshot", str(file), "--format", "json").stdout == there

    @pytest.mark.parametrize("word", ["nvidia", "radeon"])
    def test_a_library_without_a_manifest(self, run: Run, tmp_path: Path, word: str) -> None:
        """As a container of NVIDIA's toolkit has it: found, or not, as on the machine."""
        root = tmp_path / "root"
        library(root, "libGLX_nvidia.so.0")
        file = taken(run, tmp_path, "--root", str(root), source="tree")

        answers = explained(run, "--root", str(root), word)["answers"]
        recorded = explained(run, "--snapshot", str(file), word)["answers"]

        for change in (each["change"] for each in answers if "command" in each["change"]):
            assert change["command"].endswith(f" > {root}{change['what']}")
            change["command"] = change["command"].replace(f"{root}/", "/")
        assert recorded == answers
        tree, snapshot = (
            run("explain", *machine, word).stdout
            for machine in (("--root", str(root)), ("--snapshot", str(file)))
        )
        assert "    mkdir -p /etc/vulkan/icd.d && printf %s " in snapshot
        assert snapshot == tree.replace(f"{root}/", "/")
        assert ("no manifest names it" in answers[0]["why"]) is (word == "nvidia")

    def test_a_windows_image(self, run: Run, tmp_path: Path) -> None:
        """Manifests that a registry names, in whatever letter case."""
        fixtures = SCHEMAS.parent.parent / "fixtures"
        machine = ("--root", str(fixtures / "trees/windows"), "--reg", str(fixtures / "registry/overlay.reg"))
        file = taken(run, tmp_path, *machine, source="tree")

        found = json.loads(run("lint", "--snapshot", str(file), "--format", "json").stdout)

        assert explained(run, "--snapshot", str(file))["layers"] == explained(run, *machine)["layers"]
        assert found["files"] > 0
        assert not [each for each in found["findings"] if "snapshot" in each["message"]]

    def test_this_machine(self, run: Run, tmp_path: Path) -> None:
        """Whatever is installed here, with the names of users left in, and with the machine's own loader."""
        file = taken(run, tmp_path, "--no-redact", source="machine")

        said = explained(run, "--snapshot", str(file))
        here = explained(run, "--no-run")

        assert said == here
        assert file.stat().st_size < 1_000_000

    def test_the_context_of_a_finding_is_shown(self, run: Run, tmp_path: Path) -> None:
        """Its line is in the snapshot."""
        manifest(tmp_path / "root" / LAYERS, drop="api_version")
        file = taken(run, tmp_path, "--root", str(tmp_path / "root"))

        result = run("lint", "--snapshot", str(file), "--context")

        assert result.exit_code == 1
        assert '"layer": {' in result.stdout

    def test_another_question(self, run: Run, tmp_path: Path) -> None:
        """A folder that nobody asked for is unknown, a path that is surely not there does not exist."""
        install(tmp_path / "root")
        file = str(taken(run, tmp_path, "--root", str(tmp_path / "root")))

        unknown = run("lint", "--snapshot", file, "/srv/layers")
        missing = run("lint", "--snapshot", file, f"/{LAYERS}/none.json")

        assert (unknown.exit_code, missing.exit_code) == (2, 2)
        assert "/srv/layers is not held by the snapshot" in unknown.stderr
        assert f"/{LAYERS}/none.json does not exist there" in missing.stderr


class TestPeople:
    """Nobody's name and no secret is in a file that is made to be shown."""

    @pytest.fixture
    def words(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
        """A tree with somebody's home folder and a layer in it, and what else is in an environment."""
        home = tmp_path / "root/home" / NAME
        manifest(
            home / ".local/share/vulkan/implicit_layer.d",
            name=f"{NAME}.json",
            description=f"made by {NAME.upper()}, file:///home/{NAME}/x",
            library_path=f"/home/{NAME}/lib.so",
            disable_environment={"JOES_TOKEN": "1"},
        )
        monkeypatch.setenv("USER", NAME)
        env = (f"HOME=/home/{NAME}", "PASSWORD=hunter2", "JOES_TOKEN=hunter3", "PATH=/usr/bin")
        given = (each for variable in env for each in ("--env", variable))
        return ("--root", str(tmp_path / "root"), *given)

    def test_no_trace_is_left(self, run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
        """Not of the name in any spelling, not of what no loader reads; a secret is withheld."""
        text = taken(run, tmp_path, *words).read_text().lower()

        assert NAME not in text
        assert "hunter" not in text
        machine = json.loads(text)["machine"]
        assert machine["variables"] == {"home": "/home/user1", "joes_token": "(withheld)"}
        assert machine["withheld"] == ["joes_token"]

    def test_it_explains_still(self, run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
        """The layer in the home folder is found there."""
        file = taken(run, tmp_path, *words)

        (layer,) = explained(run, "--snapshot", str(file))["layers"]

        assert layer["manifest"] == "/home/user1/.local/share/vulkan/implicit_layer.d/user1.json"

    def test_what_was_left_behind_is_found_still(
        self, run: Run, tmp_path: Path, words: tuple[str, ...]
    ) -> None:
        """On the machine itself the names are known again."""
        file = taken(run, tmp_path, *words)

        before = run("lint", *words[:2], "--since", str(file))
        manifest(
            tmp_path / "root/home" / NAME / ".local/share/vulkan/implicit_layer.d",
            name="new.json",
            layer_name="VK_LAYER_TEST_new",
        )
        after = run("lint", *words[:2], "--since", str(file), "--uninstalled")

        assert before.exit_code == 0, before.output
        assert after.exit_code == 1
        assert f"/home/{NAME}/.local/share/vulkan/implicit_layer.d/new.json" in after.stdout


class TestLogs:
    """A log that somebody pasted, as far as it goes."""

    @pytest.mark.parametrize("name", ["debian-12-loader.log", "refloader.log", "vulkaninfo-summary.txt"])
    def test_a_sample(self, run: Run, tmp_path: Path, name: str) -> None:
        """Explain says what is known and what is not."""
        file = taken(run, tmp_path, "--from-log", str(LOGS / name), source="log")

        result = run("explain", "--snapshot", str(file))

        assert result.exit_code in (0, 1)
        assert "made from a log of " in result.output
        assert "/home/sam" not in file.read_text()

    def test_nobody_told_what_is_in_manifests(self, run: Run, tmp_path: Path) -> None:
        """Lint has notes on manifests that are known by name, and no error."""
        file = taken(run, tmp_path, "--from-log", str(LOGS / "debian-12-loader.log"), source="log")

        result = run("lint", "--snapshot", str(file), "--notes")

        assert result.exit_code == 0
        assert "is not known: known by its name alone" in result.output

    def test_standard_input(self, run: Run, tmp_path: Path) -> None:
        """As PowerShell redirects it."""
        data = (LOGS / "debian-12-loader.log").read_text().encode("utf-16")

        result = run("snapshot", "--from-log", "-", "-o", "-", input=data)

        assert [each["path"] for each in json.loads(result.stdout)["paths"] if "content" in each]

    @pytest.mark.parametrize("data", [b"", b"\x00" * 100, b"hello\n" * 100, b"{" * 10_000])
    def test_what_is_no_log_is_wrong_usage(self, run: Run, data: bytes) -> None:
        """It says what to do."""
        result = run("snapshot", "--from-log", "-", "-o", "-", input=data)

        assert result.exit_code == 2
        assert "VK_LOADER_DEBUG=all" in result.stderr

    @pytest.mark.parametrize(
        "words",
        [
            ["--from-log", "/nonexistent"],
            ["--from-log", "/dev/zero"],
            ["--from-log", str(LOGS / "refloader.log"), "--root", "/"],
        ],
    )
    def test_wrong_words(self, run: Run, words: list[str]) -> None:
        """No file, no end, and a machine beside the one that the log is of."""
        assert run("snapshot", *words, "-o", "-").exit_code == 2

    def test_the_log_is_not_written_over(self, run: Run, tmp_path: Path) -> None:
        """It may be the only one."""
        file = tmp_path / "a.log"
        file.write_bytes((LOGS / "refloader.log").read_bytes())

        assert run("snapshot", "--from-log", str(file), "-o", str(file)).exit_code == 2


class TestBadSnapshots:
    """A file that is none is wrong usage, with the place in it."""

    @pytest.mark.parametrize(
        ("data", "why"),
        [
            (b"", ":1:1: this is no snapshot: "),
            (b'{"schema": "refloader.snapshot/2",', "this is no snapshot: "),
            (
                b'{\n"schema": "refloader.snapshot/9"}',
                ":2:11: this is no snapshot: a newer refloader wrote it",
            ),
            (b'{"schema": "refloader.snapshot/1"}', "holds digests alone; take a new one"),
            (b'{"schema": "refloader.run/1"}', "not refloader.snapshot/2"),
            (b"[" * 100_000, "this is no snapshot: "),
            (b'{"schema": "\x1b[2J"}', "this is no snapshot: "),
        ],
    )
    @pytest.mark.parametrize("verb", ["explain", "lint"])
    def test_what_is_in_it(self, run: Run, tmp_path: Path, verb: str, data: bytes, why: str) -> None:
        """Cut, newer, older, foreign, hostile."""
        file = tmp_path / "snapshot.json"
        file.write_bytes(data)

        result = run(verb, "--snapshot", str(file))

        assert result.exit_code == 2
        assert why in result.stderr
        assert "\x1b" not in result.output

    @pytest.mark.parametrize("path", ["/nonexistent", "/", "/dev/zero", ""])
    def test_what_cannot_be_read(self, run: Run, path: str) -> None:
        """No file, a folder, a device."""
        assert run("explain", "--snapshot", path).exit_code == 2

    def test_a_gigabyte_is_refused(self, run: Run, tmp_path: Path) -> None:
        """Before it is read."""
        file = tmp_path / "snapshot.json"
        file.touch()
        os.truncate(file, 1 << 30)

        result = run("explain", "--snapshot", str(file))

        assert result.exit_code == 2
        assert "more than the 67108864 that are read" in result.stderr
