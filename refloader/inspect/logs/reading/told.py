"""What people tell of one fault: where a program hangs, which folder is gone, in what kind of session it runs.

Each is noted only where the line says it as a fact: a question, an advice and what does not hold any more is none.
"""

import re
from dataclasses import dataclass, field

from refloader.inspect.logs.reading.crashes import Loaded, owner_of
from refloader.inspect.logs.surroundings.asserted import is_denied, is_personal
from refloader.inspect.logs.surroundings.phrases import ANOTHER, STOP
from refloader.inspect.logs.surroundings.sought import Sought

_HANGS = Sought(
    r"\b(?:hang(?:s|ing)?|hung|freez(?:es?|ing)|frozen|stuck|deadlock\w*|crash(?:es|ed|ing)?|never returns"
    r"|access violation|black screen|absturz|stürzt|friert|hängt|se fige|plante|se bloque"
    r"|cuelga|congela|si blocca|trava|zawiesza"
    r"|вылета\w+|зависа\w+)\b|クラッシュ|フリーズ|崩溃|卡死|闪退",
    re.IGNORECASE,
)
_LIBRARY = Sought(r"(?<![\w.-])(?P<library>[\w.+-]{2,60}?\.(?:dll|DLL|so))\b")
_WELL = Sought(
    r"\b(?:no (?:crash|hang)|not (?:crash|hang)|n.t (?:crash|hang)|no longer|any ?more|fixed|solved)\b",
    re.IGNORECASE,
)
_PLACE = r"[A-Za-z]:\\[^\":<>|*?\r\n]{2,300}?"
_GONE = Sought(
    rf"(?P<path>{_PLACE})[\"'`]?,? (?:(?:folder|directory|file|that|which|and it|it) )?(?:"
    r"(?:is|was|were|has been|got) (?:long |already |since )?(?:deleted|removed|gone|missing|uninstalled|not there)\b"
    r"|(?:does not|doesn.t|no longer) exists?\b)"
    r"|\b(?:deleted|removed|uninstalled|cannot find the (?:path|file)) (?:the )?(?:old )?"
    rf"(?:folder |directory |file )?[\"'`]?(?P<taken>{_PLACE})"
    r"(?=$|[\"'`,;)]|\.? (?:last|long|months?|years?|is|was|has|and|but)\b|\.$)",
    re.IGNORECASE,
)
_NOT_GONE = Sought(
    r"\?|\b(?:if|whether|unless|safe|says|said|still there|is there|is back"
    r"|not (?:been )?(?:deleted|removed|gone)|reinstalled|restored)\b",
    re.IGNORECASE,
)
_SERVICE = Sought(
    r"^(?!.*\b(?:not|no|n.t)\b.{0,20}\b(?:service|session 0)\b).*?"
    r"(?P<value>\b[Ss]ession ?0\b|\bLocalSystem\b|\bNT AUTHORITY\b|\b(?:as|in|inside|from) (?:a |our |my |the )?"
    r"[Ww]indows[ -][Ss]ervice"
    r"|\bnssm\b|\btask scheduler\b.{0,60}\bwhether (?:the )?user is logged on or not)",
)
_REMOTE = Sought(
    r"^(?!.*\b(?:not|never|without|n.t|no) (?:\w+ )?(?:(?:over|via|by|through|using|in) )?"
    r"(?:RDP|rdp|[Rr]emote [Dd]esktop)\b)"
    r"(?!.*\b(?:[Cc]hrome|AnyDesk|TeamViewer|Parsec)\b).*?"
    r"(?P<value>\b(?i:over|via|by|through|using|in|with|from|inside|per|par|por|über|en) (?:an? |the |my )?"
    r"(?:RDP|rdp|(?:[Mm]icrosoft |[Ww]indows )?[Rr]emote ?[Dd]esktop|mstsc|[Rr]emotedesktop"
    r"|[Bb]ureau à distance|[Ee]scritorio remoto)\b"
    r"|\bRDP(?:ing|['’]?d| (?:session|Sitzung|connection))\b"
    r"|\bSESSIONNAME ?= ?RDP|[Rr]emote ?[Dd]esktop (?:session|connection))"
)
_REMOTELY = ("RDP", "rdp", "emote", "mstsc", "remoto", "distance")
_OWN_LOADER = Sought(
    r"(?P<path>[A-Za-z]:\\(?!Windows\\|VulkanSDK\\|.{0,40}\\(?:VulkanRT|Downloads)\\)[^\"<>|*?\r\n]{2,200}?\\vulkan-1\.dll)\b",
    re.IGNORECASE,
)
_OLD = Sought(
    r"(?<!previous )(?<!previously )(?<!old )(?<!earlier )(?<!was )(?<!from )"
    r"(?:libvulkan1?|vulkan[- ]?loader|\bloader\b|vulkan-1\.dll)\W{0,3}(?:\S{1,14} ){0,3}?"
    r"\(?(?:file )?(?:version |v)?"
    r"(?P<version>1\.[01]\.\d{1,3})\b",
    re.IGNORECASE,
)
_BY_CMD = Sought(
    r"(?:^|> ?|^@?)set (?P<name>VK_[A-Z_]{3,40})=\"(?P<value>[A-Za-z]:[\\/][^\"]{1,300})\"", re.IGNORECASE
)
_DIR = Sought(
    r"(?:^|> ?)(?:dir|ls|Test-Path|Get-Item|type)\s+(?:/\w )?\"?(?P<path>[A-Za-z]:\\[^\"<>|*?]{2,300}?)\"?$",
    re.IGNORECASE,
)
_NOTHING = Sought(
    r"^(?:File Not Found|False|Datei nicht gefunden|The system cannot find|Fichier introuvable)|cannot find path",
    re.IGNORECASE,
)
_MONITORED = Sought(
    r"\"CreateFile\",\"(?P<path>[A-Za-z]:\\[^\"]{2,400}\.json)\",\"(?P<result>(?:PATH|NAME) NOT FOUND|SUCCESS)\""
)
"""A manifest in a table of Process Monitor."""

