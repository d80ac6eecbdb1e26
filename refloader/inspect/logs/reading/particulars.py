"""What lines name: versions wanted, copies of libraries, what an APK has, source code, settings of Android.

None of it is a problem by itself: ``wholes`` draws conclusions from it together with how the text ends.
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.surroundings.sought import Sought

_MOST = 2000
_NUMBER = r"(?P<{0}>1\.\d{{1,2}}(?:\.\d{{1,4}})?)(?![\d.]*\d)"
_ASKS = r"(?:needs?|require[sd]?|requiring|wants?|expect(?:s|ed)?|minimum|at least|mandatory|demands?)"
_HAS = r"(?:have|has|found|got|only|but|detected|reports?|available|supports?|is|offers|provides|loader|<)"
_WANTS = (
    Sought(
        rf"\brequire[sd]?:? Vulkan {_NUMBER.format('wanted')}\b[^\n]{{0,100}}?"
        rf"\bVulkan[^\d\n]{{0,12}}{_NUMBER.format('had')}",
        re.IGNORECASE,
    ),
    Sought(
        rf"\b{_ASKS}\b[^.;!?\n]{{0,60}}?\b(?:vulkan|instance|api|vk)\b[^;!?\n]{{0,40}}?\b{_NUMBER.format('wanted')}"
        rf"(?:[^\n]{{0,80}}?\b{_HAS}\b[^\d\n]{{0,40}}{_NUMBER.format('had')})?",
        re.IGNORECASE,
    ),
    Sought(
        rf"\b(?:vulkan|instance version|api version)\b[^\d;!?\n]{{0,30}}{_NUMBER.format('wanted')}\+?"
        rf"(?: (?:or (?:higher|newer|later|above)|is|are|support))*[ ,]+(?:required|needed|mandatory|expected)\b"
        rf"(?:[^\n]{{0,60}}?\b{_HAS}\b[^\d\n]{{0,40}}{_NUMBER.format('had')})?",
        re.IGNORECASE,
    ),
    Sought(
        rf"\b(?:vulkan|instance|api)\b[^\d;!?\n]{{0,40}}{_NUMBER.format('had')}[^\d\n]{{0,40}}?"
        rf"(?:\b(?:too old|lower than|older than|below|less than|insufficient|does not meet)\b|<)[^\d\n]{{0,40}}"
        rf"{_NUMBER.format('wanted')}",
        re.IGNORECASE,
    ),
)
_OF_INSTANCE = Sought(
    r"instance[ _-]?(?:api[ _-]?)?version|EnumerateInstanceVersion|\bloader\b", re.IGNORECASE
)
_LIBRARY = Sought(r"(?P<path>(?:[~.\w+@-]{0,80}/){1,14}lib[\w.+-]{1,80}?\.so(?:\.\d{1,9})*)")
_BETWEEN = re.compile(r"[\s:,;'\"()=]+")
_IN_APK = Sought(
    r"(?<![!/\w])lib/(?P<abi>arm64-v8a|armeabi-v7a|x86|x86_64)/(?P<library>(?:lib|VkLayer)[\w.+-]{1,100}\.so)\b"
)
_SEARCHES_IN = Sought(r"(?:!/lib/|/lib/)(?P<abi>arm64-v8a|arm64|armeabi-v7a|arm|x86_64|x86)(?=['\"/\s]|$)")
_ABIS = {"arm64": "arm64-v8a", "arm": "armeabi-v7a"}
_SETS_PORTABILITY = Sought(
    r"flags\b.{0,60}(?:ENUMERATE_PORTABILITY_BIT|eEnumeratePortability|ENUMERATE_PORTABILITY)", re.IGNORECASE
)
_CLEARS = Sought(
    r"\bmemset\s*\(|\bZeroMemory\s*\(|\bflags\s*=\s*(?:0\b|\{\}|VkInstanceCreateFlags)|"
    r"\b(?:create|instance|ci|inst)\w*\s*=\s*(?:\{\s*\}|VkInstanceCreateInfo\s*[({]|vk::InstanceCreateInfo\s*[({])",
    re.IGNORECASE,
)
_SWITCH = Sought(
    r"\"disable_environment\"\s*:\s*\{\s*\"(?P<name>[A-Z_][\w]{1,80})\"\s*:\s*\"(?P<value>[^\"]{0,40})\""
)
_CONFIGURES = Sought(
    r"layer configurations found in loader settings|Layer Configuration\[?s?\b", re.IGNORECASE
)
_CONFIGURED = Sought(r"(?:^|[:\]] +)(?P<key>Name|Control): +(?P<value>\w{2,100})\s*$")


_OTHER_SIZE = Sought(r'architecture "64" does not match the current running architecture "32"')
_OWN_LOADER = Sought(
    r"(?:(?:Load Image|Loaded?|modload|loads?)\b.{0,40}?|\b(?:in|from|of|module|path)[ :=]{1,3}[\"']?)"
    r"(?P<path>[A-Z]:\\(?!Windows\\)[^:*?\"<>|\n]{1,300}\\vulkan-1\.dll)",
    re.IGNORECASE,
)
_DRAWS_OPENGL = Sought(
    r"\bOpenGL (?:renderer|version|vendor): +\S|\bOpenGL: \S.{0,120} GL version \d", re.IGNORECASE
)
_OF_GAMESCOPE = Sought(r"\[Gamescope WSI\] Failed to connect to gamescope")
_NOT_DEBUGGABLE = Sought(r"\b(?:vulkan|GraphicsEnv|Package|RDOC)\w*\b.{0,120}\bnot debuggable\b")
_INSTALLED = Sought(r"^ {1,4}(?:Installed|Installiert|Installé ?): (?P<release>1\.\d{1,2}\.\d{1,4})\b")
_ASKS_PACKAGE = Sought(
    r"\b(?:dpkg -s|dpkg --status|apt(?:-cache|-get)? show|rpm -qi|dnf info|pacman -Qi) "
    r"(?:libvulkan1|vulkan-loader|vulkan-icd-loader)\b"
)
_VERSION_OF = Sought(r"^Version {0,8}: (?P<release>1\.\d{1,2}\.\d{1,4})\b")
_LOADER_PACKAGE = Sought(
    r"\b(?:libvulkan1(?::\w+)?|vulkan-loader|vulkan-icd-loader)[ \t/|-]{1,12}(?:\w+,\w+ )?(?:Paket +\| )?"
    r"(?P<release>1\.\d{1,2}\.\d{1,4})\b"
)


_SURFACE = Sought(
    r"^\W{0,8}(?P<name>VK_KHR_(?:\w{1,20}_)?surface)\W.{0,30}(?:extension revision|version|:) *\d"
)
_WAYLAND = Sought(
    r"\bXDG_SESSION_TYPE=wayland\b|\bWAYLAND_DISPLAY=\w|\bWayland: |\b[Oo]n Wayland\b"
    r"|\b(?:[Ss]way|[Hh]yprland|[Ww]eston|[Ll]abwc)\b"
)
_UNBUILT = Sought(
    r"llama\.cpp was compiled without GPU|^warning: (?:no usable GPU found, --g|not compiled with GPU)"
)
_OF_GGML = Sought(r"\bggml_vulkan\b|loaded Vulkan backend|\bggml_cuda_init|\bggml_backend_vk\w*")
_NO_EXTENSIONS = Sought(r"\bls: cannot access '?/usr/lib/extensions/vulkan\b")


_OTHER_CARD = Sought(
    r"\bd-?gpu\b|\b(?:dedicated|discrete|nvidia|second|other)(?:'s)? (?:gpu|card|graphics)\b", re.IGNORECASE
)
_MISSES_CAPTURE = Sought(
    r"\bgame[- ]capture\b.{0,120}"
    r"\b(?:black|blank|nothing|could not hook|not active|not work\w*|schwarz|noire?|negr[ao])\b",
    re.IGNORECASE,
)
_UNCONNECTED = Sought(r"^opengl +(?P<plug>[a-z0-9-]{1,40}:[a-z0-9-]{1,40}) +- ")


_WRAPPERS = {
    "mangohud": "MANGOHUD",
    "obs-gamecapture": "OBS_VKCAPTURE",
    "obs-vkcapture": "OBS_VKCAPTURE",
    "gamescope": "ENABLE_GAMESCOPE_WSI",
}
"""Commands that set a variable for the program that they start."""

_WRAPPER = Sought(
    r"(?<![\w./-])(?P<name>mangohud|obs-(?:game|vk)capture|gamescope) (?:-[^ ]{1,40} (?:\d{1,5} )?){0,12}(?:-- )?"
    r"(?:%command%|\.{0,2}/\w|steam\b|wine\b|vk\w)"
)


_A_LAYER = re.compile(r"(?<![\w/])VK_LAYER_[A-Z][A-Z0-9]{1,30}_\w{1,100}")
_LIST_OF_LAYERS = Sought(
    r"(?i:\b(?:(?P<asked>request(?:ed|ing)?|required?|wanted|desired|needed)|available|supported|installed|found)\b"
    r"(?: \w{1,20}){0,3} layers?(?: \(\d{1,3}\))?\W{0,3}$)"
)
"""The heading of a list of layers."""

_LAYER_WORDS = re.compile(r"(?i:mangohud|vkbasalt|vkcapture|lsfg|latencyflex)")
_SPEAKS_OF = Sought(r"^\S{0,60}[$%❯➜>] \S|(?:\S+ ){4}")
_OF_A_LOADER = Sought(
    r"Vulkan Loader|manifest file|\bLAYER\b|(?i:\b(?:works?|fine|solved|gone)\b)"
    r"|^VK_LAYER_\w+ .*\bversion \d"  # a row of vulkaninfo
)


_OF_VULKAN = Sought(r"vulkan|\b(?:dxvk|icd|llvmpipe|vkcube|vkd3d)\b", re.IGNORECASE)
_VERSION_SAID = Sought(
    r"\b(?:not support|n.t support|requires?|needs?|wants?|minimum|at least|no)\b.{0,30}"
    r"\bvulkan(?: API)?(?: version)? ?v?(?P<version>1\.[234])\b",
    re.IGNORECASE,
)


class Wanted(NamedTuple):
    """A version of Vulkan that a program asks for, the one that it says to be there (or empty), and the line."""

    line: int
    wanted: str
    had: str
    of_instance: bool


@dataclass(slots=True)
class Particulars:
    """What lines of a text name.

    ``libraries`` are libraries with a folder by their file names, ``packed`` those of an APK by the processor,
    ``searched_abis`` the processors for which Android's loader searched. ``portable`` is the line of source code that
    has portability drivers enumerated, ``clearing`` one that clears such a structure, with its text. ``switches`` are
    variables that manifests name in ``disable_environment``, and ``configured`` the layers of a settings file with
    their control, as the loader prints them. ``other_size`` is the line in which the loader leaves a driver for
    64-bit programs out of a 32-bit one, ``own_loader`` a loader in a program's own folder, ``opengl`` the line
    in which a program says that it draws with OpenGL, ``over_ssh`` whether the session is one of ssh,
    ``wrapped`` the variables that commands such as mangohud set for what they start, ``loader_packages`` are
    the releases of the packages that have the loader, and ``skipped_processors`` the lines after those by which
    DXVK skips the processor, which say why. ``unbuilt`` is the line in which llama.cpp finds no part of its own for
    cards, ``ggml`` one of such a part, and ``no_extensions`` one that shows a Flatpak without layers.
    ``gamescope`` is the line in which its layer reaches no gamescope, ``not_debuggable`` one in which Android says so
    of a program, ``setcap`` a line that gives a program capabilities, and ``plugs`` those of snaps for
    the card that nothing is connected to. ``other_card`` is whether somebody writes of a second card.
    ``named_layers`` are those that lines of manifests name, ``asked_layers`` and ``offered_layers`` those below
    headings of lists that say so, and ``spoken_layers`` words of well-known layers that a command or a sentence has.
    ``version_said`` is the Vulkan that is said to be wanted, ``of_vulkan`` the first line that speaks of Vulkan.
    ``misses_capture`` is the line in which OBS Studio, or its user, says that it captures nothing, and
    ``of_renderdoc`` whether a line is of RenderDoc.
    """

    wanted: list[Wanted] = field(default_factory=list)
    libraries: dict[str, tuple[str, int]] = field(default_factory=dict)
    packed: dict[str, dict[str, int]] = field(default_factory=dict)
    searched_abis: dict[str, int] = field(default_factory=dict)
    portable: int = 0
    clearing: tuple[int, str] = (0, "")
    switches: dict[str, str] = field(default_factory=dict)
    configured: dict[str, str] = field(default_factory=dict)
    other_size: int = 0
    own_loader: tuple[str, int] = ("", 0)
    over_ssh: bool = False
    surfaces: dict[str, int] = field(default_factory=dict)
    wayland: int = 0
    wrapped: set[str] = field(default_factory=set)
    opengl: int = 0
    loader_packages: list[str] = field(default_factory=list)
    skipped_processors: set[int] = field(default_factory=set)
    unbuilt: int = 0
    ggml: int = 0
    no_extensions: int = 0
    gamescope: int = 0
    not_debuggable: int = 0
    setcap: str = ""
    plugs: dict[str, int] = field(default_factory=dict)
    other_card: bool = False
    asked_layers: dict[str, int] = field(default_factory=dict)
    offered_layers: dict[str, int] = field(default_factory=dict)
    named_layers: dict[str, int] = field(default_factory=dict)
    spoken_layers: set[str] = field(default_factory=set)
    misses_capture: int = 0
    version_said: str = ""
    of_vulkan: int = 0
    of_renderdoc: bool = False
    _layers: dict[str, int] | None = None
    _of_loader: bool = False
    _shown: bool = False
    _in_settings: bool = False
    _layer: str = ""

    def line(self, line: str, number: int) -> None:
        """Note what a line names."""
        if len(line) > _MOST:
            return
        if not self.of_vulkan and _OF_VULKAN.search(line) is not None:
            self.of_vulkan = number
        if "1." in line:
            self._version(line, number)
        if ".so" in line:
            self._libraries(line, number)
        if "/lib/" in line and (found := _SEARCHES_IN.search(line)) is not None and "earching" in line:
            self.searched_abis.setdefault(_ABIS.get(found["abi"], found["abi"]), number)
        if "ortability" in line.lower() and _SETS_PORTABILITY.search(line) is not None:
            self.portable = self.portable or number
        if not self.clearing[0] and _CLEARS.search(line) is not None:
            self.clearing = number, line.strip()
        if "disable_environment" in line and (switch := _SWITCH.search(line)) is not None:
            self.switches.setdefault(switch["name"], switch["value"])
        self.wrapped.update(_WRAPPERS[each["name"]] for each in _WRAPPER.finditer(line))
        self._settings(line)
        self._machine(line, number)
        self._of_layers(line, number)

    def _of_layers(self, line: str, number: int) -> None:
        """Note the entries of lists of layers, and the well-known layers of which somebody speaks."""
        names = _A_LAYER.findall(line)[:_MOST] if "VK_LAYER_" in line else []
        heading = _LIST_OF_LAYERS.search(line) if "ayers" in line and not names else None
        if heading is not None:
            self._layers = self.asked_layers if heading["asked"] else self.offered_layers
        elif not names:
            self._layers = None
        elif self._layers is not None and len(self._layers) < _MOST:
            self._layers.setdefault(names[0], number)
        spoken = _SPEAKS_OF.search(line) if _LAYER_WORDS.search(line) is not None else None
        if spoken is not None and _OF_A_LOADER.search(line) is None:
            self.spoken_layers.update(each.lower() for each in _LAYER_WORDS.findall(line))

    def _machine(self, line: str, number: int) -> None:
        if "amescope" in line and _OF_GAMESCOPE.search(line) is not None:
            self.gamescope = self.gamescope or number
        if "debuggable" in line and _NOT_DEBUGGABLE.search(line) is not None:
            self.not_debuggable = self.not_debuggable or number
        if ":" in line and (plug := _UNCONNECTED.match(line)) is not None and len(self.plugs) < _MOST:
            self.plugs.setdefault(plug["plug"], number)
        if not self.misses_capture and "apture" in line and _MISSES_CAPTURE.search(line) is not None:
            self.misses_capture = number
        self.of_renderdoc = self.of_renderdoc or "RenderDoc" in line or "LAYER_RENDERDOC" in line
        self.other_card = self.other_card or _OTHER_CARD.search(line) is not None
        if "setcap " in line:
            self.setcap = self.setcap or line
        if self._of_loader and (installed := _INSTALLED.match(line)) is not None:
            self.loader_packages.append(installed["release"])
        asked = _ASKS_PACKAGE.search(line) is not None or line.startswith("Package: libvulkan1")
        self._shown = (asked or (self._shown and bool(line.strip()))) and len(self.loader_packages) < _MOST
        if self._shown and (version := _VERSION_OF.match(line)) is not None:
            self.loader_packages.append(version["release"])
            self._shown = False
        self._of_loader = (
            line.startswith(("libvulkan1:", "vulkan-loader:")) and len(self.loader_packages) < _MOST
        )
        if "GPU" in line and _UNBUILT.search(line) is not None:
            self.unbuilt = self.unbuilt or number
        if ("ggml" in line or "backend" in line) and _OF_GGML.search(line) is not None:
            self.ggml = self.ggml or number
        if "/usr/lib/extensions/vulkan" in line and _NO_EXTENSIONS.search(line) is not None:
            self.no_extensions = self.no_extensions or number
        if "rchitecture" in line and _OTHER_SIZE.search(line) is not None:
            self.other_size = self.other_size or number
        if "vulkan-1.dll" in line.lower() and (found := _OWN_LOADER.search(line)) is not None:
            self.own_loader = self.own_loader if self.own_loader[0] else (found["path"], number)
        if "OpenGL" in line and _DRAWS_OPENGL.search(line) is not None:
            self.opengl = self.opengl or number
        if "Skipping: " in line and PROCESSOR.search(line) is not None:
            self.skipped_processors.add(number + 1)
        if not self.wayland and _WAYLAND.search(line) is not None:
            self.wayland = number
        surface = _SURFACE.match(line) if "_surface" in line else None
        if surface is not None:
            self.surfaces.setdefault(surface["name"], number)
        self.over_ssh = self.over_ssh or line.startswith(("SSH_CLIENT=", "SSH_CONNECTION=", "SSH_TTY="))
        package = _LOADER_PACKAGE.search(line) if "vulkan" in line else None
        if package is not None and len(self.loader_packages) < _MOST:
            self.loader_packages.append(package["release"])

    def _version(self, line: str, number: int) -> None:
        said = _VERSION_SAID.search(line) if not self.version_said else None
        self.version_said = said["version"] if said is not None else self.version_said
        found = next((match for each in _WANTS if (match := each.search(line)) is not None), None)
        if found is not None and len(self.wanted) < _MOST:
            of_instance = _OF_INSTANCE.search(line) is not None
            self.wanted.append(Wanted(number, found["wanted"], found["had"] or "", of_instance))

    def _libraries(self, line: str, number: int) -> None:
        for packed in _IN_APK.finditer(line):
            self.packed.setdefault(packed["abi"], {}).setdefault(packed["library"], number)
        if "cannot open" in line or "library_path" in line or len(self.libraries) >= _MOST:
            return
        for word in _BETWEEN.split(line):
            found = _LIBRARY.fullmatch(word) if "/lib" in word else None
            if found is not None:
                self.libraries.setdefault(found["path"].rpartition("/")[2], (found["path"], number))

    def _settings(self, line: str) -> None:
        if _CONFIGURES.search(line) is not None:
            self._in_settings = True
        found = _CONFIGURED.search(line) if self._in_settings else None
        if found is None:
            return
        if found["key"] == "Name":
            self._layer = found["value"]
            self.configured.setdefault(self._layer, "")
        else:
            self.configured[self._layer or found["value"]] = found["value"]
            self._layer = ""


_SETTING = Sought(
    r"(?:^|global )(?P<name>enable_gpu_debug_layers|gpu_debug_app|gpu_debug_layer_app"
    r"|gpu_debug_layers)[= ](?P<value>[\w.:]{1,300})$"
)
_PACKAGE = Sought(
    r"\bdumpsys package (?P<name>[a-z][\w.]{2,100})\b|^Package \[(?P<listed>[a-z][\w.]{2,100})\]"
)
_FLAGS = Sought(r"^(?:pkg)?[Ff]lags=\[(?P<flags>[A-Z_ ]{1,400})\]")
_STARTED = Sought(
    r"\bStart proc \d{1,9}:(?P<name>[a-z][\w.]{2,100})[/:]|^package:(?P<listed>[a-z][\w.]{2,100})$"
)
_OWN_PROCESS = Sought(
    r"(?:^|\s)(?P<name>[a-z]\w*(?:\.\w{1,60}){1,8}) is not listed in per-application setting"
)
_DEBUGGABLE = Sought(r"getprop ro\.debuggable$")
_ASKED = Sought(
    r"settings get global (?P<name>enable_gpu_debug_layers|gpu_debug_app|gpu_debug_layer_app|gpu_debug_layers)$"
)
_MOST_PACKAGES = 100


@dataclass(slots=True)
class AndroidTools:
    """The settings of a text, the flags of its packages with their lines, and whether the system is a debug build.

    ``programs`` are those that are started or installed, with their lines, ``loading`` those that load a driver.
    """

    settings: dict[str, str] = field(default_factory=dict)
    programs: dict[str, int] = field(default_factory=dict)
    loading: dict[str, int] = field(default_factory=dict)
    flags: dict[str, tuple[str, int]] = field(default_factory=dict)
    is_debug: bool = False
    _package: str = ""
    _asks: bool = False
    _setting: str = ""

    def line(self, line: str, number: int) -> None:
        """Note what a line says."""
        if self._asks:
            self.is_debug |= line.strip() == "1"
        if self._setting and re.fullmatch(r"[\w.:]{1,300}", line.strip()):
            self.settings.setdefault(self._setting, line.strip())
        asked = _ASKED.search(line)
        self._setting = asked["name"] if asked is not None else ""
        self._asks = _DEBUGGABLE.search(line) is not None
        program = _STARTED.search(line)
        if program is not None and len(self.programs) < _MOST_PACKAGES:
            self.programs.setdefault(program["name"] or program["listed"], number)
        loading = _OWN_PROCESS.search(line) if "per-application" in line else None
        if loading is not None and len(self.loading) < _MOST_PACKAGES:
            self.loading.setdefault(loading["name"], number)
        setting, package, flags = _SETTING.search(line), _PACKAGE.search(line), _FLAGS.match(line)
        if setting is not None:
            self.settings.setdefault(setting["name"], setting["value"])
        if package is not None:
            self._package = package["name"] or package["listed"]
        if flags is not None and self._package and len(self.flags) < _MOST_PACKAGES:
            self.flags.setdefault(self._package, (flags["flags"], number))
