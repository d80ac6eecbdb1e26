// Memory, names, and a small reader of JSON: what is not well formed has no value.
#include <ctype.h>
#include <strings.h>

#include "plain.h"

#define LARGEST_FILE (1 << 20)
#define DEEPEST 60

struct Block {
    struct Block *next;
    max_align_t at[];
};

void *take(Arena *arena, size_t size) {
    struct Block *block = calloc(1, sizeof *block + size);
    if (block == NULL) {
        abort();
    }
    block->next = arena->first;
    arena->first = block;
    return block->at;
}

void drop(Arena *arena) {
    while (arena->first != NULL) {
        struct Block *block = arena->first;
        arena->first = block->next;
        free(block);
    }
}

char *copy_text(Arena *arena, const char *text, size_t length) {
    char *copy = take(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *join(Arena *arena, const char *first, const char *second, const char *third) {
    char *all = take(arena, strlen(first) + strlen(second) + strlen(third) + 1);
    strcat(strcat(strcpy(all, first), second), third);
    return all;
}

void add_name(Arena *arena, Names *names, const char *name) {
    char **more = take(arena, (names->count + 1) * sizeof *more);
    if (names->count != 0) {
        memcpy(more, names->at, names->count * sizeof *more);
    }
    more[names->count++] = copy_text(arena, name, strlen(name));
    names->at = more;
}

bool has_name(const Names *names, const char *name) {
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->at[i], name) == 0) {
            return true;
        }
    }
    return false;
}

Names split(Arena *arena, const char *text, char separator) {
    Names names = {0, NULL};
    while (*text != '\0') {
        const char *end = strchr(text, separator);
        size_t length = end == NULL ? strlen(text) : (size_t)(end - text);
        if (length != 0) {
            add_name(arena, &names, copy_text(arena, text, length));
        }
        text += length + (end != NULL);
    }
    return names;
}

bool has_extension(const Extensions *all, const char *name) {
    for (uint32_t i = 0; i < all->count; i++) {
        if ((FAULT("extension_names_in_any_case") ? strcasecmp(all->at[i].extensionName, name)
                                                  : strcmp(all->at[i].extensionName, name)) == 0) {
            return true;
        }
    }
    return false;
}

void add_extension(Arena *arena, Extensions *all, const char *name, uint32_t version) {
    if (has_extension(all, name)) {
        return;
    }
    VkExtensionProperties *more = take(arena, (all->count + 1) * sizeof *more);
    if (all->count != 0) {
        memcpy(more, all->at, all->count * sizeof *more);
    }
    snprintf(more[all->count].extensionName, sizeof more->extensionName, "%s", name);
    more[all->count++].specVersion = version;
    all->at = more;
}

// ---- the reader

typedef struct Reader {
    Arena *arena;
    const char *at;
    bool wrong;
} Reader;

static Json *read_value(Reader *reader, int depth);

static void skip_space(Reader *reader) {
    while (*reader->at != '\0' && strchr(" \t\r\n", *reader->at) != NULL) {
        reader->at++;
    }
}

static bool next_is(Reader *reader, char sign) {
    skip_space(reader);
    if (*reader->at != sign) {
        return false;
    }
    reader->at++;
    return true;
}

