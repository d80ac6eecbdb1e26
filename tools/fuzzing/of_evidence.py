"""Targets whose inputs are evidence: recordings of calls, bundles of claims, and what is signed of them."""

import hashlib
import json
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from fuzzing.documents import TEXTS, from_lines, spoiled, written
from fuzzing.of_machines import bytes_of, corpus
from fuzzing.target import Target, formats, put, step, verbs
from fuzzing.vocabulary import LOADER_WORDS
from refloader.claims.container import FIRST, Bundle, DamagedError, NotABundleError, packed
from refloader.claims.signing import SUFFIX, Signer
from refloader.claims.statement import encoded, stated
from refloader.claims.verifying import verify
from refloader.selftest import records
from refloader.selftest.mutants.registry import Mutant
from refloader.selftest.outcome import MutantOutcome
from refloader.suite.sessions import recording


def of_recordings() -> Iterator[Target]:
    """What exec --observe records."""
    observed = formats("observed {}/input.rec", "text", "json:observed-1")
    lay: Callable[[bytes, str], None] = lambda data, folder: put(folder, "input.rec", data)  # noqa: E731
    steps = [*observed, step("observed {}/input.rec --edition 2018 --rule LLP_LAYER")]
    seeds = [_recording(Random(number)) for number in range(6)] + corpus("recording")
    words = [struct.pack("<IHHII", size, kind, 1, 1, 1) for size in (16, 24, 48) for kind in range(9)]
    yield Target("recording", *verbs(lay, *steps), [_recording], seeds, words, share=3, file="input.rec")


_COMMANDS = (
    *("vkCreateInstance", "vkDestroyInstance", "vkCreateDevice", "vkDestroyDevice", "vkGetInstanceProcAddr"),
    *("vkEnumeratePhysicalDevices", "vkQueueSubmit", "vkAllocateMemory", "vkFreeMemory", "vkQueuePresentKHR"),
    *(
        "vkGetDeviceQueue",
        "vkCreateSwapchainKHR",
        "vkEnumerateInstanceExtensionProperties",
        "vkNothing",
        "\x1b[2J",
        "",
    ),
)
_LAYERS = ("", "VK_LAYER_TEST_a", "VK_LAYER_TEST_b", "\x1b[31m", "\udcff", "a" * 300)
_PATHS = (
    "pInstance",
    "pCreateInfo.pNext[0]",
    "pSubmits[0].pCommandBuffers[1]",
    "",
    "pAllocator",
    "instance",
    "\u202e",
)


def _recording(random: Random) -> bytes:
    """A chain with calls that mostly come back, and what they were given."""
    parts = [
        _record(1, link, 0, 0, _two(random.choice(_LAYERS), random.choice(_LAYERS))) for link in range(1, 4)
    ]
    parts += [_record(2, 0, 0, 0, struct.pack("<Q", n) + _one(name)) for n, name in enumerate(_COMMANDS)]
    parts += [_record(3, 0, 0, 0, struct.pack("<Q", n) + _one(f"Vk{n}")) for n in range(4)]
    under_way: list[tuple[int, int]] = []
    for number in range(1, random.choice((3, 8, 30, 200))):
        words = struct.pack(
            "<3Q", random.randrange(len(_COMMANDS) + 1), random.getrandbits(64), random.randrange(3)
        )
        parts.append(_record(4, random.randrange(1, 5), random.randrange(1, 3), number, words))
        under_way.append((number, random.randrange(1, 4)))
        for _ in range(random.randrange(3)):
            fact = struct.pack("<IIQQ", random.randrange(4), random.randrange(5), random.randrange(4), 1)
            texts = _two(random.choice(_PATHS), random.choice(TEXTS[:60]))
            parts.append(_record(random.choice((6, 7)), 1, 1, random.randrange(number + 1), fact + texts))
        if random.random() < 0.1:
            note = struct.pack("<QQ", random.getrandbits(33), 0) + _two(random.choice(TEXTS[:60]), "x")
            parts.append(_record(8, 0, 1, 0, note))
        while under_way and random.random() < 0.6:
            number_, link = under_way.pop()
            result = struct.pack("<Q", random.choice((0, 1, 5, 0xFFFFFFFF, 0xFFFFFFF9, 1 << 63)))
            parts.append(_record(5, link, 1, number_, result))
    body = b"".join(parts)
    head = bytearray(recording.empty(1 << 20))
    struct.pack_into("<QQQ", head, 8, 1 << 20, len(head) + len(body), random.choice((0, 0, 0, 7, 1 << 63)))
    return bytes(head) + body


def _record(kind: int, link: int, thread: int, number: int, body: bytes) -> bytes:
    body += bytes(-len(body) % 8)
    return struct.pack("<IHHII", 16 + len(body), kind, link, thread, number) + body


