"""What a text as a whole shows beside its events: listings of folders, devices listed twice, messages of programs."""

import re
from collections.abc import Iterator

from refloader.host import shell
from refloader.inspect.libraries.near_names import without_processor
from refloader.inspect.logs.lacked_extensions import of_device_extension, of_extension, of_lacked
from refloader.inspect.logs.log_context import OF_DRIVERS, Around
from refloader.inspect.logs.no_loader import of_loader
from refloader.inspect.logs.nvidia_packages import whole_nvidia
from refloader.inspect.logs.places_with_a_card import IN_HYPER_V, NVIDIA_INTO_LXC
from refloader.inspect.logs.reading.crashes import change_of_crash
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sign import HYPER_V, Sign
from refloader.inspect.logs.surroundings.without_vulkan import without_vulkan
from refloader.inspect.logs.wholes.named_cards import OF_CARDS, maker_of, without_driver
from refloader.model.system import System
from refloader.model.text import quote

_UNOPENED = re.compile(r"Failed to (?:open|read|parse)|No such file", re.IGNORECASE)


def listed_reason(event: Event, around: Around) -> tuple[str, str]:
    """Return why a file cannot be opened and what mends it, if a listing in the text shows that."""
    if event.kind not in (EventKind.BAD_FILE, EventKind.GONE) or not _UNOPENED.search(event.why):
        return "", ""
    entry = around.listings.files.get(event.subject)
    absent = around.listings.lacks(event.subject) if entry is None else ""
    if absent and event.kind is EventKind.BAD_FILE:
        return _absent(event.subject, absent, around)
    if entry is None:
        return _renamed(event.subject, around)
    path = shell.operand(event.subject)
    if entry.kind == "d":
        return (
            "; it is a folder, as Docker makes one for a file that is mounted and is not on the host",
            f"sudo rmdir {path}, and mount a file that is on the host, or write the manifest there",
        )
    if entry.closed:
        return (
            f"; only {entry.owner} may read it ({entry.kind}{entry.mode})",
            f"sudo chmod a+r {path}",
        )
    if entry.kind == "-" and entry.size == "0":
        owner = install_files_again(event.subject, around)
        return "; it is empty (0 bytes)", f"install again what it belongs to{owner}"
    if entry.kind == "l":
        return (
            f"; it is a link to {quote(entry.target)}, which is not there or may not be read",
            f"install again what {quote(entry.target)} belongs to, or remove the link: sudo rm {path}",
        )
    return "", ""


def _absent(path: str, absent: str, around: Around) -> tuple[str, str]:
    """Return that a manifest is not there, as a command of the text says, and what mends it."""
    what = "it" if path.endswith(absent.removeprefix("~")) else f"its folder {quote(absent)}"
    variable = around.naming_of(path)
    again = f"install again what it belongs to{around.installing(path.rpartition('/')[2])}"
    if around.has_no_manifest and "/icd.d/" in path:
        return (
            f"; {what} is not there, by the text",
            f"{again}: no folder that is searched has a manifest of a driver",
        )
    named = f"{around.unset(variable)}, which names it, or " if variable else ""
    more = (
        ""
        if variable
        else "; if it is not wanted any more, remove what names it (a variable, a link, a program's settings)"
    )
    return f"; {what} is not there, by the text", f"{named}{again}{more}"


def install_files_again(path: str, around: Around) -> str:
    """Return the command lines that install the package of a file again, in brackets; empty if they are not known."""
    found = around.installing(path.rpartition("/")[2])
    return found.replace("apt install", "apt install --reinstall").replace("dnf install", "dnf reinstall")


def _renamed(path: str, around: Around) -> tuple[str, str]:
    """Return that a folder, whose listing is in the text, has a file of another name for the same driver."""
    folder, _, name = path.rpartition("/")
    if folder not in around.listings.folders:
        return "", ""
    plain = without_processor(name)
    there = [each for each in around.listings.holds(folder) if each != name]
    like = [each for each in there if without_processor(each) == plain]
    variable = around.naming_of(path)
    if not like:
        return (
            "; it is not there, by the listing of its folder, so that a variable names it (VK_ICD_FILENAMES or "
            "VK_DRIVER_FILES): a search of the folder finds only what is there",
            around.unset(variable) if variable else UNSET_NAMING,
        )
    now = f"{folder}/{like[0]}"
    change = (
        f"set {variable}={shell.line([now])}, or unset {variable}"
        if variable
        else f"have what names it name {now}"
    )
    return f"; it is not there, and the folder has {quote(like[0])}", change


