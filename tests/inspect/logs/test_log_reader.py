"""Logs as people paste them: what programs were seen to print, with what terminals, shells and CI systems add."""

import random
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.installed import Installed
from refloader.inspect.logs.reading.line_prefixes import text_of
from refloader.inspect.logs.reading.listings import Listings
from refloader.inspect.logs.reading.log_reader import manifests_in, read
from refloader.model.place import Use

pytestmark = pytest.mark.slow

LOGS = Path(__file__).resolve().parents[3] / "fixtures" / "logs"
DEBIAN = (LOGS / "debian-12-loader.log").read_text()
OURS = (LOGS / "refloader.log").read_text()
INFO = (LOGS / "vulkaninfo-summary.txt").read_text()
SELECT = "/usr/share/vulkan/implicit_layer.d/VkLayer_MESA_device_select.json"
IMPLICIT = tuple(
    f"{base}/vulkan/implicit_layer.d"
    for base in (
        "/home/sam/.config",
        "/etc/xdg",
        "/etc",
        "/home/sam/.local/share",
        "/opt/share",
        "/usr/share",
    )
)


def searched(log: Log, use: Use) -> tuple[str, ...]:
    """The places of the one search of a kind."""
    (search,) = {tuple(search.places) for search in log.searches if search.use is use}
    return search


def facts(log: Log) -> tuple[object, ...]:
    """What a log tells, lines aside."""
    searches = [(search.use, tuple(search.places), tuple(search.files)) for search in log.searches]
    return searches, log.inserted, log.chains, log.manifests, log.libraries, log.versions


class TestWhatIsPrinted:
    """Samples of programs that were run for this."""

    def test_the_loader_of_debian_12(self) -> None:
        """Places in order, files, the layer that was inserted with its manifest, the libraries of drivers."""
        log = read(DEBIAN)

        assert searched(log, Use.IMPLICIT) == IMPLICIT
        assert [search.use for search in log.searches] == [Use.IMPLICIT, Use.EXPLICIT, Use.DRIVER]
        assert [len(search.files) for search in log.searches] == [3, 3, 4]
        (layer,) = log.inserted.values()
        assert (layer.name, layer.manifest) == ("VK_LAYER_MESA_device_select", SELECT)
        assert layer.library == "libVkLayer_MESA_device_select.so"
        assert log.chains == [("VK_LAYER_MESA_device_select",)]
        assert len(log.manifests) == 10
        lavapipe = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"
        assert log.libraries[lavapipe] == "/usr/lib/x86_64-linux-gnu/libvulkan_lvp.so"
        assert list(log.versions) == ["1.3.239"]

    def test_our_own_library(self) -> None:
        """A search that a variable leads, a driver that is named by its file, a manifest that is described."""
        log = read(OURS)

        assert searched(log, Use.EXPLICIT) == ("/opt/layers", "/usr/share/vulkan/explicit_layer.d")
        assert searched(log, Use.DRIVER) == ("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json",)
        assert log.defined["VK_LAYER_MANGOHUD_overlay"] == "/usr/share/vulkan/implicit_layer.d/MangoHud.json"
        assert list(log.switches["VK_LAYER_MANGOHUD_overlay"]) == ["off with DISABLE_MANGOHUD"]
        assert list(log.inserted) == ["VK_LAYER_MESA_device_select"]

    def test_vulkaninfo(self) -> None:
        """The layers that there are, with their versions, and the devices; a summary has no more."""
        log = read(INFO)

        assert log.available["VK_LAYER_KHRONOS_validation"] == "1.3.239"
        assert len(log.available) == 6
        assert list(log.devices) == ["llvmpipe (LLVM 15.0.6, 256 bits)"]
        assert not log.searches

    def test_vulkaninfo_in_full(self) -> None:
        """Its headings of layers are another kind of line."""
        log = read("VK_LAYER_INTEL_nullhw (INTEL NULL HW) Vulkan version 1.1.73, layer version 1:\n")

        assert log.available == {"VK_LAYER_INTEL_nullhw": "1.1.73"}

    def test_vulkaninfo_as_json(self) -> None:
        """Of a profile the device is known."""
        assert list(read('  "deviceName": "llvmpipe",\n').devices) == ["llvmpipe"]


