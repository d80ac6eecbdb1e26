"""What surrounds the events of a log: the machine as far as the text shows it, and what that adds to each event."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from refloader.host.distribution import OS_RELEASE
from refloader.host.machines.memory import MemoryHost
from refloader.inspect.logs.messages.known_messages import Weight
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.listings import Listings
from refloader.inspect.logs.surroundings.cards import Named
from refloader.inspect.logs.surroundings.places import Place
from refloader.inspect.logs.surroundings.programs import Program
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.surroundings.tried import Tried
from refloader.inspect.logs.surroundings.without_vulkan import without_vulkan
from refloader.inspect.package_names import TERMUX
from refloader.inspect.packages import Part, install, install_anywhere, install_files
from refloader.model.system import System
from refloader.model.text import file_name

_NEW_NAMES = (1, 3, 207)  # the release that first reads VK_DRIVER_FILES and VK_ADD_LAYER_PATH
SAID_OF_UNSET = (1, 2, 170)
"""Releases up to this one may say of variables that are not set that they are ignored (field problem S46)."""

_FILTERS = (
    "DXVK_FILTER_DEVICE_NAME",
    "DXVK_FILTER_DEVICE_UUID",
    "VKD3D_FILTER_DEVICE_NAME",
    "MESA_VK_DEVICE_SELECT",
)
"""Variables by which programs are given certain devices only."""

_STEERING = (
    "VK_ICD_FILENAMES",
    "VK_DRIVER_FILES",
    "VK_LOADER_DRIVERS_SELECT",
    "VK_LOADER_DRIVERS_DISABLE",
    "GGML_VK_VISIBLE_DEVICES",
)
"""Variables that leave drivers or devices out."""

_OF_MAKERS = {"Advanced Micro": "libvulkan_radeon.so", "Intel": "libvulkan_intel.so"}
"""The libraries of Mesa's drivers, by the makers of cards as lspci names them."""

OF_DRIVERS = ("/etc/vulkan/icd.d", "/usr/share/vulkan/icd.d")
"""The folders in which packages have the manifests of drivers."""
_OF_DEBIAN = re.compile(r"apt install nvidia-vulkan-icd(?P<bits>(?::i386)?)")
_OF_NVIDIA = re.compile(r"libGLX_nvidia|libEGL_nvidia|nvidia_icd|^libnvidia-")
_OF_BRANCH = re.compile(r"(?:libnvidia-gl|nvidia-driver)-(?P<branch>\d{3}(?:-server)?)\b")
_OF_SDK = ("VK_LAYER_KHRONOS_", "VK_LAYER_LUNARG_")
NOBODYS = frozenset({"nogroup", "nobody", "65534"})
_ARCHITECTURE = re.compile(r"[._-]?(?:x86_64|x86-64|x64|x86|i[3-6]86|amd64|32|64)(?=\.json$)")
_WITHOUT = (EventKind.NO_DRIVER, EventKind.NO_DEVICE, EventKind.ONLY_SOFTWARE)
EFFECTS = frozenset(
    {
        EventKind.LEFT_OUT,
        EventKind.NO_DRIVER,
        EventKind.NO_DEVICE,
        EventKind.ONLY_SOFTWARE,
        EventKind.NOT_PRESENT,
        EventKind.NO_VULKAN,
        EventKind.EFFECT,
        EventKind.ERROR,
    }
)
"""What follows from other problems of a log, or is said without a cause."""