def _one(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass") + b"\0"


def _two(first: str, second: str) -> bytes:
    return (_one(first) + _one(second.replace("\0", "")))[:60_000]


def of_claims() -> Iterator[Target]:
    """Bundles of claims, with digests that are right after members were changed."""
    lay: Callable[[bytes, str], None] = lambda data, folder: put(folder, "claim.zip", data)  # noqa: E731
    steps = formats("verify-claim {}/claim.zip", "text", "json:verify-claim-1")
    seeds = corpus("claim")
    yield Target(
        "claim", *verbs(lay, *steps), [_tampered] if seeds else [], seeds, [b"PK\1\2"], file="claim.zip"
    )


@cache
def _members() -> list[dict[str, bytes]]:
    found = []
    for data in corpus("claim"):
        try:
            bundle = Bundle(data)
            found.append({name: bundle.read(name) for name in bundle.names})
        except (DamagedError, NotABundleError):
            continue
    return found


def _tampered(random: Random) -> bytes:
    members = dict(random.choice(_members()))
    words = ("members", "sha256", "subjects", "cases", "pass", "fail", "rules", *LOADER_WORDS[:10])
    claim = json.loads(members[FIRST])
    for _ in range(random.choice((0, 1, 1, 2))):
        name = random.choice(sorted(members))
        if name.endswith(".ndjson"):
            rows = members[name].splitlines()
            at = random.randrange(len(rows))
            with suppress(ValueError):  # a line that was spoiled before
                rows[at] = written(spoiled(json.loads(rows[at]), random, words), random).replace(b"\n", b"")
            members[name] = b"\n".join(rows) + b"\n"
        elif name != FIRST:
            members[name] = from_lines([members[name] or b"\n"], bytes_of(LOADER_WORDS[:20]))(random)
        for each in claim.get("members", []):
            if each.get("name") == name:
                each |= {"size": len(members[name]), "sha256": hashlib.sha256(members[name]).hexdigest()}
    if random.random() < 0.6:
        claim = spoiled(claim, random, words)
    members[FIRST] = written(claim, random)
    return packed(members)


_KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
_PRIVATE = _KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
_PUBLIC = _KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
_ENVELOPE = b'{\n  "mediaType"'
"""The beginning of a file with a signature. What begins otherwise is a statement, which the fuzzer signs."""


def of_signatures() -> Iterator[Target]:
    """Statements below a true signature, and files with signatures, each beside the claim bundle."""
    bundles = [*corpus("claim"), *(packed(each) for each in _members())]
    claims = [(data, verify(data)) for data in bundles if data.startswith(b"PK")]
    sound = [(data, found) for data, found in claims if found.claim and not found.problems]
    if not sound:
        return
    bundle, found = sound[0]
    assert found.claim is not None
    statement = encoded(stated(found.claim, found.sha256))

    def lay(data: bytes, folder: str) -> None:
        put(folder, "key.pub", _PUBLIC)
        put(folder, "claim.zip", bundle)
        signed = data if data.startswith(_ENVELOPE) else Signer(_PRIVATE).signed(data)
        put(folder, f"claim.zip{SUFFIX}", signed)

    def spoilt(random: Random) -> bytes:
        content = spoiled(json.loads(statement), random, ("sha256", "name", "partial", *LOADER_WORDS[:10]))
        if random.random() < 0.2:
            return written(content, random)
        return json.dumps(content, indent=2).encode() + b"\n"

    steps = [
        step("claim --verify {}/claim.zip --key {}/key.pub"),
        step("claim --verify {}/claim.zip --key {}/key.pub {}"),
        step(f"claim --verify {{}}/claim.zip{SUFFIX} --key {{}}/key.pub sha256:{'0' * 64}"),
    ]
    seeds = [statement, Signer(_PRIVATE).signed(statement)]
    words = bytes_of(("digest", "sha256", "PASSED", "passedTests", "payload", "keyid"))
    yield Target("signed", *verbs(lay, *steps), [spoilt], seeds, words, file="statement.json")

    def with_key(data: bytes, folder: str) -> None:
        lay(statement, folder)
        put(folder, "key.pub", data)

    keys = [_PUBLIC, _PRIVATE, *corpus("key")]
    draws = [from_lines(keys, words)]
    yield Target("key", *verbs(with_key, steps[0]), draws, keys, words, share=0.5, file="key.pub")


@cache
def _proofs() -> tuple[bytes, ...]:
    """What self-tests write down: a part that came to its end, and one that did not."""
    made = []
    ends: dict[records.Subject, bool] = {"loader": True, "layer": False}
    for kind, is_over in ends.items():
        names = [*islice(records.mutants_of(kind), 3)]
        begun = records.Records(
            records.planned(kind, "quick", names), (1, 1), {}, {names[2]: "x"}, is_over=False
        )
        with TemporaryDirectory() as folder:
            with records.RecordWriter(folder, begun) as writer:
                for name in names[:2]:
                    writer.write(name, _outcomes(records.mutants_of(kind)[name]))
                if is_over:
                    writer.end()
            made.append(Path(folder, records.FILE).read_bytes())
    return tuple(made)


def _outcomes(mutant: Mutant) -> records.Outcomes:
    hit = tuple(mutant.rules)
    return tuple(
        MutantOutcome(rule, mutant, hit, ("a/case",), dict.fromkeys(hit, "x"), (), (), "", 1.0)
        for rule in hit
    )


def _proof(random: Random) -> bytes:
    """A record in which a line is spoiled, repeated or missing."""
    rows = random.choice(_proofs()).splitlines()
    at = random.randrange(len(rows))
    choice = random.randrange(8)
    if choice == 0:
        rows.insert(random.randrange(len(rows) + 1), rows[at])
    elif choice == 1:
        del rows[at]
    else:
        rows[at] = written(spoiled(json.loads(rows[at]), random, LOADER_WORDS), random).replace(b"\n", b"")
    return b"\n".join(rows) + b"\n"


def of_proofs() -> Iterator[Target]:
    """What selftest --merge reads: the records of parts."""
    lay: Callable[[bytes, str], None] = lambda data, folder: put(folder, records.FILE, data)  # noqa: E731
    steps = formats("selftest --merge {} --out {}/out", "text", "json:selftest-1")
    yield Target("proof", *verbs(lay, *steps), [_proof], _proofs(), share=0.5, file=records.FILE)


def targets() -> Iterator[Target]:
    """All of them."""
    yield from of_proofs()
    yield from of_recordings()
    yield from of_claims()
    yield from of_signatures()