class TestHowItIsPasted:
    """What stands around a line says nothing."""

    @pytest.mark.parametrize(
        "before",
        [
            "2026-11-20T23:04:28.0000000Z ",
            "[12:03:44] [job/42] | ",
            "Nov 20 23:04:28 host app[123]: ",
            "[Vulkan Loader] ",
            "\x1b[0;32m[Vulkan Loader]\x1b[0m ",
            "> ",
            "/builds/group/project$ ",
        ],
    )
    def test_behind_a_prefix(self, before: str) -> None:
        """Times, jobs, colours, quotation marks of mails."""
        pasted = "\n".join(before + line for line in DEBIAN.splitlines())

        assert facts(read(pasted)) == facts(read(DEBIAN))

    @pytest.mark.parametrize("before", ["", "2026-11-20T23:04:28.0000000Z ", "[12:03:44] [job/42] | ", "> "])
    def test_layers_behind_a_prefix(self, before: str) -> None:
        """The layers that vulkaninfo lists have no tag by which they are known."""
        row = f"{before}VK_LAYER_TEST_it (it) Vulkan version 1.3.2, layer version 1:"

        assert read(row).available == {"VK_LAYER_TEST_it": "1.3.2"}

    @pytest.mark.parametrize("ends", ["\r\n", "\r", "\n\n"])
    def test_with_other_line_ends(self, ends: str) -> None:
        """Windows, old files, and what a web form makes of them."""
        assert facts(read(DEBIAN.replace("\n", ends))) == facts(read(DEBIAN))

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
    def test_in_other_encodings(self, encoding: str) -> None:
        """PowerShell redirects into UTF-16, with a mark and without."""
        assert text_of(DEBIAN.encode(encoding)) == DEBIAN

    def test_with_the_output_of_the_program_between(self) -> None:
        """Lines of an application stand in the lists of a loader."""
        lines = DEBIAN.splitlines()
        mixed = "\n".join(each for line in lines for each in (line, "frame 12: /dev/dri/card0 busy", ""))
        log = read(mixed)

        assert list(log.inserted) == ["VK_LAYER_MESA_device_select"]
        assert len(log.manifests) == 10

    def test_without_its_tags(self) -> None:
        """Somebody has cut the columns."""
        cut = "\n".join(line.partition(":")[2].strip() for line in DEBIAN.splitlines())

        assert searched(read(cut), Use.IMPLICIT) == IMPLICIT

    def test_several_runs(self) -> None:
        """Each has its searches; what was found is told once."""
        log = read(DEBIAN + DEBIAN)

        assert len(log.searches) == 6
        assert len(log.manifests) == 10

    def test_a_search_without_its_head_after_another_one(self) -> None:
        """A second list of files is of a second search, whose use its paths show."""
        cut = "".join(line for line in DEBIAN.splitlines(True) if "Searching for driver" not in line)

        log = read(cut)

        assert [search.use for search in log.searches] == [Use.IMPLICIT, Use.EXPLICIT, Use.DRIVER]
        assert [len(search.files) for search in log.searches] == [3, 3, 4]
        assert searched(log, Use.IMPLICIT) == IMPLICIT

    def test_a_command_line_is_heard(self) -> None:
        """Variables that somebody set before the program's name."""
        log = read('$ VK_LAYER_PATH="/opt/my layers" VK_LOADER_DEBUG=all ./app\nexport XDG_DATA_DIRS=/a:/b\n')

        assert log.variables == {
            "VK_LAYER_PATH": "/opt/my layers",
            "VK_LOADER_DEBUG": "all",
            "XDG_DATA_DIRS": "/a:/b",
        }

    @given(st.integers(0, len(DEBIAN)))
    def test_what_is_cut_tells_less(self, size: int) -> None:
        """The beginning of a log never tells of a manifest that the whole does not."""
        whole, part = read(DEBIAN), read(DEBIAN[:size].rpartition("\n")[0])

        assert part.manifests.keys() <= whole.manifests.keys()
        assert part.inserted.keys() <= whole.inserted.keys()


