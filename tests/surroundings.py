"""Makes the suite run the same wherever it is started: in the background, with a cache, with a full /tmp."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# The interpreter ignores these itself, and lets its children have them as they are by default.
_PYTHONS_OWN = {signal.SIGPIPE, signal.SIGXFSZ}
_NEVER = {signal.SIGKILL, signal.SIGSTOP}
_DASK = ("DASK_CONFIG", "DASK_TEMPORARY_DIRECTORY")
"""Where dask.distributed writes its configuration when it is imported, and what its workers need."""
_BROWSERS = "PLAYWRIGHT_BROWSERS_PATH"


def hear_signals() -> None:
    """Let children take signals as they do by default, though this process was started with some ignored or blocked.

    nohup, many CI runners and shells that start something in the background ignore SIGHUP, SIGINT and others, and
    children inherit that. This process goes on as if it ignored them: with a handler that does nothing, which is
    not inherited by another program.
    """
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    for number in signal.valid_signals() - _NEVER:
        ignored = signal.getsignal(number) is signal.SIG_IGN and number not in _PYTHONS_OWN
        if ignored and number == signal.SIGCHLD:
            signal.signal(
                number, signal.SIG_DFL
            )  # by default it does nothing, and children can be waited for
        elif ignored or (number in blocked and signal.getsignal(number) is signal.SIG_DFL):
            signal.signal(number, _do_nothing)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, blocked)


def _do_nothing(_number: int, _frame: object) -> None:
    """Stand where the signal was ignored."""


@contextmanager
def own_temporary_folder() -> Iterator[Path]:
    """A folder that is TMPDIR, and that has the user's caches, for this process and its children; removed at the end.

    Other users may enter it, as they may enter /tmp: loaders are run as one of them.
    """
    before = {name: os.environ.get(name) for name in ("TMPDIR", "XDG_CACHE_HOME", "HOME", *_DASK, _BROWSERS)}
    browsers = os.path.join(_cache(), "ms-playwright")
    folder = Path(tempfile.mkdtemp(prefix="refloader-tests-"))
    folder.chmod(0o755)
    for name in ("temporary", "cache"):
        (folder / name).mkdir()
        (folder / name).chmod(0o755)
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder / "temporary")
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    os.environ.update(dict.fromkeys(_DASK, str(folder / "cache" / "dask")))
    if not os.path.isabs(
        os.path.expanduser("~")
    ):  # a user without a home: programs of others end without one
        (folder / "home").mkdir()
        os.environ["HOME"] = str(folder / "home")
    if os.path.isdir(browsers):
        os.environ.setdefault(_BROWSERS, browsers)
    try:
        yield folder / "temporary"
    finally:
        tempfile.tempdir = None
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
        shutil.rmtree(folder, ignore_errors=True)


def _cache() -> str:
    return os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
