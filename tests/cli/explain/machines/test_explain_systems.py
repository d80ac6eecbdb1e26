"""``refloader explain`` on each system of the documents: the same depth, in the words of that system."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from verbs import Run, checked_json, manifest

from refloader.model.system import System

FIXTURES = Path(__file__).resolve().parents[4] / "fixtures"
NAME = "VK_LAYER_TEST_good"
IMPLICIT = "VK_LAYER_TEST_implicit"
SWITCH: dict[str, Any] = {
    "disable_environment": {"DISABLE_IT": "1"},
    "enable_environment": {"ENABLE_IT": "1"},
}
FOLDERS = {
    System.LINUX: "usr/share/vulkan",
    System.MACOS: "Applications/G.app/Contents/Resources/vulkan",
    System.FUCHSIA: "pkg/data/vulkan",
    System.WINDOWS: "C/Vk",
}
KEYS = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan"
REG = f"""Windows Registry Editor Version 5.00

[{KEYS}\\ExplicitLayers]
"C:\\\\Vk\\\\explicit_layer.d\\\\good.json"=dword:00000000

[{KEYS}\\ImplicitLayers]
"C:\\\\Vk\\\\implicit_layer.d\\\\implicit.json"=dword:00000000

[{KEYS}\\Drivers]
"C:\\\\Vk\\\\icd.d\\\\x.json"=dword:00000000
"""


def comparable(root: Path, system: System) -> list[str]:
    """A machine with an explicit layer, an implicit one that wants a variable, and a driver; the options for it."""
    folder = root / FOLDERS[system]
    manifest(folder / "explicit_layer.d")
    manifest(folder / "implicit_layer.d", "implicit.json", layer_name=IMPLICIT, **SWITCH)
    (folder / "icd.d").mkdir()
    driver = {
        "file_format_version": "1.0.0",
        "ICD": {"library_path": f"x{system.library_suffix}", "api_version": "1.3.0"},
    }
    (folder / "icd.d" / "x.json").write_text(json.dumps(driver))
    (root / "export.reg").write_text(REG)
    more = {
        System.MACOS: ["--app", "/Applications/G.app/Contents/MacOS/G"],
        System.FUCHSIA: ["--env", "XDG_DATA_DIRS=/pkg/data"],
        System.WINDOWS: ["--reg", str(root / "export.reg")],
    }
    return ["--os", system.value, "--root", str(root), *more.get(system, [])]


def explained(run: Run, *words: str) -> Any:
    """The explanation as JSON, held against its schema."""
    return checked_json(run("explain", "--format", "json", *words), "explain-1")


@pytest.mark.parametrize("system", FOLDERS)
class TestDepth:
    """Each system has the same members, reasons for everything, and a change that helps."""

    def test_members(self, run: Run, tmp_path: Path, system: System) -> None:
        """They are those of Linux, and say which system it is."""
        (tmp_path / "linux").mkdir()
        (tmp_path / "other").mkdir()
        linux = explained(run, *comparable(tmp_path / "linux", System.LINUX))

        document = explained(run, *comparable(tmp_path / "other", system))

        assert document.keys() == linux.keys()
        assert (document["system"], document["bits"], document["elevated"]) == (system.value, 64, False)
        assert [row.keys() for row in document["layers"]] == [row.keys() for row in linux["layers"]]

    def test_reasons(self, run: Run, tmp_path: Path, system: System) -> None:
        """Both layers and the driver are found, each with its place and with reasons."""
        document = explained(run, *comparable(tmp_path, system))

        rows = [*document["layers"], *document["drivers"]]
        assert [row.get("name") for row in document["layers"]] == [IMPLICIT, NAME]
        assert [row["used"] for row in document["drivers"]] == [True]
        assert all(row["reasons"] for row in rows)
        assert {row["place"] for row in rows} <= {place["path"] for place in document["places"]}

    def test_smallest_changes(self, run: Run, tmp_path: Path, system: System) -> None:
        """A variable for the one, a request for the other."""
        document = explained(run, *comparable(tmp_path, system), IMPLICIT, NAME)

        changes = [
            (row["smallest_change"]["kind"], row["smallest_change"]["what"]) for row in document["layers"]
        ]
        assert changes == [("set-env", "ENABLE_IT"), ("set-env", "VK_INSTANCE_LAYERS")]

    def test_text(self, run: Run, tmp_path: Path, system: System) -> None:
        """The answer comes first, then the system, and each section is there."""
        text = run("explain", "-v", *comparable(tmp_path, system), NAME).stdout

        assert text.startswith(f"{NAME} is not active: nothing asks for this explicit layer")
        assert f", {system.label}, 64-bit, not " in text
        assert "layers asked for" in text
        assert "smallest change that makes it active: set VK_INSTANCE_LAYERS" in text

    def test_page(self, run: Run, tmp_path: Path, system: System) -> None:
        """The page names the system and draws three searches at least."""
        page = run("explain", *comparable(tmp_path, system), "--format", "html", NAME).stdout

        assert f"<b>{system.label}</b>" in page
        assert page.count("The search as text") >= 3


FOREIGN = re.compile(r"XDG|\bHOME\b|ld\.so|LD_LIBRARY|dynamic linker|/etc|/usr", re.IGNORECASE)
"""What nobody on Windows has."""


class TestWindows:
    """The registry is told key by key, and nothing of Linux."""

    def test_no_word_of_linux(self, run: Run, tmp_path: Path) -> None:
        """Neither for what is found nor for what is not."""
        text = run("explain", *comparable(tmp_path, System.WINDOWS), NAME, "VK_LAYER_nowhere", "-v").stdout

        assert FOREIGN.findall(text.replace(str(tmp_path), "")) == []

    def test_values(self, run: Run) -> None:
        """Each value has its data, whether it is followed, why not, and where it stands."""
        export = str(FIXTURES / "registry" / "game-store-wrong.reg")

        document = explained(run, "--reg", export)

        [key] = [
            each
            for each in document["places"]
            if each["path"] == r"HKEY_CURRENT_USER\SOFTWARE\Khronos\Vulkan\ImplicitLayers"
        ]
        values = [
            (each["type"], each["followed"], each["at"]["line"], bool(each["command"]))
            for each in key["values"]
        ]
        assert values == [("REG_DWORD", False, 4, True), ("REG_SZ", False, 5, True)]
        assert all(each["reasons"][0]["rule"] == "DISC-WINDOWS-03" for each in key["values"])
        assert {each["at"]["path"] for each in key["values"]} == {export}

    def test_files_that_nobody_told(self, run: Run) -> None:
        """With the export alone its manifests are unknown, not missing, and so is the result."""
        result = run("explain", "--reg", str(FIXTURES / "registry" / "gpu-driver.reg"), "--format", "json")

        document = checked_json(result, "explain-1")
        assert (document["result"], result.exit_code) == ("unknown", 0)
        assert {each["use"] for each in document["unknown"]} == {"implicit", "explicit", "driver"}
        assert not any("does not exist" in each["fact"] for each in document["reasons"])

    def test_layers_in_unknown_files(self, run: Run) -> None:
        """Nobody can say what would help a layer that may be in one of them."""
        words = ("explain", "--reg", str(FIXTURES / "registry" / "recording.reg"))

        text = run(*words, "VK_LAYER_ACME_recorder_hook").stdout

        assert "whose content is not known" in text
        assert "add C:" not in text

    @pytest.mark.parametrize(
        ("words", "read"),
        [
            ((), "AcmeOverlay64.json"),
            (("--bits", "32"), "AcmeOverlay32.json"),
        ],
    )
    def test_bits(self, run: Run, words: tuple[str, ...], read: str) -> None:
        """Each word size has its own keys, and is told of the others'."""
        options = ("--reg", str(FIXTURES / "registry" / "overlay.reg"))

        document = explained(run, *options, "--root", str(FIXTURES / "trees" / "windows"), *words)

        assert [row["manifest"].rpartition("\\")[2] for row in document["layers"]] == [read]
        [passed] = document["passed_over"]
        assert passed["rule"] == "DISC-WINDOWS-05"

    def test_values_of_devices_for_others(self, run: Run) -> None:
        """What an adapter names for 32-bit programs is told, and who reads it."""
        passed = explained(run, "--reg", str(FIXTURES / "registry" / "gpu-driver.reg"))["passed_over"]

        names = [each["path"].rpartition("\\")[2] for each in passed]
        assert names == ["VulkanDriverNameWow", "VulkanImplicitLayersWow", "VulkanDriverNameWow"]
        assert {each["why"] for each in passed} == {"only 32-bit processes read it"}

    def test_administrators(self, run: Run) -> None:
        """What a user may write to is not read, and the text says why."""
        options = ("--reg", str(FIXTURES / "registry" / "overlay.reg"), "--elevated")

        text = run("explain", "-v", *options, "--root", str(FIXTURES / "trees" / "windows")).stdout

        assert ", run as administrator" in text
        assert "no effect: the process runs as administrator" in text

    @pytest.mark.parametrize(("name", "helps"), [("a.json", True), ("a.txt", False)])
    def test_the_command_that_helps(self, run: Run, tmp_path: Path, name: str, helps: bool) -> None:
        """There is one where the number alone is wrong, and none for a file that is no manifest anyway."""
        export = tmp_path / "x.reg"
        key = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\Drivers"
        text = f'Windows Registry Editor Version 5.00\n\n[{key}]\n"C:\\\\{name}"=dword:00000001\n'
        export.write_text(text, encoding="utf-8")

        shown = run("explain", "-v", "--reg", str(export)).stdout

        assert "not followed" in shown
        assert ("to have it read" in shown) == helps

    def test_variables_are_read_as_on_windows(self, run: Run) -> None:
        """Names match in any case, and lists of names are separated by semicolons."""
        options = ("--reg", str(FIXTURES / "registry" / "overlay.reg"), "--edition", "2016")

        variables = ("--env", "Vk_Device_Layers=VK_LAYER_A;VK_LAYER_B", "--env", "XDG_DATA_HOME=/d")
        text = run("explain", "-v", *options, *variables).stdout

        assert 'VK_DEVICE_LAYERS="VK_LAYER_A;VK_LAYER_B": in force' in text
        assert "XDG_DATA_HOME" not in text
        assert "  VK_LAYER_A: not found" in text
        assert "  VK_LAYER_B: not found" in text

    def test_the_page_has_the_registry(self, run: Run) -> None:
        """Keys, values, where they stand, what nobody told, and the command that helps."""
        options = ("--reg", str(FIXTURES / "registry" / "overlay-wrong.reg"))

        page = run("explain", *options, "--format", "html").stdout

        assert "The registry, key by key" in page
        assert "overlay-wrong.reg:9:1" in page
        assert "reg add &#34;HKCU" in page
        assert "Keys that this loader does not read" in page


