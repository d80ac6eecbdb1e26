// One valid program of probes/programs, played over the model of a driver and then by the driver, and what differs.
#ifndef REFLOADER_DRIVER_PROBER_PLAY_H
#define REFLOADER_DRIVER_PROBER_PLAY_H

#include "../../programs/program.h"

enum kind_of_end { SAME, FOUND, WRITTEN, KEPT, REFUSED, CRASH, HANG, UNSOUND, UNUSABLE };
struct outcome {
    enum kind_of_end kind;
    uint32_t line;
    int signal;
};

// Where a process that dies leaves what it did: the program's number in a row of them, and both stories.
struct played {
    uint32_t number, minor;
    struct outcome outcome;
    struct story model, driver;
};

// What the first physical device allows programs to do; asked with an instance of its own.
struct means {
    int is_usable;      // there is a device whose first queue family fills buffers, and which leaves nothing of Vulkan out
    int has_graphics, has_compute, has_timestamps;  // that family
    int does_dispatch;  // its shaders write what they should, in the plainest case: else it imitates a device, and has no images
};
struct means find_means(uint32_t minor);

// The plainest program with some work in it, a row of operations_on_recordings or _sets, the outcome of which is read.
uint32_t plain_program(const char *work, struct step *steps);
// The program of a seed without what the device has no means for; gives the number of its steps.
uint32_t steps_of(uint64_t seed, uint32_t minor, const struct means *means, struct step *steps);
// Plays it both ways. Both stories and the outcome are in ``played`` afterwards, or as far as the process lived.
void play_both(const struct step *steps, uint32_t count, uint32_t minor, struct played *played);
// Whether what a driver found is what the model did, as far as both came.
struct outcome compared(const struct played *played);

#endif
