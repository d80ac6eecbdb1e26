"""What to do if no driver is left or none gives a device: by what the rest of the text shows of the machine."""

import re

from refloader.host import shell
from refloader.inspect.logs.card_drivers import (
    OF_FLATPAK,
    OF_LIMITED,
    any_driver,
    drivers_of,
    has_nvidias_card,
    limited,
    of_named_card,
    of_narrow,
    of_unknown_driver,
)
from refloader.inspect.logs.log_context import NOBODYS, Around
from refloader.inspect.logs.nvidia_packages import has_nvidias_libraries, module_of_nvidia, whole_nvidia
from refloader.inspect.logs.places_with_a_card import (
    GRAPHICS,
    IN_GUEST,
    IN_HYPER_V,
    IN_TERMUX,
    IN_WSL,
    INTO_LXC,
    INTO_SNAP,
    OF_GUESTS,
    ON_ANDROID,
    ON_PLAIN_WINDOWS,
    TOO_OLD_FOR_WINDOWS,
    WITH_ITS_GROUP,
    into_apptainer,
    into_container,
    of_virtual,
    on_macos,
    on_nixos,
)
from refloader.inspect.logs.surroundings.places import Place
from refloader.inspect.logs.surroundings.sign import HYPER_V, Sign
from refloader.inspect.logs.wholes.compared_runs import change_of_group
from refloader.inspect.whatif.lists import of_windows
from refloader.model.system import System
from refloader.model.text import quote, some

_FILTER = re.compile(r"(?<![A-Z0-9_])(?P<variable>VK_(?:LOADER|DRIVER|ICD|LAYER|INSTANCE)\w+)")
_UNSET = re.compile(r"\b(?:is|was) (?:not (?:defined|set)|unset|undefined)\b")
_DISABLING = re.compile(r"(?:env(?:ironment)? var\w*|variable) '?(?P<variable>[A-Z]\w+)", re.ASCII)

_BY_MODULE = {
    "nouveau": "have NVIDIA's module drive the card: {nvidia} (Secure Boot wants the module signed); with nouveau, "
    "Vulkan is Mesa's NVK, from Mesa 24.1 on",
    "vfio-pci": "the card is given to virtual machines: take it from vfio-pci (its ids in /etc/modprobe.d or the "
    "kernel's command line), renew the initramfs, and restart",
    "radeon": "have amdgpu drive the card, if it is of GCN 1 or 2: radeon.si_support=0 radeon.cik_support=0 "
    "amdgpu.si_support=1 amdgpu.cik_support=1 on the kernel's command line",
}


_GCN1 = re.compile(r"Tahiti|Pitcairn|Cape Verde|Oland|Hainan|Curacao|Wimbledon|Neptune|Venus|Mars\b|Sun\b")
_GCN2 = re.compile(r"Bonaire|Hawaii|Kaveri|Kabini|Mullins|Spectre|Temash|Saturn|Tobago|Vesuvius")


def _by_module(around: Around) -> str:
    """Return what gives the card another module of the kernel; of the old ones of AMD by the chip."""
    module, card = around.signs[Sign.KERNEL_DRIVER], around.signs.get(Sign.CARD, "")
    kind = "si" if _GCN1.search(card) else "cik" if _GCN2.search(card) else ""
    if module != "radeon" or not kind:
        return _BY_MODULE[module].format(nvidia=whole_nvidia(around))
    return (
        f"have amdgpu drive the card: radeon.{kind}_support=0 amdgpu.{kind}_support=1 on the kernel's command line "
        "(GRUB_CMDLINE_LINUX_DEFAULT in /etc/default/grub, then sudo update-grub or grub2-mkconfig), and restart"
    )


_OF_ZINK = ("MESA_LOADER_DRIVER_OVERRIDE", "GALLIUM_DRIVER")  # which choose Mesa's driver for OpenGL

_OF_SDK = re.compile(r"VulkanSDK|[\\/]vulkan(?:sdk)?[\\/]\d+\.\d+\.", re.IGNORECASE)


