"""Selects what lint checks on a recorded machine: its installed manifests and its registry."""

from collections.abc import Iterator

from refloader.core.manifests.manifest_kind import STANDARD_BASES
from refloader.engine import decide
from refloader.host.port import Content, Host, Kind
from refloader.inspect.lint.manifests import Linter, Report, findings
from refloader.inspect.places import places_of
from refloader.model.edition import Edition
from refloader.model.place import Form
from refloader.model.system import System


def check_machine(linter: Linter, *, staged: bool) -> Report:
    """Check the host's registry, the manifests that it names and those installed; with ``staged`` the whole tree."""
    host = linter.host
    registry = host.platform().registry
    if registry is not None:
        from refloader.inspect.lint import registries  # Windows only
        from refloader.inspect.registry.lint import checked_registry

        named, reasons = checked_registry(registry)
        linter.report.files += 1
        linter.report.registries += 1
        linter.report.findings += findings((*reasons, *registries.leftovers(named, host)))
        for path, use in registries.present(named, host):
            answer = host.read(path)
            if isinstance(answer, Content):
                linter.judge(answer.data, path, use)
    return linter.run_installed() if staged else linter.run(checked_paths(host))


def checked_paths(host: Host) -> list[str]:
    """Return the paths of the installed manifests, those of the user, and those that variables name."""
    system = host.platform().system
    if system is System.WINDOWS:
        return [path for path in dict.fromkeys(_named_by_variables(host)) if _is_there(host, path)]
    found = [base for base in STANDARD_BASES if host.kind(base) is Kind.FOLDER]
    inside = tuple(f"{base}/" for base in found)
    others = dict.fromkeys((*places_of(host), *_named_by_variables(host)))
    return [*found, *(path for path in others if not path.startswith(inside) and _is_there(host, path))]


def _is_there(host: Host, path: str) -> bool:
    return host.kind(path) in (Kind.FOLDER, Kind.FILE)


def _named_by_variables(host: Host) -> Iterator[str]:
    for edition in reversed(Edition):
        for place in decide(host, edition=edition).places:
            if place.form in (Form.FOLDER, Form.FILE):
                yield place.path
