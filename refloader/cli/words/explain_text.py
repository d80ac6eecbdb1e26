"""The text of ``refloader explain``, as lines for a terminal."""

from refloader.cli.terminal.output import say, say_wrapped
from refloader.cli.words.explain_machine import print_machine, print_places
from refloader.cli.words.explain_run import print_not_run
from refloader.inspect.explain import Explanation, all_reasons, unknown_reasons
from refloader.inspect.explain.comparing import OwnLoader
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.wording import words
from refloader.model.plan import DriverOutcome, LayerOutcome, VkResult
from refloader.model.reason import Reason, Severity
from refloader.model.system import System
from refloader.model.text import number_of, quote, visible

_MOST_REMARKS = 500
"""The most remarks that are printed."""


def print_trail(explanation: Explanation) -> None:
    """Print all that is known, beginning with the layers that were asked for."""
    plan = explanation.plan
    print_machine(explanation)
    print_not_run(explanation.ran)
    if explanation.own is not None and not explanation.own.agrees:
        _own_loader(explanation.own)
    _controls(explanation)
    _chain(explanation)
    named = set(explanation.asked)
    asked = [outcome for outcome in plan.layers if outcome.layer.name in named]
    rest = [outcome for outcome in plan.layers if outcome.layer.name not in named]
    if explanation.asked:
        _asked(explanation, asked)
    _section("other layers" if explanation.asked else "layers")
    for outcome in rest:
        _layer(explanation, outcome)
    if not rest:
        say("  none")
    _unread(explanation)
    _section("drivers")
    for driver in plan.drivers:
        _driver(explanation, driver)
    if not plan.drivers:
        say("  none")
    print_places(explanation)
    _remarks(explanation)


def _own_loader(own: OwnLoader) -> None:
    """Print where the loader of the machine decides otherwise than the documents."""
    say()
    say_wrapped(
        [
            ("the loader of this machine does otherwise" if own.path else "loaders do otherwise", "warning"),
            (f": {visible(own.label)}", ""),
        ]
    )
    for each in own.otherwise:
        state = ("active", "success") if each.active else ("not active", "error")
        say_wrapped(
            [(f"  {visible(each.name)}: ", ""), state, (f", {visible(each.fact)}" if each.fact else "", "")]
        )
    for name, fact in own.because.items():
        say_wrapped(
            [
                (f"  {visible(name)}: ", ""),
                ("not active", "error"),
                (f" for this reason: {visible(fact)}", ""),
            ]
        )
    for name, (first, used) in own.taken.items():
        say_wrapped(
            [(f"  {visible(name)}: from {visible(used.manifest)}, not {visible(first.manifest)}", "")]
        )
    if own.order:
        say(f"  chain: {', '.join(map(visible, own.order))}")
    if own.result is not None:
        say_wrapped([("  vkCreateInstance returns ", ""), (own.result.value, "error")])


def _section(title: str) -> None:
    say()
    say(title)


def _controls(explanation: Explanation) -> None:
    if not explanation.controls:
        return
    _section("what controls the loader")
    for control in explanation.controls:
        state = "in force" if control.in_force else f"no effect: {control.why}"
        value = f" ({control.value})" if "\\" in control.name else f"={quote(control.value)}"
        say(f"  {control.name}{value}: {state}")


def _chain(explanation: Explanation) -> None:
    plan = explanation.plan
    _section("chain, from the application down")
    say("  application")
    for index, layer in enumerate(plan.chain):
        say(f"  {index}. {layer.name} ({layer.kind})")
    used = sum(outcome.used and not explanation.obstacle(outcome.driver) for outcome in plan.drivers)
    of_system = explanation.platform.system is System.ANDROID and not used
    say("  the driver of the system" if of_system else f"  {number_of(used, 'driver')}")
    if plan.device_chain != plan.chain:
        say("  and for devices: " + (", ".join(layer.name for layer in plan.device_chain) or "no layer"))
    if explanation.unsure:
        say_wrapped([("  what vkCreateInstance returns is not known: ", ""), (explanation.unsure, "warning")])
    elif explanation.result is not VkResult.SUCCESS:
        say_wrapped([("  vkCreateInstance returns ", ""), (explanation.result.value, "error")])


def _asked(explanation: Explanation, outcomes: list[LayerOutcome]) -> None:
    _section("layers asked for")
    for outcome in outcomes:
        _layer(explanation, outcome)
    known = {outcome.layer.name for outcome in outcomes}
    for name in explanation.asked:
        if name not in known:
            _unknown(explanation, name)


