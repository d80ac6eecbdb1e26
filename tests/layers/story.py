"""Recordings as tests tell them: who calls whom inside which call. Holds no judgement and no bytes."""

from collections.abc import Iterator
from contextlib import contextmanager

from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call, Fact, Link, Note, Recording

LAYER = "VK_LAYER_TEST_judged"
THREAD = 7
INTO, OUT, PAST = 1, 2, 3
"""The links above and below the layer, and the one that leads past it."""

Given = Fact | int | str | tuple[int, int] | None


def fact(path: str, value: Given) -> Fact:
    """A number, a text, or a number with its other one; None is a text that is NULL."""
    match value:
        case Fact():
            return value._replace(path=path)
        case None:
            return Fact("word", path, 0)
        case str():
            return Fact("text", path, 0x7000, text=value)
        case tuple():
            return Fact("word", path, value[0], other=value[1])
    return Fact("word", path, value)


def handle(type_: str, value: int) -> Fact:
    """An object."""
    return Fact("handle", "", value, type_)


class Story:
    """A recording that grows call by call; ``below`` is who stands under the layer, the loader's end at first."""

    def __init__(self, below: str = "") -> None:
        self._place = 64
        self._open: list[Call] = []
        self.calls: dict[int, Call] = {}
        self.notes: list[Note] = []
        self._links = {INTO: Link("", LAYER), OUT: Link(LAYER, below), PAST: Link("", below)}

    @property
    def view(self) -> LayerCalls:
        """What was told so far, from the layer's place."""
        return LayerCalls(Recording(self._links, self.calls, self.notes), LAYER)

    @contextmanager
    def call(self, link: int, command: str, result: int = 0, /, **given: Given) -> Iterator[Call]:
        """A call that others can be made in; what it is given comes by path."""
        call = self._begin(link, command, given)
        yield call
        self._end(call, result)

    def into(self, command: str, result: int = 0, /, **given: Given) -> Call:
        """A call from above in which nothing happens."""
        with self.call(INTO, command, result, **given) as call:
            return call

    def out(self, command: str, result: int = 0, /, **given: Given) -> Call:
        """A call to what is below the layer."""
        with self.call(OUT, command, result, **given) as call:
            return call

    def crash(self, link: int, command: str, /, **given: Given) -> Call:
        """A call that never came back."""
        return self._begin(link, command, given)

    def note(self, about: str, text: str, value: int) -> None:
        """What somebody else wrote down."""
        self.notes.append(Note(self._next(), THREAD, about, text, value, 0, 0))

    def _begin(self, link: int, command: str, given: dict[str, Given]) -> Call:
        place = self._next()
        caller = self._open[-1].number if self._open else 0
        call = Call(place // 8, link, THREAD, command, place, caller=caller)
        call.given += [fact(path, value) for path, value in given.items()]
        call.words = tuple(each.value for each in call.given)
        self.calls[call.number] = call
        self._open.append(call)
        return call

    def _end(self, call: Call, result: int) -> None:
        self._open.remove(call)
        call.left, call.returned = self._next(), result & 0xFFFFFFFF

    def _next(self) -> int:
        self._place += 8
        return self._place


def make(call: Call, **made: Given) -> None:
    """Add what a call handed up."""
    call.made += [fact(path, value) for path, value in made.items()]


# ---- what happens in every chain

FOREIGN = 0xF000
"""A function of somebody below the layer."""
OWN = 0xA000
"""A function of the layer's own."""
INSTANCE, DEVICE = 0x1000, 0x2000
GIPA, GDPA, GPDPA = "vkGetInstanceProcAddr", "vkGetDeviceProcAddr", "vk_layerGetPhysicalDeviceProcAddr"


def lookup(story: Story, link: int, name: str, answer: int, handle: int, command: str = GIPA) -> Call:
    """A lookup in which nobody else is asked; who called was given what was answered."""
    with story.call(link, command, **{_parameter(command): handle, "pName": name}) as call:
        make(call, answer=answer)
    call.returned = answer
    return call


def forwarded(
    story: Story, name: str, answer: int, handle: int, command: str = GIPA, below: int | None = None
) -> Call:
    """A lookup that the layer answers with what it asked below; ``below`` is the handle it asked with."""
    with story.call(INTO, command, **{_parameter(command): handle, "pName": name}) as call:
        lookup(story, OUT, name, answer, handle if below is None else below, command)
        make(call, answer=answer)
    call.returned = answer
    return call


def created(story: Story, handle: int, low: int | None = None, *extensions: str) -> None:
    """An instance that the layer makes by the book."""
    _created(story, "vkCreateInstance", "pInstance", handle, low, extensions)


def created_device(story: Story, handle: int, low: int | None = None, *extensions: str) -> None:
    """A device that the layer makes by the book."""
    _created(story, "vkCreateDevice", "pDevice", handle, low, extensions)


def created_with_own(story: Story, handle: int, own: int, own_first: bool) -> None:
    """A device of the application's, and one that the layer makes for itself, with a chain by the loader."""
    made = [(own, 0x900), (handle, 0x110)]
    with story.call(INTO, "vkCreateDevice", link=0x100, **{"link.next": 0x110}) as above:
        for each, link in made if own_first else reversed(made):
            make(story.out("vkCreateDevice", link=link), pDevice=each)
        make(above, pDevice=handle)


def begun(*extensions: str, low: int | None = None) -> Story:
    """A story with an instance and a device."""
    story = Story()
    created(story, INSTANCE, low, *extensions)
    created_device(story, DEVICE)
    return story


def _created(
    story: Story, command: str, made: str, handle: int, low: int | None, extensions: tuple[str, ...]
) -> None:
    given = {f"extensions[{at}]": name for at, name in enumerate(extensions)}
    with story.call(INTO, command, **given) as above:
        below = story.out(command, **given)
        make(below, **{made: handle if low is None else low})
        make(above, **{made: handle})


def _parameter(command: str) -> str:
    return "device" if command == GDPA else "instance"


# ---- what came of it


def counted(look: CheckResult) -> tuple[int, int]:
    """How much was seen, and how much of it is wrong."""
    return look.seen, len(look.broken)


def shown(look: CheckResult) -> list[tuple[Call, ...]]:
    """The calls that each breach names."""
    return [each.calls for each in look.broken]
