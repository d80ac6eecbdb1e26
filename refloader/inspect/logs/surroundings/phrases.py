"""What people say around the facts of a text, as one table of phrases.

Such phrases say that something is over or fails all the same, is of another machine or of others, or is well.

Holds patterns only: ``Past`` and ``Shown`` decide what a phrase means where it stands.
"""

import re

from refloader.inspect.logs.surroundings.sought import Sought

# ---- what is over, and what is not

_REMOVED = (
    r"(?:remov(?:ed|ing)|delet(?:ed|ing)|unset|cleared|uninstall(?:ed|ing)|purged|commented(?: out)?|got rid of"
    r"|took out)"
)
_NAME = r"(?:VK|MESA|DXVK|AMD|DRI|GGML)_[A-Z_]{3,40}"
VARIABLE = Sought(rf"(?<![A-Za-z0-9_])(?P<name>{_NAME})\b")
_BY_ME = r"\b(?:I(?:'ve| have)?|we(?:'ve| have)?|then) (?:already |since |just |now |then )?"
TAKEN = Sought(
    rf"{_BY_ME}(?:{_REMOVED} (?:the variables? )?[`'\"]?(?P<own>{_NAME})\b(?! (?:from|in) )"
    rf"|{_REMOVED} (?P<that>it|that|this|them|both|(?:the|that) variables?)\b(?! [a-z])(?: out\b)?"
    rf"|(?:took|commented) (?P<out>it|that|this|them) out\b)"
    rf"|\b(?:habe|hab) (?P<german>{_NAME}) (?:entfernt|gelöscht)\b",
    re.IGNORECASE,
)
"""Who says that a variable was removed: by its name, or by a word for what was named last."""
NOT_TAKEN = Sought(
    r"\?|\b(?:if|when|should|could|would|try|whether|unless|how|before|after (?:that|this|which)|until|but|again|back"
    r"|(?:not|never|n['’]t) (?:yet )?(?:been )?(?:remov|delet|unset|uninstall)\w*)\b",
    re.IGNORECASE,
)
WORKS = Sought(r"\b(?:works?|worked|fine|solved|gone|helps?|helped|fixe[sd]|ok|better)\b", re.IGNORECASE)
STILL = Sought(
    r"\bstill\b|\bsame (?:error|problem|result|output|message|failure|crash)\b"
    r"|\bnot for me\b|\bno (?:change|difference|luck|effect)\b|\bnothing changed\b|\bnot help\b|\bn['’]t help\b"
    r"|\b(?:immer noch|trotzdem|weiterhin|toujours|todavía|sigue)\b",
    re.IGNORECASE,
)
REOPENED = Sought(
    r"\b(?:problem|crash|error|bug|issue|hang|freeze|fault|failure)(?:e?s)?\b[^.;]{0,40}"
    r" (?:came|comes|is|are|it['’]s) back\b|"
    r"(?<!overlay )(?<!hud )(?<!HUD )(?<!card )(?<!gpu )(?<!GPU )(?<!driver )(?<!device )(?<!layer )(?<!vulkan )"
    r"(?<!Vulkan )(?<!radv )(?<!RADV )(?<!sound )(?<!picture )(?<!everything )(?<!performance )(?<!fps )"
    r"\b(?:came|comes|is|it['’]s) back\b"
    r"(?![^.;]{0,40}\b(?:thanks|thank you|thx|great|danke|merci|gracias)\b)"
    r"|\bnot yet\b|\bdoes(?: not|n['’]t) \w+ yet\b|\bonly (?:if|when)\b"
    r"|\bnew (?:one|problem|issue|error)\b|\b(?:any|some) ideas?\b|\b(?:mine|my (?:problem|issue|case)) is\b"
    r"|\b(?:here is|for|what about) (?:mine|my case)\b|\b(?:is|something) different\b|\btried that\b"
    r"|\bhappen(?:s|ed|ing) again\b|\bbroken again\b"
    r"|\b(?:es|das|fehler|problem|absturz) ist (?:jetzt |nun |heute )?wieder da\b"
    r"|\bist (?:jetzt |nun |heute )?es wieder da\b"
    r"|\bwieder kaputt\b|\btritt (?:es )?wieder auf\b|\b(?:anderes|neues) problem\b"
    r"|\b(?:geht|läuft|funktioniert|klappt|startet|hilft)\b.{0,30}\bnoch nicht\b"
    r"|\bnoch nicht (?:gelöst|behoben|weg)\b"
    r"|\b(?:bug|erreur|problème|plantage) est (?:de retour|revenue?)\b|\b(?:autre|nouveau) problème\b"
    r"|\b(?:marche|fonctionne|démarre|résolu|réglé)\w* pas encore\b|\bpas encore (?:résolu|réglé|corrigé)"
    r"|(?<!no )\bha vuelto (?:a (?:pasar|fallar|ocurrir)|el (?:error|problema))\b|\botro problema\b"
    r"|\b(?:todavía|aún) no (?:me )?(?:funciona|va|arranca|carga|está)\b"
    r"|\b(?:problema|errore|bug) è tornato\b(?! a funz)|\bun altro problema\b"
    r"|\bnon (?:mi )?(?:funziona|va|parte|carica) ancora\b|\bnon ancora risolto\b"
    r"|(?<!não )\bvoltou (?:a (?:acontecer|falhar)|o (?:erro|problema))\b|\boutro problema\b"
    r"|\bainda não (?:funciona|vai|arranca|abre|carrega|está|foi resolvido)\b"
    r"|\b(?:проблема|ошибка) (?:снова |опять )?вернулась\b|\bдругая проблема\b"
    r"|\b(?:ещ[её]|снова|опять) не (?:работает|запускается|грузится|загружается|видит|решен|исправлен)"
    r"|(?<![没有未会不])(?:又出现了?|再次出现)|还没(?:有)?解决|另一个问题",
    re.IGNORECASE,
)
"""Who says of a problem that is called solved that it is not over, or that another one is meant."""
EMPTY = Sought(
    r"(?:env|printenv|set)(?: ?\| ?grep(?: -\w+)? ['\"]?\^?\(?(?:VK|vk)\w*\)?['\"]?)[`'\"]{0,2}"
    r"(?: (?:now|still|is|has|prints?|shows?|gives?|says?|returns?|->|:|#|\()){0,3}[ (]{0,2}"
    r"(?:is |prints? |shows? )?(?:empty|nothing|no output|blank|none)\b",
    re.IGNORECASE,
)
OF_SHELLS = Sought(
    r"\bexport |/etc/environment|environment\.d|\.(?:profile|bashrc|zshrc|bash_profile|zprofile|xprofile)\b"
)
"""Where a variable is set for a shell, whose environment commands show."""
SETS = Sought(rf"(?<![A-Za-z0-9_])(?P<name>{_NAME})=(?=\S)|[Ee]nv:\\?(?P<shell>{_NAME}) ?= ?(?=\S)")
UNSETS = Sought(
    r"^(?:\S{0,60}[$#%❯➜>] ?)?(?:unset (?P<names>[A-Z_][A-Z0-9_ ]{2,200})|set -e (?P<fish>[A-Z_]{3,40})"
    r"|set (?P<cmd>[A-Z_]{3,40})=|Remove-Item Env:\\?(?P<shell>[A-Z_]{3,40}))\s*$"
)
"""A command that takes a variable out of the environment."""
ANOTHER_SHELL = Sought(
    r"\b(?:terminal|window|tab|console|tty|ssh|kubectl|logged in|rebooted)\b|\b(?:docker|podman) exec\b"
    r"|\bsu -|\bsudo -i\b",
    re.IGNORECASE,
)
"""What begins another shell, in which commands given before count no more."""
PROGRAM = Sought(
    rf"\b{_REMOVED} (?:the |my )?(?:package )?[`'\"]?(?P<first>[\w.+-]{{3,40}})"
    rf"|\b(?P<second>[\w.+-]{{3,40}})[`'\"]? (?:is|was|has been|got) (?:now |since |already |long )?{_REMOVED}\b",
    re.IGNORECASE,
)
INSTALLED = Sought(
    r"\b(?:re)?install(?:ed|ing)?\b|\bNVIDIA-Linux-\S+\.run\b|\bother (?:pc|machine|computer|laptop|system)\b",
    re.IGNORECASE,
)
OF_WINDOWS = Sought(r"\b(?:on|in|under|from) windows\b|\bDDU\b", re.IGNORECASE)
QUOTE = Sought(r"^\s{0,4}> ?\S", re.MULTILINE)
NOT_MINE = Sought(
    r"^(?:that|this|the (?:above|quote[d]?)(?: log| error)?) is what (?:OP|he|she|they|others|somebody|someone)\b"
    r" (?:has|have|gets?|got|posted|sees?)\b|^not my (?:log|error|output)\b"
    r"|\b(?:your|his|her|their|OP's) (?:error|log|message) is (?:\w+ )?(?:different|another|not mine)\b"
    r"|\bthe quoted (?:error|log|message|lines?|output) (?:is|are) not mine\b",
    re.IGNORECASE,
)
ATTRIBUTED = Sought(
    r"^(?!.*\bI\b)(?:On .{4,100}|Am .{4,100}|Le .{4,100}|El .{4,100}|@?[\w.-]{2,40}(?: [\w.-]{2,40}){0,3})"
    r" (?:wrote|said|schrieb|a écrit|escribió)(?: .{0,40})?:$"
)
"""A line behind which somebody else is quoted."""
MINE_TOO = Sought(r"\bsame\b|\bme too\b|\bbut mine\b|\bas well\b|\balso\b", re.IGNORECASE)
OTHERS_LINE = Sought(r"\bnot my (?:log|error|output)\b.{0,120}[\"“`]", re.IGNORECASE)
"""A line that quotes what is of others."""
MISSED_LAYER = Sought(
    r"\blayers?\b[^.;]{0,30}\b(?:is|are|was|gets?|does|do)(?: not|n['’]t) (?:\w+ )?"
    r"(?:found|loaded|active|listed|load|appear\w*)",
    re.IGNORECASE,
)

