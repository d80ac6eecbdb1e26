"""Judge the layers and drivers that Debian 12 packages and keep their results in ``reports/debian-12-*/``.

``debian_reports.py [layer|driver]...``: both kinds unless one is named. Needs: mesa-vulkan-drivers,
vulkan-validationlayers, mangohud, vkbasalt. What is not installed is told and stays.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

REPORTS = Path(__file__).resolve().parent.parent / "reports"
FOLDERS = {
    "layer": ("/usr/share/vulkan/explicit_layer.d", "/usr/share/vulkan/implicit_layer.d"),
    "driver": ("/usr/share/vulkan/icd.d",),
}
MANIFESTS = {
    "layer": (
        "VkLayer_khronos_validation.json",
        "VkLayer_MESA_device_select.json",
        "VkLayer_MESA_overlay.json",
        "VkLayer_INTEL_nullhw.json",
        "MangoHud.json",
        "vkBasalt.json",
    ),
    "driver": (
        "lvp_icd.x86_64.json",
        "radeon_icd.x86_64.json",
        "intel_icd.x86_64.json",
        "intel_hasvk_icd.x86_64.json",
    ),
}
OWN = "/opt/refloader"
"""What stands in the reports for the folder that refloader is installed in here."""


def main(kinds: Sequence[str]) -> int:
    """Write them all; the exit code is 1 where one of the subjects did otherwise than expected."""
    worst = 0
    for kind in kinds or MANIFESTS:
        for manifest in _installed(kind):
            worst = max(worst, _report(kind, manifest))
    return worst


def _installed(kind: str) -> Iterator[Path]:
    for name in MANIFESTS[kind]:
        found = [path for folder in FOLDERS[kind] if (path := Path(folder, name)).is_file()]
        if not found:
            print(f"{name} is not installed", file=sys.stderr)
        yield from found


def _report(kind: str, manifest: Path) -> int:
    folder = REPORTS / f"debian-12-{kind}s"
    folder.mkdir(parents=True, exist_ok=True)
    results = folder / f"{manifest.stem}.ndjson"
    with tempfile.TemporaryDirectory() as temporary:
        code = _run(
            "conform", f"--{kind}", str(manifest), "--known", "-n", "0", "--out", "report", folder=temporary
        )
        results.write_text(_anywhere(Path(temporary, "report", "results.ndjson").read_text()))
    print(f"{manifest}: exit {code}")
    return code


def _run(*arguments: str, folder: str | None = None) -> int:
    command = [sys.executable, "-m", "refloader", *arguments]
    return subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False).returncode


def _anywhere(results: str) -> str:
    """The results without what is about this machine alone: its kernel, and where refloader lies."""
    header, rest = results.split("\n", 1)
    machine = json.loads(header)
    machine["machine"]["release"] = ""
    return f"{json.dumps(machine)}\n{rest}".replace(sys.prefix, OWN)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
