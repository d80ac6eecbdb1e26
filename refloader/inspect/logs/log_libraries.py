"""What changes a library that a log shows to be refused: by the dynamic linker of Linux, macOS or Windows."""

import re
from posixpath import normpath

from refloader.host import shell
from refloader.inspect.libraries.near_names import STEPS, near_names
from refloader.inspect.logs.lacking_libraries import ON_ARCH, SYSTEM_FOLDERS, of_nvidia_library, of_older
from refloader.inspect.logs.log_context import Around
from refloader.inspect.logs.places_with_a_card import OLD_ANDROID
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.linkers import Meaning, meaning_of_linker
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.whatif.lists import stem_of
from refloader.model.system import System
from refloader.model.text import quote

_MISSING = re.compile(r"cannot open shared object file|^not found\b|^Error loading")
_IN_APP = re.compile(r"/data/(?:app|data|user/\d)/")
_VERSION = re.compile(r"version [`'\"](?P<version>[\w.]{1,60})['\"]? not found")
_SYMBOL = re.compile(r"undefined symbol:? (?P<symbol>\w{1,200})|symbol lookup error")
_CUT = re.compile(r"file too short|invalid ELF|only ET_DYN")
_FOLDER = re.compile(r"Is a directory", re.IGNORECASE)
_CLASS = re.compile(r"wrong ELF class: ELFCLASS(?P<bits>32|64)|wrong bit-type")
_REQUIRED_BY = re.compile(r"\(required by (?P<path>/[^\s)]{1,1024})")
ON_NIXOS = (
    "have the program find it: add vulkan-loader to the shell or package, and export "
    "LD_LIBRARY_PATH=${pkgs.vulkan-loader}/lib there; the drivers come with hardware.graphics.enable, those for "
    "32-bit "
    "programs with hardware.graphics.enable32Bit (and Steam with programs.steam.enable)"
)
_SIGNATURE = re.compile(r"code signature")
_POLICY = re.compile(r"disallowed by system policy")
_PROCESSOR = re.compile(
    r"incompatible architecture \(have '(?P<have>\w+)', need '(?:\w+' or ')?(?P<need>\w+)'\)"
)
_OF_WINDOWS = re.compile(r"error (?:code )?(?P<number>\d+)$")
_GONE_ON_MACOS = re.compile(r"no such file$|image not found$", re.IGNORECASE)
_STEPS = STEPS // 100
"""How much is compared for each of the libraries that are missing, of which a text may have hundreds."""

_REPORTED = re.compile(r"cannot be loaded, says the report: (?P<path>\S{1,1024})")


