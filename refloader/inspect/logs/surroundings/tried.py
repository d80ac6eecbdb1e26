"""What people say to have tried in vain: it is not suggested again, and what is gone without effect is no cause.

Two things count: a variable that was set ("VK_LOADER_LAYERS_DISABLE=~implicit~ same"), and a program whose layer was
taken away ("without MangoHud it crashes at the same place"). The words that say "in vain" stand in the same sentence,
or begin the next one. What helped, what is asked, what somebody is yet to try and what others tried count as nothing.
"The same" says "in vain" only where nothing works before it ("without MangoHud it runs, same with Steam's overlay").
"""

import re
from dataclasses import dataclass, field

from refloader.inspect.logs.surroundings.sought import Sought

_FAILS = (
    r"(?:crash\w*|fail\w*|hang\w*|happen\w*|freez\w+|segfault\w*|stürzt|hängt|plante|falla|se cierra|падает"
    r"|вылетает)"
)
_SAYS_VAIN = Sought(
    r"\b(?:no (?:change|difference|effect|luck|help|success)|nothing (?:changes|changed)|in vain|to no avail"
    r"|(?:does|did|do)(?: not|n['’]t) (?:help|change|matter|work|fix|make (?:any|a) difference)|not help|no better"
    rf"|{_FAILS}.{{0,20}} (?:with|mit|avec|con) (?:and|or|und|et|y|o) (?:without|ohne|sans|sin)\b"
    r"|sigue fallando|plante toujours|stürzt immer noch|всё равно падает"
    rf"|(?:still|also) {_FAILS}|{_FAILS} (?:too|as well|the same|anyway|regardless|all the same|identically"
    r"|in the same|at the same|exactly|auch|trotzdem|genauso|aussi|quand même|igual)"
    rf"|(?:even|also|auch|même|incluso|aun|даже) (?:without|ohne|sans|sin|без)\b.{{0,60}}\b{_FAILS}"
    r"|hilft nicht|half nicht|keine (?:Änderung|Besserung)|ne change rien|aucun effet|no ayuda|no cambia nada"
    r"|не помог\w*|без изменений)|没用|没有用|还是崩溃|仍然崩溃",
    re.IGNORECASE,
)
"""Words by which something was in vain, whatever was said before."""

_SAYS_SAME = Sought(
    r"\b(?:same(?! (?:version|model|card|gpu|driver|fps|frame ?rate|performance|machine|pc|computer|setup)\b)"
    r"|unchanged|(?:crash|error|result|outcome|behaviou?r|stack|trace) (?:is |stays )?identical"
    r"|gleiche[rs]? (?:Absturz|Fehler)|das gleiche|dasselbe|même (?:crash|plantage|erreur)|pareil"
    r"|mismo (?:error|fallo)|lo mismo|igual|то же самое)\b|一样",
    re.IGNORECASE,
)
"""Words by which something is as before: in vain, unless what was before is that it works."""

_WORKS = Sought(
    r"(?<!not )(?<!n['’]t )(?<!never )(?<!no )(?<!не )(?<!cannot )(?<!ne )\b"
    r"(?:works?|runs?|starts?|launch(?:es)?|plays?|boots?"
    r"|(?:is|all|everything(?: is)?) (?:fine|ok(?:ay)?|good|well|stable|gone)|läuft|laufen|geht|startet|klappt"
    r"|funktioniert|(?:ça |cela )?(?:marche|fonctionne|démarre)|funciona|arranca|funziona|работает|запускается)\b"
    r"(?! (?:nicht|pas|too slow|into)\b)"
    r"|(?:\bnot|n['’]t|\bno longer|\bnever|\bno(?: more)?) (?:crash|hang|freez|segfault)\w*|正常",
    re.IGNORECASE,
)
"""Words by which something runs."""

