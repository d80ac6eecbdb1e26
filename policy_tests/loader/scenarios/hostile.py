"""Manifests that are not what they should be: damaged, strange or made to hurt. Each costs only itself."""

import json

from refloader.scenario.drafting import (
    ALL,
    SINCE_2022,
    SUCCESS,
    A,
    B,
    C,
    Expect,
    Stage,
    any_order,
    bears_on,
    layer,
    tolerated,
)

FOLDER = "/usr/share/vulkan/implicit_layer.d"
BAD = "VK_LAYER_TEST_bad"


def good_and(world: Stage, *texts: bytes | str) -> None:
    """A driver, a good implicit layer, and files with these contents beside it."""
    world.driver()
    world.implicit_layer(A)
    for number, text in enumerate(texts):
        world.file(f"{FOLDER}/bad_{number}.json", text)


def manifest(name: str = BAD, **keys: object) -> str:
    """The text of a good implicit layer's manifest, with these keys changed and None for those left out."""
    body = layer(name, f"{FOLDER}/lib{name}.so", disable_environment={"DISABLE_BAD": "1"}, **keys)
    return json.dumps({"file_format_version": "1.1.2", "layer": body})


ONLY_THE_GOOD_ONE = {"result": SUCCESS, "layers": [A], "chain": [A]}


@bears_on("LLP_LAYER_6", "DISC-GEN-01", "ACT-IMPLICIT-01")
def no_json(world: Stage) -> Expect:
    """Texts that no reader of JSON accepts."""
    good_and(world, "", " \n", "{", "}", '{"layer":', "layer", '{"layer": {"name": }}', "<xml/>", "\\")
    return {ALL: ONLY_THE_GOOD_ONE}


@bears_on("LLP_LAYER_6", "DISC-GEN-01", "ACT-IMPLICIT-01")
def other_values(world: Stage) -> Expect:
    """JSON texts that are no objects, and objects that describe no layer."""
    good_and(world, "null", "true", "17", '"layer"', "[]", "{}", '{"file_format_version": "1.0.0"}')
    return {ALL: ONLY_THE_GOOD_ONE}


