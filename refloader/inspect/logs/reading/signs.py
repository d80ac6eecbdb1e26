"""What a pasted session shows of the machine beside the loader's lines: its system, its container, its tools' output.

Each sign is in words of a fixed form, as tools print them; what people write of their machine is no sign, save the
name of a distribution with its release. Signs that contradict each other are none.
"""

import re
from functools import cache

from refloader.inspect.logs.reading import prose
from refloader.inspect.logs.reading.distributions import Distributions
from refloader.inspect.logs.surroundings.shown import is_no_fact, is_well_there, unfiltered
from refloader.inspect.logs.surroundings.sign import DENIABLE, MISTAKEN, SYSTEMS, Sign, is_weak
from refloader.inspect.logs.surroundings.sought import Lookup, Sought, by_expressions

_SIGNS = (
    (Sign.NAMED_CARD, prose.NAMED_CARD),
    (Sign.COMPLAINT, prose.COMPLAINT),
    (Sign.WRONG_CARD, prose.WRONG_CARD),
    (Sign.NVIDIA_SAID, prose.UPDATED_NVIDIA),
    (
        Sign.NVIDIA_SAID,
        r"(?i:\b(?:driver|nvidia|\w{0,12}treiber\w{0,10}|pilote|controlador)(?: version)?:?"
        r"(?: auf| to| à| a)? (?P<value>[3-6]\d\d\.\d{2,3}(?:\.\d{1,3})?)\b)",
    ),
    (
        Sign.MESA,
        r"\b(?:(?:[Mm]esa|MESA)(?: version)?:? |[Mm]esa-|mesa(?:-vulkan-drivers)?[ :]\S{0,12} {0,8})(?:\d:)?"
        r"(?P<value>2\d\.\d(?:\.\d{1,2})?)\b(?! on\b)",
    ),
    (Sign.WORKS, prose.WORKS),
    (Sign.SOLVED, prose.SOLVED),
    (Sign.WANTS_PROCESSOR, prose.WANTS_PROCESSOR),
    (Sign.CONTAINER, prose.CONTAINER),
    (Sign.FREEBSD, prose.FREEBSD),
    (
        Sign.NIX,
        r"(?P<value>/nix/store/|\.nix-profile/|\bnix (?:run|shell|develop)\b|\bnix-shell\b|\[nix-shell:)",
    ),
    (Sign.NIX_ELSEWHERE, prose.NIX_ELSEWHERE),
    (Sign.NARROW_SAID, r"(?P<value>\b32[- ]?bits?(?![A-Za-z0-9_])|\b32 ?位)"),
    (
        Sign.WIDE_SAID,
        r"(?P<value>\b64[- ]?bits? (?:games?|ones?|programs?|apps?|titles?|executables?|binary)\b"
        r"|\b(?:game|program|app|it|which|that) (?:itself )?is (?:an? )?64[- ]?bit)",
    ),
    (Sign.GL32, r"(?P<value>\bPlatform\.GL32\.)"),
    (Sign.REMOTE, prose.REMOTE),
    (Sign.WSL1, r"(?:^\* +(?=\S{1,40} +[A-Z]\w{3,20} +1$)|\b(?=4\.4\.0-\d{5}-Mic))(?P<value>[\w.-]{1,40})"),
    (Sign.KERNEL, r"^(?:Linux \S+ )?(?P<value>[3-9]\.\d{1,2}\.\d{1,3}-[\w.+~-]{1,60})(?: #\d.{0,200})?$"),
    (Sign.KERNEL, prose.KERNEL),
    (Sign.ARM, r"(?P<value>\barmhf\b|/arm-linux-gnueabihf/)"),
    (Sign.NO_KMS, r"(?:^|config\.txt\b.{0,40}[ `'\"(])#\s{0,3}(?P<value>dtoverlay=vc4-kms-v3d)\b"),
    (
        Sign.PORTABLE,
        r"(?P<value>ENUMERATE_PORTABILITY|eEnumeratePortability|portability_enumeration|PORTABILITY_ENUMERATION"
        r"|\b(?:I|we|code|program|app|already)(?: also| already)? (?:enabled?s?|sets?|adde?d?|passe?d?s?) "
        r"(?:\w+ ){0,3}portability (?:extension|flag|bit|enumeration)\b)",
    ),
    (
        Sign.MOLTENVK,
        r"(?P<value>MoltenVK_icd\.json|libMoltenVK\.dylib"
        r"|(?<!not have )(?<!n.t have )(?<!no )(?<!without )\bMoltenVK\b|\bmolten-vk (?=\d)"
        r"|\b(?:brew|with|have|has) molten-vk\b|\[mvk-(?:error|info|warn)\]|\bflag in VkPhysicalDeviceFeatures\b)",
    ),
    (Sign.EXCLUDED, r"(?P<value>\bpath-exclude\b|dpkg\.cfg\.d|tsflags=nodocs|NoExtract\b)"),
    (
        Sign.ANDROID,
        r"(?P<value>/data/app/|UnsatisfiedLinkError: dlopen failed|\badb_settings\.cpp\b|/data/user/\d"
        r"|\b(?:Dolphin|yuzu|Citra|Azahar|Eden|Skyline|AetherSX2|NetherSX2|RetroArch|PPSSPP|Winlator|Mobox|Vita3K) "
        r"(?:for |on )?Android\b|\bRedmi (?:Note )?\w?\d|\bGalaxy [ASZM]\d\d|\b(?:Google )?Pixel [3-9](?: Pro|a"
        r"| XL)?\b"
        r"|\bAndroid (?:[5-9]|1\d)\b|^[VDIWEF]/[\w.]{2,40} ?\( {0,4}\d{1,6}\): |\bSamsung Galaxy\b"
        r"|context_vk_impeller"
        r"|/data/local/debug/vulkan|/system/lib(?:64)?/libvulkan\.so|\bapp_process(?:32|64)\b|/hw/vulkan\.\w+\.so"
        r"|\bhw_get_module\()",
    ),
    (Sign.APPTAINER, r"(?P<value>\b(?:apptainer|singularity) (?:exec|run|shell)\b[^|;&]{0,300})"),
    (
        Sign.TEGRA,
        r"(?P<value>\bnv_tegra_release\b|\bJetson\b|\bL4T\b|\bl4t-\w+|\bTegra X[12]\b|@jetson\b|/tegra/lib)",
    ),
    (Sign.OSTREE, r"(?i:(?P<value>\brpm-ostree\b|\b(?:Silverblue|Kinoite|Bazzite|Bluefin)\b))"),
    (
        Sign.PHONE_CARD,
        r"\b(?P<value>Mali-[GT]\d{2,3}|Adreno (?:\(TM\) )?\d{3}|PowerVR [A-Z]\w{2,20}|Xclipse \d{3})\b",
    ),
    (Sign.TERMUX, r"(?P<value>/data/data/com\.termux/|^~ \$ pkg \w|\bpkg list-(?:installed|all)\b)"),
    (Sign.MIG, r"^\s*(?P<value>MIG \d{1,2}g\.\d{1,3}gb) +Device"),
    (Sign.WSL, prose.OF_WSL),
    (
        Sign.CONTAINER,
        r"(?:^|[\s$#`])(?P<value>(?:docker|podman|nerdctl) (?:run|exec)|docker[- ]compose (?:up|run|exec))\b",
    ),
    (Sign.CONTAINER, r"(?:^|[(\s])(?P<value>root@[0-9a-f]{12}):"),
    (
        Sign.GIVEN_DEVICE,
        r"(?:docker|podman|nerdctl) run\b.{0,400}"
        r"(?P<value>--device(?![ =][\"']?/dev/(?:kfd|snd|input|fuse|video\d))|--gpus"
        r"|--privileged\b(?!=false)|--runtime=nvidia)",
    ),
    (Sign.ROOT, r"^(?:\(\w+\) )?\[?(?P<value>root@[\w.-]{1,64})[: ][^#$]{0,200}\]?# "),
    (
        Sign.NVIDIA_WORKS,
        r"^GPU \d{1,2}: (?P<value>(?:NVIDIA|Tesla|Quadro|GeForce|GRID|TITAN) .{1,80}) \(UUID: GPU-",
    ),
    (
        Sign.NVIDIA_MODULE,
        r"(?:NVRM version:|Kernel Module) .{0,60}?(?P<value>\d{3}\.\d{2,3}(?:\.\d{1,3})?)\b",
    ),
    (
        Sign.BASIC_ADAPTER,
        r"(?P<value>Microsoft (?:Basic Display|Remote Display) Adapter|Microsoft Hyper-V Video|VMware SVGA 3D"
        r"|VirtualBox Graphics Adapter|Parallels Display Adapter|Red Hat (?:QXL|VirtIO GPU) \w{1,20})",
    ),
    (Sign.USER_KEY, r"(?:HKCU|HKEY_CURRENT_USER)\\SOFTWARE\\Khronos\\Vulkan\\(?P<value>\w{2}plicitLayers)"),
    (Sign.NOEXEC, r"^(?P<value>/\S{0,300}) +\S+ +\w+ +\S*\bnoexec\b"),
    (Sign.CONTAINER, r"(?P<value>\bkubectl (?:exec|logs))\b"),
    (Sign.CLOSED_NODE, r"^crw------- +\d+ root root .{1,60}(?P<value>/dev/[\w/]{1,60}|\brenderD\d{1,3})$"),
    (
        Sign.NVIDIA_LIBRARIES,
        r"(?:^ii +libnvidia-gl-\d+\S* +|\bnvidia-utils |xorg-x11-drv-nvidia-libs-|NVML library version: "
        r"|libnvidia-glcore\.so\.)"
        r"(?P<value>\d{3}\.\d{2,3}(?:\.\d{1,3})?)\b",
    ),
    (Sign.FIREJAIL, r"(?P<value>\bReading profile /etc/firejail|^.{0,80}[$#>] ?firejail )"),
    (Sign.TOOLBOX, r"(?P<value>^(?:📦|⬢)|(?:^|[$#>] ? )(?:distrobox|toolbox) (?:enter|list|create))"),
    (
        Sign.KERNEL_DRIVER,
        r"\b(?:configuration: driver=|(?i:driver em uso|driver en uso|driver in uso|controlador en uso): )"
        r"(?P<value>nouveau|vfio-pci|radeon)\b",
    ),
    (
        Sign.KERNEL_DRIVER,
        r"^Device-\d: (?:NVIDIA|AMD|Intel).{1,80} driver: (?P<value>nouveau|vfio-pci|radeon)\b",
    ),
    (Sign.KERNEL_DRIVER, r"^(?P<value>nouveau|radeon) +\d{5,9} +\d{1,4}(?: [\w,]{1,300})?$"),
    (Sign.CARD, r"^Device-\d: (?P<value>(?:NVIDIA|AMD|Intel) .{1,80}?) (?:vendor: .{1,60} )?driver: "),
    (
        Sign.PROCESSOR,
        r"^(?:Linux \S+ .{10,120} )?(?P<value>aarch64|armv7l|x86_64|riscv64|i686)(?: GNU/Linux)?$",
    ),
    (Sign.CONTAINER, r"^(?P<value>(?:docker-)?compose\.ya?ml|services:$|FROM [\w./-]{2,80}:[\w.-]{1,40}$)"),
    (Sign.NARROW, r"wrong ELF class: (?P<value>ELFCLASS64)"),
    (Sign.NARROW, r"pressure-vessel\S{0,20}: .{0,100}\bABI (?P<value>i386-linux-gnu)\b"),
    (Sign.NARROW, prose.NARROW),
    (Sign.WIDE, r"wrong ELF class: (?P<value>ELFCLASS32)"),
    (Sign.NVIDIA_WORKS, r"NVIDIA-SMI \d[\d.]{0,20} .{0,40}Driver Version: (?P<value>\d[\d.]{0,20})"),
    (
        Sign.CARD,
        r"(?:VGA compatible|3D|Display) controller(?: \[\d{4}\])?: "
        r"(?P<value>(?:NVIDIA|Advanced Micro|Intel)\b.{0,100})",
    ),
    (Sign.VIRTUAL, prose.VIRTUAL_CARD),
    (Sign.USER, r"\buid=[1-9]\d{0,9}\((?P<value>[a-z_][\w.-]{0,31})\) gid="),
    (Sign.GL_DEFAULT, r"(?P<value>\borg\.freedesktop\.Platform\.GL\.default\b)"),
    (
        Sign.NVIDIA_WORKS,
        r"\bnvidia-smi\b(?:(?!\b(?:no|not|fail\w*|errors?)\b|n.t\b).){0,40}\b(?P<value>ok|OK|works|fine|shows)\b",
    ),
    (
        Sign.NVIDIA_MODULE,
        r"\bnvidia-(?:open-)?driver-G0\d(?:-signed)?-kmp-\w{1,20} .{0,60}?(?P<value>\d{3}\.\d{2,3}(?:\.\d{1,3})?)_k",
    ),
    (
        Sign.NVIDIA_LIBRARIES,
        r"\bnvidia-gl-G0\d .{0,60}?(?P<value>\d{3}\.\d{2,3}(?:\.\d{1,3})?)-\d",
    ),
    (
        Sign.WINDOWS,
        r"^(?:(?!.*(?i:linux|buntu|guest|dual|wine\b)).*\b)?"
        r"(?P<value>(?<!host )(?<!host: )(?:(?:[Ww]in(?:dows)?|WIN) ?(?:7|8|8\.1|10|11)"
        r"|(?:Windows|Win) Server 20(?:08|12|16|19|22|25))\b)",
    ),
    (Sign.SECURE_BOOT, prose.SECURE_BOOT),
    (Sign.NO_SECURE_BOOT, prose.NO_SECURE_BOOT),
    (Sign.SIGNED_MODULES, prose.SIGNED_MODULES),
    (Sign.PRIVATE_DEVICES, r"^(?P<value>PrivateDevices=(?:yes|true|on|1))$"),
    (
        Sign.USERS_FOLDER,
        r"(?P<value>(?:~|/home/[\w.-]{1,40})/\.(?:local/share|config)/vulkan/(?:icd|implicit_layer"
        r"|explicit_layer)\.d)\b",
    ),
    (
        Sign.AS_ADMINISTRATOR,
        r"(?P<value>\b(?:run(?:s|ning)?|start(?:s|ed)?) (?:it |(?:\w+ ){1,3})?(?:as (?:an )?admin(?:istrator)?\b"
        r"|elevated\b)|requireAdministrator"
        r"|\b(?:start|launch|run)(?:s|ed|ning|ing)? (?:(?!even|reg\b|regedit)[\w.]+ ){0,4}?(?:from|in|inside) "
        r"(?:an? |the |my )?"
        r"(?:[Aa]dmin(?:istrator)?|[Ee]levated) (?:command prompt|command line|cmd|prompt|shell|terminal"
        r"|[Pp]ower[Ss]hell|console)\b(?!.{0,30}:\s*$)"
        r"|High Mandatory Level|als Administrator|en tant qu'administrateur|como administrador)",
    ),
    (
        Sign.VIRTUAL,
        r"(?P<value>\bvmwgfx\b|\bvboxvideo\b|\bVMSVGA\b|\bVBoxSVGA\b|(?<=renderer string: )(?:virgl|SVGA3D|VMware)\b"
        r"|\[drm\] (?:pci: )?virtio[-_]\w{1,10} detected)",
    ),
    (
        Sign.NO_MANIFESTS,
        r"cannot access '?(?P<value>(?:/data/\S{1,40})?/usr/share/vulkan(?:/icd\.d)?)/?'?/?: No such file",
    ),
    (Sign.POWERSHELL, r"^(?P<value>PS [A-Z]:\\[^<>|\"]{0,200}> ?)"),
    (
        Sign.LXC,
        r"(?P<value>^lxc$|/etc/pve/lxc/|\b(?:pct|incus|lxc) (?:enter|exec|config|set)\b"
        r"|(?<!not )(?<!works )(?<!fine )(?<!n't )\bin (?:an? |my |the )?(?:un)?(?:privileged )?LXC\b"
        r"|(?i:\bproxmox(?: VE)?(?: \d[\d.]{0,5})? )LXC\b|\bLXC (?:un)?privileged container\b"
        r"|\b(?:[Ii]ncus|LXD|lxd) (?:container|instance)\b)",
    ),
    (Sign.GIVEN_DEVICE, r"(?P<value>/dev/dri)\S{0,20} (?:is|was) (?:passed|mapped|mounted|given)\b"),
    (Sign.GIVEN_DEVICE, r"^- [\"']?(?P<value>/dev/dri)(?:/renderD\d{1,3})?(?:[:\"']|$)"),
    (
        Sign.OLD_INTEL,
        r"(?P<value>(?<!Radeon )(?<!AMD )(?<!ATI )\b(?:[Ii]ntel(?:\(R\))? (?:HD|hd|Iris)|HD)"
        r"(?:\(R\))?(?: Pro)?(?: Graphics)?(?: Family)? ?(?:2000"
        r"|2500|3000|4000|4200|4400|4600|5000|5100|5200))\b",
    ),
    (
        Sign.FLATPAK_APP,
        r"\bflatpak (?:run|override)\b.{0,200} (?P<value>[a-z][\w-]{1,40}(?:\.[\w-]{1,60}){2,6})(?= |$)",
    ),
    (Sign.SNAP, r"(?:^|[$#%>] )(?P<value>snap run|/snap/(?!core|snapd)[\w-]{1,40}/\w{1,9}/\S{1,200}: )"),
    (Sign.LACKING, prose.LACKING),
    (Sign.OWN_USER, r"^(?P<value>DynamicUser=(?:yes|true|on|1))$"),
    (Sign.GIVEN_GROUP, r"^SupplementaryGroups=.{0,80}\b(?P<value>render|video)\b"),
    (Sign.UNIT_USER, r"^User=(?P<value>[a-z_][\w.-]{0,31})$"),
    (Sign.UNIT_USER, r"\b(?P<value>jellyfin|ollama|emby|sonarr|motion)\.service\b"),
    (Sign.UNIT_USER, r"\bjournalctl\b.{0,60} -u ?(?P<value>jellyfin|ollama|emby|sonarr|motion)\b"),
    (Sign.AS_USER, r"\b(?:sudo|doas|runuser)(?: -[AEHniS]+)* -u ?(?P<value>(?!root\b)[a-z_][\w.-]{0,31})\b"),
    (Sign.UNIT_USER, r"\b(?P<value>plex)mediaserver\.service\b"),
    (Sign.SETUID, r"^-rws\S{6}[.+]? +\d+ root .{1,60} (?P<value>/\S{1,300})$"),
    (
        Sign.CI,
        r"(?P<value>^(?:- )?runs-on: |^##\[(?:group|error)\]|--no-install-recommends|^image: \S"
        r"|^Running with gitlab-runner)",
    ),
    (
        Sign.NARROW,
        r"(?P<value>\bPE32(?: executable|(?=[),]))|^(?:info: +)?Build: x86 |WINEARCH=win32|ELF 32-bit)",
    ),
    (Sign.WIDE, r"(?P<value>\bPE32\+ executable|^(?:info: +)?Build: x86_64 |^OS Version: .{0,20}\(amd64\))"),
    (
        Sign.NVIDIA_MODULE,
        r"^(?:\d, )?(?:NVIDIA|Tesla|Quadro) ?[\w ()-]{2,60}, (?P<value>\d{3}\.\d{2,3}(?:\.\d{1,3})?)\b",
    ),
    (
        Sign.NVIDIA_WORKS,
        r"^(?:\d, )?(?P<value>(?:NVIDIA|Tesla|Quadro) ?[\w ()-]{2,60}), \d{3}\.\d{2,3}(?:\.\d{1,3})?\b",
    ),
    (Sign.RUNTIME, r"(?:Runtime: |^runtime=runtime/)org\.freedesktop\.Platform/\w{1,20}/(?P<value>2\d\.08)$"),
    (Sign.NODE, r"^crw-rw---- +\d+ root +(?P<value>\w{1,40} +0x\w{1,6} .{1,40}\b(?:drm/|renderD)?1\d\d)$"),
    (Sign.NODE, r"^crw-rw----\.? +\d+ \w+ +(?P<value>\w{1,40} +\d+, +\d+ .{0,40}\brenderD\d{1,3})$"),
    (Sign.GROUPS, r"\buid=[1-9]\d{0,9}\(\S{1,100}\) gid=\S{1,100} groups=(?P<value>\S{1,1000})"),
    (Sign.LINKED_LOADER, r"libvulkan\.so\.1 => (?P<value>\.{0,2}/[^\s();,]{1,1024})"),
    (
        Sign.LINKED_LOADER,
        r"(?P<value>/tmp/\.mount_\w{1,60}/[^\s:\"')]{0,300}libvulkan\.so(?:\.\d{1,5}){0,3})",
    ),
    (
        Sign.LINKED_LOADER,
        r"(?:calling init: |[\da-f]{8,16} r-xp .{10,60} |\bREG +\S+ +\d+ +\d+ )"
        r"(?P<value>/\S{1,1000}/libvulkan\.so(?:\.\d{1,5}){0,3})$",
    ),
    (Sign.WINDOWS, prose.OF_WINDOWS),
    (
        Sign.WINDOWS,
        r"(?P<value>platform/windows/|\bwin32k?\b|Program Files|[A-Z]:\\(?:Windows|Users|j\\msdk\d)\\"
        r"|^Faulting (?:application|module)|EXCEPTION_ACCESS_VIOLATION"
        r"|\b(?:API|EXT)-MS-WIN-[\w-]{1,60}\.DLL\W{1,12}Error opening file)",
    ),
    (Sign.WINDOWS, r"^(?P<value>(?:PS )?[A-Z]:\\[^<>|\"]{0,200}> ?)"),
    (Sign.MACOS, prose.OF_MACOS),
    (Sign.HOMEBREW, r"(?P<value>\bbrew install \w)"),
    (Sign.LINUX, prose.OF_LINUX),
    (
        Sign.UNIX,
        r"(?P<value>(?:^|[\s\"'=:(])/(?:usr|home|etc|lib64|opt|run|proc|dev)/|\bsudo |\bwine|[Pp]roton)",
    ),
    (
        Sign.CLOSED_FOLDER,
        r"^drwx--[-x]--[-x][.+]? +\d+ root +\w+ .{1,60} (?P<value>(?:/\S{1,200}/(?:icd|\w{2}plicit_layer)\.d"
        r"|/(?:usr/share|etc|usr/local/share)/vulkan))$",
    ),
    (Sign.CONDA, r"(?P<value>/(?:mini(?:conda|forge)|anaconda|mambaforge|micromamba|conda)\d?/)"),
    (
        Sign.FLATPAK,
        r"(?P<value>\bflatpak run\b|^\[📦 \w+(?:\.\w+){1,6} |/app/lib\b|\bFLATPAK_ID\b"
        r"|/var/lib/flatpak/(?!exports/)|\.stable\.flathub\b)",
    ),
    (Sign.FLATPAK, prose.OF_FLATPAK),
    (Sign.NO_NODE, r"\bls:? (?:cannot access )?'?(?P<value>/dev/dr[im])/?'?: No such file"),
    (
        Sign.CAPABILITIES,
        r"^(?P<value>(?:/|\.{0,2}/?[\w.+-]{1,80}/)[^\s=]{1,1024}) (?:= ?)?cap_\w+(?:,cap_\w+){0,20}[=+][eip]{1,3}$",
    ),
    (Sign.STEAM_RUNTIME, r"(?P<value>SteamLinuxRuntime_\w{1,40}|pressure-vessel)"),
    (Sign.FILTERED, r"(?P<value>Skipping: Device filter)"),
    (Sign.SOFTWARE, r"(?P<value>Skipping: Software driver)"),
    (Sign.OLD_CARD, r"MESA-INTEL: warning: (?P<value>[A-Z][\w ]{1,30}) Vulkan support is incomplete"),
    (Sign.LISTED_DRIVER, r"\b(?P<value>dzn_icd\.(?:\w+\.)?json|dzn is not a conformant)\b"),
)


