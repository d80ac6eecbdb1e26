"""Sockets of the test that a library must not reach, and what was sent to them. Asserts nothing."""

import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


class Listeners:
    """One listener for each way to the machine."""

    def __init__(self, folder: Path) -> None:
        self._heard: dict[str, bytes] = {}
        self._streams: dict[str, socket.socket] = {}
        self._datagrams: dict[str, socket.socket] = {}
        self.orders: dict[str, str] = {}
        self._internet(socket.AF_INET, "127.0.0.1", "4")
        with suppress(OSError):  # a machine without IPv6
            self._internet(socket.AF_INET6, "::1", "6")
        path, name = str(folder / "socket"), f"refloader-canary-{os.getpid()}-{id(self):x}"
        self._listen("path", socket.AF_UNIX, path)
        os.chmod(path, 0o777)
        self._listen("abstract", socket.AF_UNIX, f"\0{name}")
        self.orders |= {"socket": path, "abstract": name}
        self._hear_datagrams("path, datagrams", f"{path}-datagrams")
        os.chmod(f"{path}-datagrams", 0o777)
        self._hear_datagrams("abstract, datagrams", f"\0{name}-datagrams")
        self.orders |= {"datagrams": f"{path}-datagrams", "datagrams-abstract": f"{name}-datagrams"}

    def breaches(self, mark: str) -> Iterator[str]:
        """The listeners that were sent this word."""
        for name, listener in self._streams.items():
            with suppress(BlockingIOError):
                while True:
                    connection, _ = listener.accept()
                    with connection, suppress(OSError):
                        connection.settimeout(0.2)
                        self._hear(name, connection.recv(4096))
        for name, listener in self._datagrams.items():
            with suppress(BlockingIOError):
                while True:
                    self._hear(name, listener.recv(4096))
        for name, data in self._heard.items():
            if mark.encode() in data:
                yield f"reached the listener {name}"

    def close(self) -> None:
        """Close all."""
        for listener in (*self._streams.values(), *self._datagrams.values()):
            listener.close()

    def _hear(self, name: str, data: bytes) -> None:
        self._heard[name] = self._heard.get(name, b"") + data + b"\n"

    def _internet(self, family: socket.AddressFamily, host: str, suffix: str) -> None:
        listener = self._listen(f"tcp{suffix}", family, (host, 0))
        datagrams = socket.socket(family, socket.SOCK_DGRAM)
        datagrams.bind((host, 0))
        datagrams.setblocking(False)
        self._datagrams[f"udp{suffix}"] = datagrams
        self.orders |= {
            f"tcp{suffix}": str(listener.getsockname()[1]),
            f"udp{suffix}": str(datagrams.getsockname()[1]),
        }

    def _hear_datagrams(self, name: str, address: str) -> None:
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        listener.bind(address)
        listener.setblocking(False)
        self._datagrams[name] = listener

    def _listen(self, name: str, family: socket.AddressFamily, address: object) -> socket.socket:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.bind(address)
        listener.listen(16)
        listener.setblocking(False)
        self._streams[name] = listener
        return listener
