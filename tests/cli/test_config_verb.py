"""The configuration of a project: where values come from, what they do in ``lint`` and ``conform``, its mistakes."""

import json
import os
import time
import tomllib
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from verbs import SCHEMAS, Run, checked_json, manifest

from refloader.inspect.config import files
from refloader.inspect.config.values import KEYS, OF_IGNORE, SEVERITIES, TOP

pytestmark = pytest.mark.slow

Write = Callable[..., Path]
DAY = date.today()
LATER, BEFORE = (DAY + timedelta(2)).isoformat(), (DAY - timedelta(1)).isoformat()
IGNORE = '[[ignore]]\nrule = "{rule}"\nreason = "{reason}"\nexpires = "{expires}"\n'


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository, which is the working folder."""
    work = tmp_path / "work"
    (work / ".git").mkdir(parents=True)
    monkeypatch.chdir(work)
    monkeypatch.delenv("REFLOADER_CONFIG", raising=False)
    return work


def write(folder: Path, text: str, name: str = "refloader.toml") -> Path:
    """Write a configuration."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text)
    return path


def shown(run: Run, *words: str) -> Any:
    """What ``config show`` prints as JSON."""
    return checked_json(run("config", "show", "--format", "json", *words), "config-show-1")


def value(document: Any, key: str) -> Any:
    """The value of a key, and the place that it comes from."""
    [found] = [each for each in document["values"] if each["key"] == key]
    return found["value"], found.get("path"), found.get("line")


def entry(rule: str, reason: str = "ours", expires: str = LATER) -> str:
    """An entry of ``[[ignore]]``."""
    return IGNORE.format(rule=rule, reason=reason, expires=expires)


