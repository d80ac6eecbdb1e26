"""Says where this installation's built libraries may lie. Never opens or builds one.

In an editable installation the libraries lie in site-packages and the sources elsewhere: both are looked through.
"""

import os
import sysconfig

import refloader.native


def folders(name: str) -> list[str]:
    """The places of this folder of ``refloader/native``, the sources' own first."""
    installed = os.path.join(sysconfig.get_path("platlib"), "refloader", "native")
    return [os.path.join(base, name) for base in (*refloader.native.__path__, installed)]
