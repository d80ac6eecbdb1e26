"""What people say to have tried in vain: it is not suggested again, and what is gone without effect is no cause.

Two things count: a variable that was set ("VK_LOADER_LAYERS_DISABLE=~implicit~ same"), and a program whose layer was
taken away ("without MangoHud it crashes at the same place"). The words that say "in vain" stand in the same sentence,
or begin the next one. What helped, what is asked and what somebody is yet to try counts as nothing.
"""

import re
from dataclasses import dataclass, field

from refloader.inspect.logs.surroundings.sought import Sought

_VAIN = (
    r"(?:same(?: \w+){0,2}|no (?:change|difference|effect|luck|help|success)|nothing (?:changes|changed)|in vain"
    r"|to no avail|(?:does|did|do)(?: not|n['’]t) (?:help|change|matter|work|fix)|not help|un?changed|no better"
    r"|identical(?:ly)?|(?:it )?(?:still|also) (?:crash\w*|fail\w*|hangs?|happens?|freez\w+|the same)"
    r"|(?:crash\w*|fails?|hangs?|happens?|freezes?) (?:too|as well|the same|anyway|regardless|all the same"
    r"|in the same|at the same|exactly)"
    r"|hilft nicht|half nicht|keine (?:Änderung|Besserung)|das gleiche|dasselbe|stürzt (?:auch|trotzdem|genauso)"
    r"|ne change rien|pareil|aucun effet|plante (?:aussi|quand même)|lo mismo|igual|no ayuda|no cambia nada"
    r"|не помог\w*|то же самое|без изменений|没用|没有用|一样)"
)
_HELPS = Sought(
    r"\b(?:helps|helped|fixes|fixed|solves|solved|works? now|works? fine|no crash|is gone)\b", re.IGNORECASE
)
_ASKED = Sought(
    r"\?|\b(?:should|would|could|will|can|whether|might|going to|about to|next|tomorrow)\b", re.IGNORECASE
)
_SAYS = Sought(_VAIN, re.IGNORECASE)
_VARIABLE = Sought(
    r"(?<![A-Za-z0-9_])(?P<name>[A-Z][A-Z0-9]{1,20}(?:_[A-Z0-9]{1,30}){1,6})=(?P<value>[^\s,;`'\")]{1,200})"
)
_WITHOUT = Sought(
    r"\b(?:without|uninstall(?:ed|ing)|remov(?:ed|ing)|disabl(?:ed|ing)|turn(?:ed|ing) off|clos(?:ed|ing)|ohne|sans"
    r"|sin|без) (?:the |my |any )?(?P<names>[\w][\w.+-]{1,30}(?:(?:, | and |/| or )[\w][\w.+-]{1,30}){0,6})",
    re.IGNORECASE,
)
_MODESET = "nvidia-drm.modeset=1"
_OPTIONS = {
    _MODESET: Sought(r"^(?:BOOT_IMAGE=|.*\bCommand line: ).*\bnvidia[-_]drm\.modeset=1\b"),
    "--group-add keep-groups": Sought(r"\bpodman (?:run|create)\b.*--group-add[= ]keep-groups\b"),
}
"""Settings and options of changes, and how a text shows that they are in force."""

_END = re.compile(r"(?<=[.!?;])\s+")
_MOST, _LONGEST = 50, 1000


@dataclass(slots=True)
class Tried:
    """What was tried in vain, with lines: ``variables`` by name, ``without`` the programs by small names.

    ``in_force`` are settings and options that the text shows to be in force: no change either.
    """

    variables: dict[str, int] = field(default_factory=dict)
    without: dict[str, int] = field(default_factory=dict)
    in_force: dict[str, int] = field(default_factory=dict)
    _asked: str = ""

    def line(self, line: str, number: int) -> None:
        """Note what a line says to have been tried in vain, or shows to be in force."""
        asked, self._asked = self._asked, _MODESET if "nvidia_drm/parameters/modeset" in line else ""
        if asked and line.strip() in ("Y", "1"):
            self.in_force.setdefault(asked, number)
        for option, shown in _OPTIONS.items():
            if shown.search(line) is not None:
                self.in_force.setdefault(option, number)
        if len(line) > _LONGEST or _SAYS.search(line) is None:
            return
        sentences = _END.split(line)
        for sentence, after in zip(sentences, [*sentences[1:], ""], strict=True):
            begins = _SAYS.search(after[:40]) is not None and "=" not in after
            if _SAYS.search(sentence) is None and not begins:
                continue
            said = f"{sentence} {after}" if begins else sentence
            if _ASKED.search(said) is not None or _HELPS.search(said) is not None:
                continue
            for found in _VARIABLE.finditer(sentence) if len(self.variables) < _MOST else ():
                self.variables.setdefault(found["name"], number)
            for found in _WITHOUT.finditer(sentence) if len(self.without) < _MOST else ():
                for name in re.split(r", | and |/| or ", found["names"]):
                    self.without.setdefault(name.lower().rstrip("."), number)

    def is_without(self, program: str) -> int:
        """Return the line by which something fails without a program, too; 0 if none says so."""
        small = program.lower()
        return next((line for name, line in self.without.items() if len(name) > 2 and name in small), 0)

    def untried(self, change: str) -> str:
        """Return a change without the parts that are in force already, or set a variable that was tried in vain."""
        vain = [*(f"{name}=" for name in self.variables), *self.in_force]
        if not any(each in change for each in vain):
            return change
        left: list[str] = []
        begins = False
        for part in _parts(change):
            is_vain = any(each in part for each in vain)
            left += [] if is_vain else [_OTHERWISE.sub("", part, count=1) if begins or not left else part]
            begins = is_vain
        return "; ".join(left)


_OTHERWISE = re.compile(
    r"^(?:if (?:it|that|this)\b[^,]{0,40}(?:as well|helps?|fails?|not)[^,]{0,20}, |else,? |or )",
    re.IGNORECASE,
)
"""How a part of a change begins that follows one which was in vain."""


def _parts(change: str) -> list[str]:
    """Return the parts of a change between semicolons that stand in no brackets."""
    parts, depth, begin = [], 0, 0
    for at, letter in enumerate(change):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and change.startswith("; ", at):
            parts.append(change[begin:at])
            begin = at + 2
    return [*parts, change[begin:]]
