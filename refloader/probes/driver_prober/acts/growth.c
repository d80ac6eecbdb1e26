// The act "growth": instances, and then instances with a device, made and destroyed one after the other, with a look at
// what the process holds now and then.
//
// growth.instance, growth.device (where there is one), and growth.object.KIND: objects of one device
//                                  {"rounds": how many came to their end, "wanted", "milliseconds", "result": the first
//                                  result that was not VK_SUCCESS and ended it (of memory that is short: in each try), "before": whether an instance with a
//                                  device was made before all rounds, "samples": [holdings of process.h]}
#include <stdio.h>
#include <time.h>

#include "../driver_prober.h"
#include "../kinds.h"
#include "../lives.h"
#include "../process.h"

#define WANTED 1000
#define ENOUGH 300  // rounds with a device: more of them only where they take a driver little
#define LITTLE 0.3  // seconds of the processor
#define OF_INSTANCES 0.4  // of the time that the process has: the longest that each of the two may take
#define OF_DEVICES 0.3
#define OF_OBJECTS 0.01
#define AGAIN 3  // tries more where memory is short
#define OBJECTS 400  // of each kind
#define EVERY 20  // rounds from one look to the next, fewer where rounds are slow
#define LOOKS 40

static double of_processor(void) { return (double)clock() / CLOCKS_PER_SEC; }

// Memory may be short at one time: it is not what others took that stays away where there is some right afterwards.
static VkResult live_in_some_try(VkResult (*live)(void)) {
    VkResult result = live();
    for (int i = 0; i < AGAIN && (result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY); i++)
        result = live();
    return result;
}

// ``wanted`` rounds, or ``enough`` of them where they take long.
static void grow(const char *label, double share, int64_t wanted, int64_t enough, VkResult (*live)(void),
                 int worked_before) {
    static struct holdings samples[WANTED];
    static int64_t rounds[WANTED];
    int64_t looks = 0, done = 0;
    double begun = of_processor(), start = seconds(), looked = start, now = start, longest = share_of_time(share);
    VkResult result = VK_SUCCESS;
    begin(label);
    while (done < wanted && now - start < longest && (result = live_in_some_try(live)) == VK_SUCCESS) {
        if (++done >= enough && of_processor() - begun > LITTLE) wanted = done;
        now = seconds();
        if (done % EVERY != 0 && now - looked < longest / LOOKS) continue;
        looked = now;
        rounds[looks] = done;
        samples[looks++] = holdings_now();
    }
    open_answer(label);
    say_number("rounds", done);
    say_number("wanted", wanted);
    say_number("milliseconds", (int64_t)((seconds() - start) * 1000));
    say_number("result", result);
    say_flag("before", worked_before);
    open_list("samples");
    for (int64_t i = 0; i < looks; i++) say_holdings(NULL, rounds[i], &samples[i]);
    close_list();
    close_answer();
}

// Who had a device before any of these rounds has one in each: nobody plugs it out meanwhile.
static VkResult live_with_device(void) {
    int has_device;
    VkResult result = live_device(&has_device);
    return result == VK_SUCCESS && !has_device ? VK_ERROR_INITIALIZATION_FAILED : result;
}

// ---- objects of one device

static struct {
    VkInstance instance;
    VkDevice device;
    const struct kind *kind;
} maker;

static VkResult live_object(void) {
    uint64_t handle;
    VkResult result = kind_make(maker.instance, maker.device, maker.kind, NULL, &handle);
    if (result == VK_SUCCESS) kind_end(maker.instance, maker.device, maker.kind, NULL, handle);
    return result;
}

static void grow_objects(void) {
    char label[64];
    VkPhysicalDevice physical;
    begin("growth.object");
    maker.instance = make_instance(&(struct wish){0}).handle;
    if (maker.instance == NULL || physical_devices(maker.instance, &physical, 1, NULL) == 0) return;
    kinds_of(maker.instance, physical);
    maker.device = make_device(maker.instance, physical, &(struct wish){0}).handle;
    for (int i = 0; maker.device != NULL && i < KINDS; i++) {
        maker.kind = &kinds[i];
        snprintf(label, sizeof label, "growth.object.%s", kinds[i].name);
        grow(label, OF_OBJECTS, OBJECTS, OBJECTS, live_object, 0);
    }
    begin("growth.end");
    if (maker.device != NULL) destroy_device(maker.instance, maker.device, NULL);
    destroy_instance(maker.instance, NULL);
}

void probe_growth(void) {
    enter("growth");
    int has_device;
    begin("once");
    int worked = live_device(&has_device) == VK_SUCCESS && has_device;
    grow("growth.instance", OF_INSTANCES, WANTED, WANTED, live_instance, worked);
    if (has_device) grow("growth.device", OF_DEVICES, WANTED, ENOUGH, live_with_device, worked);
    if (worked) grow_objects();
}