def change_of_library(event: Event, around: Around) -> str:
    """Return what to do about a library that the dynamic linker refused."""
    if Sign.CONTAINER in around.signs and "nvidia" in asking_of(event) and "GLIBC_" in event.why:
        return (
            "take a newer image: the toolkit brings the host's libraries of NVIDIA's driver into the container, and "
            "these need a newer C library than that of the image (ubuntu:22.04 or later, rockylinux:9)"
        )
    if event.kind is EventKind.FAILED and (reported := _REPORTED.search(event.why)) is not None:
        return change_of_unloadable(reported["path"], around)
    name = re.split(r"[/\\]", asking_of(event))[-1]
    if _PLACEHOLDER.fullmatch(name):
        return (
            "write the library's name into library_path of the manifest (of NVIDIA: libGLX_nvidia.so.0, without X11 "
            "libEGL_nvidia.so.0), or install the driver again, which fills it in"
        )
    if around.is_arch and _OF_ONE_RELEASE.search(event.why) and path_of_system(asking_of(event)):
        return f"{ON_ARCH}: {name} and the library that it needs are of different releases"
    elsewhere = _of_surroundings(event, name, around)
    if elsewhere:
        return elsewhere
    elsewhere = _of_macos(event, name) or _of_windows(event, name) or _meant(event, name)
    if elsewhere:
        return elsewhere
    version, symbol, other = _VERSION.search(event.why), _SYMBOL.search(event.why), _CLASS.search(event.why)
    if version is not None:
        older = event.subject if event.subject.startswith("/") and name not in event.subject else ""
        return of_older(name, version["version"], older, around)
    if symbol is not None:
        fit = f"install {name} and what it needs from one release: their versions do not fit together"
        return f"{ON_ARCH}; or {fit}" if around.is_arch else fit
    if other is not None:
        bits = other["bits"] or ("64" if around.is_narrow else "")
        size = f"the {96 - int(bits)}-bit" if bits else "the other"
        lines = around.installing(name, 96 - int(bits or 64))
        return (
            f"install {size} build of {name} beside it, if programs of that word size are to have it{lines}"
        )
    if _FOLDER.search(event.why):
        return f"have the manifest name a library in the folder {name}, not the folder"
    if _CUT.search(event.why):
        return f"install {name} again: the file is no whole library"
    in_app = _IN_APP.search(event.why + event.subject) or around.signs.get(Sign.ANDROID) == "/data/app/"
    if name == "libvulkan.so" and around.signs.get(Sign.ANDROID, "").startswith("UnsatisfiedLinkError"):
        return OLD_ANDROID
    if _MISSING.search(event.why) and "/gpu_driver" in event.subject:
        return (
            "have the program install the custom driver again (its settings of drivers; a package for this card and "
            "Android), or take the system's driver there"
        )
    if _MISSING.search(event.why) and in_app:
        return f"put {name} into the APK (lib/ABI) beside the library that needs it"
    if _MISSING.search(event.why):
        if name.startswith("libvulkan.so") and around.os_release.startswith("ID=nixos"):
            return ON_NIXOS
        if name == "libvulkan.so" and "cannot open shared" in event.why:
            return (
                "install the development package of the loader, which has this name without a number (apt install "
                "libvulkan-dev, dnf install vulkan-loader-devel), or have the program open libvulkan.so.1"
            )
        of_nvidia = "nvidia" in name.lower()
        if around.is_nixos and name.startswith(("libGLX_nvidia", "libvulkan_")):
            narrow = "i386" in event.why or around.is_narrow
            what = "hardware.graphics.enable32Bit = true (hardware.opengl.driSupport32Bit before 24.11)"
            wide = "hardware.graphics.enable = true (hardware.opengl.enable before 24.11)"
            return f"set {what if narrow else wide} and sudo nixos-rebuild switch, then log in again"
        elsewhere = of_nvidia_library(name, around) if of_nvidia else ""
        if elsewhere:
            return elsewhere
        left = [each for each in around.unowned if "_layer.d/" in each and stem_of(each) in stem_of(name)]
        if left:
            return f"sudo rm {shell.operand(left[0])}: no package owns it any more, and it names {name}"
        copied = _copied(event.subject, around.copies.get(name, ""))
        if copied:
            return copied
        sdk = _libraries_of_sdk(event.subject, around)
        if sdk:
            return (
                f"add {quote(sdk)} to LD_LIBRARY_PATH, where an SDK has its libraries, as its setup-env.sh does: the "
                "variable that names the folder of its manifests leads to no library"
            )
        asked = around.variables.get("VK_INSTANCE_LAYERS", "")
        if "/" not in event.subject and "layer" in name.lower() and stem_of(name) in asked.lower():
            return f"{around.unset('VK_INSTANCE_LAYERS')}, which asks for its layer, or install {name} again"
        if "\\" in event.subject and around.system is not System.WINDOWS:
            right = quote(event.subject.replace("\\", "/"))
            return f"have the manifest's library_path be {right}: a backslash separates no folders on this system"
        own = _OWN.match(event.subject)
        if own is not None and not of_nvidia:
            return (
                f"put {name} where the manifest says, {event.subject}, or correct the path in the manifest that "
                f"names it; if it belongs to a program that is gone, remove that manifest"
            )
        told = "; in a container, start it with NVIDIA_DRIVER_CAPABILITIES=all" if of_nvidia else ""
        narrow = "in 32-bit programs" in event.why or "i386-linux-gnu" in event.why or around.is_narrow
        size = "32-bit " if narrow else ""
        if narrow and around.os_release.startswith("ID=gentoo"):
            return (
                f"build the package that has {name} with abi_x86_32: its name and that flag into "
                f"/etc/portage/package.use, "
                "then emerge --oneshot with its name"
            )
        package = (
            f"install the {size}package that has {name}{around.installing(name, 32 if narrow else 64)}{told}"
        )
        needing = around.needing.get(event.line, "")
        if needing and around.is_arch:
            return f"{ON_ARCH}: {needing} was built with {name}, which the other packages do not have"
        if needing:
            return f"{package}, or a build of {needing} for this system: it needs {name}"
        there = around.package_of(name, 32 if narrow else 64)
        if there and around.is_arch and re.search(r"\.so\.\d", name):
            return f"{ON_ARCH}: {there} is installed, by the text, and of another release than the one with {name}"
        if there:
            return (
                f"{there} is installed, by the text: install it again, or, if the program is of the other word "
                f"size (file PROGRAM), that build of it{around.installing(name, 64 if narrow else 32)}"
            )
        others = (
            name.startswith(("libGLX_nvidia.so", "libEGL_nvidia.so")) and bool(around.devices) and not narrow
        )
        more = _IF_LEFT if others and not any("NVIDIA" in each for each in around.devices) else ""
        return f"{package}, or {_ELSE[_NEEDED.match(name) is not None]}{more}"
    return ""


