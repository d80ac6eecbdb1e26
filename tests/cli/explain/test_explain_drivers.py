"""``refloader explain`` for drivers by the words of people, for packages, and what logs say of device nodes."""

import json
import tarfile
from pathlib import Path
from typing import Any

import pytest
from elf_files import Symbol, elf
from staged import driver, explicit, library
from test_one_answer import loader
from verbs import Run, checked_json, manifest

from refloader.host.machines.real import RealHost
from refloader.inspect.whatif import smallest
from refloader.model.plan import Plan

CARD = "/usr/share/vulkan/icd.d/radeon_icd.x86_64.json"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with two drivers, and a layer."""
    root = tmp_path / "root"
    driver(root)
    explicit(root)
    library(root, "libVkLayer_good.so")
    library(root, "libvulkan_radeon.so")
    file = root / CARD.lstrip("/")
    file.write_text(
        '{"file_format_version": "1.0.0", "ICD": {"library_path": "libvulkan_radeon.so", "api_version": "1.3.0"}}'
    )
    return root


class TestWords:
    """A driver is asked for as people say it."""

    @pytest.mark.parametrize(
        "word",
        ["radeon", "RADV", "amdgpu", "radeon_icd", "radeon_icd.x86_64.json", CARD, "libvulkan_radeon.so"],
    )
    def test_a_word(self, run: Run, root: Path, word: str) -> None:
        """Its name, what people call it, a part, the manifest, the library."""
        result = run(
            "explain",
            "--root",
            str(root),
            "--env",
            "VK_LOADER_DRIVERS_DISABLE=radeon*",
            "--format",
            "json",
            word,
        )

        document = checked_json(result, "explain-1")
        assert document["meant"][0]["manifests"] == [CARD]
        assert (document["answers"][0]["subject"], document["answers"][0]["state"]) == (CARD, "not used")
        assert document["answers"][0]["change_text"] == "unset VK_LOADER_DRIVERS_DISABLE"
        assert result.exit_code == 1

    def test_one_that_is_used(self, run: Run, root: Path) -> None:
        """Nothing is to be mended."""
        result = run("explain", "--root", str(root), "radeon")

        assert result.stdout.startswith(f"{CARD} is used\n")
        assert "to keep it off: set VK_LOADER_DRIVERS_DISABLE=radeon_icd.x86_64.json" in result.stdout
        assert result.exit_code == 0

    @pytest.mark.parametrize(
        ("release", "off"),
        [
            ("1.2.162", "VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/x.json"),
            ("1.3.224", "VK_DRIVER_FILES=/usr/share/vulkan/icd.d/x.json"),
            ("1.3.239", "VK_LOADER_DRIVERS_DISABLE=radeon_icd.x86_64.json"),
        ],
    )
    def test_one_that_is_used_with_a_loader(self, run: Run, root: Path, release: str, off: str) -> None:
        """It is what that loader reads: a filter from 1.3.234 on, VK_DRIVER_FILES from 1.3.207 on."""
        loader(root, release)

        assert f"to keep it off: set {off}\n" in run("explain", "--root", str(root), "radeon").stdout

    def test_a_layer_of_that_name_comes_first(self, run: Run, root: Path) -> None:
        """A word may mean both."""
        manifest(root / "usr/share/vulkan/explicit_layer.d", "r.json", layer_name="VK_LAYER_TEST_radeon_hud")

        lines = run("explain", "--root", str(root), "radeon").stdout.splitlines()

        assert lines[0].startswith("VK_LAYER_TEST_radeon_hud is not active")
        assert any(line.startswith(CARD) for line in lines)

    @pytest.mark.parametrize("word", ["so", "json", "x86_64", "vulkan", "no_such_card"])
    def test_a_word_that_means_none(self, run: Run, root: Path, word: str) -> None:
        """What every manifest has in its name says nothing."""
        result = run("explain", "--root", str(root), word)

        assert CARD not in result.stdout
        assert result.exit_code == 1


def test_a_package_may_go_without_a_driver(run: Run, root: Path, tmp_path: Path) -> None:
    """What else is installed is not known: it is not said that there is no device."""
    package = tmp_path / "layer.tar.gz"
    with tarfile.open(package, "w:gz") as archive:
        archive.add(root / "usr/share/vulkan/explicit_layer.d", "usr/share/vulkan/explicit_layer.d")

    of_package = run("explain", "--root", str(package))
    with_driver = run("explain", "--root", str(root))

    assert "no device" not in of_package.stdout
    assert "what vkCreateInstance returns is not known: the package has no driver" in of_package.stdout
    assert of_package.exit_code == 0
    assert "not known" not in with_driver.stdout


def test_all_releases_read_a_file_once(run: Run, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is made of many plans, and each file is read for the first of them."""
    read: list[str] = []
    real = RealHost.read

    def counted(self: RealHost, path: str, *rest: int) -> object:
        read.append(path)
        return real(self, path, *rest)

    monkeypatch.setattr(RealHost, "read", counted)
    layers = root / "usr/share/vulkan/explicit_layer.d"

    result = run("explain", "--as-loader", "all", "--env", f"VK_LAYER_PATH={layers}", "good")

    assert result.stdout.startswith("VK_LAYER_TEST_good, by release of the loader\n")
    assert len([path for path in read if path.startswith(str(layers))]) == 1


