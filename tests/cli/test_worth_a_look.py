"""What ``doctor`` finds that may be meant: it is worth a look, or worth knowing, and not wrong."""

from pathlib import Path

import pytest
from verbs import Run, checked_json, manifest

HUD = "usr/share/vulkan/implicit_layer.d/hud.json"


def machine(place: Path, hud: str = HUD) -> Path:
    """A tree with a loader, a driver, and a layer that HUD=1 turns on."""
    libraries = place / "usr/lib/x86_64-linux-gnu"
    libraries.mkdir(parents=True)
    for name in ("libvulkan.so.1", "libone.so", "libhud.so"):
        (libraries / name).write_bytes(ELF)
    write(place / "usr/share/vulkan/icd.d/one.json", DRIVER)
    manifest(
        (place / hud).parent,
        (place / hud).name,
        layer_name="VK_LAYER_TEST_hud",
        library_path="libhud.so",
        enable_environment={"HUD": "1"},
        disable_environment={"NO_HUD": "1"},
    )
    return place


ELF = bytes.fromhex("7f454c4602010100000000000000000003003e0001000000") + bytes(40)
DRIVER = '{"file_format_version": "1.0.0", "ICD": {"library_path": "libone.so", "api_version": "1.3.0"}}'


def write(path: Path, text: str) -> None:
    """Write a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


class TestAVariableThatDoesNotTurnALayerOn:
    """A layer that stays off may be meant to."""

    def test_it_is_not_counted_as_wrong(self, run: Run, tmp_path: Path) -> None:
        """The headline says what it is, and the exit code is 0."""
        result = run("doctor", "--root", str(machine(tmp_path)), "--env", "HUD=true")

        lines = result.stdout.splitlines()
        assert lines[0] == "Nothing is known to be wrong with Vulkan here; 1 thing is worth a look"
        assert lines[1] == '-  worth a look: HUD is "true", and VK_LAYER_TEST_hud wants "1"'
        assert result.exit_code == 0

    def test_beside_what_is_wrong(self, run: Run, tmp_path: Path) -> None:
        """It has no number, which only what is wrong has."""
        given = ("--env", "HUD=true", "--env", "VK_LAYER_PATH=/nowhere")

        result = run("doctor", "--root", str(machine(tmp_path)), *given)

        lines = result.stdout.splitlines()
        assert lines[0] == "1 thing is wrong with Vulkan here"
        assert [line[:2] for line in lines if line[:1] in ("1", "2", "-")] == ["1 ", "1.", "- "]
        assert result.exit_code == 1

    def test_in_json(self, run: Run, tmp_path: Path) -> None:
        """It has a weight of its own, and its command."""
        words = ("doctor", "--root", str(machine(tmp_path)), "--env", "HUD=true", "--format", "json")

        document = checked_json(run(*words), "doctor-1")

        (finding,) = document["findings"]
        assert (finding["weight"], finding["command"]) == ("look", "export HUD=1")
        assert document["verdict"] == "healthy"


def test_a_folder_that_was_renamed_is_not_misspelt(run: Run, tmp_path: Path) -> None:
    """Somebody keeps off what is in it: no command moves it back."""
    place = machine(tmp_path, "usr/share/vulkan/implicit_layer.d.bak/hud.json")

    result = run("doctor", "--root", str(place))

    assert result.stdout.splitlines()[0] == "Nothing is wrong with Vulkan here, as far as files show"
    assert "worth knowing: no loader reads" in " ".join(result.stdout.split())
    assert "mv " not in result.stdout
    assert result.exit_code == 0


def test_the_usr_of_a_tree(run: Run, tmp_path: Path) -> None:
    """Is its usr, and what lies beside it is read with the folder above."""
    place = machine(tmp_path)

    result = run("explain", "--root", str(place / "usr"), "hud", "--env", "HUD=1")

    assert result.stdout.splitlines()[0].startswith("VK_LAYER_TEST_hud is active: ")
    assert f"what lies beside it is read with --root {place}" in " ".join(result.stdout.split())
    assert result.exit_code == 0


def test_a_folder_in_the_place_of_the_one_drivers_manifest(run: Run, tmp_path: Path) -> None:
    """Is one fault, and is told once: what is to be mounted there takes its place."""
    place = machine(tmp_path)
    (place / "usr/share/vulkan/icd.d/one.json").unlink()
    (place / "usr/share/vulkan/icd.d/one.json").mkdir()

    result = run("doctor", "--root", str(place))

    text = " ".join(result.stdout.split())
    assert text.startswith("1 thing is wrong with Vulkan here 1. no driver can be used: ")
    assert "one.json, a file in the place of that folder" in text


def test_a_relative_path_holds_from_one_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A note says so, as another program may start elsewhere."""
    manifest(tmp_path / "layers")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VK_LAYER_PATH", "layers")

    result = run("explain", "--no-run", "--not-elevated", "VK_LAYER_TEST_good")

    note = 'VK_LAYER_PATH has "layers", no full path: this holds for programs that start in the same folder'
    assert f"note: {note}" in " ".join(result.stdout.split())


