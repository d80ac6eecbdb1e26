"""Runs the scripted application and the prober on layers, in children of their own. Never judges."""

from collections.abc import Sequence

from refloader.harness.layers.session import Circumstances, Session

_NOT_YET = "running layers needs programs that this installation was made without"


def run(circumstances: Circumstances, timeout: float = 20.0) -> Session:
    """One run of the application in these circumstances; ``timeout`` is in seconds."""
    return Session("not covered", f"{_NOT_YET}: {', '.join(circumstances.acts)}")


def probe(library: str, act: str, arguments: Sequence[str] = (), timeout: float = 10.0) -> Session:
    """One act of the prober on a library; ``timeout`` is in seconds."""
    return Session("not covered", f"{_NOT_YET}: {act} on {library}")