class TestHostile:
    """Anything may be pasted."""

    @given(st.text(max_size=300) | st.sampled_from([DEBIAN, OURS, INFO]).map(lambda text: text[::-1]))
    def test_any_text(self, text: str) -> None:
        """Nothing raises."""
        assert read(text).lines >= bool(text.strip())

    @given(st.binary(max_size=100))
    def test_any_bytes(self, data: bytes) -> None:
        """Whatever they are they are a text."""
        assert isinstance(text_of(data), str)

    @pytest.mark.parametrize("seed", range(8))
    def test_lines_in_another_order(self, seed: int) -> None:
        """Threads that print at once."""
        lines = DEBIAN.splitlines()
        random.Random(seed).shuffle(lines)

        assert read("\n".join(lines)).manifests.keys() <= {*read(DEBIAN).manifests}

    @pytest.mark.whole(keep=3)
    @pytest.mark.parametrize(
        "line",
        [
            "/" * 4000 + ":.json",
            "/a .json" * 500,
            "LAYER: " * 600,
            'INFO: Insert instance layer "VK_LAYER_{}" (x)',
            "VK_LAYER_a" + " 1.2" * 900 + " version",
            "VK_A" * 1000 + "=x",
            "\x1b[" * 2000,
            "Searching for layer manifest files\nIn following locations:\n/{}",
            "deviceName = " + " " * 4000,
            '"deviceName" = "' + " " * 4000 + "!",
            "ERROR |" * 580,
        ],
    )
    def test_a_long_one_ends(self, line: str) -> None:
        """Lines that cost the most."""
        began = time.process_time()
        log = read("\n".join(line.format(number) for number in range(200)))

        assert len(log.inserted) <= 2000
        assert time.process_time() - began < 200 * 0.05

    @pytest.mark.parametrize("part", ["zypper -:", "apt -y ", "dnf -a -", "apt-get -x"])
    def test_many_commands_on_a_line(self, part: str) -> None:
        """One long line takes as long as many short ones, whatever the options of a package manager are."""

        def seconds(line: str, times: int) -> float:
            began = time.process_time()
            for number in range(times):
                Installed().line(line, number)
            return time.process_time() - began

        short, long = part * 40, part * 640

        assert min(seconds(long, 1) for _ in range(5)) < 5 * min(seconds(short, 16) for _ in range(5))

    def test_control_characters_are_no_part_of_a_path(self) -> None:
        """A path ends before them."""
        assert list(manifests_in("x /a/b\x07.json /c/d.json (y)")) == ["/c/d.json"]
        assert list(manifests_in('"C:\\Program Files\\a.json", "/b c/d.JSON"')) == [
            "C:\\Program Files\\a.json",
            "/b c/d.JSON",
        ]


def test_a_path_that_two_spellings_name_is_found_by_its_own() -> None:
    """Which of the two is taken does not change from run to run."""
    paths = [f"/home/u/{name}.json" for name in "abcdefghij"]
    listings = Listings(absent=dict.fromkeys([*paths, *(f"~/{path[8:]}" for path in paths)], 1))

    assert [listings.lacks(path) for path in paths] == paths


def test_a_command_that_adds_a_value_has_the_view_that_it_asks_for() -> None:
    """A command before it that asks for the values of 32-bit programs does not count for it."""
    key = r"HKLM\SOFTWARE\Khronos\Vulkan\ExplicitLayers"
    added = rf"reg add {key} /v C:\a.json /t REG_DWORD /d 0"

    values = read(f"reg query {key} /reg:32\n{added}\n{added} /reg:32\n").registry.values

    assert [each.key for each in values] == [
        r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\ExplicitLayers",
        r"HKEY_LOCAL_MACHINE\SOFTWARE\WOW6432Node\Khronos\Vulkan\ExplicitLayers",
    ]
