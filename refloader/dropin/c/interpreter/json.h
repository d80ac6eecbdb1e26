// json.c: the parts that clean.c shares.
#ifndef REFLOADER_JSON_H
#define REFLOADER_JSON_H

#include "python_edge.h"

struct text {
    const char *at;
    const char *end;
};

void json_skip_blanks(struct text *text);
int json_next_is(struct text *text, char wanted);         // skip blanks and, if it comes next, this character
const char *json_end_of_string(const struct text *text);  // the next quotation mark, backslash or control character
PyObject *json_value(struct text *text, int depth);       // NULL, maybe with an exception: the scanner has to read it

#endif
