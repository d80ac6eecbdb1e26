"""Patterns of what people say in a posted text, beside the output of tools: which card, what goes wrong, where."""

import re
from dataclasses import dataclass, field

from refloader.inspect.logs.reading.results import is_theory
from refloader.inspect.logs.surroundings.asserted import is_recounted
from refloader.inspect.logs.surroundings.sought import Sought

_NVIDIAS = (
    r"(?:NVIDIA |nvidia )?(?:GeForce |geforce )?(?:GTX|RTX|gtx|rtx) ?(?:A|PRO )?\d{3,4}"
    r"(?: ?(?:Ti|SUPER|Super|Max-Q))?"
    r"|[1-5]0[5-9]0 ?(?:Ti|SUPER|Super)|16[56]0 ?(?:Ti|SUPER|Super)"
    r"|(?:NVIDIA )?GeForce (?:GT|MX) ?\d{2,4}|NVIDIA (?:A|L|H|T)\d{1,3}\b|(?:NVIDIA )?Quadro \w{1,8}"
)
_AMDS = (
    r"(?:AMD )?(?:Radeon )?(?:RX|rx) ?\d{3,4}(?: ?(?:XTX|XT|GRE|M|S))?"
    r"|(?:AMD )?(?:Ryzen |Radeon )?(?:660|680|740|760|780|840|860|880|890)M"
    r"|(?:AMD )?Radeon (?:\(TM\) )?(?:Pro |HD |R[579] )?(?:\d{3,4}M?|Vega \d{1,2}|VII|Graphics)"
)
_INTELS = (
    r"(?:Intel )?Arc(?:\(TM\))? [AB]\d{3}M?|Intel Iris Xe|Iris\(R\) Xe|(?:Intel )?UHD(?: Graphics)? ?\d{3}"
    r"|Intel (?:UHD|iGPU|Iris)|Intel HD Graphics \d{3,4}|(?:Lunar|Arrow|Meteor|Alder|Raptor|Panther) Lake"
)
NAMED_CARD = rf"(?P<value>\b(?:{_NVIDIAS}|{_AMDS}|{_INTELS}))\b"
_TOOL = r"\b(?:vulkaninfo|vkcube|deviceName|devices)\b"
_PROCESSOR = (
    r"(?<!\bnot )(?<!\bno )(?<!\bnever )(?<!\bwithout )(?<!\bnot the )(?<!\bnor )"
    r"(?<!\binstead of )(?<!\brather than )(?:llvmpipe|lavapipe|SwiftShader|software render\w*|the CPU)"
)
"""The processor as what draws, and not as what is denied."""

_A_CARD = (
    rf"(?:{_NVIDIAS}|{_AMDS}|{_INTELS}|\b(?:AMD|NVIDIA|Nvidia|nvidia|Intel|Radeon|GeForce|RADV|ANV|NVK)\b"
    r"|\b(?:my|the|real|both|right|correct) (?:\w+ )?(?:GPUs?|gpus?|cards?)\b|\b(?:GPU|gpu) ?0\b)"
)
_AND = (
    r"(?:,? ?\b(?:and|und|et|y|e|plus|besides?|next to|alongside|as well as)\b|[,;+&/]|\bGPU ?\d\b)[ :=]{0,3}"
)
_BESIDE_A_CARD = (
    rf"(?:{_TOOL}.{{0,60}}{_A_CARD}[^.]{{0,60}}?{_AND}(?:(?:also|then|the|a|GPU ?\d|id ?\d)[ :=]{{1,3}}){{0,3}}"
    r"(?:llvmpipe|lavapipe)\b"
    rf"|{_TOOL}.{{0,60}}\b(?:llvmpipe|lavapipe)\b(?: ?\([^)]{{0,60}}\))?"
    rf"(?:(?:,? ?\b(?:and|und|et|plus|beside|besides|next to|alongside|as well as)\b| ?[+&])[ :=]{{0,3}}"
    rf"(?:(?:also|then|the|a|my|GPU ?\d)[ :=]{{1,3}}){{0,3}}{_A_CARD}"
    r"|, ?(?:GPU ?\d[ :=]{1,3})?[^,.]{0,40}\(RADV))"
)
"""A list that has a card, too: Mesa offers its renderer for the processor beside each card."""