@dataclass(frozen=True, slots=True)
class Around:
    """What surrounds the events of a log.

    ``named`` are the drivers' manifests that a variable names, ``replaced`` the folders of layers that one names in
    the place of the usual ones, unless an override layer does (``overridden``). ``other_bits`` are the drivers'
    libraries for the other word size if that is why no driver is left. ``override`` is the manifest of an override
    layer. ``failed`` and ``portable``: libraries of drivers failed, portability drivers were left out; ``off`` is why
    a variable left one out. ``nvidia`` is whether NVIDIA's driver is in the log, ``mismatch`` whether its module does
    not fit its libraries, ``unloaded`` whether the module does not answer, ``passed_over`` whether DXVK leaves out
    a device, ``only_processor`` whether the processor is the only one,
    ``deviceless`` whether a program says to have none, ``flatpak`` whether the manifests are those of a
    Flatpak, and ``manifests`` are all that the log names.
    ``signs``, ``variables``, ``os_release`` and ``system`` are those of the machine as far as the text shows them;
    ``elevated`` are variables that are set and ignored because of privileges, ``refused`` libraries that the linker
    refused, ``refused_files`` manifests that the loader did, ``available`` the layers that vulkaninfo lists, and
    ``needing`` the library of a driver or layer that needs the one which a line says to be missing. ``asked`` is
    whether the log names a layer that is missing, ``paths`` are libraries that a listing names, and ``listings`` are
    those of folders. ``wrong_bits`` is whether a layer's library is for the other word size, ``bare`` are
    libraries that manifests name without a folder, and ``wanted`` is what the text shows of a version that is too
    old. ``of_root`` is whether the folders of root were searched, ``missing`` are the layers that were asked
    for and not found. ``variable_files`` are the files in which the text shows variables to be set, ``installed`` the
    packages that it shows to be there, and ``user`` is who has to get into a group. ``devices`` are those that
    the text lists beside the processor. ``meets_loader``: a loader has answered; ``has_sdk``: an SDK is there.
    ``switches`` are variables by which manifests of the text have layers left out, ``copies`` are libraries by their
    file names. ``inserted`` are layers by the file names of their libraries. ``has_cause`` is whether a message or
    the text as a whole shows a cause. ``ignored`` are all variables that a loader ignores because of privileges.
    ``without_instance`` are drivers that were loaded and made no instance. ``unowned`` are files that no package
    owns. ``place`` is where the program runs, if that changes what helps, ``program`` the one that the text shows,
    and ``card`` that which it names, if it is of one maker. ``people`` are the lines that are a person's own words,
    ``placed`` is that which shows the place. ``seeks_layers`` is whether a search for layers is in a log that has one
    for drivers.
    """

    release: tuple[int, ...] = ()
    named: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    other_bits: tuple[str, ...] = ()
    override: str = ""
    overridden: bool = False
    failed: bool = False
    off: str = ""
    portable: bool = False
    nvidia: bool = False
    mismatch: bool = False
    unloaded: bool = False
    passed_over: bool = False
    only_processor: bool = False
    deviceless: bool = False
    flatpak: bool = False
    manifests: tuple[str, ...] = ()
    signs: Mapping[Sign, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    elevated: tuple[str, ...] = ()
    wrong_bits: bool = False
    bare: frozenset[str] = frozenset()
    wanted: str = ""
    of_root: bool = False
    missing: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    refused_files: tuple[str, ...] = ()
    available: tuple[str, ...] = ()
    needing: Mapping[int, str] = field(default_factory=dict)
    asked: bool = False
    paths: tuple[str, ...] = ()
    os_release: str = ""
    listings: Listings = field(default_factory=Listings)
    variable_files: Mapping[str, str] = field(default_factory=dict)
    installed: frozenset[str] = frozenset()
    removed: str = ""
    user: str = ""
    switches: Mapping[str, str] = field(default_factory=dict)
    inserted: Mapping[str, str] = field(default_factory=dict)
    copies: Mapping[str, str] = field(default_factory=dict)
    seeks_layers: bool = True
    devices: tuple[str, ...] = ()
    without_instance: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    has_cause: bool = False
    meets_loader: bool = False
    has_sdk: bool = False
    unowned: tuple[str, ...] = ()
    place: Place | None = None
    program: Program | None = None
    card: Named | None = None
    system: System = System.LINUX
    tried: Tried = field(default_factory=Tried)
    people: frozenset[int] = frozenset()
    placed: int = 0

    @property
    def is_old(self) -> bool:
        """True if the loader is known to be older than VK_DRIVER_FILES and VK_ADD_LAYER_PATH."""
        return bool(self.release) and self.release < _NEW_NAMES

    @property
    def naming(self) -> str:
        """The variable that names drivers, as far as the log shows it."""
        return "VK_ICD_FILENAMES" if self.is_old else "VK_DRIVER_FILES (or VK_ICD_FILENAMES)"

    def is_cause(self, event: Event) -> bool:
        """True if an event says why something fails, so that nothing more has to be asked."""
        message = event.message.message if event.message else None
        if event.kind in _WITHOUT or (message is not None and message.deviceless):
            return self.knows_why or self.portable or bool(self.named or self.other_bits or self.off)
        if message is not None:
            return message.weight is not Weight.EFFECT
        if event.kind is EventKind.NOT_PRESENT:
            return bool(self.elevated or self.replaced)
        if event.kind is EventKind.LEFT_OUT:
            return True
        return event.kind not in EFFECTS and event.kind is not EventKind.NOT_LISTED

    @property
    def naming_ignored(self) -> tuple[str, ...]:
        """The variables that name drivers and that the loader ignores; old releases say so of unset ones, too."""
        said = (each for each in self.ignored if each in ("VK_ICD_FILENAMES", "VK_DRIVER_FILES"))
        return tuple(each for each in said if self.release > SAID_OF_UNSET or each in self.elevated)

    @property
    def filter(self) -> str:
        """The variable that gives programs certain devices only, if a device was passed over by one."""
        return next((name for name in _FILTERS if self.variables.get(name)), "")

    @property
    def steering(self) -> str:
        """The variable that leaves drivers out, if the text shows that one is set."""
        unread = ("VK_DRIVER_FILES",) if self.is_old else ()
        return next((name for name in _STEERING if self.variables.get(name) and name not in unread), "")

    @property
    def driver_of_card(self) -> str:
        """The library of the card's driver, if the text shows the card; empty otherwise."""
        return self.driver_of(self.signs.get(Sign.CARD, ""))

    def driver_of(self, card: str) -> str:
        """Return the library of a card's driver in Mesa, by its maker; empty if it is not known, or has no Vulkan."""
        found = (library for maker, library in _OF_MAKERS.items() if card.startswith(maker))
        return "" if without_vulkan(card)[0] else next(found, "")

    @property
    def closed_node(self) -> tuple[str, str]:
        """The device node that the user may not open, and its group; empty if the text shows none."""
        words = self.signs.get(Sign.NODE, "").split()
        groups = self.signs.get(Sign.GROUPS, "")
        mine = {part for each in groups.split(",") for part in re.split("[()]", each) if part}
        is_open = not words or (words[0] not in NOBODYS and (not groups or words[0] in mine))
        node = words[-1] if words else ""
        folder = "/dev/drm/" if node.isdigit() else "/dev/dri/" if node.startswith("renderD") else "/dev/"
        return ("", "") if is_open else (node if node.startswith("/") else f"{folder}{node}", words[0])

    @property
    def is_given_no_graphics(self) -> bool:
        """True if the program is in a container and the text shows that NVIDIA's driver works but for Vulkan."""
        of_nvidia = Sign.NVIDIA_WORKS in self.signs or "NVIDIA_VISIBLE_DEVICES" in self.variables
        given = self.variables.get("NVIDIA_DRIVER_CAPABILITIES", "")
        has_graphics = not {"all", "graphics", "display"}.isdisjoint(given.split(","))
        return not has_graphics and (bool(given) or (Sign.CONTAINER in self.signs and of_nvidia))

    @property
    def lacks_dzn(self) -> bool:
        """True if this is WSL, and dzn, by which alone its drivers reach the card, is nowhere in the text."""
        known = Sign.LISTED_DRIVER in self.signs or any("dzn" in path for path in self.manifests)
        return Sign.WSL in self.signs and not known

    @property
    def lacks_manifests(self) -> bool:
        """True if the folder is not there in which the packages of drivers have their manifests."""
        elsewhere = self.is_nixos or self.flatpak or self.system is not System.LINUX
        own = [name for name in self.listings.holds("/etc/vulkan/icd.d") if name.endswith(".json")]
        return Sign.NO_MANIFESTS in self.signs and not (elsewhere or own)

    @property
    def is_virtual(self) -> bool:
        """True if the only card that the text shows is that of a virtual machine."""
        return Sign.VIRTUAL in self.signs and Sign.CARD not in self.signs

    @property
    def knows_why(self) -> bool:
        """True if the text shows why no driver gives a device."""
        return (
            bool(self.closed_node[1] or self.steering or (self.filter and Sign.FILTERED in self.signs))
            or self.is_virtual
            or self.is_toolbox
            or Sign.APPTAINER in self.signs
            or bool(self.place and self.place.driverless)
            or self.lacks_manifests
            or bool(self.other_bits or self.wanted or Sign.OLD_CARD in self.signs)
            or self.lacks_dzn
            or self.is_given_no_graphics
            or (Sign.CONTAINER in self.signs and Sign.GIVEN_DEVICE not in self.signs)
            or not {Sign.UNDRIVEN, Sign.BASIC_ADAPTER, Sign.KERNEL_DRIVER, Sign.NO_NODE}.isdisjoint(
                self.signs
            )
        )

    @property
    def has_no_manifest(self) -> bool:
        """True if the text shows that neither usual folder has a manifest of a driver."""
        shown = [each for each in OF_DRIVERS if each in self.listings.folders or self.listings.lacks(each)]
        held = (name for each in OF_DRIVERS for name in self.listings.holds(each))
        return len(shown) == len(OF_DRIVERS) and not any(name.endswith(".json") for name in held)

    @property
    def unread(self) -> bool:
        """True if a manifest of a driver that could not be opened is explained by a listing of its folder."""
        return any(
            path in self.listings.files or path.rpartition("/")[0] in self.listings.folders
            for path in self.manifests
            if "/icd.d/" in path and path in self.refused_files
        )

    def naming_of(self, path: str) -> str:
        """Return the variable whose value has a path; empty if the text shows none."""
        parts = ";" if "\\" in path else "[:;]"  # which follows drives there
        named = (name for name, value in self.variables.items() if path in re.split(parts, value))
        return next((name for name in named if name.startswith("VK_")), "")

    def installing(self, name: str, bits: int = 64) -> str:
        """Return the command lines that install something, in brackets: of the distribution that the text shows."""
        if self.system is not System.LINUX:
            return " (it comes with the Vulkan SDK)" if name.startswith(_OF_SDK) else ""
        lines = [each for each in self._installing(name, bits) if not self.has(each)]
        if Sign.OSTREE in self.signs:
            lines = [f"rpm-{each.replace('dnf', 'ostree')}, then restart" for each in lines if "dnf" in each]
        ubuntu = rf"\g<0> on Debian, apt install libnvidia-gl-{self.nvidia_branch or 'NNN'}\g<bits> on Ubuntu"
        named = ", ".join(lines) if self.os_release else _OF_DEBIAN.sub(ubuntu, ", ".join(lines))
        return f" ({named})" if lines else ""

    def _installing(self, name: str, bits: int) -> list[str]:
        """Return the command lines that install something; of the distribution alone if the text shows it."""
        if not self.os_release and Sign.TERMUX in self.signs:
            return [f"pkg install {TERMUX[name]}"] if name in TERMUX else []
        if self.os_release.startswith("ID=ubuntu") and _OF_NVIDIA.search(name):
            branch = self.nvidia_branch or "BRANCH"
            return [f"apt install libnvidia-gl-{branch}{':i386' if bits == 32 else ''}"]
        family = self.os_release.partition("\n")[0].removeprefix("ID=").partition("-")[0]
        if family == "rhel" and _OF_NVIDIA.search(name):
            size = ".i686" if bits == 32 else ""
            return [f"dnf install nvidia-driver-libs{size}, of RPM Fusion xorg-x11-drv-nvidia-libs{size}"]
        if not self.os_release:
            found = install_anywhere(name, bits)
        else:
            machine = MemoryHost({OS_RELEASE[0]: self.os_release.encode()})
            found = _in_words(install_files(machine, [name], bits))
        return found.split(", ") if found else []

    @property
    def nvidia_branch(self) -> str:
        """The branch of NVIDIA's driver, as far as the text shows it: 550, or 550-server of Ubuntu."""
        packages = (_OF_BRANCH.match(each) for each in self.installed)
        named = next((found["branch"] for found in packages if found is not None), "")
        signs = (Sign.NVIDIA_MODULE, Sign.NVIDIA_LIBRARIES, Sign.NVIDIA_WORKS, Sign.NVIDIA_SAID)
        versions = (self.signs.get(sign, "").partition(".")[0] for sign in signs)
        return named or next((each for each in versions if each.isdecimal() and len(each) == 3), "")

    def has(self, command: str) -> bool:
        """True if the text shows all that a command installs to be there."""
        names = [each for each in command.split()[2:] if not each.startswith("-")]
        return bool(names) and all(each.replace(".i686", ":i386") in self.installed for each in names)

    def package_of(self, name: str, bits: int = 64) -> str:
        """Return the package of something if the text shows it to be installed; empty otherwise."""
        there = (each for each in self._installing(name, bits) if self.has(each))
        return " ".join(next(there, "").split()[2:])

    def installing_loader(self) -> tuple[str, str]:
        """Return the command lines that install the loader for 64-bit and for 32-bit programs, if they are known."""
        machine = MemoryHost({OS_RELEASE[0]: self.os_release.encode()})
        return _in_words(install(machine, Part.LOADER)), _in_words(install(machine, Part.LOADER_32))

    @property
    def is_toolbox(self) -> bool:
        """True if this is a container of Distrobox or Toolbx on a machine where NVIDIA's driver works."""
        named = self.signs.get(Sign.NAMED_CARD, "")
        has_card = Sign.NVIDIA_WORKS in self.signs or re.search("(?i)GTX|RTX|GeForce|Quadro", named)
        return Sign.TOOLBOX in self.signs and bool(has_card)

    @property
    def is_narrow(self) -> bool:
        """True if the text shows that the program is a 32-bit one."""
        return Sign.NARROW in self.signs and Sign.WIDE not in self.signs

    def unset(self, name: str) -> str:
        """Return the command that unsets a variable."""
        if self.system is not System.WINDOWS:
            file = self.variable_files.get(name, "")
            app = self.signs.get(Sign.FLATPAK_APP, "") if not file else ""
            if app:
                return f"flatpak override --user --unset-env={name} {app} if an override sets it, else unset {name}"
            return (
                f"unset {name}, and remove it from {file}, which sets it; then log in again"
                if file
                else f"unset {name}"
            )
        if Sign.POWERSHELL in self.signs:
            return (
                f"Remove-Item Env:{name}, and delete it from the user's variables: reg delete "
                f"HKCU\\Environment /v {name}"
            )
        return f"set {name}=, and delete it from the user's variables: reg delete HKCU\\Environment /v {name}"

    @property
    def twin(self) -> tuple[str, ...]:
        """Two manifests of a layer for two word sizes that were read; empty if the text has none."""
        kept: dict[str, str] = {}
        for path in self.manifests if self.wrong_bits else ():
            name = file_name(path)
            stem = _ARCHITECTURE.sub("", name)
            if "/icd.d/" not in path and stem != name and kept.setdefault(stem, name) != name:
                return kept[stem], name
        return ()

    @property
    def is_nixos(self) -> bool:
        """True if the distribution is NixOS."""
        return self.os_release.startswith("ID=nixos")

    @property
    def is_arch(self) -> bool:
        """True if the distribution is Arch or one with its packages."""
        return self.os_release.startswith("ID=arch")


NOTHING_AROUND = Around()


def _in_words(command: str) -> str:
    """Return a command line as part of a sentence, with what its comment says."""
    return command.replace("  # then", " and then")
