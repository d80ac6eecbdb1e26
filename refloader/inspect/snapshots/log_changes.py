"""What changes that which a log proves to be wrong: one sentence for each event, from its words alone.

Nothing can be tried on a log. An event whose change depends on what is not in the log gets none.
"""

import re
from collections.abc import Sequence

from refloader.host import shell
from refloader.inspect.packages import install_anywhere
from refloader.inspect.snapshots.log_around import NOTHING_AROUND, Around
from refloader.inspect.snapshots.log_events import Event, EventKind
from refloader.inspect.whatif.lists import REPLACED, of_windows
from refloader.model.text import quote, some

_MISSING = re.compile(r"cannot open shared object file")
_VERSION = re.compile(r"version [`'\"](?P<version>[\w.]{1,60})['\"]? not found")
_SYMBOL = re.compile(r"undefined symbol:? (?P<symbol>\w{1,200})|symbol lookup error")
_CUT = re.compile(r"file too short|invalid ELF|only ET_DYN")
_FOLDER = re.compile(r"Is a directory", re.IGNORECASE)
_CLASS = re.compile(r"wrong ELF class: ELFCLASS(?P<bits>32|64)|wrong bit-type")
_REQUIRED_BY = re.compile(r"\(required by (?P<path>/[^\s)]{1,1024})")
_OF_SYSTEM = ("/lib/", "/lib32/", "/lib64/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/")
_UNOPENED = re.compile(r"Failed to (?:open|read)", re.IGNORECASE)
_REPORTED = re.compile(r"cannot be loaded, says the report: (?P<path>\S{1,1024})")
_FILTER = re.compile(r"(?P<variable>VK_(?:LOADER|DRIVER|ICD|LAYER|INSTANCE)\w+)")
_DISABLING = re.compile(r"(?:env(?:ironment)? var\w*|variable) '?(?P<variable>[A-Z]\w+)", re.ASCII)


def change_for(event: Event, known: Sequence[str] = (), around: Around = NOTHING_AROUND) -> str:
    """Return what to do about an event; empty if the log does not show it. ``known`` are the layers of the log."""
    if event.kind in (EventKind.LINKER, EventKind.FAILED, EventKind.DRIVER_FAILED):
        return _of_library(event, around)
    if event.kind is EventKind.UNLOADABLE:
        return _of_unloadable(event.subject)
    if event.kind is EventKind.BAD_FILE:
        return _of_file(event, around)
    if event.kind is EventKind.META:
        return 'drop "component_layers" from the manifest if the layer has a library, else "library_path"'
    if event.kind is EventKind.NOT_FOUND:
        return _of_missing(event.subject, known, around)
    if event.kind is EventKind.DENIED:
        return _of_denial(event, around)
    if event.kind is EventKind.CLOSED and event.why.startswith("No such"):
        return (
            "see that the kernel's module of the card is loaded; a container has to be given the node: "
            "--device /dev/dri, or --gpus all for NVIDIA"
        )
    if event.kind is EventKind.CLOSED:
        return f'sudo usermod -aG "$(stat -c %G {shell.line([event.subject])})" "$USER", and log in again'
    if event.kind is EventKind.PORTABILITY:
        return _ASK_FOR_PORTABILITY
    if event.kind is EventKind.REFUSING:
        return _of_refusal(event.subject)
    if event.kind is EventKind.NO_DRIVER:
        return _of_no_driver(around)
    if event.kind in _OF_NVIDIA:
        second = event.kind is EventKind.NO_MODULE and around.mismatch
        return "" if second else _OF_NVIDIA[event.kind]
    if event.kind is EventKind.TOO_OLD:
        return (
            "update the driver; if the card is too old for this DXVK, use an older one (1.10.3, as in Proton 7), or "
            "WineD3D: PROTON_USE_WINED3D=1"
        )
    if event.kind is EventKind.NO_LOADER:
        return _of_loader(event.subject)
    if event.kind is EventKind.NO_DEVICE:
        return _of_no_device(around)
    if event.kind in (EventKind.OFF, EventKind.DRIVER_OFF):
        return _of_switch(event.why) or _of_override(event.why, around)
    return ""


_OF_NVIDIA = {
    EventKind.MISMATCH: "restart the machine, so that the module of the installed version is loaded (sudo reboot); "
    "in a container, start it anew",
    EventKind.NO_MODULE: "sudo modprobe nvidia; if that fails, restart, or install the module for this kernel again",
}