# ---- other machines, others, and systems on which all is well

STOP = Sought(r"[.;!?] ")
ANOTHER = Sought(
    r"\b(?:other|second|old|previous|friend's|work) (?:laptop|machine|pc|computer|box|system|install\w*)\b"
    r"|\b(?:came|coming|switched|moved|migrated) from\b|\bused to\b|\bunlike\b|\binstead of\b|\bno longer\b"
    r"|\b(?:not|don't|isn't) (?:on|in|under|using|use|running|a|an)\b"
    r"|\? no\b|\bit (?:runs|works)(?=[.,;!]|$)"
    r"|\bworks?\b.{0,12}\b(?:in|on|under|inside)\b"
    r"|\b(?:mac|macbook|laptop|machine|pc|computer|box|server|notebook) at work\b"
    r"|\bmy (?:colleague|friend|brother|sister|boss|father|mother|wife|husband)(?:['’]s)?\b"
    r"|\bon the host (?:itself|directly|alone)\b"
    r"|\b(?:game|program|application|app|it) runs? (?:directly )?on the host\b"
    r"|\b(?:guest|VM|container|pod|jail)s? (?:is|are) (?:off|shut|stopped|down|not running)\b",
    re.IGNORECASE,
)
"""Words by which people tell of another machine, another time, or of what their machine is not."""
QUOTING = Sought(
    r"\b(?:in|from) (?:another|other|an old|an older|a similar|some) (?:threads?|posts?|forums?|issues?|guides?)\b"
    r"|\b(?:others|somebody|someone|people|they) "
    r"(?:say|said|says|wrote|write|suggest(?:s|ed)?|recommend(?:s|ed)?|advised?)\b"
    r"|\bI (?:have )?(?:also )?(?:read|heard) (?:that|about|of|in)\b",
    re.IGNORECASE,
)
_ELSEWHERE = (
    r"(?:flatpak|snap|container|docker|podman|vm|guest|wsl2?|pod|k8s|kubernetes|windows|mac(?:os)?)\b"
)
DENYING = Sought(
    rf"\b(?:mine|this|it) (?:is(?: not|n['’]t)(?: in)?(?: an?| the)?|is no) {_ELSEWHERE}"
    rf"|\bno {_ELSEWHERE}s? (?:here|involved|used)\b|\b(?:don['’]t|do not|never) use {_ELSEWHERE}",
    re.IGNORECASE,
)
_SUBJECT = (
    r"(?:it|everything|all|the same|(?:(?:the|my|our|this|that)(?: same| very)?|same) "
    r"(?:game|program|code|app|application|build|binary|engine|project|exe|sample|renderer)s?)"
)
_GOES = (
    r"(?: all| just| also)? (?:works?|runs?|starts?|is (?:fine|ok|well|good))"
    r"(?: (?:fine|well|ok|perfectly|flawlessly))?"
)
WELL_BEFORE = Sought(
    rf"(?:\b{_SUBJECT}{_GOES}|^(?:works|runs)(?: fine| well)?) (?:on|under|in|with) (?:my |the |plain )?$",
    re.IGNORECASE,
)
THERE = Sought(r"\b(?:on|under|in) (?:my |the |plain )?$", re.IGNORECASE)
WELL_AFTER = Sought(rf"[^.;!?]{{0,60}}?\b{_SUBJECT}{_GOES}\b", re.IGNORECASE)
SIDE = Sought(
    r" (?:side|partition): [^.;!?]{0,60}\b(?:works|is fine|runs)\b"
    r"|(?: \d\d)? runs (?:my|the|this|our) \w+ (?:fine|well)\b",
    re.IGNORECASE,
)
"""A system that is the subject itself."""
UNSURE = Sought(
    r"\b(?:not|no longer|never|but|however|fail\w*|crash\w*|nothing|only|until|except|now|today|yesterday|used to"
    r"|last|before|once|slow\w*|fps|others?|else|OpenGL|Direct ?[3X]\w*|D3D\w*|how|does|do|if|should|would"
    r"|update\w*)\b"
    r"|n['’]t\b|\?",
    re.IGNORECASE,
)
"""What a sentence has that does not simply say that all is well."""
ALL_WELL = Sought(
    r"\b(?:all|everything)(?: is|'s)? (?:good|well|fine|ok|works?)\b|\bworks? (?:fine|well|everywhere|in everything"
    r"|perfectly|flawlessly)\b|\bno (?:problems?|issues?)\b",
    re.IGNORECASE,
)
FAILS = Sought(
    r"\b(?:not|no longer|never|but|however|fails?|failed|crash\w*|nothing|only|until|except)\b|n['’]t\b",
    re.IGNORECASE,
)
