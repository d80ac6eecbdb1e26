"""Decides what a loader makes of AppX and MSIX packages as such. Never looks into one."""

from refloader.model.reason import InFile, Reason, Severity
from refloader.rules import decides, rule


@decides("DISC-WINDOWS-12", "DISC-DRIVER-WINDOWS-04")
def unlisted_package(path: str) -> Reason:
    """Manifests in a package that no loader knows are found by none, unless a registry names them."""
    fact = (
        "loaders look for manifests in the root of one package, Microsoft's OpenCL, OpenGL and Vulkan "
        "Compatibility Pack; those of any other have to be named by the registry or a variable"
    )
    return Reason(rule("DISC-WINDOWS-12"), Severity.NOTE, path, fact, InFile(path))
