"""Runs in a child: ``edge_child.py LIBRARY NATIVE FOLDER CHECK`` has one check of edge_script.py made."""

import ctypes
import os
import sys


def main(library: str, native: str, folder: str, check: str) -> int:
    """0 when the check passed."""
    loader = ctypes.CDLL(library)
    texts = [text.encode("utf-8", "surrogateescape") for text in (check, native, folder)]
    return loader.vkEnumerateInstanceVersion(ctypes.byref((ctypes.c_char_p * 3)(*texts)))


if __name__ == "__main__":
    os._exit(0 if main(*sys.argv[1:]) == 0 else 1)