def _layer(explanation: Explanation, outcome: LayerOutcome) -> None:
    layer = outcome.layer
    state = ("active", "pass") if outcome.active else ("not active", "note")
    place = f", place {outcome.position}" if outcome.position is not None else ""
    say_wrapped([(f"  {layer.name or '(no name)'}: ", ""), state, (f" ({layer.kind}{place})", "")])
    say(f"    manifest {layer.manifest}, through {layer.place.source}")
    if layer.is_meta:
        say(f"    stands for {', '.join(layer.components) or 'no layer'}")
    _library(explanation, layer.manifest, layer.library_path)
    for reason in all_reasons(explanation, outcome):
        _reason(reason)
    if layer.components or not layer.is_meta or layer.is_override:  # else a request has no effect
        _change(explanation.changes_of(layer))


def _library(explanation: Explanation, manifest: str, library_path: str) -> None:
    if not library_path:
        return
    found = explanation.libraries.get((manifest, library_path))
    obstacle = explanation.obstacles.get((manifest, library_path), "")
    if found is None or obstacle:
        trouble = obstacle or "it is not found"
        say_wrapped(
            [(f"    library {quote(found or library_path)}: ", ""), (f"cannot be loaded, {trouble}", "error")]
        )
    else:
        say(f"    library {found}")


def _reason(reason: Reason, among: str = "") -> None:
    """Print one reason; ``among`` is appended if the reason has no line of its own to point to."""
    span = reason.span
    where = f" [{span.path}:{span.line}:{span.column}]" if span is not None and span.line else among
    weight = f"{reason.severity.value} " if reason.severity in (Severity.ERROR, Severity.WARNING) else ""
    say_wrapped([("    ", ""), (weight, reason.severity.value), (f"{reason.rule}: {reason.fact}{where}", "")])


def _unknown(explanation: Explanation, name: str) -> None:
    say_wrapped([(f"  {name}: ", ""), ("not found", "error")])
    for place in explanation.plan.places:
        if place.use in ("implicit", "explicit"):
            say_wrapped([(f"    looked in {place.path} ({place.use}, through {place.source})", "")])
    similar = explanation.similar.get(name, ())
    if similar:
        say(f"    similar names: {', '.join(similar)}")
    for reason in unknown_reasons(explanation, name):
        _reason(reason, f" [{reason.span.path}]" if reason.span is not None else "")
    _change(explanation.changes.get(name))


def _change(changes: tuple[Change, ...] | None) -> None:
    if changes is not None:
        none = changes[0].kind is ChangeKind.NONE
        what = "no change is known that makes it active" if none else "smallest change that makes it active"
        say_wrapped([(f"    {what}: ", ""), (words(changes), "warning")])
        for change in changes:
            if change.command:
                say(f"      {change.command}")


def _unread(explanation: Explanation) -> None:
    if explanation.plan.unread:
        is_android = explanation.platform.system is System.ANDROID
        _section(f"{'libraries' if is_android else 'manifests'} that gave no layer")
    for file in explanation.plan.unread:
        say(f"  {file.path}")
        for reason in file.reasons:
            _reason(reason)


def _driver(explanation: Explanation, outcome: DriverOutcome) -> None:
    driver = outcome.driver
    state = ("used", "pass") if outcome.used else ("not used", "note")
    say_wrapped([(f"  {driver.manifest}: ", ""), state])
    _library(explanation, driver.manifest, driver.library_path)
    for reason in outcome.reasons:
        _reason(reason)


def _said(reason: Reason) -> tuple[str, str, str]:
    """Return what a reason states, without its location, which may not be hashable."""
    return (reason.rule, reason.subject, reason.fact)


def _remarks(explanation: Explanation) -> None:
    remarks = [reason for reason in explanation.reasons if reason.severity is not Severity.INFO]
    of_values = (reason for each in explanation.looked for value in each.values for reason in value.reasons)
    told = {_said(reason) for reason in (*of_values, *explanation.of_android)}
    unknown = {path for path, _ in explanation.unknown}
    remarks = [each for each in remarks if _said(each) not in told and each.subject not in unknown]
    if remarks:
        _section("remarks")
    for reason in remarks[:_MOST_REMARKS]:
        _reason(reason)
    if len(remarks) > _MOST_REMARKS:
        say(f"    and {len(remarks) - _MOST_REMARKS} more: --format json has them all")
