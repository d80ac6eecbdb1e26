"""``refloader observed``: recordings of programs as a person and a machine read them."""

import json
import os
import re
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator
from written import DEVICE, DOWN, IN, LAYER, Writer, a_device, a_physical_device, an_instance, handle

from refloader.cli.main import main
from refloader.suite.layers.recording_file import CAPACITY
from refloader.suite.sessions.recording import Kind, empty

SCHEMA = Path(__file__).parents[3] / "reports/schema/observed-1.schema.json"
Read = Callable[..., Result]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Call the verb on these bytes, with more words."""

    def call(data: bytes, *words: str) -> Result:
        file = tmp_path / "recording"
        file.write_bytes(data)
        return CliRunner().invoke(main, ["observed", str(file), *words], catch_exceptions=False)

    return call


def clean() -> Writer:
    """A program that makes a device through a layer which does nothing wrong."""
    chain = Writer()
    an_instance(chain)
    a_physical_device(chain)
    a_device(chain)
    return chain


def broken() -> Writer:
    """The layer goes on with a device that it has destroyed."""
    chain = clean()
    device = handle("VkDevice", "device", DEVICE, 1)
    chain.through("vkDestroyDevice", device)
    chain.down("vkDeviceWaitIdle", device)
    return chain


def crashed() -> Writer:
    """The layer calls down for vkCreateDevice, and neither call comes back."""
    chain = clean()
    chain.enter(IN, "vkCreateDevice")
    chain.enter(DOWN, "vkCreateDevice")
    return chain


class TestText:
    """What a person reads."""

    def test_a_clean_run(self, read: Read) -> None:
        """The chain, the calls, and that there is nothing to be found: exit code 0."""
        result = read(clean().bytes())

        lines = result.stdout.splitlines()
        assert result.exit_code == 0
        assert lines[0].endswith("recording: 6 calls on 1 thread of 1 process")
        assert lines[2:6] == [
            "chain, from the application down",
            "  application",
            f"  0. {LAYER}",
            "  the loader's terminator, and below it the drivers",
        ]
        assert f"  3  the application > {LAYER}" in lines
        assert lines[-1] == "0 failures, 0 warnings by the documents of 2026"

    def test_a_breach(self, read: Read) -> None:
        """Rule, fact and calls: exit code 1."""
        result = read(broken().bytes())

        assert result.exit_code == 1
        assert "  fail LLP_LAYER_2, CONV-LAYER-02: the layer passes down VkDevice 0x3000" in result.stdout
        assert f"{LAYER} > the loader: vkDeviceWaitIdle gave VK_SUCCESS" in result.stdout
        assert "1 failure, 0 warnings" in result.stdout

    def test_a_crash(self, read: Read) -> None:
        """Who was at work: exit code 1."""
        result = read(crashed().bytes())

        assert result.exit_code == 1
        assert f"in vkCreateDevice of what is below all layers, called by {LAYER}" in result.stdout
        assert f"the application > {LAYER}: vkCreateDevice never came back" in result.stdout

    @pytest.mark.parametrize(
        ("words", "code"),
        [(("--rule", "LLP_LAYER_2"), 1), (("--rule", "LLP_LAYER_12"), 0), (("--layer", LAYER), 1)],
        ids=["its rule", "another rule", "its layer"],
    )
    def test_what_is_asked_for(self, read: Read, words: tuple[str, ...], code: int) -> None:
        """Other rules and layers do not count."""
        assert read(broken().bytes(), *words).exit_code == code

    def test_a_part_of_a_name(self, read: Read) -> None:
        """As explain takes it."""
        assert read(broken().bytes(), "--layer", LAYER.lower().removeprefix("vk_layer_")).exit_code == 1

    def test_the_table_of_calls(self, read: Read) -> None:
        """Which command went from whom to whom, and how often: nothing is judged."""
        result = read(broken().bytes(), "--calls")

        assert result.exit_code == 0
        assert f"\nthe application > {LAYER}\n" in result.stdout
        assert "\n  1  vkDestroyDevice\n" in result.stdout
        assert "fail" not in result.stdout

    def test_one_call(self, read: Read) -> None:
        """By the number that a finding names, with its parameters."""
        number = re.search(r"call (\d+), .*: vkDeviceWaitIdle", read(broken().bytes()).stdout)
        assert number is not None

        result = read(broken().bytes(), "--call", number[1])

        assert result.exit_code == 0
        assert result.stdout.startswith(
            f"call {number[1]}, {LAYER} > the loader: vkDeviceWaitIdle gave VK_SUCCESS\n"
        )
        assert "  given device = VkDevice 0x" in result.stdout

    def test_breaches_of_one_finding(self, read: Read) -> None:
        """They are one line with their number, as the last line counts."""
        chain = broken()
        chain.down("vkDeviceWaitIdle", handle("VkDevice", "device", DEVICE, 1))

        lines = read(chain.bytes()).stdout.splitlines()

        assert len([each for each in lines if each.startswith("  fail ")]) == 1
        assert "1 failure, 0 warnings by the documents of 2026" in lines

    def test_a_full_file(self, read: Read) -> None:
        """A note says so, and calls whose end found no room are nobody's fault."""
        data = bytearray(crashed().bytes())
        data[24:32] = struct.pack("<Q", 7)

        result = read(bytes(data))

        assert result.exit_code == 0
        assert "note the file was full: 7 records found no room in it" in result.stdout
        assert "never came back" not in result.stdout

    def test_a_torn_file(self, read: Read) -> None:
        """What can be read is told, with a note."""
        chain = broken()
        chain.body += bytes(64)

        result = read(chain.bytes())

        assert result.exit_code == 1
        assert "note the file is torn" in result.stdout

    def test_a_file_that_was_cut(self, read: Read) -> None:
        """Its head says that there was more."""
        result = read(clean().bytes()[:-8])

        assert result.exit_code == 0
        assert "note the file is torn" in result.stdout

    def test_names_that_drive_terminals(self, read: Read) -> None:
        """They are spelled out."""
        chain = clean()
        chain.add(Kind.LINK, 3, 1, 0, b"VK_LAYER_\x1b[2J\0\xff\n\0")
        chain.enter(3, "vkX\x1b]0;title\x07")

        result = read(chain.bytes())

        assert result.exit_code == 1
        assert "VK_LAYER_\\x1b[2J" in result.stdout
        assert not [each for each in result.output if each != "\n" and not each.isprintable()]


