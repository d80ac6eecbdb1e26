"""What makes a passed case show nothing: the loader does nowhere what this case, by its layers, says is not done.

That a layer is kept out of a chain is no obedience of a loader that loads none, and that an instance is refused is
none of one that makes no instance. So a passed case is not judged where a machine that has nothing else shows the
same. A loader that does what it should there is never asked more than once, and loses nothing by it.
"""

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from types import MappingProxyType

from refloader.model.place import Use
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import OVERRIDE_LAYER, Scenario, World

Run = Callable[[Scenario], Observation]
Control = Callable[[World], tuple[str, ...]]
"""Adds to a machine with a driver what an application or a loader brings in, and says what the chain then is."""

_A, _B = "VK_LAYER_TEST_control_a", "VK_LAYER_TEST_control_b"


def unearned(
    run: Run,
    homes: Mapping[Use, str],
    known: MutableMapping[str, bool],
    seen: Observation | None,
    shown: Scenario | None,
) -> str:
    """Return why the last run shows nothing by what did not happen in it; empty if it may show something.

    ``known`` remembers what the loader lacks altogether.
    """
    if seen is None or shown is None or not shown.situation.system.has_manifests:
        return ""
    for kind in _involved(seen, shown):
        if kind not in known:
            known[kind] = _is_lacking(kind, run, homes, shown)
        if known[kind]:
            return _WHY[kind]
    return ""


def _involved(seen: Observation, shown: Scenario) -> Iterator[str]:
    """Yield what the case would need a loader to do if nothing kept it from doing so."""
    codes = [seen.result, *(seen.answers.get(str(step[1])) for step in shown.actions if step[0] == "create")]
    attempted = [code for code in codes if isinstance(code, int)]
    if not attempted:
        return
    if 0 not in attempted:
        yield "instance"
    texts = b"\n".join(data for path, data in shown.files.items() if path.endswith(".json"))
    if any("/implicit_layer.d/" in path for path in shown.paths):
        yield "implicit"
    if shown.application.layers or any(step[-1].get("layers") for step in shown.actions if len(step) == 3):
        yield "explicit"
    if OVERRIDE_LAYER.encode() in texts:
        yield "override"
    elif b'"component_layers"' in texts:
        yield "meta"


def _is_lacking(kind: str, run: Run, homes: Mapping[Use, str], shown: Scenario) -> bool:
    """Return whether the loader does not do this where there is nothing else, though a run there ends by itself."""
    world = World(homes)
    world.on(shown.situation.system, bits=shown.situation.bits)
    world.driver()
    wanted = _CONTROLS[kind](world)
    seen = run(world.scenario())
    if seen.ended != "ok" or seen.result is None:
        return False
    return seen.result != 0 if kind == "instance" else {*wanted}.isdisjoint(seen.chain)


def _nothing(_: World) -> tuple[str, ...]:
    return ()


def _implicit(world: World) -> tuple[str, ...]:
    world.implicit_layer(_A)
    return (_A,)


def _explicit(world: World) -> tuple[str, ...]:
    world.explicit_layer(_A)
    world.application(layers=[_A])
    return (_A,)


def _meta(world: World) -> tuple[str, ...]:
    world.explicit_layer(_A)
    world.meta_layer(_B, components=[_A])
    world.application(layers=[_B])
    return (_A,)


def _override(world: World) -> tuple[str, ...]:
    world.explicit_layer(_A)
    world.override_layer(components=[_A])
    return (_A,)


_CONTROLS: Mapping[str, Control] = MappingProxyType(
    {"instance": _nothing, "implicit": _implicit, "explicit": _explicit, "meta": _meta, "override": _override}
)
_WHY: Mapping[str, str] = MappingProxyType(
    {
        "instance": "the loader makes no instance where there is a driver and nothing else, "
        "so that it makes none here shows nothing",
        "implicit": "the loader loads no implicit layer where nothing keeps it out, "
        "so that one is not loaded here shows nothing",
        "explicit": "the loader loads no requested layer where nothing keeps it out, "
        "so that one is not loaded here shows nothing",
        "meta": "the loader loads no component of a requested meta-layer where nothing keeps it out, "
        "so that one is not loaded here shows nothing",
        "override": "the loader loads no component of the override layer where nothing keeps it out, "
        "so that one is not loaded here shows nothing",
    }
)
