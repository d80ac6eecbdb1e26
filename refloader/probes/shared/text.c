#include "text.h"

#include <stdio.h>
#include <string.h>

// The length of the UTF-8 sequence at the start, 0 where there is none.
static size_t sequence(const unsigned char *text, size_t size) {
    size_t length = text[0] < 0xC2 ? 0 : text[0] < 0xE0 ? 2 : text[0] < 0xF0 ? 3 : text[0] < 0xF5 ? 4 : 0;
    if (length == 0 || length > size) return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xC0) != 0x80) return 0;
    int overlong = (text[0] == 0xE0 && text[1] < 0xA0) || (text[0] == 0xF0 && text[1] < 0x90);
    int beyond = (text[0] == 0xED && text[1] > 0x9F) || (text[0] == 0xF4 && text[1] > 0x8F);
    return overlong || beyond ? 0 : length;
}

void text_as_json(const char *given, size_t size, void (*put)(const char *, size_t)) {
    const unsigned char *text = (const unsigned char *)given;
    size = strnlen(given, size);
    put("\"", 1);
    for (size_t i = 0; i < size;) {
        char escape[8];
        size_t length = text[i] < 0x80 ? 1 : sequence(text + i, size - i);
        if (length == 0)
            put(escape, (size_t)snprintf(escape, sizeof escape, "\\udc%02x", text[i]));
        else if (text[i] < 0x20 || text[i] == '"' || text[i] == '\\')
            put(escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", text[i]));
        else
            put(given + i, length);
        i += length ? length : 1;
    }
    put("\"", 1);
}
