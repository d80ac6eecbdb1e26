"""Commands to the runners of CI jobs that count anywhere in a line of a job's output. Writes nothing."""

import re

COMMAND = re.compile(r"##(?=(?:vso|teamcity)?\[)", re.IGNORECASE)
"""The beginning of a command: of the older kind of GitHub's runner, and of those of Azure Pipelines and TeamCity."""


def broken_up(text: str) -> str:
    """Return the text with a space in the beginning of each command, so that it is none."""
    return COMMAND.sub("# #", text) if "##" in text else text
