"""Makes a checkup of a machine: opens its drivers, and looks at everything else meanwhile."""

from dataclasses import replace

from refloader.doctor.opening import Opening
from refloader.doctor.values import Checkup
from refloader.host.builds import build_of
from refloader.host.port import Host
from refloader.inspect.explain import explain
from refloader.inspect.explain.of_packages import is_of_parts, is_of_system, runs
from refloader.inspect.libraries.loader_file import loader_file, release_in_name
from refloader.model.edition import LATEST
from refloader.model.reason import Reason
from refloader.model.request import Request


def checkup(
    host: Host,
    request: Request,
    *,
    here: bool,
    run: bool,
    is_tree: bool = False,
    is_package: bool = False,
    remarks: tuple[Reason, ...] = (),
    notes: tuple[str, ...] = (),
) -> Checkup:
    """Return what is wrong with a machine. ``run`` is whether to open libraries, which is done ``here`` alone.

    ``here`` is whether refloader runs on that machine, ``is_tree`` whether it is a tree of files, which may have no
    more than what is to be installed, and ``is_package`` whether it is a package, or a system in one file.
    ``remarks`` and ``notes`` are about the files that the machine was made from.
    """
    build = build_of(host)
    explanation = explain(host, request, LATEST, build, (), thorough=False, remarks=remarks, notes=notes)
    of_stage = is_tree and is_of_parts(explanation, host) and not runs(host)
    of_package = is_package and not is_of_system(host)
    explanation = replace(explanation, order_is_known=here, of_package=of_package, of_stage=of_stage)
    path = loader_file(host, request.executable)
    nameless = path if path is not None and not release_in_name(host, path) else None
    used = explanation.usable_libraries if run and here else ()
    opening = Opening(used, (nameless or "") if run and here else "")

    from refloader.doctor.gathering import Machine  # here, while the drivers are opened: it imports much

    machine = Machine(host, request, build, explanation, here=here, ran=run and here)
    return machine.checkup(opening)