def of_no_device(around: Around) -> str:
    """Return what to do if drivers give no device."""
    if around.filter and Sign.FILTERED in around.signs:
        return f"unset {around.filter}"
    if Sign.UNDRIVEN in around.signs:
        modules = around.signs[Sign.UNDRIVEN].replace("nvidiafb, ", "")  # which drives the console alone
        if modules == "nouveau" and has_nvidias_libraries(around):
            return module_of_nvidia(around)
        nvidia = (
            "; nouveau is mostly kept off by NVIDIA's driver: install that again"
            if "nouveau" in modules
            else ""
        )
        load = f"sudo modprobe {shell.line([modules.partition(',')[0]])}"
        return f"load one ({load}), and see why it was not loaded: sudo dmesg | tail -50{nvidia}"
    if around.lacks_manifests and not (around.is_given_no_graphics or around.place):
        return of_no_driver(around)
    if Sign.APPTAINER in around.signs:
        return into_apptainer(around)
    if around.is_toolbox:
        return "make the container with NVIDIA's driver of the host: distrobox create --nvidia"
    if around.other_bits:
        return _of_other_bits(around)
    own = next(
        (each for each in around.variables.get("LD_LIBRARY_PATH", "").split(":") if _OF_SDK.search(each)), ""
    )
    if around.wanted.startswith("the loader") and own:
        return f"take {own} out of LD_LIBRARY_PATH, which has an old SDK's loader: the system's may be newer"
    if around.wanted.startswith("the loader"):
        return f"update the loader{around.installing('libvulkan.so.1')}, or the distribution if it has no newer one"
    if around.wanted or Sign.OLD_CARD in around.signs:
        return (
            "update the driver; if the newest one offers no more, the card is too old for this program: use its "
            "OpenGL or Direct3D, an older release of it, or another card"
        )
    if around.mismatch or around.unloaded or around.passed_over:
        return ""  # said with the mismatch itself
    if around.closed_node[1] in NOBODYS:
        return WITH_ITS_GROUP
    if around.closed_node[1]:
        return in_group(shell.line([around.closed_node[1]]), around)
    if around.place is not None and around.place.driverless:
        return _in_place(around.place, around)
    if around.is_virtual:
        return of_virtual(around)
    if Sign.CONTAINER in around.signs and around.lacks_dzn:
        return (
            "docker run --device /dev/dxg -v /usr/lib/wsl:/usr/lib/wsl -e LD_LIBRARY_PATH=/usr/lib/wsl/lib, with a "
            "Mesa in the image that has dzn"
        )
    if Sign.LXC in around.signs and not around.listings.has_node:
        return f"{INTO_LXC}; then restart it"
    if around.is_given_no_graphics:
        return GRAPHICS
    if Sign.CONTAINER in around.signs and (
        Sign.GIVEN_DEVICE not in around.signs or Sign.NO_NODE in around.signs
    ):
        return into_container(around)
    if Sign.KERNEL_DRIVER in around.signs:
        return _by_module(around)
    if around.steering:
        return _unsetting(around)
    if Sign.NO_NODE in around.signs and Sign.WSL not in around.signs:
        return (
            "see which module of the kernel drives the card, and load it (lspci -k; sudo dmesg | grep -iE "
            "'drm|amdgpu|i915|nvidia'); a container has to be given --device /dev/dri"
        )
    if Sign.CONTAINER in around.signs and around.signs.get(Sign.GIVEN_DEVICE, "").startswith(
        ("/dev/dri", "--device", "--privileged")
    ):
        return (
            'let the container\'s user open the node: --group-add "$(stat -c %g /dev/dri/renderD128)" '
            "(group_add in a "
            "compose file), if it is not root, and see that the image has the card's driver (mesa-vulkan-drivers)"
        )
    if around.lacks_dzn:
        return "install a Mesa with dzn (on Ubuntu: sudo add-apt-repository ppa:kisak/kisak-mesa && sudo apt upgrade)"
    if Sign.WSL in around.signs:
        return IN_WSL
    zink = next((each for each in _OF_ZINK if around.variables.get(each) == "zink"), "")
    if zink:
        return (
            f"{around.unset(zink)}, which has OpenGL drawn by Vulkan (Zink), where the card's own driver for "
            f"it does"
        )
    if around.devices:
        return (
            f"the text lists {quote(around.devices[0])}, so that its driver works: see which version, extension or "
            "name the program wants of it"
        )
    if around.nvidia:
        return (
            "see whether NVIDIA's kernel module is loaded and of the version of the libraries: nvidia-smi; of other "
            "cards, that the user may open /dev/dri (ls -l /dev/dri)"
        )
    if around.system is System.WINDOWS:
        return _on_windows(around)
    if around.system is System.MACOS:
        return on_macos(around)
    named = of_named_card(around)
    if named:
        return named
    packages = drivers_of(around)
    install = f" ({packages})" if packages else ""
    return (
        "see that the user may open /dev/dri (ls -l /dev/dri), and that the driver of the card is installed"
        f"{install}"
    )


def of_deviceless(around: Around) -> str:
    """Return what to do if a program says that it gets no device, and the text shows no cause; empty if unknown."""
    if around.place is not None and around.place.driverless and not around.devices:
        return _in_place(around.place, around)
    if around.system is System.ANDROID and Sign.TERMUX not in around.signs:
        return ON_ANDROID
    if limited(around):
        return OF_LIMITED
    if around.is_virtual and not around.devices:
        return of_virtual(around)
    if around.is_nixos:
        return on_nixos(around)
    named = "" if around.devices else of_named_card(around) or any_driver(around)
    more = "; if vulkaninfo --summary lists the card, the program wants more than its driver has"
    return named + more if named else ""


