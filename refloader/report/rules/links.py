"""Where the page of a rule is online, if somebody has put the documentation there. Opens no address."""

import os
import re

VARIABLE = "REFLOADER_DOCS_URL"
"""Names the base of the documentation (``https://example.org/refloader/``), the folder of its ``index.html``."""

_ADDRESS = re.compile(r"(https?|file)://[^\s<>\"'\\\x00-\x1f\x7f]+")


class DocsUrlError(ValueError):
    """The variable holds something that is no address of a site; the message says what."""


def docs_url() -> str:
    """The base of the documentation without its last slash, empty where none is named. Raises DocsUrlError."""
    base = os.environ.get(VARIABLE, "")
    if base and not _ADDRESS.fullmatch(base):
        raise DocsUrlError(f"{VARIABLE} is no http, https or file address")
    return base.rstrip("/")


def rule_url(rule_id: str) -> str:
    """The address of a rule's page; empty where no base of the documentation is named. Raises DocsUrlError."""
    base = docs_url()
    return f"{base}/rules/{rule_id}.html" if base else ""