@cache
def _table() -> tuple[tuple[Sign, Sought], ...]:
    """The signs with their patterns."""
    return tuple((sign, Sought(pattern)) for sign, pattern in _SIGNS)


@cache
def _lookup() -> Lookup:
    """Return the lookup of the signs by their patterns: most lines have few of their texts."""
    return by_expressions(pattern for _, pattern in _table())


_MODULE = re.compile(r"\bcat /sys/module/nvidia/version$|\bmodinfo -F version nvidia$")
_ECHO = re.compile(
    r"(?:^|[$#>%»❯➜λ] ?)(?:echo \"?(?:\$\{?|%)(?P<name>[A-Z_][A-Z0-9_]{1,60})[}%]?\"?"
    r"|\[(?:System\.)?Environment\]::GetEnvironmentVariable\([\"'](?P<asked>[A-Z_][A-Z0-9_]{1,60})[\"']"
    r"(?:, ?[\"']\w{4,7}[\"'])?\)|\$env:(?P<env>[A-Z_][A-Z0-9_]{1,60}))$"
)
_PRINTED = re.compile(r"(?P<value>(?:/|[\w*~.-])[^\s\"'<>|]{0,1024})$")
_MOST = 50

_HARDWARE = re.compile(r"^(?:[0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7] (?P<what>VGA|3D|Display)?")
_IN_USE = re.compile(r"\bKernel driver in use: (?P<value>nouveau|vfio-pci|radeon)$")


