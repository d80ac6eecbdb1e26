"""Whatever else is offered as a signed claim, or as a key, is found."""

import base64
import json
import os
import sys
import time
from pathlib import Path

import pytest
from claimed import called, document, tampered
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption
from hypothesis import given, settings
from hypothesis import strategies as st
from signed import KINDS, OTHERS, found_wrong, pem, signature, signed_again, statement, verified

from refloader.claims import signed_claim
from refloader.claims.signing import SUFFIX, PublicKey, Signer, UnprovenError
from refloader.claims.statement import decoded

pytestmark = pytest.mark.slow

STATEMENT = b'{"a": "statement"}'


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
        content = statement(own)
        content["subject"][0]["digest"]["sha256"] = "0" * 64
        bundle["dsseEnvelope"]["payload"] = base64.b64encode(
            json.dumps(content, indent=2).encode() + b"\n"
        ).decode()
        signature(own).write_text(json.dumps(bundle, indent=2) + "\n")

        assert found_wrong(verified(own), "changed since it was signed", "nothing is proved")

    def test_a_digest_that_the_holder_of_the_key_swapped(self, own: Path) -> None:
        """The bundle says of which library its results are."""
        content = statement(own)
        content["subject"][0]["digest"]["sha256"] = "0" * 64
        signed_again(own, content)

        assert found_wrong(verified(own), "the statement: subject[libclaimed.so].digest.sha256", "is claimed")

    def test_a_result_that_the_holder_of_the_key_embellished(self, own: Path) -> None:
        """The bundle says what failed."""
        content = statement(own)
        content["predicate"] |= {"result": "WARNED", "failedTests": []}
        signed_again(own, content)

        assert found_wrong(verified(own), "the statement: predicate.result", "the results give")

    def test_a_statement_that_contradicts_itself(self, own: Path) -> None:
        """Also where there is no bundle to compare it with."""
        (own / "ed25519.zip").unlink()
        content = statement(own)
        content["predicate"]["result"] = "PASSED"
        signed_again(own, content)

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
        content = document((own / "ed25519.zip").read_bytes())
        assert tampered((own / "ed25519.zip").read_bytes()) == (own / "ed25519.zip").read_bytes()
        log = own / "log.txt"
        log.write_text("all is well")
        rule = next(each["rule"] for each in content["subjects"][0]["untested"] if each["evidence"])
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
        content = statement(own)
        content["subject"][0]["name"] = "\x1b]0;owned\x07.so"
        signed_again(own, content)

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


class TestFolders:
    """Folders of libraries that a stranger made."""

    def test_many_links_to_one_file(self, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is read once, however many names it has."""
        [library] = (path for path in (own / "installed").rglob("lib*.so") if path.is_file())
        for number in range(20):
            folder = own / "links" / str(number)
            folder.mkdir(parents=True)
            (folder / library.name).symlink_to(library)
        read = list[str]()
        real = signed_claim.identify_file
        monkeypatch.setattr(signed_claim, "identify_file", lambda path: read.append(path) or real(path))

        done = verified(own, own / "links")

        assert done.exit_code == 0, done.output
        assert "20 of what was given here has such a digest" in " ".join(done.output.split())
        assert len(read) == 1

    def test_one_library_under_two_names(self, own: Path) -> None:
        """A folder that has it under one of them has what was signed for."""
        content = statement(own)
        content["subject"].append({**content["subject"][0], "name": "libother.so"})
        signed_again(own, content)
        (own / "ed25519.zip").unlink()

        done = verified(own, own / "installed")

        assert done.exit_code == 0, done.output
        assert "1 of what was given here has such a digest" in " ".join(done.output.split())
        assert "has no file of that name" in " ".join(done.output.split())

    def test_very_many_of_one_name(self, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Half of them are other files: each is compared with what was signed, and not with the rest."""
        found = decoded(json.dumps(statement(own), indent=2).encode() + b"\n")
        [name] = (each.name for each in found.subject)
        paths = [f"/x/{number}/{name}" for number in range(20_000)]
        checking = signed_claim._Checking(found)
        right = found.subject[0].digest["sha256"]
        monkeypatch.setattr(signed_claim, "_files", lambda _: paths)
        monkeypatch.setattr(checking, "_digest_once", lambda path: right if "0/" in path else "")

        began = time.process_time()
        checking._check_folder("/x")

        assert len(checking.compared) + len(checking.limits) == len(paths)
        assert checking.problems == []
        assert time.process_time() - began < 2
