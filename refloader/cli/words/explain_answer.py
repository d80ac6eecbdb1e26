"""The first screen of ``refloader explain``: the answer, the change that helps, and the chain."""

from collections.abc import Collection, Sequence
from itertools import islice

from refloader.cli.terminal.output import held, let_go, rows, say, say_wrapped
from refloader.cli.words.explain_run import AGREES, print_difference
from refloader.core.ages import released
from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES
from refloader.inspect.explain import Explanation
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.facts import WITHOUT_LAYERS
from refloader.inspect.explain.search_places import LAYERS, is_folder
from refloader.inspect.whatif.change import Change
from refloader.inspect.whatif.wording import command_of, words
from refloader.model.plan import VkResult
from refloader.model.reason import Severity
from refloader.model.system import System
from refloader.model.text import number_of, some, visible

_MOST_ANSWERS = 4
_ROWS = 22
"""The rows of a terminal of 24 that the answer has: the others are for the command and the prompt."""

_COLUMNS = 80
_MOST_LISTED = 6
_MOST_FAULTS = 3
_MOST_IN_CHAIN = 6
_SUPPLY = "  to have them read: --root DIR, with their drives in it (docs/trees.md)"
_KINDS = {
    State.ACTIVE: "pass",
    State.LIMITED: "warning",
    State.CONFINED: "warning",
    State.USABLE: "pass",
    State.INACTIVE: "error",
    State.UNDECIDED: "error",
    State.MISSING: "error",
    State.UNLOADABLE: "error",
    State.NO_DRIVER: "error",
    State.FAILS: "error",
    State.DOUBTFUL: "warning",
    State.USED: "pass",
    State.UNUSED: "error",
    State.DEVICELESS: "error",
    State.OTHER_SIZE: "pass",
    State.BROKEN: "error",
}


def print_answers(explanation: Explanation, answers: Sequence[Answer], *, whole: bool) -> None:
    """Print the answers; ``whole`` is whether the trail follows, and else they fit one screen."""
    _crash(explanation)
    closed, unsure = (
        frozenset(each.subject for each in answers if each.state is state)
        for state in (State.UNLOADABLE, State.UNDECIDED)
    )
    beside = [] if whole else [each for each in answers if _is_beside(explanation, each)]
    answers = [each for each in answers if each not in beside]
    with held() as below:
        _below(explanation, closed, unsure, len(beside), whole=whole)
    with held() as above:
        print_difference(explanation.ran, explanation.asked, whole=whole)
        _layers_meant(explanation)
    let_go(above)
    alike = [[each] for each in answers] if whole else _alike(answers)
    room = _ROWS - rows(above) - rows(below)
    groups = 0
    for index, group in enumerate(alike):
        brief, last = len(answers) > 1, index == len(alike) - 1
        lines = _lines(explanation, group, brief=brief, first=not index)
        if index and not whole:
            enough = 1 if last else 2
            fails = group[0].state is State.FAILS  # nothing else helps while no program gets an instance
            if room - rows(lines) < enough:
                lines = _lines(explanation, group, brief=brief, first=not fails, with_place=False)
            if not fails and (index == _MOST_ANSWERS or room - rows(lines) < enough):
                break
        room -= rows(lines)
        let_go(lines)
        groups += 1
    if groups < len(alike):
        rest = [visible(each.subject) for group in alike[groups:] for each in group]
        further = number_of(len(rest), "further answer")
        named = f"and {further}, on {some(rest, 1)}: -v prints all"
        say(named if len(named) < _COLUMNS else f"and {further}: -v prints all")
    is_sound = not (answers or beside or explanation.meant) and explanation.is_sound
    if is_sound:
        _nothing_wrong(explanation)
    if answers or is_sound:
        say()
    let_go(below)


