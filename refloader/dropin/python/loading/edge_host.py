"""The host that the engine queries in the drop-in library: asks the C code each question once and caches the answer.

Decides nothing. Methods of a host that decisions do not use raise NotImplementedError.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from refloader.dropin.python import _edge
from refloader.host.port import ENTRY_LIMIT, SIZE_LIMIT, Content, Failure, Kind, Listing, Trouble
from refloader.model.layer import KnownFiles
from refloader.model.library import Library
from refloader.model.platform import LINUX, Platform

Question = Callable[..., Any]


class Asked:
    """A question to the machine, its arguments, and the answer.

    ``seen`` identifies the state of the file or folder before the question was last repeated, None if unknown. The
    first time it is determined only if the question is ``repeated``, which most are not.
    """

    __slots__ = ("about", "answer", "question", "seen")

    def __init__(self, question: Question, about: tuple[Any, ...], repeated: bool = False) -> None:
        self.question = question
        self.about = about
        self.seen: bytes | None = None
        if repeated and question is _READ:
            self.answer, self.seen = _edge.read_and_seen(*about)
            return
        if repeated and question is _LIST:
            self.seen = _edge.seen(about[0])
        self.answer = question(*about)

    def again(self) -> bool:
        """True if the machine still gives the same answer; an unchanged file or folder is not read again."""
        seen = None
        if self.question in _OF_FILES and type(self.answer) is not int:
            seen = _edge.seen(self.about[0])
            if seen is not None and seen == self.seen:
                return True
        same = self.question(*self.about) == self.answer
        self.seen = seen if same else None
        return bool(same)


_LIST, _READ = _edge.list_folder, _edge.read_file
_OF_FILES = (_LIST, _READ)
_NOT_A_FOLDER = 20  # ENOTDIR
_TROUBLES = {
    1: Trouble.DENIED,  # EPERM
    2: Trouble.MISSING,  # ENOENT
    6: Trouble.NOT_A_FILE,  # ENXIO: a socket
    13: Trouble.DENIED,  # EACCES
    20: Trouble.MISSING,  # ENOTDIR: a part of the path is a file, not a folder
    21: Trouble.NOT_A_FILE,  # EISDIR
    22: Trouble.NOT_A_FILE,  # EINVAL: _edge returns it for folders, pipes and devices
    40: Trouble.LOOP,  # ELOOP
}


class EdgeHost:
    """The machine during one decision. ``asked`` lists all questions with their answers, in order.

    ``repeated`` announces that the decision is about to be made again. ``known`` are layer manifests that were read
    before, by their content: a file is read each time, and parsed only if its content is new.
    """

    __slots__ = ("_answers", "_known", "_repeated")

    def __init__(self, repeated: bool = False, known: KnownFiles | None = None) -> None:
        self._answers: dict[tuple[Question, tuple[Any, ...]] | str, Asked] = {}
        self._known = known
        self._repeated = repeated
        self.ask(_edge.identity)

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The questions so far."""
        return tuple(self._answers.values())

    def ask(self, question: Question, *about: Any) -> Any:
        """Return the machine's answer; for a repeated question, the first answer."""
        key = (question, about)
        asked = self._answers.get(key)
        if asked is None:
            asked = self._answers[key] = Asked(question, about, self._repeated)
        return asked.answer

    def known_files(self) -> KnownFiles | None:
        """Return the layer manifests that were read before."""
        return self._known

    def variables(self) -> Mapping[str, str]:
        """Return the environment of the process."""
        return Variables(self)

    def elevated(self) -> bool:
        """True if the process runs with more privilege than its user."""
        return bool(self.ask(_edge.elevated))

    def executable(self) -> str:
        """Return the path of the program, which does not change."""
        return _program()

    def word_size(self) -> int:
        """Return 64: the library is built for 64 bits only."""
        return 64

    def platform(self) -> Platform:
        """Return Linux: the library is built for no other system."""
        return LINUX

    def list(self, path: str) -> Listing | Failure:
        """Return the names in readdir order."""
        answer = self.ask(_edge.list_folder, path)
        if type(answer) is tuple:
            return Listing(answer[:ENTRY_LIMIT], len(answer) > ENTRY_LIMIT)
        if answer == _NOT_A_FOLDER:
            self.read(path)
            if type(self._answers[path].answer) is bytes:
                return Failure(Trouble.NOT_A_FOLDER)
        return _failure(answer)

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """Return the content of a regular file. The question is known by the path alone, as many files are read."""
        asked = self._answers.get(path)
        if asked is None or asked.about[1] != limit:
            asked = self._answers[path] = Asked(_READ, (path, limit), self._repeated)
        answer: Any = asked.answer
        if type(answer) is not bytes:
            return _failure(answer)
        if len(answer) > limit:
            return Failure(Trouble.TOO_LARGE, f"more than the {limit} bytes that are read")
        return Content(answer)

    def kind(self, path: str) -> Kind:
        """Raise NotImplementedError: decisions do not use this."""
        raise NotImplementedError

    def head(self, path: str, size: int) -> Content | Failure:
        """Raise NotImplementedError: decisions do not use this."""
        raise NotImplementedError

    def machine(self) -> str:
        """Raise NotImplementedError: decisions do not use this."""
        raise NotImplementedError

    def real_path(self, path: str) -> str:
        """Raise NotImplementedError: decisions do not use this."""
        raise NotImplementedError

    def library(self, path: str) -> Library | Failure:
        """Raise NotImplementedError: decisions do not use this."""
        raise NotImplementedError


def _failure(number: int) -> Failure:
    trouble = _TROUBLES.get(number)
    return Failure(trouble) if trouble else Failure(Trouble.OTHER, f"error {number} of the system")


@cache
def _program() -> str:
    return _edge.executable()


class Variables(Mapping[str, str]):
    """The environment of the process, read one variable at a time; it cannot be listed."""

    __slots__ = ("_host",)

    def __init__(self, host: EdgeHost) -> None:
        self._host = host

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a variable."""
        value = self._host.ask(_edge.getenv, name)
        return default if value is None else value

    def __getitem__(self, name: str) -> str:
        value = self.get(name)
        if value is None:
            raise KeyError(name)
        return str(value)

    def __contains__(self, name: object) -> bool:
        return self._host.ask(_edge.getenv, name) is not None

    def __iter__(self) -> Iterator[str]:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError
