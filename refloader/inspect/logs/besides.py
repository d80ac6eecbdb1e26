"""What the rest of a text adds to the sentence on one of its events: why it happened, as far as the text shows it."""

from refloader.inspect.logs.card_drivers import named_driver
from refloader.inspect.logs.log_context import NOBODYS, Around
from refloader.inspect.logs.places_with_a_card import OF_GUESTS
from refloader.inspect.logs.reading.kinds import EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.system import System
from refloader.model.text import quote, some

_WITHOUT = (EventKind.NO_DRIVER, EventKind.NO_DEVICE, EventKind.ONLY_SOFTWARE)


def is_secured(around: Around) -> bool:
    """Return whether Secure Boot is on, by all that a text says of it."""
    return Sign.SECURE_BOOT in around.signs and Sign.NO_SECURE_BOOT not in around.signs


def of_signatures(around: Around) -> tuple[str, str]:
    """Return why the kernel asks for a module's signature, as far as a text shows it, and what else mends it."""
    on, off = is_secured(around), Sign.NO_SECURE_BOOT in around.signs and Sign.SECURE_BOOT not in around.signs
    option = around.signs.get(Sign.SIGNED_MODULES, "")
    no_option = "of the kernel's command line (GRUB_CMDLINE_LINUX in /etc/default/grub), and restart"
    if option and not on:
        return f": the kernel's option {option} asks for one", f"; or take {option} out {no_option}"
    if on:
        return ": Secure Boot is on", "; or switch Secure Boot off in the firmware"
    if off:
        why = ", though Secure Boot is off: mostly its command line has module.sig_enforce=1 or lockdown="
        return why, f"; or take module.sig_enforce and lockdown (cat /proc/cmdline) out {no_option}"
    return (
        ": mostly Secure Boot is on (else the kernel's command line has module.sig_enforce=1 or lockdown=)",
        "; or switch Secure Boot off in the firmware (mokutil --sb-state shows whether it is on)",
    )