UNSET_NAMING = (
    "unset VK_ICD_FILENAMES VK_DRIVER_FILES, and remove them where they are set (grep -rsE "
    "'VK_(ICD_FILENAMES|DRIVER_FILES)' ~/.profile ~/.bashrc ~/.config/environment.d /etc/environment "
    "/etc/profile.d); then log in again"
)


def shown_by_all(log: Log) -> Iterator[Event]:
    """Yield what only the text as a whole shows: a card without a driver, a card that two drivers list."""
    twins = log.cards.twins()
    if twins is not None:
        names = " and ".join(quote(each.values["deviceName"]) for each in twins)
        drivers = " and ".join(_driver(each.driver) for each in twins)
        yield Event(EventKind.TWINS, twins[0].line, names, drivers)
    undriven = list(_undriven_cards(log))
    hidden = undriven or list(_hidden_cards(log))
    yield from hidden or list(_hidden_adapters(log)) or _held_by_nouveau(log)


_MAKERS = {"NVIDIA": ("0x10de", "nvidia"), "Advanced Micro": ("0x1002", "amd"), "Intel": ("0x8086", "intel")}
"""The vendor's number and a part of the devices' names, by a card's maker as lspci names it."""


def _hidden_cards(log: Log) -> Iterator[Event]:
    """Yield the cards of the machine that are not among the devices which the text lists."""
    devices = [each for each in log.events if each.kind is EventKind.DEVICE]
    vendors = {each.values.get("vendorID", "").lower() for each in log.cards.listed}
    makers = list(log.graphics)
    if Sign.NVIDIA_WORKS in log.signs and not any(each.startswith("NVIDIA") for each in makers):
        makers.append("NVIDIA's card, which nvidia-smi finds,")
    for card in makers if any(each.line for each in log.cards.listed) else ():
        number, word = next((has for maker, has in _MAKERS.items() if card.startswith(maker)), ("", ""))
        named = any(word in each.subject.lower() for each in devices)
        if not number or number in vendors or named or _is_software(devices):
            continue
        names = ", ".join(dict.fromkeys(quote(each.subject) for each in devices))
        yield Event(EventKind.HIDDEN_CARD, devices[0].line, card, f"there is {names}")


def _held_by_nouveau(log: Log) -> Iterator[Event]:
    """Yield a card of NVIDIA's that somebody names and that is no device, where nouveau has it."""
    devices = [each for each in log.events if each.kind is EventKind.DEVICE]
    shown = any(_OF_NVIDIA.search(each.subject) or "NVK" in each.subject for each in devices)
    card = next((each for each in log.named_cards if _OF_NVIDIA.search(each)), "")
    if (
        devices
        and card
        and not shown
        and log.signs.get(Sign.KERNEL_DRIVER) == "nouveau"
        and not _is_software(devices)
    ):
        names = ", ".join(dict.fromkeys(quote(each.subject) for each in devices))
        line = log.card_lines.get(card, devices[0].line)
        why = f"there is {names}, and the kernel's module nouveau has the card"
        yield Event(EventKind.HIDDEN_CARD, line, card, why)


def _hidden_adapters(log: Log) -> Iterator[Event]:
    """Yield the cards that Windows lists and that are not among the devices of the text."""
    devices = [each for each in log.events if each.kind is EventKind.DEVICE]
    if not devices or not any(each.line for each in log.cards.listed) or _is_software(devices):
        return
    names = ", ".join(dict.fromkeys(quote(each.subject) for each in devices))
    known = {_plain(each.subject) for each in devices}
    yield from _hidden_by_a_layer(log, names)
    for name, line in log.adapters.items():
        if _plain(name) not in known:
            layer = next((each for each in _SWITCHING if each in log.available), "")
            by = f", and the layer {layer} chooses between cards" if layer else ""
            yield Event(EventKind.HIDDEN_CARD, line, name, f"there is {names}{by}")


