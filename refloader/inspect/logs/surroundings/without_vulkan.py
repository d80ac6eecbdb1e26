"""Graphics cards for which there is no driver for Vulkan, by what OpenGL, Windows or somebody calls them."""

from refloader.inspect.logs.surroundings.sought import Sought

_USE_OPENGL = (
    "none on this card: have the program use OpenGL or Direct3D (an OpenGL port of it, Godot --rendering-driver "
    "opengl3, PROTON_USE_WINED3D=1), or llvmpipe, or take a newer card"
)
_ROWS = (
    (
        Sought(
            r"\b(?:VC4 V3D 2\.\d|VideoCore ?(?:IV|4)\b"
            r"|Raspberry Pi (?:Zero|1|2|3)(?:\b|(?=[AB]))(?: Model)?(?: ?[AB]\+?)?"
            r"|(?<!from )(?<!than )(?<!my )(?<!old )\b[Rr]?[Pp]i ?[123][ABab]\+)"
        ),
        "a Raspberry Pi before the 4 (VideoCore IV) has no driver for Vulkan: v3dv is for the Pi 4 and newer",
    ),
    (
        Sought(
            r"(?:OpenGL renderer string|renderer|Device): (?:nouveau )?NV(?:C\w|D\w|A\w|[456789]\w)\b"
            r"|\bGeForce (?:GT|GTX|GTS) ?[2345]\d\d(?:M|MX)?\b(?! ?Ti\d)|\bGeForce [89]\d{3}\b"
            r"|\bGeForce (?:GT ?)?(?:605|610M?|620M?)\b"
            r"|\bGeForce G? ?(?:205|210|310|315|405)M?\b(?!\.?\d)"
            r"|\b(?:GeForce )?GTX? ?(?:6[0-4]|7[0-3])\dM?\b.{0,14}\b(?:Fermi|GF1\d\d)\b"
            r"|\bGF1\d\d\w{0,3} \[(?:GeForce|Quadro|NVS)\b[^\]]{0,40}"
            r"|\b(?:8[4568]|9[568])00 ?G(?:TX?|TS|S)\b"
            r"|(?<!RTX )\bQuadro (?:(?:FX|NVS) ?\d{3,4}|600|[2456]000)\b(?! ?(?:Ada|RTX))"
            r"|\bG(?:TX|TS|T) ?[2345]\d\d(?:M|MX|GT|GTX)?\b(?! ?Ti\d)"
        ),
        "an NVIDIA card before Kepler (GeForce 600 with GK chips) has no driver for Vulkan",
    ),
    (
        Sought(
            r"\b(?:Radeon|AMD|ATI) HD ?[23456]\d{3}[MG]?\b"
            r"|\bHD ?(?:2[46]00|29\d0|3[2346]\d0|38[57]0|4250|4290|43[35]0|45[57]0|46[57]0|47[37]0|48[3579]0"
            r"|5[4-9][3578]0|6(?:2[59]|3[1279]|4[1-9]|5[0-9]|6[0-9]|7[579]|8[57]|9[579])0"
            r"|7(?:3[1-4]|4[0-8]|5\d|6[0-7])0)[MDG]?\b"
            r"|\b(?:AMD|ATI) (?:CEDAR|REDWOOD|JUNIPER|CYPRESS|HEMLOCK|CAICOS|TURKS|BARTS"
            r"|CAYMAN|PALM|SUMO2?|ARUBA|RV[67]\d\d|RS[78]80)\b"
        ),
        "an AMD card before GCN (Radeon HD 7000) has no driver for Vulkan",
    ),
    (
        Sought(
            r"\b2nd Generation Core Processor Family Integrated Graphics"
            r"|Corporation Core Processor Integrated Graphics"
            r"|\(SNB GT[12]\)|\(ILK\)|\bSandy ?[Bb]ridge\b|\bHD Graphics (?:2000|3000)\b"
            r"|\bHD ?[23]000\b"
            r"|\bIronlake\b|\bGM45\b|\bG4[15]\b"
            r"|\bGMA (?:X?\d{3,4}\w{0,3}|HD)\b"
        ),
        "an Intel card before Ivy Bridge has no driver for Vulkan",
    ),
    (
        Sought(
            r"\b[Mm]ali-?4[05]0\b|\bAdreno (?:\(TM\) )?3\d\d\b|\bPowerVR SGX\b|\bVivante GC(?!7000|8\d{3})\d{3,4}\w*"
        ),
        "this card of a board or phone has no driver for Vulkan",
    ),
)
_ANY = Sought(
    r"VC4|HD ?\d{4}|GT[SX]? ?[2-7]|\d00 ?G|Quadro|Video|Raspberry|renderer|Device|GeForce|Radeon|AMD|ATI|SNB|ILK"
    r"|Sandy|Graphics|GM45|G4|GMA|Mali|mali4|Adreno|SGX|Vivante|[Pp]i ?[123]"
)


def without_vulkan(line: str) -> tuple[str, str]:
    """Return how a line names a card that has no driver for Vulkan, and the sentence; empty if it names none."""
    if not _ANY.search(line):
        return "", ""
    for pattern, says in _ROWS:
        found = pattern.search(line)
        if found is not None:
            return found[0].rpartition(": ")[2], says
    return "", ""


FIX = _USE_OPENGL