_NEEDED = re.compile(
    r"lib(?:LLVM|stdc|wayland-|drm|(?:vulkan|elf|xcb|X11|zstd|z|expat|ffi|tinfo|udev|xshmfence|fmt|spdlog)\b)"
)
_ELSE = ("correct the path in the manifest that names it", "a build for this system of what needs it")
_OF_ANDROID = frozenset(
    f"lib{each}.so" for each in ("android", "log", "nativewindow", "hardware", "cutils", "sync", "c")
)
_TERMUX = "/data/data/com.termux/"
_OF_HARDWARE = re.compile(r"vulkan\.\w{1,40}\.so")
"""The drivers of Android's systems."""


def _of_surroundings(event: Event, name: str, around: Around) -> str:
    """Return what to do about a library where other rules hold than those of a distribution; empty elsewhere."""
    missing = _MISSING.search(event.why) or "not found" in event.why
    if _OF_HARDWARE.fullmatch(name) and missing:
        return (
            "take a system image, or an emulator, that has a driver for Vulkan: no application brings this library "
            "(of the emulator: -gpu host on a computer with Vulkan, or -gpu swiftshader_indirect)"
        )
    mounted = around.signs.get(Sign.NOEXEC, "")
    if mounted and "failed to map segment" in event.why and mounted in asking_of(event):
        return (
            f"{mounted} is mounted noexec: sudo mount -o remount,exec {shell.operand(mounted)} (and in /etc/fstab), "
            f"or move {name} to a file system that is not"
        )
    path = asking_of(event)
    if path.startswith("~/") and missing:
        return 'write the full path as library_path into the manifest: "~" stands for no folder there'
    listed = (*around.paths, *(e for e in around.listings.files if not e.startswith(SYSTEM_FOLDERS)))
    other = next((e for e in listed if e.rpartition("/")[2] == name and e != normpath(path)), "")
    if path in around.bare and missing and other and not other.startswith(SYSTEM_FOLDERS):
        return (
            f"write {other} as library_path into the manifest, or have the linker search that folder: echo "
            f"{shell.operand(other.rpartition('/')[0])} | sudo tee /etc/ld.so.conf.d/local.conf; sudo ldconfig"
        )
    if path in around.bare and missing:
        return (
            f'write "./{name}" as library_path into the manifest if the library lies beside it, else its full path: '
            "a name without a folder is searched for in the folders of the dynamic linker alone"
        )
    if not other and missing:
        folder = path.rpartition("/")[0]
        beside = (each for each in around.paths if each.rpartition("/")[0] == folder and each != path)
        other = next(iter(near_names(path, beside, 1, 0.9, _STEPS)), "")
    if name in _OF_ANDROID or path.startswith(("/vendor/", "/system/")):
        return (
            "use a driver that was built for this distribution (Mesa's libvulkan_freedreno.so or another one of "
            f"mesa-vulkan-drivers): {name} is of Android, and programs with another C library cannot load its drivers"
        )
    if other and _FROM_MANIFEST.search(path) and other.startswith(SYSTEM_FOLDERS) and missing:
        return f'write "{name}" as library_path into the manifest, which the linker finds in its folders, or {other}'
    if other and path.startswith("/") and missing:
        return f"have the manifest's library_path name {other}, where the library is"
    if _TERMUX in event.why + event.subject and missing:
        return (
            f"install the package of Termux that has {name} (apt-file search {shell.operand(name)}, or pkg search), "
            f"or copy {name} into $PREFIX/lib, beside the library that needs it"
        )
    if Sign.CONDA in around.signs and _SYMBOL.search(event.why):
        return (
            "run the program outside of conda (conda deactivate, with the Python of the system), or take the package "
            f"that brings an own copy of a system library out of the environment: {name} got that copy"
        )
    if around.flatpak and name.startswith("libGLX_nvidia") and missing:
        return (
            "flatpak update, which brings the extension with the libraries of the host's driver; its version has to "
            "be that of the kernel's module (cat /proc/driver/nvidia/version; flatpak list | grep nvidia)"
        )
    return ""


