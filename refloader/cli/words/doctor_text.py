"""The text of ``refloader doctor``: one screen, what is wrong first."""

import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence

from refloader.cli.terminal.output import say, say_styled
from refloader.core.ages import released
from refloader.doctor.values import Ability, Checkup, DriverState, Finding, Topic, Weight
from refloader.model.text import number_of, some, visible

_WIDTH, _HEIGHT = 80, 24
_LABEL = 9
_MOST_NAMES = 3
_LONGEST = 4
"""Lines of one sentence that stand at least; the rest is left out where not all findings fit the screen."""

_FEW = 3
"""The same for a part of the machine."""

_KINDS = {Weight.WRONG: "error", Weight.LOOK: "warning", Weight.UNSEEN: "warning", Weight.NOTE: "note"}
_TITLES = {Weight.LOOK: "worth a look", Weight.UNSEEN: "not checked", Weight.NOTE: "worth knowing"}

_Line = tuple[tuple[str, str], ...]
"""The parts of a line, each with its kind of text."""


def print_checkup(found: Checkup, *, whole: bool) -> None:
    """Print a checkup; unless ``whole``, as much of it as fits one screen."""
    width, height = _screen()
    fine = list(_fine(found, width, whole=whole))
    room = height - len(fine) - 4
    blocks = _fitting(found, width, room, whole=whole)
    shown: list[list[_Line]] = []
    used = 0
    for lines in blocks:
        if not whole and used + len(lines) > room and shown:
            break
        shown.append(lines)
        used += len(lines)
    say_styled([_headline(found)])
    for lines in shown:
        for line in lines:
            say_styled(list(line))
    if len(shown) < len(blocks):
        say(_more(_order(found)[len(shown) :]))
    say()
    for text in fine:
        say(text)


def _more(rest: Sequence[Finding]) -> str:
    """Return how many findings are not shown: those that the headline counts apart from the others."""
    wrong = sum(each.weight is Weight.WRONG for each in rest)
    others = len(rest) - wrong
    if not wrong:
        return f"and {others} more, not wrong: -v"
    return f"and {wrong} more{f', and {others} not wrong' if others else ''}: -v"


def _fitting(found: Checkup, width: int, room: int, *, whole: bool) -> list[list[_Line]]:
    """Return the lines of each finding; sentences are cut to ``_LONGEST`` lines where not all fit the room."""
    order = _order(found)
    blocks: list[list[_Line]] = []
    for most in range(
        max(room, _LONGEST) if len(order) <= room and not whole else _LONGEST, _LONGEST - 1, -1
    ):
        blocks = [
            list(_block(number, each, width, most, whole=whole)) for number, each in enumerate(order, 1)
        ]
        if sum(map(len, blocks)) <= room:
            break
    return blocks


def _screen() -> tuple[int, int]:
    """Return the width and height to print for: those of the terminal, else a small one's."""
    if not sys.stdout.isatty():
        return _WIDTH, _HEIGHT
    size = shutil.get_terminal_size((_WIDTH, _HEIGHT))
    return max(40, size.columns), max(_HEIGHT, size.lines)


def _order(found: Checkup) -> Sequence[Finding]:
    return [each for weight in Weight for each in found.of(weight)]


def _headline(found: Checkup) -> tuple[str, str]:
    wrong, unseen = len(found.of(Weight.WRONG)), found.of(Weight.UNSEEN)
    if wrong:
        return f"{'1 thing is' if wrong == 1 else f'{wrong} things are'} wrong with Vulkan here", "error"
    if looks := len(found.of(Weight.LOOK)):
        things = f"{looks} thing{' is' if looks == 1 else 's are'} worth a look"
        return f"Nothing is known to be wrong with Vulkan here; {things}", "warning"
    if unseen:
        return "Nothing wrong was found, but not everything could be checked", "warning"
    return "Nothing is wrong with Vulkan here" + ("" if found.ran else ", as far as files show"), "pass"


def _block(number: int, each: Finding, width: int, most: int, *, whole: bool) -> Iterator[_Line]:
    """Yield the lines of one finding: the sentence, in ``most`` lines unless ``whole``, and what mends it."""
    label = f"{_TITLES[each.weight]}: " if each.weight in _TITLES else ""
    mark = f"{number}." if each.weight is Weight.WRONG else "-"  # the headline counts what is wrong
    lines = _wrap(f"{mark:2} {label}{visible(each.fact)}", width, "   ")
    lines = lines if whole else _cut(lines, most)
    yield ((lines[0], _KINDS[each.weight]),)
    for line in lines[1:]:
        yield ((line, ""),)
    if whole and (each.rule or each.path):
        yield ((f"   {'  '.join(part for part in (each.rule, visible(each.path)) if part)}", ""),)
    if each.command:
        yield (("     ", ""), (visible(each.command), "warning"))
    if each.advice and (whole or not each.command):
        for line in _wrap(f"     {visible(each.advice)}", width, "     "):
            yield ((line, ""),)


