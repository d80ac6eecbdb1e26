"""Predicts what loaders of an age do with extensions: list those of layers, and look for those that are enabled."""

from collections.abc import Callable, Mapping, Sequence

from refloader.core.aged.meta_layers import with_components
from refloader.core.chain.links import missing_extension
from refloader.core.extensions.instance_extensions import is_known, of_layers, of_loader, unheard_of
from refloader.model.age import Age
from refloader.model.edition import Edition
from refloader.model.layer import Extension, Layer, Shape
from refloader.model.plan import Plan, VkResult
from refloader.predict.devices import CrashError
from refloader.scenario.scenario import Application

_BEFORE = (VkResult.LAYER_NOT_PRESENT, VkResult.OUT_OF_HOST_MEMORY)


def look_for_extensions(
    plan: Plan,
    application: Application,
    of_drivers: Sequence[Sequence[Extension]],
    edition: Edition,
    age: Age,
) -> None:
    """Raise CrashError if the loader crashes on a requested extension that neither it nor a driver has.

    It looks in as many active layers as the application asks for, then reads behind the end of the application's
    list. An extension that it has never heard of ends the search.
    """
    if plan.result in _BEFORE:
        return
    own, unknown = of_loader(edition, age), unheard_of(edition, age)
    chain = [each for each in plan.chain if each.shape is not Shape.EMPTY_META]
    asked = chain[: len(application.layers)]
    for name in application.extensions:
        if name in unknown or not is_known(name):
            return
        if missing_extension((name,), own, asked, of_drivers) is None:
            continue
        if len(chain) > len(application.layers):
            raise CrashError(f"the loader looks for {name} in layers that the application does not ask for")
        return


def listed_of_age(
    plan: Plan, known: Mapping[str, Layer], age: Age
) -> Callable[[Layer, Mapping[str, Layer]], Sequence[Extension]]:
    """Return what lists the extensions of a layer: components count that a settings file or a filter hides."""
    found = [each.layer for each in plan.layers if not each.layer.rejected]
    every = [each for each in found if known.get(each.name, each) is each]
    if plan.ended:
        return lambda layer, _: of_layers([layer])
    return lambda layer, _: of_layers(with_components(layer, every, age))
