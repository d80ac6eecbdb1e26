"""The online address of a rule's page, if the environment names the documentation's base. Opens no address."""

import os
import re

VARIABLE = "REFLOADER_DOCS_URL"
"""The variable with the base of the documentation, where ``index.html`` is (``https://example.org/refloader/``)."""

_ADDRESS = re.compile(r"(https?|file)://[^\s<>\"'\\\x00-\x1f\x7f]+")


class DocsUrlError(ValueError):
    """The value of the variable is not the address of a site; the message says what it must be."""


def docs_url() -> str:
    """Return the base of the documentation without a final slash, or an empty string. Raises DocsUrlError."""
    base = os.environ.get(VARIABLE, "")
    if base and not _ADDRESS.fullmatch(base):
        raise DocsUrlError(f"{VARIABLE} is no http, https or file address")
    return base.rstrip("/")


def rule_url(rule_id: str) -> str:
    """Return the address of a rule's page; empty without a documentation base. Raises DocsUrlError."""
    base = docs_url()
    return f"{base}/rules/{rule_id}.html" if base else ""
