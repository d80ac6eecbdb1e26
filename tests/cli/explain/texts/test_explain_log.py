"""``refloader explain --log``: what the output of loaders of any age proves, with its lines."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from verbs import SCHEMAS, Run, checked_json

from refloader.cli.main import main

pytestmark = pytest.mark.slow

LOGS = SCHEMAS.parent.parent / "fixtures/logs"
WORKS = sorted((LOGS / "loaders").glob("*-works.txt"))
FAILS = sorted((LOGS / "loaders").glob("*-fails.txt"))
OLD = ("1.1.97", "1.1.126", "1.2.135", "1.2.162", "1.2.189", "1.2.198", "1.3.204")
"""The releases that do not say that a requested layer's library failed."""


def explain(*words: str, text: str | bytes | None = None) -> Result:
    """What the verb prints."""
    return CliRunner().invoke(main, ["explain", *words], input=text, catch_exceptions=False)


def document(*words: str, text: str | bytes | None = None) -> Any:
    """The document of a log."""
    return checked_json(explain(*words, "--format", "json", text=text), "explain-log-1")


def answer(path: Path, name: str) -> Any:
    """The answer on one layer."""
    (found,) = document(name, "--log", str(path))["answers"]
    return found


def line_of(path: Path, number: int) -> str:
    """One line of a log."""
    return path.read_text(encoding="utf-8").split("\n")[number - 1]


def test_there_are_samples_of_fifteen_builds() -> None:
    """Else the other tests say nothing."""
    assert len(WORKS) == len(FAILS) == 15


@pytest.mark.parametrize("path", WORKS, ids=lambda path: path.stem)
class TestWhatWorks:
    """A layer that is inserted, one that is not, and drivers that cannot be loaded."""

    def test_an_inserted_layer(self, path: Path) -> None:
        """With its library and the line that says so."""
        found = answer(path, "VK_LAYER_TEST_b")

        assert found["state"] == "active"
        assert '"/world/libb.so"' in found["facts"][0]["text"]
        assert "Insert instance layer" in line_of(path, found["facts"][0]["first_line"])

    def test_a_layer_without_a_library(self, path: Path) -> None:
        """Later releases say why; the older ones name a library alone, which is the only one that was refused."""
        found = answer(path, "VK_LAYER_TEST_c")

        if path.stem.partition("-")[0] in OLD:
            assert found["state"] == "not active"
            assert found["facts"][0]["text"].startswith(
                'most likely for this: the dynamic linker refused "/world/none.so": cannot open'
            )
            assert found["facts"][1]["text"] == "the chain is without it"
            assert any("refloader snapshot" in each for each in found["ask"])
        else:
            assert found["state"] == "not active: its library cannot be loaded"
            assert found["facts"][0]["text"].startswith('"/world/none.so": cannot open shared object file')
            assert "/world/none.so" in line_of(path, found["facts"][0]["first_line"])

    def test_drivers(self, path: Path) -> None:
        """One without a library is a problem; one for the other word size is none, whatever the log calls it."""
        facts = document("--log", str(path))["facts"]
        bad = [each["text"] for each in facts if each["bad"]]

        assert any("gone.so" in text for text in bad)
        assert not any("lib32.so" in text for text in bad)
        assert any("lib32.so" in each["text"] and "other word size" in each["text"] for each in facts)

    def test_the_chain(self, path: Path) -> None:
        """From the application down, whether the log prints it or only the insertions."""
        old = answer(path, "VK_LAYER_TEST_a")["state"] == "not active"
        names = "VK_LAYER_TEST_b" if old else "VK_LAYER_TEST_a, VK_LAYER_TEST_b"

        facts = [each["text"] for each in document("--log", str(path))["facts"]]

        assert f"the chain, from the application down: {names}" in facts


