"""Sentences of logs on files, layers and drivers: a kind of event, and an expression with groups for what and why."""

import re

from refloader.inspect.logs.reading.kinds import EventKind
from refloader.inspect.logs.reading.linkers import LINKER_WORDS

_NAME = r"\"?(?P<subject>VK_LAYER_\w+)\"?"
_FILE = r"(?P<subject>(?:/|[A-Za-z]:[\\/]|\\\\)[^\x00-\x1f\"*<>|]{0,1024}?\.json)\b(?!\.\w)"
_WORD = r"(?:^|(?<=[\s\"]))(?P<subject>[^\s\"]{1,1024})"
"""A library or a file without blanks. It begins a word, so that a long line is searched once."""

_OF_VULKAN = r"[^\"]{0,1024}(?:\.json|vulkan|/dev/dri|renderD\d|/dev/nvidia|/dev/dxg)[^\"]{0,200}"
"""What a driver or a loader opens; what a kernel denies besides is no matter of theirs."""

_UNFOUND = r"(?:(?:(?:unable|failed) to|could not|couldn't|cannot|can't) (?:find|locate)|missing|unknown)"
_NOT_THERE = r"(?:not (?:found|available|present|installed)\b|(?:unavailable|missing|not supported)\W{0,3}$)"
_ADJECTIVES = r"(?: (?:the|a|required|requested|vulkan|instance|device|validation|debug|explicit)){0,4}"
_OF_MACOS = r"^[^(]{0,200}dlopen\((?P<subject>/[^,\s]{1,1024}), 0x\w{1,8}\)"

_UNOPENED = r"(?:Failed to open dynamic|loader_\w{1,40}: Failed to open)"

_NODE = (
    r"(?<![\w/])(?P<subject>/dev/(?:dri/\w{1,20}|nvidia\w{0,20}|kfd|dxg|kgsl-3d0|mali\d|drm/\d{1,3}))\b.{0,60}"
    r"(?P<why>Permission denied|Operation not permitted|\bEACCES\b|\bEPERM\b)"
)
_UNOPENED_NODE = (
    r"(?:fail\w*|unable|could not|couldn't|cannot|can't|error)\b.{0,30}\bopen(?:ing)?\b[^/]{0,40}?"
    r"(?<![\w/])(?P<subject>/dev/(?:dri/\w{1,20}|nvidia\w{0,20}|kfd|dxg|kgsl-3d0|mali\d|drm/\d{1,3}))\b"
    r"[^\w]{0,6}(?P<why>VK_ERROR_\w{1,40}|No such (?:file|device)\b|[A-Z][a-z]+ (?:denied|not permitted))"
)
CLOSED = re.compile(_NODE, re.IGNORECASE)
UNOPENED_NODE = re.compile(_UNOPENED_NODE, re.IGNORECASE)

