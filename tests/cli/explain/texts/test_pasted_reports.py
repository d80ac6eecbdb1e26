"""``refloader explain --log`` on what people paste beside a loader's log: Steam's report, lines of the kernel."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from verbs import SCHEMAS, checked_json

from refloader.cli.main import main

pytestmark = pytest.mark.slow

REPORT = SCHEMAS.parent.parent / "fixtures/logs/steam-runtime-system-info.json"
MANIFEST = "/usr/share/vulkan/implicit_layer.d/MangoHud.x86_64.json"
LOGS = SCHEMAS.parent.parent / "fixtures/logs"
POSTED = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))["text"]
    for path in sorted((LOGS / "posted").glob("*.toml"))
}
HEALTHY = POSTED.pop("healthy")
REPORTS = [each for topic in POSTED.values() for each in topic]
REFUSED = f"ERROR: loader_get_json: Failed to open JSON file {MANIFEST}\n"


def document(text: str, *words: str) -> Any:
    """The document of a log."""
    result = CliRunner().invoke(main, ["explain", *words, "--log", "-", "--format", "json"], input=text)
    return checked_json(result, "explain-log-1")


def posted(case: dict[str, Any]) -> str:
    """The text of a case, with the ends of lines that it had."""
    text: str = case["text"]
    return text.replace("\n", "\r\n") if case.get("crlf") else text


def problems(text: str) -> list[tuple[str, str]]:
    """What is wrong by a log, each with its change."""
    return [(each["text"], each["change"]) for each in document(text)["facts"] if each["bad"]]


class TestTheReportOfSteam:
    """The JSON of steam-runtime-system-info."""

    @pytest.mark.parametrize("around", ["", "Here it is:\n\n"])
    def test_a_layer_whose_library_cannot_be_loaded(self, around: str) -> None:
        """The report says so, and the command that installs it is given."""
        answer = document(around + REPORT.read_text(), "mangohud")["answers"][0]

        assert answer["state"] == "not active: its library cannot be loaded"
        assert "/usr/lib/mangohud/libMangoHud.so" in answer["facts"][0]["text"]
        assert "apt install mangohud" in answer["facts"][0]["change"]
        assert (
            '"json_path"' in (around + REPORT.read_text()).splitlines()[answer["facts"][0]["first_line"] - 1]
        )

    def test_a_layer_without_an_issue_is_not_decided(self) -> None:
        """The report lists layers and does not say which are active."""
        answer = document(REPORT.read_text(), "steam_overlay")["answers"][0]

        assert answer["state"] == "not decided by this log"
        assert not any(each["bad"] for each in answer["facts"])

    def test_one_word_size_without_vulkan(self) -> None:
        """Vulkan that works for 64-bit programs is no problem, that of 32-bit ones is."""
        told = [text for text, _ in problems(REPORT.read_text()) if "Vulkan" in text]

        assert told == [
            "32-bit programs (i386-linux-gnu) have no Vulkan that works, says the report: cannot-load"
        ]

    def test_what_the_check_printed_has_the_word_size(self) -> None:
        """The package to be installed is the 32-bit one."""
        message = "libGLX_nvidia.so.0: cannot open shared object file: No such file or directory"
        check = f'{{"x11/vulkan": {{"messages": ["{message}"], "issues": ["cannot-load"]}}}}'
        text = f'{{"architectures": {{"i386-linux-gnu": {{"graphics-details": {check}}}}}}}'

        fact, change = problems(text)[0]

        assert "libGLX_nvidia.so.0" in fact
        assert "32-bit" in fact
        assert "lib32-nvidia-utils" in change

    def test_a_manifest_that_is_no_json(self) -> None:
        """The report's own error is the reason."""
        text = (
            '{"vulkan": {"icds": [{"json_path": "/etc/vulkan/icd.d/a.json", "error": "7:1: Parse error"}]}}'
        )

        fact, change = problems(text)[0]

        assert fact == '"/etc/vulkan/icd.d/a.json" was refused: 7:1: Parse error'
        assert "refloader lint" in change

    @pytest.mark.parametrize(
        "text", ['{"architectures": 1}', '{"vulkan": [', '{"a": {"vulkan": {}}}', "{" * 9000]
    )
    def test_other_json_is_none(self, text: str) -> None:
        """It is read as a log, which has nothing of a loader."""
        assert "nothing in it is of a loader" in problems(text)[0][0]


