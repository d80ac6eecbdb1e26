"""Signs a statement with a local key, and verifies the signature. Uses no network, and stores no key.

The form is a DSSE envelope in a sigstore bundle of version 0.3. The cryptography is that of securesystemslib and
cryptography, which the extra ``sign`` installs. A signature covers the type and the bytes of the statement; the rest
of the file follows from these and the key, and is accepted in one form only.
"""

import base64
import hashlib
import json
from typing import TYPE_CHECKING, Any, Literal

import msgspec

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import PublicKeyTypes
    from securesystemslib.signer import SSlibKey

SUFFIX = ".sigstore.json"
"""What is added to the name of a bundle for the file with its signature."""

LARGEST = 16 << 20
"""The maximum size in bytes of that file."""

_MEDIA_TYPE = "application/vnd.dev.sigstore.bundle.v0.3+json"
_PAYLOAD_TYPE = "application/vnd.in-toto+json"
_SCHEMES = ("ed25519", "ecdsa-sha2-nistp256")
_KINDS = "an Ed25519 or ECDSA P-256 key"


class WrongKeyError(Exception):
    """The data is no key that can be used. The message is for the user."""


class MissingLibraryError(Exception):
    """The packages that sign are not installed. The message is for the user."""


class UnprovenError(Exception):
    """The signature proves nothing about the data. The message is for the user."""


class _Signature(msgspec.Struct, forbid_unknown_fields=True):
    sig: str
    keyid: str = ""


class _Envelope(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    payload: str
    payload_type: Literal["application/vnd.in-toto+json"]
    signatures: tuple[_Signature]


class _PublicKey(msgspec.Struct, forbid_unknown_fields=True):
    hint: str


class _Material(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    public_key: _PublicKey
    tlog_entries: list[Any]


class _Bundle(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    media_type: Literal["application/vnd.dev.sigstore.bundle.v0.3+json"]
    verification_material: _Material
    dsse_envelope: _Envelope


class Signer:
    """A private key from a PEM file.

    Raises:
        WrongKeyError: the data is no key that can sign.
        MissingLibraryError: the packages are not installed.
    """

    def __init__(self, pem: bytes) -> None:
        _require()
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
        from securesystemslib.signer import CryptoSigner

        if b"PUBLIC KEY-----" in pem:
            raise WrongKeyError(f"it is a public key, and signing needs the private one: {_KINDS} as PEM")
        try:
            private = load_pem_private_key(pem, None)
        except TypeError:
            raise WrongKeyError("it is encrypted: give a decrypted key, for example through a pipe") from None
        except (ValueError, UnsupportedAlgorithm):
            raise WrongKeyError(f"it is no private key as PEM; {_KINDS} can sign") from None
        try:
            self._signer = CryptoSigner(private)
        except (ValueError, TypeError):
            raise WrongKeyError(f"it is of another kind; {_KINDS} can sign") from None
        _check_kind(self._signer.public_key)
        self._fingerprint = _fingerprint(private.public_key())

    @property
    def digest(self) -> str:
        """The SHA-256 of its public half, as ``PublicKey.digest``."""
        return self._fingerprint.hex()

    def signed(self, payload: bytes) -> bytes:
        """Return the sigstore bundle of an in-toto statement."""
        from securesystemslib.dsse import Envelope

        signature = Envelope(payload, _PAYLOAD_TYPE, {}).sign(self._signer)
        return _written(payload, bytes.fromhex(signature.signature), signature.keyid, self._fingerprint)


class PublicKey:
    """A public key from a PEM file.

    Raises:
        WrongKeyError: the data is no key that can verify.
        MissingLibraryError: the packages are not installed.
    """

    def __init__(self, pem: bytes) -> None:
        _require()
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.serialization import load_pem_public_key
        from securesystemslib.signer import SSlibKey

        if b"PRIVATE KEY-----" in pem:
            raise WrongKeyError(
                "it is a private key, which nobody else should have: --key takes the public one"
            )
        try:
            public = load_pem_public_key(pem)
            self._key = SSlibKey.from_crypto(public)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise WrongKeyError(f"it is no public key as PEM; {_KINDS} can verify") from None
        _check_kind(self._key)
        self._fingerprint = _fingerprint(public)

    @property
    def digest(self) -> str:
        """The SHA-256 of the key as SubjectPublicKeyInfo, by which people compare keys."""
        return self._fingerprint.hex()

    def opened(self, data: bytes) -> bytes:
        """Return the statement of a sigstore bundle that this key signed.

        Raises:
            UnprovenError: the key did not sign it, or the data is not such a bundle.
        """
        from securesystemslib.dsse import Envelope
        from securesystemslib.exceptions import UnverifiedSignatureError
        from securesystemslib.signer import Signature

        bundle, payload, signature = _parsed(data)
        # The identifiers of keys in the file are not signed: the user's key is tried, whatever they say.
        signatures = {self._key.keyid: Signature(self._key.keyid, signature.hex())}
        try:
            Envelope(payload, _PAYLOAD_TYPE, signatures).verify([self._key], 1)
        except (UnverifiedSignatureError, ValueError):
            raise UnprovenError(self._why_not(bundle)) from None
        if _written(payload, signature, self._key.keyid, self._fingerprint) != data:
            raise UnprovenError("the signature is right, and what it does not cover was changed since")
        return payload

    def _why_not(self, bundle: _Bundle) -> str:
        if bundle.verification_material.public_key.hint != _hint(self._fingerprint):
            return "another key signed it than the one that was given, or it was changed since"
        return "it was changed since it was signed: the signature is not one of this statement"


def _require() -> None:
    try:
        import cryptography
        import securesystemslib.dsse  # noqa: F401
    except ImportError:
        raise MissingLibraryError(
            "signatures need securesystemslib and cryptography: pip install 'refloader[sign]'"
        ) from None
    del cryptography


def _check_kind(key: "SSlibKey") -> None:
    if key.scheme not in _SCHEMES:
        raise WrongKeyError(f"it is of another kind ({key.scheme}); refloader takes {_KINDS}")


def _fingerprint(public: "PublicKeyTypes") -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return hashlib.sha256(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()


def _hint(fingerprint: bytes) -> str:
    """Return the hint on a key that cosign writes: the base64 of its fingerprint."""
    return base64.b64encode(fingerprint).decode()


def _written(payload: bytes, signature: bytes, keyid: str, fingerprint: bytes) -> bytes:
    """Return the file: there is one for each statement, signature and key."""
    envelope = {
        "payload": base64.b64encode(payload).decode(),
        "payloadType": _PAYLOAD_TYPE,
        "signatures": [{"sig": base64.b64encode(signature).decode(), "keyid": keyid}],
    }
    material = {"publicKey": {"hint": _hint(fingerprint)}, "tlogEntries": []}
    bundle = {"mediaType": _MEDIA_TYPE, "verificationMaterial": material, "dsseEnvelope": envelope}
    return json.dumps(bundle, indent=2).encode() + b"\n"


def _parsed(data: bytes) -> tuple[_Bundle, bytes, bytes]:
    """Return the parts of a bundle, none of which is verified yet: the bundle, its statement and its signature."""
    try:
        bundle = msgspec.json.decode(data, type=_Bundle)
        payload = base64.b64decode(bundle.dsse_envelope.payload, validate=True)
        signature = base64.b64decode(bundle.dsse_envelope.signatures[0].sig, validate=True)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise UnprovenError(f"it is no sigstore bundle that refloader claim --sign wrote: {error}") from None
    return bundle, payload, signature
