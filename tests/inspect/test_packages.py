"""The command that installs what is missing: by the distribution, the word size, and whether a part is there."""

from pathlib import Path

import pytest

from refloader.host.machines.root import RootHost
from refloader.inspect.packages import install_anywhere, install_files, is_installable

RADV, NVIDIA = "libvulkan_radeon.so", "libGLX_nvidia.so.0"
COMMANDS = (
    ("ubuntu", (RADV,), 64, False, "apt install mesa-vulkan-drivers"),
    ("ubuntu", (RADV,), 64, True, "apt install --reinstall mesa-vulkan-drivers"),
    ("debian", (RADV,), 32, False, "apt install mesa-vulkan-drivers:i386"),
    ("debian", (NVIDIA,), 64, False, "apt install nvidia-vulkan-icd"),
    ("debian", ("libxcb-dri3.so.0", "libX11.so.6"), 64, False, "apt install libxcb-dri3-0 libx11-6"),
    ("debian", ("libLLVM.so.18.1",), 64, False, "apt install libllvm18"),
    ("debian", ("libz.so.1",), 64, False, "apt install zlib1g"),
    ("debian", ("libstdc++.so.6",), 64, False, "apt install libstdc++6"),
    ("debian", ("libacme.so.1",), 64, False, ""),
    ("debian", ("libX11.so.6", "libacme.so.1"), 64, False, ""),
    ("fedora", (RADV,), 64, True, "dnf reinstall mesa-vulkan-drivers"),
    ("fedora", ("libelf.so.1",), 64, False, "dnf install 'libelf.so.1()(64bit)'"),
    ("fedora", ("libelf.so.1",), 32, False, "dnf install libelf.so.1"),
    ("arch", (RADV,), 32, False, "pacman -S lib32-vulkan-radeon"),
    ("arch", ("libLLVM-15.so",), 64, False, "pacman -S llvm15-libs"),
    ("arch", ("libacme.so.1",), 64, False, ""),
    ("alpine", ("libelf.so.1",), 64, False, "apk add so:libelf.so.1"),
    ("opensuse-tumbleweed", (RADV,), 32, False, "zypper install libvulkan_radeon-32bit"),
    ("acme", (RADV,), 64, False, ""),
    (
        "void",
        (RADV, "libLLVM-15.so"),
        64,
        False,
        "xbps-query -Ro '*/libvulkan_radeon.so'; xbps-query -Ro '*/libLLVM-15.so'  # then xbps-install the packages "
        "that have libvulkan_radeon.so, libLLVM-15.so",
    ),
    (
        "void",
        ("nvidia_icd.json",),
        64,
        True,
        "xbps-query -Ro '*/nvidia_icd.json'  # then xbps-install -f the package that has nvidia_icd.json",
    ),
    ("void", ("/opt/it's a;b.json",), 64, False, ""),
    ("void", ("VK_LAYER_ACME_x",), 64, False, ""),
    ("gentoo", ("libvulkan_acme.so",), 64, False, ""),
    (
        "gentoo",
        ("libvulkan.so.1",),
        64,
        False,
        "emerge --search vulkan  # then emerge the package that has libvulkan.so.1",
    ),
    ("slackware", (RADV,), 64, True, ""),
    (
        "solus",
        (RADV,),
        32,
        False,
        "eopkg search mesa  # then eopkg install the 32-bit package that has libvulkan_radeon.so",
    ),
    ("ubuntu", (NVIDIA,), 64, False, ""),
    (  # a line break would end the comment
        "void",
        ("/opt/libMangoHud\n>x\n.so",),
        64,
        False,
        "xbps-query -Rs mangohud  # then xbps-install the package that has $'libMangoHud\\012>x\\012.so'",
    ),
)


@pytest.mark.parametrize(("system", "names", "bits", "again", "command"), COMMANDS)
def test_the_command(
    tmp_path: Path, system: str, names: tuple[str, ...], bits: int, again: bool, command: str
) -> None:
    """One line for what is known, and none for what would be a guess: a branch of NVIDIA's that nothing shows."""
    like = "suse" if system.startswith("opensuse") else ""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/os-release").write_text(f'ID="{system}"\nID_LIKE="{like}"\n')

    assert install_files(RootHost(str(tmp_path), {}), names, bits, again=again) == command


LACKING = (
    ("ubuntu", "24.04", "MANGOHUD_overlay", 64, "apt install mangohud"),
    ("ubuntu", "24.04", "MANGOHUD_overlay", 32, ""),
    ("debian", "13", "MANGOHUD_overlay", 32, "apt install mangohud:i386"),
    ("debian", "13", "renderdoc", 64, ""),
    ("debian", "12", "renderdoc", 64, "apt install renderdoc"),
    ("debian", "12", "libvulkan_virtio.so", 64, ""),
    ("debian", "13", "libvulkan_virtio.so", 64, "apt install mesa-vulkan-drivers"),
)


@pytest.mark.parametrize(("system", "release", "name", "bits", "command"), LACKING)
def test_what_a_release_lacks(
    tmp_path: Path, system: str, release: str, name: str, bits: int, command: str
) -> None:
    """No command names a package that the indexes of this release do not have."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/os-release").write_text(f'ID={system}\nVERSION_ID="{release}"\n')

    assert install_files(RootHost(str(tmp_path), {}), (name,), bits) == command


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("mangohud", True),
        ("obs_vkcapture", True),
        ("lsfg-vk", True),
        ("/etc/mangohud.json", False),
        ("my_hud", False),
    ],
)
def test_what_is_known_and_can_be_installed(word: str, known: bool) -> None:
    """Names that people say, and no files."""
    assert is_installable(word) is known


def test_on_any_distribution() -> None:
    """A log does not say on which one it was printed."""
    assert install_anywhere("libXext.so.6") == "apt install libxext6, pacman -S libxext"
    assert "pacman -S lib32-mangohud" in install_anywhere("VK_LAYER_MANGOHUD_overlay_x86_64", 32)
    assert install_anywhere("libacme.so.1") == ""
