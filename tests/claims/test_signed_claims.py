"""A signed claim proves what the key's holder said of which library."""

import hashlib
import json
import socket
from pathlib import Path

import pytest
from claimed import called, document
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey
from signed import KINDS, found_wrong, signature, statement, verified
from sigstore_models.bundle.v1 import Bundle

from refloader.claims.signing import PublicKey

pytestmark = pytest.mark.slow


class TestStatement:
    """What is signed is an in-toto statement on the libraries that were judged."""

    def test_the_subject_is_the_library(self, tree: Path) -> None:
        """By the digest of the file that was judged."""
        content = statement(tree)

        library = (tree / "installed" / "libclaimed.so").read_bytes()
        assert content["_type"] == "https://in-toto.io/Statement/v1"
        assert content["predicateType"] == "https://in-toto.io/attestation/test-result/v0.1"
        assert content["subject"] == [
            {
                "name": "libclaimed.so",
                "digest": {"sha256": hashlib.sha256(library).hexdigest()},
                "annotations": {"subjects": ["claimed.json"]},
            }
        ]

    def test_the_tests_are_the_rules(self, tree: Path) -> None:
        """Each by its standing in the claim: what failed is a failure, also where something else passed."""
        content = statement(tree)["predicate"]

        [subject] = document((tree / "ed25519.zip").read_bytes())["subjects"]
        by_standing = {each["rule"]: each["standing"] for each in subject["rules"]}
        assert content["result"] == "FAILED"
        assert "LLP_LAYER_15" in content["failedTests"]
        for name, standing in (
            ("passedTests", "passed"),
            ("warnedTests", "warned"),
            ("failedTests", "failed"),
        ):
            assert content[name] == [rule for rule, each in by_standing.items() if each == standing]

    def test_the_configuration(self, tree: Path) -> None:
        """The bundle, the results, the manifest and the suite by digest; what the claim leaves open is named."""
        content = {each["name"]: each for each in statement(tree)["predicate"]["configuration"]}

        bundle = (tree / "ed25519.zip").read_bytes()
        manifest = (tree / "installed" / "claimed.json").read_bytes()
        results = (tree / "out" / "results.ndjson").read_bytes()
        assert content["claim"]["digest"] == {"sha256": hashlib.sha256(bundle).hexdigest()}
        assert content["results/1.ndjson"]["digest"] == {"sha256": hashlib.sha256(results).hexdigest()}
        assert content["manifest/claimed.json"]["digest"] == {"sha256": hashlib.sha256(manifest).hexdigest()}
        assert content["suite"]["annotations"]["catalogue"] == document(bundle)["suite"]["catalogue"]
        assert content["suite/rules"]["digest"]["sha256"] == document(bundle)["suite"]["parts"]["rules"]
        assert content["claim"]["annotations"]["partial"] is True
        assert content["claim"]["annotations"]["sentence"] == document(bundle)["sentence"]
        assert content["claim"]["annotations"]["withoutResult"]


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