def _hidden_by_a_layer(log: Log, names: str) -> Iterator[Event]:
    """Yield a card that somebody names and that is no device, where AMD's layer chooses between cards."""
    layer = "VK_LAYER_AMD_switchable_graphics"
    card = next((each for each in log.named_cards if _OF_NVIDIA.search(each) or _OF_RX.search(each)), "")
    makers = _OF_NVIDIA if _OF_NVIDIA.search(card) else _OF_RX
    shown = any(makers.search(each) for each in (names, *log.adapters))
    if card and not shown and (layer in log.inserted or layer in log.available):
        line = next((each.line for each in log.events if each.subject == layer), 0)
        why = f"there is {names}, and the layer {layer} chooses between cards"
        yield Event(EventKind.HIDDEN_CARD, line, card, why)


_OF_RX = re.compile(r"\bRX ?\d{3,4}", re.IGNORECASE)
_OF_NVIDIA = re.compile(r"NVIDIA|GeForce|RTX|GTX|Quadro", re.IGNORECASE)
_SWITCHING = {
    "VK_LAYER_AMD_switchable_graphics": "DISABLE_LAYER_AMD_SWITCHABLE_GRAPHICS_1=1",
    "VK_LAYER_NV_optimus": "DISABLE_LAYER_NV_OPTIMUS_1=1",
}
"""The layers by which drivers choose a card, and what switches them off."""


def _plain(name: str) -> str:
    return re.sub(r"\((?:R|TM)\)|\W", "", name).lower()


def _is_software(devices: list[Event]) -> bool:
    """True if all devices are the processor, of which another sentence speaks."""
    return all(re.search("llvmpipe|lavapipe|SwiftShader", each.subject) for each in devices)


def _driver(name: str) -> str:
    return name.removeprefix("DRIVER_ID_")


def _undriven_cards(log: Log) -> Iterator[Event]:
    """Yield that no manifest in the listed folders is that of a driver of the card."""
    listed = [folder for folder in OF_DRIVERS if folder in log.listings.folders]
    if OF_DRIVERS[1] not in listed:
        return
    names = [name for folder in listed for name in log.listings.holds(folder)]
    named = log.signs.get(Sign.NAMED_CARD, "")
    maker = (
        maker_of(log)
        if named and not log.graphics and without_driver(log) and Sign.CONTAINER not in log.signs
        else ""
    )
    if maker and not any(OF_CARDS[maker].search(name) for name in names):
        yield Event(
            EventKind.UNDRIVEN, log.listings.folders[listed[-1]], f"{maker}: {named}", " and ".join(listed)
        )
    cards = [card for card in log.graphics if not without_vulkan(card)[0]]
    elsewhere = not log.signs.keys().isdisjoint((Sign.CONTAINER, Sign.WSL))
    devices = [each for each in log.events if each.kind is EventKind.DEVICE]
    if Sign.NVIDIA_WORKS in log.signs and not (elsewhere or maker or cards) and _is_software(devices):
        cards.append("NVIDIA's card, which nvidia-smi finds,")
    for card in cards:
        pattern = next((each for maker, each in OF_CARDS.items() if card.startswith(maker)), None)
        if pattern is not None and not any(pattern.search(name) for name in names):
            yield Event(EventKind.UNDRIVEN, log.listings.folders[listed[-1]], card, " and ".join(listed))


def change_of_message(event: Event, around: Around) -> str:
    """Return what mends what a message of the table says; empty if it does not show that."""
    found = event.message
    if found is None:
        return ""
    if around.place is not None and around.place.driverless and "virtual machine" in found.message.says:
        return around.place.driverless
    if around.place is not None and around.place.loader and "does not find the loader" in found.message.says:
        return around.place.loader
    if around.system is System.MACOS and found.message.installs == "libvulkan.so.1":
        return of_loader("libvulkan.1.dylib", around)
    of_metal = Sign.MOLTENVK in around.signs or around.system is System.MACOS
    if of_metal and _LACKS_FEATURE.search(found.message.says):
        return _OF_MOLTENVK
    if Sign.LXC in around.signs and "toolkit for containers gives" in found.message.says:
        return NVIDIA_INTO_LXC
    if found.subject.startswith("vulkan-1") and around.signs.get(Sign.BASIC_ADAPTER) == HYPER_V:
        return f"a loader alone helps little, as {HYPER_V} has no driver with Vulkan: {IN_HYPER_V}"
    bits = 32 if around.is_narrow else 64
    return found.change(
        installing=around.installing(found.message.installs or found.subject, bits),
        extension=of_extension(found.subject, around),
        device_extension=of_device_extension(found.subject, around),
    )


