// Memory that is set aside before it is needed, for the times when malloc fails.
#ifndef REFLOADER_RESERVE_H
#define REFLOADER_RESERVE_H

#include <stddef.h>

// What may be used of the reserve by the start of the interpreter and by one slow entry; both are generous, so that
// neither meets a failing allocation in the middle (tests/dropin/test_memory_failures.py measures them).
#define RESERVE_FOR_START ((size_t)6 << 20)
#define RESERVE_FOR_ENTRY ((size_t)2 << 20)

int reserve_pledge(size_t size);  // 0, or -1: there is not so much and no more can be had
void reserve_release(size_t size);
void reserve_use_in_python(void);  // before the interpreter is initialized
void reserve_before_fork(void);
void reserve_after_fork(void);

#endif
