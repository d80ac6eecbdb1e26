// A text as JSON. Never writes: it hands the pieces on.
#ifndef REFLOADER_TELLING_TEXT_H
#define REFLOADER_TELLING_TEXT_H

#include <stddef.h>

// The quoted string of at most ``size`` bytes, fewer where the text ends before. Bytes that are no UTF-8 become lone
// surrogates, as everywhere in the harness.
void text_as_json(const char *text, size_t size, void (*put)(const char *piece, size_t size));

#endif
