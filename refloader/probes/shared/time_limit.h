// A time limit of this process that does not count what it waits for processors that other processes have.
#ifndef REFLOADER_PROBING_TIME_LIMIT_H
#define REFLOADER_PROBING_TIME_LIMIT_H

#include <stdint.h>
#include <sys/types.h>

// SIGALRM ends this process after so many seconds, and in any case after ten times as many.
void end_after(unsigned seconds);

// The same where ``progress`` says nothing new in so many seconds; at first it may take twice as many.
void end_without_progress(unsigned seconds, uint32_t (*progress)(void));

// The seconds that the harness gives this process; 0 where it says none.
double seconds_of_run(void);

// Sets no limit, and is one of these calls for what follows.
void count_waits(void);

// The seconds since one of these calls in which a thread of this process, the one that has waited most, was ready to run
// and others had the processors; 0 where the kernel does not say.
double waited_for_processors(void);

// The seconds since one of these calls without those, and at least a tenth of all: a limit ends a process after ten times as many.
double seconds_counted(void);

// The same since this process began, and with the waits of the children that ``wait_for_child`` has waited for.
double waited_with_children(void);

// Whether such a share of what the harness gives this process is over since one of these calls; never where it says none.
int is_share_over(double share);

// A clock that stands still while processors are waited for as ``waited_with_children`` says, but goes at least a tenth as
// fast as time does.
double seconds_without_waits(void);

// fork(), for a child that ``wait_for_child`` waits for. Until then SIGCHLD is here as it is by default: where a library
// ignores it or waits for any child in a handler, it would be lost how this one ended. The child has what the library has
// set.
pid_t start_child(void);

// waitpid(child, status, 0); notes how long the child was ready to run and others had the processors.
pid_t wait_for_child(pid_t child, int *status);

#endif
