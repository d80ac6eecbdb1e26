"""The words of tools in other languages than English, as the tables want them: what the C library and ``ls`` say.

Only whole phrases are replaced, which no sentence of another kind has. Words of programs themselves are not known.
"""

import re

from refloader.inspect.logs.surroundings.sought import Sought, has_any

_PHRASES = {
    "cannot open shared object file": (
        r"kann die Shared-Object-Datei nicht öffnen|kann Shared-Objekt-Datei nicht öffnen"
        r"|kann die gemeinsame Bibliothek nicht öffnen"
        r"|(?:ne peut|impossible d['’]) ?ouvrir le fichier d['’]objet(?:s)? partagé(?:s)?"
        r"|no se puede abrir el (?:archivo|fichero) del? objetos? compartidos?"
        r"|impossibile aprire il file oggetto condiviso"
        r"|não (?:é possível|foi possível|pode) abrir (?:o )?(?:arquivo|ficheiro) de objetos? (?:com)?partilhad[oa]s?"
        r"|não é possível abrir arquivo de objetos compartilhados|não foi possível abrir arquivo compartilhado"
        r"|невозможно открыть (?:разделяемый объектный файл|файл (?:разделяемых|совместно используемых) объектов)"
        r"|nem lehet megnyitni a megosztott objektumfájlt|kan inte öppna delad objektfil"
        r"|nie można otworzyć pliku obiektu dzielonego|nelze otevřít soubor sdíleného objektu"
        r"|kan gedeeld objectbestand niet openen|paylaşılan nesne dosyası açılamıyor"
        r"|(?:无法打开|不能打开)共享(?:目标|对象)文件|共有オブジェクトファイルを開けません"
        r"|공유 목적 파일을 열 수 없습니다"
    ),
    "No such file or directory": (
        r"Datei oder Verzeichnis nicht gefunden|Aucun fichier ou (?:dossier|répertoire) de ce (?:nom|type)"
        r"|No existe el (?:archivo|fichero) o el directorio|File o directory non esistente"
        r"|(?:Arquivo|Ficheiro) ou diret[óo]rio (?:inexistente|não encontrado)|Нет такого файла или каталога"
        r"|Nincs ilyen fájl vagy könyvtár|Filen eller katalogen finns inte|Tiedostoa tai hakemistoa ei ole"
        r"|Ingen sådan fil eller (?:mappe|filkatalog)|Ingen slik fil eller (?:katalog|filkatalog)"
        r"|Niciun fișier sau director de acest fel|Немає такого файлу або каталогу"
        r"|Nie ma takiego pliku ani katalogu|Adresář nebo soubor neexistuje|Bestand of map bestaat niet"
        r"|Böyle bir dosya ya da dizin yok|没有那个文件或目录|そのようなファイルやディレクトリはありません"
        r"|그런 파일이나 디렉(?:터|토)리가 없습니다"
    ),
    "Permission denied": (
        r"Keine Berechtigung|Permission non accordée|Permiso denegado|Permesso negato|Permissão (?:negada|recusada)"
        r"|Engedély megtagadva|Åtkomst nekas|Lupa evätty|Adgang nægtet|Tilgang nektet|Permisiune refuzată"
        r"|Відмовлено у доступі|Δεν επιτρέπεται η πρόσβαση"
        r"|Отказано в доступе|Brak dostępu|Operace zamítnuta|Toegang geweigerd|Erişim engellendi"
        r"|权限不够|拒绝访问|許可がありません|허가 거부"
    ),
    "wrong ELF class": (
        r"falsche ELF-Klasse|mauvaise classe ELF|clase de ELF errónea|classe ELF errata|classe ELF "
        r"(?:errada|incorreta)"
        r"|неверный класс ELF|zła klasa ELF"
    ),
    "Segmentation fault": (
        r"Speicherzugriffsfehler|Erreur de segmentation|Violación de segmento|Errore di segmentazione"
        r"|Falha de segmentação|Ошибка сегментирования|Naruszenie ochrony pamięci|段错误|セグメンテーション違反"
    ),
    "is not installed": (
        r"ist nicht installiert|n['’]est pas installée?|no est[áa] instalad[oa]|non è installat[oa]"
        r"|não (?:está|foi) instalad[oa]|не установлен[оа]?|nie jest zainstalowan[eya]|není nainstalován[oa]?"
        r"|is niet geïnstalleerd|yüklü değil|kurulu değil|未安装|没有安装|沒有安裝|がインストールされていません"
        r"|설치되어 있지 않습니다"
    ),
    "a 32-bit game ": (
        r"(?:jogo|juego|gioco|jeu|programme|programa)(?: \w{3,12})? (?:de |en |a |à )?32[- ]?bits?\b"
        r"|32[- ]?Bit[- ](?:Spiel|Programm)|32[- ]?bit(?:ová|owa|owej|os)? (?:hra|hru|hry|gra|grę|gry|játék\w*)"
        r"|32[- ]?битн\w+ (?:игр|программ)\w*|32 ?位(?:的)?(?:游戏|遊戲|程序|程式)"
        r"|32 ?ビット(?:の)?(?:ゲーム|プログラム)"
    ),
    "package ": r"(?:没有找到与|aucun paquet ne correspond à|kein Paket gefunden, das auf) ?",
    "groups=": r"\b(?:groupes|Gruppen|grupos|gruppi|группы|grupy|skupiny|groepen|gruplar)=",
}
_TABLE = tuple((re.compile(words, re.IGNORECASE), english) for english, words in _PHRASES.items())
_ANY = Sought("|".join(_PHRASES.values()), re.IGNORECASE)
_IN_ASCII = (
    *(
        "Datei oder",
        "Aucun fichier",
        "ouvrir le",
        "No existe el",
        "non esistente",
        "impossibile",
        "Nie ma takiego",
    ),
    *(
        "Bestand of",
        "objectbestand",
        "Berechtigung",
        "Permiso",
        "Permesso",
        "Toegang",
        "ELF-Klasse",
        "classe ELF",
    ),
    *(
        "clase de ELF",
        "Speicherzugriff",
        "Erreur de",
        "Errore di",
        "groupes=",
        "Gruppen=",
        "grupos=",
        "nicht installiert",
        "est pas install",
        "instalado",
        "instalada",
        "installato",
        "installata",
        "zainstalowan",
        "gruppi=",
    ),
    *("grupy=", "skupiny=", "groepen=", "gruplar=", "se puede abrir", "katalogen finns", "Tiedostoa tai"),
    *("Ingen slik fil", "Tilgang nektet", "megnyitni a"),
)
"""One of these is in each phrase without other letters than those of ASCII: few lines have one."""

