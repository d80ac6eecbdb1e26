"""``refloader explain`` on files of a machine that have neither a loader nor a C library."""

import json
from pathlib import Path

import pytest
from elf_files import Symbol, elf
from verbs import Run

SHARE = "usr/share/vulkan"
LAYER = [Symbol("vkGetInstanceProcAddr"), Symbol("vkGetDeviceProcAddr"), Symbol("vk_icdGetInstanceProcAddr")]
HUD = "VK_LAYER_ACME_meter"
BROKEN = b'{"layer": {"name": "VK_LAYER_ACME_meter",,}}'


def entry(root: Path, at: str, kind: str = "layer", **fields: object) -> None:
    """A manifest of a layer or a driver."""
    path = root / at
    path.parent.mkdir(parents=True, exist_ok=True)
    own = {
        "name": HUD,
        "type": "GLOBAL",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "m",
        "disable_environment": {"NO_METER": "1"},
    }
    inner = {**own, **fields} if kind == "layer" else {"api_version": "1.3.0", **fields}
    path.write_text(json.dumps({"file_format_version": "1.2.0" if kind == "layer" else "1.0.0", kind: inner}))


def file(root: Path, at: str, data: bytes) -> None:
    """A file of the machine."""
    path = root / at
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


class TestReleases:
    """The table of releases calls no layer active whose library cannot be loaded; no library is called 7."""

    def test_a_library_that_is_not_there(self, run: Run, tmp_path: Path) -> None:
        """It is so in every release."""
        entry(tmp_path, f"{SHARE}/implicit_layer.d/meter.json", library_path="/opt/meter/libmeter.so")

        without = run("explain", "--root", str(tmp_path), "--as-loader", "all", HUD).stdout
        file(tmp_path, "opt/meter/libmeter.so", elf(LAYER))
        with_it = run("explain", "--root", str(tmp_path), "--as-loader", "all", HUD).stdout

        told = 'not active: its library "/opt/meter/libmeter.so" cannot be loaded: it is not found'
        assert without.splitlines()[1].split("  ")[1:] == ["every release", told]
        assert "every release  active" in with_it

    def test_a_number_for_the_library(self, run: Run, tmp_path: Path) -> None:
        """Its text in double quotes would be no library either."""
        entry(tmp_path, f"{SHARE}/implicit_layer.d/meter.json", library_path=7)

        assert "double quotes" not in run("explain", "--root", str(tmp_path), HUD).stdout


class TestCorrections:
    """What has to be corrected by hand is a change, though none that was tried."""

    def test_a_layer_that_is_asked_for(self, run: Run, tmp_path: Path) -> None:
        """The line does not begin with no change being known."""
        file(tmp_path, f"{SHARE}/explicit_layer.d/meter.json", BROKEN)

        text = run("explain", "--root", str(tmp_path), "--request", HUD, HUD).stdout

        assert (
            f"  to make it active: correct /{SHARE}/explicit_layer.d/meter.json by hand\n" in text
        )  # the sentence above says why
        assert "no change is known" not in text


class TestFoldersOfTheLinker:
    """$LIB without a C library is what the distribution has."""

    @pytest.mark.parametrize(
        ("at", "text", "folder"),
        [
            ("etc/debian_version", "12.5\n", "usr/lib/x86_64-linux-gnu"),
            ("etc/os-release", "ID=linuxmint\nID_LIKE='ubuntu debian'\n", "usr/lib/x86_64-linux-gnu"),
            ("etc/os-release", "ID=arch\n", "usr/lib"),
        ],
    )
    def test_a_library_in_another_folder_is_not_loaded(
        self, run: Run, tmp_path: Path, at: str, text: str, folder: str
    ) -> None:
        """No folder lib64 is meant there."""
        file(tmp_path, at, text.encode())
        (tmp_path / folder).mkdir(parents=True)
        file(tmp_path, "opt/meter/lib64/libmeter.so", elf(LAYER))
        entry(tmp_path, f"{SHARE}/implicit_layer.d/meter.json", library_path="/opt/meter/$LIB/libmeter.so")

        result = run("explain", "--root", str(tmp_path), HUD)

        assert result.stdout.startswith(f"{HUD} is switched on, but its library cannot be loaded")
        assert 'layer.library_path to "/opt/meter/lib64/libmeter.so"' in result.stdout
        assert result.exit_code == 1

    def test_fedora_has_that_folder(self, run: Run, tmp_path: Path) -> None:
        """There the same manifest is right."""
        file(tmp_path, "etc/os-release", b"ID=fedora\n")
        file(tmp_path, "opt/meter/lib64/libmeter.so", elf(LAYER))
        entry(tmp_path, f"{SHARE}/implicit_layer.d/meter.json", library_path="/opt/meter/$LIB/libmeter.so")

        out = run("explain", "--root", str(tmp_path), HUD).stdout

        assert out.startswith(f"{HUD} is not active: vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER")
        assert "; otherwise it would be active: " in out
        assert "cannot be loaded" not in out


