// What a prober says of itself around its values: where it stands, and what it died of. Never calls what it probes.
//
// An answer is an object: opened with its label, filled with values (see lines.h), and closed.
#ifndef REFLOADER_PROBING_ANSWERS_H
#define REFLOADER_PROBING_ANSWERS_H

#include "lines.h"

// A step begins: what the process dies of from here on is put down to it.
void begin(const char *what);
void open_answer(const char *label);
void close_answer(void);
void done(void);
// A fault of the prober's own.
void error(const char *text);
// The act cannot go on, through nobody's fault: its answer under the label is "refused", and the process ends well.
_Noreturn void give_up(const char *label, const char *why);

// The single call that is under way in a step of many. A crash is told with it, and with what ``tell`` then says.
void at(const char *name, void (*tell)(const char *until));
void watch_for_crashes(void);

#endif