_MANIFESTS_OF_SDK = re.compile(
    r"(?P<top>[^:]*(?:/VulkanSDK/|/1\.\d\.\d{1,3}\.\d/)[^:]*)/(?:etc|share)/vulkan/explicit_layer\.d/?"
)
_OF_SDK = re.compile(
    r"libVkLayer_(?:khronos_\w+|api_dump|screenshot|monitor|gfxreconstruct|crash_diagnostic)\.so$"
)


def _libraries_of_sdk(library: str, around: Around) -> str:
    """Return the folder of libraries of an SDK whose manifests a variable names, where the library is not found.

    Empty if the library is none of an SDK's, or if the linker may search that folder already.
    """
    if not _OF_SDK.match(library):
        return ""
    values = (around.variables.get(each, "") for each in ("VK_ADD_LAYER_PATH", "VK_LAYER_PATH"))
    found = next(filter(None, (_MANIFESTS_OF_SDK.fullmatch(e) for v in values for e in v.split(":"))), None)
    folder = f"{found['top']}/lib" if found is not None else ""
    searched = [each.rstrip("/") for each in around.variables.get("LD_LIBRARY_PATH", "").split(":")]
    return "" if folder in searched or any("SDK" in each for each in searched) else folder


def _copied(path: str, copy: str) -> str:
    """Return how a copy of a library gets to the place that its manifest names; empty if there is none elsewhere."""
    beside = _FROM_MANIFEST.search(path)
    if not copy or normpath(path).endswith(normpath(copy).lstrip("./~")):
        return ""
    if beside is None:
        name = f"have library_path of the manifest name {copy}, where the text has the library, or copy it to {path}"
        return name if _OWN.match(path) else ""
    folder = path[: beside.start()] + beside[0].removesuffix("./")
    return (
        f"copy the library beside its manifest: {shell.line(['cp', copy, folder])}; or write its full path into the "
        "manifest as library_path"
    )


_OWN = re.compile(r"(?:/home/[^/]+|~|/root)/|/opt/|/usr/local/")
_PLACEHOLDER = re.compile(r"__[A-Z][A-Z0-9_]{1,60}__|@[A-Z][A-Z0-9_]{1,60}@|\$\{?[A-Z][A-Z0-9_]{1,60}\}?")
_FROM_MANIFEST = re.compile(r"/(?:icd|implicit_layer|explicit_layer)\.d/(?:\.{1,2}/)?")


def meaning_of(event: Event, *, bare: bool = False) -> str:
    """Return what the linker's message means, to follow it; empty if the words say it themselves."""
    meaning = _meaning(event)
    if _PLACEHOLDER.fullmatch(event.subject.rpartition("/")[2]):
        return ": that is a template's placeholder that was not filled in, not the name of a library"
    if event.kind is EventKind.LINKER and event.why.startswith("cannot open shared object file: No") and bare:
        return ": the manifest names it without a folder"
    if meaning is None and "cannot open shared" in event.why and _FROM_MANIFEST.search(event.subject):
        return ": library_path is relative and has a slash, so that it is meant from the manifest's folder"
    if meaning is None and _VERSION.search(event.why) and _is_brought(event.subject):
        return f": the program brings {event.subject}, which is older than the system's"
    return f": {meaning.means}" if meaning else ""