class TestJson:
    """What a machine reads."""

    @pytest.mark.parametrize("made", [clean, broken, crashed])
    def test_it_keeps_to_its_schema(self, read: Read, made: Callable[[], Writer]) -> None:
        """Whatever there is to tell."""
        result = read(made().bytes(), "--format", "json")

        schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
        Draft202012Validator(schema).validate(json.loads(result.stdout))

    def test_a_breach(self, read: Read) -> None:
        """The same as in the text, with all that is known of the calls."""
        document = json.loads(read(broken().bytes(), "--format", "json").stdout)

        [layer] = document["layers"]
        [finding] = layer["findings"]
        assert (layer["name"], finding["judge"], finding["severity"]) == (LAYER, "alive", "fail")
        assert [call["call"] for call in finding["breaches"][0]["calls"]] == [
            "vkDestroyDevice",
            "vkDeviceWaitIdle",
        ]
        assert document["processes"] == [{"layers": [LAYER], "threads": 1, "calls": 9}]

    def test_the_table_of_calls(self, read: Read) -> None:
        """A row for each command of each link, and the calls that were asked for."""
        number = re.findall(r"call (\d+), ", read(broken().bytes()).stdout)[0]
        result = read(broken().bytes(), "--calls", "--call", number, "--format", "json")

        document = json.loads(result.stdout)
        schema = json.loads(SCHEMA.with_name("observed-calls-1.schema.json").read_text(encoding="utf-8"))
        Draft202012Validator(schema).validate(document)
        assert {"command": "vkCreateDevice", "above": "", "below": LAYER, "calls": 1} in document["commands"]
        assert [each["number"] for each in document["calls"]] == [int(number)]

    def test_a_crash(self, read: Read) -> None:
        """The calls under way, innermost last."""
        document = json.loads(read(crashed().bytes(), "--format", "json").stdout)

        [row] = document["unfinished"]
        assert row["layer"] == ""
        assert [call["from"] for call in row["calls"]] == ["the application", LAYER]