class Signs:
    """The signs of a text, gathered line by line; the first of a kind counts."""

    def __init__(self) -> None:
        self.found: dict[Sign, str] = {}
        self.lines: dict[Sign, int] = {}
        self._distributions = Distributions()
        self._asked = ""
        self._is_card = self._driven = False
        self.cards: dict[str, None] = {}
        self.named: dict[str, int] = {}
        self._well: dict[Sign, tuple[str, int]] = {}

    def ended(self) -> tuple[dict[Sign, str], str]:
        """Return the signs and os-release; a system on which all is well by the text counts if it is of no other."""
        if SYSTEMS.isdisjoint(self.found) and not self._distributions.os_release():
            self.found |= {sign: value for sign, (value, _) in self._well.items()}
            self.lines |= {sign: number for sign, (_, number) in self._well.items()}
        return self.found, self._distributions.os_release()

    def line(self, line: str, number: int) -> None:
        """Note what a line shows."""
        hardware = _HARDWARE.match(line)
        if hardware is not None:
            self._is_card, self._driven = hardware["what"] is not None, False
        chosen = unfiltered(line)
        for index in _lookup().rows(line):
            sign, pattern = _table()[index]
            again = sign in (Sign.CARD, Sign.NAMED_CARD) or is_weak(sign, self.found.get(sign, ""))
            text = chosen if sign is Sign.NAMED_CARD else line
            found = pattern.confirm(text) if again or sign not in self.found else None
            if found is not None and sign in DENIABLE and is_no_fact(line, *found.span("value")):
                continue
            if found is not None and sign in MISTAKEN and is_well_there(line, *found.span("value")):
                self._well.setdefault(sign, (found["value"], number))
                continue
            if found is not None:
                if sign not in self.found or is_weak(sign, self.found[sign]):
                    self.found[sign] = found["value"]
                self.lines.setdefault(sign, number)
            if found is not None and sign is Sign.NAMED_CARD and len(self.named) < _MOST:
                for each in pattern.finditer(text):
                    self.named.setdefault(each["value"], number)
            if found is not None and sign is Sign.CARD and len(self.cards) < _MOST:
                self.cards[found["value"]] = None
        self._driven |= line.startswith("Kernel driver in use:")
        if self._is_card and not self._driven and line.startswith("Kernel modules:"):
            self.found.setdefault(Sign.UNDRIVEN, line.partition(":")[2].strip())
            self.lines.setdefault(Sign.UNDRIVEN, number)
        used = _IN_USE.search(line)
        if used is not None and (used["value"] != "vfio-pci" or self._is_card):
            self.found.setdefault(Sign.KERNEL_DRIVER, used["value"])
            self.lines.setdefault(Sign.KERNEL_DRIVER, number)
        self._distributions.line(line)

    def printed(self, line: str) -> tuple[str, str] | None:
        """Return the variable and its value if this line is what a command in the line before printed of it."""
        asked, self._asked = self._asked, ""
        if asked == Sign.NVIDIA_MODULE and re.fullmatch(r"\d{3}\.\d{2,3}(?:\.\d{1,3})?", line):
            self.found.setdefault(Sign.NVIDIA_MODULE, line)
            return None
        if "nvidia" in line and _MODULE.search(line):
            self._asked = Sign.NVIDIA_MODULE
            return None
        echo = _ECHO.search(line) if "echo" in line or "nv" in line else None
        if echo is not None:
            self._asked = echo["name"] or echo["asked"] or echo["env"]
        is_variable = asked and asked != Sign.NVIDIA_MODULE
        value = _PRINTED.match(line) if is_variable and echo is None else None
        return (asked, value["value"]) if value is not None else None