class TestOthers:
    """What is told of macOS and Android alone."""

    def test_a_bundle_hides_drivers(self, run: Run) -> None:
        """The bundle follows from --app, and the driver of the system says what hides it."""
        tree = ("--os", "macos", "--root", str(FIXTURES / "trees" / "macos"), "--portability")

        document = explained(run, *tree, "--app", "/Applications/Game.app/Contents/MacOS/Game")

        assert document["platform"]["bundle"] == "/Applications/Game.app"
        bundled, hidden = document["drivers"]
        assert (bundled["used"], hidden["used"]) == (True, False)
        assert "DISC-DRIVER-MACOS-02" in [each["rule"] for each in hidden["reasons"]]

    def test_no_bundle(self, run: Run) -> None:
        """Without a program the driver of the system is used."""
        tree = ("--os", "macos", "--root", str(FIXTURES / "trees" / "macos"), "--portability")

        assert [row["used"] for row in explained(run, *tree)["drivers"]] == [True]

    @pytest.mark.parametrize("debuggable", [False, True])
    def test_android(self, run: Run, tmp_path: Path, debuggable: bool) -> None:
        """Whether the debug folder is asked depends on the application; the driver is the system's."""
        folder = tmp_path / "data/local/debug/vulkan"
        folder.mkdir(parents=True)
        (folder / "libVkLayer_x.so").write_bytes(b"no library")
        words = ("--os", "android", "--root", str(tmp_path), *(["--debuggable"] if debuggable else []))

        result = run("explain", "-v", *words)

        assert ("libVkLayer_x.so" in result.stdout) is debuggable
        assert ("DISC-ANDROID-01" in result.stdout) is not debuggable
        assert "the driver of the system" in result.stdout
        assert result.exit_code == 0

    def test_no_driver_of_android_was_seen(self, run: Run, tmp_path: Path) -> None:
        """No file says that Android has a driver: that an instance can be made is not known, nor that all is well."""
        words = ("--os", "android", "--root", str(tmp_path))

        result = run("explain", *words)

        assert explained(run, *words)["result"] == "unknown"
        assert "what vkCreateInstance returns is not known" in result.stdout
        assert "nothing is wrong" not in result.stdout

    def test_variables_without_effect(self, run: Run, tmp_path: Path) -> None:
        """What holds on other systems alone is no control on Android."""
        words = ("--os", "android", "--root", str(tmp_path), "--env", "VK_LAYER_PATH=/x")

        [control] = explained(run, *words)["controls"]

        assert not control["in_force"]
        assert "has no effect on Android" in control["why"]