@bears_on("LLP_LAYER_6", "DISC-GEN-01", "ACT-IMPLICIT-01")
def bytes_that_are_no_text(world: Stage) -> Expect:
    """NUL bytes, bytes that are no UTF-8, UTF-16, and a picture's head."""
    good_and(
        world, b"\0" * 64, b"\xff\xfe\xfd", manifest().encode("utf-16"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
    )
    return {ALL: ONLY_THE_GOOD_ONE}


@bears_on("LLP_LAYER_6", "DISC-GEN-01", "ACT-IMPLICIT-01")
def cut_off_anywhere(world: Stage) -> Expect:
    """A manifest cut off in the middle of a key, a string, a number, an escape and an array."""
    whole = manifest(instance_extensions=[{"name": "VK_EXT_debug_utils", "spec_version": 1}])
    cuts = [whole[: whole.index(text) + 2] for text in ('"name"', "VK_LAYER", "GLOBAL", "debug", "[{")]
    good_and(world, *cuts, '{"file_format_version": "1.0.0\\u00')
    return {ALL: ONLY_THE_GOOD_ONE}


@bears_on("LLP_LAYER_6", "MANIFEST-LAYER-02", "DISC-GEN-01", "ACT-IMPLICIT-01")
def values_of_other_types(world: Stage) -> Expect:
    """The layer as an array, a string, a number and null; layers as an object."""
    good_and(
        world,
        '{"file_format_version": "1.0.0", "layer": []}',
        '{"file_format_version": "1.0.0", "layer": "VK_LAYER_TEST_bad"}',
        '{"file_format_version": "1.0.0", "layer": 7}',
        '{"file_format_version": "1.0.0", "layer": null}',
    )
    return {ALL: ONLY_THE_GOOD_ONE}


@bears_on("MANIFEST-LAYER-04", "LLP_LAYER_6", "DISC-GEN-01", "ACT-IMPLICIT-01")
def without_a_name(world: Stage) -> Expect:
    """A layer without a name cannot be anything."""
    good_and(world, manifest().replace(f'"name": "{BAD}", ', ""))
    world.library(f"{FOLDER}/lib{BAD}.so", "layer", {"name": BAD})
    return {ALL: ONLY_THE_GOOD_ONE}


@bears_on("MANIFEST-LAYER-07", "MANIFEST-LAYER-08", "DISC-GEN-01", "ACT-IMPLICIT-01")
def without_a_library(world: Stage) -> Expect:
    """A layer with neither library nor components cannot be loaded; whether it is told of is not said."""
    good_and(world, manifest(library_path=None))
    return {ALL: {"result": SUCCESS, "layers": {"includes": [A]}, "chain": [A]}}


@bears_on("MANIFEST-LAYER-05", "DISC-GEN-01", "ACT-IMPLICIT-01")
def of_another_type(world: Stage) -> Expect:
    """INSTANCE and GLOBAL both make a layer; what a type that is none makes is not said."""
    good_and(world, manifest(type="NEITHER"), manifest(B, type="INSTANCE"))
    world.library(f"{FOLDER}/lib{BAD}.so", "layer", {"name": BAD})
    world.library(f"{FOLDER}/lib{B}.so", "layer", {"name": B})
    both = {"includes": [A, B]}
    return {SINCE_2022: {"result": SUCCESS, "layers": both, "chain": both}}


@bears_on("MANIFEST-LAYER-06")
def a_device_layer(world: Stage) -> Expect:
    """From 2018 on a layer of type DEVICE is passed over as though it had not been found."""
    good_and(world, manifest(type="DEVICE"))
    world.library(f"{FOLDER}/lib{BAD}.so", "layer", {"name": BAD})
    return {"2018 2022 2026": ONLY_THE_GOOD_ONE}


@bears_on("LLP_LAYER_6", "DISC-GEN-01")
def a_byte_order_mark(world: Stage) -> Expect:
    """Writers must not add one, readers may ignore it or refuse the file."""
    good_and(world, b"\xef\xbb\xbf" + manifest(B).encode())
    world.library(f"{FOLDER}/lib{B}.so", "layer", {"name": B})
    return {
        SINCE_2022: {
            "result": SUCCESS,
            "layers": any_order(A, B),
            "tolerated": [tolerated("AMB-JSON-BOM", layers=[A])],
        }
    }


@bears_on("LLP_LAYER_6", "DISC-GEN-01")
def a_key_that_is_there_twice(world: Stage) -> Expect:
    """Of a repeated key readers keep the first or the last."""
    good_and(world, manifest(B).replace('"name": ', f'"name": "{C}", "name": ', 1))
    world.library(f"{FOLDER}/lib{B}.so", "layer", {"name": "bad"})
    return {
        SINCE_2022: {
            "layers": any_order(A, C),
            "tolerated": [tolerated("AMB-JSON-DUPKEY", layers=any_order(A, B))],
        }
    }


@bears_on("LLP_LAYER_6", "MANIFEST-LAYER-04", "DISC-GEN-01")
def keys_in_another_case(world: Stage) -> Expect:
    """JSON compares names exactly; a reader that does not finds a layer here."""
    good_and(world, manifest(B).replace('"layer"', '"Layer"').replace('"name"', '"NAME"'))
    world.library(f"{FOLDER}/lib{B}.so", "layer", {"name": B})
    return {
        SINCE_2022: {
            "layers": [A],
            "tolerated": [tolerated("AMB-KEY-CASE", layers=any_order(A, B))],
        }
    }


@bears_on("LLP_LAYER_6", "DISC-GEN-01", "ACT-IMPLICIT-01")
def odd_but_right(world: Stage) -> Expect:
    """Escapes in keys and values, white space everywhere, keys in any order, and keys that nobody knows."""
    world.driver()
    world.library("/world/liba.so", "layer", {"name": A})
    world.file(
        f"{FOLDER}/a.json",
        '\t\r\n{\n"layer"\t:\r{"\\u0064escription":"\\u00fc \\ud83d\\ude00 \\/ \\"",'
        '"comment":{"deep":[[[{"name":"no"}]]],"n":-1.5e+3},"api_version":"1.3.0"\n,'
        f'"implementation_version":"1","n\\u0061me":"{A}","library_path":"\\/world\\/lib\\u0061.so",'
        '"disable_environment":{"DISABLE_A":""},"type":"GLOBAL"},"file_format_version":"1.0.0"}\n\n',
    )
    return {ALL: {"result": SUCCESS, "layers": [A], "chain": [A]}}


@bears_on("LLP_LAYER_6", "DISC-GEN-01", "ACT-IMPLICIT-01")
def deeply_nested(world: Stage) -> Expect:
    """A hundred thousand brackets: no stack is that deep."""
    good_and(world, "[" * 100_000, '{"layer":' * 50_000, "[" * 100_000 + "]" * 100_000)
    return {ALL: ONLY_THE_GOOD_ONE}


@bears_on("LLP_LAYER_6", "DISC-GEN-01", "ACT-IMPLICIT-01")
def long_strings(world: Stage) -> Expect:
    """A path and a description that no buffer of fixed size holds; the good layer stays."""
    good_and(
        world,
        manifest(library_path="/" + "x" * 70_000),
        manifest(B, description="d" * 5_000),
    )
    world.library(f"{FOLDER}/lib{B}.so", "layer", {"name": B})
    return {ALL: {"result": SUCCESS, "chain": [{"maybe": [B]}, A, {"maybe": [B]}]}}


@bears_on("MANIFEST-LAYER-04", "DISC-GEN-01", "ACT-IMPLICIT-01")
def a_name_that_is_too_long(world: Stage) -> Expect:
    """VkLayerProperties has room for 255 bytes; a longer name harms nobody."""
    good_and(world, manifest("VK_LAYER_" + "n" * 300))
    return {ALL: {"result": SUCCESS, "chain": [A]}}


@bears_on("MANIFEST-LAYER-10", "MANIFEST-ICD-04", "DISC-GEN-01", "ACT-IMPLICIT-01")
def versions_that_are_none(world: Stage) -> Expect:
    """Words, negative and huge numbers in api_version harm nobody else."""
    good_and(
        world,
        *(manifest(f"VK_LAYER_TEST_v{i}", api_version=v) for i, v in enumerate(
            ["one.two.three", "", "-1.-1.-1", "99999999999.1.1", "1..0", 1.3]
        )),
    )  # fmt: skip
    return {SINCE_2022: {"result": SUCCESS, "chain": [A]}}


@bears_on("MANIFEST-LAYER-14", "DISC-GEN-01", "EXT-ENUM-02", "ACT-IMPLICIT-01")
def extensions_of_other_types(world: Stage) -> Expect:
    """Extensions as an object, as strings, without a name or a version; the good layer stays."""
    good_and(
        world,
        *(manifest(f"VK_LAYER_TEST_x{i}", instance_extensions=each) for i, each in enumerate(
            [{}, "VK_EXT_debug_utils", ["VK_EXT_debug_utils"], [{"spec_version": "1"}], [None, 7]]
        )),
    )  # fmt: skip
    return {ALL: {"result": SUCCESS, "chain": [A]}}


@bears_on("META-01", "META-05", "DISC-GEN-01", "ACT-IMPLICIT-01")
def components_of_other_types(world: Stage) -> Expect:
    """Components that are no strings, and a thousand that nobody has."""
    good_and(
        world,
        manifest(library_path=None, component_layers=[1, None, {}]),
        manifest(B, library_path=None, component_layers={"name": A}),
        manifest(C, library_path=None, component_layers=[f"VK_LAYER_no_{i}" for i in range(1000)]),
    )
    return {SINCE_2022: {"result": SUCCESS, "chain": [A]}}


@bears_on("LLP_LAYER_6", "DISC-GEN-01", "ACT-IMPLICIT-01")
def a_hundred_broken_files(world: Stage) -> Expect:
    """Many broken files around one good one."""
    good_and(world, *('{"layer": {"name": "VK_LAYER_' + "x" * number for number in range(100)))
    return {ALL: ONLY_THE_GOOD_ONE}
