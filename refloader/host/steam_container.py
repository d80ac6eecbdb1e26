"""What Steam's container, pressure-vessel, gives the loaders in it: variables that name what it took from the host.

It writes the host's manifests anew into a folder of overrides (/usr/lib/pressure-vessel/overrides, or /overrides in
older containers), and names those of drivers by variables. That is what such containers are known to have: no
document of the loader names them.
"""

from refloader.host.distribution import distributions
from refloader.host.port import Host, Kind, Listing
from refloader.model.system import System

_OVERRIDES = ("/usr/lib/pressure-vessel/overrides", "/overrides")
MOUNTED = ("/usr/lib/pressure-vessel", "/run/pressure-vessel", "/run/host/usr")
"""Folders of which each such container has one."""

_USUAL = ("/usr/local/share", "/usr/share")
_MOST = 64


def container_variables(host: Host) -> dict[str, str]:
    """Return the variables that pressure-vessel sets for loaders in its container; none on other machines."""
    if host.platform().system is not System.LINUX:
        return {}
    base = next((each for each in _OVERRIDES if host.kind(f"{each}/share/vulkan") is Kind.FOLDER), "")
    if not base or {"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "XDG_DATA_DIRS"} & host.variables().keys():
        return {}
    folder = f"{base}/share/vulkan/icd.d"
    listing = host.list(folder)
    names = (
        sorted(each for each in listing.names if each.endswith(".json"))
        if isinstance(listing, Listing)
        else []
    )
    drivers = ":".join(f"{folder}/{name}" for name in names[:_MOST])
    named = {"VK_DRIVER_FILES": drivers, "VK_ICD_FILENAMES": drivers} if drivers else {}
    libraries = host.list(f"{base}/lib")
    folders = sorted(libraries.names)[:_MOST] if isinstance(libraries, Listing) else []
    linked = {"LD_LIBRARY_PATH": ":".join(f"{base}/lib/{name}" for name in folders)} if folders else {}
    return {**named, **linked, "XDG_DATA_DIRS": ":".join((f"{base}/share", *_USUAL))}


def is_steam_container(host: Host) -> bool:
    """Whether the machine is the inside of such a container: Steam's runtime, with what pressure-vessel mounts."""
    mounted = any(host.kind(each) is Kind.FOLDER for each in MOUNTED)
    return mounted and host.platform().system is System.LINUX and "steamrt" in distributions(host)


def container_note(host: Host) -> str:
    """Return a sentence on the variables that are assumed of such a container."""
    given = container_variables(host)
    drivers = (
        "VK_DRIVER_FILES and VK_ICD_FILENAMES with the manifests of its icd.d, "
        if "VK_DRIVER_FILES" in given
        else ""
    )
    linked = "LD_LIBRARY_PATH with its folders of libraries, " if "LD_LIBRARY_PATH" in given else ""
    return (
        "this is a container of Steam (pressure-vessel), whose variables no file has: assumed are "
        f"{drivers}{linked}XDG_DATA_DIRS={given['XDG_DATA_DIRS']} (--env changes them)"
    )
