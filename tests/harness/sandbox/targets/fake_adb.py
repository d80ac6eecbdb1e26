"""A stand-in for adb: its device is this machine, and refloader's folder there is one of the test.

It is installed as a program of the name ``adb``; the variable FAKE_ADB names a file with what the device is like.
What the real program prints and how it ends where a device is missing is as its manual and its messages say; no real
adb and no device took part.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

_REFUSED = {
    "missing": "adb: device '{serial}' not found",
    "offline": "error: device offline",
    "unauthorized": "error: device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set",
}


def main() -> int:
    """Do what the command line asks, as adb does for one device."""
    place = Path(os.environ["FAKE_ADB"])
    device = json.loads(place.read_text())
    option, serial, verb, *words = sys.argv[1:]
    assert option == "-s"
    calls = place.with_suffix(".calls")
    with calls.open("a") as file:
        file.write(f"{verb} {' '.join(words)}\n".replace("\0", ""))
    if device.get("goes after") and len(calls.read_text().splitlines()) > device["goes after"]:
        device["state"] = "missing"
    state = device.get("state", "device") if serial == device["serial"] else "missing"
    if state != "device":
        print(_REFUSED[state].format(serial=serial), file=sys.stderr)
        return 1
    return _done(verb, words, device)


def _done(verb: str, words: list[str], device: dict[str, str]) -> int:
    if verb == "get-state":
        print("device")
    elif verb == "push":
        shutil.copyfile(words[0], words[1])
    elif verb == "exec-out" and words == ["getprop ro.product.cpu.abi"]:
        print(device["abi"])
    elif verb == "exec-out":
        done = subprocess.run(
            ["sh", "-c", *words], stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        cut = len(done.stdout) // 2 if device.get("cuts") and words[0].endswith("sh ./run") else None
        sys.stdout.buffer.write(done.stdout[:cut])
    else:
        print(f"adb: unknown command {verb}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
