"""A signed claim proves what the key's holder said of which library; whatever else is offered as one is found."""

import base64
import hashlib
import json
import os
import shutil
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from claimed import called, conformed, document, installed, tampered
from click.testing import Result
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_public_key,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from once import made_once
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey
from sigstore_models.bundle.v1 import Bundle

from refloader.claims.signing import SUFFIX, PublicKey, Signer, UnprovenError

pytestmark = pytest.mark.slow

KINDS = {"ed25519": Ed25519PrivateKey.generate, "p256": lambda: ec.generate_private_key(ec.SECP256R1())}
OTHERS = {
    "rsa": lambda: rsa.generate_private_key(65537, 2048),
    "p384": lambda: ec.generate_private_key(ec.SECP384R1()),
}
STATEMENT = b'{"a": "statement"}'


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


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A layer, its results, two pairs of keys, and its claim signed with each of the first pair's kinds."""

    def made(folder: Path) -> None:
        rules = ("--rule", "LLP_LAYER_15", "--rule", "NAMING-LAYER-01")
        results = conformed(installed(folder / "installed"), folder / "out", *rules)
        for kind, generate in KINDS.items():
            private, _ = keys(folder, kind, generate())
            keys(folder, f"other-{kind}", generate())
            done = called("claim", "-o", str(folder / f"{kind}.zip"), "--sign", private, str(results))
            assert done.exit_code == 0, done.output

    return made_once(tmp_path_factory, "claims-signed", made)


@pytest.fixture
def own(tmp_path: Path, tree: Path) -> Path:
    """A copy of all this that a test may change."""
    return Path(shutil.copytree(tree, tmp_path / "own"))


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


def signed_again(folder: Path, told: dict[str, Any]) -> None:
    """Have the holder of the key sign another statement."""
    private = Signer((folder / "ed25519.pem").read_bytes())
    signature(folder).write_bytes(private.signed(json.dumps(told, indent=2).encode() + b"\n"))


class TestStatement:
    """What is signed is an in-toto statement on the libraries that were judged."""

    def test_the_subject_is_the_library(self, tree: Path) -> None:
        """By the digest of the file that was judged."""
        told = statement(tree)

        library = (tree / "installed" / "libclaimed.so").read_bytes()
        assert told["_type"] == "https://in-toto.io/Statement/v1"
        assert told["predicateType"] == "https://in-toto.io/attestation/test-result/v0.1"
        assert told["subject"] == [
            {
                "name": "libclaimed.so",
                "digest": {"sha256": hashlib.sha256(library).hexdigest()},
                "annotations": {"subjects": ["claimed.json"]},
            }
        ]

    def test_the_tests_are_the_rules(self, tree: Path) -> None:
        """Each by its standing in the claim: what failed is a failure, also where something else passed."""
        told = statement(tree)["predicate"]

        [subject] = document((tree / "ed25519.zip").read_bytes())["subjects"]
        by_standing = {each["rule"]: each["standing"] for each in subject["rules"]}
        assert told["result"] == "FAILED"
        assert "LLP_LAYER_15" in told["failedTests"]
        for name, standing in (
            ("passedTests", "passed"),
            ("warnedTests", "warned"),
            ("failedTests", "failed"),
        ):
            assert told[name] == [rule for rule, each in by_standing.items() if each == standing]

    def test_the_configuration(self, tree: Path) -> None:
        """The bundle, the results, the manifest and the suite by digest; what the claim leaves open is named."""
        told = {each["name"]: each for each in statement(tree)["predicate"]["configuration"]}

        bundle = (tree / "ed25519.zip").read_bytes()
        manifest = (tree / "installed" / "claimed.json").read_bytes()
        results = (tree / "out" / "results.ndjson").read_bytes()
        assert told["claim"]["digest"] == {"sha256": hashlib.sha256(bundle).hexdigest()}
        assert told["results/1.ndjson"]["digest"] == {"sha256": hashlib.sha256(results).hexdigest()}
        assert told["manifest/claimed.json"]["digest"] == {"sha256": hashlib.sha256(manifest).hexdigest()}
        assert told["suite"]["annotations"]["catalogue"] == document(bundle)["suite"]["catalogue"]
        assert told["suite/rules"]["digest"]["sha256"] == document(bundle)["suite"]["parts"]["rules"]
        assert told["claim"]["annotations"]["partial"] is True
        assert told["claim"]["annotations"]["sentence"] == document(bundle)["sentence"]
        assert told["claim"]["annotations"]["withoutResult"]