_AS_WANTED = (
    r"\b(?:as (?:it |they )?(?:was |were |is )?(?:wanted|intended|expected|should(?! not)|must(?! not)"
    r"|usual|always|designed|planned|documented)"
    r"|on purpose|which (?:is|was) (?:\w+ )?(?:fine|normal|right|correct|ok|wanted|expected|intended|harmless)"
    r"|wie (?:gewollt|gewünscht|erwartet|immer)|comme (?:prévu|voulu|attendu))\b"
)
COMPLAINT = (
    rf"^(?!.*\bOpenGL\b(?!.*\bVulkan\b))(?!.*{_AS_WANTED})(?!.*{_BESIDE_A_CARD})"
    r"(?!.*\bnot (?:only|just)\b)"
    r"(?!.*(?:\b(?:not|never|no longer|used to)|n['’]t) (?:even |ever )?(?:falls?|falling|fell) back\b).*?"
    r"(?P<value>(?:\b[Oo]nly|\bjust|\bfall(?:s|ing)? back|\b[Ww]hy|\binstead of|\bstuck|\balways|\bends up|"
    rf"\bpicks?)\b(?! and not\b).{{0,60}}\b{_PROCESSOR}"
    r"|\b(?:vulkaninfo|vkcube|deviceName)\b(?: says| shows| gives)?"
    r"(?::| ?(?:->|→|=>)| )[: ]{0,2}(?:only |just )?(?:llvmpipe|lavapipe)\b"
    r"|\b(?:vulkaninfo|vkcube)\b(?!.*\b(?:works?|fine|intended|wanted|expected|CI)\b)"
    r"(?!.{0,30}(?:n['’]t|\bnot|\bno longer|\bnever) (?:even )?(?:list|show|use|pick|give|say|see|find|have|report)"
    r"\w* (?:the |any )?(?:llvm|lava)pipe)"
    rf".{{2,40}}\b{_PROCESSOR}\b"
    r"|\b(?:llvmpipe|lavapipe|SwiftShader)\b.{0,12}\b(?:only|instead)\b(?! of)"
    r"|\b[Yy]ou(?: are|'re)(?: currently)? using an? (?:software|emulated)\b.{0,20}\b(?:GPU|device|adapter)\b"
    r"|\bdevice (?:type )?is (?:a |the )?CPU\b.{0,80}|\bprobably not the device you want"
    r"|(?i:\b(?:software|cpu)[- ](?:rasteri[sz]er|renderer|device|adapter)\b.{0,60}"
    r"\b(?:slow|performance|not (?:be )?(?:recommended|supported)|detected)))"
)
WORKS = (
    r"(?i:^(?!.*\b(?:only|not|no|nothing|neither|(?<!and )(?<!plus )llvmpipe"
    r"|fail\w*|errors?|before|used to|now|cannot|unable|zero)\b"
    r"|.*n['’]t\b|.*\berror_"
    r"|.*\b(?:try\w*|tried|want\w*|like to|how|get|getting|make|making|should|would|if|whether|until|need\w*)\b"
    r".{0,40}\b(?:vulkaninfo|vkcube)\b)"
    r".*?(?P<value>\b(?:vulkaninfo|vkcube) ?(?:->|→|=>|:) ?(?:AMD|NVIDIA|Intel|Radeon|GeForce|Apple)\b"
    r"|\b(?:vulkaninfo|vkcube)\b.{0,40}\b(?:works?|fine|ok|lists?|shows?|sees?|finds?|runs?|läuft"
    r"|funktioniert|fonctionne|funciona|funziona|работает)\b))"
)
"""Another program of which somebody says that it finds the card."""

