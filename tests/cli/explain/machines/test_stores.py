"""NixOS and Guix, whose files lie in a store: where their loaders find drivers, and which loaders there are."""

from pathlib import Path

import pytest
from elf_files import Symbol, elf
from field_problems import EXPORTS
from verbs import Run

DRIVER = '{"file_format_version": "1.0.0", "ICD": {"library_path": "%s", "api_version": "1.3.0"}}'
FOLDERS = {"nixos": "run/opengl-driver/share", "guix": "run/current-system/profile/share"}
STORES = {"nixos": "nix/store", "guix": "gnu/store"}
NOT_FOUND = "no device:"


def machine(root: Path, name: str, folder: str) -> Path:
    """A machine of a store with a driver, whose folder of data is a link to that of its package."""
    package = root / STORES[name] / "0-mesa"
    (package / "lib").mkdir(parents=True)
    (package / "lib/libvulkan_radeon.so").write_bytes(elf([Symbol(each) for each in EXPORTS["driver"]]))
    (package / "share/vulkan/icd.d").mkdir(parents=True)
    manifest = DRIVER % f"/{STORES[name]}/0-mesa/lib/libvulkan_radeon.so"
    (package / "share/vulkan/icd.d/radeon_icd.x86_64.json").write_text(manifest)
    (root / "etc").mkdir()
    (root / "etc/os-release").write_text(f"ID={name}\n")
    (root / folder).parent.mkdir(parents=True)
    (root / folder).symlink_to(f"/{STORES[name]}/0-mesa/share")
    return root


def loader(root: Path, name: str) -> None:
    """Add a loader of the store."""
    folder = root / STORES[name] / "1-vulkan-loader-1.4.313.0/lib"
    folder.mkdir(parents=True)
    (folder / "libvulkan.so.1").write_bytes(elf([Symbol("vkGetInstanceProcAddr")]))


@pytest.mark.parametrize("name", ["nixos", "guix"])
def test_the_drivers_of_the_system_are_found(run: Run, tmp_path: Path, name: str) -> None:
    """As a session of it, and on NixOS its loader's build, name their folder; a note says so."""
    root = machine(tmp_path, name, FOLDERS[name])

    told = " ".join(run("explain", "--root", str(root)).stdout.split())

    assert NOT_FOUND not in told
    assert "1 driver: radeon_icd.x86_64.json" in told
    assert f"/{FOLDERS[name]}" in told
    assert run("lint", "--root", str(root)).stdout.count("radeon_icd.x86_64.json") == 0


def test_variables_and_a_build_that_are_named_count(run: Run, tmp_path: Path) -> None:
    """What the options say replaces what the distribution has."""
    guix = machine(tmp_path / "guix", "guix", FOLDERS["guix"])
    nixos = machine(tmp_path / "nixos", "nixos", FOLDERS["nixos"])

    without = run("explain", "--root", str(guix), "--env", "XDG_DATA_DIRS=/usr/share").stdout
    with_etc = run("explain", "--root", str(nixos), "--sysconfdir", "/etc").stdout

    assert without.startswith(NOT_FOUND)
    assert with_etc.startswith(NOT_FOUND)


def test_programs_of_the_other_word_size_have_a_folder_of_their_own(run: Run, tmp_path: Path) -> None:
    """/run/opengl-driver-32 is for 32-bit programs, which find nothing in that of the others."""
    root = machine(tmp_path, "nixos", FOLDERS["nixos"])

    assert run("explain", "--root", str(root), "--bits", "32").stdout.startswith(NOT_FOUND)


@pytest.mark.parametrize(
    "line",
    [
        "L+ /run/opengl-driver - - - - /nix/store/0-mesa\n",
        "'/run/opengl-driver' 'L+' '-' '-' '-' '-' '/nix/store/0-mesa'\n",
    ],
    ids=["as in the manual", "as NixOS quotes it"],
)
def test_a_system_that_is_not_running(run: Run, tmp_path: Path, line: str) -> None:
    """The link to the drivers is made while the machine starts: its files say where it will lead."""
    root = machine(tmp_path, "nixos", "elsewhere/share")
    folder = root / "nix/var/nix/profiles/system/etc/tmpfiles.d"
    folder.mkdir(parents=True)
    (folder / "graphics-driver.conf").write_text(f"# a comment\n{line}")

    assert "1 driver: radeon_icd.x86_64.json" in run("explain", "--root", str(root)).stdout


@pytest.mark.parametrize("name", ["nixos", "guix"])
def test_doctor_does_not_miss_a_loader_that_programs_name(run: Run, tmp_path: Path, name: str) -> None:
    """No folder of the dynamic linker has one, as each program names the one that it was built with."""
    root = machine(tmp_path, name, FOLDERS[name])

    unknown = run("doctor", "--root", str(root))
    loader(root, name)
    known = run("doctor", "--root", str(root))

    assert (unknown.exit_code, known.exit_code) == (3, 0)
    assert known.stdout.startswith("Nothing is wrong with Vulkan here")
    assert f"/{STORES[name]}/1-vulkan-loader-1.4.313.0/lib/libvulkan.so.1" in known.stdout


def test_a_machine_of_another_distribution_has_no_such_folder(run: Run, tmp_path: Path) -> None:
    """/run/opengl-driver of a Debian with Nix is not searched by Debian's loader."""
    root = machine(tmp_path, "nixos", FOLDERS["nixos"])
    (root / "etc/os-release").write_text("ID=debian\n")

    assert run("explain", "--root", str(root)).stdout.startswith(NOT_FOUND)


def test_a_build_that_the_store_no_longer_has(run: Run, tmp_path: Path) -> None:
    """Nothing installs it: what has brought its manifest is built again."""
    root = machine(tmp_path, "nixos", FOLDERS["nixos"])
    path = next(root.glob("nix/store/*/share/vulkan/icd.d/*.json"))
    path.write_text(
        '{"file_format_version": "1.0.1", '
        '"ICD": {"api_version": "1.4.0", "library_path": "/nix/store/9-gone/lib/l.so"}}'
    )

    told = " ".join(run("explain", "--root", str(root)).stdout.split())

    assert "the store has no such build any more" in told
    assert "sudo nixos-rebuild switch" in told
    assert "install a 64-bit" not in told


@pytest.mark.parametrize("there", ["nix/store/9-gone/lib/other.so", "etc/os-release"])
def test_what_else_a_library_in_a_store_may_lack(there: str, run: Run, tmp_path: Path) -> None:
    """The build is there without it, or the machine is of another distribution: no build of the system helps."""
    root = machine(tmp_path, "nixos", FOLDERS["nixos"])
    path = next(root.glob("nix/store/*/share/vulkan/icd.d/*.json"))
    path.write_text(
        '{"file_format_version": "1.0.1", '
        '"ICD": {"api_version": "1.4.0", "library_path": "/nix/store/9-gone/lib/l.so"}}'
    )
    (root / there).parent.mkdir(parents=True, exist_ok=True)
    (root / there).write_text("ID=debian\n")
    given = ("--env", f"VK_DRIVER_FILES=/{path.relative_to(root)}")

    assert "nixos-rebuild" not in run("explain", "--root", str(root), *given).stdout
