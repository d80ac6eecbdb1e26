// What failing_malloc.c and the program that it is preloaded into share.
#ifndef FAILING_MALLOC_H
#define FAILING_MALLOC_H

#define FAILING_MALLOC 1U
#define FAILING_CALLOC 2U
#define FAILING_REALLOC 4U
#define FAILING_ALIGNED 8U
#define FAILING_MAPS 16U
#define FAILING_THREADS 32U

struct failing {
    unsigned kinds;  // 0: nothing fails, and nothing is counted
    int for_good;
    long at;  // the number of the first request that is refused
    long requests;
    long live;  // blocks
};

typedef struct failing *(*failing_state_function)(void);
typedef void (*failing_exempt_function)(int exempt);  // the calling thread meets no failures

struct failing *failing_state(void);
void failing_exempt(int exempt);

#endif
