// facts.timings: milliseconds that a creation took. "cold" is the process's first instance; "instance" and "device.N"
// are lists of later ones in their order, the first of which is the first device of the process.
#include <stdio.h>
#include <time.h>

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

static void say_samples(const char *key, const struct samples *samples) {
    if (samples->count == 0) return;
    open_list(key);
    for (uint32_t i = 0; i < samples->count; i++) {
        char text[32];
        snprintf(text, sizeof text, "%.3f", samples->milliseconds[i]);
        say_json(NULL, text);
    }
    close_list();
}

// A slow driver is given more time, up to twice as much: one sample or two tell nothing.
void say_timings(const struct wish *instances, uint32_t milliseconds, double cold) {
    struct samples samples[1 + DEVICES] = {0};
    char key[32];
    double started = milliseconds_now();
    begin("facts.timings");
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        double spent = milliseconds_now() - started;
        if (spent > 2.0 * milliseconds || (spent > milliseconds && round >= FEWEST_ROUNDS)) break;
        if (!time_round(instances, samples)) break;
    }
    open_answer("facts.timings");
    snprintf(key, sizeof key, "%.3f", cold);
    say_json("cold", key);
    say_samples("instance", &samples[0]);
    for (uint32_t i = 0; i < DEVICES; i++) {
        snprintf(key, sizeof key, "device.%u", i);
        say_samples(key, &samples[1 + i]);
    }
    close_answer();
}