WRONG_CARD = (
    r"(?i:^(?!.*\b(?:all (?:is )?fine|on purpose|as wanted)\b).*?"
    r"(?P<value>(?:\buses? (?:the |my )?(?:intel|igpu|apu)"
    r"(?: \w+)? (?:and|but) not (?:the |my )"
    r"|\b(?:runs?|running|uses?|using|picks?|chooses?|starts?|renders?|selects?|takes?|stuck)\b.{0,40}"
    r"\b(?:on |with )?(?:the |my )?(?:intel|igpu|integrated|internal|amd|wrong|apu|onboard)\b.{0,20}"
    r"(?:gpu|graphics|card|chip|\binstead)|\bmake (?:it|the game|them|this) (?:use|run on) (?:the |my )?"
    r"(?:nvidia|dgpu|dedicated|discrete|real|second|other)"
    r"|\b(?:still|always|keeps?|only)\b.{0,16}\b(?:on|uses?|using|picks?|picking|shows?|runs?) (?:on |with )?"
    r"(?:the |my )?(?:intel|igpu|apu|integrated|llano|vega|iris|uhd)\b"
    r"|\b(?:starts?|runs?|opens?|launch(?:es)?) on (?:the |my )?(?:[67][468]0M|8[46-9]0M|vega|apu|igpu)\b"
    r"|\b(?:picks?|uses?|takes?|chooses?) (?:the |my )?(?:intel|igpu|apu|uhd|iris)\b.{0,12}"
    r"\b(?:still|anyway|regardless|instead)\b"
    r"|\b(?:never|don.t|doesn.t|does not|not|no longer|won.t) (?:uses?|runs? on|sees?|picks?|takes?)\b.{0,6}"
    r"(?:the |my )?(?:rtx|gtx|nvidia|dgpu|rx ?\d|arc ?[ab]\d|dedicated|discrete)\b"
    r"|\balways (?:starts?|runs?|opens?|renders?) "
    r"(?:it |(?:(?:all|my|the|every|vulkan|these) )?(?:\w+ )?(?:games?|programs?|apps?) )?on (?:the |my )?"
    r"(?:intel|igpu|integrated|internal|amd|apu|onboard)\b"
    r"(?!.{0,80}\b(?:fine|without|correctly|no problems?)\b)"
    r"|\b(?:runs?|running|uses?|using|renders?|stays?|starts?)\b.{0,20}\b(?:igpu|integrated|onboard|internal|apu)\b"
    r"(?: (?:gpu|card|graphics|chip))?,? (?:only|instead|all the time)\b"
    r"|\b(?:nur|uniquement|seulement|solo|só|только|всегда)\b.{0,40}(?:\bint[eé]gr|\bвстроенн|\bigpu\b)"
    r"|(?:只|总是|總是).{0,10}(?:集成|核显|集显|內顯)"
    r"|\b(?:hep|sadece|yalnızca|immer|toujours|siempre|sempre|zawsze|vždy|altijd)\b.{0,30}\b(?:intel|igpu|apu|amd)\b"
    r"|\bnvidia['’]?\w{0,3} (?:nasıl|kullanmıyor|wird nicht|n['’]est pas utilis|no se usa|non viene)"
    r"|\balways (?:takes?|picks?|uses?|selects?) (?:the |my )?"
    r"(?:RTX |GTX |RX |Arc |Quadro )?[AB]?\d{3,4}\b"
    r"|\bonly (?:uses?|runs? on|starts? on|renders? on|takes?|sees?) (?:the |my )?(?:igpu|integrated|onboard|apu)\b"
    r"|\bhow\b.{0,40}\b(?:select|choose|force|pick|use)\b.{0,20}\b(?:nvidia|dgpu|dedicated|discrete|second|other)"
    r" (?:gpu|graphics|card)|\bhow\b.{0,40}\b(?:force|make it use|choose|select)\b.{0,12}"
    r"\b(?:(?:rx|rtx|gtx|arc) ?\d|[AB]?\d{3,4}\b))))"
)
SOLVED = (
    r"^(?! *>)(?!.*(?:\?|\bnot (?:yet )?(?:solved|fixed)\b|\b(?i:solved|fixed) (?:if|when|only|for|the \w+[.,]))).*?"
    r"(?P<value>\[(?i:solved)\] *$|(?<!\w )(?<!: )\[(?:(?i:solved|gelöst|résolu|resuelto|решено)|FIXED|已解决|解决)\]"
    r"|(?i:^(?:update|edit)\b.{0,20}\b(?:solved|resolved|fixed it)\b"
    r"|^(?:solved|gelöst|résolu)\W{1,3}(?:it was|lag an|es lag|c.était) |^(?:solved|fixed)!|\b(?:now|since) solved\b"
    r"|\bproblem (?:is )?(?:solved|gelöst)\b|\bproblème résolu\b|\bproblema (?:resuelto|risolto|resolvido)\b"
    r"|\bпроблема решена\b))"
)
"""Words by which somebody says of the whole text that its problem is solved."""