_NULL = Sought(
    r"^(?!.*\b(?:if|whether|unless|throw)\b)"
    r"(?:.*(?<!not )(?<!n't )(?<!never )\b(?:is|was|returns|returned|returning|gets?|got|gives?|gave|comes? back)"
    r" (?:as |an? |the |always |still |just |only ){0,2}(?:NULL|null(?:ptr)?|0x0+)\b|.*\b0x0{8,16}\b"
    r"|.*failed to set up debug messenger)",
    re.IGNORECASE,
)
_OVERRIDE = Sought(r"(?P<path>\S{0,200}VkLayer_override\.json)")
_OWN_FAULT = Sought(
    r"(?:Faulting module (?:name|path)|Problem module|Fault Module Name|Name des fehlerhaften Moduls|Nom du module"
    r" (?:défaillant|par défaut))\W{1,8}(?:\S{0,300}[\\/])?[\w.+ -]{1,80}\.exe\b"
    r"|\b(?:crash|fault|exception) (?:itself )?(?:is|was|happens|happened|occurs|occurred) (?:inside|in) (?:the )?"
    r"[\w.+-]{1,80}\.exe\b",
    re.IGNORECASE,
)
"""A crash in the program's own code."""
_SLOW = Sought(
    r"\b(?:slow|fps|prints?|validation|lag|every (?:game|program)|all (?:my )?(?:vulkan )?(?:games|programs))\b",
    re.IGNORECASE,
)
_IDE = Sought(
    r"\b(?:Xcode|CLion|Qt Creator|VS ?Code|Rider|Finder|double[- ]click\w*|from the Dock|launchd|IntelliJ)\b"
)
_VULKAN = Sought(r"\bvulkan\b", re.IGNORECASE)
_FINE = Sought(
    r"\b(?:works?|worked|working|fine|ok(?:ay)?|läuft|funciona|marche|funziona|работает)\b", re.IGNORECASE
)
_TROUBLE = Sought(
    r"\b(?:no|not|never|cannot|can[’']?t|won[’']?t|without|only|fail\w*|errors?|crash\w*|missing|lacks?|needs?|wants?|install\w*|problems?|issues?|fr[eo]ez\w*|froze|hangs?|hung|black|gone|disappear\w*|unsupported"
    r"|unavailable|broken|gr[ea]yed|stopped|refuses?|slow\w*|llvmpipe|lavapipe|software|kein\w*|nicht|fehl\w*|pas|aucun\w*|ningún|não|нет|не)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_SDK = Sought(
    r"^(?!.*\b(?:uninstall|remov|delet)\w*\b.*SDK).*?(?:VulkanSDK[/\\]"
    r"|(?:(?<!\w )\b|\b(?:Vulkan|LunarG|the|with|using|my|have|is) ?)SDK(?: version| is| \()?:? v?"
    r"|vulkansdk-macos-)(?P<release>1\.[34]\.\d{3})\b",
    re.IGNORECASE,
)
_HIDES_RADV = Sought(
    r"^(?!.*\b(?:removed|uninstalled|uninstalling|removing|without|fixed|solved) (?:the )?amdvlk\b)"
    r"(?!.*\b(?:if|whether|does|will|would|can|is) (?:\w+ )?(?:amdvlk|radv)\b)"
    r"(?!.*(?:n['’]t|\bnot|\bnever|\bno longer|\bany ?more)\b.*\bradv\b).*?(?:"
    r"\bamdvlk\b(?: \w+){0,3}? (?:hides|hide|hid|hiding) (?:the |mesa['’]?s |driver ){0,2}radv\b(?!['’]s)"
    r"|\bamdvlk\b(?: \w+){0,3}? (?:makes|make|made) (?:the |mesa['’]?s |driver ){0,2}radv (?:\w+ )?"
    r"(?:disappear|vanish|invisible)\b"
    r"|\bradv\b (?:(?:is|was|has|got) )?(?:\w+ )?(?:hidden|gone|disappear(?:s|ed)|vanish(?:es|ed))\b"
    r"[\w ]{0,30}\b(?:install\w*|since|after|with|by)\b[\w ]{0,20}\bamdvlk\b)",
    re.IGNORECASE,
)
_MOST, _MOST_LINES = 50, 10_000
_NEAR = 2
"""How many lines part a line on Vulkan from the one that says what does not work."""