class TestOtherVersions:
    """A library whose needed one is there in another version."""

    @pytest.mark.parametrize(("there", "told"), [("libmeterutil.so.7", True), ("libother.so.7", False)])
    def test_whether_the_files_show_it(self, run: Run, tmp_path: Path, there: str, told: bool) -> None:
        """Without any version of it, it may come with the rest of the system: nothing is claimed."""
        file(tmp_path, "usr/lib/x86_64-linux-gnu/libvulkan_acme.so", elf([], needed=("libmeterutil.so.6",)))
        file(tmp_path, f"usr/lib/x86_64-linux-gnu/{there}", elf(LAYER))
        entry(tmp_path, f"{SHARE}/icd.d/acme.json", "ICD", library_path="libvulkan_acme.so")

        out = run("explain", "--root", str(tmp_path)).stdout

        assert ("needs libmeterutil.so.6" in out) is told
        assert ('libmeterutil.so.7", another version' in out) is told


class TestPatternsOfDrivers:
    """VK_LOADER_DRIVERS_SELECT is compared with whole names of manifests."""

    @pytest.mark.parametrize("pattern", ["gpu*", "acmegpu", "acmegpu_icd.json"])
    def test_a_part_of_a_name(self, run: Run, tmp_path: Path, pattern: str) -> None:
        """The pattern that selects what is there is the change."""
        file(tmp_path, "usr/lib/libvulkan_gpu.so", elf(LAYER))
        core = pattern.strip("*").removesuffix(".json")
        entry(tmp_path, f"{SHARE}/icd.d/05_{core}_icd.x64.json", "ICD", library_path="libvulkan_gpu.so")
        name = "VK_LOADER_DRIVERS_SELECT"

        out = run("explain", "--root", str(tmp_path), "--env", f"{name}={core}*").stdout

        assert f'05_{core}_icd.x64.json"' in out.splitlines()[0]
        assert f"export {name}='*{core}*'" in out


class TestLoadersAndDocuments:
    """Without a loader, that of the newest release is asked about layers that are active by the documents."""

    def test_a_blacklist_without_components(self, run: Run, tmp_path: Path) -> None:
        """That override layer counts by the documents, as with each loader since 1.1.106."""
        file(tmp_path, "usr/lib/libmeter.so", elf(LAYER))
        entry(tmp_path, f"{SHARE}/implicit_layer.d/meter.json", library_path="libmeter.so")
        override = {"name": "VK_LAYER_LUNARG_override", "component_layers": [], "blacklisted_layers": [HUD]}
        entry(tmp_path, f"{SHARE}/implicit_layer.d/VkLayer_override.json", **override)

        result = run("explain", "--root", str(tmp_path), HUD)

        assert result.stdout.startswith(f"{HUD} is not active: blacklisted_layers of ")
        assert result.exit_code == 1

    def test_a_key_behind_the_layer(self, run: Run, tmp_path: Path) -> None:
        """No document asks for "layer" as the last key, and all measured loaders do."""
        file(tmp_path, "usr/lib/libmeter.so", elf(LAYER))
        at = f"{SHARE}/implicit_layer.d/meter.json"
        entry(tmp_path, at, library_path="libmeter.so")
        path = tmp_path / at
        path.write_text(json.dumps({**json.loads(path.read_text()), "by": "ACME"}))

        result = run("explain", "--root", str(tmp_path), HUD)

        assert result.stdout.startswith(f"{HUD} is not active with loaders of release 1.")
        assert "by the documents it would be active" in result.stdout
        assert result.exit_code == 1

    def test_agreement_says_nothing(self, run: Run, tmp_path: Path) -> None:
        """The answer is that of the documents."""
        file(tmp_path, "usr/lib/libmeter.so", elf(LAYER))
        entry(tmp_path, f"{SHARE}/implicit_layer.d/meter.json", library_path="libmeter.so")

        result = run("explain", "--root", str(tmp_path), HUD)

        assert result.stdout.startswith(f"{HUD} is active: ")
        assert "loaders of release" not in result.stdout

    def test_what_older_loaders_leave_out_is_a_note(self, run: Run, tmp_path: Path) -> None:
        """The newest read a file with a byte order mark, and those before 1.4.303 do not."""
        file(tmp_path, "usr/lib/libmeter.so", elf(LAYER))
        at = f"{SHARE}/implicit_layer.d/meter.json"
        entry(tmp_path, at, library_path="libmeter.so")
        path = tmp_path / at
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())

        result = run("explain", "--root", str(tmp_path), HUD)

        assert f"note: loaders before 1.4.303 leave {HUD} out: " in result.stdout
        assert result.stdout.startswith(f"{HUD} is active: ")


