"""Trees of Steam's container, pressure-vessel: what it took from the host is named by variables that no file has."""

from pathlib import Path

import pytest
from elf_files import Symbol, elf
from field_problems import EXPORTS
from verbs import Run

DRIVER = '{"file_format_version": "1.0.0", "ICD": {"library_path": "%s", "api_version": "1.3.0"}}'
LAYER = (
    '{"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_MANGOHUD_overlay_x86_64", "type": "GLOBAL", '
    '"api_version": "1.3.0", "implementation_version": "1", "description": "a", "library_path": "%s", '
    '"enable_environment": {"MANGOHUD": "1"}, "disable_environment": {"DISABLE_MANGOHUD": "1"}}}'
)
OVERRIDES = ["usr/lib/pressure-vessel/overrides", "overrides"]


def container(root: Path, base: str, library: str = "") -> Path:
    """A container with a driver and a layer of the host, whose manifests are written anew."""
    libraries = root / base / "lib/x86_64-linux-gnu"
    libraries.mkdir(parents=True)
    (libraries / "libvulkan_radeon.so").write_bytes(elf([Symbol(each) for each in EXPORTS["driver"]]))
    (libraries / "libMangoHud.so").write_bytes(
        elf([Symbol("vkGetInstanceProcAddr"), Symbol("vkGetDeviceProcAddr")])
    )
    for folder, name, text, file in (
        (
            "icd.d",
            "0-radeon_icd.x86_64.json",
            DRIVER,
            library or f"/{base}/lib/x86_64-linux-gnu/libvulkan_radeon.so",
        ),
        ("implicit_layer.d", "0-MangoHud.x86_64.json", LAYER, f"/{base}/lib/x86_64-linux-gnu/libMangoHud.so"),
    ):
        place = root / base / "share/vulkan" / folder
        place.mkdir(parents=True)
        (place / name).write_text(text % file)
    (root / "etc").mkdir()
    (root / "etc/os-release").write_text("ID=steamrt\nVERSION_ID=3\n")
    return root


@pytest.mark.parametrize("base", OVERRIDES)
def test_what_it_took_from_the_host_is_found(run: Run, tmp_path: Path, base: str) -> None:
    """A note says which variables are assumed."""
    root = str(container(tmp_path, base))

    whole = " ".join(run("explain", "--root", root).stdout.split())
    driver = " ".join(run("explain", "radeon", "--root", root).stdout.split())
    layer = " ".join(run("explain", "mangohud", "--root", root, "--env", "MANGOHUD=1").stdout.split())

    assert "1 driver: 0-radeon_icd.x86_64.json" in whole
    assert "container of Steam (pressure-vessel)" in whole
    assert "not used" not in driver
    assert f"XDG_DATA_DIRS=/{base}/share:" in driver
    assert "VK_LAYER_MANGOHUD_overlay_x86_64 is active" in layer


def test_a_library_named_without_a_folder_is_found(run: Run, tmp_path: Path) -> None:
    """The container has its folders of libraries searched."""
    root = str(container(tmp_path, OVERRIDES[0], "libvulkan_radeon.so"))

    assert "1 driver: 0-radeon_icd.x86_64.json" in " ".join(run("explain", "--root", root).stdout.split())


def test_a_library_that_is_not_there_is_a_problem(run: Run, tmp_path: Path) -> None:
    """The variables do not hide it."""
    root = str(
        container(
            tmp_path, OVERRIDES[0], "/usr/lib/pressure-vessel/overrides/lib/x86_64-linux-gnu/libgone.so"
        )
    )

    told = run("explain", "--root", root).stdout

    assert told.startswith("no device")
    assert "libgone.so" in told


def test_variables_that_are_named_count(run: Run, tmp_path: Path) -> None:
    """With one of them, nothing is assumed."""
    root = str(container(tmp_path, OVERRIDES[0]))

    told = run("explain", "--root", root, "--env", "VK_DRIVER_FILES=/none.json").stdout

    assert told.startswith("no device")


def test_a_machine_that_has_steam_is_no_container(run: Run, tmp_path: Path) -> None:
    """The runtime lies in the folder of a user there."""
    (tmp_path / "home/u/.local/share/Steam/ubuntu12_64/steam-runtime-sniper/pressure-vessel").mkdir(
        parents=True
    )
    (tmp_path / "usr/lib/pressure-vessel").mkdir(parents=True)

    assert "pressure-vessel)" not in run("explain", "--root", str(tmp_path)).stdout


def of_the_host(root: Path) -> Path:
    """A container that took nothing from the host, whose files it has below /run/host."""
    for folder, name, text, file in (
        ("icd.d", "radeon_icd.x86_64.json", DRIVER, "libvulkan_radeon.so"),
        ("implicit_layer.d", "MangoHud.json", LAYER, "/usr/lib/libMangoHud.so"),
    ):
        place = root / "run/host/usr/share/vulkan" / folder
        place.mkdir(parents=True)
        (place / name).write_text(text % file)
    (root / "etc").mkdir()
    (root / "etc/os-release").write_text("ID=steamrt\n")
    return root


def test_files_of_the_host_are_not_what_it_took(run: Run, tmp_path: Path) -> None:
    """No variable mends that from the inside."""
    root = str(of_the_host(tmp_path))

    driver = " ".join(run("explain", "--root", root).stdout.split())
    layer = " ".join(run("explain", "mangohud", "--root", root).stdout.split())

    assert driver.startswith("no device: this is Steam's container")
    assert "STEAM_LINUX_RUNTIME_LOG=1" in driver
    assert "is the host's own" in layer
    assert "export" not in layer


def test_the_same_files_in_another_container(run: Run, tmp_path: Path) -> None:
    """A runtime of Steam's that pressure-vessel did not start, as an image of Docker."""
    root = of_the_host(tmp_path)
    (root / "run/host").rename(root / "other")

    assert "Steam's container" not in run("explain", "--root", str(root)).stdout
