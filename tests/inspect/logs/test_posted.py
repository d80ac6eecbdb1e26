"""What people post beside a loader's lines: listings, crashes, results by number, and the table of messages."""

import gzip
from pathlib import Path

import pytest

from refloader.inspect.logs.from_log import LOG_LIMIT, LogError, log_at, whole_of
from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.messages.known_messages import message_in, table
from refloader.inspect.logs.reading.crashes import crash_in
from refloader.inspect.logs.reading.devices import Devices
from refloader.inspect.logs.reading.line_prefixes import unwrapped, without_prefix
from refloader.inspect.logs.reading.linkers import meaning_of_linker
from refloader.inspect.logs.reading.listings import Listings
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.reading.pasted_files import PastedFiles, refused
from refloader.inspect.logs.reading.results import lacking, named


def listed(text: str) -> Listings:
    """The listings of a text."""
    found = Listings()
    for number, line in enumerate(text.splitlines(), 1):
        found.line(line, number)
    return found


class TestListings:
    """Files by path, and folders of which all is listed."""

    def test_a_long_listing_has_modes_and_links(self) -> None:
        """The mode shows who may read a file, a link where it leads."""
        found = listed(
            "$ ls -l /etc/vulkan/icd.d\n"
            "total 4\n"
            "-rw------- 1 root root 141 Feb  2 12:00 a.json\n"
            "lrwxrwxrwx 1 root root 9 2024-02-02 12:00 b.json -> /gone.json\n"
        )

        assert found.files["/etc/vulkan/icd.d/a.json"].closed
        assert found.files["/etc/vulkan/icd.d/b.json"].target == "/gone.json"
        assert found.holds("/etc/vulkan/icd.d") == ["a.json", "b.json"]

    def test_a_folder_that_is_not_there_is_not_listed_as_empty(self) -> None:
        """Its content is not known to be none."""
        found = listed("$ ls /etc/vulkan\nls: cannot access '/etc/vulkan': No such file or directory\n")

        assert found.folders == {}

    @pytest.mark.parametrize(
        "text",
        [
            "$ ls *.json\na.json\n",
            "$ ls ~ann/x\na.json\n",
            "a.json b.json\n",
            "$ ls /etc/vulkan | grep json\n",
            "$ cat /x\na.json\n",
        ],
    )
    def test_what_is_no_listing_of_a_folder(self, text: str) -> None:
        """No folder of which all is known."""
        assert listed(text).folders == {}


class TestCrashes:
    """The library in which a program crashed, if its owner is known."""

    @pytest.mark.parametrize(
        ("line", "library"),
        [
            ("Faulting module name: RTSSVkLayer64.dll, version: 7.3", "RTSSVkLayer64.dll"),
            ("Exception 0xC0000005 in C:\\ProgramData\\obs\\graphics-hook64.dll+0x12", "graphics-hook64.dll"),
            ("game[12]: segfault at 0 ip 00007f sp 00007f error 4 in libMangoHud.so[7f+2]", "libMangoHud.so"),
            ("Loaded module: C:\\obs\\graphics-hook64.dll", ""),
            ("Faulting module name: ntdll.dll, version: 10.0", ""),
            ("crash handler installed, loading libMangoHud.so", ""),
        ],
    )
    def test_lines(self, line: str, library: str) -> None:
        """A library that is loaded, or whose owner is not known, is none."""
        assert crash_in(line) == library


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("vkCreateDevice failed with error code -8", "VK_ERROR_FEATURE_NOT_PRESENT"),
        ("vk::createInstance: ErrorIncompatibleDriver", "VK_ERROR_INCOMPATIBLE_DRIVER"),
        ("LogVulkanRHI: VkResult: -4", "VK_ERROR_DEVICE_LOST"),
        ("curl failed with error code -7", ""),
        ("vkQueuePresentKHR returned -1000001004", ""),
        ('vulkan: hw_get_module_by_class("vulkan") failed: -2', ""),
        ("vulkan: open(/dev/kgsl-3d0) failed: -13", ""),
        ("vulkan: drmGetCap(3) failed: -9", ""),
        ("radv: drmSyncobjWait(3, 5) failed, vkQueueSubmit returned VkResult -4", "VK_ERROR_DEVICE_LOST"),
        ("Vulkan: create_instance() failed: -9", "VK_ERROR_INCOMPATIBLE_DRIVER"),
        ("vkCreateInstance(&info, 0, &instance) returned -3", "VK_ERROR_INITIALIZATION_FAILED"),
    ],
)
def test_results_by_number_and_in_other_spellings(line: str, name: str) -> None:
    """Only where the line is of Vulkan, and only results that are errors of note."""
    assert named(line).removeprefix(line).strip() == name


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("missing required extension VK_KHR_xlib_surface", ("VK_KHR_xlib_surface", True, False)),
        ("VK_NV_low_latency2 not supported, disabling Reflex", ("VK_NV_low_latency2", False, True)),
        ("Required extension VK_KHR_swapchain: ok", None),
        ("the layer VK_LAYER_KHRONOS_validation is missing", None),
    ],
)
def test_extensions_that_are_not_there(line: str, found: tuple[str, bool, bool] | None) -> None:
    """What a program needs is told from what it does without."""
    assert lacking(line) == found