class TestWhereValuesComeFrom:
    """The nearest file wins, key by key."""

    def test_none(self, run: Run, work: Path) -> None:
        """Without a file, every value is the default."""
        document = shown(run)

        assert document["files"] == []
        assert {each["value"] for each in document["values"]} == {None}

    def test_the_nearest_of_two(self, run: Run, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What it does not say comes from the one above."""
        write(work, '[conform]\nrequire = "all"\nbaseline = "old.ndjson"\n')
        write(work / "sub", '[conform]\nrequire = "50%"\n')
        monkeypatch.chdir(work / "sub")

        document = shown(run)

        assert value(document, "conform.require") == ("50%", "refloader.toml", 2)
        assert value(document, "conform.baseline") == ("old.ndjson", str(work / "refloader.toml"), 3)

    def test_pyproject(self, run: Run, work: Path) -> None:
        """Its table counts where there is no file of refloader's own; other tables are nobody's mistake."""
        text = '[tool.other]\nx = 1\n[tool.refloader.conform]\nrequire = "all"\n'
        write(work, text, "pyproject.toml")

        assert value(shown(run), "conform.require") == ("all", "pyproject.toml", 4)

        write(work, '[conform]\nrequire = "10%"\n')

        assert value(shown(run), "conform.require") == ("10%", "refloader.toml", 2)

    def test_above_the_repository(self, run: Run, work: Path) -> None:
        """Nothing there counts."""
        write(work.parent, '[conform]\nrequire = "all"\n')

        assert shown(run)["files"] == []

    def test_a_strangers_file(self, run: Run, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It could leave findings out."""
        path = write(work, entry("LLP_LAYER_3"))
        real = os.stat

        def stat(path_: Any, *args: Any, **more: Any) -> os.stat_result:
            found = real(path_, *args, **more)
            return os.stat_result((*found[:4], 77, *found[5:])) if str(path_) == str(path) else found

        monkeypatch.setattr(files.os, "stat", stat)

        assert shown(run)["files"] == []

    def test_a_strangers_link(self, run: Run, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It could lead to any file of the user or of root, and say what is in it, or stop every command."""
        (work / "refloader.toml").symlink_to("/etc/passwd")
        real = os.lstat

        def lstat(path_: Any, *args: Any, **more: Any) -> os.stat_result:
            found = real(path_, *args, **more)
            own = str(path_).endswith("refloader.toml")
            return os.stat_result((*found[:4], 77, *found[5:])) if own else found

        monkeypatch.setattr(files.os, "lstat", lstat)

        assert shown(run)["files"] == []

    def test_the_variable(
        self, run: Run, work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It names another file, or none."""
        write(work, '[conform]\nrequire = "all"\n')
        other = write(tmp_path / "other", '[conform]\nrequire = "10%"\n', "ci.toml")

        monkeypatch.setenv("REFLOADER_CONFIG", str(other))
        assert value(shown(run), "conform.require")[0] == "10%"

        monkeypatch.setenv("REFLOADER_CONFIG", "none")
        assert shown(run)["files"] == []

    def test_without_a_word(self, run: Run) -> None:
        """There is one thing to do."""
        assert run("config").stdout == run("config", "show").stdout

    def test_the_text(self, run: Run, work: Path) -> None:
        """A line for each value, with the place."""
        write(
            work, f'[subjects]\nlayers = ["a.json"]\n[severity]\nLLP_LAYER_3 = "note"\n{entry("LLP_LAYER_6")}'
        )

        text = run("config", "show").stdout

        assert "subjects.layers     a.json  (refloader.toml:2:1)" in text
        assert "severity.LLP_LAYER_3 = note  (refloader.toml:4:1)" in text
        assert f"ignore LLP_LAYER_6, until {LATER}: ours  (refloader.toml:5:1)" in text


class TestMistakes:
    """Each has a place, and the nearest right key."""

    @pytest.mark.parametrize(
        ("text", "place", "message", "nearest"),
        [
            ('[subject]\nlayers = ["a"]\n', (1, 1), '"subject" is no key', "subjects"),
            ('[subjects]\n  layer = ["a"]\n', (2, 3), '"subjects.layer" is no key', "layers"),
            ("[conform]\nrequire = 5\n", (2, 1), "is to be a text", ""),
            ('[subjects]\nlayers = "a"\n', (2, 1), "is to be an array of texts", ""),
            ('[severity]\nLLP_LAYER_3 = "off"\n', (2, 1), "error, warning or note", ""),
            ('[severity]\nLLP_LAYR_3 = "note"\n', (2, 1), "is no rule", "LLP_LAYER_3"),
            (f'{entry("LLP_LAYER_3")}until = "x"\n', (5, 1), '"ignore.until" is no key', ""),
            (f"{entry('LLP_LAYER_3')}{entry('LLP_LAYER_999')}", (6, 1), "is no rule", "LLP_LAYER_9"),
            (entry("LLP_LAYER_3", expires="soon"), (4, 1), '"soon" is no day', ""),
            (entry("LLP_LAYER_3", reason=" "), (3, 1), 'needs "reason"', ""),
            ('[[ignore]]\nrule = "LLP_LAYER_3"\nreason = "x"\n', (1, 1), 'needs "expires"', ""),
            ("[subjects]\nlayers = [\n", (3, 1), "it is not TOML", ""),
            ('schema = "refloader.config/9"\n', (1, 1), '"schema" is to be', ""),
            ("subjects = 1\n", (1, 1), '"subjects" is to be a table', ""),
            ("ignore = 1\n", (1, 1), "array of tables", ""),
        ],
    )
    def test_a_mistake(
        self, run: Run, work: Path, text: str, place: tuple[int, int], message: str, nearest: str
    ) -> None:
        """It is a finding of ``config show``, and wrong usage of every command that would use the file."""
        write(work, text)
        manifest(work / "layers")

        result = run("config", "show", "--format", "json")
        [finding] = checked_json(result, "config-show-1")["findings"]

        assert result.exit_code == 1
        assert (finding["line"], finding["column"]) == place
        assert message in finding["message"]
        assert finding["nearest"] == nearest
        for words in (("lint", "layers"), ("conform",)):
            refused = run(*words)
            assert refused.exit_code == 2
            assert f"refloader.toml:{place[0]}:{place[1]}: " in refused.stderr

    @pytest.mark.parametrize("line", ["[" + " " * 20_000, "[a" + " " * 20_000 + "x", " " * 20_000 + "a = "])
    def test_a_line_of_spaces(self, run: Run, work: Path, line: str) -> None:
        """The places of keys are found in linear time, in texts of several lines too."""
        write(work, f"schema = '''\n{line}\n'''\n")
        begun = time.process_time()

        assert run("config", "show").exit_code == 1
        assert time.process_time() - begun < 2

    def test_every_mistake_is_told(self, run: Run, work: Path) -> None:
        """In the order of the file."""
        write(work, "[a]\n[b]\n[c]\n")

        lines = [each["line"] for each in shown(run)["findings"]]

        assert lines == [1, 2, 3]


class TestLint:
    """Subjects, severities and ignored findings."""

    @pytest.fixture
    def wrong(self, work: Path) -> Path:
        """A folder with a manifest that breaks one rule."""
        manifest(work / "layers", drop="description")
        return work / "layers"

    @pytest.fixture
    def rule(self, run: Run, wrong: Path) -> str:
        """The rule that it breaks."""
        found = json.loads(run("lint", "--no-libraries", "--format", "json", str(wrong)).stdout)["findings"]
        [rule] = {each["rule"] for each in found if each["severity"] == "error"}
        return str(rule)

    def test_its_manifests(self, run: Run, work: Path, wrong: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """They are checked where no PATH is given; the path is relative to the file."""
        write(work, '[subjects]\nmanifests = ["layers"]\n')
        (work / "sub").mkdir()
        monkeypatch.chdir(work / "sub")

        result = run("lint", "--no-libraries", "--format", "json")

        assert result.exit_code == 1
        assert {Path(each["path"]).name for each in json.loads(result.stdout)["findings"]} == {"good.json"}
        assert "subjects.manifests" in result.stderr

    def test_an_ignored_finding_is_counted(self, run: Run, work: Path, wrong: Path, rule: str) -> None:
        """It does not decide, and the text says how many, why and until when."""
        write(work, entry(rule, "vendored"))

        result = run("lint", "--no-libraries", str(wrong))

        assert result.exit_code == 0
        assert f"ignored: 1 finding of {rule}: vendored (until {LATER}, refloader.toml:1:1)" in result.stdout

    def test_in_json(self, run: Run, work: Path, wrong: Path, rule: str) -> None:
        """They are listed apart."""
        write(work, entry(rule))

        document = checked_json(run("lint", "--no-libraries", "--format", "json", str(wrong)), "lint-1")

        assert rule not in {each["rule"] for each in document["findings"]}
        assert [(each["rule"], each["reason"]) for each in document["ignored"]] == [(rule, "ours")]

    @pytest.mark.parametrize("shape", ["sarif", "github", "gitlab", "junit"])
    def test_in_formats_for_tools(self, run: Run, work: Path, wrong: Path, rule: str, shape: str) -> None:
        """The number is on standard error."""
        write(work, entry(rule))

        result = run("lint", "--no-libraries", "--format", shape, str(wrong))

        assert result.exit_code == 0
        assert "ignored: 1 finding" in result.stderr
        assert "ignored: 1 finding" not in result.stdout

    def test_an_expired_entry(self, run: Run, work: Path, wrong: Path, rule: str) -> None:
        """Its findings count again, and a line says so."""
        write(work, entry(rule, expires=BEFORE))

        text = run("lint", "--no-libraries", str(wrong))
        document = json.loads(run("lint", "--no-libraries", "--format", "json", str(wrong)).stdout)

        assert text.exit_code == 1
        assert f"the ignore of {rule} expired on {BEFORE}; its findings count" in text.stdout
        assert document["expired_ignores"] == [
            {"rule": rule, "expires": BEFORE, "path": "refloader.toml", "line": 1}
        ]

    def test_today_is_the_last_day(self, run: Run, work: Path, wrong: Path, rule: str) -> None:
        """The day itself still counts."""
        write(work, entry(rule, expires=date.today().isoformat()))

        assert run("lint", "--no-libraries", str(wrong)).exit_code == 0

    @pytest.mark.parametrize(("pattern", "code"), [("layers/*", 0), ("other/*", 1), ("*.json", 0)])
    def test_a_pattern_of_files(
        self, run: Run, work: Path, wrong: Path, rule: str, pattern: str, code: int
    ) -> None:
        """From the folder of the configuration."""
        write(work, f'{entry(rule)}path = "{pattern}"\n')

        assert run("lint", "--no-libraries", "layers").exit_code == code

    def test_a_severity(self, run: Run, work: Path, wrong: Path, rule: str) -> None:
        """It decides, and the text says that it was changed."""
        write(work, f'[severity]\n{rule} = "warning"\n')

        result = run("lint", "--no-libraries", str(wrong))

        assert result.exit_code == 0
        assert f"warning {rule}" in result.stdout
        assert "1 finding with the severity that the configuration gives" in result.stdout


class TestConform:
    """What the command line does not say."""

    def test_its_subject(self, run: Run, work: Path) -> None:
        """The layer of the configuration is judged, and nothing of this machine."""
        path = manifest(work / "layers", drop="api_version")
        write(work, '[subjects]\nlayers = ["layers/good.json"]\n')

        result = run("conform", "--rule", "LLP_LAYER_3", "--format", "json", "--expect", "none")

        subjects = json.loads(result.stdout)["subjects"]
        assert [os.path.realpath(each["path"]) for each in subjects] == [os.path.realpath(path)]
        assert "refloader.toml:2:1: subjects.layers layers/good.json" in result.stderr

    def test_the_command_line_wins(self, run: Run, work: Path) -> None:
        """One subject on it, and none of the configuration is judged."""
        manifest(work / "layers")
        other = manifest(work / "other", layer_name="VK_LAYER_TEST_other")
        write(work, '[subjects]\nlayers = ["layers/good.json"]\n[conform]\nrequire = "all"\n')

        words = ("--layer", other, "--rule", "LLP_LAYER_3", "--require", "1%", "--format", "json")
        result = run("conform", *words, "--expect", "none")

        assert [os.path.realpath(each["path"]) for each in json.loads(result.stdout)["subjects"]] == [other]
        assert "refloader.toml" not in result.stderr

    def test_its_files(self, run: Run, work: Path) -> None:
        """An expectation file that is not there is a mistake of the run, so it was used."""
        path = manifest(work / "layers")
        write(work, '[conform]\nexpect = ["ci/known.toml"]\n')

        result = run("conform", "--layer", path)

        assert result.exit_code == 2
        assert "ci/known.toml" in result.stderr


class TestSchema:
    """What is published is what is read."""

    def test_the_keys(self) -> None:
        """All of them, and no other."""
        schema = json.loads((SCHEMAS / "config-1.schema.json").read_text(encoding="utf-8"))["properties"]

        assert list(schema) == list(TOP)
        for table, keys in KEYS.items():
            assert list(schema[table]["properties"]) == list(keys)
        ignore = schema["ignore"]["items"]
        assert set(ignore["properties"]) == set(OF_IGNORE)
        assert set(ignore["required"]) == {key for key, needed in OF_IGNORE.items() if needed}
        assert schema["severity"]["additionalProperties"]["enum"] == [each.value for each in SEVERITIES]

    def test_the_fixture(self, run: Run) -> None:
        """It has every key, and is read without a mistake."""
        folder = SCHEMAS.parent.parent / "fixtures/config"
        table = tomllib.loads((folder / "refloader.toml").read_text(encoding="utf-8"))

        assert list(table) == list(TOP)
        assert shown(run, str(folder))["findings"] == []
