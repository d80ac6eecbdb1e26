"""Which manifest of several with one layer's name a loader falls back to if a library cannot be loaded.

Loaders that have the last of a name run (a trait of their age) go on to another one. Loaders before and after them
leave the layer out, and so do all if the application asks for it by name.
"""

from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.model.age import Age, Trait
from refloader.model.layer import Layer
from refloader.model.plan import Plan
from refloader.model.request import Request


def used_instead(
    plan: Plan, age: Age, request: Request, libraries: Libraries
) -> dict[str, tuple[Layer, Layer]]:
    """Return for each layer whose library cannot be loaded and that has another one: both entries."""
    if not age.has(Trait.LAST_OF_A_NAME):
        return {}
    found: dict[str, tuple[Layer, Layer]] = {}
    for outcome in plan.layers:
        layer = outcome.layer
        if (
            not outcome.active
            or not layer.library_path
            or layer.name in request.layers
            or loads(libraries, layer)
        ):
            continue
        others = (o.layer for o in plan.layers if o.layer.name == layer.name and o.layer is not layer)
        other = next(
            (o for o in others if not o.rejected and o.kind is layer.kind and loads(libraries, o)), None
        )
        if other is not None:
            found[layer.name] = (layer, other)
    return found


def loads(libraries: Libraries, layer: Layer) -> bool:
    """Whether the library of a layer can be loaded, as far as its file shows."""
    return bool(layer.library_path) and not libraries.obstacle(layer.library_path, layer.manifest)