_LACKS_FEATURE = re.compile(
    r"feature that the (?:device has not|program needs)|driver lacks a feature|not offer what"
)
_OF_MOLTENVK = (
    "update MoltenVK (with the program that brings it, or the SDK); Metal has no geometry shaders, for one, "
    "so that a program which insists on them takes another way: Direct3D by the program's own translation to Metal "
    "(D3DMetal in CrossOver, Apple's Game Porting Toolkit), or OpenGL; or leave the feature out, in your own program"
)


def _of_undriven(card: str, around: Around) -> str:
    """Return what brings a driver for a card."""
    if not card.startswith("NVIDIA"):
        return f"install the driver of the card{around.installing(around.driver_of(card))}"
    if Sign.NVIDIA_WORKS in around.signs:
        return (
            "install the part of NVIDIA's driver that has nvidia_icd.json"
            f"{around.installing('nvidia_icd.json')}, of the version of its kernel module"
        )
    return f"install NVIDIA's driver: {whole_nvidia(around)}; or a Mesa with NVK (24.1 or later)"


def _of_hidden(event: Event, around: Around) -> str:
    """Return what has a card appear among the devices."""
    card = event.subject
    layer = next((each for each in _SWITCHING if each in around.available or each in event.why), "")
    if layer:
        return f"set {_SWITCHING[layer]} for the program, which leaves that layer out; update the driver"
    if around.steering:
        return around.unset(around.steering)
    if "module nouveau" in event.why:
        return (
            f"have NVIDIA's module drive the card: {whole_nvidia(around)}; with nouveau, Vulkan is Mesa's NVK"
        )
    if around.system is System.WINDOWS:
        return (
            f"install the newest driver of {card} from its maker; the device manager shows whether it is off"
        )
    if not card.startswith("NVIDIA"):
        driver = around.driver_of(card)
        return (
            f"install the driver of the card{around.installing(driver)}, and see that the kernel's module drives it: "
            "lspci -k"
        )
    return (
        f"install the part of NVIDIA's driver that has nvidia_icd.json{around.installing('nvidia_icd.json')}; if it "
        "is there, see what the loader says of it: VK_LOADER_DEBUG=error,warn vulkaninfo --summary"
    )


_OF_DZN = re.compile(r"dozen|dzn", re.IGNORECASE)
_OF_AMDVLK = re.compile(r"AMD[_ ]open[_-]source", re.IGNORECASE)


def change_of_posted(event: Event, around: Around) -> str:
    """Return what to do about an event of this module."""
    if event.kind is EventKind.LACKED:
        return of_lacked(event, around)
    if event.kind is EventKind.HIDDEN_CARD:
        return _of_hidden(event, around)
    if event.kind is EventKind.UNDRIVEN:
        return _of_undriven(event.subject, around)
    if event.kind is EventKind.CRASHED:
        layer = around.inserted.get(event.subject, "")
        return change_of_crash(event.subject, around.variable_files, around.switches, layer)
    if event.kind is EventKind.TWINS and _OF_AMDVLK.search(event.why) and "RADV" in event.why.upper():
        return (
            "set AMD_VULKAN_ICD=RADV (or AMDVLK), or remove the packages of the driver that is not wanted (amdvlk "
            "and lib32-amdvlk for AMD's own)"
        )
    if event.kind is EventKind.TWINS and _OF_DZN.search(event.why):
        return (
            "leave dzn out, which draws by Direct3D and is slower than the card's own driver: on Windows uninstall "
            "the OpenCL, OpenGL & Vulkan Compatibility Pack (Settings, Apps), or VK_LOADER_DRIVERS_DISABLE=*dzn*"
        )
    if event.kind is EventKind.TWINS:
        return (
            "if there is one such card only: leave one driver out, as VK_LOADER_DRIVERS_DISABLE with the name of its "
            "manifest does"
        )
    return change_of_message(event, around)