ROWS = (
    (
        EventKind.DENIED,
        r"apparmor=\"DENIED\"(?=.{0,400}profile=\"(?P<why>[^\"]{1,200})\")"
        rf".{{0,400}}\bname=\"(?P<subject>{_OF_VULKAN})\"",
    ),
    (
        EventKind.DENIED,
        r"avc: {1,4}denied {1,4}\{(?P<acts>[\w ]{1,80})\}(?!.*permissive=1)"
        rf"(?=.{{0,600}}tcontext=(?P<why>[\w:,.-]{{1,200}})).{{0,400}}\b(?:name|path)=\"(?P<subject>{_OF_VULKAN})\"",
    ),
    (
        EventKind.MISMATCH,
        r"(?P<subject>(?:NVML: )?Driver/library version mismatch|NVRM: API mismatch|client has the version)",
    ),
    (
        EventKind.FIRMWARE,
        r"(?:firmware load for|\bloaded) (?P<subject>(?:(?:amdgpu|radeon|i915|xe|nouveau|nvidia|arm/mali|powervr)/"
        r"|qcom/a\d)[\w./-]{1,100}) (?P<why>failed with error -2|from new location)\b",
    ),
    (
        EventKind.FIRMWARE,
        r"(?:missing firmware |\bfirmware \")(?P<subject>(?:amdgpu|radeon|i915|xe|nouveau|nvidia)/[\w./-]{1,99}\.bin)"
        r"(?P<why>(?:\" load failed)?)",
    ),
    (
        EventKind.NOT_IMPORTED,
        rf"pressure-vessel\S{{0,40}}: W: .{{0,80}}Failed to load Vulkan .{{0,20}} from \"?{_FILE}\"?: "
        r"(?P<why>.{1,200})",
    ),
    (
        EventKind.NO_DEVICE,
        r"(?P<subject>ZINK: (?:failed to choose pdev|vkEnumeratePhysicalDevices failed))",
    ),
    (EventKind.NO_MODULE, r"(?P<subject>NVIDIA-SMI has failed because it couldn't communicate)"),
    (
        EventKind.NO_LOADER,
        r"(?:err:vulkan:\S{1,60}|dlopen|could not|unable to).{0,40}"
        r"\bload (?P<subject>libvulkan\.so\.1|vulkan-1\.dll|libvulkan\.1\.dylib)",
    ),
    (
        EventKind.NO_LOADER,
        r"(?:loaders?|librar(?:y|ies)) (?:is |are )?(?:missing|not found|not installed).{0,20}"
        r"(?P<subject>libvulkan\.so\.1|vulkan-1\.dll)",
    ),
    (
        EventKind.LINKER,
        r"(?P<subject>\blib[\w.+-]{1,80}\.so[\d.]{0,20}) (?P<why>not found for (?:i386|x86_64|aarch64)-linux-gnu)",
    ),
    (
        EventKind.NO_LOADER,
        r"^(?!.*\b(?:fall(?:s|ing)? ?back|used to|I had|I got)\b).*"
        r"(?<!\.so: )(?<!\.so\.\d: )(?P<subject>libvulkan\.so\.1): cannot open shared object file",
    ),
    (
        EventKind.NO_LOADER,
        r"[Cc]annot load library vulkan: \(?(?P<subject>libvulkan)(?:\.so(?:\.1)?)?: cannot open",
    ),
    (
        EventKind.NO_LOADER,
        r"error while loading shared libraries: (?P<subject>libvulkan\.so\.1): cannot open",
    ),
    (
        EventKind.TOO_OLD,
        r"(?P<subject>Skipping|Found) "
        r"(?P<why>Vulkan 1\.[012] (?:adapter|GPU|device)\b[^:]{0,60}: (?!llvmpipe).{1,100})",
    ),
    (
        EventKind.TOO_OLD,
        r"(?P<subject>Skipping): "
        r"(?P<why>(?:(?:Device|Driver) does not support|Vulkan 1\.\d (?:is )?not supported)\b.{0,100})",
    ),
    (
        EventKind.TOO_OLD,
        r"^(?:info|warn|err): {1,8}"
        r"(?P<why>(?P<subject>Vulkan 1\.[1-4]) (?:is )?not supported by (?:the )?driver.{0,80})",
    ),
    (
        EventKind.NO_DEVICE,
        r"(?P<subject>DXVK: No adapters found|No Vulkan adapters found|No suitable graphics adapter found)",
    ),
    (
        EventKind.PRELOAD,
        r"object '(?P<subject>[^']{1,1024})' from LD_PRELOAD cannot be preloaded \((?P<why>[^)]{1,200})\)",
    ),
    (EventKind.NO_DRI3, r"(?P<subject>No DRI3 support detected)(?: - (?P<why>required for presentation))?"),
    (EventKind.NOT_FOUND, r"(?P<subject>validation layers? requested),? but (?:it is )?not available"),
    (
        EventKind.LINKER,
        rf"{_UNOPENED} library \"(?P<subject>[^\"\s]{{1,1024}})\" with error \"(?P<why>.{{1,300}}?)\"?$",
    ),
    (
        EventKind.LINKER,
        rf"{_UNOPENED} library \"(?P<subject>[^\"]{{1,1024}})\" with (?P<why>error(?: code)? \d{{1,5}})\b",
    ),
    (
        EventKind.LINKER,
        r"(?:tried: |\), )'(?P<subject>/[^']{1,1024})' \([^)]{0,80}(?P<why>incompatible architecture "
        r"\(have '[\w,]+', need '[^)]{1,60}'\))",
    ),
    (EventKind.LINKER, rf"{_OF_MACOS}.{{0,2048}}(?P<why>library load disallowed by system policy)"),
    (
        EventKind.LINKER,
        rf"{_OF_MACOS}.{{0,2048}}(?P<why>code signature .{{1,200}} not valid for use in process)",
    ),
    (
        EventKind.LINKER,
        rf"{_OF_MACOS}.{{0,2048}}(?P<why>incompatible architecture \(have '\w+', need '\w+'\))",
    ),
    (EventKind.LINKER, rf"{_OF_MACOS}.{{0,2048}}(?P<why>no such file|image not found)"),
    (EventKind.LINKER, rf"{_OF_MACOS}.{{0,2048}}(?P<why>Symbol not found: \(?[\w$]{{1,200}})"),
    (
        EventKind.OLD_LOADER,
        r"symbol lookup error: (?!\S*\.so)\S{1,200}: undefined symbol: (?P<subject>vk[A-Z]\w{1,100})",
    ),
    (
        EventKind.EXTENSION,
        r"(?P<subject>org\.freedesktop\.Platform\.VulkanLayer\.\w{1,60})\b.{0,60}?(?<![\d.])(?P<why>2\d\.08)(?![\d.])",
    ),
    (EventKind.LDD, r"(?:^|[\s$#`])ldd (?:-r )?(?P<subject>/[^\s|;`]{1,1024})"),
    (EventKind.LINKER, r"^(?:ldd:? {1,8})?(?P<subject>lib[^\s/]{1,200}) => (?P<why>not found)"),
    (
        EventKind.GONE,
        r"\bls: cannot access '?(?P<subject>/[^\s']{1,1024}\.(?:json|dylib|so[\d.]{0,20}))'?: (?P<why>No such file)",
    ),
    (
        EventKind.BAD_FILE,
        r"(?<![^\s'\":])(?!/data/local/)(?=[^\s'\":]{0,1000}?/(?:vulkan"
        r"|icd\.d)\b)(?P<subject>/[^\s'\":]{0,1000}(?:\.json|_layer\.d|icd\.d|/vulkan|\.so[\d.]{0,12})/?)['\"]?: "
        r"(?P<why>Permission denied|Keine Berechtigung|Permission non accordée|Permiso denegado)",
    ),
    (
        EventKind.NO_LOADER,
        r"^(?!.*(?:symbols|debug ?info)).*?(?:fail(?:ed)?|unable|could not|couldn't|cannot|can't|error)\b.{0,40}"
        r"\b(?:load(?:ing)?|find(?:ing)?|open(?:ing)?|locate)\b.{0,120}?(?P<subject>vulkan-1\.dll"
        r"|libvulkan\.so(?:\.1)?|libvulkan(?:\.1)?\.dylib)",
    ),
    (EventKind.NO_LOADER, r"^\W{0,4}(?P<subject>VULKAN-1\.DLL)\W{1,12}Error opening file\b"),
    (EventKind.NO_LOADER, r"Library not loaded: (?:\S{0,200}/)?(?P<subject>libvulkan[\w.]{0,20}\.dylib)"),
    (
        EventKind.NO_LOADER,
        r"dlopen\((?P<subject>[^\s,]{0,300}libvulkan[^\s,]{0,40}), .{0,400}(?:no such file|image not found)",
    ),
    (EventKind.NO_MODULE, r"mod(?:probe|info): (?:FATAL|ERROR): .{0,20}Module (?P<subject>nvidia) not found"),
    (
        EventKind.UNFIT,
        r"(?:device|GPU|adapter|card|driver)\b:? ?(?P<subject>.{2,80}?) "
        r"(?P<why>(?:only supports|supports only|is limited to) (?:Vulkan|API(?: version)?) ?1\.\d.{0,100})",
    ),
    (
        EventKind.NOMODESET,
        r"(?:Command line:|BOOT_IMAGE=|/proc/cmdline(?!.{0,200}\b(?:not?|never|without|nor|removed)\b))"
        r".{0,1000}(?<!no )(?<!not )(?<!without )(?<!grep )(?<! -\w )"
        r"(?<![\"'`])\b(?P<subject>nomodeset|(?:i915|amdgpu|radeon|nouveau)\.modeset=0)\b",
    ),
    (
        EventKind.UNFIT,
        r"^(?!.*(?:optional|fall(?:ing|s)? ?back|disabling)).*?(?:device|GPU|adapter|card)\b"
        r"(?: [\[\"'(](?P<subject>[^\]\"']{2,100})[\]\"')])?.{0,40}"
        r"(?:(?:does not|doesn't) (?:meet|fulfil|satisfy)|lacks|is missing|has no)\b.{0,60}"
        r"(?:requirement|feature|capabilit|extension)s?\b\W{0,3}(?:are \[)?(?:Missing requirements: )?"
        r"(?P<why>(?:[^\]\[]|\[[^\]\[]{1,80}\]){0,200})",
    ),
    (
        EventKind.UNFIT,
        r"(?P<subject>(?:NVIDIA|AMD|ATI|Intel|Apple|Qualcomm|Mali|GeForce|Radeon)\b[^:]{2,80}?) (?:is|are) "
        r"(?:not supported|unsupported)\b[^:]{0,40}: (?P<why>(?:missing|lacks|no)\b.{3,200})",
    ),
    (
        EventKind.OLD_LOADER,
        r"procedure entry point (?P<subject>vk[A-Z]\w{1,100}) could not be located",
    ),
    (
        EventKind.OLD_LOADER,
        r"(?:null|NULL|NullPointerException|not found|missing"
        r"|unavailable)\b.{0,40}(?P<subject>vkEnumerateInstanceVersion)",
    ),
    (
        EventKind.LEFT_DRIVER,
        r"Received return code (?P<why>-\d{1,10}) from call to vkCreateInstance in (?:ICD|driver) "
        r"\"?(?P<subject>\S{1,1024}?)\"?\.? Skipping",
    ),
    (
        EventKind.LEFT_DRIVER,
        r"Received return code (?P<why>-\d{1,10}) from call to vkCreateInstance in (?P<subject>ICD|driver)\W{0,3}"
        r"(?:VK_ERROR_\w+)?$",
    ),
    (EventKind.LEFT_DRIVER, r"(?P<why>Failed to CreateInstance) in (?P<subject>ICD \d{1,3})\.? +Skipping"),
    (
        EventKind.LEFT_DRIVER,
        r"\bsrc/\w{1,30}/(?:vulkan/)?(?P<subject>\w{1,60}\.c(?:pp)?):\d{1,6}\]? .{0,300}?"
        r"(?P<why>VK_ERROR_INCOMPATIBLE_DRIVER)",
    ),
    (
        EventKind.LEFT_DRIVER,
        r"^(?P<subject>TU|MESA[\w-]{0,12}|radv\w*|anv\w*|NVK|INTEL\w*|PanVK|v3dv|vn): .{0,300}"
        r"\((?P<why>VK_ERROR_INCOMPATIBLE_DRIVER)\)",
    ),
    (
        EventKind.LINKER,
        r"symbol lookup error: (?P<subject>/\S{0,1024}/lib(?:vulkan_|GLX_nvidia|VkLayer|MangoHud)\S{0,80}): "
        r"(?P<why>undefined symbol: .{1,200})",
    ),
    (EventKind.VERSION, r"Vulkan Loader Version (?P<subject>[0-9][0-9.]*)"),
    (EventKind.DRIVER_READ, rf"Found ICD manifest file {_FILE}"),
    (EventKind.MANIFEST_READ, rf"Found manifest file {_FILE}"),
    (
        EventKind.BAD_FILE,
        rf"(?P<why>Failed to (?:parse|open|read|load)[^/\\]{{0,40}}|Invalid JSON)[^/\\]{{0,20}} file,? {_FILE}",
    ),
    (
        EventKind.BAD_FILE,
        r"(?P<why>(?:required )?(?:field|key) \S{1,60} (?:is )?missing)\b.{0,20}settings file:? "
        r"(?P<subject>[^\x00-\x1f\"*<>|]{0,1024}?vk_loader_settings\.json)\b",
    ),
    (EventKind.BAD_FILE, r"(?P<why>Failed to open) JSON file (?P<subject>[^/\s\"][^\s\"]{0,1024}\.json)\b"),
    (
        EventKind.BAD_FILE,
        rf"{_WORD}(?<=\.json)\"?,? (?P<why>(?:is not(?! owned)|does not"
        r"(?! have an 'api_version' field\.?$)|is missing|cannot|could not|has "
        rf"no)\b.{{0,200}})",
    ),
    (
        EventKind.NEWER_MANIFEST,
        rf"^(?=.*layer manifest file version ).*?{_FILE}\"? (?:has )?(?:an? )?(?:invalid|unknown) layer manifest "
        r"file version (?P<why>\d+(?:\.\d+){1,3})",
    ),
    (EventKind.META, r"(?P<subject>component_layers), but also defining layer library path"),
    (EventKind.FORCED, rf"layer {_NAME} (?P<why>forced enabled .{{0,200}})"),
    (EventKind.OFF, rf"layer {_NAME} (?P<why>(?:forced )?(?:disabled|ignored|removed) .{{0,200}})"),
    (EventKind.OFF, rf"layer {_NAME} (?P<why>library architecture doesn't match)"),
    (EventKind.OFF, rf"Disabling implicit layer {_NAME} for (?P<why>using an old API version .{{0,200}})"),
    (
        EventKind.OFF,
        rf"(?P<why>(?:Override layer is|Implicit meta-layers are) active),? and layer {_NAME} "
        r"is (?P<more>not list inside|in the blacklist)",
    ),
    (EventKind.NOT_FOUND, rf"Layer {_NAME} was not found but was requested by (?P<why>.{{0,100}})"),
    (
        EventKind.SEPARATOR,
        r"Layer \"(?P<subject>VK_LAYER_\w{1,200}[;:, ][^\"]{1,1024})\" was not found but was requested by env var "
        r"'?(?P<why>VK_\w+)",
    ),
    (EventKind.NOT_FOUND, rf"Failed to find layer name {_NAME} to activate"),
    (EventKind.NOT_FOUND, rf"{_UNFOUND}{_ADJECTIVES} layers?\b[^\w\"]{{0,4}}[\"'`\[]{{0,2}}{_NAME}"),
    (EventKind.NOT_FOUND, rf"layer\b.{{0,12}}{_NAME}['`\]]?:?(?: is| was)? {_NOT_THERE}"),
    (EventKind.NOT_FOUND, rf"^(?:.{{0,60}}(?:[:\]>|]|\b[A-Z]) )?{_NAME}['`\]]?:?(?: is| was)? {_NOT_THERE}"),
    (EventKind.NOT_FOUND, rf"layers?\b.{{0,12}} not (?:found|available|present|installed)\W{{1,4}}{_NAME}"),
    (EventKind.NOT_FOUND, r"(?P<subject>failed to find (?:the )?required validation layer)"),
    (
        EventKind.NOT_FOUND,
        r"\b(?P<subject>no validation layers?)(?: was| were| is| are)? (?:found|available|present|installed)\b",
    ),
    (EventKind.NOT_FOUND, rf"\b(?P<subject>validation layers?)(?: was| were| is| are)? {_NOT_THERE}"),
    (EventKind.NOT_PRESENT, r"\b(?P<subject>(?:VK_)?ERROR_LAYER_NOT_PRESENT|(?:Error)?LayerNotPresent)\b"),
    (EventKind.NOT_FOUND, rf"failed to load layer '{_NAME}'"),
    (EventKind.NOT_FOUND, rf"Layer {_NAME} does not exist in the list of available layers"),
    (EventKind.NOT_LISTED, r"Layer (?P<subject>[0-9]{1,9}) does not exist in the list of available layers"),
    (
        EventKind.ASKED,
        r"env var '?(?P<why>VK_\w+)'? defined and adding layers:? \"?(?P<subject>[\w:;,]{1,1024})",
    ),
    (EventKind.FAILED, rf"Requested layer {_NAME} (?P<why>failed to load|was wrong bit-type)"),
    (
        EventKind.OLDER,
        rf"Layer {_NAME} uses (?P<why>API version [\d.]{{1,20}} which is older than the application specified "
        r"API version of [\d.]{1,20})",
    ),
    (EventKind.INSERTED, rf"Insert instance layer {_NAME}(?: \((?P<why>[^)]{{0,1024}})\))?"),
    (EventKind.LOADING, r"Loading layer library \"?(?P<subject>[^\s\"]{1,1024})"),
    (EventKind.OVERRIDE, r"Override layer has override paths set to (?P<subject>.{1,1024})"),
    (EventKind.OVERRIDE, r"(?P<subject>VK_LAYER_PATH\b.{0,40}ignored.{0,40}override layer)"),
    (EventKind.OVERRIDE, r"(?P<subject>Using the (?:global|app specific) override layer)"),
    (EventKind.SETTINGS, rf"(?:loader settings from|settings file at) {_FILE}"),
    (EventKind.OTHER_BITS, rf"{_WORD}\"?: (?P<why>wrong ELF class.{{0,100}})"),
    (
        EventKind.OTHER_BITS,
        r"Requested (?:ICD|driver|layer) \"?(?P<subject>[^\s\"]{1,1024})\"? was (?P<why>wrong bit-type)",
    ),
    (
        EventKind.LINKER,
        rf"{_WORD}(?<!\bls)(?<!\bcat)\"?: "
        rf"(?P<why>(?:cannot open (?!directory|display|included)|{LINKER_WORDS}).{{0,200}})",
    ),
    (
        EventKind.LINKER,
        r"(?P<why>Error loading) shared library (?P<subject>[^\s:]{1,1024}): "
        r"(?P<more>.{1,60}? \(needed by [^)]{1,1024}\))",
    ),
    (
        EventKind.LINKER,
        r"(?P<why>Error relocating) (?P<subject>[^\s:]{1,1024}): (?P<more>\w{1,200}: symbol not found)",
    ),
    (
        EventKind.LINKER,
        r"dlopen failed: (?P<why>cannot locate symbol \"\w{1,200}\") referenced by \"(?P<subject>[^\"]{1,1024})\"",
    ),
    (
        EventKind.LINKER,
        r"dlopen failed: (?:library )?\"(?P<subject>[^\"]{1,1024})\":? (?P<why>(?:not found|is |has |needed or|"
        r"program alignment).{0,300})",
    ),
    (
        EventKind.DRIVER_OFF,
        r"Driver \"?(?P<subject>[^\"]{1,200}?)\"? ignored because (?P<why>.{1,200})",
    ),
    (
        EventKind.REFUSING,
        r"Could not get '?vkCreateInstance'? via '?vk_icdGetInstanceProcAddr'? for (?:ICD )?"
        r"(?P<subject>[^\s\"]{1,1024})",
    ),
    (
        EventKind.DRIVER_FAILED,
        r"Failed (?:to add|loading library associated with) ICD JSON (?P<subject>[^\s\"]{1,1024}?)"
        r"\.\s{0,8}(?:Skip|Ignor)",
    ),
    (EventKind.PORTABILITY, r"(?P<subject>Found drivers that contain devices which support the portability)"),
    (EventKind.NO_DRIVER, r"(?P<subject>Found no drivers)"),
    (EventKind.NO_DRIVER, r"(?P<subject>vkCreateInstance failed with (?:VK_)?ERROR_INCOMPATIBLE_DRIVER)"),
    (
        EventKind.CLOSED,
        r"open(?:ing)?:? (?:the )?(?:device |node )?(?P<subject>/dev/[\w/]{1,60}):? {0,2}(?:failed:)? {0,2}\(?"
        r"(?P<why>Permission denied|No such file)",
    ),
    (EventKind.CLOSED, _UNOPENED_NODE),
    (EventKind.CLOSED, _NODE),
    (EventKind.NO_DEVICE, r"(?P<subject>Failed to detect any valid GPUs|reported zero accessible devices)"),
    (
        EventKind.NO_DRIVER,
        r"(?P<subject>\b(?:VulkanError|InstanceCreationError|InstanceError|vk::Result)::(?:Error)?IncompatibleDriver\b|\bVkErrorIncompatibleDriver\b|"
        r"Cannot find (?:a compatible|any compatible) Vulkan (?:installable client )?driver|"
        r"^(?!.*VER[^.!]*\?$)(?!.*[\"“'`](?:VK_)?ERROR_INCOMPATIBLE_DRIVER[\"”'`] and).*ERROR_INCOMPATIBLE_DRIVER)",
    ),
    (
        EventKind.NO_DEVICE,
        r"^(?!.*(?i:opencl|rusticl|clover\b|\bcuda|\brocm|\bvaapi|audio|camera|usb)).*?"
        r"(?P<subject>\b(?:no|0|zero) (?:(?:vulkan|physical|usable|accessible)[ -]){0,2}(?:devices?|GPUs?|adapters?) "
        r"(?:found|detected|available)(?! (?:that|which|with|meeting|matching)))",
    ),
    (
        EventKind.ELEVATED,
        r"elevated permissions\. {1,4}Environment variable (?P<subject>\w+) will be ignored",
    ),
)