_HELPS = Sought(
    r"\b(?:helps|helped|fixes|fixed|solves|solved|works? now|works? fine|no crash|is gone|cured"
    r"|(?:is|was) the (?:fix|cure|solution|cause|culprit))\b",
    re.IGNORECASE,
)
_ASKED = Sought(
    r"\?|\b(?:should|would|could|will|can|whether(?! \S+ (?:is|was) o)|might|going to|about to|next|tomorrow)\b",
    re.IGNORECASE,
)
_OF_OTHERS = Sought(
    r"\bmy (?:friend|colleague|brother|sister|boss|wife|husband)\b"
    r"|\b(?:somebody|someone|he|she|they|others|people|OP)"
    r" (?:says?|said|has|had|tried|gets?|got|wrote|writes?)\b|\bon (?:his|her|their|the other|another|a second) \w",
    re.IGNORECASE,
)
"""Words by which a sentence is of another person or machine."""

_VARIABLE = Sought(
    r"(?<![A-Za-z0-9_])(?P<name>[A-Z][A-Z0-9]{1,20}(?:_[A-Z0-9]{1,30}){1,6})=(?P<value>[^\s,;`'\")]{1,200})"
)
_WITHOUT = Sought(
    r"\b(?:without|whether|uninstall(?:ed|ing)|remov(?:ed|ing)|disabl(?:ed|ing)|turn(?:ed|ing) off|clos(?:ed|ing)"
    r"|ohne|deaktiviert|sans|désactivé|sin|desactiv(?:é|ado)|без) (?:the |my |any )?"
    r"(?P<names>[\w][\w.+-]{1,30}(?:(?:, | and |/| or )[\w][\w.+-]{1,30}){0,6})"
    r"|\b(?:turn|switch)(?:ed|ing) (?:the |my )?(?P<off>[\w][\w.+-]{1,30}) off\b",
    re.IGNORECASE,
)
_MODESET = "nvidia-drm.modeset=1"
_OPTIONS = {
    _MODESET: Sought(r"^(?:BOOT_IMAGE=|.*\bCommand line: ).*\bnvidia[-_]drm\.modeset=1\b"),
    "--group-add keep-groups": Sought(r"\bpodman (?:run|create)\b.*--group-add[= ]keep-groups\b"),
}
"""Settings and options of changes, and how a text shows that they are in force."""

_END = re.compile(
    r"(?<=[.!?;])\s+|, (?=(?:but |and |aber |mais |pero )?"
    r"(?:(?:remov|disabl|uninstall|clos|turn|switch)ing|with|without|mit|ohne|avec|sans|con|sin)\b)"
)
"""Where a sentence ends, or the part of one that says what another trial came to."""
_MOST, _LONGEST = 50, 1000


def _is_vain(text: str, *, runs: bool) -> bool:
    """Return whether a text says that something was in vain; "the same" says so only if nothing ``runs`` before."""
    return _SAYS_VAIN.search(text) is not None or (not runs and _SAYS_SAME.search(text) is not None)


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
        if len(line) > _LONGEST or not _is_vain(line, runs=False):
            return
        sentences = _END.split(line)
        for before, sentence, after in zip(["", *sentences], sentences, [*sentences[1:], ""], strict=False):
            runs = _WORKS.search(sentence) is not None
            begins = not runs and "=" not in after and _is_vain(after[:40], runs=False)
            if not begins and not _is_vain(sentence, runs=runs or _WORKS.search(before) is not None):
                continue
            said = f"{sentence} {after}" if begins else sentence
            if any(each.search(said) is not None for each in (_ASKED, _HELPS, _OF_OTHERS)):
                continue
            self._of_sentence(sentence, number)

    def _of_sentence(self, sentence: str, number: int) -> None:
        """Note what a sentence that says that it was in vain names."""
        for found in _VARIABLE.finditer(sentence) if len(self.variables) < _MOST else ():
            self.variables.setdefault(found["name"], number)
        for found in _WITHOUT.finditer(sentence) if len(self.without) < _MOST else ():
            for name in re.split(r", | and |/| or ", found["names"] or found["off"]):
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