@pytest.mark.parametrize("path", FAILS, ids=lambda path: path.stem)
class TestWhatFails:
    """A layer that no folder has."""

    def test_it_is_not_found(self, path: Path) -> None:
        """The first fact names the search and its lines."""
        found = answer(path, "VK_LAYER_TEST_nobody")

        first = found["facts"][0]
        assert found["state"] == "not found"
        assert first["text"] == "the one folder searched for explicit layers has no manifest"
        assert "earching" in line_of(path, first["first_line"])
        assert explain("VK_LAYER_TEST_nobody", "--log", str(path)).exit_code == 1

    @pytest.mark.parametrize(
        "prefix",
        [
            "[2026-01-02 03:04:05] ",
            "pressure-vessel-wrap[42]: I: ",
            "1234.567:0120:0124:trace:vulkan: ",
            "> ",
        ],
    )
    def test_with_what_a_launcher_writes_before_it(self, path: Path, prefix: str) -> None:
        """The same answer."""
        text = "".join(f"{prefix}{line}\n" for line in path.read_text(encoding="utf-8").splitlines())
        plain = answer(path, "VK_LAYER_TEST_nobody")

        (found,) = document("VK_LAYER_TEST_nobody", "--log", "-", text=text)["answers"]

        assert found == plain


class TestOtherLogs:
    """vulkaninfo, other wordings, and what decides nothing."""

    def test_a_filter(self) -> None:
        """What left a layer out."""
        found = answer(LOGS / "loaders/1.3.275-fails.txt", "test_a")

        assert (found["subject"], found["state"]) == ("VK_LAYER_TEST_a", "not active")
        assert "VK_LOADER_LAYERS_DISABLE" in found["facts"][0]["text"]

    def test_no_folder_has_a_manifest(self) -> None:
        """Nothing was said of the layer, and it cannot have been found."""
        places = "".join(f"LAYER: /{each}/explicit_layer.d\n" for each in "abcde")
        search = "LAYER: Searching for {} layer manifest files\nLAYER: In following locations:\n"
        search += "{}LAYER: Found no files\n"
        text = search.format("implicit", places.replace("explicit", "implicit")) + search.format(
            "explicit", places
        )

        (found,) = document("VK_LAYER_x", "--log", "-", text=text)["answers"]

        assert found["state"] == "not found"
        assert found["facts"][0] == {
            "text": "none of the 5 folders searched for explicit layers has its manifest",
            "first_line": 9,
            "last_line": 16,
            "bad": False,
            "change": "",
            "certainty": "certain",
        }

    def test_vulkaninfo(self) -> None:
        """It lists layers and devices, and does not say which layers were inserted."""
        path = LOGS / "vulkaninfo-summary.txt"

        found = answer(path, "VK_LAYER_KHRONOS_validation")

        assert found["state"] == "not decided by this log"
        assert found["facts"][0]["text"] == "a program can ask for it, and nothing inserted it"
        assert "VK_LAYER_KHRONOS_validation" in line_of(path, found["facts"][0]["first_line"])
        assert found["ask"][0] == "the output of the program with VK_LOADER_DEBUG=all"

    def test_the_json_of_vulkaninfo(self) -> None:
        """Its devices are read."""
        text = json.dumps({"VkPhysicalDeviceProperties": {"deviceName": "a device"}}, indent=1)

        facts = document("--log", "-", text=text)["facts"]

        assert [each["text"] for each in facts] == [
            "no line that refloader knows shows a problem of Vulkan",
            'a device: "a device"',
        ]

    def test_refloaders_own_library(self) -> None:
        """Its log has the lines of the loader documents."""
        found = document("--log", str(LOGS / "refloader.log"))

        assert any(
            each["text"].startswith("the chain, from the application down:") for each in found["facts"]
        )


