// What libpython refers to and a C library before 2.34 lacks, so that the library can be built for one. It is for
// starting programs, which this interpreter never does: nothing calls it.
#include <errno.h>

extern int close_range(unsigned first, unsigned last, int flags);
extern void closefrom(int first);
extern int posix_spawn_file_actions_addclosefrom_np(void *actions, int first);

int close_range(unsigned first, unsigned last, int flags) {
    (void)first, (void)last, (void)flags;
    errno = ENOSYS;
    return -1;
}

void closefrom(int first) {
    (void)first;
}

int posix_spawn_file_actions_addclosefrom_np(void *actions, int first) {
    (void)actions, (void)first;
    return ENOSYS;
}
