"""Commands to the runners of CI jobs that a job's output can hold. Writes nothing.

A runner that compares texts by the rules of a language overlooks characters that nobody sees, so these count as
nothing here.
"""

import re

_UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
"""Printable characters without a shape (Unicode, Default_Ignorable_Code_Point); all others are escaped in output."""

COMMAND = re.compile(
    rf"(#[{_UNSEEN}]*+)#(?=[{_UNSEEN}]*+(?:(?:vso|teamcity)[{_UNSEEN}]*+)?\[)", re.IGNORECASE
)
"""Two signs that begin a command anywhere in a line: GitHub's older kind, those of Azure Pipelines and TeamCity."""

_MARK = re.compile(r"\[(?=\[\w+\|)")
"""What begins a mark like ``[[ATTACHMENT|/path]]`` in JUnit XML: a plugin of Jenkins and the task of Azure Pipelines
that publishes tests copy the file from the machine into the results, and GitLab links to it.
"""

_AT_THE_BEGINNING = re.compile(rf"([{_UNSEEN}\s]*+:)([{_UNSEEN}]*+:)")


def broken_up(text: str) -> str:
    """Return the text with a space between the two signs of each command, so that it is none."""
    return COMMAND.sub(r"\1 #", text) if "#" in text else text


def without_marks(text: str) -> str:
    """Return the text with a space between the brackets of each mark, so that it names no file to be copied."""
    return _MARK.sub("[ ", text)


def not_at_the_beginning(line: str) -> str:
    """Return a line with a space in the ``::`` by which it begins, if it does: GitHub's runner takes it for text."""
    found = _AT_THE_BEGINNING.match(line)
    return f"{found[1]} {found[2]}{line[found.end() :]}" if found else line