def test_selinux_denied_the_manifest() -> None:
    """The reason comes before its effect, and the label shows that the file was moved."""
    line = (
        'type=AVC msg=audit(1.1:4): avc:  denied  { read } for  pid=4 comm="vkcube" name="MangoHud.x86_64.json" '
        "dev=dm-0 scontext=user_u:user_r:user_t:s0 tcontext=unconfined_u:object_r:user_home_t:s0 tclass=file "
    )
    text = f"LAYER: Found the following files:\n{REFUSED}{line}permissive=0\n"

    answer = document(text, "mangohud")["answers"][0]

    assert answer["state"] == "not active"
    assert "SELinux" in answer["facts"][0]["text"]
    assert answer["facts"][0]["change"].endswith(f"restorecon -v {MANIFEST}")
    assert "SELinux" in problems(text)[0][0]
    assert "SELinux" not in problems(f"{REFUSED}{line}permissive=1\n")[0][0]


def test_apparmor_denied_a_drivers_manifest() -> None:
    """Of a snap; what it denies besides is no matter of Vulkan."""
    line = (
        'audit: type=1400 audit(1.4:8): apparmor="DENIED" operation="open" class="file" profile="snap.acme.acme" '
        'name="{}" pid=47 comm="acme" requested_mask="r" denied_mask="r"\n'
    )
    text = f"ERROR: vkCreateInstance: Found no drivers!\n{line.format('/usr/share/vulkan/icd.d/radeon_icd.json')}"

    fact, change = problems(text)[0]

    assert (
        fact
        == '"/usr/share/vulkan/icd.d/radeon_icd.json" was denied to the program by AppArmor (profile snap.acme.acme)'
    )
    assert "snap connect acme:opengl" in change
    assert not any("AppArmor" in each for each, _ in problems(REFUSED + line.format("/etc/fonts/x")))


def test_a_node_that_mesa_may_not_open() -> None:
    """In the words of newer releases of Mesa; a node that is not there has another change."""
    line = "WARNING: radv.c:18: Code 0 : Could not open device /dev/dri/renderD128: {}\n"

    assert "usermod -aG" in problems(line.format("Permission denied"))[0][1]
    assert "--device /dev/dri" in problems(line.format("No such file or directory"))[0][1]


def test_an_older_library_in_the_programs_folder() -> None:
    """It is taken out of the way; a library of the system is not."""
    line = (
        "ERROR: {}/libstdc++.so.6: version `GLIBCXX_3.4.32' not found (required by /usr/lib/libMangoHud.so)\n"
    )

    assert "take /opt/acme/lib out of LD_LIBRARY_PATH" in problems(line.format("/opt/acme/lib"))[0][1]
    assert "LD_LIBRARY_PATH" not in problems(line.format("/usr/lib"))[0][1]


def test_a_cause_comes_before_errors_that_say_none() -> None:
    """Wherever it stands in the log."""
    text = (
        "ERROR:   setup_loader_term_phys_devs: "
        "Call to 'vkEnumeratePhysicalDevices' in ICD x failed with error code -3\n"
        "NVRM: API mismatch: the client has the version 550.67, but this kernel module has the version 550.54.14.\n"
    )

    first, second = problems(text)

    assert "of different versions" in first[0]
    assert "error code -3" in second[0]