WANTS_PROCESSOR = (
    r"(?i:^(?!.*\b(?:not|instead of|rather than|stop|avoid|without|don't|only)\b.{0,30}\b(?:llvmpipe|lavapipe"
    r"|swiftshader))"
    r".*?(?P<value>\b(?:how|want|need|trying|possible|can i|is there)\b.{0,50}"
    r"\b(?:force|use|select|run (?:on|with)|prefer|switch to)\b.{0,40}"
    r"\b(?:llvmpipe|lavapipe|SwiftShader|software (?:vulkan|rendering|renderer))\b))"
)
CONTAINER = (
    r"^(?!.*\b(?:works?|fine|runs?|ok|OK)\b.{0,12}\b(?:in|inside)\b).*?"
    r"(?P<value>\b(?:[Ii]n|[Ii]nside|[Ii]nto|[Oo]ur|[Mm]y|a|an|the) (?:of )?(?:a |an |the |our |my )?(?:\w+ )?"
    r"(?:[Dd]ocker|[Pp]odman|Kubernetes|k8s|OCI)(?:[ -](?:container|image|pod))\b|\bDockerfile\b"
    r"|\((?:[Dd]ocker|[Pp]odman)\b|\b(?:[Rr]uns?|[Rr]unning|[Ss]tarted|[Ii]nstalled) in [Dd]ocker\b|\blinuxserver/\w"
    r"|(?<!ls )(?<!cat )(?<!stat )(?<!-[fe] )/\.dockerenv\b(?!.*No such file)|^engine=\"podman)"
)


NARROW = (
    r"(?i:(?P<value>32 ?비트 ?(?:게임|프로그램)|32 ?(?:ビット|bit) ?(?:の)?(?:ゲーム|版)"
    r"|32 ?位 ?(?:的)?(?:游戏|程序|遊戲)"
    r"|\b32[- ]?bit\w{0,6} (?:version of |\w{5,14} )?vulkan\b"
    r"|\bvulkan (?:drivers? |de |à |a )?32[- ]?bits?\b"
    r"|\b(?:game|program|application|exe|spiel|programm|jeu|juego|gioco|игра|программа)\b"
    r"(?: is| ist| est| es)?(?: an?| ein(?:e|es)?)? 32[- ]?(?:bit|бит)"
    r"|\b(?:game|program|application|exe|title) \(32[- ]?bit\)"
    r"|\b(?:is|an?|this|my|the|old) 32[- ]?bit (?:\w+ )?(?:game|program|application|title|exe)\b(?!s)"
    r"|\b32[- ]?bit librar(?:y|ies)\b[^,;]{0,60}?(?:not found|missing|not installed)"
    r"|\b(?:old )?32[- ]?bit (?:games?|programs?|titles?):|\(32[- ]?bit (?:launcher|client|game)\)"
    r"|\b(?:missing|no|lacks?) (?:required )?(?:i386|32[- ]?bit) librar"
    r"|(?:^|[.,:;(] ?)(?:old |my )?32[- ]?bit (?:game|program|application|title|exe)\b(?!s)"
    r"|\b(?:games?|titles?|programs?|spiele|jeux|juegos|giochi|jogos) \(32[- ]?bits?\)"
    r"|\b64[- ]?bit(?:[ -]\w+){0,2} "
    r"(?:works?|runs?|starts?|is fine|are fine|(?:is |are )?(?:ok|OK|okay)"
    r"|laufen|gehen|fonctionnent|funcionan|funzionano|fungují|działają)\b"
    r"|\bworks? (?:for|in|with) 64[- ]?bit\b))"
)
"""A program of which somebody says that it is a 32-bit one, or whose launcher misses such libraries."""

