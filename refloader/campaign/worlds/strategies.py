"""Makes worlds out of bytes: a dull world and, for each few bytes, one feature more. Never runs or judges one.

A property test draws the bytes, a campaign takes them from a seed (``byte_source.seeded``). No bytes make a
machine with one plain driver.
"""

from collections.abc import Callable, Iterable

from refloader.campaign.worlds.byte_source import Source, chunks, seeded
from refloader.campaign.worlds.draft import Draft
from refloader.campaign.worlds.files import link, odd_file, settings
from refloader.campaign.worlds.manifests import (
    driver,
    explicit_layer,
    implicit_layer,
    meta_layer,
    override_layer,
    plain_driver,
    together,
)
from refloader.campaign.worlds.texts import spoil_text, spoil_value
from refloader.campaign.worlds.variables import (
    application,
    bases,
    device_choice,
    driver_filter,
    layer_filter,
    named_layers,
    odd_variable,
    paths,
    privilege,
    switch,
)
from refloader.scenario.scenario import Scenario

Feature = Callable[[Draft, Source], None]


def nothing(draft: Draft, source: Source) -> None:
    """No feature at all: what bytes of 0 stand for."""


# The more often a feature stands here, the more often it is chosen; the first ones are the dullest.
_FEATURES: tuple[Feature, ...] = (
    nothing,
    explicit_layer,
    application,
    *[implicit_layer] * 5,
    *[explicit_layer] * 4,
    *[application] * 4,
    driver,
    driver,
    *[named_layers] * 2,
    *[meta_layer] * 3,
    *[paths] * 2,
    *[layer_filter] * 3,
    switch,
    switch,
    *[spoil_value] * 3,
    *[spoil_text] * 3,
    *[override_layer] * 2,
    bases,
    driver_filter,
    device_choice,
    link,
    odd_file,
    odd_variable,
    together,
    settings,
    privilege,
)


def world_from(data: bytes, avoid: Iterable[str] = ()) -> Scenario:
    """The world that some bytes stand for, without the variables and files (by base name) to be avoided."""
    draft = Draft(avoid)
    plain_driver(draft)
    for source in chunks(data):
        source.pick(_FEATURES)(draft, source)
    return draft.scenario()


def world_of_seed(seed: int, avoid: Iterable[str] = ()) -> Scenario:
    """The world of a seed, always the same one."""
    return world_from(seeded(seed), avoid)
