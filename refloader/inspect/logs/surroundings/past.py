"""What people say is over: variables and programs that they have removed, and lines of others."""

import re
from dataclasses import dataclass, field

from refloader.inspect.logs.surroundings.asserted import is_of_before
from refloader.inspect.logs.surroundings.phrases import (
    ANOTHER_SHELL,
    ATTRIBUTED,
    EMPTY,
    INSTALLED,
    MINE_TOO,
    MISSED_LAYER,
    NOT_MINE,
    NOT_TAKEN,
    OF_SHELLS,
    OF_WINDOWS,
    OTHERS_LINE,
    PROGRAM,
    QUOTE,
    REOPENED,
    SETS,
    STILL,
    TAKEN,
    UNSETS,
    VARIABLE,
    WORKS,
)

_MOST = 200
_LONGEST = 2000


@dataclass(slots=True)
class Past:
    """What is over by the text.

    ``unset`` are variables that were removed, with the line that says so (``*`` stands for all of a shell),
    ``commands`` the lines that set them or, by a negative number, that take them out, ``of_shells`` those that
    are set for shells, ``removed`` programs by small names, ``still`` is the last line by which something goes on
    failing, ``reopened`` the last by which what was solved is not over,
    ``quotes`` the lines that are quoted, ``of_others`` those that quote others, ``not_mine`` one by
    which these are of others, ``attributed`` one that names whom the next lines quote, ``missed_layer`` one by
    which a layer is not loaded, and ``another_shell`` the last one that speaks of another shell.
    """

    unset: dict[str, int] = field(default_factory=dict)
    commands: dict[str, list[int]] = field(default_factory=dict)
    of_shells: set[str] = field(default_factory=set)
    removed: dict[str, int] = field(default_factory=dict)
    still: int = 0
    reopened: int = 0
    quotes: frozenset[int] = frozenset()
    of_others: set[int] = field(default_factory=set)
    not_mine: int = 0
    attributed: int = 0
    missed_layer: int = 0
    another_shell: int = 0
    _named: tuple[str, int] = ("", 0)

    def line(self, line: str, number: int) -> None:
        """Note what a line says to be over."""
        if len(line) > _LONGEST:
            return
        if STILL.search(line) is not None:
            self.still = number
        if REOPENED.search(line) is not None:
            self.reopened = number
        self._commanded(line, number)
        if "grep" in line and EMPTY.search(line) is not None:
            self.unset["*"] = number
        if MINE_TOO.search(line) is None:
            if OTHERS_LINE.search(line) is not None:
                self.of_others.add(number)
            self.not_mine = self.not_mine or (number if NOT_MINE.search(line) else 0)
            self.attributed = self.attributed or (number if ATTRIBUTED.search(line.strip()) else 0)
        self.missed_layer = self.missed_layer or (number if MISSED_LAYER.search(line) else 0)
        if ANOTHER_SHELL.search(line) is not None:
            self.another_shell = number
        for sentence in re.split(r"(?<=[.;!?])\s", line):
            self._taken(sentence, number)

    def _commanded(self, line: str, number: int) -> None:
        """Note the variables that a line sets, or that a command takes out."""
        unsets = UNSETS.match(line.strip()) if "set " in line or "Env:" in line else None
        for name in " ".join(each for each in unsets.groups() if each).split() if unsets is not None else ():
            self.commands.setdefault(name, []).append(-number)
        for found in SETS.finditer(line) if "=" in line and unsets is None else ():
            if is_of_before(line, found.start()):
                continue
            name = found["name"] or found["shell"]
            self.commands.setdefault(name, []).append(number)
            if OF_SHELLS.search(line) is not None:
                self.of_shells.add(name)

    def _taken(self, sentence: str, number: int) -> None:
        """Note what a sentence says to be removed: what it names itself, or the variable named last."""
        found = TAKEN.search(sentence)
        name, at = self._named
        named = [each["name"] for each in VARIABLE.finditer(sentence)]
        if named:
            self._named = named[-1], number
        programs = list(PROGRAM.finditer(sentence)) if len(self.removed) < _MOST else []
        if (found is None and not programs) or NOT_TAKEN.search(sentence) is not None:
            return
        if found is not None and WORKS.search(sentence) is None and len(self.unset) < _MOST:
            own = found["own"] or found["german"] or (name if name and number - at <= 2 else "")
            self.unset.update({own.upper(): number} if own else {})
        if INSTALLED.search(sentence) is not None:
            return
        for each in programs:
            name = (each["first"] or each["second"]).lower().rstrip(".")
            if not name.startswith(("nvidia", "driver")) or OF_WINDOWS.search(sentence) is None:
                self.removed[name] = number

    def quoting(self, text: str) -> None:
        """Note which lines of the text are quotations, if it says that these are of others."""
        if self.not_mine or self.attributed:
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            self.quotes = frozenset(
                at for at, line in enumerate(lines, 1) if ">" in line[:5] and QUOTE.match(line)
            )

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