_ABOUT_USE = Sought(
    r"\b(?:never used|not used|isn't used|old (?:one|version|build)|twice|two times|always get|"
    r"wrong (?:one|version))\b",
    re.IGNORECASE,
)


def is_wonder(line: str) -> bool:
    """Return whether a line says that another version is used, or that something is there twice."""
    return _ABOUT_USE.search(line) is not None


def is_told(line: str) -> bool:
    """Return whether a line tells of what is over or what somebody has read, so that it shows nothing of now."""
    return is_recounted(line) or is_theory(line)


OF_WINDOWS = (
    r"(?P<value>(?<!host )(?<!host: )\bWindows\b(?! Subsystem)(?!(?: \d\d)? (?:host|partition)\b)"
    r"|Microsoft Windows \[|\b[Dd]x[Dd]iag\b"
    r"|\b(?:DDU|Visual Studio(?! Code)|Device [Mm]anager)\b(?!.{0,200}\bWindows\b)"
    r"|\b[Rr]egedit\b|\bSystem32\b|\bLoadLibrary\w{0,3}\(|\bMSIX\b|\bUWP\b)"
)
"""What only Windows has, or who speaks of it as the system here."""

OF_WSL = (
    r"(?P<value>\bmicrosoft-standard-WSL\d?|\bmicrosoft-WSL\d?|/dev/dxg\b|\bdzn is not a conformant\b"
    r"|\bwsl(?:\.exe)? --\w|^WSL2?[ :,]|\bWSL2 (?:Ubuntu|Debian)\b|\bD3D12 \((?:NVIDIA|AMD|Intel)\b)"
)
"""The kernel of WSL, or who says that this is WSL."""

OF_MACOS = (
    r"^(?!.*(?<!not )(?<!n.t )(?<!OpenGL )\b(?:works?|worked|fine|runs?)\b.{0,12}"
    r"\b(?:on|under|with) (?:my |an? |the )?"
    r"(?:[Mm]ac|macOS|Mac OS X)\b)(?!zsh: .*core dumped).*?"
    r"(?P<value>\bmacOS\b|\bMac OS X\b|(?<!\bbare[ -])\bmetal\b(?! not)|MoltenVK|/opt/homebrew\b"
    r"|\.dylib\b|^zsh: (?:abort|kill)"
    r"|^libc\+\+abi(?:\.dylib)?: |(?<!\bon a )\b(?:MacBook|iMac|Mac (?:[Mm]ini|Studio|Pro))\b"
    r"(?!.{0,200}(?<!code works on )(?<!build works on )(?<!program works on )"
    r"(?i:mac ?os|linux|ubuntu|fedora|asahi|arch|debian|windows|boot ?camp|nvidia|201[0-5])))"
)
"""A program of macOS, unless somebody says that it works there."""

KERNEL = (
    r"^(?!.*\b(?:needs?|require\w*|upgrad\w+|newer|older|than|try|install\w*|until|before|since|after|works?"
    r"|from|want\w*|(?<!X )server|friend|colleague|(?:other|old) (?:pc|PC|machine|computer|laptop|system))\b).*?"
    r"\b[Kk]ernel(?: is|:|=)? ?(?P<value>[3-6]\.\d{1,2}(?:\.\d{1,3})?(?:-[\w.+~-]{0,60}\w)?)(?![\w-])"
    r"(?! {0,3}(?:->|=>|→|to\b|and now\b|, now\b))"
)
"""The kernel that runs, by what somebody says, and not one that is wanted or was before."""

LACKING = (
    r"(?i:\b(?P<value>vkBasalt|MangoHud|lsfg-vk|obs-vkcapture|RenderDoc)\b.{0,60}\b(?:no effect|does nothing|except"
    r"|nothing happens|no (?:overlay|hud)\b|(?:black|blank|empty)\b"
    r"|(?:does(?:n.t| not)|is(?:n.t| not)|not|never) (?:show|work|appear|load|active)\w*)\b)"
)
"""A layer that somebody misses."""