_LS = Sought(
    r"^ls: (?:Zugriff auf|impossible d['’]accéder à|no se puede acceder a|impossibile accedere a"
    r"|não (?:foi possível|é possível) (?:acessar|aceder(?: a)?)|невозможно получить доступ к|nie ma dostępu do"
    r"|nelze přistoupit k|kan geen toegang krijgen tot|无法访问|'?(?=.{1,300} にアクセスできません))"
    r"\s*(?P<path>['\"‘„»]?[/~][^'\"’“«:]{1,300}['\"’“«]?).{0,40}?: (?P<why>.{1,80})$"
)


_EASTERN = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_ABUTTING = re.compile(rf"(?<=[A-Za-z0-9])(?=[{_EASTERN}])|(?<=[{_EASTERN}])(?=[A-Za-z])")
"""Where a word of English meets letters that are written without blanks, so that it ends no word for patterns."""


def in_english(line: str) -> str:
    """Return a line with the known phrases of other languages in English."""
    if line.isascii() and not has_any(line, _IN_ASCII):
        return line
    line = _ABUTTING.sub(" ", line)
    if _ANY.search(line) is None:
        return line
    for pattern, english in _TABLE:
        line = pattern.sub(english, line)
    listed = _LS.match(line)
    return f"ls: cannot access {listed['path']}: {listed['why']}" if listed is not None else line
