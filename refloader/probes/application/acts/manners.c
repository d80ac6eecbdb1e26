// What is different in the process once an instance is gone. The loader makes such changes too: only a run without
// layers tells whose they are.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "acts.h"
#include "../jobs.h"
#include "../manners.h"
#include "../windows.h"
#include "../world.h"

#define NUMBER 0x5EED
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

// An instance and its devices, which do a piece of work and present images where there are surfaces: what is done in a
// call shows as well as what is done at creation.
static void live_once(const char *instance_step, const char *device_step) {
    const char *extensions[] = {"VK_KHR_surface", headless.extension};
    struct wish surfaces = {.extensions = extensions, .extension_count = COUNT(extensions)};
    int presents = instance_offers(extensions[0]) && instance_offers(extensions[1]);
    struct instance instance;
    struct device device;
    if (!instance_make(instance_step, &instance, presents ? &surfaces : NULL)) return;
    if (device_make(device_step, &device, &instance, NULL)) {
        job_do("job", &device, NUMBER);
        device.DeviceWaitIdle(device.handle);
        device_end(&device);
    }
    device_once(&instance);  // one that does nothing
    if (presents) present_headless(&instance);
    // In the end, as what succeeds later may put back what is left by what fails.
    refuse_device("refused_device", &instance);
    instance_end(&instance);
    refuse_instance("refused_instance");
}

static void end_in_order(int number) { _exit(128 + number); }

// As programs do that have something to save, and that wait for a signal in a thread of its own.
static void care_for_signals(void) {
    sigset_t waited_for;
    signal(SIGTERM, end_in_order);
    sigemptyset(&waited_for);
    sigaddset(&waited_for, SIGUSR1);
    sigprocmask(SIG_BLOCK, &waited_for, NULL);
}

void act_manners(void) {
    care_for_signals();
    struct manners *before = manners_look();
    live_once("instance", "device");
    tell("gone", before);
    // A loader may keep libraries open where instances are made again and again, and they what is once for a process.
    live_once("settling.instance", "settling.device");
    struct manners *between = manners_look();
    for (int i = 0; i < ROUNDS; i++) live_once("again.instance", "again.device");
    tell("again", between);
    manners_forget(before);
    manners_forget(between);
}