def _fine(found: Checkup, width: int, *, whole: bool) -> Iterator[str]:
    """Yield a line or two for each part of the machine."""
    parts = [
        ("loader", _loader(found, whole=whole)),
        ("drivers", _drivers(found)),
        ("layers", _layers(found)),
    ]
    if found.abilities:
        parts.append(("conform", _conform(found)))
    for label, text in parts:
        if text:
            lines = _wrap(f"{label:{_LABEL}}{visible(text)}", width, " " * _LABEL)
            # Commands stay whole, and so does all that -v asks for.
            yield from lines if whole or label == "conform" else _cut(lines, _FEW)


def _cut(lines: list[str], most: int) -> list[str]:
    """Return the first lines, with a mark where something is left out."""
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} ..."]


def _loader(found: Checkup, *, whole: bool) -> str:
    loader = found.loader
    if loader is None:
        unknown = any(each.topic is Topic.LOADER for each in found.of(Weight.UNSEEN))
        return "" if found.system != "linux" or unknown else "none"
    release = released(loader.release) if loader.release else "of unknown release"
    others = [each.path for each in found.loaders[1:]]
    more = f"; {number_of(len(others), 'other loader')} here" if others else ""
    more += f": {', '.join(others)}" if others and whole else ""
    if not found.release:
        return f"{loader.real}, {release}{more}"
    does = "decides here as the documents say"
    if found.traits or not found.agrees:
        does = "decides otherwise here (refloader explain shows where)"
    known = f"; known to break {number_of(found.known, 'rule')} in other cases" if found.known else ""
    return f"{loader.real}, {release}, {does}{known}{more}"


def _drivers(found: Checkup) -> str:
    used = [each for each in found.drivers if each.state is not DriverState.NOT_USED]
    if not found.drivers:
        return "none"
    if not found.ran or all(each.state is DriverState.NOT_RUN for each in used):
        broken = sum(each.state is DriverState.UNLOADABLE for each in used)
        more = f"; {'the library of 1' if broken == 1 else f'the libraries of {broken}'} cannot be loaded"
        opened = ", not opened" if used else " that programs use"
        return f"{number_of(len(used), 'driver')}{opened}{more if broken else ''}"
    devices = [f"{device.name} ({device.type})" for each in used for device in each.devices]
    giving = sum(bool(each.devices) for each in used)
    named = f": {some(devices, _MOST_NAMES)}" if devices else ""
    without = [each for each in used if each.state in (DriverState.NO_DEVICE, DriverState.NO_INSTANCE)]
    rest = (
        f"; no hardware for {some([_name(each.manifest) for each in without], _MOST_NAMES)}"
        if without
        else ""
    )
    return f"{giving} of {len(used)} {'gives a device' if giving == 1 else 'give devices'}{named}{rest}"


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _layers(found: Checkup) -> str:
    if not found.active and not found.available:
        return "none"
    active = some(list(found.active), _MOST_NAMES) if found.active else "none"
    others = f"; {number_of(len(found.available), 'other')} installed" if found.available else ""
    return f"active in an ordinary program: {active}{others} (by their files)"


def _conform(found: Checkup) -> str:
    missing = [each for each in found.abilities if not each.there]
    subjects = [
        *(["the loader"] if found.loader else []),
        *(
            [number_of(len(found.active) + len(found.available), "layer")]
            if found.active or found.available
            else []
        ),
        *([number_of(len(found.drivers), "driver")] if found.drivers else []),
    ]
    able = f"can judge {_listed(subjects) or 'the reference alone'}"
    mocks = [each for each in missing if each.name == "mocks"]
    if mocks:  # what else is missing changes nothing
        return f"{mocks[0].what}: {mocks[0].command}" if mocks[0].command else mocks[0].what
    return (
        f"{able}; missing: {'; '.join(map(_without, missing))}" if missing else f"{able}, nothing is missing"
    )


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _without(each: Ability) -> str:
    command = f": {each.command}" if each.command else ""
    return f"{each.name} ({each.what}){command}"


def _wrap(text: str, width: int, indent: str) -> list[str]:
    """Return the text in lines; no name, path or command is broken."""
    return textwrap.wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    ) or [text]
