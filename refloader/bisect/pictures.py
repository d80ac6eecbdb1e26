"""Compares pictures that a program writes: of PNG the image alone, of other formats all bytes."""

import zlib
from dataclasses import dataclass

from refloader.host.machines.real import RealHost
from refloader.host.port import Content

_PNG = b"\x89PNG\r\n\x1a\n"
_LARGEST = 256 << 20
_OF_THE_IMAGE = (b"IHDR", b"PLTE", b"tRNS")


@dataclass(frozen=True, slots=True)
class Picture:
    """The content of a picture's file."""

    data: bytes

    def is_like(self, other: "Picture") -> bool:
        """Return whether two pictures show the same, pixel by pixel."""
        return self.data == other.data or (
            self.data.startswith(_PNG)
            and other.data.startswith(_PNG)
            and (mine := _image(self.data)) is not None
            and mine == _image(other.data)
        )


def picture_at(path: str) -> Picture | None:
    """Return the picture in a file; None if there is none that can be read, or it is empty."""
    answer = RealHost().read(path, _LARGEST)
    return Picture(answer.data) if isinstance(answer, Content) and answer.data else None


def _image(data: bytes) -> tuple[bytes, ...] | None:
    """Return the parts of a PNG file that make the image, without text and times; None if the file is damaged."""
    parts, packed, at = list[bytes](), list[bytes](), len(_PNG)
    while at + 8 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        if name in _OF_THE_IMAGE:
            parts.append(name + body)
        elif name == b"IDAT":
            packed.append(body)
        at += size + 12
    try:
        return (*parts, zlib.decompressobj().decompress(b"".join(packed), _LARGEST))
    except zlib.error:
        return None