def _nothing_wrong(explanation: Explanation) -> None:
    """Print that nothing is to be mended in what programs get, what that rests on, and what it says nothing of."""
    plan = explanation.here
    manifests = {o.layer.manifest for o in plan.layers} | {o.driver.manifest for o in plan.drivers}
    variables = [each for each in explanation.controls if each.name in LOADER_VARIABLES | SEARCH_VARIABLES]
    numbers = (
        number_of(len(manifests), "manifest"),
        number_of(len(explanation.looked), "place"),
        number_of(len(variables), "variable"),
    )
    say_wrapped([("nothing is wrong", "pass"), (" with what programs get here, as far as files show", "")])
    is_unseen = explanation.own is None and not explanation.age
    is_unseen = is_unseen and explanation.platform.system is System.LINUX
    loader = "; no loader of a known release is found here" if is_unseen else ""
    _wrapped(
        f"  looked at: {', '.join(numbers)}; not at the devices, which refloader doctor asks for, nor at layers "
        f"that are not active, which refloader lint judges{loader}"
    )


def _lines(
    explanation: Explanation, group: Sequence[Answer], *, brief: bool, first: bool, with_place: bool = True
) -> list[str]:
    """Return the lines of an answer that holds for a group, with an empty one in front unless it is the first."""
    with held() as lines:
        if not first:
            say()
        _answer(explanation, group[0], brief=brief, with_place=with_place)
        if others := group[1:]:
            names = some([_short(each.subject) for each in others], 3)
            _wrapped(f"  the same holds for {visible(names)}", "    ")
    return lines


def _below(
    explanation: Explanation, closed: Collection[str], unsure: Collection[str], beside: int, *, whole: bool
) -> None:
    """Print what comes below the answers: the chain, the drivers, the loader.

    ``closed`` are the layers whose answer is that a loader cannot enter their library, ``unsure`` those that may be
    active or not.
    """
    _drivers_meant(explanation)
    _chain(explanation, closed, unsure)
    _drivers(explanation)
    if not explanation.meant:
        _rest(explanation)
    _loader(explanation)
    if beside:
        what = number_of(beside, "problem")
        say(
            f"{what} of other layers: refloader explain, without a name, shows {'it' if beside == 1 else 'them'}"
        )
    if not whole:
        say("-v prints every layer, driver and folder, with the rules")


def _alike(answers: Sequence[Answer]) -> list[list[Answer]]:
    """Return the answers in groups: those with one cause and one change, which is said once, are in one."""
    groups: dict[object, list[Answer]] = {}
    for index, answer in enumerate(answers):
        why = answer.why.replace(_short(answer.subject), "")
        key = (answer.state, why, words(answer.changes), answer.loader) if answer.changes else index
        groups.setdefault(key, []).append(answer)
    return list(groups.values())


def _short(subject: str) -> str:
    """Return the name of a file without its folders, and the name of a layer as it is."""
    return subject.rpartition("/")[2]


def _is_beside(explanation: Explanation, answer: Answer) -> bool:
    """True if an answer is on the library of a layer that nobody asked for, where others were asked for."""
    if not explanation.meant or answer.state is not State.UNLOADABLE:
        return False
    named = {name for meant in explanation.meant for name in (meant.word, *meant.names)}
    return answer.subject.startswith("VK_LAYER_") and answer.subject not in {*named, *explanation.asked}


def _crash(explanation: Explanation) -> None:
    """Print first of all that the loader crashes, if it is known to: nothing of what follows comes about then."""
    if explanation.plan.crash:
        start, crash = "the loader crashes on ", visible(explanation.plan.crash)
        say_wrapped([(start, ""), (crash, "error"), (": no program gets an instance", "")])
        say()


def _layers_meant(explanation: Explanation) -> None:
    """Print which layers a word means, if it means several."""
    for meant in explanation.meant:
        if len(meant.names) > 1:
            names = some(meant.names, _MOST_LISTED)
            more = f" and {meant.more} more: give more of the name" if meant.more else ""
            count = number_of(len(meant.names) + meant.more, "layer")
            _wrapped(f"{count} match {visible(meant.word)}: {visible(names)}{more}")


