"""What people say is over: variables and programs that they have removed, lines of others, failures they want."""

import re
from dataclasses import dataclass, field

_REMOVED = (
    r"(?:remov(?:ed|ing)|delet(?:ed|ing)|unset|cleared|uninstall(?:ed|ing)|purged|commented(?: it)? out"
    r"|took (?:it|that|this) out|got rid of|entfernt|gelöscht|supprimé|eliminad[oa])"
)
_VARIABLE = re.compile(r"(?<![A-Za-z0-9_])(?P<name>(?:VK|MESA|DXVK|AMD|DRI|GGML)_[A-Z_]{3,40})\b")
_TAKEN = re.compile(
    rf"\b(?:I(?:'ve| have)?|we(?:'ve| have)?|now|since|then|has been|was|is) (?:already |since |just |now |then )?"
    rf"{_REMOVED}\b|^{_REMOVED}\b",
    re.IGNORECASE,
)
_NOT_TAKEN = re.compile(
    r"\?|\b(?:if|when|should|could|would|try|whether|unless|how|before|after (?:that|this|which)|until"
    r"|(?:not|never|n['’]t) (?:yet )?(?:been )?(?:remov|delet|unset|uninstall)\w*)\b",
    re.IGNORECASE,
)
_WORKS = re.compile(r"\b(?:works?|worked|fine|solved|gone|helps?|helped|fixe[sd]|ok|better)\b", re.IGNORECASE)
_STILL = re.compile(
    r"\b(?:still|same|again|no (?:change|difference|luck|effect)|nothing changed|did(?: not|n['’]t) help"
    r"|not help|anyway|immer noch|toujours|sigue)\b",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"(?:env|printenv|set)(?: ?\| ?grep(?: -\w+)? ['\"]?\^?\(?(?:VK|vk)\w*\)?['\"]?)[`'\"]{0,2}"
    r"(?: (?:now|still|is|has|prints?|shows?|gives?|says?|returns?|->|:|#|\()){0,3}[ (]{0,2}"
    r"(?:is |prints? |shows? )?(?:empty|nothing|no output|blank|none)\b",
    re.IGNORECASE,
)
_UNSETS = re.compile(
    r"^(?:\S{0,60}[$#%❯➜>] ?)?(?:unset (?P<names>[A-Z_][A-Z0-9_ ]{2,200})|set -e (?P<fish>[A-Z_]{3,40})"
    r"|set (?P<cmd>[A-Z_]{3,40})=|Remove-Item Env:\\?(?P<shell>[A-Z_]{3,40}))\s*$"
)
"""A command that takes a variable out of the environment."""

_PROGRAM = re.compile(
    rf"\b{_REMOVED} (?:the |my )?(?:package )?[`'\"]?(?P<first>[\w.+-]{{3,40}})"
    rf"|\b(?P<second>[\w.+-]{{3,40}})[`'\"]? (?:is|was|has been|got) (?:now |since |already |long )?{_REMOVED}\b",
    re.IGNORECASE,
)
_QUOTE = re.compile(r"^\s{0,4}> ?\S", re.MULTILINE)
_NOT_MINE = re.compile(
    r"^not my (?:log|error|output)\b|\bmine (?:is|looks) (?:\w+ )?different\b|\b(?:is|was|are) not mine\b"
    r"|\bnot my (?:error|log|problem|output|message)\b"
    r"|\b(?:from|of|by) (?:another|some other|a different) (?:user|person|poster)\b"
    r"|\b(?:your|his|her|their|OP's) (?:error|log|problem|message|issue) is (?:\w+ )?(?:different|another|not)\b",
    re.IGNORECASE,
)
_OTHERS_LINE = re.compile(
    r"\bnot my (?:log|error|output)\b.{0,120}[\"“`]"
    r"|\bfrom (?:the|another|an old) (?:thread|post|issue)\b.{0,40}[:] ?[\"“`]",
    re.IGNORECASE,
)
"""A line that quotes what is of others."""