class TestOtherTools:
    """What others read of this form they can read here."""

    @pytest.mark.parametrize("kind", KINDS)
    def test_the_models_of_sigstore(self, tree: Path, kind: str) -> None:
        """They parse the bundle."""
        found = Bundle.from_json(signature(tree, kind).read_bytes())

        assert found.media_type == "application/vnd.dev.sigstore.bundle.v0.3+json"
        assert found.dsse_envelope is not None
        assert found.dsse_envelope.payload_type == "application/vnd.in-toto+json"

    @pytest.mark.parametrize("kind", KINDS)
    def test_securesystemslib(self, tree: Path, kind: str) -> None:
        """It verifies the envelope as it stands, with its own identifier of the key."""
        envelope = json.loads(signature(tree, kind).read_bytes())["dsseEnvelope"]
        key = SSlibKey.from_crypto(load_pem_public_key((tree / f"{kind}.pub").read_bytes()))

        assert Envelope.from_dict(envelope).verify([key], 1) == {key.keyid: key}


class TestProof:
    """What holds is said in one sentence, with what is still open."""

    @pytest.mark.parametrize("kind", KINDS)
    def test_of_the_installed_library(self, tree: Path, kind: str) -> None:
        """With the bundle beside it, and the folder where the library lies."""
        done = verified(tree, tree / "installed", kind=kind)

        text = " ".join(done.output.split())
        digest = PublicKey((tree / f"{kind}.pub").read_bytes()).digest
        assert done.exit_code == 0, text
        assert f"proved: the key {digest} signed the result FAILED of a part of the suite for lib" in text
        assert "; the claim bundle gives that result; 1 of what was given here has such a digest; not" in text
        assert "; not proved: who holds that key, when it signed, and that the run happened" in text
        assert "not checked" not in text

    def test_of_a_digest(self, tree: Path) -> None:
        """As a packager has it in a lock file."""
        digest = statement(tree)["subject"][0]["digest"]["sha256"]

        assert verified(tree, f"sha256:{digest}").exit_code == 0
        assert found_wrong(verified(tree, f"sha256:{'0' * 64}"), "nothing was signed for it")

    def test_without_a_library(self, tree: Path) -> None:
        """That none was compared is said."""
        done = verified(tree)

        assert done.exit_code == 0
        assert "not checked: no library was given" in done.output

    def test_without_the_bundle(self, own: Path) -> None:
        """The signature proves what it signs, and no more."""
        (own / "ed25519.zip").unlink()

        done = verified(own, own / "installed")

        assert done.exit_code == 0
        assert "results were not compared" in " ".join(done.output.split())
        assert "the claim bundle gives" not in " ".join(done.output.split())

    def test_without_a_network(self, tmp_path: Path, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Neither to sign nor to verify."""

        def refused(*_: object, **__: object) -> None:
            raise AssertionError("a socket was asked for")

        monkeypatch.setattr(socket, "socket", refused)
        out, results = str(tmp_path / "mine.zip"), str(tree / "out" / "results.ndjson")

        signed = called("claim", "-o", out, "--sign", str(tree / "p256.pem"), results)
        done = called("claim", "--verify", out, "--key", str(tree / "p256.pub"))

        assert (signed.exit_code, done.exit_code) == (0, 0)

    def test_by_the_name_of_the_signature(self, tree: Path) -> None:
        """It finds the bundle beside itself."""
        public = str(tree / "p256.pub")

        done = called("claim", "--verify", str(signature(tree, "p256")), "--key", public)

        assert done.exit_code == 0
        assert "the claim bundle gives that result" in " ".join(done.output.split())

    def test_another_library_of_that_name_beside_the_right_one(self, own: Path) -> None:
        """As of another word size: nothing was signed for it, and nothing is wrong."""
        (own / "installed" / "lib32").mkdir()
        (own / "installed" / "lib32" / "libclaimed.so").write_bytes(b"\x7fELF of 32 bits")

        done = verified(own, own / "installed")

        assert done.exit_code == 0
        assert "lib32/libclaimed.so: it is another file of that name" in " ".join(done.output.split())


class TestAttacks:
    """Whoever changes something is found out."""

    @pytest.mark.parametrize("kind", KINDS)
    def test_another_key(self, tree: Path, kind: str) -> None:
        """Of the same kind, and of the other one."""
        other = next(each for each in KINDS if each != kind)

        for key in (f"other-{kind}", other):
            assert found_wrong(
                verified(tree, kind=kind, key=key), "another key signed it", "nothing is proved"
            )

    @pytest.mark.parametrize("kind", KINDS)
    def test_the_other_key_with_the_hint_of_the_right_one(self, own: Path, kind: str) -> None:
        """What the file says of its key is not signed, and proves nothing."""
        forged = json.loads(Signer((own / f"other-{kind}.pem").read_bytes()).signed(STATEMENT))
        true = json.loads(signature(own, kind).read_bytes())
        forged["verificationMaterial"] = true["verificationMaterial"]
        forged["dsseEnvelope"]["signatures"][0]["keyid"] = true["dsseEnvelope"]["signatures"][0]["keyid"]
        signature(own, kind).write_text(json.dumps(forged, indent=2) + "\n")

        assert found_wrong(verified(own, kind=kind), "changed since it was signed", "nothing is proved")

    def test_a_swapped_digest(self, own: Path) -> None:
        """In the statement, below the true signature."""
        bundle = json.loads(signature(own).read_bytes())
        told = statement(own)
        told["subject"][0]["digest"]["sha256"] = "0" * 64
        bundle["dsseEnvelope"]["payload"] = base64.b64encode(
            json.dumps(told, indent=2).encode() + b"\n"
        ).decode()
        signature(own).write_text(json.dumps(bundle, indent=2) + "\n")

        assert found_wrong(verified(own), "changed since it was signed", "nothing is proved")

    def test_a_digest_that_the_holder_of_the_key_swapped(self, own: Path) -> None:
        """The bundle says of which library its results are."""
        told = statement(own)
        told["subject"][0]["digest"]["sha256"] = "0" * 64
        signed_again(own, told)

        assert found_wrong(verified(own), "the statement: subject[libclaimed.so].digest.sha256", "is claimed")

    def test_a_result_that_the_holder_of_the_key_embellished(self, own: Path) -> None:
        """The bundle says what failed."""
        told = statement(own)
        told["predicate"] |= {"result": "WARNED", "failedTests": []}
        signed_again(own, told)

        assert found_wrong(verified(own), "the statement: predicate.result", "the results give")

    def test_a_statement_that_contradicts_itself(self, own: Path) -> None:
        """Also where there is no bundle to compare it with."""
        (own / "ed25519.zip").unlink()
        told = statement(own)
        told["predicate"]["result"] = "PASSED"
        signed_again(own, told)

        assert found_wrong(verified(own), "it says PASSED, and the rest of it says otherwise")

    def test_a_statement_of_something_else(self, own: Path) -> None:
        """The key may sign other things."""
        signed_again(own, statement(own) | {"predicateType": "https://slsa.dev/provenance/v1"})

        assert found_wrong(verified(own), "it is no in-toto statement with a test-result")

    def test_another_library(self, own: Path) -> None:
        """Under the name of the judged one, alone or in a folder."""
        library = own / "installed" / "libclaimed.so"
        library.write_bytes(library.read_bytes() + b"\0")

        assert found_wrong(verified(own, library), "nothing was signed for it", "was signed for that name")
        assert found_wrong(verified(own, own / "installed"), "nothing was signed for it")

    def test_a_folder_without_it(self, own: Path) -> None:
        """Nothing was compared, though it was asked for."""
        (own / "empty").mkdir()

        assert found_wrong(verified(own, own / "empty"), "no file in it has the name of a library")

    @pytest.mark.skipif(sys.platform == "win32", reason="has no pipes in folders")
    def test_a_pipe_in_its_place(self, own: Path) -> None:
        """Is not opened: that would wait, or have effects."""
        (own / "installed" / "libclaimed.so").unlink()
        os.mkfifo(own / "installed" / "libclaimed.so")

        assert found_wrong(verified(own, own / "installed"), "it is no regular file")

    def test_the_bundle_of_another_run(self, own: Path) -> None:
        """A claim that holds by itself, beside the signature of another one."""
        told = document((own / "ed25519.zip").read_bytes())
        assert tampered((own / "ed25519.zip").read_bytes()) == (own / "ed25519.zip").read_bytes()
        log = own / "log.txt"
        log.write_text("all is well")
        rule = next(each["rule"] for each in told["subjects"][0]["untested"] if each["evidence"])
        again = called(
            "claim",
            "-o",
            str(own / "ed25519.zip"),
            "--attach",
            f"{rule}={log}",
            str(own / "out" / "results.ndjson"),
        )
        assert again.exit_code == 0, again.output

        assert found_wrong(verified(own), "it is another bundle than the one that was signed")

    def test_a_changed_byte_of_the_bundle(self, own: Path) -> None:
        """Anywhere: some places are named by the zip, and the rest by the signed digest."""
        data = (own / "ed25519.zip").read_bytes()

        for place in range(0, len(data), max(1, len(data) // 40)):
            changed = bytearray(data)
            changed[place] ^= 1
            (own / "ed25519.zip").write_bytes(changed)
            assert found_wrong(verified(own), "ed25519.zip")

    @pytest.mark.parametrize("content", [b"", b"PK\3\4", b"\0" * 100, b"<html>"])
    def test_what_is_no_bundle(self, own: Path, content: bytes) -> None:
        """It stands beside a true signature."""
        (own / "ed25519.zip").write_bytes(content)

        assert found_wrong(verified(own), "ed25519.zip")

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"null",
            b"[" * 100_000,
            b'{"mediaType":' * 50_000,
            b'{"a": 1' + b"0" * 10_000 + b"}",
            b"\xff\xfe\x00",
            b"PK\3\4",
            b"-----BEGIN PUBLIC KEY-----",
        ],
        ids=["empty", "null", "deep", "deep-objects", "number", "no-utf8", "zip", "key"],
    )
    def test_a_hostile_signature(self, own: Path, content: bytes) -> None:
        """Is no signature."""
        signature(own).write_bytes(content)

        assert found_wrong(verified(own), "it is no sigstore bundle", "nothing is proved")

    @pytest.mark.parametrize(
        ("place", "value"),
        [("payload", "%%%"), ("payload", ""), ("payloadType", "text/plain"), ("signatures", [])],
        ids=["no-base64", "no-payload", "another-type", "unsigned"],
    )
    def test_a_hostile_envelope(self, own: Path, place: str, value: object) -> None:
        """Right in its form but for one place."""
        bundle = json.loads(signature(own).read_bytes())
        bundle["dsseEnvelope"][place] = value
        signature(own).write_text(json.dumps(bundle, indent=2) + "\n")

        assert found_wrong(verified(own), "nothing is proved")

    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("sig", ["", "AA==", "A" * 88], ids=["empty", "short", "zeros"])
    def test_a_hostile_signature_value(self, own: Path, kind: str, sig: str) -> None:
        """None of these verifies."""
        bundle = json.loads(signature(own, kind).read_bytes())
        bundle["dsseEnvelope"]["signatures"][0]["sig"] = sig
        signature(own, kind).write_text(json.dumps(bundle, indent=2) + "\n")

        assert found_wrong(verified(own, kind=kind), "nothing is proved")

    def test_escape_sequences_of_a_statement(self, own: Path) -> None:
        """Do not reach the terminal, whoever signed them."""
        told = statement(own)
        told["subject"][0]["name"] = "\x1b]0;owned\x07.so"
        signed_again(own, told)

        done = verified(own)

        assert found_wrong(done)
        assert "\x1b" not in done.output


class TestBytes:
    """Every byte of a signature's file counts: it has one form for each statement and key."""

    @pytest.mark.parametrize("kind", KINDS)
    def test_each_changed_byte(self, kind: str) -> None:
        """Is found, whatever place it is in."""
        private, public = pem(KINDS[kind]())
        data, key = Signer(private).signed(STATEMENT), PublicKey(public)
        assert key.opened(data) == STATEMENT
        missed = []

        for place in range(len(data)):
            for bit in (1, 32):
                changed = bytearray(data)
                changed[place] ^= bit
                try:
                    key.opened(bytes(changed))
                except UnprovenError:
                    continue
                missed.append(place)

        assert missed == []

    def test_each_beginning(self) -> None:
        """A truncated file is no signature, nor is one with something after its end."""
        private, public = pem(KINDS["ed25519"]())
        data, key = Signer(private).signed(STATEMENT), PublicKey(public)

        for length in range(len(data)):
            with pytest.raises(UnprovenError):
                key.opened(data[:length])
        with pytest.raises(UnprovenError, match="does not cover"):
            key.opened(data + b"\n")

    @given(st.binary(max_size=400))
    @settings(max_examples=300)
    def test_any_bytes(self, data: bytes) -> None:
        """Are refused, and nothing else happens."""
        with pytest.raises(UnprovenError):
            _KEY.opened(data)


_KEY = PublicKey(pem(KINDS["ed25519"]())[1])


class TestKeys:
    """A key that cannot be used is a mistake of who calls, and is said before anything is written."""

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (pem(KINDS["p256"]())[1], "it is a public key"),
            (pem(KINDS["p256"](), BestAvailableEncryption(b"secret"))[0], "it is encrypted"),
            (pem(OTHERS["rsa"]())[0], "of another kind"),
            (pem(OTHERS["p384"]())[0], "of another kind"),
            (b"no key", "it is no private key as PEM"),
            (
                b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
                "it is no private key as PEM",
            ),
            (b"x" * 100_000, "too large for a key"),
        ],
        ids=["public", "encrypted", "rsa", "p384", "text", "damaged", "large"],
    )
    def test_for_signing(self, own: Path, content: bytes, words: str) -> None:
        """Nothing is packed."""
        (own / "bad.pem").write_bytes(content)
        results, out = str(own / "out" / "results.ndjson"), own / "new.zip"

        done = called("claim", "-o", str(out), "--sign", str(own / "bad.pem"), results)

        assert done.exit_code == 2
        assert words in " ".join(done.output.split())
        assert not out.exists()

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (pem(KINDS["p256"]())[0], "it is a private key"),
            (pem(OTHERS["rsa"]())[1], "of another kind"),
            (pem(OTHERS["p384"]())[1], "of another kind"),
            (b"no key", "it is no public key as PEM"),
        ],
        ids=["private", "rsa", "p384", "text"],
    )
    def test_for_verifying(self, own: Path, content: bytes, words: str) -> None:
        """It proves nothing either way."""
        (own / "bad.pub").write_bytes(content)

        done = verified(own, key="bad")

        assert done.exit_code == 2
        assert words in " ".join(done.output.split())

    def test_the_key_is_not_overwritten(self, own: Path) -> None:
        """Though its path is given for the bundle, or is that of the signature."""
        results = str(own / "out" / "results.ndjson")
        key = own / f"mine.zip{SUFFIX}"
        key.write_bytes((own / "ed25519.pem").read_bytes())

        for output in (key, own / "mine.zip"):
            done = called("claim", "-o", str(output), "--sign", str(key), results)
            assert done.exit_code == 2
            assert key.read_bytes() == (own / "ed25519.pem").read_bytes()

    def test_without_the_packages(self, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The command that installs them is named."""
        monkeypatch.setitem(sys.modules, "cryptography", None)

        done = verified(own)

        assert done.exit_code == 3
        assert "pip install 'refloader[sign]'" in " ".join(done.output.split())

    @pytest.mark.parametrize(
        "words",
        [
            ("--verify", "x.zip"),
            ("--key", "x.pub"),
            ("--verify", "x.zip", "--key", "x.pub", "-o", "y.zip"),
            ("-o", "-", "--sign", "x.pem"),
            (),
        ],
    )
    def test_wrong_usage(self, words: tuple[str, ...]) -> None:
        """Is said as such."""
        assert called("claim", *words).exit_code == 2

    def test_a_missing_signature(self, own: Path) -> None:
        """There is nothing to verify."""
        signature(own).unlink()

        assert verified(own).exit_code == 2
