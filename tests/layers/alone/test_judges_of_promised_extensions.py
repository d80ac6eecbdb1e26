"""What the check of a manifest's list says of extensions that the library has and has not."""

from refloader.suite.layers.alone import introspected

COMMAND = "vkEnumerateInstanceExtensionProperties"


def judged(manifest: tuple[str, ...], library: list[str], result: int = 0) -> list[str]:
    """What is said of a manifest and of a library that answers for its own name."""
    answer = {"filled": {"result": result}, "names": library}
    look = introspected.unlisted_extensions(
        {f"enumerate.{COMMAND}.own": answer}, manifest, COMMAND, "VK_LAYER_a"
    )
    return list(look.said)


def test_both_have_the_same() -> None:
    """That is right."""
    assert judged(("VK_A_one",), ["VK_A_one"]) == []


def test_an_extension_that_the_manifest_promises() -> None:
    """A program can enable it, and nobody implements it."""
    assert judged(("VK_A_one", "VK_A_two"), ["VK_A_one"]) == [
        f"the manifest lists VK_A_two, and {COMMAND} of the library for its own name does not"
    ]


def test_a_library_that_does_not_say() -> None:
    """A library that fails for its own name is judged by another check."""
    assert judged(("VK_A_one",), [], result=-6) == []