_WANTED = re.compile(
    r"\b(?:how (?:can|do|could|would|should) (?:I|we|one)|want to|trying to|need to|would like to|a way to)\b.{0,60}"
    r"\b(?:provok\w+|simulat\w+|reproduc\w+|trigger|fake|forc\w+|mock|cause|emulate)\b.{0,80}"
    r"(?:\b(?:this|that|it|such|error|fail\w*|case|message|on purpose|deliberately|missing|without|no driver|path)\b)"
    r"|\b(?:unit|integration|automated) tests?\b.{0,80}\b(?:error|fail\w*|no (?:driver|gpu|vulkan|device)|dialog)\b",
    re.IGNORECASE,
)
_ALL_WELL = re.compile(
    r"\b(?:everything|all|vulkan) (?:works?|is (?:fine|ok|good|well)|runs?)\b(?! (?:until|except|but|for others))",
    re.IGNORECASE,
)
_MISSED_LAYER = re.compile(
    r"\blayers?\b[^.;]{0,30}\b(?:is|are|was|gets?|does|do)(?: not|n['’]t) (?:\w+ )?"
    r"(?:found|loaded|active|listed|load|appear\w*)",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"\b(?:pass(?:ed|ing)?|passthrough|hand(?:ed)?|giv(?:e|en|ing)|bound|assigned) (?!to NVIDIA)"
    r"(?:\S+ ){0,7}?(?:to|through to|into|through) (?:(?:a|the|my|an?other) )?(?:\w+ )?"
    r"(?:VM|guest|virtual machine)s?\b"
    r"|\b(?:GPU |PCI |VFIO )passthrough\b|\bvfio-pci\b"
    r"|\b(?:had|replaced|swapped|sold|removed)\b[^.;?]{0,30}\b(?:NVIDIA|Nvidia|nvidia|GeForce|[GR]TX)\b[^.;?]{0,60}"
    r"\b(?:removed|swapped|replaced|sold|took it out|put|by|for|with) (?:it\b|an? |my |the |by )"
)
_MOST = 2000
_LONGEST = 2000


@dataclass(slots=True)
class Past:
    """What is over by the text.

    ``unset`` are variables that were removed, with the line that says so (``*`` stands for all), ``commanded``
    those that a command takes out, ``removed`` programs by small names, ``still`` is the last line by which something
    goes on failing, ``quotes`` the lines that are quoted, ``of_others`` those that quote others, ``not_mine`` one by
    which these are of others, ``wanted`` one by which a failure is wanted, ``well`` one by which all works,
    ``missed_layer`` one by which a layer is not loaded, and ``given`` one by which a card is given to virtual
    machines, or by which one of NVIDIA's was taken out.
    """

    unset: dict[str, int] = field(default_factory=dict)
    commanded: dict[str, int] = field(default_factory=dict)
    removed: dict[str, int] = field(default_factory=dict)
    still: int = 0
    quotes: frozenset[int] = frozenset()
    of_others: set[int] = field(default_factory=set)
    not_mine: int = 0
    wanted: int = 0
    well: int = 0
    missed_layer: int = 0
    given: int = 0
    _named: tuple[str, int] = ("", 0)

    def line(self, line: str, number: int) -> None:
        """Note what a line says to be over."""
        if len(line) > _LONGEST:
            return
        if _STILL.search(line) is not None:
            self.still = number
        unsets = _UNSETS.match(line.strip()) if "set " in line or "Env:" in line else None
        for name in " ".join(each for each in unsets.groups() if each).split() if unsets is not None else ():
            self.commanded[name] = number
        if "grep" in line and _EMPTY.search(line) is not None:
            self.unset["*"] = number
        if _OTHERS_LINE.search(line) is not None:
            self.of_others.add(number)
        self.not_mine = self.not_mine or (number if _NOT_MINE.search(line) else 0)
        self.wanted = self.wanted or (number if _WANTED.search(line) else 0)
        self.well = self.well or (number if _ALL_WELL.search(line) else 0)
        self.missed_layer = self.missed_layer or (number if _MISSED_LAYER.search(line) else 0)
        self.given = self.given or (number if _GIVEN.search(line) else 0)
        for sentence in re.split(r"(?<=[.;!?])\s", line):
            self._taken(sentence, number)

    def _taken(self, sentence: str, number: int) -> None:
        """Note what a sentence says to be removed: what it names itself, or the variable named last."""
        variables = [found["name"] for found in _VARIABLE.finditer(sentence)]
        if variables:
            self._named = variables[-1], number
        if _TAKEN.search(sentence) is None or _NOT_TAKEN.search(sentence) is not None:
            return
        name, at = self._named
        own = variables or ([name] if name and number - at <= 2 else [])
        if _WORKS.search(sentence) is None and len(self.unset) < _MOST:
            self.unset.update(dict.fromkeys(own, number))
        for found in _PROGRAM.finditer(sentence):
            word = (found["first"] or found["second"]).lower().rstrip(".")
            if len(self.removed) < _MOST:
                self.removed[word] = number

    def quoting(self, text: str) -> None:
        """Note which lines of the text are quotations, if it says that these are of others."""
        if self.not_mine:
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            self.quotes = frozenset(at for at, line in enumerate(lines, 1) if _QUOTE.match(line) is not None)

    def is_unset(self, name: str, set_at: int) -> bool:
        """Return whether a variable, which a line sets, was removed after that, and something fails all the same."""
        at = max(self.unset.get(name, 0), self.unset.get("*", 0))
        return at >= set_at > 0 and self.still >= set_at
