// What is written to descriptor 3: one JSON object a line, for the programs that layers are judged with. Only writes;
// never locks, and calls nothing that is judged.
//
// A line is opened with its event, filled with values, and closed. In an object each value has a key, in a list the
// key is NULL. Nothing of a line is written before it is closed, so that a crash leaves only whole lines; it is
// written straight away then, because the next call may be the process's last.
#ifndef REFLOADER_TELLING_LINES_H
#define REFLOADER_TELLING_LINES_H

#include <stddef.h>
#include <stdint.h>

// {"event": EVENT, KEY: TEXT. Without a key the event stands alone. What an unclosed line held is forgotten.
void open_line(const char *event, const char *key, const char *text);
void close_line(void);
// A line of nothing else.
void say_line(const char *event, const char *key, const char *text);

void open_object(const char *key);
void close_object(void);
void open_list(const char *key);
void close_list(void);
void say_number(const char *key, int64_t value);
void say_flag(const char *key, int value);
void say_json(const char *key, const char *json);  // a value as it is
// NULL is written as null.
void say_text(const char *key, const char *text);
// At most ``size`` bytes: a member that may lack its end.
void say_member(const char *key, const char *text, size_t size);

#endif