_MOVED = re.compile(r":(?:user_home|user_tmp|tmp|admin_home|default|unlabeled|data_home|config_home)_t\b")
_PROFILE = re.compile(r"AppArmor \(profile (?P<profile>[^)]+)\)")


def _of_denial(event: Event, around: Around) -> str:
    """Return what to do about a file that SELinux or AppArmor denies."""
    confined = _PROFILE.match(event.why)
    if confined is not None and confined["profile"].startswith("snap."):
        snap = confined["profile"].split(".")[1]
        return f"sudo snap connect {snap}:opengl, if the snap has that interface: snap connections {snap}"
    if confined is not None:
        return (
            f'allow it in the profile {confined["profile"]}, in /etc/apparmor.d: add "{event.subject} r,", and load '
            "it again: sudo systemctl reload apparmor"
        )
    path = next(
        (each for each in around.manifests if each.rpartition("/")[2] == event.subject), event.subject
    )
    label = shell.line(["sudo", "restorecon", "-v", path])
    if _MOVED.search(event.why):
        return f"give the file, which was moved there, the label of its folder: {label}"
    if event.subject.startswith("/dev/") or "renderD" in event.subject:
        return "sudo setsebool -P container_use_devices 1, or start the container with --security-opt label=disable"
    return f"see what the policy wants: sudo ausearch -m avc -ts recent | audit2why; {label}"


def _of_refusal(library: str) -> str:
    """Return what to do about a driver whose library was opened and gives no entry point."""
    if "nvidia" in library.lower():
        return (
            "see that nvidia-smi works, which needs the kernel module of this version and /dev/nvidia*, and that all "
            "parts of the driver are of one version; give a container the GPU and NVIDIA_DRIVER_CAPABILITIES=all"
        )
    return f"see that the driver of {library} finds its card in /dev, and install all of its parts from one release"


def _of_no_device(around: Around) -> str:
    """Return what to do if drivers give no device."""
    if around.mismatch or around.unloaded or around.passed_over:
        return ""  # said with the mismatch itself
    if around.nvidia:
        return (
            "see whether NVIDIA's kernel module is loaded and of the version of the libraries: nvidia-smi; of other "
            "cards, that the user may open /dev/dri (ls -l /dev/dri)"
        )
    return (
        "see that the user may open /dev/dri (ls -l /dev/dri), and that the driver of the card is installed"
    )


def _of_loader(name: str) -> str:
    """Return what to do if a program has no loader; Wine needs that of the game's word size."""
    if not name.startswith("libvulkan.so"):
        return f"install {name}, which comes with the driver of the card or with the SDK"
    return (
        "install the loader for the program's word size: apt install libvulkan1 libvulkan1:i386, "
        "dnf install vulkan-loader vulkan-loader.i686, or pacman -S vulkan-icd-loader lib32-vulkan-icd-loader"
    )


_ASK_FOR_PORTABILITY = (
    "have the program enable VK_KHR_portability_enumeration and set "
    "VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR, or install a driver that is not for portability"
)


def _of_file(event: Event, around: Around) -> str:
    """Return what to do about a manifest that was refused."""
    if not _UNOPENED.match(event.why):
        return f"correct the file: {shell.line(['refloader', 'lint', event.subject])}"
    if "/" not in event.subject and "\\" not in event.subject:
        return f"see whether {event.subject}, in a folder that is searched, is a link to nowhere or may not be read"
    if not event.subject.startswith("/") and ":" not in event.subject:
        names = "VK_DRIVER_FILES and VK_ICD_FILENAMES have to name files by their full paths"
        return f"{names}: {event.subject} is looked for in the program's working directory"
    if event.subject in around.named:
        return f"unset {around.naming}: it names a file that is not there, or may not be read"
    return f"see whether it is there, is a link to nowhere, or may not be read: ls -lL {shell.line([event.subject])}"


def _of_no_driver(around: Around) -> str:
    """Return what to do if no driver is left."""
    if around.portable:
        return _ASK_FOR_PORTABILITY
    others = some([each.rpartition("/")[2] for each in around.other_bits])
    install = f"install the build of {others} for this word size" if others else ""
    if around.named:
        unset = f"unset {around.naming}, which names {some([quote(each) for each in around.named])} only"
        return f"{unset}, or {install}" if install else unset
    if install:
        return install
    if around.off and not around.failed:
        return _of_switch(around.off)
    if around.failed:
        return "mend the drivers above: programs have no other one"
    return (
        "install a driver (such as mesa-vulkan-drivers), or unset VK_DRIVER_FILES and VK_ICD_FILENAMES if set"
    )


