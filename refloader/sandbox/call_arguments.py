"""Converts the arguments of a step into 64-bit words and keeps the memory behind them alive.

Runs in the worker and imports only the standard library and modules that do the same. Never calls a loader.
"""

import ctypes
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import get_ident
from typing import Any

from refloader.native.structures import POINTER, U32, LoaderError, to_bytes, to_text
from refloader.sandbox.allocators import COUNTS, Allocator

_UTILS_INFO, _REPORT_INFO = 1000128004, 1000011000
_DIRECT_INFO, _DIRECT_LIST = 1000459000, 1000459001


class Words:
    """The handles of an application by name, and the memory that its arguments point to."""

    def __init__(self) -> None:
        self.handles: dict[str, int] = {}
        self._alive: list[Any] = []
        self._allocators: dict[str, Allocator] = {}
        self._callers: set[int] = set()
        """The threads that are in a command of the loader."""
        self._heard: dict[int, list[object]] = {}
        """The messages by the thread that received them."""
        self._thread = 0
        self._reads: list[Any] = []
        self._cells: dict[str, tuple[Any, int]] = {}
        self._functions: dict[str, Any] = {}
        """The function of each kind of messenger: as in programs, all of a kind have one and differ in pUserData."""

    def word(self, argument: Any) -> int:
        """Return the word for an argument: a number, a handle's name, a block of words, or an object of ``_KINDS``.

        Raises:
            LoaderError: the argument names a handle that no step made, or is of no known kind.
        """
        match argument:
            case None:
                return 0
            case int():
                return argument & 0xFFFF_FFFF_FFFF_FFFF
            case str():
                return self._handle(argument)
            case list() | tuple():
                return self._address(self._block(argument))
            case dict():
                (kind,) = (key for key in _KINDS if key in argument)
                address: int = getattr(self, f"_{kind}")(argument[kind], argument)
                return address
        raise LoaderError(f"the script has an argument of no known kind: {argument!r}")

    def apart(self) -> "Words":
        """Return the words of the running thread: it knows the handles so far and hears its own messages alone."""
        own = Words()
        own.handles = dict(self.handles)
        own._alive, own._allocators, own._heard = self._alive, self._allocators, self._heard
        own._functions, own._callers = self._functions, self._callers
        own._thread = get_ident()
        return own

    @contextmanager
    def in_command(self) -> Iterator[None]:
        """Surround a step of commands: allocation callbacks belong on its thread while it lasts."""
        self._callers.add(get_ident())
        try:
            yield
        finally:
            self._callers.discard(get_ident())

    @contextmanager
    def read(self) -> Iterator[list[list[int]]]:
        """Surround a call: afterwards the list has the words of each ``read``, and each ``out`` is a known handle.

        What a call that fails has left there is undefined: ``nothing_made`` has to be called before the end.
        """
        written: list[list[int]] = []
        self._reads, self._cells = [], {}
        yield written
        written += [list(each) for each in self._reads]
        self.handles |= {name: cells[index] for name, (cells, index) in self._cells.items()}

    def nothing_made(self) -> None:
        """Say of the call that ``read`` surrounds that it failed: no object has the names of its ``out``."""
        for cells, index in self._cells.values():
            cells[index] = 0

    def heard(self) -> list[object]:
        """Return the messages received since the last call: kind, user word, severity or flags, text."""
        threads = [self._thread] if self._thread else [*self._heard]
        return [row for thread in threads for row in self._heard.pop(thread, ())]

    def allocations(self, name: str) -> dict[str, int]:
        """Return the counts of the allocator of that name."""
        allocator = self._allocators.get(name)
        return allocator.counts() if allocator else dict.fromkeys(COUNTS, 0)

    def _handle(self, name: str) -> int:
        if name not in self.handles:
            raise LoaderError(f"no step of the script made {name}")
        return self.handles[name]

    def _block(self, words: Any) -> Any:
        return (ctypes.c_uint64 * len(words))(*map(self.word, words))

    def _address(self, thing: Any) -> int:
        self._alive.append(thing)
        return ctypes.addressof(thing)

    def _text(self, text: str, _all: Mapping[str, Any]) -> int:
        return self._address(ctypes.create_string_buffer(to_bytes(text)))

    def _read(self, words: Any, _all: Mapping[str, Any]) -> int:
        block = self._block(words)
        self._reads.append(block)
        return self._address(block)

    def _out(self, name: str, _all: Mapping[str, Any]) -> int:
        cell = self._block([0])
        self._cells[name] = (cell, 0)
        return self._address(cell)

    def _outs(self, name: str, options: Mapping[str, Any]) -> int:
        cells = self._block([0] * options["count"])
        self._cells |= {f"{name}.{index}": (cells, index) for index in range(options["count"])}
        return self._address(cells)

    def _allocator(self, name: str, options: Mapping[str, Any]) -> int:
        if name not in self._allocators:
            self._allocators[name] = Allocator(options.get("fails_at", 0), self._callers)
        return self._allocators[name].address

    def _utils(self, user: int, options: Mapping[str, Any]) -> int:
        """Return the address of a VkDebugUtilsMessengerCreateInfoEXT, by default for every message."""

        def hear(severity: int, _types: int, data: int, user_data: int | None) -> int:
            text = ctypes.c_char_p.from_address(data + 40).value or b""
            self._receive(["utils", user_data or 0, severity, to_text(text)])
            return 0

        kind = ctypes.CFUNCTYPE(U32, U32, U32, POINTER, POINTER)
        severities, types = options.get("severities", 0x1111), options.get("types", 0x7)
        function = self._functions.setdefault("utils", kind(hear))
        return self._told_at(function, [_UTILS_INFO, options.get("next"), severities << 32, types], user)

    def _report(self, user: int, options: Mapping[str, Any]) -> int:
        """Return the address of a VkDebugReportCallbackCreateInfoEXT, by default for every message."""

        def hear(
            flags: int, _k: int, _o: int, _l: int, _c: int, _p: bytes, text: bytes, user_data: int
        ) -> int:
            self._receive(["report", user_data or 0, flags, to_text(text or b"")])
            return 0

        named = (ctypes.c_int32, ctypes.c_char_p, ctypes.c_char_p, POINTER)
        kind = ctypes.CFUNCTYPE(U32, U32, U32, ctypes.c_uint64, ctypes.c_size_t, *named)
        function = self._functions.setdefault("report", kind(hear))
        return self._told_at(function, [_REPORT_INFO, options.get("next"), options.get("flags", 0x1F)], user)

    def _receive(self, message: object) -> None:
        self._heard.setdefault(get_ident(), []).append(message)

    def _told_at(self, hear: Any, head: list[Any], user: int) -> int:
        self._alive.append(hear)
        return self._address(self._block([*head, ctypes.cast(hear, POINTER).value or 0, user]))

    def _lookup_of(self, path: str) -> int:
        library = ctypes.CDLL(path, mode=os.RTLD_NOW | os.RTLD_LOCAL)
        self._alive.append(library)
        return ctypes.cast(library.vk_icdGetInstanceProcAddr, POINTER).value or 0

    def _direct(self, libraries: Any, options: Mapping[str, Any]) -> int:
        """Return the address of a VkDirectDriverLoadingListLUNARG with each library's vk_icdGetInstanceProcAddr."""
        infos: list[Any] = []
        for path in libraries:
            infos += [_DIRECT_INFO, 0, 0, self._lookup_of(path) if path else 0]
        mode = {"exclusive": 0, "inclusive": 1}[options.get("mode", "inclusive")]
        return self._address(
            self._block([_DIRECT_LIST, options.get("next"), mode | len(libraries) << 32, infos])
        )


def handles_in(arguments: Any) -> Iterator[str]:
    """Yield the names of the handles in the arguments, nested ones included."""
    for argument in arguments:
        match argument:
            case str():
                yield argument
            case list() | tuple():
                yield from handles_in(argument)
            case {"read": words}:
                yield from handles_in(words)


_KINDS = ("text", "read", "out", "outs", "allocator", "utils", "report", "direct")
"""The keys that identify the kind of an argument that is an object."""