def path_of_system(path: str) -> bool:
    """True if a library lies in a folder of the system."""
    return path.startswith(SYSTEM_FOLDERS)


def _is_brought(path: str) -> bool:
    """True if a library lies in the folder of a program, not of the system."""
    return path.startswith("/") and ".so" in path and not path.startswith((*SYSTEM_FOLDERS, "/snap/"))


def _meaning(event: Event) -> Meaning | None:
    return meaning_of_linker(event.why, event.subject) if event.kind is EventKind.LINKER else None


def _meant(event: Event, name: str) -> str:
    """Return what mends what the linker's message means, if that does not depend on the machine."""
    meaning = _meaning(event)
    if meaning is None:
        return ""
    words = {"word": shell.operand(name), "path": shell.operand(asking_of(event))}
    return meaning.change.format(name=name, **words)


_OF_ONE_RELEASE = re.compile(r"undefined symbol:? (?:_ZN4llvm|LLVM|drm|amdgpu_|radeon_|gbm_)")


def _of_macos(event: Event, name: str) -> str:
    """Return what to do about a library that macOS refused; empty if it did not, or for another reason."""
    if _SIGNATURE.search(event.why):
        return (
            f"sign {name} with the program's own team (codesign) and ship it in the bundle, or give the program the "
            "entitlement com.apple.security.cs.disable-library-validation"
        )
    if _POLICY.search(event.why):
        return f"xattr -d com.apple.quarantine {shell.operand(event.subject)}"
    processor = _PROCESSOR.search(event.why)
    if processor is not None:
        brew = "/usr/local/" in event.subject and processor["need"].startswith("arm64")
        more = (
            " (Homebrew for Apple's processors lies in /opt/homebrew, and that in /usr/local is for Intel's: "
            "install that one, then brew install vulkan-loader molten-vk with it)"
            if brew
            else ""
        )
        return f"install a build of {name} for {processor['need']}: this one is for {processor['have']}{more}"
    if name.endswith(".dylib") and _GONE_ON_MACOS.search(event.why):
        return f"install {name} at {event.subject}, or correct the path in the manifest that names it"
    return ""


_IF_LEFT = (
    "; a machine without a card of NVIDIA's needs neither: remove what names it, which is the package that has "
    "nvidia_icd.json, or the file itself if no package has it"
)
"""What helps beside a device of another maker's, where the text does not show all cards of the machine."""


def _of_windows(event: Event, name: str) -> str:
    """Return what to do about a library that Windows did not load, by its number; empty if there is none."""
    found = _OF_WINDOWS.search(event.why)
    number = found["number"] if found is not None else ""
    if number == "193":
        return f"install the build of {name} for the program's word size: {_ERRORS[number]}"
    if number in ("127", "1114", "577"):
        return f"install the program again that {name} belongs to: {_ERRORS[number]}"
    if number == "5":
        return f"have the user be allowed to read and execute {event.subject}: {_ERRORS[number]}"
    if number == "126" and "DriverStore" in event.subject:
        return f"install the driver of the graphics card again, from its maker: {_ERRORS[number]}"
    if number == "126":
        return f"install the program again that {name} belongs to, or the runtime that it needs: {_ERRORS[number]}"
    return ""


_ERRORS = {
    "5": "error 5 is that access is denied",
    "126": "error 126 is that the file, or one that it needs, is not there",
    "127": "error 127 is that a file that it needs has not all of the functions",
    "193": "error 193 is that it is for the other one",
    "577": "error 577 is that its signature is not valid",
    "1114": "error 1114 is that it could not start",
}


def change_of_unloadable(library: str, around: Around) -> str:
    """Return what to do about a library that cannot be loaded, if it is not known why."""
    name = library.rpartition("/")[2]
    return (
        f"install the package that has {name}{around.installing(name)}; if it is there, see what it lacks: "
        f"ldd {shell.operand(library)}"
    )


def asking_of(event: Event) -> str:
    """Return the library that the dynamic linker refused: the one that needs a version, else the one it names."""
    asking = _REQUIRED_BY.search(event.why)
    return asking["path"] if asking is not None else event.subject