def _in_place(place: Place, around: Around) -> str:
    """Return what gives a program its card in a place of the table."""
    version = around.signs.get(Sign.NVIDIA_MODULE, "") or around.signs.get(Sign.NVIDIA_WORKS, "")
    if not version[:1].isdecimal():
        version = around.signs.get(Sign.NVIDIA_SAID, "")
    branch = version.partition(".")[0]
    return place.driverless.format(branch=branch if branch.isdecimal() else "BRANCH", version=version)


_NAMING = ("VK_ICD_FILENAMES", "VK_DRIVER_FILES")
_OWN_BUILD = re.compile(r"(?:~|\$HOME|/home/[^/:]{1,60})/[^:;]{1,300}\.json$")
"""One manifest in a home, as of a driver that somebody has built."""


def _unsetting(around: Around) -> str:
    """Return what to do about a variable that leaves drivers out; without others, to unset it is in vain."""
    unset = around.unset(around.steering)
    if around.steering in _NAMING and _OWN_BUILD.match(around.variables[around.steering]):
        return (
            "see what the loader says of the driver which that variable names (VK_LOADER_DEBUG=error,warn,driver): "
            f"it is read alone; to have the system's drivers: {unset}"
        )
    if not around.has_no_manifest or around.system is not System.LINUX:
        return unset
    named = "nvidia" in around.variables[around.steering].lower()
    library = "nvidia_icd.json" if named else around.driver_of_card or "libvulkan_radeon.so"
    what = "NVIDIA's driver" if named else "the driver of the card"
    return (
        f"install {what}{around.installing(library)}, as no folder that is searched has a manifest: to unset "
        f"{around.steering} alone is in vain"
    )


def _on_windows(around: Around) -> str:
    if around.signs.get(Sign.BASIC_ADAPTER) == HYPER_V:
        return IN_HYPER_V
    if around.signs.get(Sign.BASIC_ADAPTER, "").startswith(OF_GUESTS):
        return IN_GUEST
    return TOO_OLD_FOR_WINDOWS if Sign.OLD_INTEL in around.signs else ON_PLAIN_WINDOWS


def in_group(group: str, around: Around) -> str:
    """Return how the user gets into a group, which is a word of a shell."""
    if Sign.OWN_USER in around.signs and Sign.GIVEN_GROUP in around.signs:
        return "see which group may open the node (ls -l /dev/dri): the unit needs it in SupplementaryGroups"
    if Sign.OWN_USER in around.signs:
        name = group if group.isalnum() else "render"
        return (
            f"give the user of the unit the group of the node (ls -l /dev/dri): SupplementaryGroups={name} in its "
            "[Service] section (sudo systemctl edit UNIT), and restart it"
        )
    unit, bsd = Sign.UNIT_USER in around.signs, Sign.FREEBSD in around.signs
    return change_of_group(group, around.user, unit=unit, bsd=bsd)


ASK_FOR_PORTABILITY = (
    "have the program enable VK_KHR_portability_enumeration and set "
    "VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR, or install a driver that is not for portability"
)


def _of_given_node(around: Around) -> str:
    """Return what to do if a container was given a node of the card, and the loader in it finds no driver."""
    node, group = around.closed_node
    opening = (
        f'; and let its user open the node of group {group}: --group-add "$(stat -c %g {shell.operand(node)})" '
        "(group_add in a compose file)"
        if group
        else ""
    )
    return f"install the driver of the card in the image (such as mesa-vulkan-drivers){opening}"


