"""Parses pasted output of loaders and vulkaninfo: which places were searched, which files were found and used.

Based on that of fifteen builds (1.1.97 to 1.4.335) and vulkaninfo 1.3.239: words vary, so lists are known by paths.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from refloader.inspect.logs.reading.crashes import Crash
from refloader.inspect.logs.reading.devices import NEXT_VALUE
from refloader.inspect.logs.reading.facts import Inserted, Log, Search
from refloader.inspect.logs.reading.installed import Installed
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.line_prefixes import PRINTED, lines_of, signs_of_prefixes
from refloader.inspect.logs.reading.log_events import events_of
from refloader.inspect.logs.reading.other_lines import NAMING, Assignments, Listed, note_others
from refloader.inspect.logs.reading.pasted_files import PastedFiles
from refloader.inspect.logs.reading.prose import is_told
from refloader.inspect.logs.reading.runs import Runs
from refloader.inspect.logs.reading.signs import Signs
from refloader.inspect.logs.reading.syscalls import Calls
from refloader.inspect.logs.reading.trouble import is_trouble, step_of
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.surroundings.sought import Sought
from refloader.model.place import SETTINGS_FILE, Use

_TAG = Sought(
    r"\b(?<!SCRIPT )(?:ERROR|WARNING|WARN|INFO|PERF|PERFORMANCE|DEBUG|LAYER|DRIVER|IMPLEM|VALIDATION|VERBOSE)"
    r"(?:\s*+\|\s*+[A-Z]++){0,16}\s*+:(?=\s|$)"
)
_MESSENGER = re.compile(r"^\[Loader Message\] Code -?\d{1,10} : *")
"""What vulkaninfo puts before each message of the loader."""
_PATH = Sought(r"(?:/|[A-Za-z]:[\\/]|\\\\|HKEY_[A-Z_]+\\|HK(?:LM|CU)\\)[^\x00-\x1f\"*<>|]*")
_SEARCH = Sought(
    r"Searching for (?:(implicit|explicit) )?(layer|driver|implementation|icd|settings)s? (?:manifest )?files?",
    re.I,
)
_OLD_SEARCH = Sought(r"Searching the following paths for manifest files: *(\S.*)", re.I)
# The one line in which releases before 1.2.189 print all places of a search.
_LOCATIONS = Sought(r"\bin (?:the )?following (?:locations?|folders?|directories|paths|registry)", re.I)
_FOUND = Sought(r"\bfound the following (?:files|manifests)", re.I)
_NOTHING = Sought(r"\bfound no (?:files|manifests)", re.I)
_CHUNK = re.compile(r"[^\x00-\x1f\"*<>|;]+")
_JSON = Sought(r"\.json\b", re.I)
_ROOT = re.compile(r"(?:^|[\s'(=,\[])((?:[A-Za-z]:)?[\\/])")
_DRIVER_WORDS = Sought(r"\b(?:ICD|driver) manifest", re.I)
_INSERT = Sought(r"Insert (instance|device) layer \"?(\w+)\"?(?: \(([^)]*)\))?", re.I)
_DEFINED = Sought(r"Found (?:implicit |explicit )?layer (VK_LAYER_\w+) in (\S.*\.json)\b", re.I)
_SWITCH = Sought(r"\b(Enable|Disable) Env Var:\s+(\w+)", re.I)
_LIBRARY = Sought(r"Searching for ICD drivers named (\S.*)", re.I)
_USING = Sought(r"Using \"([^\"]*)\" with driver: \"([^\"]*)\"", re.I)
_VERSION = Sought(r"Vulkan (?:Loader|Instance) Version:? ([0-9]+(?:\.[0-9]+){1,3})", re.I)
_ROW = Sought(r"(?:\[[^\]]{0,60}\]\s*|[|>]\s*|[0-9][0-9TZ:.,+/-]{0,40}\s+){0,4}(VK_LAYER_.*)")
"""A layer in the output of vulkaninfo, possibly after the time and brackets that a CI job prepends."""
_NUMBER = Sought(r"[0-9]+\.[0-9.]+,?")
_DEVICE = Sought(
    r"\"?deviceName\"?\s*[=:]\s*\"?(?P<name>[^\"\n]{1,200}?)\"?,?(?:\s{2,20}\w{4,20} {1,20}= .{1,400})?$"
    r"|(?:^|^\w{2,20}: )(?:Selected|\[\S{1,60}\] *) ?GPU \d{1,3}: (?P<selected>.{1,200}?)"
    r"(?:, type: \w+| \((?:discrete|integrated|virtual|software|CPU|other|unknown)\))?$"
    r"|[\"'“`]Selected GPU \d{1,3}: (?P<quoted>[^\"'”`]{1,200}?)(?:, type: \w+)?[\"'”`].{0,500}$"
    r"|^(?:vulkaninfo: )?GPU\d{1,2}:? (?P<numbered>(?:NVIDIA|AMD|Radeon|Intel|GeForce|Microsoft Direct3D12"
    r"|llvmpipe|Apple)\b[^|\n]{1,150}?)(?: only|(?<=\))\. [A-Z].{1,400})?$"
    r"|\[Vulkan\]: (?:Found )?GPU #?\d+: (?P<retro>\w.{1,150}?)$|^GPU id ?[=:] ?\d{1,2} \((?P<shown>.{2,200}?)\):?$"
    r"|\btype: (?=(?:discrete|integrated|virtual)-gpu\b)(?:\S+ name: )?(?P<inxi>.{2,99}?)(?: (?:driver|surf\w+):.*)?$"
    r"|^(?!.*-gpu\b).*\bdriver: (?:mesa )?(?P<software>llvmpipe) (?:v: \S{1,40} )?device-ID: 10005:"
    r"|^GPU \d{1,3}: [\da-f]{4,5}:[\da-f]{1,4} \"(?P<selectable>[^\"]{1,200})\" "
    r"|(?:[Uu]sing (?:[Dd]evice|GPU|adapter)(?: #\d{1,2})?:? \"?(?!layers|extensions|features|memory|\d: Init)"
    r"|^ggml_vulkan: \d{1,2} = |^LogVulkanRHI: Display: Device \d{1,2}: "
    r"|^(?:info: +|\[\S{1,60}\] )Found device(?: \d{1,2})?: |^Vulkan\d{1,2}: |\bselecting physical device '"
    r"|Found vulkan-compatible GPU: '|AdapterInfo \{ name: \"|^(?:\[AVHWDeviceContext @ \w{1,20}\] "
    r")?Device \d{1,2} selected: |^\[\d{1,2} (?=.{2,100}\] +queueC=)|\bDeviceName: |^\W{0,4}Device Name: )"
    r"(?P<used>\w[^|\n\"']{1,200}?)(?:[\"'].{0,300}| \| .{0,300}|\] +queueC=.{0,100})?$"
)
_LISTED = Sought(r"/[^\s:'\"]{1,1000}/[^\s/:'\"]{1,200}(?:\.so(?:\.\d+){0,4}|\.dylib)")
_FOLDERS = {
    "explicit_layer.d": Use.EXPLICIT,
    "implicit_layer.d": Use.IMPLICIT,
    "icd.d": Use.DRIVER,
    "explicitlayers": Use.EXPLICIT,
    "implicitlayers": Use.IMPLICIT,
    "drivers": Use.DRIVER,
}
_USES = {"driver": Use.DRIVER, "implementation": Use.DRIVER, "icd": Use.DRIVER, "settings": Use.SETTINGS}
_ENDS = ("<Drivers>", "<Implementations>", "<Device>")
_LOADER = "[Vulkan Loader]"
_A_FILE = Sought(r"\.(?:json|so(?:\.\d{1,5}){0,3})$")
_DRIVERS_READ = "Build ICD instance extension list"  # so releases up to 1.3.231, after all drivers are read
_GAVE_UP = Sought(
    r"\b(?:fail(?:ed|ure)?|fatal|abort(?:ed|ing)?|giving up|cannot continue|terminat(?:ed|ing))\b", re.I
)
_A_LAYER = re.compile(r"(?<![\w/])VK_LAYER_[A-Z][A-Z0-9]{1,30}_\w{1,100}(?![\w.*])")
_SOON = 3  # how many lines after an extension that is not there a program says at most that it fails
_MOST_EVENTS, _PATH_LIMIT, _LIST_LIMIT = 100_000, 1024, 2000


def use_of(path: str) -> Use | None:
    """Return the use of the files in a standard place, by the last part of its path."""
    parts = [part for part in re.split(r"[\\/]", path.lower()) if part]
    if parts and parts[-1] == SETTINGS_FILE:
        return Use.SETTINGS
    ends = parts[-2:] if parts and parts[-1].endswith(".json") else parts[-1:]
    return next((_FOLDERS[part] for part in ends if part in _FOLDERS), None)


def manifests_in(text: str) -> Iterator[str]:
    """Yield the full paths of .json files in a line, without the text around them."""
    for chunk in _CHUNK.findall(text):
        marks = sorted((*_ROOT.finditer(chunk), *_JSON.finditer(chunk)), key=re.Match.start)
        begin = -1
        for mark in marks:
            if mark.re is _ROOT:
                begin = mark.start(1)
            elif begin >= 0:
                yield chunk[begin : mark.end()]
                begin = -1


def read(text: str, gap: tuple[int, int] = (0, 0)) -> Log:
    """Parse a log; a gap is so many lines, behind which so many are left out. The time is linear in the lines."""
    reader = _Reader()
    for number, line in enumerate(lines_of(text), 1):
        reader.line(line, number + (gap[1] if number > gap[0] else 0))
    reader.log.lines = reader.log.lines - (text[-1] in "\n\r") if text.strip() else 0
    reader.end()
    reader.log.past.quoting(text)
    for sign, value in signs_of_prefixes(text).items():
        reader.log.signs.setdefault(sign, value)
    return reader.log


def _old_search(places: str, number: int) -> Search:
    """Return a search of a release that prints its places in one line, with colons, or semicolons on Windows."""
    separator = ";" if ";" in places or re.match(r"[A-Za-z]:[\\/]", places) else ":"
    listed = [place.rstrip("/") or "/" for each in places.split(separator) if (place := each.strip())]
    use = next((found for each in listed if (found := use_of(each))), None)
    if use is None and listed and all(_A_FILE.search(each) for each in listed):
        use = Use.DRIVER  # variables for layers name folders
    kept = dict.fromkeys(each for each in listed[:_LIST_LIMIT] if len(each) <= _PATH_LIMIT)
    return Search(use, number, number, is_old=True, places=kept)


class _Reader:
    """The state of the parser: the current search, its current list, and the current chain."""

    def __init__(self) -> None:
        self.log = Log()
        self._search: Search | None = None
        self._list: dict[str, None] | None = None
        self._chain: list[str] | None = None
        self._driver = ""
        self._layer = ""
        self._signs = Signs()
        self._calls = Calls()
        self._crash = Crash()
        self._pasted = PastedFiles()
        self._runs = Runs()
        self._installed = Installed()
        self._drivers = Listed()
        self._assignments = Assignments()

    def end(self) -> None:
        """Finish the log: what is known of the machine only after the last line."""
        self.log.graphics, self.log.named_cards = tuple(self._signs.cards), tuple(self._signs.named)
        self.log.signs, self.log.os_release = self._signs.ended()
        self.log.sign_lines, self.log.card_lines = self._signs.lines, self._signs.named
        if self._runs.groups and Sign.GROUPS not in self.log.signs:
            self.log.signs[Sign.GROUPS] = ",".join(f"({each})" for each in self._runs.groups)
        loader, number = self._calls.loader
        if loader and Sign.LINKED_LOADER not in self.log.signs:
            self.log.signs[Sign.LINKED_LOADER] = loader
            self.log.sign_lines[Sign.LINKED_LOADER] = number
        self._happened(*self._calls.events())
        self._pasted.end()
        self.log.pasted, self.log.settings = self._pasted.manifests(), self._pasted.settings()
        self.log.runs, self.log.variable_files = self._runs.found, self._runs.files
        self.log.installed, self.log.ordered = self._installed.found, self._installed.ordered
        packages, log = self._installed, self.log
        log.unowned, log.absent, log.left = packages.unowned, packages.absent, packages.left
        self.log.asked = (*self._calls.opened, *self._calls.failed)
        for document in (*self.log.pasted, *self.log.settings):
            if document.path.startswith("$"):
                value = self.log.variables.get(document.path.strip("${}"), document.path)
                document.path = value.replace("$HOME/", "~/")
        for document in self.log.pasted:
            library = NAMING.search("\n".join(document.lines))
            if document.path and library is not None:
                self.log.naming[document.path] = (library["library"], document.first)

    def line(self, line: str, number: int) -> None:
        """Parse one line."""
        self.log.lines = number
        self._pasted.line(line, number)
        note_others(self.log, line, number)
        log = self.log
        people = () if line.startswith(PRINTED) else (log.starts, log.prose, log.code, log.past, log.tried)
        for each in (log.particulars, log.told, *people):
            each.line(line, number)
        for table in (log.places, log.programs, log.whole_cards, log.combined):
            table.line(line, number)
        tag = _TAG.search(line, max(0, line.find(_LOADER)))  # what a launcher puts in front may look like one
        body = _MESSENGER.sub("", (line[tag.end() :] if tag else line).strip())
        printed = self._signs.printed(body)
        if printed is not None and len(self.log.variables) < _LIST_LIMIT:
            self.log.printed(*printed, number)
        if not body:
            self.log.listings.line("", number)
            self._drivers.line(self.log, "", number)
            self._runs.line("", number)
            return
        self.log.about_loader += tag is not None
        if tag is None or "ELFCLASS" in body or "dzn is not" in body or "bit librar" in body:
            self._signs.line(body, number)
        if tag is None:
            self._drivers.line(self.log, body, number)
            self.log.listings.line(body, number)
            self.log.cards.line(body, number)
            self._runs.line(body, number)
            self._installed.line(body, number)
            self.log.registry.line(body, number)
            self.log.android.line(body, number)
            for name in (
                _A_LAYER.findall(body)
                if len(self.log.mentioned) < _LIST_LIMIT and not _ROW.match(body)
                else ()
            ):
                self.log.mentioned.setdefault(name, number)
            if body.startswith("/") and _LISTED.fullmatch(body) and len(self.log.paths) < _LIST_LIMIT:
                self.log.paths[body] = None
        if self._head(body, number) or self._listed(body, number, tagged=tag is not None):
            return
        self._list = None
        is_error = tag is not None and tag[0].startswith("ERROR")
        is_warning = tag is not None and tag[0].startswith("WARN")
        self._needed_after_all(body, number)
        library, at = self._crash.frame_in(body, number) if tag is None else ("", 0)
        if library:
            self._happened(Event(EventKind.CRASHED, at, library))
        elif not self._calls.line(body, number):
            told = tag is None and (is_told(body) or self._crash.is_caller(body, number))
            found = () if told else tuple(events_of(body, number, error=is_error, is_warning=is_warning))
            self._happened(*found)
            if not (found or told) and self.log.trouble is None and is_trouble(body):
                self.log.trouble = number, body
            if (step := step_of(body)) is not None and len(self.log.steps) < _LIST_LIMIT:
                self.log.steps.append((number, step))
        self._chained(body, number)
        self._fact(body, number)
        self._assignments.line(self.log, line, number, is_of_loader=tag is not None)
        if tag and tag[0].startswith("ERROR") and len(self.log.errors) < _LIST_LIMIT:
            self.log.errors[body] = None

    def _head(self, body: str, number: int) -> bool:
        """Parse the beginning of a search or of one of its lists. Return False for any other line."""
        search = _SEARCH.search(body)
        if search:
            use = Use(search[1].lower()) if search[1] else _USES.get(search[2].lower())
            self._begin(Search(use, number, number))
            return True
        old = _OLD_SEARCH.search(body)
        if old:
            self._begin(_old_search(old[1], number))
            return True
        is_over = self._search is None or self._search.files or self._search.is_empty
        if is_over and (_LOCATIONS.search(body) or _FOUND.search(body)):
            self._begin(Search(None, number, number))  # its head was cut off
        if self._search is None:
            return False
        if _LOCATIONS.search(body):
            self._list = self._search.places
        elif _FOUND.search(body):
            self._list = self._search.files
        elif _NOTHING.search(body):
            self._list, self._search.is_empty = None, True
        else:
            return False
        self._search.last = number
        return True

    def _begin(self, search: Search) -> None:
        self._search, self._list = search, None
        if len(self.log.searches) < _LIST_LIMIT:
            self.log.searches.append(search)

    def _listed(self, body: str, number: int, *, tagged: bool) -> bool:
        """Parse an entry of the current list. Return False for any other line.

        Without a loader's tag, an entry consists of a path only.
        """
        if self._list is None or self._search is None:
            return False
        match = _PATH.match(body)
        if match is None or len(match[0]) > _PATH_LIMIT or (not tagged and match.end() < len(body)):
            return False
        path = match[0].strip()
        if self._list is self._search.files and not path.lower().endswith(".json"):
            return False
        if len(self._list) < _LIST_LIMIT:
            self._list[path] = None
        self._search.last = number
        self._search.use = self._search.use or use_of(path)
        if self._list is self._search.files:
            self._manifest(path, self._search.use)
        return True

    def _happened(self, *events: Event) -> None:
        if len(self.log.events) < _MOST_EVENTS:
            self.log.events += events

    def _needed_after_all(self, body: str, number: int) -> None:
        """Take an extension for needed if the program fails right after it said not to have it."""
        last = self.log.events[-1] if self.log.events else None
        if last is None or last.kind is not EventKind.DONE_WITHOUT or not 0 < number - last.line <= _SOON:
            return
        if _GAVE_UP.search(body):
            self.log.events[-1] = replace(last, kind=EventKind.LACKED)

    def _chained(self, body: str, number: int) -> None:
        """Parse a line of a printed call chain, from the application down to the drivers or the device."""
        if body == "<Application>":
            self._chain = []
        elif body in _ENDS:
            if self._chain is not None and body != "<Device>" and len(self.log.chains) < _LIST_LIMIT:
                self.log.chains.append(tuple(self._chain))
            self._chain = None
        elif self._chain is not None and re.fullmatch(r"VK_LAYER_\w+", body):
            self._chain.append(body)
            self._happened(Event(EventKind.IN_CHAIN, number, body))
            self._insert(Inserted(body))

    def _insert(self, layer: Inserted) -> None:
        known = self.log.inserted.get(layer.name)
        if known is None and len(self.log.inserted) < _LIST_LIMIT:
            self.log.inserted[layer.name] = layer
        elif known is not None:
            known.library = known.library or layer.library
            known.manifest = known.manifest or layer.manifest

    def _fact(self, body: str, number: int) -> None:
        """Parse a line that is complete in itself."""
        log = self.log
        inserted, library, using = _INSERT.search(body), _LIBRARY.search(body), _USING.search(body)
        if inserted:
            self._insert(Inserted(inserted[2], inserted[1].lower() == "device", inserted[3] or ""))
        if library and self._driver:
            log.libraries.setdefault(self._driver, library[1].strip())
        if body == _DRIVERS_READ:
            log.drivers_asked = number
        if using:
            log.used.setdefault(using[2], using[1])
            self._happened(Event(EventKind.USED, number, using[2], using[1]))
        self._of_layer(body)
        self._of_vulkaninfo(body, number)
        for manifest in manifests_in(body) if _JSON.search(body) is not None else ():
            use = use_of(manifest) or (Use.DRIVER if _DRIVER_WORDS.search(body) is not None else None)
            self._manifest(manifest, use)
            if use is Use.DRIVER:
                self._driver = manifest

    def _of_layer(self, body: str) -> None:
        """Parse the details of a layer: below its name in a chain, or in the line that names its manifest."""
        defined, switch = _DEFINED.search(body), _SWITCH.search(body)
        chained = self._chain[-1] if self._chain else ""
        self._layer = defined[1] if defined else chained or self._layer
        if defined and len(self.log.defined) < _LIST_LIMIT:
            self.log.defined[defined[1]] = defined[2]
        if switch and self._layer and len(self.log.switches) < _LIST_LIMIT:
            way = "on" if switch[1].lower() == "enable" else "off"
            self.log.switches.setdefault(self._layer, {})[f"{way} with {switch[2]}"] = None
        if chained and body.startswith(("Manifest:", "Manifset:")):  # so spelt from 1.2.198 to 1.3.204
            self._insert(Inserted(chained, manifest=body.partition(":")[2].strip()))
        if chained and body.startswith("Enabled By: Meta Layer"):
            self.log.by_meta_layer.setdefault(chained, self.log.lines)
        if chained and body.startswith("Library:"):
            self._insert(Inserted(chained, library=body.partition(":")[2].strip()))

    def _of_vulkaninfo(self, body: str, number: int) -> None:
        version, device = _VERSION.search(body), _DEVICE.search(body)
        if version:
            self.log.versions[version[1]] = None
        row = _ROW.match(body)
        if row:
            words = row[1].split()
            numbers = [word for word in words[1:] if _NUMBER.fullmatch(word)] if "version" in words else []
            if numbers and len(self.log.available) < _LIST_LIMIT:
                self.log.available.setdefault(words[0], numbers[-1].rstrip(","))
                self._happened(Event(EventKind.AVAILABLE, number, words[0], numbers[-1].rstrip(",")))
        if device and len(self.log.devices) < _LIST_LIMIT:
            name = NEXT_VALUE.split(next(each for each in device.groups() if each))[0]
            self.log.taken |= {number} if device["used"] else set()
            self.log.devices[name] = None
            self._runs.device(name)
            self._happened(Event(EventKind.DEVICE, number, name))

    def _manifest(self, path: str, use: Use | None) -> None:
        search = self._search
        if search is not None and search.is_old and path.rpartition("/")[0] in search.places:
            search.files[path] = None
        if len(path) <= _PATH_LIMIT and len(self.log.manifests) < _LIST_LIMIT:
            self.log.manifests[path] = self.log.manifests.get(path) or use