def test_other_reports_of_a_card_without_a_driver() -> None:
    """Of the kernel, which misses firmware, of Mesa's zink, and of Steam's container, which left a manifest out."""
    firmware = "amdgpu 0000:03:00.0: Direct firmware load for amdgpu/gc_12_0_1_pfp.bin failed with error -2\n"
    zink = "MESA: error: ZINK: vkEnumeratePhysicalDevices failed (VK_ERROR_INITIALIZATION_FAILED)\n"
    steam = f'pressure-vessel-wrap[42]: W: Failed to load Vulkan explicit layer from "{MANIFEST}": version "1.2.1"\n'

    assert "amdgpu/gc_12_0_1_pfp.bin" in problems(firmware)[0][0]
    assert "linux-firmware" in problems(firmware)[0][1]
    assert "firmware" not in problems(firmware.replace("amdgpu", "iwlwifi"))[0][0]
    assert "no driver gives a device" in problems(zink)[0][0]
    assert MANIFEST in problems(steam)[0][0]


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report["name"])
def test_the_first_problem_of_a_report_is_its_cause(report: dict[str, Any]) -> None:
    """Of whole texts as people post them: their words, the output of tools, and a few lines that matter."""
    first = document(posted(report))["facts"][0]

    cause, change = first["text"], first["change"]
    assert first["bad"] is not report.get("fine", False)
    assert [each for each in report["says"] if each not in cause] == []
    assert any(each in change for each in report["change"]), change
    assert [each for each in report.get("never", ()) if each in change] == []


@pytest.mark.parametrize(
    "line",
    [
        "ERROR: core/script.cpp:12 - Cannot call method 'x' on a null value",
        "WARNING: /a/b.json has invalid layer manifest file version 1.2.1.  May cause errors",
        "adapter is missing the optional feature TIMESTAMP_QUERY, falling back",
        "warning: could not load the debug symbols of /usr/lib/libvulkan.so.1",
        "WARNING: loader_add: Skipping manifest file /a/b.json, it has already been read once",
    ],
)
def test_what_other_programs_call_an_error_and_loaders_a_warning(line: str) -> None:
    """It is none of Vulkan's problems, or the file is read all the same."""
    assert problems(f"INFO: Vulkan Loader Version 1.3.204\n{line}\n") == []


@pytest.mark.parametrize("text", sorted((LOGS / "loaders").glob("*-works.txt")), ids=lambda path: path.stem)
def test_what_a_loader_that_works_prints_has_no_problem(text: Path) -> None:
    """But for two libraries that are not there; of fifteen builds, whatever they warn of."""
    missing = ("/world/gone.so", "/world/none.so", "VK_LAYER_TEST_c failed to load")

    told = [text for text, _ in problems(text.read_text(encoding="utf-8"))]

    assert [each for each in told if not any(name in each for name in missing)] == []


@pytest.mark.parametrize("case", HEALTHY, ids=lambda case: case["name"])
def test_a_text_of_a_machine_that_works_has_no_problem(case: dict[str, Any]) -> None:
    """Whatever its tools warn of: neither a problem nor a change is made up."""
    facts = document(posted(case))["facts"]

    assert facts
    assert [each["text"] for each in facts if each["bad"]] == []
    assert [each["change"] for each in facts if each["change"]] == []


def test_every_report_is_expected() -> None:
    """No text without an expectation or a title, no two of one name, and none of which nothing is left."""
    cases = [*REPORTS, *HEALTHY]

    assert len({each["name"] for each in cases}) == len(cases)
    assert [each["name"] for each in cases if not each["text"].strip() or not each["title"]] == []
    assert [each["name"] for each in REPORTS if not each["says"] or not each["change"]] == []


MISSING = 'ERROR | LAYER: Layer "VK_LAYER_KHRONOS_validation" was not found but was requested by env var X!\n'


def test_a_layer_of_an_older_version_than_the_program_asks_for() -> None:
    """It is left out, and its manifest says which version it is of."""
    text = (
        "INFO: Vulkan Loader Version 1.3.275\n"
        "WARNING: Disabling implicit layer VK_LAYER_ACME_hud for using an old API version 1.0 versus application "
        "requested 1.3\n"
    )

    first = document(text)["facts"][0]

    assert "an old API version 1.0" in first["text"]
    assert "set api_version in its manifest to that" in first["change"]
    assert "1.3" in first["change"]


