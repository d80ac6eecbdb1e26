"""Whether what a line names is stated of the machine that is meant: the one place for denial in sentences of people.

A cause rests on a word only if its clause says that the thing is there. A clause denies that in three ways: with a
negation directly before the thing ("not over RDP", "kein Docker"), as something that works ("UTM on the Mac runs;"),
and as something that is merely known ("I know UTM guests have no Vulkan"). "It does not work in Docker" denies none:
its negation belongs to the verb. Lines of programs are no sentences, and deny nothing.
"""

import re

from refloader.inspect.logs.surroundings.sought import Sought

_STOP = re.compile(
    r"[.;!?…](?=\s|$)|[。；！？，]|,? ?\b(?:but|though|however|whereas|aber|sondern|mais|pero|sino|ma|mas)\b"
    r"| [-–—] |(?<=\w): |\b(?:но|а)\b(?= )"
)
"""Where one clause ends and the next begins."""

_NOT = (
    r"\b(?:not|no|never|without|neither|nor|isn['’]?t|aren['’]?t|wasn['’]?t|don['’]?t use|didn['’]?t use|kein\w{0,2}"
    r"|nicht|ohne|weder|noch|pas|sans|aucun\w?|ni|sin|senza|non|nessun\w?|não|nao|sem|без|не|нет|nie|bez)"
)
_FILLER = (
    r"(?:an?|the|my|any|our|in|on|at|over|via|by|using|under|from|through|inside|within|running|involved|even"
    r"|connected|dans|en|un|une|de|du|des|il y a|auf|im|über|per|einer?|einem|es|è|una?|é|uma?|em|in|dentro|через|в"
    r"|по|с|на|w|actual(?:ly)?|really|wirklich|remote|virtual)"
)
_DENIED = Sought(
    rf"(?:{_NOT}\s+(?:{_FILLER}\s+|d['’]){{0,4}}|(?:不是|没有|沒有|不在|並非|并非)\s?(?:用|在)?\s?)[\"'`(]?$",
    re.IGNORECASE,
)
"""What stands directly before a thing that is denied."""

_OPENING = re.compile(
    r"\W*(?:(?:and|so|while|also|with|on|in|under|inside|using|my|the|our|an?|i|we|have|has|had|too|same|thing|it|that"
    r"|auf|im|in|mit|mein\w{0,2}|sur|dans|mon|ma|en|sobre|mi|su|sul|nel|в|на)\b\W*){0,6}$",
    re.IGNORECASE,
)
"""What stands before a thing that is the subject of its clause, or the place with which it begins."""

_RUNS = re.compile(
    r"\b(?:works?|worked|runs?|boots?|starts?|plays?|(?:is|are|was) (?:fine|ok(?:ay)?|good|well)|läuft|laufen|geht"
    r"|funktioniert|klappt|marche|fonctionne|funciona|funziona|работает)\b"
    r"(?: (?:fine|well|ok(?:ay)?|great|perfectly|flawlessly|too|already|there|as well|now|gut|dort|auch|bien|aussi"
    r"|tambi[eé]n|bene|anche|нормально|тоже|with vulkan)){0,3}\W*$",
    re.IGNORECASE,
)
"""How a clause ends that says that all is well."""

_ABOUT = re.compile(
    r"\b(?:this|it|my question|the (?:problem|question|issue)) (?:here )?is about (?:my|the|another) \w"
    r"|\bbut (?:here )?(?:this|it|the (?:problem|question|issue)) is (?:on|with) (?:my|the|another) \w",
    re.IGNORECASE,
)
"""How somebody goes on who has named another machine than the one that is meant."""

_SAME = re.compile(
    r"\W*(?:but|and|only|yet|aber|mais|pero)?\W*(?:vulkan|vkcube|vulkaninfo|opengl|it|there|with|without|no|only)\b",
    re.IGNORECASE,
)
"""How what follows begins if it goes on with the same machine."""

