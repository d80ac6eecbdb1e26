// What the probers of layers and of drivers both do with generated programs (see programs/program.h).
#ifndef REFLOADER_PROBING_PLAYING_H
#define REFLOADER_PROBING_PLAYING_H

#include <stdint.h>

#include "../programs/program.h"

// Signals end this process as they do by default, and SIGALRM does after ``limit`` seconds without progress (time_limit.h).
void end_if_stuck(int limit, uint32_t (*progress)(void));

// Leaves out steps while the rest still shows what all of them did. ``shows`` gives 1 if it does, 0 if not, -1 if there
// is no time left. The number of steps that stay.
typedef int still_shows(const struct step *steps, uint32_t count, const void *about);
uint32_t leave_out_steps(struct step *steps, uint32_t count, still_shows *shows, const void *about);

// The answer "unsound" on a program that is invalid itself.
void say_unsound(uint32_t seed, const struct story *story);
// The list "steps" of the answer that is open: the calls of a program.
void say_steps(const struct story *story);

#endif
