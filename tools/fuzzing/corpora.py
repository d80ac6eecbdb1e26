"""Writes corpora and dictionaries as OSS-Fuzz takes them, for fuzz targets of other projects that read such files.

``<target>_seed_corpus.zip`` has one file for each input, named by its digest; ``<target>.dict`` has a word a line.
"""

import hashlib
import os
import zipfile
from collections.abc import Iterable

from fuzzing.of_machines import bytes_of
from fuzzing.target import Target
from fuzzing.vocabulary import LOADER_WORDS, MANIFEST_KEYS, REGISTRY_WORDS, SETTINGS_KEYS, extensions

WORDS: dict[str, tuple[str, ...]] = {
    "layer-manifest": (*MANIFEST_KEYS, *LOADER_WORDS, *extensions()),
    "driver-manifest": (*MANIFEST_KEYS, *LOADER_WORDS),
    "settings": (*SETTINGS_KEYS, *LOADER_WORDS),
    "reg": (*REGISTRY_WORDS, *LOADER_WORDS),
}
"""By target: what its dictionary holds. Only these are files that loaders read."""

_PUNCTUATION = ("{", "}", "[", "]", ":", ",", '"', "null", "true", "false", "\\u0000", "\\ud800")
_MADE = 200
"""Inputs made by grammar that are added to the seeds."""

_LARGEST = 1 << 20
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)


def write(targets: dict[str, Target], folder: str, seed: int) -> list[str]:
    """Write a corpus and a dictionary of each; the same bytes for the same seed. Gives their paths."""
    os.makedirs(os.path.join(folder, "corpus"), exist_ok=True)
    paths = []
    for name, words in WORDS.items():
        file_name = name.replace("-", "_")
        paths += [
            os.path.join(folder, "corpus", f"{file_name}_seed_corpus.zip"),
            os.path.join(folder, f"{file_name}.dict"),
        ]
        with open(paths[-1], "w", encoding="ascii") as file:
            file.write(dictionary(name, (*words, *_PUNCTUATION)))
        target = targets[name]
        _pack(paths[-2], [*target.seeds, *(target.input(seed, number).data for number in range(_MADE))])
    return paths


def _pack(path: str, inputs: Iterable[bytes]) -> None:
    found = {
        hashlib.sha1(each, usedforsecurity=False).hexdigest(): each
        for each in inputs
        if len(each) <= _LARGEST
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(found):
            archive.writestr(zipfile.ZipInfo(name, _FIRST_DAY), found[name], zipfile.ZIP_DEFLATED)


def dictionary(name: str, words: Iterable[str]) -> str:
    """The text of a dictionary as libFuzzer and AFL++ read it: a quoted word a line, odd bytes as hexadecimal."""
    lines = [f'"{_escaped(each)}"' for each in dict.fromkeys(bytes_of(tuple(words))) if each]
    return "\n".join([f"# Words of {name} files: keys, variables, values, names of extensions.", *lines, ""])


def _escaped(word: bytes) -> str:
    plain = (chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}" for byte in word)
    return "".join(plain)
