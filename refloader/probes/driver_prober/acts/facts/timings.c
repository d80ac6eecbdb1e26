// facts.timings: milliseconds that a creation took. "cold" is the process's first instance; "instance" and "device.N"
// are lists of later ones in their order, the first of which is the first device of the process. "busy" is how much
// longer work takes than the processor needs for it: 1 on a machine with nothing else to do.
#include <stdio.h>
#include <time.h>

#include "../../process.h"
#include "facts.h"

enum { DEVICES = 8, MOST_ROUNDS = 24, FEWEST_ROUNDS = 3 };

struct samples {
    double milliseconds[MOST_ROUNDS];
    uint32_t count;
};

double milliseconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void keep(struct samples *samples, double since) {
    if (samples->count < MOST_ROUNDS) samples->milliseconds[samples->count++] = milliseconds_now() - since;
}

static void time_devices(VkInstance instance, struct samples *samples) {
    VkPhysicalDevice devices[DEVICES];
    uint32_t count = physical_devices(instance, devices, DEVICES, NULL);
    for (uint32_t i = 0; i < count; i++) {
        double started = milliseconds_now();
        struct made made = make_device(instance, devices[i], &(struct wish){0});
        if (made.handle == NULL) continue;
        keep(&samples[i], started);
        destroy_device(instance, made.handle, NULL);
    }
}

static int time_round(const struct wish *instances, struct samples *samples) {
    double started = milliseconds_now();
    struct made made = make_instance(instances);
    if (made.handle == NULL) return 0;
    keep(&samples[0], started);
    time_devices(made.handle, samples + 1);
    destroy_instance(made.handle, NULL);
    return 1;
}

static double milliseconds_worked(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

// Long enough for several others to have their turn.
static double measure_load(void) {
    double started = milliseconds_now(), before = milliseconds_worked(), worked;
    do worked = milliseconds_worked() - before;
    while (worked < 20.0);
    return (milliseconds_now() - started) / worked;
}

static void say_milliseconds(const char *key, double value) { say_real(key, "%.3f", value); }

static void say_samples(const char *key, const struct samples *samples) {
    if (samples->count == 0) return;
    open_list(key);
    for (uint32_t i = 0; i < samples->count; i++) say_milliseconds(NULL, samples->milliseconds[i]);
    close_list();
}

// A slow driver is given more time, up to twice as much: one sample or two tell nothing.
void say_timings(const struct wish *instances, uint32_t milliseconds, double cold) {
    struct samples samples[1 + DEVICES] = {0};
    char key[32];
    begin("facts.timings");
    double before = measure_load(), started = milliseconds_now();
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        double spent = milliseconds_now() - started;
        if (spent > 2.0 * milliseconds || (spent > milliseconds && round >= FEWEST_ROUNDS)) break;
        if (!time_round(instances, samples)) break;
    }
    double after = measure_load();
    open_answer("facts.timings");
    say_milliseconds("busy", before > after ? before : after);
    say_milliseconds("cold", cold);
    say_samples("instance", &samples[0]);
    for (uint32_t i = 0; i < DEVICES; i++) {
        snprintf(key, sizeof key, "device.%u", i);
        say_samples(key, &samples[1 + i]);
    }
    close_answer();
}
