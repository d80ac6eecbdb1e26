"""Verifies a signed claim: its signature, then its bundle and the files that somebody has, if they are there.

A problem is a fault of what was given; a limit is something that could not be verified, or was not asked for. What
the signature proves and what it does not is said in one sentence. Runs and loads nothing.
"""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from refloader.claims import statement, verifying
from refloader.claims.container import NotABundleError
from refloader.claims.document import Claim
from refloader.claims.runs import UnfitError
from refloader.claims.signing import SUFFIX, PublicKey, UnprovenError
from refloader.claims.statement import Statement, StatementError
from refloader.model.text import number_of, visible
from refloader.sandbox.loader import identify_file

_DIGEST = re.compile(r"sha256:([0-9a-fA-F]{64})", re.ASCII)
_MOST_FILES = 1_000_000
"""The maximum number of files of a folder whose names are compared."""

_MANY = 3
"""The maximum number of libraries that the sentence names individually."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The outcome of verifying a signed claim. ``signed`` is None if the key did not sign a statement of refloader.

    ``bundle`` is true if the claim bundle was there and gives the statement; ``compared`` are the files that are
    libraries of the statement.
    """

    key: str
    problems: tuple[str, ...]
    limits: tuple[str, ...] = ()
    signed: Statement | None = None
    bundle: bool = False
    compared: tuple[str, ...] = ()

    @property
    def conclusion(self) -> str:
        """One sentence: what was proved, and what was not."""
        if self.signed is None:
            return f"nothing is proved: there is no statement here that the key {self.key} signed"
        part = " of a part of the suite" if self.signed.partial else ""
        result = f"{self.signed.predicate.result}{part} for {_named(self.signed)}"
        result = f"the key {self.key} signed the result {result}"
        if self.problems:
            return f"{result}, and that is no proof of what was given here: see what is wrong"
        proved = [result]
        proved += ["the claim bundle gives that result"] if self.bundle else []
        proved += [f"{len(self.compared)} of what was given here has such a digest"] if self.compared else []
        unproved = "who holds that key, when it signed, and that the run happened as its results say"
        return f"proved: {'; '.join(proved)}; not proved: {unproved}"


def _named(signed: Statement) -> str:
    names = [f"{each.name} (sha256 {each.digest['sha256']})" for each in signed.subject]
    return " and ".join(names) if len(names) <= _MANY else number_of(len(names), "library", "libraries")


def places(path: str) -> tuple[str, str]:
    """Return the paths of the signature and of the claim bundle, of which ``path`` is one."""
    if path.endswith(SUFFIX):
        return path, path.removesuffix(SUFFIX)
    beside = path + SUFFIX
    return (beside, path) if os.path.lexists(beside) or path.endswith(".zip") else (path, "")


def verify(data: bytes, key: PublicKey, bundle: str, files: Sequence[str]) -> Proof:
    """Verify a signature's file, the claim bundle at a path, and files, folders or ``sha256:`` digests.

    Without a bundle, or without files, the proof says so among its limits.
    """
    try:
        signed = statement.decoded(key.opened(data))
    except (UnprovenError, StatementError) as error:
        return Proof(key.digest, (visible(str(error)),))
    checking = _Checking(signed)
    checking.check_bundle(bundle)
    checking.check_files(files)
    found = (tuple(map(visible, dict.fromkeys(each))) for each in (checking.problems, checking.limits))
    problems, limits = found
    return Proof(key.digest, problems, limits, signed, checking.bundle, tuple(checking.compared))


