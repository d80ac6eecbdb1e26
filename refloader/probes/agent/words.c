// The words of scripts and of a case's file, with %xx for the bytes that would part them.
#include "words.h"

#include <string.h>

static int of_hex(char digit) {
    return digit >= '0' && digit <= '9' ? digit - '0' : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

char *decoded(char *text) {
    char *to = text;
    if (strcmp(text, "%") == 0) text[0] = '\0';
    for (const char *at = text; *at != '\0'; to++) {
        if (*at == '%' && of_hex(at[1]) >= 0 && of_hex(at[2]) >= 0) *to = (char)(of_hex(at[1]) << 4 | of_hex(at[2])), at += 3;
        else *to = *at++;
    }
    *to = '\0';
    return text;
}
