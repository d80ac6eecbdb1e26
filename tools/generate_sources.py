"""Find the sentences that passages.toml names and write their headings and hashes to generated/sources.json.

``--check`` only compares. Needs the documents of the editions (../shared/spec beside the project); where they are
missing, ``--check`` says so and succeeds.
"""

import json
import os
import sys

from policy import passages
from policy.documents import DocumentError

TARGET = os.path.join(passages.RULES, "generated", "sources.json")


def main() -> int:
    """Write the file, or with ``--check`` fail if it would change."""
    check = "--check" in sys.argv[1:]
    if not os.path.isdir(passages.DOCUMENTS):
        print(f"not compared: the documents are not here ({passages.DOCUMENTS})")
        return 0 if check else 2
    try:
        text = build()
    except (DocumentError, passages.PassageError) as error:
        print(error, file=sys.stderr)
        return 2
    if not check:
        with open(TARGET, "w", encoding="utf-8") as file:
            file.write(text)
        print(f"wrote {TARGET}")
        return 0
    same = os.path.exists(TARGET) and _read(TARGET) == text
    print("sources.json is up to date" if same else "sources.json is stale: run tools/generate_sources.py")
    return 0 if same else 1


def build() -> str:
    """The JSON text: for each row and edition the document, and the hash and heading of each sentence."""
    known = passages.load()
    table = passages.sources(passages.catalogue(), known, passages.read_editions(known, passages.DOCUMENTS))
    return json.dumps(table, indent=1, ensure_ascii=False) + "\n"


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


if __name__ == "__main__":
    raise SystemExit(main())
