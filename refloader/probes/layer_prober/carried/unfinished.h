// What a layer does not come back from, as call_apart() says.
#ifndef REFLOADER_CARRIED_UNFINISHED_H
#define REFLOADER_CARRIED_UNFINISHED_H

#include "carried.h"

// As call_apart(). unfinished.COMMAND has the acts that have ended so twice, by the name that their answer begins with, and
// how, as [[ACT, "crash", "hang", "exit" or "unknown"]].
int call_act(const char *act, const struct carried_command *command, any_function function, calls_of *calls);
void note_unfinished(const char *act, int end);
void say_unfinished(const struct carried_command *command);
int is_unfinished(int end);
int is_hang(int end);
// How often calls have not come back in time: each takes long.
uint32_t hangs_so_far(void);

#endif
