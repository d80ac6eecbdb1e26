"""The public interface for using refloader in other projects' tests: scenarios, loaders, observations, lint, conform.

The pytest plugin (``refloader.testing.plugin``) offers all of it as fixtures; docs/pytest.md has examples. The names
in ``__all__`` are the stable interface. Each name is imported on first use, because pytest loads the plugin in every
project that shares an environment with refloader.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from refloader.inspect.lint.manifests import Finding
    from refloader.results.results_file import Result, Run, Verdict
    from refloader.scenario.observation import Observation, SeenDevice, SeenExtension, SeenLayer
    from refloader.scenario.scenario import Scenario, ScenarioError
    from refloader.suite.loaders.subjects import Subject
    from refloader.testing.calls import Conform, Lint, Observe
    from refloader.testing.conformance import Conformance, ConformError, conform
    from refloader.testing.linting import Linted, lint
    from refloader.testing.loaders import SubjectError, subject
    from refloader.testing.program import ProgramRun
    from refloader.testing.scenario_runs import NotCoveredError, NotRunError, observe
    from refloader.testing.world import World

_HOMES = {
    "refloader.scenario.observation": ("Observation", "SeenDevice", "SeenExtension", "SeenLayer"),
    "refloader.results.results_file": ("Result", "Run", "Verdict"),
    "refloader.scenario.scenario": ("Scenario", "ScenarioError"),
    "refloader.suite.loaders.subjects": ("Subject",),
    "refloader.inspect.lint.manifests": ("Finding",),
    "refloader.testing.calls": ("Conform", "Lint", "Observe"),
    "refloader.testing.conformance": ("Conformance", "ConformError", "conform"),
    "refloader.testing.linting": ("Linted", "lint"),
    "refloader.testing.loaders": ("SubjectError", "subject"),
    "refloader.testing.scenario_runs": ("NotRunError", "NotCoveredError", "observe"),
    "refloader.testing.program": ("ProgramRun",),
    "refloader.testing.world": ("World",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Conform",
    "ConformError",
    "Conformance",
    "Finding",
    "Lint",
    "Linted",
    "NotCoveredError",
    "NotRunError",
    "Observation",
    "Observe",
    "ProgramRun",
    "Result",
    "Run",
    "Scenario",
    "ScenarioError",
    "SeenDevice",
    "SeenExtension",
    "SeenLayer",
    "Subject",
    "SubjectError",
    "Verdict",
    "World",
    "conform",
    "lint",
    "observe",
    "subject",
]


def __getattr__(name: str) -> object:
    """Import a name of the interface on first use."""
    if name not in _HOME:
        raise AttributeError(f"module 'refloader.testing' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    """List the interface, for completion in an editor or a console."""
    return [*__all__]
