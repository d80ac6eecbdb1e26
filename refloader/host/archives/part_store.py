"""Stores parts of packages while they are checked: texts of manifests, and libraries as temporary files."""

import os
import tempfile
import weakref

from refloader.host.archives.faults import Limits, PackageError
from refloader.host.archives.streams import Stream
from refloader.host.temporary import TemporaryFolder

_CHUNK = 1 << 20
_IN_MEMORY = 16 << 20
"""The bytes of texts held in memory; if there are more, the texts move to an unnamed temporary file."""


class Keeping:
    """A bounded store for the content of packages. Its files are in a temporary folder that is removed with it."""

    def __init__(self, limits: Limits) -> None:
        self._texts = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - closed with this object
        weakref.finalize(self, self._texts.close)
        self._texts_left = limits.texts
        self._files_left = limits.libraries
        self._folder = ""
        self._count = 0

    def add_text(self, data: bytes) -> tuple[int, int]:
        """Store a text and return its location. Raises PackageError if the limit is exceeded."""
        self._texts_left -= len(data)
        if self._texts_left < 0:
            raise PackageError("the packages hold more text in .json files than is read")
        start = self._texts.seek(0, os.SEEK_END)
        self._texts.write(data)
        return start, len(data)

    def text(self, where: tuple[int, int]) -> bytes:
        """Return a stored text."""
        self._texts.seek(where[0])
        return self._texts.read(where[1])

    def has_room(self, size: int) -> bool:
        """Return True if a file of that size can still be stored."""
        return size <= self._files_left

    def spill(self, stream: Stream, size: int) -> str:
        """Write a member of a stated size to a temporary file and return the path.

        Raises:
            PackageError: the limit is exceeded, or the member is shorter than stated.
        """
        if not self.has_room(size):
            raise PackageError("the packages hold more bytes of libraries than are read")
        path = self._new_path()
        left = size
        with open(path, "wb") as file:
            while left > 0 and (data := stream.read(min(left, _CHUNK))):
                file.write(data)
                left -= len(data)
        self._files_left -= size - left
        if left:
            os.unlink(path)
            raise PackageError("it is cut short")
        return path

    def _new_path(self) -> str:
        if not self._folder:
            folder = TemporaryFolder()
            weakref.finalize(self, folder.remove)
            self._folder = folder.path
        self._count += 1
        return os.path.join(self._folder, f"member-{self._count}")
