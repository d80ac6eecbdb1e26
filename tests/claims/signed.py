"""Keys, and claims that are signed with them, verified and read."""

import base64
import json
from pathlib import Path
from typing import Any

from claimed import called
from click.testing import Result
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from refloader.claims.signing import SUFFIX, Signer

KINDS = {"ed25519": Ed25519PrivateKey.generate, "p256": lambda: ec.generate_private_key(ec.SECP256R1())}
OTHERS = {
    "rsa": lambda: rsa.generate_private_key(65537, 2048),
    "p384": lambda: ec.generate_private_key(ec.SECP384R1()),
}


def pem(private: Any, encryption: KeySerializationEncryption | None = None) -> tuple[bytes, bytes]:
    """The private key and the public one, as openssl writes them."""
    return (
        private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption or NoEncryption()),
        private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
    )


def keys(folder: Path, name: str, private: Any) -> tuple[str, str]:
    """The paths of a private and a public key."""
    paths = folder / f"{name}.pem", folder / f"{name}.pub"
    for path, data in zip(paths, pem(private), strict=True):
        path.write_bytes(data)
    return str(paths[0]), str(paths[1])


def verified(folder: Path, *files: str | Path, kind: str = "ed25519", key: str = "") -> Result:
    """Verify the claim of that kind of key."""
    public = str(folder / f"{key or kind}.pub")
    return called("claim", "--verify", str(folder / f"{kind}.zip"), "--key", public, *map(str, files))


def found_wrong(done: Result, *words: str) -> bool:
    """True if that is a finding in those words, and no proof."""
    text = " ".join(done.output.split())
    assert done.exit_code == 1, text
    assert "wrong: " in text
    assert "proved: the key" not in text.replace("not proved", "")
    return all(each in text for each in words)


def signature(folder: Path, kind: str = "ed25519") -> Path:
    """The file with the signature."""
    return folder / f"{kind}.zip{SUFFIX}"


def statement(folder: Path, kind: str = "ed25519") -> dict[str, Any]:
    """What was signed."""
    envelope = json.loads(signature(folder, kind).read_bytes())["dsseEnvelope"]
    found: dict[str, Any] = json.loads(base64.b64decode(envelope["payload"]))
    return found


def signed_again(folder: Path, content: dict[str, Any]) -> None:
    """Have the holder of the key sign another statement."""
    private = Signer((folder / "ed25519.pem").read_bytes())
    signature(folder).write_bytes(private.signed(json.dumps(content, indent=2).encode() + b"\n"))