_MACHINE = re.compile(
    r"\b(?:locally|natively|at home|bare[- ]metal|(?<!the )host|desktop|laptop|notebook|thinkpad|pc|rechner|deck"
    r"|machine|computer|tower|workstation|server|box|rig|ordinateur|portátil|chromebook|real|question|lokal|zuhause"
    r"|my (?!game|program|app|card|gpu|driver|guest|vm)\w+|debian|ubuntu|fedora|arch|mint|windows|macos|pop|linux)\b",
    re.IGNORECASE,
)
"""What names another machine than one that was said to be well."""

_FAILS = re.compile(
    r"\b(?:not|no|never|nothing|only|until|except|fails?|failed|crash\w*|hardly|how|does|do|if|should|would|nicht|kein\w*"
    r"|pas|rien|non|не|vkcube|vulkaninfo|nvidia-smi|OpenGL|CUDA|glxgears|desktop|X11|Wayland)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
"""What a clause has that does not simply say that all is well: something else than Vulkan works there."""

_KNOWN = re.compile(
    r"^\W*(?:yes,? |and |well,? )?(?:i(?:['’]m| am)? (?:know|aware|understand|realise|realize)|i read"
    r"|as (?:we|everyone) knows?|everyone knows|ich weiß|je sais|lo sé|я знаю|я понимаю)\b",
    re.IGNORECASE,
)
"""How somebody begins who tells what is known, and not what is here."""

_IS_HERE = re.compile(
    r"\b(?:i['’]m|i am|we['’]re|we are|this is|it['’]s|it is|(?:it|this) runs|i run|i use|bin ich|läuft)\b",
    re.IGNORECASE,
)
"""How somebody goes on who tells what is here, and knows it."""

_READ = Sought(
    r"\b(?:README|docs?|documentation|wiki|manual|guide|FAQ) (?:says?|states?|mentions?)\b"
    r"|\bI (?:have )?read (?:that )?in\b"
    r"|\b(?:from|in) (?:a|the|this|that|some) (?:guide|tutorial|wiki|article|README|spec\w*|manual|forum|book)\b"
    r"\W{1,3}[\"“„«']"
    r"|\b(?:spec(?:ification)?|standard) (?:says?|states?)\b|\bif (?:you|one|someone|anybody) (?:gets?|sees?)\b",
    re.IGNORECASE,
)
"""Words by which people quote what they have read."""

_OVER = Sought(
    r"\bI (?:have )?(?:already |since )?(?:fixed|solved|resolved)\b"
    r"|\b(?:it|that|this|errors?|crash(?:es)?|problems?|issues?|messages?|warnings?)"
    r" (?:is|are|was|were) (?:now )?gone\b"
    r"|^\W{0,3}before the (?:re(?:boot|start|install)|update|upgrade|fix|repair|change)\b"
    r"|\b(?:had|got|was|were|saw)\b.{0,60}(?<!be )(?<!not )(?<!n['’]t )(?<!never )\b(?:fixed|solved|resolved)"
    r" by\b(?! nothing)"
    r"|\b(?:last (?:month|year)|(?:weeks?|months?|years?) ago)\b.{0,20}\b(?:I|we) (?:had|got|saw)\b"
    r"|\bbefore (?:I )?(?:installing|updating|upgrading|installed|updated|upgraded)\b.{0,200}\b(?:now|works?)\b",
    re.IGNORECASE,
)
"""Words by which people tell of something that is over."""

_NOW = Sought(
    r"\b(?:now|since(?: then)?|after(?:wards| that| the \w+| it)?|today|still|again"
    r"|(?:and|I)(?:['’]m)? (?:get(?:ting)?|see))\b"
    r"(?!.{0,60}\b(?:works?|working|fine|ok(?:ay)?|gone|runs?|good|well|solved|fixed)\b)(?=.*\w{3})",
    re.IGNORECASE,
)
"""How a line goes on that comes to what is now, and is not well."""

_OF_BEFORE = Sought(
    r"\b(?:before(?:hand)?|previously|earlier|until (?:now|today|yesterday)|used to|at first)\b,? ?(?:that,? ?)?"
    r"(?:I|we)? ?(?:had|have|used)\b|\b(?:früher|vorher) hatte\b|\bavant,? j['’]avais\b|\bantes tenía\b",
    re.IGNORECASE,
)
"""Words by which somebody tells of a state that is over."""

_TURN = re.compile(r"[.;!?] |\b(?:now|today|jetzt|heute|maintenant|ahora|теперь)\b", re.IGNORECASE)
"""Where somebody goes on with what is now."""

_PERSONAL = Sought(
    r"(?:^|[ (\"“])I (?!\w+ *[:(/])(?=[a-z])|\bI['’](?:m|ve|d|ll)\b"
    r"|\b(?:my|mine|we|our|me|you|your|anyone|anybody|please|thanks|hello|why|yesterday|today|since)\b"
    r"|\b(?:ich|mein\w{0,2}|habe|seit|bei mir|je|j['’]ai|mon|depuis|yo|mi|desde|tengo|io|mio|ho|da quando)\b"
    r"|\b(?:eu|meu|minha|tenho|mam|mój|u mnie|у меня|мой|моя|мне|после)\b|我|私|제가",
    re.IGNORECASE,
)
"""Words by which a line is a person's own."""

_WORD = re.compile(r"[^\W\d_]{2,}")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_OF_TOOLS = re.compile(r"^\s*(?:[#$%>❯➜λ] |\S+@\S+[:~ ]|\[|\(|/|\w[\w.-]* ?[=:]\s|\d+[.:]|[A-Z]{2}:\\)")


def is_sentence(line: str) -> bool:
    """Return whether a line reads as a sentence of a person, and not as what a program prints or a command."""
    words = _WORD.findall(line)
    return (len(words) >= 3 and _OF_TOOLS.match(line) is None) or _UNSPACED.search(line) is not None


def _clause(line: str, start: int, end: int) -> tuple[int, int]:
    """Return where the clause with what stands between two indexes begins and ends."""
    first = max((each.end() for each in _STOP.finditer(line, 0, start)), default=0)
    stop = _STOP.search(line, end)
    return first, stop.start() if stop is not None else len(line)


def is_denied(line: str, start: int, end: int) -> bool:
    """Return whether a line denies of this machine what it names between two indexes."""
    if not is_sentence(line):
        return False
    first, last = _clause(line, start, end)
    before, whole = line[first:start], line[first:last]
    if _ABOUT.search(line, end) is not None:
        return True
    known = _KNOWN.match(whole)
    if known is not None and _IS_HERE.search(before, known.end()) is None:
        return True
    if _DENIED.search(before) is not None:
        return True
    comma = line.find(", ", end, last)
    last = comma if comma >= 0 else last
    rest, whole = line[last:], line[first:last]
    is_part = _MACHINE.search(rest + line[:first]) is not None and _SAME.match(rest) is None
    is_well = _RUNS.search(whole) is not None and _FAILS.search(whole) is None
    return is_part and is_well and _OPENING.match(before) is not None


def is_recounted(line: str) -> bool:
    """Return whether a line tells of what is over, or of what somebody has read."""
    over = _OVER.search(line)
    return _READ.search(line) is not None or (over is not None and _NOW.search(line, over.start()) is None)


def is_of_before(line: str, at: int) -> bool:
    """Return whether a line tells that what it sets at an index was set before, and is not any more."""
    found = _OF_BEFORE.search(line)
    return found is not None and found.end() <= at and _TURN.search(line, found.end(), at) is None


def is_personal(line: str) -> bool:
    """Return whether a line is what a person says, so that what it names is likely and not proven."""
    return len(line) <= 1000 and _PERSONAL.search(line) is not None and is_sentence(line)
