"""Which manifest of several with one layer's name a loader falls back to if a library cannot be loaded.

Loaders that have the last of a name run (a trait of their age) go on to another one. Loaders before and after them
leave the layer out, and so do all if the application asks for it by name.
"""

from collections import Counter

from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.whatif.aims import Tries
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.age import Trait
from refloader.model.layer import Layer


def used_instead(what_if: WhatIf, libraries: Libraries) -> dict[str, tuple[Layer, Layer]]:
    """Return for each layer whose library cannot be loaded and that has another one: both entries.

    The other one has to be active by its own conditions, as if the first manifest were not there. Of very
    many layers, only the first ones are tried.
    """
    plan, asked = what_if.plan, frozenset(what_if.request.layers)
    if what_if.build is None or not what_if.build.age.has(Trait.LAST_OF_A_NAME):
        return {}
    found: dict[str, tuple[Layer, Layer]] = {}
    entries, tries = Counter(outcome.layer.name for outcome in plan.layers), Tries(what_if)
    for layer in (outcome.layer for outcome in plan.layers if outcome.active):
        alone = entries[layer.name] == 1
        if alone or layer.name in asked or not layer.library_path or loads(libraries, layer):
            continue
        if not tries.next():
            break
        without = what_if.decide(Change(ChangeKind.REMOVE, layer.manifest, files=((layer.manifest, None),)))
        there = [o.layer for o in without.layers if o.active] if without is not None else []
        other = next((o for o in there if o.name == layer.name and o.kind is layer.kind), None)
        if other is not None and loads(libraries, other):
            found[layer.name] = (layer, other)
    return found


def loads(libraries: Libraries, layer: Layer) -> bool:
    """Whether the library of a layer can be loaded, as far as its file shows."""
    return bool(layer.library_path) and not libraries.obstacle(layer.library_path, layer.manifest)
