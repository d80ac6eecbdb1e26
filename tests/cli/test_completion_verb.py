"""``refloader completion``: what shells are told, asked as they ask, and that a key press does not wait."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from verbs import Run

from refloader.cli import main
from refloader.cli.terminal import completing
from refloader.cli.terminal.completing import described
from refloader.rules import rules

pytestmark = pytest.mark.slow

Ask = Callable[..., list[str]]


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[dict[str, str]]:
    """A user's environment: refloader on the path, a home of its own, a few files in the working folder."""
    commands, work = tmp_path / "bin", tmp_path / "work"
    for folder in (commands, work / "my layers"):
        folder.mkdir(parents=True)
    (work / "VkLayer_acme.json").touch()
    (work / "my layers" / "a b.json").touch()
    program = commands / "refloader"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m refloader "$@"\n')
    program.chmod(0o755)
    return {
        "PATH": f"{commands}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "PWD": str(work),
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",  # without which fish finds nothing in folders whose names are not ASCII
    }


def started(shell: dict[str, str], *words: str) -> str:
    """What a program prints in that environment, all of it in one text."""
    done = subprocess.run(
        words,
        env=shell,
        cwd=shell["PWD"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""
    return done.stdout


class TestBash:
    """The script in a real bash, with its variables set as when a key is pressed."""

    @pytest.fixture
    def ask(self, shell: dict[str, str]) -> Ask:
        """What bash would offer for a line whose last word is to be completed."""
        if shutil.which("bash") is None:
            pytest.skip("there is no bash (Debian: bash)")

        def asked(*words: str) -> list[str]:
            script = f"""
                compopt() {{ echo "compopt $1 $2"; }}
                eval "$(refloader completion bash)"
                COMP_WORDS=({" ".join(f"'{word}'" for word in words)}) COMP_CWORD={len(words) - 1}
                complete -p refloader >/dev/null || exit 1
                _refloader_completion refloader
                printf '%s\\n' "${{COMPREPLY[@]}}"
            """
            return [line for line in started(shell, "bash", "--norc", "-c", script).splitlines() if line]

        return asked

    def test_verbs(self, ask: Ask) -> None:
        """Those that begin so."""
        assert ask("refloader", "co") == ["completion", "config", "conform"]

    def test_rules(self, ask: Ask) -> None:
        """The ids of the catalogue, for the option and for the verb."""
        ids = [str(rule_id) for rule_id in rules() if rule_id.startswith("LLP_LAYER_2")]

        assert ask("refloader", "conform", "--rule", "LLP_LAYER_2") == ids
        assert ask("refloader", "rules", "LLP_LAYER_2") == ids

    def test_values_behind_an_equals_sign(self, ask: Ask) -> None:
        """bash takes the sign for a word of its own."""
        assert ask("refloader", "conform", "--edition", "=", "202") == ["2022", "2026"]
        assert ask("refloader", "conform", "--edition", "=") == ["2016", "2018", "2022", "2026"]
        assert ask("refloader", "conform", "--edition", "=", "2016", "--prof") == ["--profile"]

    def test_choices(self, ask: Ask) -> None:
        """What an option takes."""
        assert ask("refloader", "conform", "--edition", "20") == ["2016", "2018", "2022", "2026"]
        assert ask("refloader", "lint", "--format", "sa") == ["sarif"]

    def test_files_are_left_to_the_shell(self, ask: Ask) -> None:
        """It knows how to put quotes around names."""
        assert ask("refloader", "lint", "Vk") == ["compopt -o default"]
        assert ask("refloader", "conform", "--layer", "") == ["compopt -o default"]
        assert ask("refloader", "conform", "--out", "") == ["compopt -o dirnames"]

    def test_a_word_beside_paths(self, ask: Ask) -> None:
        """``reference`` is a loader, and what is no beginning of it is a path."""
        assert ask("refloader", "conform", "--loader", "ref") == ["reference"]
        assert ask("refloader", "conform", "--loader", "./ref") == ["compopt -o default"]

    def test_options(self, ask: Ask) -> None:
        """Both names of one that can be turned off."""
        assert ask("refloader", "lint", "--no-l") == ["--no-libraries"]
        assert "--keep-scenarios" in ask("refloader", "conform", "--ke")


@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh (Debian: zsh)")
def test_zsh_offers_verbs_with_what_they_do(shell: dict[str, str]) -> None:
    """The script in a real zsh, its own commands for showing what is found replaced by printing."""
    script = """
        compdef() { :; }
        _describe() { print -l -- ${(P)3} }
        eval "$(refloader completion zsh)"
        words=(refloader sel) CURRENT=2
        _refloader_completion
    """

    shown = started(shell, "zsh", "-f", "-c", script)

    assert shown.startswith("selftest:Prove that the suite can fail")


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish (Debian: fish)")
def test_fish_offers_rules(shell: dict[str, str]) -> None:
    """The script in a real fish, asked as its completion asks itself."""
    script = "refloader completion fish | source; complete -C 'refloader conform --rule LDP_DRIVER_1'"

    shown = started(shell, "fish", "--no-config", "-c", script).split()

    assert shown == [rule_id for rule_id in rules() if rule_id.startswith("LDP_DRIVER_1")]


class TestMemory:
    """What the verbs take is remembered, and looked up again when it may have changed."""

    @pytest.fixture
    def ask(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Ask:
        """The lines for a command line, in this process."""
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        monkeypatch.setenv("_REFLOADER_COMPLETE", "bash_complete")

        def asked(line: str) -> list[str]:
            monkeypatch.setenv("COMP_WORDS", line)
            monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
            return run().stdout.splitlines()

        return asked

    def test_the_verbs_are_not_asked_twice(self, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
        """The second answer is the first one, and no verb was imported for it."""
        first = ask("refloader conform --pro")
        monkeypatch.setattr(completing, "described", lambda verbs: pytest.fail("it was asked again"))

        assert ask("refloader conform --pro") == first == ["plain,--profile"]

    def test_a_file_that_changed_is_noticed(self, ask: Ask, tmp_path: Path) -> None:
        """As after an update: the stamp no longer fits."""
        ask("refloader ")
        (file,) = (tmp_path / "refloader").iterdir()
        table = json.loads(file.read_text())
        file.write_text(json.dumps({**table, "stamp": "older", "verbs": {}}))

        assert "plain,conform" in ask("refloader ")

    @pytest.mark.parametrize("text", ["", "[]", '{"stamp": 1', "null", '"text"'])
    def test_rubbish_in_its_place_does_no_harm(self, ask: Ask, tmp_path: Path, text: str) -> None:
        """It is looked up, and put right."""
        ask("refloader ")
        (file,) = (tmp_path / "refloader").iterdir()
        good = file.read_text()
        file.write_text(text)

        assert "plain,conform" in ask("refloader ")
        assert file.read_text() == good

    def test_a_folder_that_cannot_be_written_is_done_without(self, ask: Ask, tmp_path: Path) -> None:
        """Slower, with the same answer."""
        (tmp_path / "refloader").touch()

        assert ask("refloader sel") == ["plain,selftest"]

    @pytest.mark.parametrize("variable", ["HOME", "XDG_CACHE_HOME"])
    def test_a_home_that_does_not_exist_is_not_made(
        self, ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
    ) -> None:
        """Users of services have such homes, and root could make them."""
        monkeypatch.delenv("XDG_CACHE_HOME")
        monkeypatch.setenv(variable, str(tmp_path / "none"))

        assert ask("refloader sel") == ["plain,selftest"]
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("home", ["", "/"])
    def test_the_root_folder_is_no_home(self, monkeypatch: pytest.MonkeyPatch, home: str) -> None:
        """As in a container that says nothing of a home."""
        monkeypatch.delenv("XDG_CACHE_HOME")
        monkeypatch.setenv("HOME", home)

        assert completing._place() == ""

    def test_a_cache_folder_is_made_in_a_home(
        self, ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is the user's alone, as the document on these folders has it."""
        monkeypatch.delenv("XDG_CACHE_HOME")
        monkeypatch.setenv("HOME", str(tmp_path))

        ask("refloader sel")

        assert len(list(tmp_path.glob(".cache/refloader/completion-*.json"))) == 1
        assert (tmp_path / ".cache").stat().st_mode & 0o777 == 0o700

    def test_what_cannot_be_put_there_leaves_nothing(self, ask: Ask, tmp_path: Path) -> None:
        """A folder stands where the file would be."""
        ask("refloader sel")
        (file,) = (tmp_path / "refloader").iterdir()
        file.unlink()
        file.mkdir()

        assert ask("refloader sel") == ["plain,selftest"]
        assert list((tmp_path / "refloader").iterdir()) == [file]

    def test_what_is_remembered_is_what_the_verbs_take(self) -> None:
        """Every option of every verb, by the name that help has for it."""
        table = described(main.main)
        context = click.Context(main.main)

        for name, verb in table["verbs"].items():
            command = main.main.get_command(context, name)
            rebuilt = completing._group(table).commands[name]
            assert verb["help"]
            assert [sorted(each.opts) for each in rebuilt.params] == [
                sorted(each.opts) for each in command.params
            ]

    def test_an_answer_imports_no_verb(self, shell: dict[str, str]) -> None:
        """Under 150 ms on a machine that does nothing else: what is loaded is click and the table."""
        asking = {
            **shell,
            "_REFLOADER_COMPLETE": "bash_complete",
            "COMP_WORDS": "refloader conform --r",
            "COMP_CWORD": "2",
        }
        started(asking, "refloader")
        code = (
            "import sys, atexit; from refloader.cli.main import main;"
            "atexit.register(lambda: print(*[m for m in sys.modules if m.startswith('refloader')])); main()"
        )

        *_, loaded = started(asking, sys.executable, "-P", "-c", code).splitlines()

        assert {*loaded.split()} == {"refloader", *(f"refloader.{each}" for each in _NEEDED)}


_NEEDED = (
    *(
        "cli",
        "cli.main",
        "cli.terminal.completing",
        "cli.terminal",
        "cli.terminal.codes",
        "cli.words",
        "cli.words.verbs",
    ),
    *("host", "host.cache_folder", "model", "model.text"),
)
