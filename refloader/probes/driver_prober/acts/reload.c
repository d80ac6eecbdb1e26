// The act "reload": the library opened, entered, used for an instance and a device, and closed, again and again.
//
// reload.first     {"threads": how many there were before the library, "result": the first vkCreateInstance}
// reload.rounds    {"rounds": how many came to their end, "wanted", "stays": whether the library is there although it
//                  was closed as often as it was opened, "result": the last vkCreateInstance, "samples": [holdings of
//                  process.h after each]}
// reload.changes   {"changes": what ../application/manners.h tells of the second half of the rounds}
// reload.load      {"refused": why the library cannot be opened again}
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../application/manners.h"
#include "../driver_prober.h"
#include "../lives.h"
#include "../process.h"

#define WANTED 20
#define LONGEST 0.5  // of the time that the process has
#define PATIENCE 200  // times PAUSE: how long threads that are about to end get in all rounds together
#define PAUSE 5000   // microseconds

static VkResult live(void) {
    const char *why;
    return find_way_in(options.interface, &why) ? live_device(NULL) : VK_ERROR_INCOMPATIBLE_DRIVER;
}

// What the first round dies of is told elsewhere.
static void load(int is_first) {
    void *before = NULL;
    if (!is_first) {
        begin("reload.load");
        before = dlopen(options.library, RTLD_LAZY | RTLD_LOCAL);
        if (before == NULL) give_up("reload.load", dlerror());
    }
    open_library(options.library);
    if (before != NULL) dlclose(before);
    begin(is_first ? "once" : "reload.live");
}

// Code of a thread that runs on in a library that is gone crashes meanwhile.
static struct holdings settled(int64_t threads) {
    static int pauses;
    struct holdings now = holdings_now();
    for (; pauses < PATIENCE && now.threads > threads; pauses++) {
        usleep(PAUSE);
        now = holdings_now();
    }
    return now;
}

static void tell_first(int64_t threads, VkResult result) {
    open_answer("reload.first");
    say_number("threads", threads);
    say_number("result", result);
    close_answer();
}

static void tell_changes(const struct manners *before) {
    struct manners *after = before == NULL ? NULL : manners_look();
    char *changes = after == NULL ? NULL : manners_compare(before, after);
    open_answer("reload.changes");
    if (changes != NULL) say_json("changes", changes);
    close_answer();
    free(changes);
    manners_forget(after);
}

void probe_reload(void) {
    struct holdings samples[WANTED];
    struct manners *half = NULL;
    VkResult result = VK_SUCCESS;
    double start = seconds(), longest = share_of_time(LONGEST);
    int done = 0;
    int64_t threads = holdings_now().threads;
    for (; done < WANTED && seconds() - start < longest; done++) {
        if (done == WANTED / 2) half = manners_look();
        load(done == 0);
        result = live();
        begin("reload.close");
        close_library();
        samples[done] = settled(threads);
        if (done == 0) tell_first(threads, result);
    }
    open_answer("reload.rounds");
    say_number("rounds", done);
    say_number("wanted", WANTED);
    say_flag("stays", is_in_process(options.library));
    say_number("result", result);
    open_list("samples");
    for (int i = 0; i < done; i++) say_holdings(NULL, i + 1, &samples[i]);
    close_list();
    close_answer();
    tell_changes(half);
    manners_forget(half);
}
