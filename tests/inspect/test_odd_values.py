"""Values that are cut off, repeated or misspelt in a text: its other lines are answered."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read

WANTED = "this program requires Vulkan 1.3\n"


def said(text: str) -> str:
    """All that is said of a text."""
    return "\n".join(f"{each.text} {each.change or ''}" for each in explained(read(text), []).facts)


@pytest.mark.parametrize("version", ["1.", "1", "1..2", ".", "one"])
def test_a_loader_whose_version_is_cut_off(version: str) -> None:
    """Nothing is said of its age."""
    assert "the loader offers" not in said(f"Vulkan Instance Version: {version}\n{WANTED}")


def test_a_loader_whose_version_ends_a_sentence() -> None:
    """The full stop is no part of it."""
    assert "the loader offers Vulkan 1.2.131, and" in said(f"Vulkan Instance Version: 1.2.131.\n{WANTED}")


@pytest.mark.parametrize("version", ["1.", "1.x.3", "1.2foo", "1..2", "1.2 (1.)"])
def test_a_device_whose_version_is_cut_off(version: str) -> None:
    """A word that is no version is passed over."""
    text = f"GPU0:\n\tapiVersion = {version}\n\tdeviceName = Acme 9\n{WANTED}"

    assert f"offers {version}" not in said(text)


LACKS = "./app: {older}: version `GLIBCXX_3.4.30' not found (required by /usr/lib/libvulkan_radeon.so)\n"


def test_a_library_of_an_appimage() -> None:
    """The copy is removed from the unpacked image."""
    assert "rm squashfs-root/usr/lib/libstdc++.so.6*" in said(
        LACKS.format(older="/tmp/.mount_AppXyz/usr/lib/libstdc++.so.6")
    )


@pytest.mark.parametrize("older", ["/tmp/.mount_AppXyz", "/tmp/.mount_AppXyz/"])
def test_a_mounted_image_without_a_path_inside(older: str) -> None:
    """No command is made of the part that the text does not have."""
    assert "squashfs-root" not in said(LACKS.format(older=older))


TWO_BUILDS = "".join(
    f"GPU{number}:\n\tapiVersion = 1.3.2\n\tdeviceName = AMD Radeon RX 580 (RADV POLARIS10)\n"
    f"\tdriverID = DRIVER_ID_MESA_RADV\n\tdriverInfo = Mesa {release}\n"
    "\tdeviceUUID = 00000000-0100-0000-0000-000000000000\n"
    for number, release in enumerate(("23.1.0", "24.1.0"))
)


def test_a_variable_that_names_one_manifest_twice() -> None:
    """It is no second build of the driver."""
    text = f"VK_ICD_FILENAMES=/a/radeon_icd.json:/a/radeon_icd.json\n{TWO_BUILDS}"

    assert 'by "/a/radeon_icd.json"' not in said(text)
    assert "two builds of its driver" in said(text)


def test_a_variable_that_names_two_manifests() -> None:
    """One of them is proposed."""
    text = f"VK_ICD_FILENAMES=/a/radeon_icd.json:/b/radeon_icd.json\n{TWO_BUILDS}"

    assert "export VK_ICD_FILENAMES=/a/radeon_icd.json" in said(text)
