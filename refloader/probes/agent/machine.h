// What the agent needs of its system: linux/machine.c or windows/machine.c has these.
#ifndef REFLOADER_AGENT_MACHINE_H
#define REFLOADER_AGENT_MACHINE_H

#include "agent.h"

// Words of scripts that only this system has; the last row has no name.
extern const struct word machine_words[];

void machine_finish(void);  // reports what the machine has to add, once a script is carried out
_Noreturn void machine_exit(void);
void enter_folder(const char *path);
void set_variable(const char *name, const char *value);  // NULL: unset
void trace_to(const char *path);
long long trace_size(void);

void *load_library(const char *path);  // ends the script when the system cannot
PFN_vkVoidFunction exported(void *library, const char *name);  // NULL: it has none of that name
const char *path_of(void *library, PFN_vkVoidFunction function);  // both are of the same file; valid until the next call
const char *home_of(PFN_vkVoidFunction pointer);  // the name of the file it lies in, "" of NULL, "?" of none

#endif
