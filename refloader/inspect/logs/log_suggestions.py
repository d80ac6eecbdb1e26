"""What changes that which a log proves to be wrong: one sentence for each event, from its words alone.

Nothing can be tried on a log. An event whose change depends on what is not in the log gets none.
"""

import re
from collections.abc import Sequence

from refloader.host import shell
from refloader.inspect.logs.besides import is_secured
from refloader.inspect.logs.card_drivers import limited, without_dxvk
from refloader.inspect.logs.closed_nodes import of_closed_node
from refloader.inspect.logs.log_context import NOTHING_AROUND, Around
from refloader.inspect.logs.log_libraries import change_of_library, change_of_unloadable
from refloader.inspect.logs.log_posted import change_of_posted, listed_reason
from refloader.inspect.logs.missing_layers import of_missing, of_override
from refloader.inspect.logs.no_driver import (
    ASK_FOR_PORTABILITY,
    of_deviceless,
    of_no_device,
    of_no_driver,
    of_switch,
)
from refloader.inspect.logs.no_loader import (
    UNINSTALLED,
    is_own_loader,
    of_loader,
    of_old_loader,
    of_uninstalled,
)
from refloader.inspect.logs.places_with_a_card import GRAPHICS, NVIDIA_OF_SNAP, into_apptainer
from refloader.inspect.logs.places_with_a_card import ON_NIXOS as OF_NIXOS
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.whatif.lists import corrected, wrong_separator
from refloader.model.system import System
from refloader.model.text import quote

_OLDER = re.compile(r"old API version .{1,40} requested (?P<wanted>\d[\d.]{0,20})")
_SEES = re.compile(r"see (?:why|what)\b")  # what looks for the cause, and knows none
_UNOPENED = re.compile(r"Failed to (?:open|read)", re.IGNORECASE)