def _of_override(why: str, around: Around) -> str:
    """Return what to do about a layer that an override layer leaves out."""
    return _reset_overrides(around) if why.startswith("Override layer is active") else ""


def _reset_overrides(around: Around) -> str:
    where = f" {quote(around.override)}" if around.override else ", VkLayer_override.json"
    return f"reset the overrides in the configurator (vkconfig), or remove its file{where}"


def _of_library(event: Event, around: Around) -> str:
    """Return what to do about a library that the dynamic linker refused."""
    if event.kind is EventKind.FAILED and (reported := _REPORTED.search(event.why)) is not None:
        return _of_unloadable(reported["path"])
    name = asking_of(event).rpartition("/")[2]
    version, symbol, other = _VERSION.search(event.why), _SYMBOL.search(event.why), _CLASS.search(event.why)
    if version is not None:
        wanted = version["version"]
        older = event.subject if event.subject.startswith("/") and name not in event.subject else ""
        if older and not older.startswith(_OF_SYSTEM):
            folder, _, file = older.rpartition("/")
            return (
                f"have the program use the system's {file}: take {folder} out of LD_LIBRARY_PATH, "
                f"or remove {older}, which has no {wanted}"
            )
        whose = (
            "a glibc" if wanted.startswith("GLIBC_") else "a newer build of the library that defines it, one"
        )
        return f"install a build of {name} for this system, or {whose} that has {wanted}"
    if symbol is not None:
        return f"install {name} and what it needs from one release: their versions do not fit together"
    if other is not None:
        bits = other["bits"]
        size = f"the {96 - int(bits)}-bit" if bits else "the other"
        lines = _lines(name, 96 - int(bits or 64))
        return (
            f"install {size} build of {name} beside it, if programs of that word size are to have it{lines}"
        )
    if _FOLDER.search(event.why):
        return f"have the manifest name a library in the folder {name}, not the folder"
    if _CUT.search(event.why):
        return f"install {name} again: the file is no whole library"
    if _MISSING.search(event.why):
        of_nvidia = "nvidia" in name.lower()
        if of_nvidia and around.flatpak:
            return (
                f"flatpak update, which brings the extension for NVIDIA's driver of this version, with {name}"
            )
        told = "; in a container, start it with NVIDIA_DRIVER_CAPABILITIES=all" if of_nvidia else ""
        narrow = "in 32-bit programs" in event.why
        size = "32-bit " if narrow else ""
        package = f"install the {size}package that has {name}{_lines(name, 32 if narrow else 64)}{told}"
        return f"{package}, or correct the path in the manifest that names it"
    return ""


def _of_unloadable(library: str) -> str:
    """Return what to do about a library that cannot be loaded, if it is not known why."""
    name = library.rpartition("/")[2]
    return (
        f"install the package that has {name}{_lines(name)}; if it is there, see what it lacks: "
        f"{shell.line(['ldd', library])}"
    )


def _lines(name: str, bits: int = 64) -> str:
    """Return the command lines that install something, in brackets; empty if they are not known."""
    found = install_anywhere(name, bits)
    return f" ({found})" if found else ""


def asking_of(event: Event) -> str:
    """Return the library that the dynamic linker refused: the one that needs a version, else the one it names."""
    asking = _REQUIRED_BY.search(event.why)
    return asking["path"] if asking is not None else event.subject


def _of_missing(name: str, known: Sequence[str], around: Around) -> str:
    """Return what to do about a layer that is asked for and not found."""
    if REPLACED.get(name):
        return f"ask for {REPLACED[name]}, which replaced it"
    same = next((each for each in known if each.lower() == name.lower() and each != name), "")
    if same:
        return f"ask for {same}: letter case counts"
    if around.overridden:
        return f"{_reset_overrides(around)}: it replaces the folders of explicit layers by its own"
    if around.replaced:
        places = some([quote(each) for each in around.replaced])
        return f"unset VK_LAYER_PATH, or have it name the folder of {name}: nothing but {places} is searched"
    variable = "VK_LAYER_PATH" if around.is_old else "VK_ADD_LAYER_PATH"
    variable += "" if around.release else " (VK_LAYER_PATH before release 1.3.207)"
    return f"install {name}{_lines(name)}, or have {variable} name its folder"


def _of_switch(why: str) -> str:
    """Return what to do about something that a variable keeps off."""
    found = _FILTER.search(why) or _DISABLING.search(why)
    if found is None or of_windows(why):
        return ""
    return f"unset {found['variable']}"
