"""The text of ``refloader explain`` on the machine: its system, its registry, and what is unknown about it."""

from collections.abc import Iterator

from refloader.cli.terminal.output import say, say_styled
from refloader.host.port import Failure, Trouble
from refloader.inspect.explain import Explanation, InspectedPlace, Value
from refloader.model.place import Form
from refloader.model.reason import Reason, Severity, Span
from refloader.model.system import System
from refloader.model.text import number_of, some

_MOST = 50
"""The most lines printed of one key or list; JSON has them all."""


def print_machine(explanation: Explanation) -> None:
    """Print the system, the process, and what is known of the machine as a whole."""
    plan, platform = explanation.plan, explanation.platform
    words = [platform.system.label, f"{explanation.word_size}-bit", _privilege(explanation)]
    say(f"edition {plan.edition.value} ({plan.edition.loaders}), {', '.join(words)}")
    for line in _known(explanation):
        say(f"  {line}")
    for note in (*explanation.notes, *explanation.asides):
        say_styled([("  note ", "note"), (note, "")])


def _privilege(explanation: Explanation) -> str:
    if explanation.platform.system is System.WINDOWS:
        return "run as administrator" if explanation.elevated else "not run as administrator"
    return "elevated" if explanation.elevated else "not elevated"


def _known(explanation: Explanation) -> Iterator[str]:
    """Yield what the system provides to a loader besides files and variables."""
    platform = explanation.platform
    if platform.registry is not None:
        devices = number_of(
            len(platform.devices), "display adapter or software component", "display adapters and components"
        )
        yield f"registry: {platform.registry.source}, with {devices}"
    if platform.packages:
        yield f"packages: {some(platform.packages)}"
    if platform.system is System.MACOS:
        yield f"application bundle: {platform.bundle or 'none'}"
    if platform.system is System.ANDROID:
        may = "may" if platform.debuggable else "may not"
        own = some(platform.native_libraries) or "not given"
        yield f"the application {may} be debugged; its own libraries: {own}"


def print_places(explanation: Explanation) -> None:
    """Print the content of the registry, the libraries that are queried, and the manifests with unknown content."""
    _registry(explanation)
    _libraries(explanation)
    _unknown(explanation)


def _registry(explanation: Explanation) -> None:
    keys = [each for each in explanation.looked if each.is_registry]
    if not keys:
        return
    _section("registry, in the order in which it is read")
    for each in keys:
        _key(each)
    for passed in explanation.passed_over:
        say(
            f"  {passed.path} ({number_of(len(passed.names), 'value')}): not read, {passed.why}{_at(passed.span)}"
        )


def _key(looked: InspectedPlace) -> None:
    state = f": {said(looked.failure)}" if looked.failure else "" if looked.values else ": no values"
    say(f"  {looked.place.path} ({looked.place.use.value}){state}")
    for value in looked.values[:_MOST]:
        _value(value, whole=looked.place.form is Form.KEY)
    if len(looked.values) > _MOST:
        say(f"    and {len(looked.values) - _MOST} more")


def _value(value: Value, *, whole: bool) -> None:
    """Print one value; its name is left out if the place is the value itself."""
    name = f"{value.name or '(default)'} = " if whole else ""
    kind = f" ({value.type})" if value.type != "REG_DWORD" else ""
    one = len(value.files) == 1
    state = said(value.files[0].failure) if one else "" if value.files else "not followed"
    colon = ": " if state else ""
    say_styled([(f"    {name}{value.data}{kind}{colon}", ""), (state, _weight(state)), (_at(value.span), "")])
    for file in () if one else value.files[:_MOST]:
        say(f"      {file.path}: {said(file.failure)}")
    for reason in value.reasons:
        _reason(reason, remedy="" if value.command else reason.remedy)
    if value.command:
        say(f"      to have it read: {value.command}")


def _reason(reason: Reason, remedy: str) -> None:
    weight = f"{reason.severity.value} " if reason.severity in (Severity.ERROR, Severity.WARNING) else ""
    right = f"; fix: {remedy}" if remedy else ""
    say_styled(
        [("      ", ""), (weight, reason.severity.value), (f"{reason.rule}: {reason.fact}{right}", "")]
    )


def _weight(state: str) -> str:
    return {"read": "pass", "not followed": "note"}.get(state, "warning")


def said(failure: Failure | None) -> str:
    """Return the result of an access in a few words."""
    if failure is not None and failure.trouble is Trouble.UNKNOWN and not failure.detail:
        return "not known"
    return "read" if failure is None else failure.detail or failure.trouble.value


def _at(span: Span) -> str:
    return (
        f" [{span.path}:{span.line}:{span.column}]" if span.line else f" [{span.path}]" if span.path else ""
    )


def _libraries(explanation: Explanation) -> None:
    """On Android, print the libraries that the loader queries for layers; it reads no manifests there."""
    if explanation.platform.system is not System.ANDROID:
        return
    _section("libraries that are asked for their layers")
    for each in explanation.looked:
        if each.place.form is Form.LIBRARIES:
            state = said(each.failure) if each.failure else "" if each.libraries else "no libraries"
            say(f"  {each.place.path} ({each.place.source}){f': {state}' if state else ''}")
            for path in each.libraries[:_MOST]:
                say(f"    {path}")
    for reason in explanation.of_android:
        say(f"  {reason.rule}: {reason.fact}")


def _unknown(explanation: Explanation) -> None:
    if not explanation.unknown:
        return
    _section("manifests that are named and whose content is not known")
    for path, place in explanation.unknown[:_MOST]:
        say(
            f"  {path} ({place.use.value}, named by {place.path if place.form is not Form.FILE else place.source})"
        )
    if len(explanation.unknown) > _MOST:
        say(f"  and {len(explanation.unknown) - _MOST} more")
    say("  what comes of them: give the machine's files with --root DIR, or a snapshot that was taken on it")


def _section(title: str) -> None:
    say()
    say(title)