def change_for(event: Event, known: Sequence[str] = (), around: Around = NOTHING_AROUND) -> str:
    """Return what to do about an event; empty if the log does not show it. ``known`` are the layers of the log."""
    if event.fix:
        return _in_place(event, around) or event.fix
    if event.message is not None and event.message.message.deviceless and around.knows_why:
        return of_no_device(around)
    if (
        event.message is not None
        and event.message.message.deviceless
        and _SEES.match(event.message.message.change)
    ):
        own = of_deviceless(around)
        if own:
            return own
    if event.message is not None or event.kind in _POSTED:
        return change_of_posted(event, around)
    listed = listed_reason(event, around)[1]
    if listed:
        return listed
    if event.kind is EventKind.LINKER and "nvidia" in event.subject.lower() and around.is_given_no_graphics:
        return GRAPHICS
    of_host = event.kind is EventKind.LINKER and "nvidia" in event.subject.lower() and "open" in event.why
    if of_host and Sign.APPTAINER in around.signs:
        return into_apptainer(around)
    if event.kind is EventKind.FAILED and around.twin:
        return (
            "name the 32-bit manifest for 32-bit programs alone: below HKLM\\SOFTWARE\\WOW6432Node\\Khronos\\Vulkan"
            "\\ImplicitLayers, and the other below HKLM\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers"
            if around.system is System.WINDOWS
            else "update the layer to a release that has a name for each word size"
            f"{around.installing(event.subject)}; until then move {around.twin[0]} out of the folder for programs of "
            "the other word size"
        )
    if event.kind is EventKind.LINKER and _OF_DRIVER.search(event.subject) and _in_other_place(around):
        return _in_other_place(around)
    if event.kind is EventKind.LINKER and is_own_loader(event):
        return f"remove {event.subject}, an old copy of the loader: the program then gets the system's"
    if event.kind in (EventKind.LINKER, EventKind.FAILED, EventKind.DRIVER_FAILED):
        return change_of_library(event, around)
    if event.kind is EventKind.UNLOADABLE:
        return change_of_unloadable(event.subject, around)
    if event.kind is EventKind.BAD_FILE:
        return _of_file(event, around)
    if event.kind is EventKind.META:
        return 'drop "component_layers" from the manifest if the layer has a library, else "library_path"'
    if event.kind is EventKind.NOT_FOUND:
        by_variable = "VK_INSTANCE_LAYERS" in event.why and around.system is not System.WINDOWS
        return of_missing(event.subject, known, around, by_variable=by_variable)
    if event.kind is EventKind.DENIED:
        return _of_denial(event, around)
    if event.kind is EventKind.CLOSED:
        return of_closed_node(event, around)
    if event.kind is EventKind.PORTABILITY:
        return ASK_FOR_PORTABILITY
    if event.kind is EventKind.REFUSING:
        if "nvidia" in event.subject.lower() and around.is_given_no_graphics:
            return GRAPHICS
        return "" if around.mismatch else _of_refusal(event.subject)
    if event.kind is EventKind.CONCLUDED and event.subject in UNINSTALLED:
        return of_uninstalled(event.subject, around)
    if event.kind is EventKind.NO_DRIVER:
        return of_no_driver(around)
    if event.kind in _OF_NVIDIA:
        in_snap = around.place is not None and around.place.name == "a snap"
        in_snap |= any("/snap/" in each for each in around.without_instance)
        if event.kind is EventKind.MISMATCH and in_snap:
            return NVIDIA_OF_SNAP
        if event.kind is EventKind.NO_MODULE and is_secured(around):
            return (
                "enrol the key that signs the module (sudo mokutil --import with the key of DKMS or "
                "akmods, then restart and confirm), or switch Secure Boot off in the firmware"
            )
        if event.kind is EventKind.NO_MODULE and around.place is not None and around.place.of_module:
            return around.place.driverless
        if event.kind is EventKind.NO_MODULE and around.signs.get(Sign.KERNEL_DRIVER) == "nouveau":
            return _OF_NOUVEAU
        return "" if event.kind is EventKind.NO_MODULE and around.mismatch else _OF_NVIDIA[event.kind]
    if event.kind is EventKind.TOO_OLD:
        older = "use an older DXVK (1.10.3, as in Proton 7), or WineD3D: PROTON_USE_WINED3D=1"
        if limited(around):
            return (
                f"no newer driver has more for this card: {older.replace('older DXVK', 'older one of DXVK')}"
            )
        if Sign.OLD_CARD in around.signs:
            return f"{older}; no driver of {around.signs[Sign.OLD_CARD]} has what this DXVK needs"
        card = _NVIDIA_CARD.search(event.why)
        if card is not None:
            return (
                "update NVIDIA's driver: its branches from 525 on have Vulkan 1.3 for cards from Maxwell on (GeForce "
                f"GTX 750, 900 and later), the branches 470 and 390 have not; for an older card, {older}"
            )
        return without_dxvk(event.why) or (
            "update the driver; if the card is too old for this DXVK, use an older one (1.10.3, as in Proton 7), or "
            "WineD3D: PROTON_USE_WINED3D=1"
        )
    if event.kind is EventKind.FIRMWARE:
        of_board = event.subject.startswith(("arm/", "powervr/", "qcom/"))
        debian = "" if of_board else "; on Debian firmware-amd-graphics, firmware-misc-nonfree"
        what = f"firmware that knows the card (linux-firmware{debian})"
        return f"install {what}, renew the initramfs, and restart"
    if event.kind is EventKind.NOT_IMPORTED and "i386" in event.why:
        name = event.why.partition(" ")[0]
        return f"install the 32-bit build of {name}{around.installing(name, 32)}, which 32-bit programs need"
    if event.kind is EventKind.NOT_IMPORTED:
        return f"update Steam and its runtime; if that does not help: refloader lint {shell.operand(event.subject)}"
    if event.kind is EventKind.NO_LOADER:
        return of_loader(event.subject, around)
    if event.kind in (EventKind.NO_DEVICE, EventKind.ONLY_SOFTWARE):
        return of_no_device(around)
    if event.kind is EventKind.OTHER_BRANCH:
        return f"flatpak install {event.subject}//{event.why.rpartition(' ')[2]}"
    if event.kind is EventKind.GONE:
        return _of_gone(event.subject, around)
    if event.kind in (EventKind.OLD_LOADER, EventKind.OWN_LOADER):
        return of_old_loader(around)
    if event.kind is EventKind.SEPARATOR:
        return _of_separator(event, around)
    if (
        event.kind in (EventKind.NOT_LISTED, EventKind.NOT_PRESENT)
        and around.replaced
        and not around.elevated
    ):
        return "" if around.asked or around.overridden else of_missing("the layer", known, around)
    asked = re.findall(r"VK_LAYER_\w+", around.variables.get("VK_INSTANCE_LAYERS", ""))
    if event.kind is EventKind.NOT_PRESENT and not (around.asked or around.elevated) and asked:
        return f"install {asked[0]}{around.installing(asked[0])}, or {around.unset('VK_INSTANCE_LAYERS')}"
    if event.kind is EventKind.NOT_PRESENT and not around.asked:
        return f"install the layers that it asks for, such as {_VALIDATION}{around.installing(_VALIDATION)}"
    if event.kind is EventKind.NO_DRI3:
        return (
            "use a session whose X server has it (at the screen, or Xwayland; of TigerVNC from 1.14 on "
            "with -rendernode), or let Mesa copy the pictures: MESA_VK_WSI_DEBUG=sw; or VirtualGL: vglrun PROGRAM"
        )
    if event.kind is EventKind.OFF and "architecture" in event.why:
        bits = 32 if event.subject.lower().endswith(("64", "amd64")) else 64
        return f"install the layer for the program's word size{around.installing(event.subject, bits)}"
    outdated = _OLDER.search(event.why) if event.kind is EventKind.OFF else None
    if outdated is not None:
        return (
            f"install a newer {event.subject}{around.installing(event.subject)}; if its library is for "
            f"{outdated['wanted']}, set api_version in its manifest to that"
        )
    if event.kind is EventKind.OTHER_VERSION:
        wanted = event.why.replace(".", "-")
        names = " ".join(f"org.freedesktop.Platform.{each}.nvidia-{wanted}" for each in ("GL", "GL32"))
        return f"flatpak update; if that brings none: flatpak install flathub {names}"
    if event.kind is EventKind.USERS_KEY:
        machines = event.subject.replace("HKEY_CURRENT_USER", "HKLM")
        return (
            f"start the program without administrator rights, or name the manifest for all users: reg add {machines} "
            "/v MANIFEST /t REG_DWORD /d 0"
        )
    if event.kind is EventKind.FILE_FOR_FOLDER:
        return f"export {event.subject}={shell.line([event.why.rpartition('/')[0]])}"
    if event.kind is EventKind.NOT_SELECTED:
        return (
            "install that driver's package again, whose manifest belongs into /etc/vulkan/icd.d or "
            "/usr/share/vulkan/icd.d, or have VK_DRIVER_FILES name it"
        )
    if event.kind is EventKind.OTHER_PROCESSOR:
        return f"install a build of {event.subject.rpartition('/')[2]} for this machine's processor"
    if event.kind is EventKind.NOT_ENABLED:
        return f"set {event.why} for the program"
    if event.kind is EventKind.OLDER_LOADER:
        return (
            "update the loader: on Windows with the driver of the graphics card or the runtime of the SDK, on Linux "
            "by its package (libvulkan1, vulkan-loader, vulkan-icd-loader); or install layers of the loader's release"
        )
    if event.kind is EventKind.NOMODESET:
        return (
            f"take {event.subject} out of GRUB_CMDLINE_LINUX in /etc/default/grub (or of the boot entry), sudo "
            "update-grub (or grub2-mkconfig), and restart"
        )
    if event.kind is EventKind.UNFIT:
        return of_no_device(around) if around.knows_why else _TOO_OLD
    if event.kind is EventKind.LEFT_OUT:
        lacks = _REQUIRED_OBJECT.search(event.why)
        if lacks is not None and lacks["name"].endswith("able_environment"):
            name = lacks["name"]
            return (
                f'write "{name}": {{"{name.split("_")[0].upper()}_NAME_OF_THE_LAYER": "1"}} into its manifest'
            )
        if lacks is not None:
            return f'write "{lacks["name"]}" into its manifest, as the loader documents have it'
        file = event.subject or "with the path of the manifest"
        of_manifest = re.search(r"manifest|JSON", event.why) is not None
        return (
            f"correct the file: refloader lint {shell.operand(file)}" if of_manifest and event.subject else ""
        )
    if event.kind is EventKind.NAMED_TWICE:
        return (
            f"of {event.why}, remove the one that no package owns (dpkg -S, rpm -qf or pacman -Qo with its path says "
            "which)"
        )
    if event.kind is EventKind.UNSEARCHED:
        if around.is_nixos:
            return OF_NIXOS
        base = event.subject.removesuffix("/vulkan/icd.d")
        return f"export XDG_DATA_DIRS=${{XDG_DATA_DIRS:-/usr/local/share:/usr/share}}:{shell.line([base])}"
    if event.kind in (EventKind.NOT_LISTED, EventKind.NOT_PRESENT) and around.elevated:
        return of_missing("the layer", known, around)
    if event.kind is EventKind.SETTINGS:
        file = shell.operand(event.subject)
        return (
            f"if that is not wanted: reset it in the configurator (vkconfig), or remove the file: rm {file}"
        )
    if event.kind in (EventKind.OFF, EventKind.DRIVER_OFF):
        return of_switch(event.why, around) or of_override(event.why, around)
    return ""


