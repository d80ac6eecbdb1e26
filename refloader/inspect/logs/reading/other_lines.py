"""Lines of other tools on files, cards and variables: libraries that manifests name, what ``file`` says, cards of
Windows, and how shells and files set variables."""

import re

from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.prose import is_wonder
from refloader.inspect.logs.surroundings.asserted import is_of_before, is_sentence
from refloader.inspect.logs.surroundings.sought import Sought
from refloader.inspect.logs.surroundings.without_vulkan import without_vulkan

NAMING = Sought(r"\"library_path\"\s*:\s*\"(?P<library>[^\"]{1,1024})\"")
_GREPPED = Sought(r"(?P<path>/[^\s:]{1,1024}\.json):\s*\"library_path\"\s*:\s*\"(?P<library>[^\"]{1,1024})\"")
_GL_EXTENSION = Sought(
    r"(?:\borg\.freedesktop\.Platform\.GL\.|\bGL\.nvidia\b.{0,20}[ :>→])(?P<name>nvidia-[\d-]{5,14})\b"
)
_BUILT = Sought(
    r"(?P<path>/[^\s:]{1,1024}): +ELF (?:32|64)-bit \w{3} (?:shared object|pie executable|executable), "
    r"(?P<processor>x86-64|ARM aarch64|ARM|Intel 80386|Intel i386|UCB RISC-V)"
)
"""What ``file`` says of a library."""

_DEFINES = Sought(
    r"^(?:(?P<path>/[^\s:]{1,1024}\.json):)?(?:\d{1,6}:)?\s*\"name\"\s*:\s*\"(?P<name>VK_LAYER_\w{1,200})\""
)
"""The line of a manifest that names its layer, as grep prints it or within the file."""

_ADAPTER = Sought(r"(?:NVIDIA (?:GeForce|RTX|Quadro|Tesla)|AMD Radeon|Radeon|Intel\(R\)) ?[\w() -]{2,60}$")
"""A card as Windows lists it: a line of its own."""

_DRIVER_LIBRARY = Sought(
    r"(?<![\w./-])(?P<path>/[^\s:'\"=,()]{0,300}/(?:libvulkan_\w{2,30}\.so(?:\.\d{1,3}){0,3}|libGLX_nvidia\.so\.0|libMoltenVK\.dylib))(?=\s|$)"
)
_AFTER = Sought(r"^(?:\S{1,60}@\S{1,60}[:~ ].{0,100})?[$#%❯➜] ?")
_FINDS = Sought(r"(?:find|locate|plocate|fd)\b.{0,200}(?:icd\S{0,10}json|\*icd\*|_icd|icd\.d)")
_QUOTED = Sought(r"(?<![A-Za-z0-9_])(?P<name>VK_[A-Z_]{3,60})=[\"']")

_MOST = 2000

_ASSIGNED = re.compile(
    r"(?<![A-Za-z0-9_])((?:VK_|XDG_|DXVK_|VKD3D_|MESA_VK_|__VK_|NVIDIA_|GGML_VK_)[A-Z_]+|HOME"
    r"|LD_LIBRARY_PATH|MESA_LOADER_DRIVER_OVERRIDE|GALLIUM_DRIVER|WINEDLLOVERRIDES|FLATPAK_GL_DRIVERS|PROTON_\w+|__VK_LAYER_NV_optimus|DYLD_[A-Z_]+|(?:EN|DIS)ABLE_[A-Z0-9_]+|AMD_VULKAN_ICD|DRI_PRIME|MANGOHUD|OBS_VKCAPTURE|WGPU_ADAPTER_NAME|--vulkan-device)"
    r"=(\"[^\"]*\"|'[^']*'|[^\s\"']*)"
)
_DECLARED = Sought(
    r"(?:^|[\s$\"'{])(?:env:|ENV |export |set -\w+ |setx )?\"?"
    r"(?P<name>VK_[A-Z_]+|NVIDIA_DRIVER_CAPABILITIES|MESA_VK_DEVICE_SELECT)"
    r"\"?(?:: | ?= |\s(?=[\"']?[/~A-Z])|\s{2,40}(?=[A-Z]:\\|/))[\"']?(?!VK_[A-Z_]+(?:\s|$))"
    r"(?P<value>[\w/~.$*:;,-][^\s\"']{0,1000})"
)
"""A variable as files of CI systems and containers, PowerShell, fish and ``setx`` set it."""

_NAME_OF_POD = Sought(r"-? *name: [\"']?(?P<name>[A-Z][A-Z0-9_]{2,60})[\"']?$")
_VALUE_OF_POD = Sought(r"value: [\"']?(?P<value>[^\"'\n]{1,1000}?)[\"']?$")
"""The two lines by which Kubernetes' files set a variable."""


_LEFT_OUT = Sought(r"[\"']?(?:\.{2,}|…)[\"']?")
"""What people write where they leave out a value."""