class TestBadInput:
    """Whatever the file has, there is an answer."""

    @pytest.mark.parametrize(
        "data",
        [b"hello\n", b"\0" * 5000, bytes(range(256)) * 40, b"\xff\xfe\x00", b"{" * 9000],
        ids=["text", "zeros", "bytes", "cut utf-16", "braces"],
    )
    def test_nothing_of_a_loader(self, data: bytes) -> None:
        """Is a finding."""
        result = explain("VK_LAYER_x", "--log", "-", text=data)

        assert result.exit_code == 1
        assert "VK_LAYER_x is not decided by this log" in result.stdout
        assert "nothing in it is of a loader" in result.stdout

    @pytest.mark.parametrize("data", [b"", b"\n" * 9000], ids=["empty", "line ends"])
    def test_an_empty_log(self, data: bytes) -> None:
        """A pipe has no line of a loader unless it has the standard error of the program."""
        result = explain("VK_LAYER_x", "--log", "-", text=data)

        assert result.exit_code == 1
        assert "the log is empty; a loader prints to standard error: VK_LOADER_DEBUG=all" in result.stdout
        assert "(0 lines read)" in result.stdout

    def test_no_control_character_reaches_the_terminal(self) -> None:
        """Those of the log are written out."""
        text = (
            "ERROR: \x1b[2Jbad\x07 \x9b31m\n"
            'INFO: Insert instance layer "VK_LAYER_x" (/a\x1b]0;title\x07b.so)\n'
            "ERROR: /a\u202eb.so: cannot open shared object file\n"
        )

        result = explain("VK_LAYER_x", "--log", "-", "-v", text=text)

        assert not any(
            ord(character) < 32 or 127 <= ord(character) < 160 or character == "\u202e"
            for character in result.stdout.replace("\n", "")
        )

    @pytest.mark.parametrize(
        "words", [("--root", "/"), ("--edition", "2018"), ("--request", "a"), ("--as-loader", "here")]
    )
    def test_another_machine(self, words: tuple[str, ...]) -> None:
        """The log is of its own machine."""
        assert explain("--log", str(LOGS / "refloader.log"), *words).exit_code == 2

    def test_no_file(self) -> None:
        """Is wrong usage."""
        assert explain("--log", "/nowhere").exit_code == 2

    def test_no_page(self) -> None:
        """There is none of a log."""
        assert explain("--log", "-", "--format", "html", text="").exit_code == 2


class TestChanges:
    """What is wrong by a log has the change that its words show, untried."""

    @pytest.mark.parametrize(
        ("line", "change"),
        [
            (
                "ERROR: libLLVM-15.so.1: cannot open shared object file: No such file or directory",
                "install the package that has libLLVM-15.so.1",
            ),
            (
                "ERROR: /usr/lib/liba.so: version `GLIBC_2.38' not found (required by /usr/lib/libb.so)",
                "a glibc that has GLIBC_2.38",
            ),
            ("ERROR: /usr/lib/libb.so: undefined symbol: drmGetDevice2", "use the system's libdrm"),
            ("ERROR: /usr/lib/libb.so: file too short", "install libb.so again"),
            (
                'ERROR | LAYER: Layer "VK_LAYER_LUNARG_standard_validation" was not found but was requested by '
                "env var VK_INSTANCE_LAYERS!",
                "ask for VK_LAYER_KHRONOS_validation, which replaced it",
            ),
            (
                'WARNING | LAYER: Layer "VK_LAYER_TEST_a" forced disabled because name matches filter of env var '
                "'VK_LOADER_LAYERS_DISABLE'.",
                "unset VK_LOADER_LAYERS_DISABLE",
            ),
        ],
    )
    def test_each_kind(self, run: Run, tmp_path: Path, line: str, change: str) -> None:
        """The change stands below the fact."""
        log = tmp_path / "log.txt"
        log.write_text(f"INFO: Vulkan Loader Version 1.3.275\n{line}\n")

        result = run("explain", "--log", str(log))

        at = next(
            n for n, text in enumerate(result.stdout.splitlines()) if "to change it (not tried)" in text
        )
        assert change in result.stdout.splitlines()[at]