_OF_DRIVER = re.compile(r"libvulkan_\w+\.so|lib(?:GLX|EGL)_nvidia")
"""What the libraries of drivers are called."""


def _in_other_place(around: Around) -> str:
    """Return what brings a driver's library where the program runs; empty if that is as everywhere."""
    return around.place.driverless if around.place is not None and around.place.of_libraries else ""


def _in_place(event: Event, around: Around) -> str:
    """Return what lets a program open a closed node in a place of its own; empty elsewhere."""
    is_node = event.subject.startswith(("/dev/dri", "/dev/nvidia"))
    return around.place.closed if is_node and around.place is not None else ""


_POSTED = frozenset(
    {EventKind.CRASHED, EventKind.TWINS, EventKind.UNDRIVEN, EventKind.LACKED, EventKind.HIDDEN_CARD}
)

_OF_NVIDIA = {
    EventKind.MISMATCH: "restart the machine, so that the module of the installed version is loaded (sudo reboot); "
    "in a container, start it again",
    EventKind.NO_MODULE: "sudo modprobe nvidia; if that fails, restart, or install the module for this kernel again; "
    "on a laptop it may be switched off (prime-select query: sudo prime-select on-demand)",
}
_OF_NOUVEAU = (
    "nouveau has the card: see whether NVIDIA's module is there for this kernel (modinfo nvidia); if not, install "
    "the driver again; if it is, restart, and if nouveau has the card then too, blacklist it in /etc/modprobe.d"
)

