"""Says where the data lie that come with the package: scenarios, expectations. Never reads or writes them.

In a checkout of the sources they are the checkout's own, so that what is written to them can be committed.
"""

import os

import refloader

_PACKAGE = os.path.dirname(os.path.abspath(refloader.__file__))


def shipped(name: str) -> str:
    """The folder of that name in a checkout (``reports/expectations``, ``fixtures/scenarios``), as installed here.

    It need not be there: an installation may come without.
    """
    top = os.path.dirname(_PACKAGE)
    if os.path.isfile(os.path.join(top, "pyproject.toml")):
        return os.path.join(top, name)
    return os.path.join(_PACKAGE, "data", name)
