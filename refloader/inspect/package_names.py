"""The packages that bring drivers, layers and the libraries that they need, by distribution. Holds no decision.

The names of Debian and Ubuntu were compared with the package indexes of Debian 11, 12 and 13 (main, contrib,
non-free) and of Ubuntu 24.04 as it was published (without its updates), for amd64 and i386: every name of KNOWN,
DEBIAN_NAMES, and what DEBIAN_LIBRARIES yields for some 75 sonames that drivers and layers need. The manifests in
mesa-vulkan-drivers were read for Debian 11, 12 and 13 on amd64 (``LACKED_DRIVERS``). The packages that ``NOT_IN`` and
``ONLY_64`` do not list are there. Debian 13 and Ubuntu 24.04 call some libraries otherwise (libelf1t64);
these provide the older names. Not compared: Ubuntu's libnvidia-gl-*, packages for other processors, later releases.
The names of Fedora, Arch, Alpine and openSUSE are UNCHECKED: no index of theirs was compared.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Names:
    """The packages of one thing; empty where a distribution has none, or none that is known."""

    debian: str = ""
    fedora: str = ""
    arch: str = ""
    alpine: str = ""
    suse: str = ""


def _mesa(arch: str, alpine: str = "", suse: str = "") -> Names:
    return Names("mesa-vulkan-drivers", "mesa-vulkan-drivers", arch, alpine, suse)


KNOWN: tuple[tuple[str, Names], ...] = (
    (
        r"lib(?:GLX|EGL)_nvidia|nvidia_icd|libnvidia-|^nvidia$",
        Names("nvidia-vulkan-icd", "xorg-x11-drv-nvidia-libs", "nvidia-utils"),
    ),
    (r"radeon", _mesa("vulkan-radeon", "mesa-vulkan-ati", "libvulkan_radeon")),
    (r"amdvlk|amd_icd", Names(arch="amdvlk")),
    (r"(?:libvulkan_|^)intel", _mesa("vulkan-intel", "mesa-vulkan-intel", "libvulkan_intel")),
    (r"libvulkan_lvp|^lvp|lavapipe", _mesa("vulkan-swrast", "mesa-vulkan-swrast", "libvulkan_lvp")),
    (r"libvulkan_nouveau|^nouveau", _mesa("vulkan-nouveau", "mesa-vulkan-nouveau", "libvulkan_nouveau")),
    (r"libvulkan_virtio|^virtio", _mesa("vulkan-virtio", "mesa-vulkan-virtio")),
    (
        r"libvulkan_freedreno|^freedreno",
        _mesa("vulkan-freedreno", "mesa-vulkan-freedreno", "libvulkan_freedreno"),
    ),
    (r"libvulkan_broadcom|^broadcom", _mesa("vulkan-broadcom", "mesa-vulkan-broadcom", "libvulkan_broadcom")),
    (r"libvulkan_panfrost|^panfrost", _mesa("vulkan-panfrost", "mesa-vulkan-panfrost")),
    (r"libvulkan_asahi|^asahi", _mesa("vulkan-asahi")),
    (r"mangohud", Names("mangohud", "mangohud", "mangohud", "mangohud", "mangohud")),
    (r"vkbasalt", Names("vkbasalt", "vkBasalt")),
    (
        r"khronos_validation|^validation(?:[ _-]?layers?)?$",
        Names(
            "vulkan-validationlayers",
            "vulkan-validation-layers",
            "vulkan-validation-layers",
            "vulkan-validation-layers",
            "vulkan-validationlayers",
        ),
    ),
    (r"MESA_device_select", _mesa("vulkan-mesa-layers", "mesa-vulkan-layers", "Mesa-vulkan-device-select")),
    (r"MESA_overlay", _mesa("vulkan-mesa-layers", "mesa-vulkan-layers", "Mesa-vulkan-overlay")),
    (r"renderdoc", Names("renderdoc", "renderdoc", "renderdoc", "", "renderdoc")),
    (r"gamescope_wsi", Names("gamescope", "gamescope", "gamescope", "gamescope", "gamescope")),
)
"""What brings a driver or a layer, by a part of the name of its library, its manifest or itself."""

UNPACKAGED = r"obs[_-]?vkcapture|^lsfg(?:-vk)?$|LS_frame_generation|LSFGVK_frame_generation|^api[_-]?dump$"
"""Well-known layers of which no package is known here, each by words that its own manifest has, too."""

NOT_IN = {
    ("debian", "11"): frozenset({"gamescope"}),
    ("debian", "13"): frozenset({"gamescope", "renderdoc"}),
    ("ubuntu", "24.04"): frozenset({"gamescope", "renderdoc"}),
}
"""Packages that a release of a distribution lacks, by ID and VERSION_ID, as its indexes say."""

LACKED_DRIVERS = {
    ("debian", "11"): re.compile(r"nouveau|virtio"),
    ("debian", "12"): re.compile(r"nouveau|virtio"),
}
"""The drivers that Mesa's package does not have in a release of a distribution, by a part of their names."""