class _Checking:
    """The state of comparing a statement with what is here."""

    def __init__(self, signed: Statement) -> None:
        self.problems: list[str] = []
        self.limits: list[str] = []
        self.compared: list[str] = []
        self.bundle = False
        self._signed = signed
        self._known: dict[tuple[int, int], str] = {}
        self._digests = {each.digest["sha256"] for each in signed.subject}
        self._named: dict[str, list[str]] = {}
        for each in signed.subject:
            self._named.setdefault(each.name, []).append(each.digest["sha256"])

    def check_bundle(self, path: str) -> None:
        """Check that the bundle holds, is the one that was signed, and gives every word of the statement."""
        if not (path and os.path.lexists(path)):
            where = f"{path} is not here" if path else "its name is not known"
            self.limits.append(f"the claim bundle: {where}, so its results were not compared")
            return
        try:
            found = verifying.verify(verifying.read(path))
        except NotABundleError as error:
            self.problems.append(f"{path}: {error}")
            return
        before = len(self.problems)
        self.problems += (f"{path}: {each}" for each in found.problems)
        self.limits += found.limits
        if found.sha256 != self._signed.bundle:
            digests = f"its sha256 is {found.sha256}, and {self._signed.bundle} was signed"
            self.problems.append(f"{path}: it is another bundle than the one that was signed: {digests}")
        elif found.claim and not found.problems:
            self.problems += self._differences(found.claim)
        self.bundle = len(self.problems) == before

    def _differences(self, claim: Claim) -> Iterator[str]:
        try:
            derived = statement.stated(claim, self._signed.bundle)
        except UnfitError as error:
            yield f"the statement: {error}"
            return
        signed, found = statement.plain(self._signed), statement.plain(derived)
        yield from (f"the statement: {each}" for each in verifying.differences(signed, found))

    def check_files(self, given: Sequence[str]) -> None:
        """Check that each file or digest is a library of the statement; in a folder, those with the name of one."""
        if not given:
            self.limits.append("no library was given, so none was compared with the statement")
        for each in given:
            if digest := _DIGEST.fullmatch(each):
                self._check(each, digest[1].lower())
            elif os.path.isdir(each):
                self._check_folder(each)
            else:
                self._check(each, _digest(each))

    def _check(self, path: str, digest: str) -> None:
        if not digest:
            self.problems.append(f"{path}: it is no regular file, or cannot be read")
        elif digest in self._digests:
            self.compared.append(path)
        else:
            self.problems.append(f"{path}: nothing was signed for it: {self._expected(path, digest)}")

    def _expected(self, path: str, digest: str) -> str:
        same = self._named.get(os.path.basename(path), [])
        right = f", and {' or '.join(same[:_MANY])} was signed for that name" if same else ""
        return f"its sha256 is {digest}{right}"

    def _digest_once(self, path: str) -> str:
        """The same as ``_digest``; of a file that many links lead to it is taken once."""
        try:
            status = os.stat(path)
        except OSError:
            return ""
        file = status.st_dev, status.st_ino
        if file not in self._known:
            self._known[file] = _digest(path)
        return self._known[file]

    def _check_folder(self, folder: str) -> None:
        """Find the libraries below a folder. Others of the same name, as of another word size, are limits."""
        found: dict[str, list[tuple[str, str]]] = {name: [] for name in self._named}
        for number, path in enumerate(_files(folder)):
            if number == _MOST_FILES:
                self.problems.append(f"{folder}: it has more than {_MOST_FILES:,} files")
                break
            if (name := os.path.basename(path)) in found:
                found[name].append((path, self._digest_once(path)))
        if not any(found.values()):
            self.problems.append(f"{folder}: no file in it has the name of a library that was signed for")
        for name, those in found.items():
            right = [path for path, digest in those if digest in self._digests]
            self.compared += right
            for path, digest in those:
                if not right:
                    self._check(path, digest)
                elif digest not in self._digests:
                    self.limits.append(
                        f"{path}: it is another file of that name, and nothing was signed for it"
                    )
            if not those:
                self.limits.append(f"{name}: {folder} has no file of that name")


def _digest(path: str) -> str:
    """Return the SHA-256 of a regular file, or an empty string. Opening a pipe or a device would have effects."""
    return identify_file(path) if os.path.isfile(path) else ""


def _files(folder: str) -> Iterator[str]:
    for base, folders, names in os.walk(folder):
        folders.sort()
        yield from (os.path.join(base, name) for name in sorted(names))
