"""Finds other manifests of a layer, and the newer ones among them."""

from collections.abc import Sequence

from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.model.edition import Edition
from refloader.model.layer import Layer
from refloader.model.path_rules import rules_of
from refloader.model.paths import POSIX_PATHS
from refloader.model.place import Form
from refloader.model.plan import LayerOutcome
from refloader.model.reason import Severity
from refloader.model.text import quote


def passed_over(
    active: Layer, outcomes: Sequence[LayerOutcome], edition: Edition
) -> tuple[str, tuple[Change, ...]]:
    """Return, in words, which other manifest defines an active layer, and what brings it if that one is newer.

    Of a manifest that no loader of the edition uses, the mistake is named, and nothing brings it.
    """
    beside = [each for each in outcomes if each.layer.manifest != active.manifest]
    if not beside:
        return "", ()
    other = beside[0].layer
    errors = [each for each in beside[0].reasons if each.rejects and each.severity is Severity.ERROR]
    refused = next((each.fact for each in errors if edition in each.editions), "")
    if refused:
        return f"; {quote(other.manifest)} defines it too, and is not used: {refused}", ()
    more = f"; {quote(other.manifest)} defines it too, and is passed over{_by_chance(active, other)}"
    if other.api_version <= active.api_version:
        return more, ()
    more = f"{_by_chance(active, other)}, though it is newer: {other.api_version}, and this is {active.api_version}"
    change = Change(ChangeKind.REMOVE, active.manifest, files=((active.manifest, None),))
    return f"; {quote(other.manifest)} defines it too, and is passed over{more}", (change,)


def _by_chance(first: Layer, other: Layer) -> str:
    """Return, in words, that the first of two manifests may be the other one on another disk; empty if it may not."""
    rules = rules_of(first.manifest)
    listed = rules is POSIX_PATHS and first.place.form is Form.FOLDER is other.place.form
    same = rules.split(first.manifest)[0] == rules.split(other.manifest)[0]
    return " here: the file system decides which one of a folder comes first" if listed and same else ""
