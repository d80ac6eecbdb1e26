"""Adds the command of a package manager to answers whose change is an installation."""

from dataclasses import replace

from refloader.host.port import Host
from refloader.inspect.explain.answer import Answer
from refloader.inspect.explain.containers import is_container
from refloader.inspect.whatif.change import ChangeKind
from refloader.inspect.whatif.installing import with_package


def with_packages(answer: Answer, host: Host) -> Answer:
    """Return an answer with the commands of its installations, as far as they are known.

    A container gets NVIDIA's driver from its host, and not from a package.
    """
    needs = [name for change in answer.changes for name in change.needs]
    mounted = is_container(host) and any("nvidia" in name.lower() for name in needs)
    moves = any(change.kind is ChangeKind.MOVE for change in answer.changes)
    if mounted or not (needs or moves):
        return answer
    return replace(answer, changes=tuple(with_package(host, change) for change in answer.changes))
