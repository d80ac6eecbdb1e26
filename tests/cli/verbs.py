"""What the tests of the verbs share: a manifest builder and a reader of JSON output."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from click.testing import Result
from jsonschema import Draft202012Validator

SCHEMAS = Path(__file__).resolve().parent.parent.parent / "reports" / "schema"
GOOD = {
    "name": "VK_LAYER_TEST_good",
    "type": "GLOBAL",
    "library_path": "libVkLayer_good.so",
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "a layer for tests",
}

Run = Callable[..., Result]


def manifest(
    folder: Path, name: str = "good.json", drop: str = "", layer_name: str = GOOD["name"], **fields: Any
) -> str:
    """A layer manifest file with some fields changed or one dropped; returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    fields["name"] = layer_name
    entry = {key: value for key, value in {**GOOD, **fields}.items() if key != drop}
    path = folder / name
    path.write_text(json.dumps({"file_format_version": "1.2.0", "layer": entry}, indent=1))
    return str(path)


def checked_json(result: Result, schema: str) -> Mapping[str, Any]:
    """The document a verb printed, held against its published schema."""
    document: Mapping[str, Any] = json.loads(result.stdout)
    text = (SCHEMAS / f"{schema}.schema.json").read_text(encoding="utf-8")
    Draft202012Validator(json.loads(text)).validate(document)
    return document