class TestWhatIsNoSign:
    """Words that do not show what the machine is."""

    @pytest.mark.parametrize(
        ("words", "shown"),
        [
            ("OS: Arch Linux x86_64\n", {"pacman"}),
            ('ID=ubuntu\nVERSION_ID="24.04"\n', {"apt"}),
            ("it works on Fedora 40\nand not on Ubuntu 22.04\n", {"apt", "dnf", "pacman"}),
            ("I read the Arch wiki, and Debian people say so\n", {"apt", "dnf", "pacman"}),
            ("built by GCC 9.4.0 (Ubuntu 9.4.0-1ubuntu1~20.04)\n", {"apt", "dnf", "pacman"}),
            ("ID=arch\nID=fedora\n", {"apt", "dnf", "pacman"}),
            ("ID=nixos\n", set()),
        ],
    )
    def test_of_a_distribution(self, words: str, shown: set[str]) -> None:
        """Its command is given alone if the text shows one, and all are if it shows several or none."""
        change = problems(words + MISSING)[0][1]

        assert {each for each in ("apt", "dnf", "pacman") if f"{each} " in change} == shown

    @pytest.mark.parametrize(
        "line",
        [
            "Failed to find 'vkGetInstanceProcAddr' in layer \"VK_LAYER_ACME_hud\"",
            'layer "VK_LAYER_ACME_hud" is missing the required field "api_version"',
            "Found instance layer VK_LAYER_ACME_hud",
            "VK_LAYER_ACME_hud: the extension was not found",
        ],
    )
    def test_of_a_missing_layer(self, line: str) -> None:
        """Something of the layer is missing, or nothing is."""
        facts = document(f"INFO: Vulkan Loader Version 1.3.275\n{line}\n")["facts"]

        assert not any("asked for and not found" in fact["text"] for fact in facts)

    def test_of_a_layer_without_functions_of_devices(self) -> None:
        """It is in the instance's chain, and in no device's: that is its right (seen on a healthy machine)."""
        line = 'INFO | LAYER:     Failed to find vkGetDeviceProcAddr in layer "libVkLayer_MESA_device_select.so"\n'

        assert problems(line) == []
        assert any("usual for layers" in fact["text"] for fact in document(line)["facts"])

    def test_of_a_variable_without_a_value(self) -> None:
        """The shell prints an empty line, and what follows is the next command."""
        text = "$ echo $VK_ICD_FILENAMES\n\nvkcube\nvkEnumeratePhysicalDevices reported zero accessible devices.\n"

        assert "VK_ICD_FILENAMES" not in "".join(problems(text)[0])

    @pytest.mark.parametrize(("mode", "groups"), [("crw-rw----+", "27(sudo)"), ("crw-rw----", "105(render)")])
    def test_of_a_closed_node(self, mode: str, groups: str) -> None:
        """The user is in the group, or a list of access lets others in."""
        text = (
            f"{mode} 1 root render 226, 128 Jun  1 10:02 renderD128\n"
            f"uid=1000(ann) gid=1000(ann) groups=1000(ann),{groups}\n"
            "vkEnumeratePhysicalDevices reported zero accessible devices.\n"
        )

        assert "usermod" not in problems(text)[0][1]

    def test_of_a_module_of_other_hardware(self) -> None:
        """vfio-pci has the sound, and not the graphics card."""
        text = (
            "01:00.0 VGA compatible controller: NVIDIA Corporation GA106 [GeForce RTX 3060]\n"
            "\tKernel driver in use: nvidia\n"
            "01:00.1 Audio device: NVIDIA Corporation GA106\n"
            "\tKernel driver in use: vfio-pci\n"
            "vkEnumeratePhysicalDevices reported zero accessible devices.\n"
        )

        assert "vfio" not in "".join(problems(text)[0])


@pytest.mark.parametrize(
    "line",
    [
        "err:   DxvkSubmissionQueue: vkQueuePresentKHR failed in frame 812",
        "game.x86_64: Segmentation fault (core dumped)",
        "vkCreateSwapchainKHR failed in the renderer of the editor",
    ],
)
def test_a_text_with_a_failure_that_no_table_knows_is_not_called_a_good_one(line: str) -> None:
    """The line is named, and what to ask for; a device in the same text does not outweigh it."""
    told = document(f"deviceName = AMD Radeon RX 6600 (RADV NAVI23)\n{line}\n")

    first = told["facts"][0]
    assert first["bad"]
    assert first["text"].startswith("something failed, and refloader does not know why: ")
    assert line in first["text"]
    assert told["ask"]