@pytest.mark.parametrize(
    ("why", "part"),
    [
        ("cannot allocate memory in static TLS block", "thread-local"),
        ("ELF load command alignment not page-aligned", "pages of memory"),
        ("undefined symbol: wl_proxy_marshal_flags", "libwayland-client"),
        ("cannot open shared object file: Permission denied", "may not read"),
        ("cannot open shared object file: No such file or directory", ""),
    ],
)
def test_what_linkers_mean(why: str, part: str) -> None:
    """A library that is missing needs no other words."""
    meaning = meaning_of_linker(why, "libthing.so")

    assert (part in meaning.means) if meaning is not None else not part


def test_one_card_of_two_drivers_is_a_twin_and_two_equal_cards_are_none() -> None:
    """Two cards of one kind have the same driver."""
    lines = "vendorID = 0x1002\ndeviceID = 0x73bf\ndeviceName = a\ndriverID = {}\n"
    twins, equal = Devices(), Devices()
    for number, line in enumerate((lines.format("A") + lines.format("B")).splitlines(), 1):
        twins.line(line, number)
    for number, line in enumerate((lines.format("A") * 2).splitlines(), 1):
        equal.line(line, number)

    assert twins.twins() is not None
    assert equal.twins() is None


class TestTheTable:
    """Rows of messages."""

    def test_every_word_that_admits_a_line_is_in_small_letters(self) -> None:
        """A capital letter would let no line pass."""
        assert [word for row in table() for word in row.words if word != word.lower()] == []

    def test_every_sentence_can_be_filled_in(self) -> None:
        """Whatever a row names: nothing but the parts that are known."""
        parts = {"subject": "S", "why": "W", "installing": "", "extension": "E", "device_extension": "D"}

        assert all(
            row.says.format(**parts) and isinstance(row.change.format(**parts), str) for row in table()
        )

    @pytest.mark.parametrize(
        "line",
        [
            "This problem is often caused by attempting to use a GPU that does not support Vulkan.",
            "MESA: info: virtgpu backend not enabling VIRTGPU_PARAM_CREATE_FENCE_PASSING",
            "info:  DXVK: v2.3",
            "Vulkan 1.3.275 is supported",
        ],
    )
    def test_lines_that_say_nothing(self, line: str) -> None:
        """No message is made of them."""
        assert message_in(line) is None


class TestCalls:
    """What strace shows."""

    OPENED = 'openat(AT_FDCWD, "{}", O_RDONLY) = {}\n'

    def test_a_manifest_that_may_not_be_read(self) -> None:
        """It counts unless it was opened as well."""
        path = "/usr/share/vulkan/icd.d/a.json"
        denied = self.OPENED.format(path, "-1 EACCES (Permission denied)")

        assert [event.subject for event in read(denied).events] == [path]
        assert read(denied + self.OPENED.format(path, 5)).events == []

    def test_what_need_not_be_there(self) -> None:
        """A folder that is not there, and a library that another folder has."""
        text = self.OPENED.format("/etc/vulkan/icd.d", "-1 ENOENT (No such file)")
        text += self.OPENED.format("/a/libvulkan_radeon.so", "-1 ENOENT (No such file)")
        text += self.OPENED.format("/b/libvulkan_radeon.so", "-1 ENOENT (No such file)")

        assert read(text + self.OPENED.format("/c/libvulkan_radeon.so", 3)).events == []
        assert [event.subject for event in read(text).events] == ["libvulkan_radeon.so"]