ONLY_64 = {
    ("ubuntu", "24.04"): frozenset({"mangohud", "vkbasalt", "vulkan-validationlayers"}),
}
"""Packages that a release of a distribution has for 64-bit programs only."""

DEBIAN_NAMES = {
    "libz.so.1": "zlib1g",
    "libxml2.so.2": "libxml2",
    "libGLdispatch.so.0": "libglvnd0",
    "libOpenGL.so.0": "libopengl0",
}
"""Libraries of which Debian's package is not called after them."""

DEBIAN_LIBRARIES = re.compile(
    r"lib(?:x11(?:-xcb)?|xcb(?:-[a-z0-9]+)*|xext|xrandr|xrender|xfixes|xi|xcursor|xinerama|xshmfence|xau|xdmcp|xxf86vm"
    r"|wayland-\w+|drm(?:-[a-z]+)?|elf|expat|zstd|lzma|ffi|edit|tinfo|ncursesw|bsd|md|sensors|stdc\+\+|gcc-s|atomic"
    r"|gl|glx|egl|gbm|glvnd|udev|dbus-1|spdlog|fmt|display-info|sdl2-2\.0|unwind|pci|vulkan|xkbcommon)"
)
"""Libraries that drivers and layers need, as Debian writes them: a package is called so, then the version."""

ARCH_LIBRARIES = {
    "libx11": "libx11",
    "libx11-xcb": "libx11",
    "libxext": "libxext",
    "libxrandr": "libxrandr",
    "libxrender": "libxrender",
    "libxfixes": "libxfixes",
    "libxi": "libxi",
    "libxcursor": "libxcursor",
    "libxinerama": "libxinerama",
    "libxshmfence": "libxshmfence",
    "libxcb": "libxcb",
    "libxcb-dri3": "libxcb",
    "libxcb-present": "libxcb",
    "libxcb-randr": "libxcb",
    "libxcb-sync": "libxcb",
    "libxcb-xfixes": "libxcb",
    "libxcb-shm": "libxcb",
    "libxcb-keysyms": "xcb-util-keysyms",
    "libwayland-client": "wayland",
    "libwayland-server": "wayland",
    "libdrm": "libdrm",
    "libdrm_amdgpu": "libdrm",
    "libelf": "libelf",
    "libexpat": "expat",
    "libz": "zlib",
    "libzstd": "zstd",
    "libffi": "libffi",
    "libxml2": "libxml2",
    "libstdc++": "gcc-libs",
    "libgcc_s": "gcc-libs",
    "libudev": "systemd-libs",
    "libllvm": "llvm-libs",
    "libspdlog": "spdlog",
    "libfmt": "fmt",
    "libdisplay-info": "libdisplay-info",
    "libvulkan": "vulkan-icd-loader",
    "libxkbcommon": "libxkbcommon",
}
"""The package of a library of Arch Linux, by its name in lower case up to .so."""

TERMUX = {
    "libvulkan.so.1": "vulkan-loader-generic",
    "libvulkan_freedreno.so": "mesa-vulkan-icd-freedreno",
    "libvulkan_lvp.so": "mesa-vulkan-icd-swrast",
    "VK_LAYER_KHRONOS_validation": "vulkan-validation-layers",
}
"""Packages of Termux, by the library or the layer that they have."""

SEARCHES = {
    "void": ("xbps-query -Ro '*/{}'", "xbps-query -Rs {}", "xbps-install"),
    "gentoo": ("", "emerge --search {}", "emerge"),
    "slackware": ("slackpkg file-search {}", "slackpkg search {}", "slackpkg install"),
    "solus": ("", "eopkg search {}", "eopkg install"),
}
"""Of distributions whose names of packages were compared with no index: what finds the package of a file, or one by
a word, in their lists, and what installs it. The first is empty where it knows the files of installed packages alone.
"""