VIRTUAL_CARD = (
    r"(?:(?:VGA compatible|3D|Display) controller(?: \[\d{4}\])?|^Device-\d): "
    r"(?P<value>(?:Red Hat|VMware|InnoTek|Microsoft (?:Corporation )?Hyper-V|Device 1234|Parallels)\b.{0,100})"
)
"""The card of a virtual machine, as lspci or inxi lists it."""

REMOTE = (
    r"^(?!.*(?i:\b(?:not|no|never|n.t|without)\b.{0,12}\b(?:RDP|remote))).*?"
    r"(?P<value>\bRDP\b|(?i:\bremote desktop (?!adapter))|\bmstsc\b)"
)
"""A session of remote desktop, unless somebody says that it is none."""

UPDATED_NVIDIA = (
    r"(?i:\bnvidia\b.{0,30}\bfrom [3-6]\d\d(?:\.\d{2,3}){0,2} to "
    r"(?P<value>[3-6]\d\d\.\d{2,3}(?:\.\d{1,3})?)\b)"
)
"""The version to which somebody says that NVIDIA's driver was updated."""

OF_LINUX = (
    r"(?<![Hh]ost )(?<![Hh]ost: )(?P<value>(?i:\b(?:linux(?:brew)?|ubuntu|debian|fedora|nobara|bazzite|bluefin"
    r"|silverblue|arch|manjaro|mint|kali|parrot os"
    r"|pop!?_?os|zorin|endeavouros|opensuse|rhel|centos|rocky|alma\w{0,5}|gentoo|void|nixos|wsl2?)\b)"
    r"|\b(?:lspci|lsmod|modprobe|systemctl|journalctl|apt|dnf|pacman|zypper|rpm-ostree) "
    r"|^\w[\w.-]{0,40}@[\w.-]{1,60}:[^\s$#]{0,100}[$#] |^\[\w[\w.-]{0,40}@[\w.-]{1,60} [^\]]{1,100}\][$#] )"
)
"""A distribution, its commands, and prompts as shells have them there."""

_UNSURE = r"(?!.*(?:\?|\b(?:if|when|whether|maybe|perhaps|should|unless|would|wenn|si|with|without)\b))"
_SECURE_BOOT = r"\b[Ss]ecure ?[Bb]oot\b(?:[:=]| is| state:?| status:?| was)?(?: now| still| also)? ?"
SECURE_BOOT = rf"^{_UNSURE}.*?(?P<value>{_SECURE_BOOT}(?:enabled|on|active|an|aktiv|activé|activado)\b)"
NO_SECURE_BOOT = (
    rf"^{_UNSURE}.*?(?P<value>{_SECURE_BOOT}(?:disabled|off|inactive|not (?:enabled|on|active)|aus"
    r"|deaktiviert|désactivé|desactivado)\b"
    r"|\b(?:disabled|no|turned off|switched off) [Ss]ecure ?[Bb]oot\b|\bEFI variables are not supported)"
)
"""What tools and people say of Secure Boot as a fact, and not as an advice or a question."""

SIGNED_MODULES = (
    r"^(?!.*\?)(?!\s{0,4}#).*?(?P<value>\bmodule\.sig_enforce(?:=[1yYt]\w{0,4})?(?![=\w])"
    r"|\blockdown=(?:integrity|confidentiality))"
)

NIX_ELSEWHERE = (
    r"(?P<value>ls: cannot access '?/run/opengl-driver|\b(?:non-NixOS|not NixOS|home-manager"
    r"|(?:Ubuntu|Debian|Fedora|Arch|Mint|openSUSE)\b.{0,40}\b[Nn]ix\b))"
)
"""A program of Nix on another distribution."""

FREEBSD = r"(?P<value>\bFreeBSD\b|\bGhostBSD\b|\bkldstat\b|\bdrm-kmod\b|[#$%] pkg (?:info|query)\b)"
"""A machine with FreeBSD, by its name or its commands."""

