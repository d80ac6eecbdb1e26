"""The lines that keep a cause off: names and values come from manifests, and no shell runs anything of them."""

import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from refloader.bisect.document import remedy
from refloader.bisect.suspects import Kind, Suspect, Variables, _can_be_set
from refloader.inspect.whatif.change import set_variable, unset_variable
from refloader.inspect.whatif.wording import command_of
from refloader.model.system import System

SUSPECT = Suspect(Kind.LAYER, "VK_LAYER_x", "/layers/x.json")
SHELLS = [path for name in ("sh", "dash", "bash", "zsh") if (path := shutil.which(name))]


def line(variables: Variables) -> str:
    """What is proposed for a layer that these variables keep off."""
    own: Any = SimpleNamespace(without=lambda _: variables, asked_by=lambda _: None)
    return remedy(SUSPECT, own, ["game"]).for_good


def run(shell: str, script: str, home: Path) -> str:
    """What a script prints that runs in a home."""
    variables = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    done = subprocess.run([shell, "-c", script], cwd=home, env=variables, capture_output=True, check=False)
    return done.stdout.decode()


@pytest.mark.parametrize("shell", SHELLS)
class TestForGood:
    """A line for ``~/.profile``, which a plain shell reads."""

    @pytest.mark.parametrize(
        "value",
        [
            "VK_LAYER_x\\0047;touch canary;\\0047",
            "VK_LAYER_x\\ntouch canary",
            "$(touch canary)",
            "'; touch canary; '",
        ],
    )
    def test_a_value(self, tmp_path: Path, shell: str, value: str) -> None:
        """It is the value afterwards: the ``echo`` of some shells would replace ``\\0047`` by a quote."""
        script = f'{line({"VK_LOADER_LAYERS_DISABLE": value})}; . ~/.profile; printf %s "$VK_LOADER_LAYERS_DISABLE"'

        done = subprocess.run(
            [shell, "-c", script],
            cwd=tmp_path,
            env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
            capture_output=True,
        )

        assert done.stdout.decode() == value
        assert not (tmp_path / "canary").exists()

    @pytest.mark.parametrize(
        "variables", [{"A;touch canary;B": "1"}, {"A\ntouch canary\n": None}, {"A": "\x01';touch canary;'"}]
    )
    def test_what_no_plain_shell_can_set(self, tmp_path: Path, shell: str, variables: Variables) -> None:
        """The manifest is set aside instead."""
        script = f"{line(variables)}; . ~/.profile"

        subprocess.run(
            [shell, "-c", script],
            cwd=tmp_path,
            env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
            capture_output=True,
        )

        assert line(variables) == "mv /layers/x.json /layers/x.json.off"
        assert not (tmp_path / "canary").exists()


@pytest.mark.parametrize(
    "variables", [{"": "1"}, {"A=B": "1"}, {"A\0": "1"}, {"A": "\0"}, {"\ud800": "1"}, {"A": "x\ud800"}]
)
def test_no_program_starts_with_them(variables: Variables) -> None:
    """The kernel has no such variables, so no start is tried."""
    assert not _can_be_set(variables)
    assert _can_be_set({"A": None, "B": "x;\n"})


@pytest.mark.parametrize("system", [System.LINUX, System.WINDOWS])
@pytest.mark.parametrize("name", ["A;touch canary;B", "A&calc", "$(touch canary)", "", "A B"])
def test_the_command_of_a_change(system: System, name: str) -> None:
    """There is none for a variable whose name would be a command."""
    assert command_of(set_variable(name, "1"), system) == ""
    assert command_of(unset_variable(name), system) == ""
    assert command_of(unset_variable("A_1"), system) in ("unset A_1", "set A_1=")
