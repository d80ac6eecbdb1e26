"""Writes decisions to the loader's log: what was found, what is used, and the resulting chain."""

from collections.abc import Iterable, Iterator

from refloader.dropin.python.instances.creations import Creation
from refloader.dropin.python.messages.log import Log
from refloader.model.layer import Layer
from refloader.model.place import Place, Use
from refloader.model.plan import LayerOutcome, Plan
from refloader.model.reason import Reason, Severity
from refloader.model.text import quote
from refloader.rules import decides

_SEARCHES = (
    (Use.IMPLICIT, "layer", "Searching for implicit layer manifest files"),
    (Use.EXPLICIT, "layer", "Searching for explicit layer manifest files"),
    (Use.DRIVER, "driver", "Searching for driver manifest files"),
)


def tell_plan(log: Log, plan: Plan) -> None:
    """Log what was searched and found, then the decisions and their reasons."""
    for about, text in (*_searches(plan), *_layers(plan), *_drivers(plan)):
        if log.wants(about):
            log.say("", about, text)
    for reason in plan.reasons:
        log.reason("", reason)
    for outcome in plan.layers:
        for reason in outcome.reasons:
            if not _tell_filtered(log, "layer", outcome.layer.name, outcome.active, reason):
                log.reason("layer", reason)
    for driver in plan.drivers:
        for reason in driver.reasons:
            if not _tell_filtered(log, "driver", driver.driver.file_name, driver.used, reason):
                log.reason("driver", reason)


_FILTERED = {
    "FILTER-LAYER-ENABLE-01": (True, "force enabled"),
    "FILTER-LAYER-DISABLE-01": (False, "disabled"),
    "FILTER-DRIVER-SELECT-01": (False, "ignored"),
    "FILTER-DRIVER-DISABLE-01": (False, "ignored"),
}
"""The effects of filter variables, by rule: whether the layer or driver is then used, and the word for the log."""


@decides(
    "FILTER-LAYER-ENABLE-03", "FILTER-LAYER-DISABLE-02", "FILTER-DRIVER-SELECT-03", "FILTER-DRIVER-DISABLE-03"
)
def _tell_filtered(log: Log, about: str, name: str, used: bool, reason: Reason) -> bool:
    """Log the effect of a filter variable, and return True, for a reason that is one.

    The documents require a warning even if the user intended the effect.
    """
    result = _FILTERED.get(reason.rule)
    if result is None or result[0] is not used:
        return False
    text = f"{about.capitalize()} {quote(name)} {result[1]}: {reason.fact} [{reason.rule}]"
    log.say("warn", about, text)
    return True


@decides("DEBUG-LOG-05", "DEBUG-LOG-07")
def _searches(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the folders in search order, and the files found there."""
    for use, about, title in _SEARCHES:
        places = [place for place in plan.places if place.use is use]
        yield about, title
        yield about, "   In following locations:"
        for place in places:
            yield about, f"      {place.path}"
        yield about, "   Found the following files:"
        for path in dict.fromkeys(_files(plan, use, places)):
            yield about, f"      {path}"


def _files(plan: Plan, use: Use, places: list[Place]) -> Iterable[str]:
    if use is Use.DRIVER:
        return (outcome.driver.manifest for outcome in plan.drivers)
    read = (outcome.layer.manifest for outcome in plan.layers if outcome.layer.kind is use)
    return (*read, *(file.path for file in plan.unread if file.place in places))


def _layers(plan: Plan) -> Iterator[tuple[str, str]]:
    for outcome in plan.layers:
        layer = outcome.layer
        kind = "meta-layer" if layer.is_meta else "layer"
        yield "layer", f"Found {layer.kind} {kind} {layer.name} in {layer.manifest}, {_state(outcome)}"
        if layer.disable is not None:
            yield "layer", f"   Disable Env Var:  {layer.disable.variable}"


def _state(outcome: LayerOutcome) -> str:
    return "active" if outcome.active else "not active"


def _drivers(plan: Plan) -> Iterator[tuple[str, str]]:
    for outcome in plan.drivers:
        driver = outcome.driver
        state = "used" if outcome.used else "not used"
        yield "driver", f'Found driver manifest {driver.manifest}, version "{driver.format_version}", {state}'


@decides("DEBUG-LOG-06")
def tell_chain(log: Log, creation: Creation) -> None:
    """Log the layers between the application and the drivers."""
    if not log.wants("layer"):
        return
    log.say("", "layer", "vkCreateInstance layer callstack setup to:")
    for text in chain_lines((link.layer for link in creation.links), creation.plan, "<Drivers>"):
        log.say("", "layer", text)


def chain_lines(layers: Iterable[Layer], plan: Plan, bottom: str) -> Iterator[str]:
    """Yield the chain from the application down, with a few lines for each participant."""
    outcomes = {id(outcome.layer): outcome for outcome in plan.layers}
    yield " <Application>"
    yield "   ||"
    yield " <Loader>"
    yield "   ||"
    for layer in layers:
        yield f" {layer.name}"
        yield f"         Type: {layer.kind.capitalize()}"
        yield f"         Enabled By: {why_active(outcomes.get(id(layer)))}"
        if layer.disable is not None:
            yield f"             Disable Env Var:  {layer.disable.variable}"
        yield f"         Manifest: {layer.manifest}"
        yield f"         Library:  {layer.library_path}"
        yield "   ||"
    yield f" {bottom}"


def why_active(outcome: LayerOutcome | None) -> str:
    """Return the last of the reasons why a layer is active, or "the manifest"."""
    steps = [reason.fact for reason in outcome.reasons if reason.severity is Severity.INFO] if outcome else []
    return steps[-1] if steps else "the manifest"
