"""Features of generated worlds: files and symbolic links in unusual places."""

from msgspec.json import encode

from refloader.campaign.worlds.byte_source import Source
from refloader.campaign.worlds.draft import EXTRA, LAYERS, Draft
from refloader.scenario.scenario import HOME

_FOLDERS = (
    "/usr/share/vulkan/explicit_layer.d",
    "/usr/share/vulkan/implicit_layer.d",
    "/usr/share/vulkan/icd.d",
    "/etc/vulkan/explicit_layer.d",
    "/etc/vulkan/implicit_layer.d",
    "/etc/vulkan/icd.d",
    EXTRA[0],
)
_NAMES = (
    "notes.txt",
    "x.JSON",
    "x.json.bak",
    ".json",
    ".hidden.json",
    "a b.json",
    "\xe4.json",
    "\udcff.json",
    "json",
)
_CONTENTS = (
    b"{}",
    b"",
    b"[]",
    b"null",
    b'{"file_format_version": "1.0.0"}',
    b'{"file_format_version": "1.0.0", "layer": {}}',
    b'{"file_format_version": "1.0.0", "ICD": {}}',
    b'{"file_format_version": "1.0.0", "layers": []}',
    b"not json",
    b"\0",
    b"[" * 2000,
    b'"' + b"x" * 9000 + b'"',
)


def odd_file(draft: Draft, source: Source) -> None:
    """Add a file that is not a manifest, a manifest under another name, or a folder under a manifest's name."""
    folder = source.pick(_FOLDERS)
    name = source.pick(_NAMES) if source.number(2) else "x.json"
    copied = source.number(3)
    if copied == 2:
        draft.file(f"{folder}/x.json/inside", b"")
    elif copied == 1 and draft.manifests:
        draft.file(f"{folder}/{name}", draft.files[source.pick(draft.manifests[-200:])])
    else:
        draft.file(f"{folder}/{name}", source.pick(_CONTENTS))


def link(draft: Draft, source: Source) -> None:
    """Add a symbolic link as a file or a folder: to a manifest, a folder, a missing path or itself."""
    folder = source.pick(_FOLDERS)
    targets = (*draft.manifests[-200:], "/nothing.json", f"{folder}/l.json", "../icd.d/plain.json")
    if source.number(2) == 0:
        draft.link(f"{folder}/l.json", source.pick(targets))
        return
    places = (
        EXTRA[1],
        f"{HOME}/.local/share/vulkan",
        "/usr/local/share/vulkan/explicit_layer.d",
        "/etc/xdg/vulkan/implicit_layer.d",
    )
    aims = ("/usr/share/vulkan", EXTRA[0], "/nothing", "/usr/share/vulkan/explicit_layer.d", "../..")
    draft.link(source.pick(places), source.pick(aims))


def settings(draft: Draft, source: Source) -> None:
    """Add a loader settings file."""
    base = source.pick(("/etc", f"{HOME}/.local/share"))
    layer = {
        "name": source.pick(LAYERS),
        "path": f"/usr/share/vulkan/{source.pick(('explicit', 'implicit'))}_layer.d/{source.pick('abcd')}.json",
        "control": source.pick(("on", "auto", "off", "odd")),
    }
    rest = {"control": "unordered_layer_location"}
    layers = source.pick(([layer], [layer, rest], [rest, layer], []))
    body = {"file_format_version": "1.0.0", "settings": {"layers": layers}}
    path = f"{base}/vulkan/loader_settings.d/vk_loader_settings.json"
    draft.file(path, encode(body))