OF_FLATPAK = (
    r"^(?!.{0,60}(?:\bnot\b|n.t\b|\bnative))(?!.*\b(?:not|no) (?:a |the |installed as )?[Ff]latpak\b).{0,200}"
    r"(?P<value>\b(?:Steam|Lutris|Heroic|Bottles)\b(?: \w+)? from Flathub"
    r"|\b(?:Steam|Lutris|Heroic|Bottles|PrismLauncher|game) is (?:a|the|installed as) [Ff]latpak"
    r"|\b[Ff]latpak (?:de|von|di) [A-Z]\w{2,20}"
    r"|\bcom\.valvesoftware\.Steam\b(?!\.Comp)|\b(?:net\.lutris\.Lutris|com\.heroicgameslauncher\.hgl|com\.usebottles\.bottles)\b"
    r"|\b(?!(?:The|A|My|This|No|In|On|For|With|And|Or|From|Via|Use|Using|Install|But|If|As"
    r"|Neither|Nor|Not|Never|Without|Kein|Keine|Ohne|Weder|Sans|Sin|Ni) )[A-Z]\w{2,20} Flatpak\b"
    r"|\((?:a|the|as a) [Ff]latpak\b|\b(?:launcher|program|app|emulator|it) is a [Ff]latpak\b"
    r"|(?<!Steam )(?<!Lutris )(?<!Heroic )\binstalled as (?:a )?[Ff]latpak\b"
    r"|(?:\b[Ff]latpak\b.{0,40}|/\.var/app/|/flatpak/app/)\bcom\.(?:visualstudio|vscodium)\.cod\w{1,4}\b"
    r"|\b[Ff]latpak (?:Steam|Lutris|Heroic|Bottles)|\b(?:Steam|Lutris|Heroic) [Ff]latpak)\b"
)
"""A launcher that somebody has as a Flatpak."""

_MODE = Sought(
    r"\b(?P<tool>prime-select|envycontrol|supergfxctl|optimus-manager|system76-power)"
    r"(?: (?:query|graphics|-q|--query|-g|--get|--status|--print-mode)){1,2}\b[`'\"]?\s{0,2}"
    r"(?:(?:->|→|=>?|:|says|returns|prints|gives|shows|reports|is)\s{0,2}[`'\"]?(?P<mode>[A-Za-z]\w{2,20})?)?"
)
_ANSWER = Sought(r"\W{0,3}(?:current .{0,20}: ?)?(?P<mode>[A-Za-z][\w-]{2,20})\W{0,2}$")
_LAYERED = (
    r"(?P<name>OBS(?: Studio)?|RTSS|RivaTuner(?: Statistics Server)?|(?:MSI )?Afterburner|Overwolf|ReShade"
    r"|[Mm]ango[Hh]ud|MANGOHUD|[Vv]k[Bb]asalt|lsfg-vk"
    r"|(?:the )?(?:Epic|GOG|Steam|Discord)(?: Galaxy)? overlay|Bandicam|Medal|Nsight"
    r"|Mirillis Action|FPS Monitor|RenderDoc|obs-vkcapture)"
)
_FINE = r"(?:is|it's|it is|runs?|works?|starts?|all|everything|no (?:crash(?:es)?|problems?))\b"
_WITHOUT_LAYER = (
    Sought(rf"\b[Ww]ithout {_LAYERED}\b[^.;\n]{{0,40}}?\b{_FINE}"),
    Sought(
        rf"\b(?:works?|fine|starts?|runs?|no (?:crash(?:es)?|problems?)|does(?: not|n.t) crash)\b[^.;\n]{{0,30}}"
        rf"\bwithout {_LAYERED}\b"
    ),
    Sought(
        rf"\b(?:[Ii]f I|[Ww]hen I|[Aa]fter I|[Aa]fter) (?:close|quit|exit|disabl|uninstall|remov|turn off|stop)\w* "
        rf"{_LAYERED}\b"
        rf"[^.;\n]{{0,40}}?\b{_FINE}"
    ),
)

_WISH = Sought(r"\b(?:want|wish|like|plan|how (?:can|do|to)|trying)\b[^.;!?]{0,60}$")
"""What stands before something that somebody has not yet tried."""


