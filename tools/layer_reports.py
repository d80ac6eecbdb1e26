"""Judge the layers that Debian 12 packages and keep their reports in ``reports/debian-12-layers/``.

Needs: mesa-vulkan-drivers, vulkan-validationlayers, mangohud, vkbasalt. What is not installed is told and stays.
"""

import shutil
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
KEPT = {"results.ndjson": "ndjson", "report.html": "html", "summary.txt": "txt"}


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
    with tempfile.TemporaryDirectory() as temporary:
        command = [sys.executable, "-m", "refloader", "conform", "--layer", str(manifest), "--out", temporary]
        code = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
        REPORTS.mkdir(parents=True, exist_ok=True)
        for name, suffix in KEPT.items():
            shutil.copyfile(Path(temporary, name), REPORTS / f"{manifest.stem}.{suffix}")
    print(f"{manifest}: exit {code}")
    return code


if __name__ == "__main__":
    raise SystemExit(main())
