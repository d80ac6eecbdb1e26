"""The call chain of a run, from the application down, as evidence records it. Pure; gives no verdict."""

from collections.abc import Iterator

from refloader.model.text import visible
from refloader.suite.sessions.session import ABOVE, BELOW, Circumstances, Driver
from refloader.suite.subjects.driver import DriverSubject

Link = dict[str, object]
"""``who`` is application, trampoline, observer, layer, terminator or driver, as in a trace. All texts are
printable.
"""


def chain(run: Circumstances) -> list[Link]:
    """Return the links that an application's call goes through; drivers stand side by side below the terminator."""
    between: list[Link] = [{"who": "observer"}] if run.observed else []
    layers = [part for layer in _layers(run) for part in (layer, *between)]
    return [
        _link("application", name="the scripted application", why=f"it does {', '.join(run.acts)}"),
        _link("trampoline", name=run.loader or "the reference's library"),
        *between,
        *layers,
        _link("terminator", name=run.loader or "the reference's library"),
        *(_driver(each) for each in (run.driver, *run.beside)),
    ]


def _layers(run: Circumstances) -> Iterator[Link]:
    neighbour = {"kind": "mock layer", "why": "a neighbour that the run gives it"}
    if run.neighbours:
        yield _link("layer", name=ABOVE, **neighbour)
    for layer in run.layers:
        about = {"manifest": layer.manifest, "library": layer.library}
        yield _link("layer", name=layer.name, why="the application asks for it", **about)
    if run.neighbours:
        yield _link("layer", name=BELOW, **neighbour)


def _driver(driver: Driver) -> Link:
    if isinstance(driver, DriverSubject):
        return _link("driver", name=driver.name, manifest=driver.manifest, library=driver.library)
    return _link("driver", name="mock driver" if driver == "mock" else driver)


def _link(who: str, **about: str) -> Link:
    return {"who": who, **{name: visible(text) for name, text in about.items() if text}}
