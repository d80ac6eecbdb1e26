"""Prints where an interpreter's static libpython and headers are. CMake runs it with each interpreter it considers.

The output is a CMake list: version, include folders joined by ``|``, archives joined by ``|``. Runs on any Python 3
without this package.
"""

import os
import sys
import sysconfig


def archives(version: str) -> list[str]:
    """Return the static libraries that exist, those built for shared objects (``-pic``) first."""
    folders = [sysconfig.get_config_var(name) or "" for name in ("LIBPL", "LIBDIR")]
    names = ["libpython{}-pic.a".format(version), "libpython{}.a".format(version)]  # noqa: UP032
    return [
        path
        for name in names
        for path in (os.path.join(folder, name) for folder in folders)
        if os.path.isfile(path)
    ]


def includes() -> list[str]:
    """Return those of the interpreter's header folders that contain pyconfig.h."""
    found = [sysconfig.get_config_var("INCLUDEPY") or "", os.path.dirname(sysconfig.get_config_h_filename())]
    return [folder for folder in dict.fromkeys(found) if os.path.isfile(os.path.join(folder, "pyconfig.h"))]


if __name__ == "__main__":
    number = "{}.{}".format(*sys.version_info[:2])
    print(";".join([number, "|".join(includes()), "|".join(archives(number))]))
