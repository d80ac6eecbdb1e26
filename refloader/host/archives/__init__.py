"""Packages as machines: what they would install, read where it lies and never unpacked into the system."""

from refloader.host.archives.detect import is_package
from refloader.host.archives.faults import Fault, Limits
from refloader.host.archives.package_host import PackageHost, open_packages

__all__ = ["Fault", "Limits", "PackageHost", "is_package", "open_packages"]