SPOKEN = [
    (  # French
        "ERROR: /usr/lib/libvulkan_intel.so: ne peut ouvrir le fichier d'objet partagé: Aucun fichier "
        "ou dossier de ce nom",
        ("libvulkan_intel.so", "cannot open shared object file"),
        "mesa-vulkan-drivers",
    ),
    (  # Spanish
        "game: error while loading shared libraries: libvulkan.so.1: no se puede abrir el archivo del "
        "objeto compartido: "
        "No existe el archivo o el directorio",
        ("could not load the loader",),
        "libvulkan1",
    ),
    (  # a user that sudo names is not root
        "$ sudo -u bob vulkaninfo --summary\n"
        "\tdeviceName = AMD Radeon RX 6400 (RADV NAVI24)\n"
        "$ ./run\n\tdeviceName = llvmpipe (LLVM 17.0.6, 256 bits)\nERROR: vkCreateInstance: Found no drivers!",
        ("no driver is left",),
        "another program gets the card",
    ),
    (  # an export of the registry
        '[HKEY_LOCAL_MACHINE\\SOFTWARE\\WOW6432Node\\Khronos\\Vulkan\\ImplicitLayers]\n"C:\\\\a\\\\hud64.json"=dword:00000000\n'
        "VkResult -9 of vkCreateInstance",
        ("hud64.json is for 64-bit programs by its name", "key of 32-bit ones"),
        'reg add HKLM\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers /v "C:\\a\\hud64.json"',
    ),
    (  # a file that sets the variable
        "$ cat /etc/environment\nVK_ICD_FILENAMES=/opt/old.json\n\n$ ./app\n"
        "ERROR: loader_get_json: Failed to open JSON file /opt/old.json\nERROR: vkCreateInstance: Found no drivers!",
        ("/opt/old.json", "was refused"),
        "unset VK_ICD_FILENAMES",
    ),
    (  # programs of Debian for 64 bits alone
        "game: ELF 32-bit LSB executable, Intel 80386\nii  libvulkan1:amd64  1.3.239.0-1  amd64  loader\n"
        "./game: error while loading shared libraries: libvulkan.so.1: cannot open shared object file: No such file",
        ("libvulkan1 for i386 is not among the packages", "a 32-bit one"),
        "apt install libvulkan1:i386",
    ),
    (  # a card without Vulkan
        "00:02.0 VGA compatible controller: Intel Corporation 2nd Generation Core Processor Family "
        "Integrated Graphics "
        "Controller (rev 09)\nGodot: Vulkan: Cannot get physical devices list.",
        ("2nd Generation Core", "older than Vulkan"),
        "--rendering-driver opengl3",
    ),
    (  # PowerShell
        'PS C:\\> .\\app.exe\nWARNING: Layer "VK_LAYER_A_b:VK_LAYER_C_d" was not found but was requested by env var '
        "VK_INSTANCE_LAYERS!",
        ("its separator is another one",),
        '$env:VK_INSTANCE_LAYERS="VK_LAYER_A_b;VK_LAYER_C_d"',
    ),
    (  # a container of LXC without nodes
        "root@c:~# ls /dev/dri\nls: cannot access '/dev/dri': No such file or directory\nroot@c:~# "
        "systemd-detect-virt\nlxc\n"
        "\tdeviceName = llvmpipe (LLVM 17.0.6, 256 bits)",
        ("the only device is llvmpipe", "there is no /dev/dri"),
        "dev0: /dev/dri/renderD128",
    ),
]


@pytest.mark.parametrize(("text", "says", "change"), SPOKEN, ids=lambda value: str(value)[:24])
def test_what_a_text_says_in_other_words(text: str, says: tuple[str, ...], change: str) -> None:
    """Other languages, other tools: the cause comes first, with a change that fits the machine."""
    first = problems(f"{text}\n")[0]

    assert [each for each in says if each not in first[0]] == []
    assert change in first[1]


def test_a_program_of_a_list_with_capabilities_is_not_the_one_that_ran() -> None:
    """Variables of another program are not ignored."""
    text = (
        "$ getcap -r /usr/bin\n/usr/bin/ping cap_net_raw=ep\n"
        "$ VK_DRIVER_FILES=/opt/a.json vkcube\nDRIVER: Searching for driver manifest files\n"
        "DRIVER:    In following folders:\nDRIVER:       /etc/vulkan/icd.d\n"
    )

    assert problems(text) == []
