"""The id filters: they remove devices for the application only; layers see every device. ``core`` decides.

Unless a filter is set, the application gets the chain's answer directly.
"""

from collections.abc import Iterable

from refloader.core.chain.links import VERSION_1_1
from refloader.core.drivers.devices import MORE, VARIABLES, filtered, filters_apply
from refloader.core.search.environment import visible_environment
from refloader.dropin.python import _edge
from refloader.dropin.python.devices.device_facts import ids_of
from refloader.dropin.python.memory.acting import AGE, EDITION
from refloader.dropin.python.memory.state import Instance
from refloader.model.environment import Environment

_NO_VARIABLES = Environment()


def environment() -> Environment:
    """Return the environment variables that the enumeration of devices depends on."""
    values = {name: value for name in VARIABLES if (value := _edge.getenv(name)) is not None}
    if not values:
        return _NO_VARIABLES
    return visible_environment(values, elevated=_edge.elevated(), executable="", edition=EDITION, age=AGE)


def are_set() -> bool:
    """True if a filter is set."""
    return filters_apply(environment(), EDITION)


def asks_for_more(instance: Instance) -> bool:
    """Return whether the application may query more of devices than Vulkan 1.0 has."""
    return instance.api_version >= VERSION_1_1 or MORE in instance.extensions


def passing(instance: Instance, handles: Iterable[int]) -> tuple[int, ...]:
    """Return the handles that pass the filters, by the properties that the top of the chain reports for them."""
    table = instance.table.address
    knows = asks_for_more(instance)
    by_facts = [(ids_of(table, handle, driver=knows), handle) for handle in handles if handle]
    passed = {id(facts) for facts in filtered([facts for facts, _ in by_facts], environment(), EDITION)}
    return tuple(handle for facts, handle in by_facts if id(facts) in passed)