class TestPrefixes:
    """What stands before a line."""

    @pytest.mark.parametrize(
        ("line", "rest"),
        [
            ("> > VK_ICD_FILENAMES=/a", "VK_ICD_FILENAMES=/a"),
            ("2025-04-02T11:00:12.1100000Z GPU0:", "GPU0:"),
            ("Feb 02 19:22:10 deck gamescope[22]: no device", "no device"),
            ("11-03 21:14:08.112 14420 14437 E vulkan  : failed", "failed"),
            ("frigate  | MESA: error", "MESA: error"),
            ("[  812.441233] NVRM: Xid", "NVRM: Xid"),
            ("INFO | LAYER:  x", "INFO | LAYER:  x"),
            ("ERROR:  x", "ERROR:  x"),
        ],
    )
    def test_are_no_part_of_it(self, line: str, rest: str) -> None:
        """The levels of a loader are."""
        assert without_prefix(line) == rest


class TestRecords:
    """What a program printed stands in a record of JSON, or in the source of a page."""

    @pytest.mark.parametrize(
        ("line", "text"),
        [
            ('{"PRIORITY":"3","MESSAGE":"Found no drivers!"}', "Found no drivers!"),
            ('\t"MESSAGE" : "a \\"quoted\\" word",', 'a "quoted" word'),
            ('{"log":"one\\ntwo\\n","stream":"stderr"}', "one two"),
            ('{"level":"error","msg":"it fails"}', "it fails"),
            ('{"MESSAGE":[70,195,188,114]}', "Für"),
            ("&gt; libx.so: it&#39;s &amp; that<br>", "> libx.so: it's & that"),
        ],
    )
    def test_is_taken_out(self, line: str, text: str) -> None:
        """Of journals, container engines, structured logs and forums."""
        assert unwrapped(line) == text

    @pytest.mark.parametrize(
        "line",
        [
            '{"file_format_version": "1.0.0", "ICD": {"library_path": "libx.so"}}',
            '{"message": 7}',
            '{"message": "cut of',
            '{"MESSAGE":[1,"x"]}',
            "<Application>",
            "a && b; c",
            '    "message": "of a file"',
        ],
    )
    def test_what_is_no_record_stays_as_it_is(self, line: str) -> None:
        """A manifest in one line, a record that is cut, a chain of layers."""
        assert unwrapped(line) == line


class TestManifests:
    """Manifests whose content a text has."""

    def refused(self, text: str) -> list[str]:
        """Why the manifests of a text are refused."""
        found = PastedFiles()
        for number, line in enumerate(text.splitlines(), 1):
            found.line(line, number)
        found.end()
        return [f"{event.line}: {event.subject}" for event in refused(found.manifests())]

    def test_a_comma_too_much(self) -> None:
        """It has the line of the text."""
        text = (
            '$ cat /etc/vulkan/icd.d/a.json\n{\n "file_format_version": "1.0.0",\n "ICD": {\n'
            '  "library_path": "a",\n }\n}\n'
        )

        assert self.refused(text) == ["5: /etc/vulkan/icd.d/a.json"]
        assert self.refused(text.replace('"a",', '"a",\n  "api_version": "1.3.0"')) == []

    def test_a_byte_that_is_no_character(self) -> None:
        """It has the line of the text, too: the log was read with such bytes in it."""
        text = '$ cat /etc/vulkan/icd.d/a.json\n{\n "file_format_version": "1.0.0",\udcff\n "ICD": {}\n}\n'

        assert self.refused(text) == ["3: /etc/vulkan/icd.d/a.json"]

    @pytest.mark.parametrize("cut", ["...\n}\n}\n", "", "$ ls\n"])
    def test_a_part_of_one_is_none(self, cut: str) -> None:
        """What it lacks may have been cut."""
        assert self.refused(f'{{\n "file_format_version": "1.0.0",\n "layer": {{\n{cut}') == []


