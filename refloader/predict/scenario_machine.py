"""What a scenario is to the core: the machine on which its application runs, and what the application asks for."""

from refloader.host.machines.memory import MemoryHost
from refloader.model.request import Request
from refloader.model.version import parse_loose
from refloader.predict.mocks import introspected
from refloader.scenario.scenario import Application, Scenario

_PORTABILITY_FLAG = 1


def machine_of(scenario: Scenario) -> MemoryHost:
    """Return the in-memory machine on which the application of a scenario runs; its libraries are empty files."""
    android = not scenario.situation.system.has_manifests
    mocks = scenario.libraries if android else {}
    return MemoryHost(
        files={**dict.fromkeys(scenario.libraries, b""), **scenario.files},
        libraries={path: introspected(path, mock, scenario.situation.bits) for path, mock in mocks.items()},
        environment=scenario.variables,
        links=scenario.links,
        privileged=scenario.elevated,
        program=scenario.application.executable,
        working_directory=scenario.situation.working_folder,
        bits=scenario.situation.bits,
        system=scenario.situation.platform(),
    )


def request_of(application: Application) -> Request:
    """Return the request of a scenario's application to the core."""
    version = parse_loose(application.api_version) if application.api_version else None
    return Request(
        api_version=version if version and version.packed else None,
        layers=application.layers,
        extensions=application.extensions,
        portability=bool(application.flags & _PORTABILITY_FLAG),
        executable=application.executable,
    )
