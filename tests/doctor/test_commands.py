"""What the commands of ``refloader doctor`` make of variables, and what becomes of two for one variable."""

import time

import pytest

from refloader.doctor.commands import built_up, settings_of
from refloader.doctor.gathering import _once
from refloader.doctor.values import Finding, Topic, Weight
from refloader.host.machines.memory import MemoryHost
from refloader.inspect.whatif.change import set_variable
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.wording import command_of, then
from refloader.model.edition import LATEST
from refloader.model.request import Request
from refloader.model.system import System


class TestSettings:
    """A command is read as the shell reads it."""

    @pytest.mark.parametrize(
        ("command", "system", "made"),
        [
            ("export A='/my acme/a.json:/x'", System.LINUX, {"A": "/my acme/a.json:/x"}),
            ("unset A && export B=c=d", System.LINUX, {"A": None, "B": "c=d"}),
            ("mv a b", System.LINUX, {}),
            ("export A='", System.LINUX, {}),
            (r"export A=$'a\011b\\c\'d' && unset B", System.LINUX, {"A": "a\tb\\c'd", "B": None}),
            ("export A='$HOME `id` \\'", System.LINUX, {"A": "$HOME `id` \\"}),
            (
                r"set A=C:\Program Files\a.json&& set B=",
                System.WINDOWS,
                {"A": r"C:\Program Files\a.json", "B": None},
            ),
        ],
    )
    def test_they_are_as_the_shell_reads_them(
        self, command: str, system: System, made: dict[str, str | None]
    ) -> None:
        """Blanks in quotes are a part of the value."""
        assert settings_of(command, system) == made

    @pytest.mark.parametrize(
        "value",
        [
            "a b",
            "it's",
            '"',
            "$HOME",
            "`id`",
            "$(id)",
            "a\nb",
            "\t",
            "\\n",
            "a && export A=2",
            "",
            "#",
            "é",
            "\udc80",
        ],
    )
    def test_every_value_is_read_as_it_was_written(self, value: str) -> None:
        """Quotes, blanks, dollar signs, backticks, control characters and bytes that are no text."""
        command = command_of(set_variable("A", value), System.LINUX)

        assert settings_of(f"{command} && unset B", System.LINUX) == {"A": value, "B": None}

    def test_a_long_value_is_read_in_time_that_grows_with_it(self) -> None:
        """shlex takes more than a minute for as much."""
        value = "a b" * 300_000

        started = time.process_time()

        assert settings_of(command_of(set_variable("A", value), System.LINUX), System.LINUX) == {"A": value}
        assert time.process_time() - started < 10

    def test_windows_sets_no_blank_with_the_value(self) -> None:
        """What stands before && is a part of the value for cmd.exe."""
        assert then(System.WINDOWS).join(["set A=1", "set B=2"]) == "set A=1&& set B=2"


class TestEntries:
    """A finding on an entry of a list goes if a command before it sets the list without that entry, and only then."""

    @pytest.mark.parametrize(
        ("command", "kept"),
        [
            ("export VK_DRIVER_FILES='/home/u/my acme/a.json:/gone/x.json'", True),
            ("export VK_DRIVER_FILES='/home/u/my acme/a.json'", False),
            ("export VK_DRIVER_FILES=/very/gone/x.json", False),
        ],
    )
    def test_whole_entries_are_compared(self, command: str, kept: bool) -> None:
        """Not parts of them."""
        first = Finding(Topic.DRIVERS, Weight.WRONG, "no driver", command)
        gone = Finding(
            Topic.VARIABLES,
            Weight.WRONG,
            '"/gone/x.json" does not exist',
            entry_of="VK_DRIVER_FILES",
            entries=("/gone/x.json",),
        )

        assert (gone in _once([first, gone], System.LINUX)) is kept


def after_one(*second: Finding) -> list[Finding]:
    """What is told of findings after one that sets VK_LAYER_PATH, on a machine with nothing."""
    first = Finding(Topic.LAYERS, Weight.WRONG, "a", "export VK_LAYER_PATH=/a")

    def there() -> WhatIf:
        return WhatIf(MemoryHost(environment={"VK_LAYER_PATH": "/b"}), Request(), LATEST)

    return list(built_up((first, *second), there, System.LINUX))[1:]


class TestTwoCommands:
    """Where no command mends both, there is one."""

    @pytest.mark.parametrize("command", ["unset VK_LAYER_PATH", "export VK_LAYER_PATH=/c && mv a b"])
    def test_the_second_is_left_out(self, command: str) -> None:
        """And what to do after the first one is said."""
        (told,) = after_one(Finding(Topic.LAYERS, Weight.WRONG, "b", command))

        assert (told.fact, told.command, told.advice) == ("b", "", "after that, run refloader doctor again")

    def test_a_remark_that_would_undo_the_first_one_is_not_made(self) -> None:
        """One on another variable is."""
        other = Finding(Topic.VARIABLES, Weight.NOTE, "c", "unset VK_ADD_LAYER_PATH")

        assert after_one(Finding(Topic.LAYERS, Weight.NOTE, "b", "unset VK_LAYER_PATH"), other) == [other]

    def test_the_same_command_again(self) -> None:
        """It takes nothing away."""
        same = Finding(Topic.LAYERS, Weight.WRONG, "b", "export VK_LAYER_PATH=/a")

        assert after_one(same) == [same]
