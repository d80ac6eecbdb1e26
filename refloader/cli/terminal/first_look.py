"""Tests the reference's model alone, which needs no native part, while these are built: a first verdict in seconds.

The verdict is of the newest edition and the first variant of each test. It changes neither the results nor the exit
code of the run that follows, which tests the same again, and the rest. Also says before the run which layers and
drivers have no library that can be run.
"""

from contextlib import suppress
from functools import partial
from itertools import chain

from refloader.cli.terminal.console import Loudness, watching
from refloader.cli.terminal.output import give_up, say
from refloader.cli.terminal.parts import needed
from refloader.host.temporary import TemporaryFolder
from refloader.model.edition import LATEST
from refloader.model.text import visible
from refloader.report.arrange import subjects
from refloader.report.formats.screen import subject_line
from refloader.results.results_file import ResultsError
from refloader.results.summaries import without_evidence_of_passes
from refloader.suite.conform import locked, run
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.run.targets import layers_of
from refloader.suite.subjects.driver import driver_from
from refloader.suite.subjects.request import CORES, REFERENCE, RunRequest


def needed_for(request: RunRequest, folder: str, level: Loudness) -> None:
    """Return if what the request needs is installed; install it from a checkout, and test the model meanwhile.

    The model is Python: requests for it alone need no native part. Exits with 3 if something cannot be installed, and
    before that if another run uses the folder of the results.
    """
    try:
        # Nobody else uses a new folder; any other error is reported when the folder is used.
        with suppress(OSError, ValueError), locked(folder):
            pass
    except HarnessError as error:
        give_up(str(error))
    native = bool(request.layers or request.drivers or set(request.loaders) - CORES.keys())
    meanwhile = partial(_test_model, level) if REFERENCE in request.loaders and request.complete else None
    needed("conform", native=native, level=level, meanwhile=meanwhile)


def say_not_run(request: RunRequest, level: Loudness) -> None:
    """Say of each layer and driver whose library cannot be run that only its files are judged, and why."""
    if level is Loudness.QUIET:
        return
    of_layers = ((path, layer.problem) for path in request.layers for layer in layers_of(path))
    of_drivers = ((path, driver_from(path).problem) for path in request.drivers)
    for path, problem in dict.fromkeys(chain(of_layers, of_drivers)):
        if problem:
            say(f"refloader: {visible(path)} is read and not run: {visible(problem)}", err=True)


def _test_model(level: Loudness) -> None:
    """Test the model and print its line. A failure of the harness is left to the run that follows.

    Raises KeyboardInterrupt if the user stops it.
    """
    name = next(name for name, edition in CORES.items() if edition is LATEST)
    try:
        with TemporaryFolder() as folder, watching("cases of the model", level) as watch:
            outcome = run(
                RunRequest(loaders=(name,), profile="quick"),
                folder,
                workers=0,  # each worker collects all cases, and compilers have the other cores
                whole=True,  # a part of the cases is no verdict: a signal ends the installation
                tell=watch.tell,
                decode=without_evidence_of_passes,
            )
    except (HarnessError, ResultsError, OSError):
        return
    if level is not Loudness.QUIET:
        for each in subjects(outcome):
            line = " ".join("".join(text for text, _ in subject_line(each)).split())
            say(f"refloader: first verdict (the model, quick profile): {line}", err=True)
        say("refloader: all cases run once the native parts are built", err=True)