static size_t put_utf8(char *to, unsigned code) {
    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        to[0] = (char)(0xC0 | code >> 6);
        to[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        to[0] = (char)(0xE0 | code >> 12);
        to[1] = (char)(0x80 | (code >> 6 & 0x3F));
        to[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    to[0] = (char)(0xF0 | code >> 18);
    to[1] = (char)(0x80 | (code >> 12 & 0x3F));
    to[2] = (char)(0x80 | (code >> 6 & 0x3F));
    to[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

static unsigned read_code(Reader *reader) {
    unsigned code = 0;
    for (int i = 0; i < 4; i++) {
        if (!isxdigit((unsigned char)*reader->at)) {
            reader->wrong = true;
            return 0;
        }
        int digit = tolower((unsigned char)*reader->at++);
        code = code * 16 + (unsigned)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    }
    return code;
}

static unsigned read_escaped_code(Reader *reader) {
    unsigned code = read_code(reader);
    if (code >= 0xD800 && code < 0xDC00 && reader->at[0] == '\\' && reader->at[1] == 'u') {
        reader->at += 2;
        code = 0x10000 + ((code - 0xD800) << 10) + ((read_code(reader) - 0xDC00) & 0x3FF);
    }
    return code;
}

static char *read_text(Reader *reader) {
    char *text = take(reader->arena, strlen(reader->at) + 1 > 4096 ? strcspn(reader->at, "\n") + 4 : 4100);
    size_t length = 0;
    while (*reader->at != '"') {
        if ((unsigned char)*reader->at < 0x20 || length > 4090) {
            reader->wrong = true;
            return text;
        }
        char sign = *reader->at++;
        if (sign != '\\') {
            text[length++] = sign;
            continue;
        }
        static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
        const char *which = *reader->at == '\0' ? NULL : strchr(names, *reader->at);
        if (which != NULL) {
            text[length++] = meant[which - names];
            reader->at++;
        } else if (*reader->at == 'u') {
            reader->at++;
            unsigned code = read_escaped_code(reader);
            length += FAULT("json_escapes_lost") ? 0 : put_utf8(text + length, code);
        } else {
            reader->wrong = true;
            return text;
        }
    }
    reader->at++;
    return copy_text(reader->arena, text, length);
}

static Json *read_members(Reader *reader, Json *value, char end, int depth) {
    Json **last = &value->first;
    if (next_is(reader, end)) {
        return value;
    }
    do {
        char *key = NULL;
        if (end == '}') {
            key = next_is(reader, '"') ? read_text(reader) : NULL;
            reader->wrong |= key == NULL || !next_is(reader, ':');
        }
        if (reader->wrong) {
            return value;
        }
        Json *item = read_value(reader, depth + 1);
        item->key = key;
        *last = item;
        last = &item->next;
    } while (!reader->wrong && next_is(reader, ','));
    reader->wrong |= !next_is(reader, end);
    return value;
}

static bool read_word(Reader *reader, const char *word) {
    if (strncmp(reader->at, word, strlen(word)) != 0) {
        return false;
    }
    reader->at += strlen(word);
    return true;
}

static void read_number(Reader *reader, Json *value) {
    char *end;
    strtod(reader->at, &end);
    if (end == reader->at || (!isdigit((unsigned char)*reader->at) && *reader->at != '-')) {
        reader->wrong = true;
        return;
    }
    value->text = copy_text(reader->arena, reader->at, (size_t)(end - reader->at));
    reader->at = end;
}

static Json *read_value(Reader *reader, int depth) {
    Json *value = take(reader->arena, sizeof *value);
    if (depth > DEEPEST) {
        reader->wrong = true;
    } else if (next_is(reader, '{')) {
        value->kind = JSON_OBJECT;
        read_members(reader, value, '}', depth);
    } else if (next_is(reader, '[')) {
        value->kind = JSON_LIST;
        read_members(reader, value, ']', depth);
    } else if (next_is(reader, '"')) {
        value->kind = JSON_TEXT;
        value->text = read_text(reader);
    } else if (read_word(reader, "true") || read_word(reader, "false")) {
        value->kind = JSON_BOOL;
        value->truth = reader->at[-2] == 'u';
    } else if (!read_word(reader, "null")) {
        value->kind = JSON_NUMBER;
        read_number(reader, value);
    }
    return value;
}

const Json *read_json(Arena *arena, const char *path) {
    FILE *file = fopen(path, "rbe");
    if (file == NULL) {
        return NULL;
    }
    char *bytes = take(arena, LARGEST_FILE + 1);
    size_t length = fread(bytes, 1, LARGEST_FILE, file);
    fclose(file);
    if (strlen(bytes) != length) {
        return NULL;
    }
    Reader reader = {arena, strncmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? bytes + 3 : bytes, false};
    Json *value = read_value(&reader, 0);
    skip_space(&reader);
    return reader.wrong || *reader.at != '\0' || value->kind != JSON_OBJECT ? NULL : value;
}

const Json *member(const Json *object, const char *key) {
    if (object == NULL || object->kind != JSON_OBJECT) {
        return NULL;
    }
    for (const Json *item = object->first; item != NULL; item = item->next) {
        if (strcmp(item->key, key) == 0) {
            return item;
        }
    }
    return NULL;
}

const char *text_of(const Json *object, const char *key) {
    const Json *value = member(object, key);
    return value != NULL && value->kind == JSON_TEXT ? value->text : NULL;
}

// major.minor.patch; four numbers begin with the variant.
bool read_version(const char *text, uint32_t *version) {
    unsigned parts[4] = {0};
    int count = 0;
    while (text != NULL && count < 4 && isdigit((unsigned char)*text)) {
        char *end;
        parts[count++] = (unsigned)strtoul(text, &end, 10);
        text = *end == '.' ? end + 1 : end;
    }
    if (text == NULL || *text != '\0' || count < 3) {
        return false;
    }
    const unsigned *at = count == 4 ? parts + 1 : parts;
    *version = VK_MAKE_API_VERSION(count == 4 ? parts[0] : 0, at[0], at[1], at[2]);
    return true;
}