class TestBadInput:
    """A file that is no recording is wrong usage, and the sentence says why."""

    @pytest.mark.parametrize(
        ("data", "why"),
        [
            (b"", "it is not what refloader exec --observe writes"),
            (b"\x7fELF" + os.urandom(4096), "it is not what refloader exec --observe writes"),
            (empty(4096)[:40], "it is not what refloader exec --observe writes"),
            (empty(4096), "it holds no call of the reference loader: the program made no instance on it"),
            (
                empty(4096)[:16] + struct.pack("<QQ32x", 4096, 0) + bytes(64),
                "what follows its head cannot be read",
            ),
        ],
        ids=["empty", "random", "cut", "without calls", "torn at once"],
    )
    def test_bytes(self, read: Read, data: bytes, why: str) -> None:
        """Exit code 2."""
        result = read(data)

        assert result.exit_code == 2
        assert why in result.stderr

    @pytest.mark.parametrize(
        "path", ["/nonexistent/\x1b[2J", "/", "/dev/zero", "/dev/null", "a\0b", "", "/proc/self/mem"]
    )
    def test_paths(self, path: str) -> None:
        """Exit code 2, and nothing that drives a terminal."""
        result = CliRunner().invoke(main, ["observed", path], catch_exceptions=False)

        assert result.exit_code == 2
        assert "Error: " in result.stderr
        assert "\x1b" not in result.output

    def test_a_pipe_that_nobody_writes_to(self, tmp_path: Path) -> None:
        """It is not waited for."""
        os.mkfifo(tmp_path / "pipe")

        result = CliRunner().invoke(main, ["observed", str(tmp_path / "pipe")], catch_exceptions=False)

        assert (result.exit_code, "it is no regular file" in result.stderr) == (2, True)

    def test_a_file_that_is_too_long(self, tmp_path: Path) -> None:
        """No recording is longer than the room that it gets."""
        file = tmp_path / "recording"
        file.write_bytes(empty(sys.maxsize)[:16] + struct.pack("<QQ32x", sys.maxsize, 0))
        os.truncate(file, CAPACITY + 4096)

        result = CliRunner().invoke(main, ["observed", str(file)], catch_exceptions=False)

        assert (result.exit_code, "longer than the 256 MiB" in result.stderr) == (2, True)

    @pytest.mark.parametrize(
        ("words", "why"),
        [
            (("--layer", "VK_LAYER_\x1bOTHER"), f"the recording has no VK_LAYER_\\x1bOTHER; it has {LAYER}"),
            (
                ("--call", "999999"),
                "the recording has no call 999999; findings name the numbers of calls, here from ",
            ),
            (("--rule", "NO-SUCH"), "no rule that a recording is judged by begins with NO-SUCH"),
            (("--rule", "LLP_LOADER_9"), "no rule that a recording is judged by begins with LLP_LOADER_9"),
        ],
        ids=["layer", "call", "rule", "a loader's rule"],
    )
    def test_words_that_do_not_fit(self, read: Read, words: tuple[str, ...], why: str) -> None:
        """The names that there are help."""
        result = read(clean().bytes(), *words)

        assert (result.exit_code, why in result.stderr) == (2, True)