class TestAround:
    """What the rest of a log shows of variables and files counts for the change of an event."""

    def test_a_driver_that_a_variable_names_is_gone(self) -> None:
        """A search for drivers in files and not in folders is that of a variable."""
        text = (
            "DRIVER:            Searching for driver manifest files\n"
            "DRIVER:               In following locations:\n"
            "DRIVER:                  /opt/gone/radeon_icd.json\n"
            "DRIVER:               Found the following files:\n"
            "DRIVER:                  /opt/gone/radeon_icd.json\n"
            "ERROR:             loader_get_json: Failed to open JSON file /opt/gone/radeon_icd.json\n"
            "ERROR | DRIVER:    vkCreateInstance: Found no drivers!\n"
        )

        facts = document("--log", "-", text=text)["facts"]

        assert facts[0]["change"].startswith("unset VK_DRIVER_FILES (or VK_ICD_FILENAMES)")
        assert '"/opt/gone/radeon_icd.json" only' in facts[1]["change"]

    def test_drivers_of_the_other_word_size(self) -> None:
        """If that is all that is wrong, no driver is left because of it."""
        text = (
            "INFO: Vulkan Loader Version 1.2.198\n"
            'DRIVER: Found ICD manifest file /etc/vulkan/icd.d/intel.json, version "1.0.0"\n'
            "DEBUG: Searching for ICD drivers named /usr/lib32/libvulkan_intel.so\n"
            "INFO: /usr/lib32/libvulkan_intel.so: wrong ELF class: ELFCLASS32\n"
            "ERROR | DRIVER: vkCreateInstance: Found no drivers!\n"
        )

        first = document("--log", "-", text=text)["facts"][0]

        assert '"/usr/lib32/libvulkan_intel.so" is for programs of the other word size' in first["text"]
        assert first["change"].startswith("install the 64-bit build of libvulkan_intel.so (apt ")

    def test_portability_drivers(self) -> None:
        """They are not installed again: the program has to ask for them."""
        text = (
            "ERROR | DRIVER:    vkCreateInstance: Found drivers that contain devices which support the portability "
            "subset, but the instance does not enumerate portability drivers!\n"
            "ERROR | DRIVER:    vkCreateInstance: Found no drivers!\n"
        )

        facts = document("--log", "-", text=text)["facts"]

        assert [fact["text"].partition(",")[0] for fact in facts[:2]] == [
            "portability drivers are left out",
            "no driver is left: vkCreateInstance fails",
        ]
        assert all("VK_KHR_portability_enumeration" in fact["change"] for fact in facts[:2])

    def test_a_version_of_symbols(self) -> None:
        """The library that needs it is to be replaced, and its layer is asked for by a part of its name."""
        text = (
            'INFO: Found manifest file /usr/share/vulkan/implicit_layer.d/ACME_hud.json, version "1.0.0"\n'
            "ERROR: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.99' not found "
            "(required by /usr/lib/libacme_hud.so)\n"
        )

        (found,) = document("hud", "--log", "-", text=text)["answers"]

        assert found["state"] == "not active: its library cannot be loaded"
        assert found["facts"][0]["change"].startswith("install a build of libacme_hud.so for this system")

    def test_a_driver_by_its_name(self) -> None:
        """A word that no layer has is that of a driver, if one is called so."""
        text = (
            'DRIVER: Found ICD manifest file /etc/vulkan/icd.d/nvidia_icd.json, version "1.0.0"\n'
            "DEBUG: Searching for ICD drivers named libGLX_nvidia.so.0\n"
            "ERROR: libGLX_nvidia.so.0: cannot open shared object file: No such file or directory\n"
            "ERROR | DRIVER: vkCreateInstance: Found no drivers!\n"
        )

        (found,) = document("nvidia", "--log", "-", text=text)["answers"]

        assert found["subject"] == "/etc/vulkan/icd.d/nvidia_icd.json"
        assert "libGLX_nvidia.so.0" in found["facts"][0]["change"]

    def test_a_link_to_nowhere(self) -> None:
        """Loaders print the bare name of a manifest in a folder that cannot be opened."""
        text = "ERROR:             loader_get_json: Failed to open JSON file ACME_hud.json\n"

        first = document("--log", "-", text=text)["facts"][0]

        assert "is a link to nowhere or may not be read" in first["change"]


