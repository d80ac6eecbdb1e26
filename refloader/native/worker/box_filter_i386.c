// The filter for the system calls of 32-bit programs on x86-64: the same one, with their numbers.
#include <unistd.h>

#if defined(__x86_64__)
#define FILTER_OF_I386
#define _ASM_X86_UNISTD_H  // what has the numbers of 64-bit programs
#include <asm/unistd_32.h>

#include "box_filter.c"
#endif
