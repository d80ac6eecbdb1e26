"""What people say is over: variables and programs that they have removed, and lines of others."""

import re
from dataclasses import dataclass, field

_REMOVED = (
    r"(?:remov(?:ed|ing)|delet(?:ed|ing)|unset|cleared|uninstall(?:ed|ing)|purged|commented(?: out)?|got rid of"
    r"|took out)"
)
_NAME = r"(?:VK|MESA|DXVK|AMD|DRI|GGML)_[A-Z_]{3,40}"
_VARIABLE = re.compile(rf"(?<![A-Za-z0-9_])(?P<name>{_NAME})\b")
_BY_ME = r"\b(?:I(?:'ve| have)?|we(?:'ve| have)?|then) (?:already |since |just |now |then )?"
_TAKEN = re.compile(
    rf"{_BY_ME}(?:{_REMOVED} (?:the variables? )?[`'\"]?(?P<own>{_NAME})\b(?! (?:from|in) )"
    rf"|{_REMOVED} (?P<that>it|that|this|them|both|(?:the|that) variables?)\b(?! [a-z])(?: out\b)?"
    rf"|(?:took|commented) (?P<out>it|that|this|them) out\b)"
    rf"|\b(?:habe|hab) (?P<german>{_NAME}) (?:entfernt|gelöscht)\b",
    re.IGNORECASE,
)
"""Who says that a variable was removed: by its name, or by a word for what was named last."""

_NOT_TAKEN = re.compile(
    r"\?|\b(?:if|when|should|could|would|try|whether|unless|how|before|after (?:that|this|which)|until|but|again|back"
    r"|(?:not|never|n['’]t) (?:yet )?(?:been )?(?:remov|delet|unset|uninstall)\w*)\b",
    re.IGNORECASE,
)
_WORKS = re.compile(r"\b(?:works?|worked|fine|solved|gone|helps?|helped|fixe[sd]|ok|better)\b", re.IGNORECASE)
_STILL = re.compile(
    r"\bstill\b|\bsame (?:error|problem|result|output|message|failure|crash)\b"
    r"|\bno (?:change|difference|luck|effect)\b|\bnothing changed\b|\bnot help\b|\bn['’]t help\b"
    r"|\b(?:immer noch|trotzdem|weiterhin|toujours|todavía|sigue)\b",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"(?:env|printenv|set)(?: ?\| ?grep(?: -\w+)? ['\"]?\^?\(?(?:VK|vk)\w*\)?['\"]?)[`'\"]{0,2}"
    r"(?: (?:now|still|is|has|prints?|shows?|gives?|says?|returns?|->|:|#|\()){0,3}[ (]{0,2}"
    r"(?:is |prints? |shows? )?(?:empty|nothing|no output|blank|none)\b",
    re.IGNORECASE,
)
_OF_SHELLS = re.compile(
    r"\bexport |/etc/environment|environment\.d|\.(?:profile|bashrc|zshrc|bash_profile|zprofile|xprofile)\b"
)
"""Where a variable is set for a shell, whose environment commands show."""

_SETS = re.compile(rf"(?<![A-Za-z0-9_])(?P<name>{_NAME})=(?=\S)|[Ee]nv:\\?(?P<shell>{_NAME}) ?= ?(?=\S)")
_UNSETS = re.compile(
    r"^(?:\S{0,60}[$#%❯➜>] ?)?(?:unset (?P<names>[A-Z_][A-Z0-9_ ]{2,200})|set -e (?P<fish>[A-Z_]{3,40})"
    r"|set (?P<cmd>[A-Z_]{3,40})=|Remove-Item Env:\\?(?P<shell>[A-Z_]{3,40}))\s*$"
)
"""A command that takes a variable out of the environment."""

_ANOTHER_SHELL = re.compile(
    r"\b(?:terminal|window|tab|console|tty|ssh|kubectl|logged in|rebooted)\b|\b(?:docker|podman) exec\b"
    r"|\bsu -|\bsudo -i\b",
    re.IGNORECASE,
)
"""What begins another shell, in which commands given before count no more."""

_PROGRAM = re.compile(
    rf"\b{_REMOVED} (?:the |my )?(?:package )?[`'\"]?(?P<first>[\w.+-]{{3,40}})"
    rf"|\b(?P<second>[\w.+-]{{3,40}})[`'\"]? (?:is|was|has been|got) (?:now |since |already |long )?{_REMOVED}\b",
    re.IGNORECASE,
)
_INSTALLED = re.compile(
    r"\b(?:re)?install(?:ed|ing)?\b|\bother (?:pc|machine|computer|laptop|system)\b", re.IGNORECASE
)
_QUOTE = re.compile(r"^\s{0,4}> ?\S", re.MULTILINE)
_NOT_MINE = re.compile(
    r"^not my (?:log|error|output)\b"
    r"|\b(?:your|his|her|their|OP's) (?:error|log|message) is (?:\w+ )?(?:different|another|not mine)\b"
    r"|\bthe quoted (?:error|log|message|lines?|output) (?:is|are) not mine\b",
    re.IGNORECASE,
)
_MINE_TOO = re.compile(r"\bsame\b|\bme too\b|\bbut mine\b|\bas well\b|\balso\b", re.IGNORECASE)
_OTHERS_LINE = re.compile(r"\bnot my (?:log|error|output)\b.{0,120}[\"“`]", re.IGNORECASE)
"""A line that quotes what is of others."""