class TestWordSizes:
    """A manifest that names the library of the other word size by its full path."""

    def test_the_one_for_this_size_lies_elsewhere(self, run: Run, tmp_path: Path) -> None:
        """No bare name leads to it, so that its path is the change."""
        file(tmp_path, "opt/card/lib/libvulkan_card.so", elf(LAYER, wide=False, machine=3))
        file(tmp_path, "opt/card/lib64/libvulkan_card.so", elf(LAYER))
        entry(tmp_path, "etc/vulkan/icd.d/card.json", "ICD", library_path="/opt/card/lib/libvulkan_card.so")

        out = run("explain", "--root", str(tmp_path)).stdout

        assert "it is for 32-bit processes" in out.splitlines()[0]
        assert 'ICD.library_path to "/opt/card/lib64/libvulkan_card.so"' in out


def test_a_key_in_another_letter_case_is_the_cause(run: Run, tmp_path: Path) -> None:
    """It is corrected, and no second key is added."""
    file(tmp_path, "usr/lib/libmeter.so", elf(LAYER))
    at = f"{SHARE}/implicit_layer.d/meter.json"
    entry(tmp_path, at, library_path="libmeter.so")
    path = tmp_path / at
    path.write_text(path.read_text().replace("disable_environment", "DISABLE_environment"))

    out = run("explain", "--root", str(tmp_path), "--as-loader", "1.3.250", HUD).stdout

    assert 'has the key "DISABLE_environment"' in out.splitlines()[0]
    assert 'to have "disable_environment" instead of "DISABLE_environment"' in out


def test_a_privileged_program_has_a_place_for_its_layer(run: Run, tmp_path: Path) -> None:
    """The change names the folder that is searched all the same."""
    file(tmp_path, "opt/l/libmeter.so", elf(LAYER))
    entry(tmp_path, "opt/l/meter.json", library_path="./libmeter.so")
    env = ("--env", "VK_ADD_LAYER_PATH=/opt/l", "--env", f"VK_INSTANCE_LAYERS={HUD}")

    out = run("explain", "--root", str(tmp_path), "--elevated", *env, HUD).stdout

    assert "or have its manifest in /etc/vulkan/explicit_layer.d (which is searched)" in out


def test_lint_names_what_is_passed_over(run: Run, tmp_path: Path) -> None:
    """A tree whose only manifest is half installed is not empty without a word."""
    file(tmp_path, f"{SHARE}/icd.d/acme.json.rpmnew", b"{}")

    result = run("lint", "--root", str(tmp_path))

    assert "acme.json.rpmnew" in result.output
    assert "only names that end in .json count" in result.output
    assert result.exit_code == 2


class TestALibraryThatIsLacking:
    """It is named before the layer is switched on, and not only in the answer after that."""

    @pytest.mark.parametrize(
        ("path", "told"), [("/opt/libmeter.so", True), ("./libmeter.so", True), ("m.so", False)]
    )
    def test_beside_the_variable(self, run: Run, tmp_path: Path, path: str, told: bool) -> None:
        """A path says where the library has to lie; of the folders for bare names nothing is known here."""
        at = f"{SHARE}/implicit_layer.d/meter.json"
        entry(tmp_path, at, library_path=path, enable_environment={"METER": "1"})

        text = run("explain", "--root", str(tmp_path), HUD).stdout

        assert f"{HUD} is not active: METER is not set" in text
        assert (f'besides, its library "{path}" is not found' in text) is told
        whole = f"/{SHARE}/implicit_layer.d/libmeter.so" if path.startswith(".") else path
        assert (f"set METER=1 and install a 64-bit {whole} (not tried)" in text) is told

    def test_a_number_behind_the_variable(self, run: Run, tmp_path: Path) -> None:
        """The change keeps the variable's name, as only its value is wrong."""
        file(tmp_path, "opt/libmeter.so", elf(LAYER))
        at = f"{SHARE}/implicit_layer.d/meter.json"
        entry(tmp_path, at, library_path="/opt/libmeter.so", disable_environment={"NO_METER": 1})

        text = run("explain", "--root", str(tmp_path), HUD).stdout

        assert 'disable_environment to {"NO_METER": "1"}' in text

    @pytest.mark.parametrize("name", ["", "A=B"])
    def test_a_name_that_no_variable_has(self, run: Run, tmp_path: Path, name: str) -> None:
        """It is not kept."""
        file(tmp_path, "opt/libmeter.so", elf(LAYER))
        at = f"{SHARE}/implicit_layer.d/meter.json"
        entry(tmp_path, at, library_path="/opt/libmeter.so", disable_environment={name: "1"})

        text = run("explain", "--root", str(tmp_path), HUD).stdout

        assert f'disable_environment to {{"DISABLE_{HUD}": "1"}}' in text


@pytest.mark.parametrize("verb", ["explain", "doctor"])
def test_the_variables_of_a_bundle(run: Run, tmp_path: Path, verb: str) -> None:
    """What config.json of an OCI bundle sets is not part of the answer, and a note says so."""
    entry(tmp_path, f"rootfs/{SHARE}/icd.d/x.json", "ICD", library_path="libx.so")
    (tmp_path / "config.json").write_text('{"process": {"env": ["XDG_DATA_DIRS=/opt/share"]}}')

    notes = json.loads(run(verb, "--root", str(tmp_path), "--format", "json").stdout)["notes"]

    assert any("the variables that its config.json sets are not read" in each for each in notes)