def of_no_driver(around: Around) -> str:
    """Return what to do if no driver is left."""
    if Sign.FIREJAIL in around.signs and not around.failed:
        return (
            "firejail --noprofile shows whether its profile is the cause; then have that show the manifests: "
            "noblacklist /etc/vulkan and whitelist /usr/share/vulkan"
        )
    if around.naming_ignored and not around.failed:
        return (
            f"run the program without elevated privileges (no sudo, set-user-ID bit or capabilities), or put the "
            f"manifest which {some(around.naming_ignored)} names into /etc/vulkan/icd.d"
        )
    if around.portable:
        return ASK_FOR_PORTABILITY
    if around.is_nixos and not around.failed:
        return on_nixos(around)
    if around.steering and not (around.named or around.other_bits or around.failed):
        return _unsetting(around)
    if Sign.APPTAINER in around.signs and not (around.failed or around.named):
        return into_apptainer(around)
    if around.place is not None and around.place.driverless and not around.failed and not around.named:
        return _in_place(around.place, around)
    if around.is_given_no_graphics and not around.failed:
        return GRAPHICS
    install = _of_other_bits(around) if around.other_bits else ""
    if around.steering in ("VK_ICD_FILENAMES", "VK_DRIVER_FILES") and install and not around.named:
        return (
            f"{around.unset(around.steering)}: it names the driver of one word size alone; if the other one is not "
            f"there, {install}"
        )
    if around.named:
        unset = f"unset {around.naming}, which names {some([quote(each) for each in around.named])} only"
        return f"{unset}, or {install}" if install else unset
    if install:
        return install
    if around.off and not around.failed:
        return of_switch(around.off, around)
    if around.steering in ("VK_ICD_FILENAMES", "VK_DRIVER_FILES") and around.failed:
        return f"repair the driver above, or let the others be used: {around.unset(around.steering)}"
    if around.failed or around.unread:
        return "repair the drivers above: programs have no other one"
    if Sign.KERNEL_DRIVER in around.signs:
        return _by_module(around)
    if Sign.CONTAINER in around.signs and "renderD" in around.signs.get(Sign.NODE, ""):
        return _of_given_node(around)
    lacks_node = Sign.GIVEN_DEVICE not in around.signs or Sign.NO_NODE in around.signs
    if Sign.CONTAINER in around.signs and lacks_node:
        return into_container(around)
    if Sign.SNAP in around.signs and around.devices:
        return INTO_SNAP
    if Sign.LXC in around.signs and Sign.NO_NODE in around.signs:
        return f"{INTO_LXC}; install the card's driver in it (such as mesa-vulkan-drivers), and restart it"
    if around.system is System.WINDOWS:
        return _on_windows(around)
    if around.system is System.ANDROID and Sign.TERMUX not in around.signs:
        return ON_ANDROID
    if Sign.TERMUX in around.signs and around.lacks_manifests:
        return IN_TERMUX
    if around.system is System.MACOS:
        return "" if around.devices else on_macos(around)  # where another program gets one, it is there
    if around.flatpak and not around.failed:
        return (of_named_card(around) if around.card else "") or OF_FLATPAK
    if has_nvidias_card(around):
        return (
            f"install the part of NVIDIA's driver that has "
            f"nvidia_icd.json{around.installing('nvidia_icd.json')}, of the "
            "version of its kernel module"
        )
    if around.driver_of_card and around.system is System.LINUX:
        return f"install the driver of the card{around.installing(around.driver_of_card)}"
    if any("virtio" in each for each in around.without_instance):
        return (
            "if this is a virtual machine, its host has to offer Vulkan (Venus): QEMU 9.2 or later with "
            "virglrenderer 1.0 or later, -device virtio-gpu-gl,blob=true,venus=true,hostmem=4G; else install the "
            "driver of the card"
        )
    if around.without_instance:
        return (
            "see which card the machine has, whether a driver of it is among them, and who may open it: lspci -k, "
            "ls -l /dev/dri, id"
        )
    named = of_named_card(around)
    if named:
        return named
    if around.is_narrow and around.installed and around.system is System.LINUX:
        return of_narrow(around)
    if Sign.FREEBSD in around.signs:
        return "sudo pkg install mesa-dri, which has Mesa's drivers (of NVIDIA: nvidia-driver)"
    if around.is_arch and around.system is System.LINUX:
        return (
            "install the driver of the card: pacman -S vulkan-radeon, vulkan-intel or nvidia-utils "
            "(vulkan-swrast for the "
            "processor), or unset VK_DRIVER_FILES and VK_ICD_FILENAMES if set"
        )
    return of_unknown_driver(around)


_WIDE = re.compile(r"x86_64|lib64|amd64|64\.(?:so|dll)|/usr/lib/lib|/usr/lib/vulkan/")


def _of_other_bits(around: Around) -> str:
    """Return what to install where the drivers are for the other word size."""
    names = [each.rpartition("/")[2] for each in around.other_bits]
    wide = Sign.WIDE in around.signs and Sign.NARROW not in around.signs
    narrow = not wide and (
        any(_WIDE.search(each) for each in around.other_bits) or Sign.NARROW in around.signs
    )
    size = "the 32-bit build" if narrow else "the 64-bit build" if wide else "the build for this word size"
    if narrow and Sign.ARM in around.signs:
        return f"install {size} of {some(names)} (apt install mesa-vulkan-drivers:armhf), or a 64-bit program"
    return f"install {size} of {some(names)}{around.installing(names[0], 32 if narrow else 64)}"


def of_switch(why: str, around: Around) -> str:
    """Return what to do about something that a variable keeps off."""
    found = _FILTER.search(why) or _DISABLING.search(why)
    if found is None or of_windows(why):
        return ""
    if _UNSET.search(why):
        return f"set {found['variable']} for the program, to what its manifest has in enable_environment: mostly 1"
    return around.unset(found["variable"])