class Assignments:
    """The variables that a text sets, as shells and the files of other tools do."""

    def __init__(self) -> None:
        self._named = ""

    def line(self, log: Log, line: str, number: int, *, is_of_loader: bool) -> None:
        """Note what a line sets."""
        if len(log.variables) >= _MOST:
            return
        for found in _ASSIGNED.finditer(line):
            name, value = found.groups()
            value = value.rstrip(",;") if value.endswith((",", ";")) and is_sentence(line) else value
            if _LEFT_OUT.fullmatch(value) or is_of_before(line, found.start()):
                continue
            if value.strip("\"'") or name not in log.variables:  # an empty one is mostly for one command
                log.variables[name] = value.strip("\"'")
            log.variable_lines.setdefault(name, number)
        plain = not is_of_loader and "=" not in line.replace(" = ", "")
        declared = _DECLARED.search(line) if plain else None
        if declared is not None:
            log.variables.setdefault(declared["name"], declared["value"])
        text = line.strip() if "name: " in line or self._named else ""
        value_of_pod = _VALUE_OF_POD.fullmatch(text) if self._named else None
        if value_of_pod is not None:
            log.variables.setdefault(self._named, value_of_pod["value"])
            log.variable_lines.setdefault(self._named, number)
        name_of_pod = _NAME_OF_POD.fullmatch(text) if text else None
        self._named = name_of_pod["name"] if name_of_pod is not None else ""


_SPOKEN = re.compile(
    r"(?<![\w/])VK_(?:LOADER|LAYER|LAYERS|DRIVER|DRIVERS|ICD|INSTANCE|IMPLICIT)_[A-Z_]{3,30}(?![\w*])"
)


class Listed:
    """The libraries of drivers that commands list, and searches for manifests without a result."""

    def __init__(self) -> None:
        self._asked = 0
        self._is_bare = False

    def line(self, log: Log, line: str, number: int) -> None:
        """Note what a line lists; a search that printed nothing is followed by the next prompt."""
        if self._asked and (not line.strip() or _AFTER.match(line)):
            log.nothing_found = log.nothing_found or self._asked
        self._asked = number if _FINDS.search(line) and "|" not in line else 0
        if "libvulkan_" not in line and "libGLX_nvidia" not in line:
            return
        text = line.strip()
        alone = all(_DRIVER_LIBRARY.search(word) for word in text.split() if not word.startswith("->"))
        for found in _DRIVER_LIBRARY.finditer(line) if alone else ():
            if len(log.driver_libraries) < _MOST:
                log.driver_libraries.setdefault(found["path"], number)


_CACHED = Sought(r"^(?P<name>lib[\w.+-]{2,80}) \(libc6[^)]{0,60}\) => (?P<path>/\S{1,300})$")
"""A library in the cache of the linker, as \"ldconfig -p\" prints it."""


_SELECTED = Sought(r"\bMESA_VK_DEVICE_SELECT=[\"']?(?P<ids>[0-9a-fA-F]{4}:[0-9a-fA-F]{4})\b")
_SELECTABLE = Sought(
    r"\s{0,8}GPU \d{1,2}: (?P<ids>[0-9a-f]{4}:[0-9a-f]{4}) \"(?P<name>[^\"]{1,200})\" ", re.IGNORECASE
)
"""A card as Mesa's layer lists those that MESA_VK_DEVICE_SELECT selects."""


def note_others(log: Log, line: str, number: int) -> None:
    """Note what a line of another tool says: each of its kinds by itself."""
    for name in _SPOKEN.findall(line) if "VK_L" in line or "VK_D" in line or "VK_I" in line else ():
        if len(log.spoken) < _MOST:
            log.spoken.setdefault(name, number)
    if not log.wondered and is_wonder(line):
        log.wondered = number
    card, says = without_vulkan(line)
    if card and not log.vulkanless[0]:
        log.vulkanless = (card, says, number)
    selectable = _SELECTABLE.match(line) if "GPU" in line else None
    if selectable is not None and len(log.selectable) < _MOST:
        log.selectable.setdefault(selectable["ids"].lower(), selectable["name"])
    selected = _SELECTED.search(line) if "_SELECT" in line else None
    if selected is not None:
        log.selected = selected["ids"].lower(), number
    for quoted in _QUOTED.finditer(line) if len(log.quoted) < _MOST else ():
        log.quoted.setdefault(quoted["name"])
    cached = _CACHED.match(line.strip()) if "=>" in line else None
    if cached is not None and len(log.cached) < _MOST:
        log.cached.setdefault(cached["name"], []).append((cached["path"], number))
    extension = _GL_EXTENSION.search(line)
    if extension is not None and len(log.flatpak_drivers) < _MOST:
        log.flatpak_drivers.setdefault(extension["name"], number)
    if line.strip().startswith('"library_path"') and (bare := NAMING.search(line)) is not None:
        log.named.setdefault(bare["library"], number)
    built = _BUILT.match(line)
    if built is not None and len(log.built) < _MOST:
        log.built[built["path"]] = (built["processor"], number)
    adapter = _ADAPTER.match(line.strip())
    if adapter is not None and len(log.adapters) < _MOST:
        log.adapters.setdefault(adapter[0], number)
    defines = _DEFINES.match(line) if "VK_LAYER_" in line else None
    if defines is not None and len(log.particulars.named_layers) < _MOST:
        log.particulars.named_layers.setdefault(defines["name"], number)
    naming = _GREPPED.match(line)
    if naming is not None and len(log.naming) < _MOST:
        log.naming[naming["path"]] = (naming["library"], number)