_LIBRARY = (
    r"lib(?:vulkan|GLX_nvidia|EGL_nvidia|nvidia-(?:gl|egl|glcore|glvkspirv|gpucomp|tls|vulkan)|VkLayer|LLVM|drm|xcb|X11"
    r"|wayland|gbm|display-info|elf|expat|zstd|SPIRV|xshmfence|sensors|d3d12|dxcore)[\w.+-]{0,60}?\.so(?:\.\d+){0,4}"
)
"""The libraries of loaders and drivers, and what those need."""

_FOREIGN = (
    r"introuvables?|manquantes?|fehl(?:t|en)|nicht gefunden|no encontrad[ao]s?|falta(?:n|m)?|não encontrad[ao]s?"
    r"|mancant[ei]|non trovat[ae]|отсутству\w+|не найден\w*|找不到|缺少|未找到|見つかりません"
)
_ABSENT = (
    rf"(?:{_FOREIGN})[^;!?]{{0,40}}?(?P<subject>\b{_LIBRARY})(?![\w.]*:)",
    rf"(?P<subject>\b{_LIBRARY})[^;!?]{{0,40}}?(?:{_FOREIGN})",
    rf"(?:{_UNFOUND}|not (?:having|finding)|lacks?)\b[^;!?]{{0,60}}?(?P<subject>\b{_LIBRARY})(?![\w.]*:)",
    rf"(?P<subject>\b{_LIBRARY})['\"`)]{{0,2}}(?: library)?(?: is| was| could| can)?[: ]{{1,2}}"
    r"(?:not (?:be )?(?:found|installed|available|present|loaded)|missing|cannot be (?:found|loaded))\b",
)
ABSENT = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _ABSENT)
"""How programs of any kind say that a library is not there; tried after all that says more."""
