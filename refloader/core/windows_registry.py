"""Decides which manifests the keys and values of a registry name, and what is wrong with the others."""

from refloader.model.environment import Environment
from refloader.model.place import Form, Place
from refloader.model.reason import Reason
from refloader.rules import decides


@decides("DISC-WINDOWS-03")
def named_files(environment: Environment, place: Place) -> tuple[tuple[str, ...], tuple[Reason, ...]]:
    """The paths that a KEY or VALUE place names, in order, and what there is to say about its values."""
    registry = environment.platform.registry
    key = registry.key(place.path) if registry and place.form is Form.KEY else None
    return tuple(value.name for value in (key.values if key else ()) if value.data == 0), ()
