"""Writes recordings as the observers would: calls of a chain, nested as they are made, as bytes and as views.

A test says who calls what, with which handles; places, numbers and records follow. Holds no expectation.
"""

import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Fact, Kind, empty, read

LAYER = "VK_LAYER_TEST_subject"
IN, DOWN = 1, 2
_CAPACITY = 1 << 26
_KINDS = ("word", "handle", "text")


def handle(type_: str, path: str, value: int, word: int = 0) -> Fact:
    """A handle at a path; ``word`` is what a dispatchable object begins with."""
    return Fact("handle", path, value, type_, word)


def text(path: str, value: str) -> Fact:
    """A string at a path."""
    return Fact("text", path, 0x7E, text=value)


@dataclass
class Open:
    """A call under way."""

    writer: "Writer"
    place: int
    link: int
    thread: int

    def make(self, *facts: Fact) -> None:
        """What it hands up."""
        for fact in facts:
            self.writer.fact(Kind.MADE, self, fact)

    def leave(self, result: int = 0) -> None:
        """It comes back."""
        words = struct.pack("<Q", result & 0xFFFFFFFF)
        self.writer.add(Kind.LEAVE, self.link, self.thread, self.place // 8, words)


@dataclass
class Writer:
    """One recording in the making: calls from the application into the layer, and from the layer down."""

    body: bytearray = field(default_factory=bytearray)
    commands: dict[str, int] = field(default_factory=dict)
    types: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.add(Kind.LINK, IN, 1, 0, _texts("", LAYER))
        self.add(Kind.LINK, DOWN, 1, 0, _texts(LAYER, ""))

    def add(self, kind: Kind, link: int, thread: int, call: int, body: bytes) -> int:
        """One record; gives its place in the file."""
        place = len(empty(0)) + len(self.body)
        body += bytes(-len(body) % 8)
        number = place // 8 if kind is Kind.ENTER else call
        self.body += struct.pack("<IHHII", 16 + len(body), kind, link, thread, number) + body
        return place

    def enter(
        self, link: int, command: str, *given: Fact, words: Sequence[int] = (), thread: int = 1
    ) -> Open:
        """A call begins."""
        if command not in self.commands:
            self.commands[command] = len(self.commands)
            self.add(
                Kind.COMMAND, 0, thread, 0, struct.pack("<Q", self.commands[command]) + _texts(command, "")
            )
        numbers = struct.pack(f"<{len(words) + 1}Q", self.commands[command], *words)
        call = Open(self, self.add(Kind.ENTER, link, thread, 0, numbers), link, thread)
        for fact in given:
            self.fact(Kind.GIVEN, call, fact)
        return call

    def fact(self, kind: Kind, call: Open, fact: Fact) -> None:
        """What a call was given, or made."""
        if fact.type and fact.type not in self.types:
            self.types[fact.type] = len(self.types)
            number = struct.pack("<Q", self.types[fact.type])
            self.add(Kind.TYPE, 0, call.thread, 0, number + _texts(fact.type, ""))
        head = struct.pack(
            "<IIQQ", _KINDS.index(fact.kind), self.types.get(fact.type, 0), fact.value, fact.other
        )
        self.add(kind, call.link, call.thread, call.place // 8, head + _texts(fact.path, fact.text))

    def note(self, about: str, value: int, other: int = 0, says: str = "", thread: int = 1) -> None:
        """Somebody else writes something down."""
        self.add(Kind.NOTE, 0, thread, 0, struct.pack("<QQ", value, other) + _texts(about, says))

    # ---- calls that come back

    @contextmanager
    def into(
        self,
        command: str,
        *given: Fact,
        words: Sequence[int] = (),
        made: Sequence[Fact] = (),
        result: int = 0,
        thread: int = 1,
    ) -> Iterator[Open]:
        """A call from the application into the layer, with what is done in between."""
        call = self.enter(IN, command, *given, words=words, thread=thread)
        yield call
        call.make(*made)
        call.leave(result)

    def down(
        self,
        command: str,
        *given: Fact,
        words: Sequence[int] = (),
        made: Sequence[Fact] = (),
        result: int = 0,
        thread: int = 1,
    ) -> None:
        """A call from the layer to what is below it."""
        call = self.enter(DOWN, command, *given, words=words, thread=thread)
        call.make(*made)
        call.leave(result)

    def through(
        self,
        command: str,
        *given: Fact,
        words: Sequence[int] = (),
        made: Sequence[Fact] = (),
        result: int = 0,
        thread: int = 1,
    ) -> None:
        """A call that the layer passes on as it is, and its results too."""
        with self.into(command, *given, words=words, made=made, result=result, thread=thread):
            self.down(command, *given, words=words, made=made, result=result, thread=thread)

    # ---- what comes of it

    def bytes(self) -> bytes:
        """The file."""
        head = bytearray(empty(_CAPACITY))
        head[16:24] = struct.pack("<Q", len(head) + len(self.body))
        return bytes(head + self.body)

    def view(self) -> LayerCalls:
        """The recording as the layer's judges see it."""
        return LayerCalls(read(self.bytes()), LAYER)


def _texts(first: str, second: str) -> bytes:
    return first.encode() + b"\0" + second.encode() + b"\0"


# ---- what happens in every chain

INSTANCE, PHYSICAL, DEVICE, QUEUE, POOL, BUFFER = 0x1000, 0x2000, 0x3000, 0x4000, 0x5000, 0x6000
INSTANCE_WORD, DEVICE_WORD = 0xAA00, 0xBB00
UNFILLED = 0x01CDC0DE
"""The word that drivers leave for the loader."""


def an_instance(chain: Writer, up: int = INSTANCE, low: int = INSTANCE, word: int = INSTANCE_WORD) -> None:
    """An instance; the layer hands it up as ``up``, which begins with ``word``."""
    with chain.into("vkCreateInstance", made=[handle("VkInstance", "pInstance", up, word)]):
        chain.down("vkCreateInstance", made=[handle("VkInstance", "pInstance", low, INSTANCE_WORD)])


def a_physical_device(
    chain: Writer,
    up: int = PHYSICAL,
    low: int = PHYSICAL,
    word: int = INSTANCE_WORD,
    instance: tuple[int, int] = (INSTANCE, INSTANCE),
) -> None:
    """A physical device of an instance that is known above and below by these numbers."""
    command, path, type_ = "vkEnumeratePhysicalDevices", "pPhysicalDevices[0]", "VkPhysicalDevice"
    above, below = (handle("VkInstance", "instance", each, INSTANCE_WORD) for each in instance)
    with chain.into(command, above, made=[handle(type_, path, up, word)]):
        chain.down(command, below, made=[handle(type_, path, low, INSTANCE_WORD)])


def a_device(
    chain: Writer,
    up: int = DEVICE,
    low: int = DEVICE,
    word: int = DEVICE_WORD,
    physical: tuple[int, int] = (PHYSICAL, PHYSICAL),
) -> None:
    """A device, likewise; both begin with ``word``."""
    above, below = (handle("VkPhysicalDevice", "physicalDevice", each, INSTANCE_WORD) for each in physical)
    with chain.into("vkCreateDevice", above, made=[handle("VkDevice", "pDevice", up, word)]):
        chain.down("vkCreateDevice", below, made=[handle("VkDevice", "pDevice", low, word)])


def of_device(value: int = DEVICE, word: int = DEVICE_WORD) -> Fact:
    """The device that a command goes by."""
    return handle("VkDevice", "device", value, word)


def a_world(chain: Writer) -> None:
    """An instance, its physical device and a device, none of them wrapped."""
    an_instance(chain)
    a_physical_device(chain)
    a_device(chain)


def a_buffer(chain: Writer, up: int = BUFFER, low: int = BUFFER, device: int = DEVICE) -> None:
    """A VkBuffer of a device, which is the same above and below."""
    with chain.into("vkCreateBuffer", of_device(device), made=[handle("VkBuffer", "pBuffer", up)]):
        chain.down("vkCreateBuffer", of_device(device), made=[handle("VkBuffer", "pBuffer", low)])


def a_queue(chain: Writer, value: int = QUEUE, device: int = DEVICE, thread: int = 1) -> None:
    """A queue of a device, which the driver left to the loader."""
    made = [handle("VkQueue", "pQueue", value, UNFILLED)]
    chain.through("vkGetDeviceQueue", of_device(device), made=made, thread=thread)


def buffer_of(value: int, device: int = DEVICE) -> tuple[Fact, Fact]:
    """What a command is given that takes a device and a buffer."""
    return of_device(device), handle("VkBuffer", "buffer", value)


def breaches(look: CheckResult) -> list[list[str]]:
    """The commands that each breach shows."""
    return [[call.command for call in each.calls] for each in look.broken]