class TestAFileOnWhichAReleaseFails:
    """Release 1.3.239 makes no instance where a layer's manifest begins with a byte order mark."""

    @pytest.fixture
    def asked(self, tmp_path: Path) -> tuple[str, ...]:
        """The question to that release, on a tree with such a manifest."""
        place = machine(tmp_path)
        path = place / HUD
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
        return "explain", "--root", str(place), "--as-loader", "1.3.239"

    def test_without_a_name(self, asked: tuple[str, ...], run: Run) -> None:
        """The file comes first, with the change."""
        text = " ".join(run(*asked).stdout.split())

        assert text.startswith(
            "vkCreateInstance is not possible: vkCreateInstance returns VK_ERROR_OUT_OF_HOST"
        )
        assert '/implicit_layer.d/hud.json" begins with a byte order mark to mend it: change ' in text

    def test_with_the_name_of_its_layer(self, asked: tuple[str, ...], run: Run) -> None:
        """The answer on the layer says so, and nothing says it again."""
        text = " ".join(run(*asked, "VK_LAYER_TEST_hud").stdout.split())

        assert text.startswith(
            "VK_LAYER_TEST_hud is not found: vkCreateInstance returns VK_ERROR_OUT_OF_HOST_MEMORY"
        )
        assert text.count("begins with a byte order mark") == 1


class TestVariablesThatDoNothing:
    """Without a name, they come with the change."""

    def test_blanks_between_the_entries_of_a_list(self, run: Run, tmp_path: Path) -> None:
        """The entry stays in the list, without them."""
        place = machine(tmp_path)
        write(place / "usr/share/vulkan/icd.d/two.json", DRIVER)
        value = "/usr/share/vulkan/icd.d/one.json: /usr/share/vulkan/icd.d/two.json"

        result = run("explain", "--root", str(place), "--env", f"VK_DRIVER_FILES={value}")

        assert "and a loader takes them for a part of the path" in " ".join(result.stdout.split())
        assert f"export VK_DRIVER_FILES={value.replace(' ', '')}" in result.stdout

    def test_one_that_the_release_does_not_read_yet(self, run: Run, tmp_path: Path) -> None:
        """The first release that does is named."""
        given = ("--env", "VK_IMPLICIT_LAYER_PATH=/opt/layers", "--as-loader", "1.3.239")

        result = run("explain", "--root", str(machine(tmp_path)), *given)

        text = " ".join(result.stdout.split())
        assert 'VK_IMPLICIT_LAYER_PATH="/opt/layers" has no effect: this loader does not read it yet' in text
        assert "and those from 1.3.296 on do" in text

    def test_one_beside_its_older_name(self, run: Run, tmp_path: Path) -> None:
        """Both are set so that releases of every age read one of them."""
        given = [
            f"{name}=/usr/share/vulkan/icd.d/one.json" for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES")
        ]
        options = [word for each in given for word in ("--env", each)]

        both = run("explain", "--root", str(machine(tmp_path)), *options, "--as-loader", "1.2.135")
        alone = run("explain", "--root", str(tmp_path), *options[:2], "--as-loader", "1.2.135")

        assert "has no effect" not in both.stdout
        assert f"export {given[1]}" in alone.stdout


@pytest.mark.parametrize("name", ["vulkan_icd.d", "my-icd.d", "icd.d.d", "icd.d "])
def test_a_folder_that_is_misspelt_was_not_renamed(name: str, run: Run, tmp_path: Path) -> None:
    """What lies in it is missing."""
    place = machine(tmp_path)
    write(place / "usr/share/vulkan" / name / "two.json", DRIVER)

    assert run("doctor", "--root", str(place)).exit_code == 1


@pytest.mark.parametrize(
    "name", ["icd.d.bak", "icd.d~", "icd.d_", "old_icd.d", "_icd.d", "icd.d-2024", "icd.d.disabled"]
)
def test_folders_that_were_renamed(name: str, run: Run, tmp_path: Path) -> None:
    """By a word, or by a sign."""
    place = machine(tmp_path)
    write(place / "usr/share/vulkan" / name / "two.json", DRIVER)

    assert run("doctor", "--root", str(place)).exit_code == 0


def test_the_etc_in_a_usr_is_not_that_of_the_system(run: Run, tmp_path: Path) -> None:
    """No loader searches /usr/etc."""
    place = machine(tmp_path, "usr/etc/vulkan/implicit_layer.d/hud.json")

    result = run("explain", "--root", str(place / "usr"), "hud", "--env", "HUD=1")

    assert result.stdout.startswith("VK_LAYER_TEST_hud is not found: ")