def _states(pattern: Sought, line: str) -> bool:
    """Return whether a line says of this machine, and of who writes, what a pattern finds."""
    found = pattern.search(line)
    if found is None:
        return False
    start, end = found.span("value")
    first = max((each.end() for each in STOP.finditer(line, 0, start)), default=0)
    return not is_denied(line, start, end) and ANOTHER.search(line, first, start) is None


@dataclass(slots=True)
class Told:
    """What is told, with lines: ``hangs`` are libraries, ``gone`` files and folders; others are 0 or empty if not.

    ``service`` is a service of Windows, ``remote`` a session of remote desktop, ``own_loader`` the path of a loader
    beside a program, ``old_loader`` the version of a loader of Vulkan 1.0 or 1.1, ``of_vulkan`` a line on Vulkan,
    ``troubled`` one beside which a line says that something is not there or does not work,
    ``marked`` a variable, its value and line, where ``set`` of cmd takes quotation marks into the value,
    ``null`` a function that is none, ``fine`` a line by which Vulkan works, ``override``
    the configurator's manifest where programs are slow for it, ``sdk`` the release of a Vulkan SDK, ``hides_radv`` a
    line by which AMDVLK hides Mesa's driver, ``own_fault`` one by which the program crashed in its own code,
    ``people`` are the lines that are a person's own words, and
    ``by_ide`` a program that is started by no shell.
    """

    hangs: dict[str, int] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)
    service: int = 0
    remote: int = 0
    own_loader: tuple[str, int] = ("", 0)
    old_loader: str = ""
    of_vulkan: int = 0
    troubled: int = 0
    _vulkan_at: int = 0
    _trouble_at: int = 0
    marked: tuple[str, str, int] = ("", "", 0)
    null: int = 0
    fine: int = 0
    override: tuple[str, int] = ("", 0)
    by_ide: int = 0
    sdk: tuple[str, int] = ("", 0)
    hides_radv: int = 0
    own_fault: int = 0
    people: set[int] = field(default_factory=set)
    _slow: int = 0
    _asked: str = ""
    _hung: int = 0
    _named: tuple[str, int] = ("", 0)
    _loaded: Loaded = field(default_factory=Loaded)

    def line(self, line: str, number: int) -> None:
        """Note what a line tells."""
        if len(self.people) < _MOST_LINES and is_personal(line):
            self.people.add(number)
        self._of_libraries(line, number)
        if len(self.gone) < _MOST and ":\\" in line and not _NOT_GONE.search(line):
            for found in _GONE.finditer(line):
                self.gone.setdefault((found["path"] or found["taken"]).rstrip(" .\\"), number)
        if not self.service and (
            "ervice" in line or "ession" in line or "LocalSystem" in line or "AUTHORITY" in line
        ):
            self.service = number if _states(_SERVICE, line) else 0
        if not self.remote and any(each in line for each in _REMOTELY):
            self.remote = number if _states(_REMOTE, line) else 0
        self._of_folders(line, number)
        self.null = self.null or (number if _NULL.search(line) else 0)
        self.by_ide = self.by_ide or (number if _IDE.search(line) else 0)
        self._slow = self._slow or (number if _SLOW.search(line) else 0)
        override = _OVERRIDE.search(line) if "VkLayer_override" in line else None
        if override is not None and self._slow and not self.override[0]:
            self.override = override["path"], number
        self.own_fault = self.own_fault or (number if ".exe" in line and _OWN_FAULT.search(line) else 0)
        self.hides_radv = self.hides_radv or (number if _HIDES_RADV.search(line) else 0)
        sdk = _SDK.search(line) if "SDK" in line or "sdk" in line else None
        if sdk is not None and not self.sdk[0]:
            self.sdk = sdk["release"], number
        marked = _BY_CMD.search(line) if "VK_" in line and not self.marked[0] else None
        if marked is not None:
            self.marked = marked["name"].upper(), marked["value"], number
        if "vulkan" in line.lower():
            self._of_loaders(line, number)

    def _of_folders(self, line: str, number: int) -> None:
        """Note a path that a command asks for and that is not there."""
        monitored = _MONITORED.search(line) if '"CreateFile"' in line else None
        if monitored is not None and monitored["result"] == "SUCCESS":
            there = monitored["path"].casefold()
            for path in [each for each in self.gone if each.casefold() == there]:
                del self.gone[path]
        elif monitored is not None and len(self.gone) < _MOST:
            self.gone.setdefault(monitored["path"], number)
        asked = _DIR.search(line.strip())
        if asked is not None:
            self._asked = asked["path"].rstrip(" \\")
        elif self._asked and _NOTHING.search(line.strip()) and len(self.gone) < _MOST:
            self.gone.setdefault(self._asked, number)
            self._asked = ""
        elif self._asked in self.gone and self._asked.rpartition("\\")[2] in line:
            self.gone.pop(self._asked)  # it is there again

    def _of_loaders(self, line: str, number: int) -> None:
        """Note a loader that a line names, and that the line is on Vulkan."""
        self.of_vulkan = self.of_vulkan or (number if _VULKAN.search(line) else 0)
        if not self.troubled:
            self._vulkan_at = number if _VULKAN.search(line) else self._vulkan_at
            self._trouble_at = number if _TROUBLE.search(line) else self._trouble_at
            if self._vulkan_at and self._trouble_at and abs(self._vulkan_at - self._trouble_at) <= _NEAR:
                self.troubled = number
        self.fine = self.fine or (number if _FINE.search(line) else 0)
        own = _OWN_LOADER.search(line)
        if own is not None and not self.own_loader[0]:
            self.own_loader = own["path"], number
        old = _OLD.search(line)
        if old is not None and not self.old_loader:
            self.old_loader = old["version"]

    def _of_libraries(self, line: str, number: int) -> None:
        """Note the library of a layer that a sentence names near one in which a program hangs or crashes."""
        if _HANGS.search(line) and not _WELL.search(line):
            self._hung = number
        is_listed = self._loaded.lists(line)
        if (".dll" in line.lower() or ".so" in line) and not is_listed:
            for found in _LIBRARY.finditer(line):
                owner = owner_of(found["library"])
                if owner is not None and not owner.driver and not self._named[0]:
                    self._named = found["library"], number
        name, at = self._named
        if name and self._hung and abs(at - self._hung) <= 4 and len(self.hangs) < _MOST:
            self.hangs.setdefault(name, at)