_SET = r"[`'\"]?(?:export )?(?P<name>[A-Z_][A-Z0-9_]{3,60})=(?P<value>[^\s`'\",;]{0,80})[`'\",;]{0,3}"
_HELPS = (
    r"(?:works?|fine|right|ok|runs?|starts?|helps?|fixe[sd]|fixed|correct|gone|solved|stable|no (?:crash(?:es)?"
    r"|problems?)|does(?: not|n.t) crash|geht|läuft|funktioniert|marche|fonctionne|funciona|funziona|работает)\b"
)
_HELPING = Sought(
    r"\b(?:[Ww]ith|[Ss]etting|[Uu]sing|[Aa]dding|[Mm]it|[Aa]vec|[Cc]on|[Cc]om|[Сс]"
    rf"|(?:[Ii]f|[Ww]hen|[Aa]fter) I (?:set|use|add|export)) {_SET}"
    r"(?:(?!\b(?:but|still|not|no|nothing|never|hardly|only|cannot|aber|mais|pero|nie|jamais|nunca|\w{1,6}n['’]t)\b)"
    r"[^.;\n]){0,40}?\b"
    rf"{_HELPS}"
)
_HELPED = Sought(
    rf"(?:^|[.:;,(] ?){_SET} (?:works|helps|fixes|fixed|solves|solved|hilft|aide|ayuda)\b(?! (?:not|only|for))"
)
"""A variable of which somebody says that a program works with it."""

_ASKED_BEFORE = Sought(r"\b(?:whether|any(?:one|body)|would|should|ob)\b|\bif (?!I )", re.IGNORECASE)
_ASKED_AFTER = Sought(r"[^.,;!?\n]{0,40}\?")


def _is_asked(line: str, said: re.Match[str]) -> bool:
    """Return whether what is said is asked, or is a condition."""
    before = line[max(0, said.start() - 60) : said.start()]
    return _ASKED_BEFORE.search(before) is not None or _ASKED_AFTER.match(line, said.end()) is not None


_SOLUTION = Sought(
    r"\W{0,6}(?:(?:edit|update)\W{1,3})?(?:(?:the |my )?(?:solution|fix)(?: was| is)?(?: to)?\b"
    r"|(?:solved|fixed)(?: it)?"
    r" (?:by|with|via)\b|lösung|solución|решение|soluzione|solução)\W{1,4}(?P<how>\S.{8,160}?)$",
    re.IGNORECASE,
)
"""What somebody says to have solved the problem."""


@dataclass(slots=True)
class Prose:
    """What people tell: at which cards a tool is (``modes``, with lines), and without what a program works.

    ``helping`` is a variable with which it works, its value and the line, and ``solution`` what solved the problem.
    """

    modes: dict[str, tuple[str, int]] = field(default_factory=dict)
    blamed: dict[str, int] = field(default_factory=dict)
    helping: tuple[str, str, int] = ("", "", 0)
    solution: str = ""
    _tool: str = ""

    def line(self, line: str, number: int) -> None:
        """Note what a line tells."""
        tool, self._tool = self._tool, ""
        answer = _ANSWER.match(line) if tool else None
        if answer is not None:
            self.modes[tool] = answer["mode"], number
        found = _MODE.search(line) if "-" in line or "supergfx" in line or "envy" in line else None
        if found is not None and found["mode"]:
            self.modes[found["tool"]] = found["mode"], number
        elif found is not None and found.end() >= len(line.rstrip()):
            self._tool = found["tool"]
        if len(line) <= 1000:
            solution = _SOLUTION.match(line) if not self.solution else None
            if solution is not None:
                self.solution = solution["how"].strip().rstrip(".")
            seek = "=" in line and not self.helping[0]
            helping = _HELPING.search(line) or _HELPED.search(line) if seek else None
            if helping is not None and not _is_asked(line, helping):
                self.helping = helping["name"], helping["value"].rstrip("."), number
            for pattern in _WITHOUT_LAYER:
                blamed = pattern.search(line)
                if blamed is not None and _WISH.search(line, 0, blamed.start()) is None:
                    self.blamed.setdefault(blamed["name"], number)
