// The act "growth": instances, and then instances with a device, made and destroyed one after the other, with a look at
// what the process holds now and then.
//
// growth.instance, growth.device (where there is one)
//                                  {"rounds": how many came to their end, "wanted", "milliseconds", "result": the first
//                                  result that was not VK_SUCCESS and ended it, "before": whether an instance with a
//                                  device was made before all rounds, "samples": [holdings of process.h]}
#include "../driver_prober.h"
#include "../lives.h"
#include "../process.h"

#define WANTED 1000
#define OF_INSTANCES 0.4  // of the time that the process has: the longest that each of the two may take
#define OF_DEVICES 0.3
#define EVERY 20  // rounds from one look to the next, fewer where rounds are slow
#define LOOKS 40

static void grow(const char *label, double share, VkResult (*live)(void), int worked_before) {
    static struct holdings samples[WANTED];
    static int64_t rounds[WANTED];
    int64_t looks = 0, done = 0;
    double start = seconds(), looked = start, now = start, longest = share_of_time(share);
    VkResult result = VK_SUCCESS;
    begin(label);
    while (done < WANTED && now - start < longest && (result = live()) == VK_SUCCESS) {
        done++;
        now = seconds();
        if (done % EVERY != 0 && now - looked < longest / LOOKS) continue;
        looked = now;
        rounds[looks] = done;
        samples[looks++] = holdings_now();
    }
    open_answer(label);
    say_number("rounds", done);
    say_number("wanted", WANTED);
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

void probe_growth(void) {
    enter("growth");
    int has_device;
    begin("once");
    int worked = live_device(&has_device) == VK_SUCCESS && has_device;
    grow("growth.instance", OF_INSTANCES, live_instance, worked);
    if (has_device) grow("growth.device", OF_DEVICES, live_with_device, worked);
}
