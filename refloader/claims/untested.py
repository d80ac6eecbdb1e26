"""Lists the rules that bind a subject but have no result in a run, and the evidence that a vendor could attach."""

from collections.abc import Collection, Iterator, Mapping

from refloader.claims.document import Attachment, Untested
from refloader.results.results_file import Run, Subject
from refloader.rules import Rule, rules
from refloader.rules.advice import evidence
from refloader.rules.binding import binds
from refloader.suite.run.static_checks import static_rules
from refloader.suite.run.traceability import trace

_OTHERS = {"layer": "MANIFEST-ICD", "driver": "MANIFEST-LAYER"}
"""By kind, the prefix of the rules that apply only to the other kind's manifests."""

_WHY = {
    "checked": "the suite has tests for it, and none of its cases is among these results",
    "decided": "the reference decides it, and no case of the suite shows the decision yet",
}


def untested(whole: Run, attachments: tuple[Attachment, ...]) -> Mapping[str, tuple[Untested, ...]]:
    """Return the untested rules by subject name, in catalogue order.

    Rules that do not apply to Linux and withdrawn rules are left out.
    """
    judged: dict[str, set[str]] = {each.name: set() for each in whole.header.subjects}
    for result in whole.results:
        judged[result.subject].add(result.rule)
    return {
        each.name: tuple(_untested(each, judged[each.name], attachments)) for each in whole.header.subjects
    }


def _untested(
    subject: Subject, judged: Collection[str], attachments: tuple[Attachment, ...]
) -> Iterator[Untested]:
    for row in rules().values():
        if row.id in judged or not _concerns(row, subject):
            continue
        found = trace(row)
        if found.status != "withdrawn":
            why = found.reason or _WHY.get(found.status, "nobody has decided yet how to test it")
            members = tuple(each.member for each in attachments if each.rule == row.id)
            yield Untested(row.id, found.status, why, evidence().get(row.id, ""), members)


def _concerns(row: Rule, subject: Subject) -> bool:
    """Return True if the rule applies to the subject: on Linux, in the subject's edition, and for its kind."""
    in_edition = not subject.edition or subject.edition in row.editions
    return row.on_linux and in_edition and binds(row.id, subject.kind) and not _is_of_other(row, subject.kind)


def _is_of_other(row: Rule, kind: str) -> bool:
    """Return True if a rule for manifests is only about the manifests of the other kind, layer or driver."""
    if row.applies_to != "manifest" or kind not in _OTHERS:
        return False
    of_layers = row.id in static_rules("layer") and row.id not in static_rules("driver")
    return row.id.startswith(_OTHERS[kind]) or (kind == "driver" and of_layers)