_MISSED_LAYER = re.compile(
    r"\blayers?\b[^.;]{0,30}\b(?:is|are|was|gets?|does|do)(?: not|n['’]t) (?:\w+ )?"
    r"(?:found|loaded|active|listed|load|appear\w*)",
    re.IGNORECASE,
)
_MOST = 200
_LONGEST = 2000


@dataclass(slots=True)
class Past:
    """What is over by the text.

    ``unset`` are variables that were removed, with the line that says so (``*`` stands for all of a shell),
    ``commands`` the lines that set them or, by a negative number, that take them out, ``of_shells`` those that are
    set for shells, ``removed`` programs by small names, ``still`` is the last line by which something
    goes on failing, ``quotes`` the lines that are quoted, ``of_others`` those that quote others, ``not_mine`` one by
    which these are of others, ``missed_layer`` one by which a layer is not loaded, and ``another_shell`` the last one
    that speaks of another shell.
    """

    unset: dict[str, int] = field(default_factory=dict)
    commands: dict[str, list[int]] = field(default_factory=dict)
    of_shells: set[str] = field(default_factory=set)
    removed: dict[str, int] = field(default_factory=dict)
    still: int = 0
    quotes: frozenset[int] = frozenset()
    of_others: set[int] = field(default_factory=set)
    not_mine: int = 0
    missed_layer: int = 0
    another_shell: int = 0
    _named: tuple[str, int] = ("", 0)

    def line(self, line: str, number: int) -> None:
        """Note what a line says to be over."""
        if len(line) > _LONGEST:
            return
        if _STILL.search(line) is not None:
            self.still = number
        self._commanded(line, number)
        if "grep" in line and _EMPTY.search(line) is not None:
            self.unset["*"] = number
        if _MINE_TOO.search(line) is None:
            if _OTHERS_LINE.search(line) is not None:
                self.of_others.add(number)
            self.not_mine = self.not_mine or (number if _NOT_MINE.search(line) else 0)
        self.missed_layer = self.missed_layer or (number if _MISSED_LAYER.search(line) else 0)
        if _ANOTHER_SHELL.search(line) is not None:
            self.another_shell = number
        for sentence in re.split(r"(?<=[.;!?])\s", line):
            self._taken(sentence, number)

    def _commanded(self, line: str, number: int) -> None:
        """Note the variables that a line sets, or that a command takes out."""
        unsets = _UNSETS.match(line.strip()) if "set " in line or "Env:" in line else None
        for name in " ".join(each for each in unsets.groups() if each).split() if unsets is not None else ():
            self.commands.setdefault(name, []).append(-number)
        for found in _SETS.finditer(line) if "=" in line and unsets is None else ():
            name = found["name"] or found["shell"]
            self.commands.setdefault(name, []).append(number)
            if _OF_SHELLS.search(line) is not None:
                self.of_shells.add(name)

    def _taken(self, sentence: str, number: int) -> None:
        """Note what a sentence says to be removed: what it names itself, or the variable named last."""
        found = _TAKEN.search(sentence)
        name, at = self._named
        named = [each["name"] for each in _VARIABLE.finditer(sentence)]
        if named:
            self._named = named[-1], number
        if _NOT_TAKEN.search(sentence) is not None:
            return
        if found is not None and _WORKS.search(sentence) is None and len(self.unset) < _MOST:
            own = found["own"] or found["german"] or (name if name and number - at <= 2 else "")
            self.unset.update({own.upper(): number} if own else {})
        if _INSTALLED.search(sentence) is not None:
            return
        for each in _PROGRAM.finditer(sentence) if len(self.removed) < _MOST else ():
            self.removed[(each["first"] or each["second"]).lower().rstrip(".")] = number

    def quoting(self, text: str) -> None:
        """Note which lines of the text are quotations, if it says that these are of others."""
        if self.not_mine:
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            self.quotes = frozenset(at for at, line in enumerate(lines, 1) if _QUOTE.match(line) is not None)

    def is_unset(self, name: str, set_at: int) -> bool:
        """Return whether a variable, which a line sets, was removed after that, and something fails all the same."""
        set_last = max((each for each in self.commands.get(name, ()) if each > 0), default=set_at)
        at = max(self.unset.get(name, 0), self.unset.get("*", 0) if name in self.of_shells else 0)
        return at >= set_last > 0 and self.still >= set_last

    def is_out(self, name: str, last: int) -> bool:
        """Return whether a command takes a variable out before a line, and none before it sets the variable again."""
        before = [each for each in self.commands.get(name, ()) if abs(each) < last]
        was_set = any(each > 0 for each in before)
        return was_set and before[-1] < 0 and self.another_shell < -before[-1]
