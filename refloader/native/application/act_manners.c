// What is different in the process while there is an instance, and once it is gone. The loader makes such changes
// too: only a run without layers tells whose they are.
#include <stdlib.h>

#include "acts.h"
#include "manners.h"
#include "world.h"

#define ROUNDS 3  // what is left over by each of these is left over by every other one as well

static void tell(const char *step, const struct manners *before) {
    struct manners *after = before == NULL ? NULL : manners_look();
    char *changes = after == NULL ? NULL : manners_compare(before, after);
    if (changes == NULL)
        answer_left_out(step, "no memory");
    else
        answer_json(step, changes);
    free(changes);
    manners_forget(after);
}

// ``before``: what to compare the process with meanwhile, NULL to make no comparison.
static void live_once(const struct manners *before) {
    struct instance instance;
    struct device device;
    if (!instance_make(before == NULL ? "again.instance" : "instance", &instance, NULL)) return;
    if (device_make(before == NULL ? "again.device" : "device", &device, &instance, NULL)) {
        device.DeviceWaitIdle(device.handle);
        if (before != NULL) tell("alive", before);
        device_end(&device);
    }
    instance_end(&instance);
}

void act_manners(void) {
    struct manners *before = manners_look();
    live_once(before);
    tell("gone", before);
    struct manners *between = manners_look();
    for (int i = 0; i < ROUNDS; i++) live_once(NULL);
    tell("again", between);
    manners_forget(before);
    manners_forget(between);
}
