"""Says where this installation's built libraries may lie. Never opens or builds one.

In an editable installation the libraries lie in site-packages and the sources elsewhere: both are looked through.
"""

import os
import sysconfig
from functools import cache

import refloader.native


@cache
def folders(name: str) -> tuple[str, ...]:
    """The places of this folder of ``refloader/native``, the sources' own first."""
    installed = os.path.join(sysconfig.get_path("platlib"), "refloader", "native")
    return tuple(os.path.join(base, name) for base in (*refloader.native.__path__, installed))
