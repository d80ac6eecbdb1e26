// What is written to descriptor 3: one JSON object a line. Only writes; never calls the layer.
//
// An answer is opened with its label, filled with values, and closed. In an object each value has a key, in a list
// the key is NULL. Nothing of an answer is written before it is closed, so that a crash leaves only whole lines.
#ifndef REFLOADER_PROBER_ANSWERS_H
#define REFLOADER_PROBER_ANSWERS_H

#include <stddef.h>
#include <stdint.h>

// A step begins: what the process dies of from here on is put down to it.
void begin(const char *what);
void open_answer(const char *label);
void close_answer(void);
void done(void);
// A fault of the prober's own.
void error(const char *text);

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

// The single call that is under way in a step of many. A crash is told with it, and with what ``tell`` then says.
void at(const char *name, void (*tell)(const char *until));
void watch_for_crashes(void);

#endif
