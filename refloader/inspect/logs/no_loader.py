"""What to do if a program finds no loader, or another one than the system's."""

import re

from refloader.host import shell
from refloader.inspect.logs.card_drivers import of_named_card
from refloader.inspect.logs.lacking_libraries import SYSTEM_FOLDERS
from refloader.inspect.logs.log_context import Around
from refloader.inspect.logs.log_libraries import ON_NIXOS
from refloader.inspect.logs.nvidia_packages import whole_nvidia
from refloader.inspect.logs.places_with_a_card import IN_TERMUX
from refloader.inspect.logs.reading.kinds import Event
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.system import System

_DYLIB = re.compile(r"^/.*/libvulkan(?:\.1)?\.dylib$")


def of_loader(name: str, around: Around) -> str:
    """Return what to do if a program has no loader; Wine needs that of the game's word size."""
    if around.place is not None and around.place.loader:
        return around.place.loader
    if around.os_release.startswith("ID=nixos") or (
        Sign.NIX in around.signs and name.startswith("libvulkan.so")
    ):
        return ON_NIXOS
    there = next((each for each in (*around.paths, *around.listings.files) if _DYLIB.search(each)), "")
    if name.endswith(".dylib") and there:
        folder = shell.assigned(there.rpartition("/")[0])
        return (
            f"have the program find {there}, whose folder is not searched: export "
            f"DYLD_FALLBACK_LIBRARY_PATH={folder}, "
            f"or build it with that folder as rpath (-Wl,-rpath,{folder})"
        )
    if name.endswith(".dylib") and "vulkan-loader" in around.installed:
        return (
            "have the program find the one of Homebrew, whose folder is not searched: export "
            'DYLD_FALLBACK_LIBRARY_PATH="$(brew --prefix)/lib", or build it with that folder as rpath '
            "(-Wl,-rpath,$(brew --prefix)/lib); brew install molten-vk brings the driver"
        )
    if name.endswith(".dylib"):
        return (
            "have the program find it: with Homebrew (brew install vulkan-loader molten-vk) export "
            'DYLD_FALLBACK_LIBRARY_PATH="$(brew --prefix)/lib", with the Vulkan SDK source its setup-env.sh (newer '
            "macOS no longer searches /usr/local/lib by itself); or ship it in the bundle"
        )
    if around.system is System.MACOS and name.startswith("libvulkan.so"):
        return (
            f"take a build of the program for macOS: {name} is the loader's name on Linux, and on macOS it is "
            "libvulkan.1.dylib of the Vulkan SDK (or brew install vulkan-loader molten-vk)"
        )
    shows_unix = not {Sign.UNIX, Sign.LINUX}.isdisjoint(around.signs)
    if name == "vulkan-1.dll" and around.system is System.LINUX and shows_unix:
        wide, narrow = around.installing_loader()
        lines = f" ({wide}; for a 32-bit program {narrow})" if wide and narrow else ""
        return (
            f"Wine has this library itself, and it needs the system's loader and driver of the program's word size: "
            f"install those{lines}, see that vulkaninfo --summary lists the card, and take a Wine with Vulkan"
        )
    if not name.startswith("libvulkan.so"):
        return f"install {name}, which comes with the driver of the card or with the SDK"
    if name == "libvulkan.so" and not (around.is_arch or around.system is System.ANDROID):
        return (
            "install the development package of the loader, which has this name without a number (apt install "
            "libvulkan-dev, dnf install vulkan-loader-devel, apk add vulkan-loader-dev), or have the program open "
            "libvulkan.so.1"
        )
    if Sign.TERMUX in around.signs:
        return IN_TERMUX
    wide, narrow = around.installing_loader()
    if narrow and around.is_narrow:
        return f"install the loader for 32-bit programs, as the program is one: {narrow}"
    if wide and Sign.WIDE in around.signs:
        return f"install the loader: {wide}"
    if wide:
        return f"install the loader: {wide}{f'; for a 32-bit program {narrow}' if narrow else ''}"
    return (
        "install the loader for the program's word size: apt install libvulkan1 libvulkan1:i386, "
        "dnf install vulkan-loader vulkan-loader.i686, or pacman -S vulkan-icd-loader lib32-vulkan-icd-loader"
    )


def of_old_loader(around: Around) -> str:
    """Return what to do about a loader that is older than the program needs."""
    linked = around.signs.get(Sign.LINKED_LOADER, "")
    folder = linked.rpartition("/")[0]
    if folder.startswith("/usr/local/"):
        return f"sudo rm {shell.operand(linked)} && sudo ldconfig: the system's loader is found then"
    named = (
        each for each in around.variables.get("LD_LIBRARY_PATH", "").split(":") if "vulkan" in each.lower()
    )
    own = next(named, "") if not linked else ""
    if own:
        return (
            f"take {own} out of LD_LIBRARY_PATH (module unload, if an environment module set it): it has an "
            f"old loader"
        )
    if linked.startswith("/tmp/.mount_"):
        return (
            "take a build of the program that is no AppImage, or unpack it and remove its copy: ./PROGRAM.AppImage "
            "--appimage-extract && rm squashfs-root/usr/lib/libvulkan.so* && squashfs-root/AppRun"
        )
    if linked and not linked.startswith(SYSTEM_FOLDERS):
        return f"take {folder} out of LD_LIBRARY_PATH, or remove {linked}"
    if around.system is System.WINDOWS and not linked:
        return (
            "see whether the program has an old vulkan-1.dll in its folder, which comes first, and remove that; else "
            "update the driver of the graphics card, which brings the loader of Windows"
        )
    if around.system is System.WINDOWS or not linked:
        see = "see which loader it gets (ldd PROGRAM | grep libvulkan; on Windows, a vulkan-1.dll in its folder)"
        return f"{see}, and remove that one if it is not the system's; else update the loader"
    return f"update the loader{around.installing('libvulkan.so.1')}"


UNINSTALLED = ("libvulkan.so.1", "nvidia_icd.json", "libvulkan_lvp.so")
"""What a text shows to be installed by no package, as the subjects of conclusions."""


def is_own_loader(event: Event) -> bool:
    """Return whether the linker refuses a symbol to a loader that is not the system's."""
    path = event.subject
    own = path.startswith(("/", "~/")) and not path.startswith(SYSTEM_FOLDERS)
    return own and "/libvulkan.so" in path and "undefined symbol: vk" in event.why


def of_uninstalled(missing: str, around: Around) -> str:
    """Return what installs what no package of a text has: the loader and the card's driver."""
    if missing == "nvidia_icd.json":
        return f"install NVIDIA's driver: {whole_nvidia(around)}"
    loader = of_loader("libvulkan.so.1", around)
    if Sign.TERMUX in around.signs:
        return loader
    driver = of_named_card(around) or f"install the driver of the card{around.installing('libvulkan_lvp.so')}"
    return f"{loader}; then {driver}" if missing == "libvulkan.so.1" else driver
