"""Generates worlds from bytes: one plain driver and, for each chunk of bytes, one feature more. Runs nothing.

A property test draws the bytes; a campaign derives them from a seed (``byte_source.seeded``).
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
    """Add nothing: the feature for bytes of 0."""


# A feature that is listed more often is chosen more often; the first features are the simplest.
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
    """Return the world for some bytes, without the variables and files (by base name) in ``avoid``."""
    draft = Draft(avoid)
    plain_driver(draft)
    for source in chunks(data):
        source.pick(_FEATURES)(draft, source)
    return draft.scenario()


def world_of_seed(seed: int, avoid: Iterable[str] = ()) -> Scenario:
    """Return the world of a seed, always the same one."""
    return world_from(seeded(seed), avoid)
