"""The types of the callable fixtures, for annotations in tests. Contains no code."""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from refloader.scenario.observation import Observation
    from refloader.scenario.scenario import Scenario, World
    from refloader.testing.conformance import Conformance
    from refloader.testing.linting import Linted

AnyPath: TypeAlias = str | os.PathLike[str]
"""A path on this machine."""

Paths: TypeAlias = AnyPath | Iterable[AnyPath]
"""One path, or several."""


class Observe(Protocol):
    """The type of the fixture ``refloader_observe``."""

    def __call__(self, world: "World | Scenario", *, survives: bool = True) -> "Observation":
        """Run the scenario on the test's loader and return the observation; see ``refloader.testing.observe``."""
        ...


class Lint(Protocol):
    """The type of the fixture ``refloader_lint``."""

    def __call__(
        self,
        *paths: AnyPath,
        root: AnyPath | None = None,
        editions: Iterable[str] = (),
        strict: bool = False,
        libraries: bool = True,
    ) -> "Linted":
        """Check manifests and fail the test if one has an error; see ``refloader.testing.lint``."""
        ...


class Conform(Protocol):
    """The type of the fixture ``refloader_conform``."""

    def __call__(
        self,
        *,
        loader: Paths = (),
        layer: Paths = (),
        driver: Paths = (),
        rules: str | Sequence[str] = (),
        edition: str = "",
        profile: Literal["quick", "full"] = "full",
        expect: Paths = (),
        workers: int | None = None,
        out: AnyPath = ...,
    ) -> "Conformance":
        """Run the suite on these subjects; see ``refloader.testing.conform``."""
        ...
