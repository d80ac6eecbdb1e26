"""Decides which command lines of a results file are shown as commands. The file may be a stranger's."""

import re

_PLAIN = "[A-Za-z0-9_@%+=:,./-]++"
_QUOTED = r"""'(?!-)[^']*+'(?:"'"'[^']*+')*"""
_SPELLED = r"""\$'[^'\\-](?:[^'\\]|\\.)*'"""
_WORD = rf"(?:{_PLAIN}|{_QUOTED}|{_SPELLED})"
"""A word as ``shell.line`` writes it: a shell runs nothing in it. An option is a plain word.

No group is possessive: Python 3.11.2 (Debian 12) goes on behind what such a group has matched before it fails.
"""

_REPLAY = re.compile(rf"refloader conform(?: --target {_WORD} --unsafe)?(?P<others>(?: {_WORD})*)")
"""A run inside a root needs ``--unsafe``, and its replays name the root."""

_LOOSENS = re.compile(r" --(?:unsafe|show|out|update-expect|keep-scenarios)\b")
"""Options that no replay has: they loosen the sandbox, or write where a file says."""


def words(command: str) -> list[str]:
    """Return the words of a replay as they are written, quotes and all; of any other text, it as a whole."""
    found = re.findall(_WORD, command)
    return found if is_replay(command) and " ".join(found) == command else [command]


def is_replay(command: str) -> bool:
    """Return True if the text is one command line of ``conform`` that only judges, in the sandbox.

    A reader copies it into a shell, where another text could do anything.
    """
    found = _REPLAY.fullmatch(command) if command.isprintable() else None
    return found is not None and _LOOSENS.search(found["others"]) is None
