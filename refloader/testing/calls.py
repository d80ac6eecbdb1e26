"""The types of the fixtures that are called, for annotations in tests. Holds no code."""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from refloader.scenario.observation import Observation
    from refloader.scenario.scenario import Scenario, World
    from refloader.testing.conformance import Conformance
    from refloader.testing.linting import Linted

AnyPath: TypeAlias = str | os.PathLike[str]
"""A path of the machine."""

Paths: TypeAlias = AnyPath | Iterable[AnyPath]
"""One path, or several."""


class Observe(Protocol):
    """What ``refloader_observe`` is."""

    def __call__(self, world: "World | Scenario", *, survives: bool = True) -> "Observation":
        """Show the world to the loader of the test and give what was seen; see ``refloader.testing.observe``."""
        ...


class Lint(Protocol):
    """What ``refloader_lint`` is."""

    def __call__(
        self,
        *paths: AnyPath,
        root: AnyPath | None = None,
        editions: Iterable[str] = (),
        strict: bool = False,
        libraries: bool = True,
    ) -> "Linted":
        """Judge manifests and fail the test where one has an error; see ``refloader.testing.lint``."""
        ...


class Conform(Protocol):
    """What ``refloader_conform`` is."""

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
