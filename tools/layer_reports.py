"""Judge the layers that Debian 12 packages and keep their reports in ``reports/debian-12-layers/``.

Needs: mesa-vulkan-drivers, vulkan-validationlayers, mangohud, vkbasalt. What is not installed is told and stays.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

REPORTS = Path(__file__).resolve().parent.parent / "reports" / "debian-12-layers"
FOLDERS = ("/usr/share/vulkan/explicit_layer.d", "/usr/share/vulkan/implicit_layer.d")
MANIFESTS = (
    "VkLayer_khronos_validation.json",
    "VkLayer_MESA_device_select.json",
    "VkLayer_MESA_overlay.json",
    "VkLayer_INTEL_nullhw.json",
    "MangoHud.json",
    "vkBasalt.json",
)
DOCUMENTS = {"html": "html", "text": "txt"}
OWN = "/opt/refloader"
"""What stands in the reports for the folder that refloader is installed in here."""


def main() -> int:
    """Write them all; the exit code is 1 where one of the layers did otherwise than expected."""
    worst = 0
    for manifest in _installed():
        worst = max(worst, _report(manifest))
    return worst


def _installed() -> Iterator[Path]:
    for name in MANIFESTS:
        found = [path for folder in FOLDERS if (path := Path(folder, name)).is_file()]
        if not found:
            print(f"{name} is not installed", file=sys.stderr)
        yield from found


def _report(manifest: Path) -> int:
    REPORTS.mkdir(parents=True, exist_ok=True)
    results = REPORTS / f"{manifest.stem}.ndjson"
    with tempfile.TemporaryDirectory() as temporary:
        code = _run("conform", "--layer", str(manifest), "-n", "0", "--out", "report", folder=temporary)
        results.write_text(_anywhere(Path(temporary, "report", "results.ndjson").read_text()))
    for form, suffix in DOCUMENTS.items():
        _run("report", str(results), "--format", form, "-o", str(results.with_suffix(f".{suffix}")))
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
    raise SystemExit(main())
