"""Decides which command lines of a results file are shown as commands. The file may be a stranger's."""

import re

_PLAIN = "[A-Za-z0-9_@%+=:,./-]++"
_QUOTED = r"""'(?!-)[^']*+'(?:"'"'[^']*+')*"""
_SPELLED = r"""\$'[^'\\-](?:[^'\\]|\\.)*'"""
_WORD = rf"(?:{_PLAIN}|{_QUOTED}|{_SPELLED})"
"""A word as ``shell.line`` writes it: a shell runs nothing in it. An option is a plain word.

No group is possessive: Python 3.11.2 (Debian 12) goes on behind what such a group has matched before it fails.
"""

_REPLAY = re.compile(rf"refloader conform(?P<others>(?: {_WORD})*)")
_TRUSTS = re.compile(rf"(refloader conform --target {_WORD}) --unsafe(?= |\Z)")
"""How the replays of a run begin that was told to trust a root: its libraries run outside of the sandbox."""

_LOOSENS = re.compile(r" --(?:unsafe|show|out|update-expect|keep-scenarios)\b")
"""Options that no replay has: they loosen the sandbox, or write where a file says."""


def words(command: str) -> list[str]:
    """Return the words of a replay as they are written, quotes and all; of any other text, it as a whole."""
    found = re.findall(_WORD, command)
    return found if is_replay(command) and " ".join(found) == command else [command]


def shown(command: str) -> str:
    """Return what is shown of a replay: nothing of any other text, and never that a reader trusts a root.

    Without ``--unsafe``, the command says what it is for, if it is needed.
    """
    found = _TRUSTS.match(command)
    plain = f"{found[1]}{command[found.end() :]}" if found else command
    return plain if is_replay(plain) else ""


def is_replay(command: str) -> bool:
    """Return True if the text is one command line of ``conform`` that only judges, in the sandbox.

    A reader copies it into a shell, where another text could do anything.
    """
    found = _REPLAY.fullmatch(command) if command.isprintable() else None
    return found is not None and _LOOSENS.search(found["others"]) is None