OTHERS = {
    "Wine without a loader": (
        "0110:err:vulkan:wine_vk_init Failed to load libvulkan.so.1\n",
        "could not load the loader libvulkan.so.1",
        "libvulkan1:i386",
    ),
    "NVIDIA's module of another version": (
        "Failed to initialize NVML: Driver/library version mismatch\n",
        "kernel module and libraries are of different versions",
        "sudo reboot",
    ),
    "NVIDIA's module is not there": (
        "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n",
        "kernel module does not answer",
        "sudo modprobe nvidia",
    ),
    "a tutorial's words for a layer": (
        "  what():  validation layers requested, but not available!\n",
        "VK_LAYER_KHRONOS_validation was asked for and not found",
        "apt install vulkan-validationlayers",
    ),
    "DXVK and an old card": (
        "info:    Skipping: Device does not support required feature 'robustBufferAccess2'\n",
        "DXVK passes over a device: Device does not support",
        "PROTON_USE_WINED3D=1",
    ),
    "a cube without devices": (
        "vkEnumeratePhysicalDevices reported zero accessible devices.\n",
        "no driver gives a device",
        "/dev/dri",
    ),
    "a library of a driver in a container": (
        "ERROR: libGLX_nvidia.so.0: cannot open shared object file: No such file or directory\n",
        "refused libGLX_nvidia.so.0",
        "NVIDIA_DRIVER_CAPABILITIES=all",
    ),
    "a library of a driver in a Flatpak": (
        "ERROR: libGLX_nvidia.so.0: cannot open shared object file: No such file or directory\n"
        "DRIVER: Found ICD manifest file /usr/lib/x86_64-linux-gnu/GL/vulkan/icd.d/nvidia_icd.json, version 1.0.1\n",
        "refused libGLX_nvidia.so.0",
        "flatpak update",
    ),
    "the linker's words within a loader's": (
        'ERROR: Failed to open dynamic library "/opt/sdk/libacme.so" with error '
        '"/lib/libc.so.6: version `GLIBC_2.99\' not found"\n',
        'refused "/opt/sdk/libacme.so"',
        "install a build of libacme.so for this system",
    ),
}


@pytest.mark.parametrize("log", OTHERS, ids=str)
class TestOtherPrograms:
    """What Wine, NVIDIA's tools and applications say, which no loader printed."""

    def test_the_cause_and_the_change(self, log: str) -> None:
        """The first problem is the cause, and its change helps."""
        text, says, change = OTHERS[log]

        result = explain("--log", "-", text=text)
        first = next(fact for fact in document("--log", "-", text=text)["facts"] if fact["bad"])

        assert says in first["text"]
        assert change in first["change"]
        assert result.exit_code == 1


class TestWhatIsUsual:
    """What looks like a mistake and is none."""

    def test_a_preloaded_library_of_the_other_word_size(self) -> None:
        """Steam names its library for both."""
        text = (
            "ERROR: ld.so: object '/home/u/ubuntu12_64/gameoverlayrenderer.so' from LD_PRELOAD cannot be preloaded "
            "(wrong ELF class: ELFCLASS64): ignored.\n"
        )

        fact, _ = document("--log", "-", text=text)["facts"]

        assert "usual with Steam" in fact["text"]
        assert not fact["bad"]

    def test_that_there_is_no_problem_comes_first(self) -> None:
        """Before what looks like one."""
        text = "INFO: Vulkan Loader Version 1.3.239\nerror: XDG_RUNTIME_DIR is not set in the environment.\n"

        first, second, *_ = explain("--log", "-", text=text).stdout.splitlines()

        assert first.startswith("no line that refloader knows shows a problem of Vulkan")
        assert second.startswith("  XDG_RUNTIME_DIR is not set: usual")

    def test_nothing_is_told_of_device_nodes_beside_a_mismatch(self) -> None:
        """The devices are missing because of NVIDIA's module, and not because of /dev/dri."""
        text = (
            "Failed to initialize NVML: Driver/library version mismatch\n"
            "ERROR: setup_loader_term_phys_devs:  Failed to detect any valid GPUs in the current config\n"
        )

        facts = document("--log", "-", text=text)["facts"]

        assert not any("/dev/dri" in fact["change"] for fact in facts)