_MOVED = re.compile(r":(?:user_home|user_tmp|tmp|admin_home|default|unlabeled|data_home|config_home)_t\b")
_PROFILE = re.compile(r"AppArmor \(profile (?P<profile>[^)]+)\)")
_OF_SNAP = re.compile(r"snap\.(?P<name>[a-z0-9][a-z0-9-]{0,39})(?:\.|$)")
_LAYERS_IN_SNAPS = "; if it is connected, take a build that is no snap, to have the machine's layers"
_OF_MANIFESTS = ("/etc/vulkan", "/usr/share/vulkan", "/usr/local/share/vulkan")


def _of_denial(event: Event, around: Around) -> str:
    """Return what to do about a file that SELinux or AppArmor denies."""
    confined = _PROFILE.match(event.why)
    snap = _OF_SNAP.match(confined["profile"]) if confined is not None else None
    if snap is not None:
        name = snap["name"]
        more = _LAYERS_IN_SNAPS if "_layer.d" in event.subject else ""
        return (
            f"sudo snap connect {name}:opengl, if the snap has that interface: snap connections {name}{more}"
        )
    if confined is not None and event.subject.rstrip("/").startswith(_OF_MANIFESTS):
        return (
            f'allow it in the profile {confined["profile"]}, in /etc/apparmor.d: "include <abstractions/vulkan>", or '
            '"/etc/vulkan/** r," and "/usr/share/vulkan/** r,", as the files in them are read too; then load '
            "it again: sudo systemctl reload apparmor"
        )
    if confined is not None:
        return (
            f'allow it in the profile {confined["profile"]}, in /etc/apparmor.d: add "{event.subject} r,", and load '
            "it again: sudo systemctl reload apparmor"
        )
    path = next(
        (each for each in around.manifests if each.rpartition("/")[2] == event.subject), event.subject
    )
    label = f"sudo restorecon -v {shell.operand(path)}"
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


