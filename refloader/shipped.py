"""Says where the data lie that come with the package: scenarios, expectations. Never reads or writes them.

In a checkout of the sources they are the checkout's own, so that what is written to them can be committed.
"""

import os

import refloader

_PACKAGE = os.path.dirname(os.path.abspath(refloader.__file__))


def shipped(name: str) -> str:
    """The folder of that name in a checkout (``reports/expectations``, ``reports/schema``), as installed here.

    It need not be there: an installation may come without.
    """
    base = os.path.dirname(_PACKAGE) if in_checkout() else os.path.join(_PACKAGE, "data")
    return os.path.join(base, name)


def in_checkout() -> bool:
    """Whether the package is used from a checkout, where its data are meant to be edited."""
    return os.path.isfile(os.path.join(os.path.dirname(_PACKAGE), "pyproject.toml"))
