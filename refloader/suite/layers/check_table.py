"""The check table for a layer in a call chain: which check covers which rules, and when a breach is a warning.

The table is for recordings of any program. The marks in ``policy_tests/layer`` state the same, and a test compares
the two. Gives no verdict.
"""

from collections.abc import Callable
from dataclasses import dataclass

from refloader.model.edition import ALL, Edition
from refloader.rules import rules
from refloader.suite.layers.checks import (
    allocations,
    calling_down,
    creation,
    handles,
    lookups,
    objects,
    parts,
    pending,
    presentation,
    queue_families,
    results,
    semaphores,
    threads,
)
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.sessions.check_result import CheckResult

LayerCheck = Callable[[LayerCalls], CheckResult]
_OF_ALL_VERSIONS = frozenset({creation.__name__, lookups.__name__})
_2016, _2018 = frozenset({Edition.E2016}), frozenset({Edition.E2018})


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One check, the rules that it covers, and the editions of the documents in which it applies.

    ``should`` are the editions in which a breach is a warning, and ``should_of_2018`` those in which it is one for a
    layer that may have been written by the documents of 2018. ``felt`` is true if a breach can harm the application
    or other layers in the chain: sets of layers are checked by these rows.
    """

    judge: LayerCheck
    rules: tuple[str, ...]
    should: frozenset[Edition] = frozenset()
    only: frozenset[Edition] = ALL
    felt: bool = False
    should_of_2018: frozenset[Edition] = frozenset()

    def warns(self, edition: Edition, *, is_of_2018: bool, is_older: bool = False) -> bool:
        """Return whether a breach is a warning; ``is_older``: it may be about commands newer than the layer.

        What a layer does to those may be because it does not know them (MANIFEST-LAYER-10).
        The links of a chain and the lookups are the same in all versions.
        """
        of_all_versions = self.judge.__module__ in _OF_ALL_VERSIONS
        is_unknown = is_older and not of_all_versions
        return is_unknown or edition in self.should or (is_of_2018 and edition in self.should_of_2018)

    @property
    def name(self) -> str:
        """The name of the check."""
        return self.judge.__name__

    def holds_in(self, edition: Edition) -> bool:
        """Return whether the check applies in an edition, which has to have at least one of the rules."""
        known = (rules()[rule] for rule in self.rules)
        return edition in self.only and any(edition.value in each.editions for each in known)


_INVALID = ("LLP_LAYER_2", "CONV-LAYER-02")
_ALLOCATORS = ("LLP_LAYER_14", "CONV-LAYER-03")
_SINCE_2018, _SINCE_2022 = ALL - _2016, ALL - _2016 - _2018

CHECK_TABLE: tuple[CheckRow, ...] = (
    CheckRow(creation.instance_link_advanced, ("LLP_LAYER_12", "CHAIN-INIT-07"), felt=True),
    CheckRow(creation.device_link_advanced, ("LLP_LAYER_13", "CHAIN-INIT-07"), felt=True),
    CheckRow(creation.instance_pointer_untouched, ("LLP_LAYER_21",), felt=True),
    CheckRow(creation.device_pointer_untouched, ("LLP_LAYER_22",), felt=True),
    CheckRow(creation.instance_pointer_untouched, ("WRAP-04",)),
    CheckRow(creation.device_pointer_untouched, ("WRAP-04",)),
    CheckRow(handles.unwrapped, ("LLP_LAYER_10", "WRAP-01"), felt=True),
    CheckRow(handles.alive, _INVALID, felt=True),
    CheckRow(handles.present, _INVALID, felt=True),
    CheckRow(calling_down.counts_given, _INVALID, felt=True),
    CheckRow(handles.apart, _INVALID),
    CheckRow(handles.emptied, _INVALID),
    CheckRow(handles.ended, ("LLP_LAYER_1", "CONV-LAYER-01")),
    CheckRow(threads.synchronised, _INVALID),
    CheckRow(semaphores.matched, _INVALID),
    CheckRow(presentation.acquired, _INVALID),
    CheckRow(pending.completed, _INVALID),
    CheckRow(queue_families.submitted_to_their_family, _INVALID),
    CheckRow(queue_families.families_of_their_device, _INVALID),
    CheckRow(allocations.matching, _INVALID),
    CheckRow(calling_down.device_extensions_unchanged, ("LLP_LAYER_16",), felt=True),
    CheckRow(calling_down.device_extensions_passed_down, ("LLP_LAYER_16",)),
    CheckRow(calling_down.device_extensions_passed_down, ("CONV-LAYER-07",), should=ALL),
    CheckRow(objects.filled_below, ("LLP_LAYER_19", "OBJECTS-LAYER-01", "WRAP-06"), felt=True),
    CheckRow(objects.filled_above, ("LLP_LAYER_19", "WRAP-02"), felt=True),
    CheckRow(objects.shared_above, ("LLP_LAYER_19", "WRAP-06")),
    CheckRow(results.appropriate, ("INTERCEPT-04", "LLP_LAYER_1", "CONV-LAYER-01"), felt=True),
    CheckRow(results.passed_up, ("INTERCEPT-04",), felt=True),
    CheckRow(creation.next_creation_asked_without_instance, ("CHAIN-INIT-05",)),
    CheckRow(
        creation.next_device_creation_asked_with_instance,
        ("CHAIN-INIT-06",),
        should_of_2018=_SINCE_2022,
        only=_SINCE_2022,
    ),
    CheckRow(
        creation.next_device_creation_asked_without_instance,
        ("CHAIN-INIT-06",),
        should=ALL,
        only=_2016 | _2018,
    ),
    CheckRow(creation.failure_passed_up, ("CHAIN-INIT-08",)),
    CheckRow(creation.failure_unchanged, ("CHAIN-INIT-08",), should=ALL),
    CheckRow(creation.unknown_names_of_instances_tolerated, ("LLP_LAYER_17", "CONV-LAYER-08")),
    CheckRow(creation.names_below_tolerated, ("LLP_LAYER_17", "CONV-LAYER-08")),
    CheckRow(creation.unknown_names_of_instances_tolerated, ("CONV-LAYER-08",)),
    CheckRow(creation.unknown_names_of_devices_tolerated, ("CONV-LAYER-08",), only=_2016),
    CheckRow(creation.tables_filled_after_creation, ("CHAIN-INIT-09",)),
    CheckRow(creation.tables_filled_at_creation, ("CHAIN-INIT-09",), should=ALL),
    CheckRow(creation.table_for_each_device, ("CHAIN-INIT-09",)),
    CheckRow(lookups.disabled_answered_null, ("LLP_LAYER_18", "CONV-LAYER-09")),
    CheckRow(lookups.instance_lookups_forwarded, ("DISPATCH-LAYER-03",)),
    CheckRow(lookups.device_lookups_forwarded, ("DISPATCH-LAYER-04",)),
    CheckRow(lookups.physical_device_lookups_forwarded, ("DISPATCH-LAYER-05",)),
    CheckRow(lookups.own_names_not_asked_below, ("INTERCEPT-06",), should=ALL),
    CheckRow(lookups.instance_minimum_intercepted, ("INTERCEPT-02",)),
    CheckRow(lookups.device_minimum_intercepted, ("INTERCEPT-03",)),
    CheckRow(lookups.device_functions_intercepted_in_the_device_chain, ("CHAIN-DIST-04",)),
    CheckRow(lookups.physical_device_lookup_there, ("PHYSDEV-EXT-01",), should=ALL, only=_SINCE_2022),
    CheckRow(calling_down.commands_passed_down, ("INTERCEPT-05",), should=_SINCE_2018),
    CheckRow(calling_down.passed_down_from_every_thread, ("INTERCEPT-05",), should=_SINCE_2018),
    CheckRow(calling_down.none_lost, ("LLP_LAYER_1", "CONV-LAYER-01")),
    CheckRow(parts.stages_in_each_part, ("LLP_LAYER_1", "CONV-LAYER-01"), should=ALL),
    CheckRow(calling_down.no_commands_lost, ("LLP_LAYER_1", "CONV-LAYER-01"), should=ALL),
    CheckRow(calling_down.handles_passed_down, ("LLP_LAYER_1", "CONV-LAYER-01"), should=ALL),
    CheckRow(calling_down.numbers_passed_down, ("LLP_LAYER_1", "CONV-LAYER-01"), should=ALL),
    CheckRow(calling_down.extra_calls_on_the_same_chain, ("INTERCEPT-07",), should=_SINCE_2018),
    CheckRow(calling_down.negotiation_calls_nobody, ("NEGOTIATE-LAYER-08",), should=_2018),
    CheckRow(allocations.used, _ALLOCATORS, should=ALL, only=_SINCE_2018),
    CheckRow(allocations.passed_down, _ALLOCATORS, should=ALL, only=_SINCE_2018),
    CheckRow(allocations.given_back, _ALLOCATORS, only=_SINCE_2018),
    CheckRow(allocations.let_go, ("LLP_LAYER_1", "CONV-LAYER-01"), felt=True),
    CheckRow(allocations.left_behind, ("LLP_LAYER_2",), should=ALL),
)
"""All checks that need nothing but a recording."""