_NVIDIA_CARD = re.compile(r"NVIDIA|GeForce|Quadro")
_REQUIRED_OBJECT = re.compile(r"required layer (?:object|child value) (?P<name>\w+)")
_TOO_OLD = (
    "update the driver; if the newest one has not that either, the card is too old for this program: use its OpenGL "
    "or Direct3D, an older release of it, or another card"
)
_VALIDATION = "VK_LAYER_KHRONOS_validation"


def _of_gone(path: str, around: Around) -> str:
    """Return what to do about a file that a manifest or a variable names and that does not exist."""
    name = path.rpartition("/")[2]
    other = next((each for each in around.paths if each.rpartition("/")[2] == name and each != path), "")
    if around.naming_of(path):
        return f"unset {around.naming_of(path)}, which names it"
    if other:
        again = f"install {name} again{around.installing(name)}"
        return f"have the manifest's library_path name {quote(other)}, or {again}"
    return f"install what has it{around.installing(name)}, or correct the path that names it"


def _of_separator(event: Event, around: Around) -> str:
    """Return the variable with the right separator."""
    wrong = wrong_separator(event.why, event.subject, around.system)
    if wrong is None:
        return f"correct {event.why}: no name of a layer has other signs than letters, digits and _"
    right = corrected(event.subject, wrong, around.system)
    if around.system is System.WINDOWS and Sign.POWERSHELL in around.signs and _NAMES.fullmatch(right):
        return f'$env:{event.why}="{right}"'
    return f"set {event.why}={right if _NAMES.fullmatch(right) else shell.line([right])}"


def _of_file(event: Event, around: Around) -> str:
    """Return what to do about a manifest that was refused."""
    if "Permission denied" in event.why:
        return f"sudo chmod a+rX {shell.operand(event.subject)}, and see that its folders may be entered"
    if not _UNOPENED.match(event.why):
        return f"correct the file: refloader lint {shell.operand(event.subject)}"
    if "/" not in event.subject and "\\" not in event.subject:
        return f"see whether {event.subject}, in a folder that is searched, is a link to nowhere or may not be read"
    if not event.subject.startswith("/") and ":" not in event.subject:
        names = "VK_DRIVER_FILES and VK_ICD_FILENAMES have to name files by their full paths"
        return f"{names}: {event.subject} is looked for in the program's working directory"
    variable = around.naming_of(event.subject)
    if variable:
        return f"{around.unset(variable)}: it names a file that is not there, or may not be read"
    if _ON_WINDOWS.match(event.subject):
        return _of_registered(event.subject)
    if event.subject in around.named:
        return f"unset {around.naming}: it names a file that is not there, or may not be read"
    return f"see whether it is there, is a link to nowhere, or may not be read: ls -lL {shell.operand(event.subject)}"


_NAMES = re.compile(r"[\w:;,]+", re.ASCII)
_ON_WINDOWS = re.compile(r"[A-Za-z]:[\\/]|\\\\")


def _of_registered(path: str) -> str:
    """Return what to do about a manifest that a value of Windows' registry names and that is not there."""
    name = re.split(r"[\\/]", path)[-1]
    how = f' (reg query HKLM\\SOFTWARE\\Khronos\\Vulkan /s /f "{name}"; reg delete KEY /v "{path}")'
    return (
        "delete the value that names it below SOFTWARE\\Khronos\\Vulkan in HKEY_LOCAL_MACHINE or HKEY_CURRENT_USER"
        f"{how if shell.is_whole_on_windows(path) else ''}, or install the program again that it belongs to"
    )