def besides(around: Around, kind: EventKind) -> str:
    """Return what the rest of the log adds to the sentence on an event."""
    if kind in (EventKind.NO_DEVICE, EventKind.TOO_OLD) and around.filter and Sign.FILTERED in around.signs:
        return f": {around.filter}={quote(around.variables[around.filter])} passes over those that are there"
    if kind is EventKind.REFUSING and around.is_given_no_graphics and around.nvidia:
        return "; this is a container that has NVIDIA's driver, and not its part for graphics"
    if kind is EventKind.NO_DEVICE and around.wanted:
        return f"; {around.wanted}"
    if kind in (EventKind.NO_DEVICE, EventKind.ONLY_SOFTWARE) and around.is_toolbox:
        return (
            "; this is a container of Distrobox or Toolbx, to which NVIDIA's driver of the host was not given"
        )
    if kind in (EventKind.NO_DEVICE, EventKind.UNFIT) and Sign.OLD_CARD in around.signs:
        return f"; Mesa supports {around.signs[Sign.OLD_CARD]} in part: the card is too old for this program"
    asking = (EventKind.NOT_FOUND, EventKind.NOT_LISTED, EventKind.NOT_PRESENT)
    if kind in asking and around.replaced and not (around.overridden or around.elevated):
        places = some([quote(each) for each in around.replaced])
        return (
            f"; nothing but {places} is searched for explicit layers, as VK_LAYER_PATH replaces "
            f"the usual folders"
        )
    layers = around.variables.get("VK_INSTANCE_LAYERS", "")
    unnamed = kind in (EventKind.NOT_LISTED, EventKind.NOT_PRESENT) and not around.elevated
    if unnamed and "VK_LAYER_" in layers:
        return f"; VK_INSTANCE_LAYERS asks for {quote(layers)}, which may be what is missing"
    if kind is EventKind.SETTINGS and not around.seeks_layers:
        return ": no folder was searched for layers, so that those which it does not list are left out"
    if kind is EventKind.NO_MODULE and is_secured(around):
        return "; Secure Boot is on, under which the kernel loads no module without a signature that it knows"
    if kind is EventKind.FAILED and around.twin:
        return f"; {around.twin[0]} and {around.twin[1]} are for two word sizes, and the first of one name counts"
    if kind in (EventKind.LINKER, EventKind.FAILED) and around.is_narrow:
        return "; the program is a 32-bit one"
    node, group = around.closed_node
    if kind in (EventKind.NO_DEVICE, EventKind.ONLY_SOFTWARE) and node and group in NOBODYS:
        return f"; {node} is of the group {group}: it was passed into a user namespace without its own group"
    if kind in (EventKind.NO_DEVICE, EventKind.ONLY_SOFTWARE) and node:
        return f"; only the group {group} may open {node}, and the user is not in it"
    if kind in _WITHOUT and Sign.APPTAINER in around.signs and not (around.failed or around.steering):
        return (
            "; the program runs in a container of Apptainer, which has what it is given of the host's drivers"
        )
    if kind in _WITHOUT and around.place is not None and around.place.says and not around.steering:
        return f"; {around.place.says}"
    lacks_node = Sign.NO_NODE in around.signs and (
        kind is not EventKind.NO_DRIVER or Sign.LXC in around.signs
    )
    lacks_node = lacks_node and not around.lacks_dzn  # WSL has /dev/dxg in its place
    if kind in _WITHOUT and lacks_node:
        return "; there is no /dev/dri here, by which drivers reach a graphics card"
    if kind in _WITHOUT and Sign.KERNEL_DRIVER in around.signs:
        return f"; the kernel's module {around.signs[Sign.KERNEL_DRIVER]} has the graphics card"
    if kind in _WITHOUT and Sign.UNDRIVEN in around.signs:
        return f"; no module of the kernel drives the card, which {around.signs[Sign.UNDRIVEN]} could"
    if kind is EventKind.NO_DRIVER and Sign.FIREJAIL in around.signs:
        return "; the program runs in firejail, whose profile may hide the manifests of drivers"
    if kind in _WITHOUT and around.system is System.WINDOWS and Sign.OLD_INTEL in around.signs:
        card = around.signs[Sign.OLD_INTEL]
        return f"; {card} has no Vulkan on Windows: Intel's drivers have it from Skylake (the sixth generation) on"
    if kind in _WITHOUT and Sign.BASIC_ADAPTER in around.signs:
        adapter = around.signs[Sign.BASIC_ADAPTER]
        if adapter.startswith(OF_GUESTS):
            return f"; the graphics card is that of a virtual machine, {adapter}, whose driver has no Vulkan"
        return f"; Windows has no driver of the graphics card, but the {adapter}"
    if kind is EventKind.NO_DRIVER and around.is_narrow and not (around.failed or around.other_bits):
        return "; the program is a 32-bit one, which needs 32-bit drivers"
    if kind in (EventKind.ONLY_SOFTWARE, EventKind.NO_DEVICE) and around.is_virtual:
        return "; this is a virtual machine, whose card gives no Vulkan unless its host offers it"
    if (
        kind is EventKind.NO_DEVICE
        and Sign.SOFTWARE in around.signs
        and not (around.passed_over or around.devices)
    ):
        return "; the only driver that answers is llvmpipe, which is the processor and is passed over"
    if kind in _WITHOUT and around.steering:
        return f"; {around.steering}={quote(around.variables[around.steering])} leaves others out"
    if kind in (EventKind.NO_DRIVER, EventKind.NO_DEVICE) and around.is_given_no_graphics:
        return "; this is a container that has NVIDIA's driver, and not its part for graphics"
    if kind in (EventKind.NO_DRIVER, EventKind.NO_DEVICE) and around.lacks_manifests and not around.failed:
        return (
            f"; there is no {around.signs[Sign.NO_MANIFESTS]}, where the packages of drivers have "
            f"their manifests"
        )
    if kind is EventKind.NO_DRIVER and around.driver_of_card and not around.failed:
        return f"; the card needs {around.driver_of_card}: {around.signs[Sign.CARD]}"
    if kind in (EventKind.ONLY_SOFTWARE, EventKind.NO_DEVICE) and around.lacks_dzn:
        return "; in WSL, only Mesa's driver dzn reaches the graphics card"
    if kind is EventKind.NO_DEVICE and Sign.WSL in around.signs and Sign.LISTED_DRIVER in around.signs:
        return "; in WSL, Mesa's driver dzn is there, and needs /dev/dxg and the driver of Windows to give the card"
    if kind is EventKind.NOT_FOUND and around.of_root and not around.elevated:
        return "; the folders of root were searched, and not those of another user's home"
    if kind is EventKind.NO_DRIVER and around.naming_ignored and not around.failed:
        return f"; {some(around.naming_ignored)} is ignored, as the program has elevated privileges"
    if kind in (EventKind.NOT_FOUND, EventKind.NOT_LISTED, EventKind.NOT_PRESENT) and around.elevated:
        return f"; {some(around.elevated)} is ignored, as the program has elevated privileges"
    if kind is EventKind.OLD_LOADER and Sign.LINKED_LOADER in around.signs:
        return f"; it is linked with {quote(around.signs[Sign.LINKED_LOADER])}"
    if kind in (EventKind.NO_DRIVER, EventKind.NO_DEVICE) and around.other_bits:
        return f"; {some([quote(each) for each in around.other_bits])} is for programs of the other word size"
    if kind is EventKind.NO_DRIVER and around.off and not around.failed:
        return f": of a driver the log says {quote(around.off)}"
    if kind is EventKind.NO_DRIVER and around.without_instance and not around.failed:
        names = some([quote(each) for each in around.without_instance])
        return f"; {names} was found, and its own vkCreateInstance fails"
    if (
        kind is not EventKind.NO_DRIVER
        and kind in _WITHOUT
        and Sign.LXC in around.signs
        and not around.devices
    ):
        return "; this is a container of LXC, which has a card only if it is given one"
    if kind in _WITHOUT and not (around.failed or around.devices or around.wanted):
        return named_driver(around)
    return ""
