"""A harness on one machine, with all that its subjects could harm around it. Asserts nothing."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bystanders
from bystanders import Bystander
from hostile_acts import Act
from hostile_libraries import build_setuid, with_orders
from hostile_machines import HARNESS, Machine
from listeners import Listeners
from planted import CANARY, SECRET, Canaries, new_secret

from refloader.host.pace import allowed
from refloader.host.pipes import is_readable

_KILLED = "ended the process that watched over it"
_GREETING, _SLACK = 30.0, 25.0
_WELL_KNOWN = (
    "/",
    "/tmp",
    "/var/tmp",
    "/dev/shm",
    "/run",
    "/etc",
    "/etc/vulkan",
    "/usr/share/vulkan",
    "/opt",
    "/srv",
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of one act: how the run ended, what got through, and what is worth knowing beside."""

    ended: str
    detail: str = ""
    breaches: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    after: str = "ok"
    seconds: float = 0.0


class Stage:
    """A harness that runs, and its surroundings. ``close`` takes everything away."""

    def __init__(self, machine: Machine, libraries: Mapping[str, bytes], installed: str) -> None:
        self._machine, self._libraries, self._installed = machine, libraries, installed
        self._scratch = Path(tempfile.mkdtemp(prefix=f"{CANARY}-"))
        self._scratch.chmod(0o755)
        self._count = 0
        self.seed = 0
        self._gone = False
        self._own_folder(self._scratch / "libraries")
        self._temporary = self._own_folder(self._scratch / "temporary")
        self._home, self._secrets = self._plant_secrets()
        self._listeners = Listeners(self._scratch)
        if os.geteuid() == 0:
            build_setuid(self._scratch / "setuid")
            (self._scratch / "setuid").chmod(0o4755)
        self._victim = bystanders.sleeping(machine.user)
        self._start()

    # ---- one act

    def run(self, act: Act, kind: str, times: int = 1) -> Seen:
        """Have the harness run one act in a library of this kind, and look at what came of it the last time."""
        self._count += 1
        mark = f"rfl{os.getpid() & 0xFFFF:x}-{self._count}"
        canaries = Canaries(self._scratch / f"act{self._count}", self._machine.user, mark)
        library = self._scratch / "libraries" / f"lib{kind}-{self._count}.so"
        orders = self._orders(act, mark, canaries, library)
        self._write(library, with_orders(self._libraries[kind], orders))
        watched = [Bystander("the harness", self.pid), Bystander("a bystander", self._victim.pid)]
        try:
            for _ in range(times):
                answer = self._asked(kind, library, act.seconds)
            said = list(_said(answer["stdout"]))
            breaches = [text for word, text in said if word == "GOT"]
            breaches += sorted(set(_secrets_in(answer["text"])) - set(breaches))
            breaches += [_KILLED] * (_KILLED in answer["detail"])
            breaches += canaries.breaches()
            breaches += self._listeners.breaches(mark)
            breaches += [line for each in watched for line in each.breaches()]
            breaches += [f"left process {number}" for number in bystanders.left(mark)]
            breaches += self._fresh_files(canaries.fresh, [text for word, text in said if word == "HAD"])
            if f"{CANARY} {self._scratch}" in Path("/proc/self/mounts").read_text():
                breaches.append("left a mount")
            if not library.is_file() or library.read_bytes() != with_orders(self._libraries[kind], orders):
                breaches.append("changed its own library")
        finally:
            bystanders.end(mark)
            canaries.remove()
            library.unlink(missing_ok=True)
        after = self._after(kind)
        notes = tuple(text for word, text in said if word == "HAD")
        ended, detail = answer["ended"], answer["detail"]
        return Seen(ended, detail, tuple(breaches), notes, after, answer.get("seconds", 0.0))

    def _after(self, kind: str) -> str:
        """How the next run ends, of a library that does nothing. A harness that is gone is replaced."""
        self._revive_victim()
        quiet = self._scratch / "libraries" / f"quiet-{kind}.so"
        if not quiet.exists():
            self._write(quiet, with_orders(self._libraries[kind], {"act": "nothing"}))
        answer = self._asked(kind, quiet, 5.0)
        if self._gone:
            self._gone = False
            self._stop()
            for path in self._temporary.iterdir():  # which a harness that was killed cannot take away
                shutil.rmtree(path, ignore_errors=True)
            self._start()
        return "ok" if answer["ended"] == "ok" else f"{answer['ended']}: {answer['detail']}"

    def _orders(self, act: Act, mark: str, canaries: Canaries, library: Path) -> Mapping[str, str]:
        places = [*_WELL_KNOWN, str(self._home), str(self._temporary), str(canaries.folder / "open")]
        homes = list(dict.fromkeys(["/root", "/home", str(self._home)]))
        return {
            "act": act.name,
            "mark": mark,
            "pidns": os.readlink("/proc/self/ns/pid"),
            "netns": os.readlink("/proc/self/ns/net"),
            "harness": str(self.pid),
            "victims": str(self._victim.pid),
            "library": str(library),
            "seed": str(self.seed + self._count),
            "places": ":".join(places),
            "writable": str(self._temporary),
            "secrets": ":".join(map(str, self._secrets)),
            "homes": ":".join(homes),
            "homes-own": ":".join(map(_identity, homes)),
            "setuid": str(self._scratch / "setuid"),
            **self._listeners.orders,
            **canaries.orders,
        }

    def _fresh_files(self, fresh: str, said: list[str]) -> Iterator[str]:
        """Files of this act outside its own folders, which are taken away."""
        told = [text.removeprefix("made ") for text in said if text.startswith("made /")]
        folders = [*_WELL_KNOWN, str(self._home), str(self._temporary)]
        for path in dict.fromkeys([*told, *(f"{folder.rstrip('/')}/{fresh}" for folder in folders)]):
            if os.path.basename(path) == fresh and os.path.lexists(path):
                yield f"left {path}".replace(str(self._scratch), "SCRATCH").replace(fresh, "FILE")
                os.unlink(path)
        for path in self._temporary.rglob(f"{fresh}*"):
            yield "left a file in the folder for temporary files"
            path.unlink()

    # ---- the harness

    def _start(self) -> None:
        folders = (str(self._home), str(self._temporary), self._installed)
        variables = {**self._machine.variables(*folders), **self._own_secret}
        with (self._scratch / "errors").open("ab") as errors:
            self._process = subprocess.Popen(
                self._machine.command(str(Path(self._installed, HARNESS.name))),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=variables,
                cwd="/",
                start_new_session=True,
            )
        self._tell(new_secret("memory"))
        greeting = self._heard(time.monotonic() + _GREETING)
        if greeting is None:
            raise RuntimeError((self._scratch / "errors").read_text()[-1000:])
        self.pid: int = greeting["pid"]
        self.isolation: tuple[str, ...] = tuple(greeting["isolation"])

    def _asked(self, kind: str, library: Path, seconds: float) -> dict[str, Any]:
        cell = {"kind": kind, "library": str(library), "seconds": seconds}
        try:
            if not self._gone:  # what comes too late would be taken for the next answer
                self._tell(json.dumps(cell))
            answer = None if self._gone else self._heard(time.monotonic() + allowed(seconds + _SLACK))
        except OSError:
            answer = None
        self._gone = answer is None
        gone = {"ended": "harness gone", "detail": self._errors(), "stdout": "", "text": ""}
        return gone if answer is None else answer

    def _errors(self) -> str:
        return (self._scratch / "errors").read_bytes()[-200:].decode(errors="replace")

    def _tell(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()

    def _heard(self, deadline: float) -> dict[str, Any] | None:
        """The next line; None when it does not come, or the harness is stopped or gone."""
        assert self._process.stdout
        while time.monotonic() < deadline:
            if is_readable(self._process.stdout.fileno(), 0.2):
                line = self._process.stdout.readline()
                return json.loads(line) if line.strip() else None
            if bystanders.vitals(self._process.pid)["state"] != "alive":
                return None
        return None

    def _stop(self) -> None:
        with suppress(OSError):
            self._process.send_signal(signal.SIGCONT)
            assert self._process.stdin
            self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()

    def _revive_victim(self) -> None:
        if bystanders.vitals(self._victim.pid)["state"] != "alive":
            self._victim.kill()
            self._victim.wait()
            self._victim = bystanders.sleeping(self._machine.user)

    # ---- the surroundings

    def close(self) -> tuple[str, ...]:
        """End the harness and take everything away; the temporary files that the harness left."""
        self._stop()
        self._victim.kill()
        self._victim.wait()
        self._listeners.close()
        left = tuple(sorted(path.name for path in self._temporary.iterdir()))
        for path in self._secrets:
            path.unlink(missing_ok=True)
        for folder in (self._home, self._person):
            if CANARY in folder.name:
                shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(self._scratch, ignore_errors=True)
        return left

    def _plant_secrets(self) -> tuple[Path, list[Path]]:
        """The harness's home, and files with secrets in it and where others have theirs."""
        name = self._scratch.name
        homes = Path("/home") if os.geteuid() == 0 else self._scratch
        self._person = homes / f"{name}-person"
        self._person.mkdir(mode=0o755)
        home = Path("/root") if self._machine.user == 0 else self._own_folder(homes / f"{name}-harness")
        results = self._own_folder(self._scratch / "private-results")
        planted = [
            (home / f".{name}-private", 0o600, self._machine.user),
            (home / f".{name}-shared", 0o644, self._machine.user),
            (self._person / "shared", 0o644, os.geteuid()),
            (results / "private", 0o600, self._machine.user),
            (Path("/tmp") / f"{name}-private", 0o600, self._machine.user),
            (Path("/tmp") / f"{name}-shared", 0o644, self._machine.user),
        ]
        if os.geteuid() == 0:
            planted.append((Path("/root") / f".{name}-root", 0o600, 0))
        for path, mode, user in planted:
            path.write_text(f"{new_secret(path.parent.name + '-' + path.name.rpartition('-')[2])}\n")
            path.chmod(mode)
            os.chown(path, user, user)
        self._own_secret = {"REFLOADER_CANARY": new_secret("environ")}
        return home, [path for path, _, _ in planted]

    def _own_folder(self, path: Path) -> Path:
        path.mkdir(mode=0o755)
        os.chown(path, self._machine.user, self._machine.user)
        return path

    def _write(self, path: Path, content: bytes) -> None:
        path.write_bytes(content)
        path.chmod(0o755)
        os.chown(path, self._machine.user, self._machine.user)


def _identity(folder: str) -> str:
    """What tells the machine's folder from another one at the same path."""
    status = os.stat(folder)
    return f"{status.st_dev}-{status.st_ino}"


def _said(stdout: str) -> Iterator[tuple[str, str]]:
    """What the library says of its act: GOT, HAD or no, and the rest of the line."""
    for line in stdout.splitlines():
        if line.startswith("hostile "):
            word, _, text = line.removeprefix("hostile ").partition(" ")
            yield word, text


def _secrets_in(text: str) -> Iterator[str]:
    """The secrets in all that was heard, wherever they stand."""
    for part in text.split(SECRET)[1:]:
        yield SECRET + part[:40].partition("\\n")[0].partition("'")[0]
