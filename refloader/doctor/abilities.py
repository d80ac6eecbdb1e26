"""What ``conform`` can judge on the machine that refloader runs on, and what is missing for the rest."""

import shutil
import sys
from collections.abc import Iterator

from refloader.doctor.values import Ability
from refloader.host import shell
from refloader.host.port import Host
from refloader.inspect.packages import Part, install
from refloader.native.dropin import dropin_library
from refloader.native.installed import checkout, has_built_parts, install_command
from refloader.native.mocks import mock_library
from refloader.native.structures import LoaderError
from refloader.sandbox import world
from refloader.sandbox.layouts import Way
from refloader.suite.sessions import bench

_COMPILERS = ("cc", "gcc", "clang")


def abilities(host: Host, *, ran: bool) -> Iterator[Ability]:
    """Yield what the suite needs; without ``ran`` the namespaces are not tried."""
    compiler = any(map(shutil.which, _COMPILERS))
    yield Ability("compiler", compiler, "new layers cannot be built", install(host, Part.COMPILER))
    mocks = mock_library("mock_layer") is not None
    built = has_built_parts()
    why = "refloader was installed without its native parts"
    if built:
        why = "install a C compiler, then install refloader again"
    elif checkout():
        where = "" if sys.prefix != sys.base_prefix else " in a virtual environment"
        why = f"the native parts are missing: run conform{where}, which installs them, or"
    mend = ("" if compiler else install(host, Part.COMPILER)) if built else shell.line(install_command())
    yield Ability("mocks", mocks, f"nothing can be judged; {why}", mend)
    yield Ability("library", _has_dropin(), "layers and drivers are not run in a chain")
    if ran:
        yield _namespaces()
    display = shutil.which("Xvfb") is not None
    yield Ability("display", display, "no layer that draws is judged", install(host, Part.DISPLAY))
    device = bench.lavapipe() is not None
    yield Ability("device", device, "layers run on mock devices alone", install(host, Part.DRIVERS))


def _has_dropin() -> bool:
    """Return whether the reference's library was built."""
    try:
        dropin_library()
    except LoaderError:
        return False
    return True


def _namespaces() -> Ability:
    known = world.capabilities()
    refused = "; ".join(f"{way.value} refused: {reason}" for way, reason in known.refused.items())
    what = f"scenarios with files in system folders are skipped ({refused})" if refused else ""
    if nothing := known.refused.get(Way.VARIABLES, ""):
        what = f"nothing can be run: {nothing}"
    return Ability("namespaces", known.way is not Way.VARIABLES, what)