@pytest.mark.parametrize(
    "text",
    [
        'audit: apparmor="DENIED" profile="snap.$(touch PWNED).x" name="/usr/share/vulkan/icd.d/x.json"',
        'pressure-vessel-wrap[1]: W: Failed to load Vulkan driver #1 from "/x/$(touch PWNED).json": no such file',
        "Layer \"VK_LAYER_A_x;$(touch PWNED)\" was not found but was requested by env var 'VK_INSTANCE_LAYERS'",
    ],
)
def test_a_line_to_type_has_no_command_of_the_log(text: str) -> None:
    """Who answers a stranger types what is proposed: what the log says is a word in it, or is not in it."""
    shown = explain("--log", "-", text=f"{text}\n").output
    changes = [line for line in shown.splitlines() if "to change it" in line]
    lines = [
        line for line in changes if "snap connect" in line or "refloader lint" in line or ": set VK_" in line
    ]

    assert changes
    assert all("$(touch" not in line.replace("'", "") or "'" in line for line in lines)
    assert not any("snap connect" in line for line in lines)


def test_a_value_of_windows_registry_is_quoted_in_the_line_to_type() -> None:
    """In cmd, & outside of quotation marks begins another command."""
    text = "ERROR: Failed to open JSON file C:\\x\\a&calc.json"
    shown = explain("--log", "-", text=f"{text}\n").output

    assert '/f "a&calc.json"' in shown


HOSTILE = "lib$(touch${IFS}PWNED)"


@pytest.mark.parametrize(
    ("text", "proposed"),
    [
        (
            f"/usr/lib/{HOSTILE}.so: cannot enable executable stack",
            f"patchelf --clear-execstack '{HOSTILE}.so'",
        ),
        (f"/usr/lib/{HOSTILE}.so: cannot enable executable stack", f"execstack -c '{HOSTILE}.so'"),
        (
            f"/usr/lib/{HOSTILE}.so: cannot allocate memory in static TLS block",
            f"(LD_PRELOAD='{HOSTILE}.so')",
        ),
        (
            f"ERROR: Failed to open JSON file /usr/share/vulkan/icd.d/{HOSTILE}.json\n"
            f"VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/{HOSTILE}.json\n"
            f"$ ls -l /usr/share/vulkan/icd.d\ntotal 8\n-rw-r--r-- 1 root root 1 Jan  1 00:00 {HOSTILE}.x86_64.json",
            f"set VK_ICD_FILENAMES='/usr/share/vulkan/icd.d/{HOSTILE}.x86_64.json'",
        ),
        ("ERROR: --output=mine.json is not valid JSON", "refloader lint ./--output=mine.json"),
    ],
)
def test_a_name_in_the_log_is_one_word_of_a_proposed_line(text: str, proposed: str) -> None:
    """A shell runs no command in it, and no program takes it for an option."""
    shown = explain("--log", "-", text=f"{text}\n").output

    assert proposed in shown
    assert f" {HOSTILE}.so," not in shown.replace("newer build of ", "")


@pytest.mark.parametrize("name", ['x" & calc & ".json', "%PATH%.json"])
def test_no_line_for_cmd_has_what_ends_its_quotation_marks(name: str) -> None:
    """The report of Steam can have any text for a path; a line of a log has no quotation mark in one."""
    driver = {"json_path": f"C:\\{name}", "error": "Failed to open file"}

    shown = explain("--log", "-", text=json.dumps({"vulkan": {"icds": [driver]}})).output

    assert "delete the value that names it" in shown
    assert "reg delete" not in shown


def test_a_large_log_names_the_lines_that_were_not_read() -> None:
    """The last line of the text, and the last fact of the document; a pipe is read as a file is."""
    text = b"DRIVER: Vulkan Loader Version 1.3.204\n" + (b"." * 1022 + b"\r\n") * 16384

    shown = explain("--log", "-", text=text)
    facts = document("--log", "-", text=text)["facts"]

    assert "(16385 lines; lines 4097 to 12289 were not read" in " ".join(shown.stdout.split())
    assert facts[-1]["text"].startswith("lines 4097 to 12289 were not read")
    assert not facts[-1]["bad"]
