"""Finds the layers and drivers that this machine has installed, as a loader would. Opens no library."""

import os
from functools import cache

from refloader import engine
from refloader.core.chain.discovery import Discovery
from refloader.core.search.environment import visible_environment
from refloader.core.trail import Trail
from refloader.host.builds import build_of
from refloader.host.machines.real import RealHost
from refloader.model.edition import LATEST
from refloader.model.request import Request
from refloader.suite.subjects.layer import LayerSubject, layers_at


def installed() -> Discovery:
    """Return what a loader finds on this machine.

    The caller's VK_ variables are ignored: they are meant for other programs.
    """
    host = RealHost({key: value for key, value in os.environ.items() if not key.startswith("VK_")})
    environment = visible_environment(host.variables(), elevated=False, executable="", edition=LATEST)
    build = build_of(host)
    return engine.discover(host, environment, Request(), build, LATEST, Trail())


@cache
def installed_layer(name: str) -> LayerSubject | None:
    """Return the first layer of this name that has a library to run; None if there is none."""
    manifests = [layer.manifest for layer in installed().found if layer.name == name]
    subjects = [layer for path in manifests for layer in layers_at(path) if layer.name == name]
    return next((layer for layer in subjects if not layer.problem), None)