def _drivers_meant(explanation: Explanation) -> None:
    """Print which drivers a word means, if it means several."""
    for meant in explanation.meant:
        if len(meant.manifests) > 1:
            names = [_short(path) for path in meant.manifests]
            paths = some(names if len(set(names)) == len(names) else meant.manifests, _MOST_LISTED)
            count = number_of(len(meant.manifests), "driver")
            _wrapped(f"{count} match {visible(meant.word)}: {visible(paths)}")


def _answer(explanation: Explanation, answer: Answer, *, brief: bool, with_place: bool) -> None:
    """Print one answer: the sentence, where that is decided, and what changes it."""
    kind, told = _KINDS[answer.state], answer.sentences
    say_wrapped([(told.start, ""), (answer.state.words, kind), (told.rest, "")], "  ")
    if answer.by_documents:
        _wrapped(f"  {visible(answer.by_documents)}", "    ")
    if with_place and (answer.rule or told.place):
        _wrapped("  " + "  ".join(filter(None, (answer.rule, told.place))), "    ")
    _change(answer, explanation.platform.system)
    _off(answer, explanation.platform.system, brief=brief)


def _change(answer: Answer, system: System) -> None:
    told = answer.sentences
    if not answer.changes:
        return
    if answer.is_in_vain:
        _wrapped(f"  {told.aim}: {told.change}", "    ")
        return
    say_wrapped([(f"  {told.aim}: ", ""), (told.change, "warning"), (told.tried, "")])
    for change in answer.changes:
        _command(change, system, told.change)


def _command(change: Change, system: System, text: str) -> None:
    command = command_of(change, system)
    if command and command != text:
        say(f"    {command}")


def _off(answer: Answer, system: System, *, brief: bool) -> None:
    """Print how to keep an active layer off: the first way as a command, the others in words."""
    if not answer.off:
        return
    aim, ways = answer.sentences.to_keep_off(1 if brief else 3)
    say_wrapped([(f"  {aim}: ", ""), (ways, "warning")])
    if not brief:
        _command(answer.off[0], system, ways)


def _chain(explanation: Explanation, closed: Collection[str], unsure: Collection[str]) -> None:
    """Print the layers that programs get in order, and what vkCreateInstance returns if it fails."""
    plan, own = explanation.here, explanation.own
    is_made = explanation.outcome_of(plan) not in WITHOUT_LAYERS and not plan.crash
    layers = [layer for layer in plan.chain if is_made and layer.library_path]
    lost = [layer for layer in layers if explanation.obstacle(layer) or layer.name in closed]
    chain = [layer for layer in layers if layer not in lost]
    if not chain:
        is_known = not any(place.use in LAYERS for _, place in explanation.unknown)
        say("no layer is active" if is_known else "no layer is known to be active")
    else:
        of = " by the documents" if own is not None and own.otherwise and plan is explanation.plan else ""
        once = explanation.failure is VkResult.INCOMPATIBLE_DRIVER
        say(f"chain{of}{' once a driver can be used' if once else ''}, from the application down")
        for index, layer in enumerate(chain[:_MOST_IN_CHAIN]):
            say(f"  {index}. {layer.name} ({layer.kind}{', or not there' if layer.name in unsure else ''})")
        if len(chain) > _MOST_IN_CHAIN:
            say(f"  and {len(chain) - _MOST_IN_CHAIN} more")
    if lost:
        _wrapped(
            f"  without {visible(some([layer.name for layer in lost], 3))}: the library cannot be loaded",
            "  ",
        )
    documented = [layer.name for layer in explanation.plan.chain if layer.library_path]
    if own is not None and plan is not explanation.plan and documented != [layer.name for layer in layers]:
        names = some([visible(name) for name in documented], _MOST_IN_CHAIN)
        _wrapped(f"  by the documents: {names or 'no layer'}", "  ")
    unsure, result = explanation.unsure_of(plan), explanation.outcome_of(plan)
    if unsure:
        say_wrapped([("what vkCreateInstance returns is not known: ", ""), (unsure, "warning")])
    elif result is not VkResult.SUCCESS:
        say_wrapped([("vkCreateInstance returns ", ""), (result.value, "error")])
    by_documents = explanation.outcome_of(explanation.plan)
    if result is not by_documents and not explanation.unsure:
        say(f"  by the documents it returns {by_documents.value}")