def test_a_log_that_gzip_has_compressed() -> None:
    """It is read as the plain one is, within the same limit."""
    assert whole_of(iter([gzip.compress(b"VK")])) == b"VK"
    assert whole_of(iter([b"VK"])) == b"VK"
    with pytest.raises(LogError, match=r"^unpacked, more than .* zcat FILE \| head -c 8M > PART$"):
        whole_of(iter([gzip.compress(bytes(LOG_LIMIT + 1))]))


def test_a_log_that_is_too_large(tmp_path: Path) -> None:
    """Of one without lines, it is said how much is read, and what to give instead."""
    path = tmp_path / "large.log"
    with path.open("wb") as file:
        file.truncate(LOG_LIMIT + 1)

    with pytest.raises(LogError, match=rf"{LOG_LIMIT} bytes that are read; .* head -c 8M FILE > PART"):
        log_at(str(path))
    with pytest.raises(LogError, match="damaged"):
        whole_of(iter([gzip.compress(b"VK" * 999)[:2] + b"\xff" * 40]))


@pytest.mark.parametrize(
    "line",
    [
        " gimp-data : Breaks: gimp (!= 2.10.34-1) but 2.10.36-3 is to be installed",
        " libx : Breaks: liby:i386 (!= 1.0) but 1.1 is to be installed",
        "  Conflicting manifest: /var/lib/docker/index/manifest.json",
    ],
)
def test_what_looks_like_two_builds_of_one_package_or_layer(line: str) -> None:
    """Two packages that have nothing of each other, and a file of another program."""
    assert message_in(line) is None


def test_an_output_of_vulkaninfo_that_is_cut_off() -> None:
    """Its head shows the loader's release, and nothing that could be judged: the rest is asked for."""
    found = explained(read("==========\nVULKANINFO\n==========\n\nVulkan Instance Version: 1.3.239\n"), [])

    assert "release of the loader, 1.3.239" in found.facts[0].text
    assert "the output of vulkaninfo --summary" in found.ask


def test_source_code_of_sdl_is_no_message() -> None:
    """A program that hands a text to SDL_SetError does not print it."""
    line = 'SDL_SetError("Installed Vulkan doesn\'t implement the VK_KHR_surface extension");'

    assert message_in(line) is None
    assert message_in(line.removeprefix('SDL_SetError("')) is not None


def test_a_card_of_another_program_does_not_hide_that_no_driver_is_found() -> None:
    """Whose line has the card is not known: what somebody says stays in the answer, as a remark."""
    text = '"Failed to find a Vulkan driver" says my emulator. vkmark prints\nUsing GPU: AMD Radeon RX 6600\n'

    found = explained(read(text), [])

    assert "only if that line is of another program" in found.facts[0].text
    assert not any(each.bad for each in found.facts)


def test_a_tag_of_an_image_names_its_ubuntu() -> None:
    """The releases of Ubuntu are in the tags of other images as well."""
    assert read("FROM nvidia/vulkan:1.3-470-jammy\n").os_release == "ID=ubuntu\n"


def test_a_layer_of_the_other_word_size_that_a_variable_asks_for() -> None:
    """It is wanted, and no build for this program is there, though the program has its device."""
    refused = (
        'INFO | LAYER: Requested layer "VK_LAYER_KHRONOS_validation" was wrong bit-type. Ignoring this JSON\n'
    )
    used = 'LAYER:    <Device>\nLAYER:      Using "AMD Radeon RX 6600" with driver: "/usr/lib/libvulkan_radeon.so"\n'

    usual = explained(read(refused + used), [])
    asked = explained(read(f"$ VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation ./prog\n{refused}{used}"), [])

    assert not any(each.bad for each in usual.facts)
    assert "wrong bit-type" in asked.facts[0].text
    assert asked.facts[0].bad


def test_a_quoted_failure_that_is_still_the_same() -> None:
    """A card of another machine does not make it over."""
    quoted = "On Mon, Bob wrote:\n> vkCreateInstance: Found no drivers!\n> did you install mesa?\n"
    card = "Selected GPU 0: Intel(R) UHD Graphics 620 (KBL GT2), type: IntegratedGpu\n"

    over = explained(read(f"{quoted}Thanks, now I have\n{card}"), [])
    same = explained(read(f"{quoted}Yes, it is still the same. On my other laptop:\n{card}"), [])

    assert not any(each.bad for each in over.facts)
    assert any(each.bad for each in same.facts)
