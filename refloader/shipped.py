"""The paths of the data that come with the package: expectations, schemas. Does not read or write them.

In a checkout of the sources, these are the files of the checkout, so that updates to them can be committed.
"""

import os

import refloader

_PACKAGE = os.path.dirname(os.path.abspath(refloader.__file__))


def shipped(name: str) -> str:
    """Return the installed path of a folder that a checkout has (``reports/expectations``, ``reports/schema``).

    The folder may be missing: an installation may come without it.
    """
    base = os.path.dirname(_PACKAGE) if in_checkout() else os.path.join(_PACKAGE, "data")
    return os.path.join(base, name)


def in_checkout() -> bool:
    """Return whether the package is used from a checkout, where its data may be edited."""
    return os.path.isfile(os.path.join(os.path.dirname(_PACKAGE), "pyproject.toml"))
