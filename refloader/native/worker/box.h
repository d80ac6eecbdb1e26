// What a process gives up before it opens a library that is not ours. The layout is that of
// refloader/sandbox/isolation/box.py, which does as much of it as Python can where this was not built.
#ifndef REFLOADER_BOX_H
#define REFLOADER_BOX_H

#include <stdint.h>

struct box {
    int32_t user;         // whom to become, -1 to stay the same
    int32_t mortal;       // whether to die with the parent
    int32_t privileged;   // whether the next program starts with privilege of its own
    int32_t own_numbers;  // whether there is a process namespace: only processes of the same box can be seen
    int32_t local;        // whether it may have sockets of the machine itself: there is a display to be reached
    int32_t ruleset;      // Landlock's rules for files, -1 for none
    int32_t filter;       // whether system calls are to be filtered
    int32_t processes;    // how many processes and threads its user may have, 0 for as many as before
    int32_t also_i386;    // whether 32-bit programs are run on x86-64
};

// Give all of it up. 0, or -1 with errno where something had to be given up and is not.
int32_t box_close(const struct box *box);

// Rules by which only these paths can be read and executed, these devices read and written, and only below the last
// ones anything changed; each list ends with NULL, and a path that is not there is passed over. A descriptor, or -1.
int32_t box_rules(const char *const *readable, const char *const *devices, const char *const *writable);

// Rules that take nothing of files, for a process that sees others in /proc: whoever has any cannot look into a process
// that has not the same, though it is its user's, nor through its root folder. A descriptor, or -1.
int32_t box_apart(const char *writable);

// The version of Landlock's interface that the kernel has, 0 for none.
int32_t box_landlock(void);

// Whether the kernel filters system calls of this processor.
int32_t box_can_filter(void);

#endif