def test_a_driver_with_very_many_keys(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried to get a device counts how long the files are that each plan reads."""
    plans: list[None] = []
    real = smallest.decide

    def counted(*given: Any, **options: Any) -> Plan:
        plans.append(None)
        return real(*given, **options)

    monkeypatch.setattr(smallest, "decide", counted)
    odd = {f"library_path{number}": "1.3.290" for number in range(4000)}
    entry = {"library_path": "libgone.so", "api_version": "1.3.290", **odd}
    for name in ("etc/vulkan", "usr/local/share/vulkan"):
        for folder in ("icd.d", "implicit_layer.d", "explicit_layer.d", "loader_settings.d"):
            path = tmp_path / name / folder / "input.json"
            path.parent.mkdir(parents=True)
            path.write_text(json.dumps({"file_format_version": "1.0.1", "ICD": entry}))

    result = run("explain", "--root", str(tmp_path), "--os", "macos")

    assert result.exit_code == 1
    assert len(plans) < 150


def test_a_log_with_a_closed_node(run: Run, tmp_path: Path) -> None:
    """Mesa says which node it may not open, and the loader that no device is left."""
    log = tmp_path / "log.txt"
    log.write_text(
        "MESA: error: Opening /dev/dri/renderD128 failed: Permission denied\n"
        "ERROR: [Loader Message] Code 0 : setup_loader_term_phys_devs: Failed to detect any valid GPUs in the current"
        " config\n"
    )

    result = run("explain", "--log", str(log))

    assert 'the driver could not open "/dev/dri/renderD128": Permission denied' in result.stdout
    assert "no driver gives a device (line 2)" in result.stdout
    assert result.exit_code == 1


def test_a_container_without_nodes_may_be_meant_so(run: Run, root: Path) -> None:
    """With another driver than those of cards it is worth knowing; with no other, something is wrong."""
    (root / "dev").mkdir()
    (root / ".dockerenv").write_text("")

    both = run("doctor", "--root", str(root))
    (root / "usr/share/vulkan/icd.d/x.json").unlink()
    alone = run("doctor", "--root", str(root))

    assert "worth knowing: this is a container without device nodes" in " ".join(both.stdout.split())
    assert "2. this is a container without device nodes" in " ".join(alone.stdout.split())


def test_a_loader_whose_link_leads_nowhere(run: Run, root: Path) -> None:
    """An upgrade that was interrupted leaves the link."""
    (root / "usr/lib/libvulkan.so.1").symlink_to("libvulkan.so.1.3.250")

    text = " ".join(run("doctor", "--root", str(root)).stdout.split())

    assert 'is a link to "/usr/lib/libvulkan.so.1.3.250", which does not exist' in text


class TestNoDevice:
    """A driver may be used and give programs nothing."""

    @pytest.mark.parametrize(
        ("layer", "variable", "value", "change"),
        [
            ("VK_LAYER_MESA_device_select", "DRI_PRIME", "10de:2684!", "unset DRI_PRIME"),
            ("VK_LAYER_NV_optimus", "__VK_LAYER_NV_optimus", "NVIDIA_only", "unset __VK_LAYER_NV_optimus"),
        ],
    )
    def test_a_layer_that_hides_it(
        self, run: Run, root: Path, layer: str, variable: str, value: str, change: str
    ) -> None:
        """Only while that layer is active."""
        folder = root / "usr/share/vulkan/implicit_layer.d"
        words = ("explain", "--root", str(root), "--env", f"{variable}={value}", "radeon")
        before = run(*words)
        manifest(
            folder, "x.json", layer_name=layer, library="libx.so", disable_environment={"DISABLE_X": "1"}
        )

        after = run(*words)

        assert before.stdout.startswith(f"{CARD} is used\n")
        assert after.stdout.startswith(f"{CARD} is used, but gives no device: {variable}=")
        assert f"  to have its devices: {change}\n" in after.stdout
        assert (before.exit_code, after.exit_code) == (0, 1)

    @pytest.mark.parametrize("value", ["1002:73df!", "10de:2684", "1", "list"])
    def test_a_choice_that_leaves_it(self, run: Run, root: Path, value: str) -> None:
        """Another device of the same vendor may be its own; without the mark others are only put behind."""
        folder = root / "usr/share/vulkan/implicit_layer.d"
        name = "VK_LAYER_MESA_device_select"
        manifest(folder, "x.json", layer_name=name, disable_environment={"DISABLE_X": "1"})

        text = run("explain", "--root", str(root), "--env", f"MESA_VK_DEVICE_SELECT={value}", "radeon").stdout

        assert text.startswith(f"{CARD} is used\n")

    def test_amdvlk_unasked(self, run: Run, root: Path) -> None:
        """AMD's layer shows AMDVLK if no variable says otherwise, and Mesa's driver if that is the only one."""
        folder = root / "usr/share/vulkan/implicit_layer.d"
        name = "VK_LAYER_AMD_switchable_graphics_64"
        manifest(folder, "x.json", layer_name=name, disable_environment={"DISABLE_X": "1"})
        alone = run("explain", "--root", str(root), "radv").stdout
        library(root, "amdvlk64.so")
        (root / CARD.lstrip("/")).with_name("amd_icd64.json").write_text(
            '{"file_format_version": "1.0.0", "ICD": {"library_path": "amdvlk64.so", "api_version": "1.3.0"}}'
        )

        both = run("explain", "--root", str(root), "radv").stdout

        assert alone.startswith(f"{CARD} is used\n")
        assert both.startswith(f"{CARD} is used, but gives no device: AMD_VULKAN_ICD is not set")


def test_builds_for_two_word_sizes(run: Run, root: Path) -> None:
    """The one that does not fit is no fault beside the one that does."""
    other = (root / CARD.lstrip("/")).with_name("radeon_icd.i686.json")
    other.write_text((root / CARD.lstrip("/")).read_text().replace("libvulkan", "/usr/lib/i386/libvulkan"))
    elf32 = root / "usr/lib/i386/libvulkan_radeon.so"
    elf32.parent.mkdir()
    elf32.write_bytes(b"\x7fELF\x01\x01\x01" + bytes(9) + b"\x03\x00\x03\x00" + bytes(32))

    result = run("explain", "--root", str(root), "radeon")

    assert result.stdout.startswith(f"{CARD} is used\n")
    assert (
        "radeon_icd.i686.json is for programs of another word size: its library is for 32-bit"
        in result.stdout
    )
    assert result.exit_code == 0


def test_a_library_for_the_other_word_size_that_needs_more(run: Run, tmp_path: Path) -> None:
    """What is wrong is the word size, and not what the library needs: of that, 64-bit builds would not help."""
    manifest = tmp_path / "usr/share/vulkan/icd.d/radeon_icd.i686.json"
    elf32 = tmp_path / "usr/lib/i386-linux-gnu/libvulkan_radeon.so"
    for each in (manifest, elf32):
        each.parent.mkdir(parents=True)
    manifest.write_text(
        '{"file_format_version": "1.0.0", "ICD": {"library_path": "/usr/lib/i386-linux-gnu/libvulkan_radeon.so", '
        '"api_version": "1.3.0"}}'
    )
    elf32.write_bytes(elf(wide=False, machine=3, needed=["libdrm.so.2"]))

    as_64 = run("explain", "--root", str(tmp_path))
    as_32 = run("explain", "--root", str(tmp_path), "--bits", "32")

    assert "libdrm" not in as_64.stdout
    assert "it is for 32-bit processes (386)" in " ".join(as_64.stdout.split())
    assert "note: the libraries here are for 32-bit processes: --bits 32 asks about those" in as_64.stdout
    assert "--bits" not in as_32.stdout


def test_a_program_with_a_set_user_id_bit(run: Run, root: Path) -> None:
    """Its processes have elevated privileges unless an option says otherwise."""
    program = root / "usr/bin/game"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text("")
    program.chmod(0o4755)
    env = ("--env", f"VK_DRIVER_FILES={CARD}")

    raised = run("explain", "--root", str(root), *env, "--app", "/usr/bin/game").stdout
    plain = run("explain", "--root", str(root), *env, "--app", "/usr/bin/game", "--not-elevated").stdout

    assert "note: /usr/bin/game has the set-user-ID bit, so its processes have elevated privileges" in raised
    assert "2 drivers: " in raised
    assert "1 driver: radeon_icd.x86_64.json" in plain


class TestDevicesOfAGroup:
    """Device nodes of another machine that a group may open, by its own files on groups and users."""

    @pytest.mark.parametrize(("members", "told"), [("bob", True), ("bob,ann", False)])
    def test_whether_the_user_is_in_it(self, run: Run, tmp_path: Path, members: str, told: bool) -> None:
        """Somebody who is not in it gets no device, and the command puts them into it."""
        folder = tmp_path / "usr/share/vulkan/icd.d"
        folder.mkdir(parents=True)
        (folder / "radeon_icd.x86_64.json").write_text(
            '{"file_format_version": "1.0.0", "ICD": {"library_path": "/usr/lib/a.so", "api_version": "1.3.0"}}'
        )
        (tmp_path / "usr/lib").mkdir()
        (tmp_path / "usr/lib/a.so").write_bytes(elf([Symbol("vk_icdGetInstanceProcAddr")]))
        (tmp_path / "etc").mkdir()
        node = tmp_path / "dev/dri/renderD128"
        node.parent.mkdir(parents=True)
        node.write_text("")
        node.chmod(0o660)
        (tmp_path / "etc/group").write_text(f"render:x:{node.stat().st_gid}:{members}\n")
        (tmp_path / "etc/passwd").write_text("ann:x:1999:1999::/home/ann:/bin/sh\n")

        result = run("explain", "--root", str(tmp_path), "--env", "USER=ann", "radv")

        assert ("is open to the group render only, and ann is not in it" in result.stdout) is told
        assert ("usermod -aG" in result.stdout) is told


class TestAnotherDriver:
    """What is wrong with a driver that is not the only one of the machine."""

    @pytest.fixture
    def own(self, tmp_path: Path) -> Path:
        """A tree with a driver that works, and a folder that no loader searches, for the manifest of another."""
        driver(tmp_path)
        library(tmp_path, "libvulkan_intel.so")
        intel = tmp_path / "usr/share/vulkan/icd.d/intel_icd.json"
        put_manifest(intel, "/usr/lib/libvulkan_intel.so")
        return tmp_path

    def test_the_library_of_another_is_no_replacement(self, run: Run, own: Path) -> None:
        """A name that is nearly the same is that of another driver here, which its own manifest names."""
        put_manifest(own / "opt/acme_icd.json", "/usr/lib/libvulkan_inter.so")

        text = run("explain", "--root", str(own), "/opt/acme_icd.json").stdout

        assert "set VK_ADD_DRIVER_FILES=/opt/acme_icd.json" in text
        assert "install a 64-bit /usr/lib/libvulkan_inter.so (not tried)" in text
        assert "libvulkan_intel.so" not in text.partition("chain")[0]

    def test_a_library_that_no_other_has(self, run: Run, own: Path) -> None:
        """It may be the one that is meant."""
        (own / "usr/share/vulkan/icd.d/intel_icd.json").unlink()
        put_manifest(own / "opt/acme_icd.json", "/usr/lib/libvulkan_inter.so")

        text = run("explain", "--root", str(own), "/opt/acme_icd.json").stdout

        assert 'ICD.library_path to "/usr/lib/libvulkan_intel.so"' in text

    def test_the_change_helps(self, run: Run, own: Path) -> None:
        """Of the keys that could be changed, the one after which the driver is used is named."""
        put_manifest(own / "usr/share/vulkan/icd.d/acme_icd.json", "libvulkan_x.so", "1.1.3.0")

        text = run("explain", "--root", str(own)).stdout

        assert 'acme_icd.json: ICD.api_version to "1.3.0"' in text
        assert "file_format_version" not in text

    @pytest.mark.parametrize("there", [True, False])
    def test_what_programs_get(self, run: Run, own: Path, there: bool) -> None:
        """A driver that this loader takes against the documents is used only if its library is there."""
        loader(own, "1.3.239")
        path = "/usr/share/vulkan/icd.d/acme_icd.json"
        if there:
            library(own, "libvulkan_acme.so")
        put_manifest(own / path.lstrip("/"), "/usr/lib/libvulkan_acme.so")
        with (own / path.lstrip("/")).open("a") as file:
            file.write("}")  # text behind the value, which the documents do not allow

        text = run("explain", "--root", str(own), path).stdout

        assert (f"{path} is used with " in text) is there
        assert ("libvulkan_acme.so" in text.partition("chain")[0]) is not there


def put_manifest(path: Path, library_path: str, version: str = "1.3.0") -> None:
    """Write the manifest of a driver."""
    path.parent.mkdir(parents=True, exist_ok=True)
    inner = {"library_path": library_path, "api_version": version}
    path.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": inner}))
