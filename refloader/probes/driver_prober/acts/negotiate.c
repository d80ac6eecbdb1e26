// The act "negotiate": the driver's vk_icdNegotiateLoaderICDInterfaceVersion, with every offer as the first that the
// driver hears, and with some after another. Each first one has a process of its own.
//
// negotiate.symbol says where the function lies (place_of) that is exported, and the one that vk_icdGetInstanceProcAddr
// gives when it is asked for it first and without an instance, as a loader of version 7 does where none is exported.
// negotiate.OFFER has what was offered, the result, the version written, and both "again" for the same offer right
// after it. negotiate.FIRST.SECOND has the same for the second of two offers, and negotiate.FIRST.SECOND.again for the
// first once more after both. A slow driver is made fewer of them: those that tell least come last.
#include <stdio.h>
#include <stdlib.h>

#include "../apart.h"
#include "../driver_prober.h"
#include "../process.h"

static const double PART_FOR_OFFERS = 0.5;  // the last that is begun has the rest

struct offers {
    uint32_t first, other;  // the other comes later, unless it is the same
};

static PFN_vk_icdNegotiateLoaderICDInterfaceVersion negotiation(void) {
    void *found = exported(NEGOTIATE);
    PFN_vk_icdGetInstanceProcAddr look_up = (PFN_vk_icdGetInstanceProcAddr)exported(GET_PROC_ADDR);
    if (found == NULL && look_up != NULL) found = (void *)look_up(NULL, NEGOTIATE);
    return (PFN_vk_icdNegotiateLoaderICDInterfaceVersion)found;
}

static void say_symbols(const void *unused) {
    (void)unused;
    open_library(options.library);
    begin("negotiate.symbol");
    PFN_vk_icdGetInstanceProcAddr look_up = (PFN_vk_icdGetInstanceProcAddr)exported(GET_PROC_ADDR);
    const void *queried = look_up == NULL ? NULL : (const void *)look_up(NULL, NEGOTIATE);
    open_answer("negotiate.symbol");
    say_text("exported", file_of(exported(NEGOTIATE)));
    say_text("queried", file_of(queried));
    say_text("lookup", file_of((const void *)look_up));
    close_answer();
}

static struct answer {
    VkResult result;
    uint32_t version;
} ask(PFN_vk_icdNegotiateLoaderICDInterfaceVersion negotiate, uint32_t offered) {
    struct answer answer = {.version = offered};
    answer.result = negotiate(&answer.version);
    return answer;
}

static void say_answer(const char *key, const struct answer *answer) {
    open_object(key);
    say_number("result", answer->result);
    say_number("version", answer->version);
    close_object();
}

static void say_answers(const char *label, uint32_t offered, const struct answer *first, const struct answer *again) {
    open_answer(label);
    say_number("offered", offered);
    say_answer("first", first);
    say_answer("again", again);
    close_answer();
}

static void offer(const void *about) {
    const struct offers *offers = about;
    char label[64];
    open_library(options.library);
    PFN_vk_icdNegotiateLoaderICDInterfaceVersion negotiate = negotiation();
    if (negotiate == NULL) return;
    snprintf(label, sizeof label, "negotiate.%u", offers->first);
    begin(label);
    struct answer first = ask(negotiate, offers->first);
    struct answer again = ask(negotiate, offers->first);
    say_answers(label, offers->first, &first, &again);
    if (offers->other == offers->first) return;
    snprintf(label, sizeof label, "negotiate.%u.%u", offers->first, offers->other);
    begin(label);
    again = ask(negotiate, offers->other);
    say_answers(label, offers->other, &first, &again);
    snprintf(label, sizeof label, "negotiate.%u.%u.again", offers->first, offers->other);
    begin(label);
    again = ask(negotiate, offers->first);
    say_answers(label, offers->first, &first, &again);
}

void probe_negotiation(void) {
    static const struct offers offers[] = {
        {7, 4}, {UINT32_MAX, UINT32_MAX}, {5, 2}, {4, 4}, {2, 7}, {8, 8}, {6, 3}, {3, 6}, {1, 1}, {0, 0},
    };
    double end = seconds() + share_of_time(PART_FOR_OFFERS);
    apart(say_symbols, NULL);
    for (size_t i = 0; i < COUNT(offers) && seconds() < end; i++) apart(offer, &offers[i]);
}