def _drivers(explanation: Explanation) -> None:
    used = [o.driver for o in explanation.here.drivers if o.used and not explanation.obstacle(o.driver)]
    if explanation.platform.system is System.ANDROID and not used:
        say("the driver of the system")
        return
    names = some([driver.file_name for driver in used], _MOST_LISTED)
    _wrapped(f"{number_of(len(used), 'driver')}{f': {visible(names)}' if used else ''}")


def _rest(explanation: Explanation) -> None:
    """Print in a line each what is installed and not active, and what could not be read."""
    plan = explanation.here
    active = {outcome.layer.name for outcome in plan.layers if outcome.runs}
    rest = dict.fromkeys(o.layer.name for o in plan.layers if o.layer.name and o.layer.name not in active)
    if rest:
        _wrapped(f"not active: {visible(some(list(rest), _MOST_LISTED))}")
    if plan.unread:
        paths = some([visible(file.path) for file in plan.unread], 3)
        say_wrapped([(number_of(len(plan.unread), "file"), "warning"), (f" gave no layer: {paths}", "")])
    _unknown(explanation)


def _unknown(explanation: Explanation) -> None:
    """Print in a line each what a registry switches off, and which manifests it names that were not supplied."""
    values = [value for each in explanation.looked if each.is_registry for value in each.values]
    off = dict.fromkeys(value.name for value in values if not value.files)
    if off:
        names = visible(some(list(off), 3))
        say_wrapped([(number_of(len(off), "registry value"), "warning"), (f" not followed: {names}", "")])
    faults = (
        reason.fact for value in values for reason in value.reasons if reason.severity is Severity.ERROR
    )
    for fact in islice(dict.fromkeys(faults), _MOST_FAULTS):
        _wrapped(f"  {visible(fact)}")
    for what, of_folders in (("manifest", False), ("folder", True)):
        paths = [path for path, place in explanation.unknown if is_folder(path, place) is of_folders]
        if paths:
            names = visible(some(paths, 3))
            say_wrapped([(number_of(len(paths), what), "warning"), (f" with unknown content: {names}", "")])
            if not of_folders and any(each.is_registry for each in explanation.looked):
                say(_SUPPLY)


def _loader(explanation: Explanation) -> None:
    """Print in one line whether the machine's own loader does as the documents say."""
    own, ran = explanation.own, explanation.ran
    for note in (*explanation.notes[:2], *explanation.asides):
        _wrapped(f"note: {visible(note)}")
    agrees = f"; {AGREES}" if ran is not None and not ran.why_not and not ran.unlike else ""
    if own is None:
        if ran is not None and agrees:
            _wrapped(f"loader {visible(ran.path)}{agrees}")
        return
    asked = {name for each in explanation.meant for name in each.names}
    concerned = [each for each in own.otherwise if each.name in asked or not asked]
    differing = [visible(each.name) for each in concerned]
    differing += [f"why {visible(name)} is not active" for name in own.because if name in asked]
    if own.plan is not None and own.plan.crash:
        differing.append(visible(own.fault))
    elif own.result is not None:
        differing.append(f"vkCreateInstance returns {own.result.value}")
    differing += own.rescued
    differing += [f"the file of {visible(name)}" for name in own.taken if name in asked or not asked]
    if own.order:
        differing.append("the order of the layers")
    if own.drivers is not None:
        differing.append(f"drivers {some([path.rpartition('/')[2] for path in own.drivers], 3)}")
    if not own.path:
        _wrapped(f"note: {own.label} differ from the documents; --as-loader all shows what each release does")
        return
    names = "" if own.agrees else f" with {visible(some(list(explanation.asked), 3))}"
    same = f"does here{names} as the documents say"
    conduct = f"differs from the documents: {some(differing)}" if differing else same
    _wrapped(f"loader {visible(own.path)}, {released(own.release)}, {conduct}{agrees}")


def _wrapped(text: str, indent: str = "  ") -> None:
    say_wrapped([(text, "")], indent)
