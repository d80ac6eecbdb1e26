"""Files of other interfaces among Vulkan's manifests, names of package managers, and hardware without Vulkan."""

import pytest

from refloader.inspect.elsewhere import name_wanted, names_of_manifests
from refloader.inspect.foreign_files import foreign, half_installed
from refloader.inspect.hardware import before_gcn, intel_before_vulkan, pi_before_vulkan


@pytest.mark.parametrize(
    ("path", "text", "what"),
    [
        ("/a/x.json", '{"api_layer": {"name": "XR_APILAYER_x"}}', "an OpenXR API layer"),
        ("/a/x.json", '{"runtime": {"library_path": "libopenxr_monado.so"}}', "an OpenXR runtime"),
        ("/a/10_nvidia.json", '{"ICD": {"library_path": "libEGL_nvidia.so.0"}}', "an EGL driver"),
        ("/a/egl_vendor.d/50_mesa.json", '{"ICD": {"library_path": "libsomething.so"}}', "an EGL driver"),
        ("/a/10_wl.json", '{"ICD": {"library_path": "libnvidia-egl-wayland.so.1"}}', "an EGL platform"),
        ("/a/nvidia.icd", "libnvidia-opencl.so.1\n", "an OpenCL driver"),
        ("/a/p.json", '{"profiles": {}, "capabilities": {}}', "Vulkan profiles"),
        ("/a/s.json", '{"settings_array": []}', "the settings file"),
    ],
)
def test_a_file_of_another_interface_is_told(path: str, text: str, what: str) -> None:
    """By what is in it."""
    found = foreign(path, text.encode())

    assert found is not None
    assert what in found.what


@pytest.mark.parametrize(
    "text",
    [
        '{"layer": {"name": "VK_LAYER_x"}, "settings": {}}',
        '{"ICD": {"library_path": "libEGL_x.so", "api_version": "1.3.0"}}',
        '{"ICD": {"library_path": "libvulkan_x.so"}}',
        '{"runtime": "1"}',
        "libvulkan_x.so",
        "{",
        "",
    ],
)
def test_what_may_be_a_manifest_is_none(text: str) -> None:
    """A driver that lacks a key, and text that is broken, are manifests with a fault."""
    assert foreign("/usr/share/vulkan/icd.d/x.json", text.encode()) is None


@pytest.mark.parametrize(
    ("folder", "name", "wanted"),
    [
        ("/usr/share/vulkan/implicit_layer.d", "acme.jsn", "acme.json"),
        ("/usr/share/vulkan/icd.d", "acme.txt", "acme.json"),
        ("/usr/share/vulkan/icd.d", "acme", "acme.json"),
        ("/usr/share/vulkan/icd.d", "acme.json.off", "acme.json"),
    ],
)
def test_names_that_manifests_may_have(folder: str, name: str, wanted: str) -> None:
    """In a folder of manifests a suffix may be mistyped; elsewhere only .json makes one."""
    assert list(names_of_manifests(folder, [name])) == [name]
    assert name_wanted(name) == wanted
    assert list(names_of_manifests("/usr/share/acme", ["acme.jsn", "acme.txt", "acme"])) == []
    assert list(names_of_manifests(folder, ["libacme.so", "README.md"])) == []


def test_package_managers_are_told_by_the_names_that_they_give() -> None:
    """And no other name is."""
    assert "dpkg" in half_installed("/a/x.json.dpkg-new")
    assert "rpm" in half_installed("/a/x.json.rpmsave")
    assert half_installed("/a/x.json.off") == ""


@pytest.mark.parametrize(
    ("model", "is_old"),
    [
        ("Raspberry Pi 3 Model B Plus Rev 1.3", True),
        ("Raspberry Pi Model B Rev 2", True),
        ("Raspberry Pi Zero 2 W Rev 1.0", True),
        ("Raspberry Pi Compute Module 3 Plus Rev 1.0", True),
        ("Raspberry Pi 4 Model B Rev 1.4", False),
        ("Raspberry Pi 400 Rev 1.0", False),
        ("Raspberry Pi 5 Model B Rev 1.0", False),
        ("Raspberry Pi Compute Module 4 Rev 1.1", False),
        ("Raspberry Pi Compute Module 5 Rev 1.0", False),
        ("Raspberry Pi 500 Rev 1.0", False),
        ("Radxa ROCK 5B", False),
        ("", False),
    ],
)
def test_raspberry_pis_before_the_fourth_have_no_vulkan(model: str, is_old: bool) -> None:
    """By the name in the device tree."""
    assert pi_before_vulkan(model) is is_old


def test_cards_before_vulkan_are_told_by_their_ids() -> None:
    """Caicos and Juniper are older than GCN, Tahiti and Kaveri are not; Sandy Bridge has no driver, Haswell has."""
    assert [before_gcn(each) for each in ("0x6779", "0x68b8", "0x6798", "0x1309", "")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert [intel_before_vulkan(each) for each in ("0x0116", "0x2a42", "0x0152", "0x0412", "x")] == [
        True,
        True,
        False,
        False,
        False,
    ]
