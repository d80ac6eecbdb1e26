// The act "negotiate": the driver's vk_icdNegotiateLoaderICDInterfaceVersion, with every offer as the first that the
// driver hears, and with some after another.
//
// negotiate.symbol says where the function lies (place_of) that is exported, and the one that vk_icdGetInstanceProcAddr
// gives when it is asked for it first and without an instance, as a loader of version 7 does where none is exported.
// negotiate.OFFER has what was offered, the result, the version written, and both "again" for the same offer right
// after it. negotiate.FIRST.SECOND has the same for the second of two offers.
#include <stdio.h>
#include <stdlib.h>

#include "apart.h"
#include "driver_prober.h"

struct offers {
    uint32_t first, second;
    int is_second;  // whether there is a second
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

static void say_offer(const char *key, VkResult result, uint32_t version) {
    open_object(key);
    say_number("result", result);
    say_number("version", version);
    close_object();
}

static void offer(const void *about) {
    const struct offers *offers = about;
    char label[64];
    open_library(options.library);
    PFN_vk_icdNegotiateLoaderICDInterfaceVersion negotiate = negotiation();
    if (negotiate == NULL) return;
    snprintf(label, sizeof label, "negotiate.%u", offers->first);
    begin(label);
    uint32_t versions[2] = {offers->first, offers->is_second ? offers->second : offers->first};
    VkResult results[2] = {negotiate(&versions[0]), VK_SUCCESS};
    if (offers->is_second) snprintf(label, sizeof label, "negotiate.%u.%u", offers->first, offers->second);
    begin(label);
    results[1] = negotiate(&versions[1]);
    open_answer(label);
    say_number("offered", offers->is_second ? offers->second : offers->first);
    say_offer("first", results[0], versions[0]);
    say_offer("again", results[1], versions[1]);
    close_answer();
}

void probe_negotiation(void) {
    static const uint32_t versions[] = {7, 6, 5, 4, 3, 2, 8, UINT32_MAX, 1, 0};
    static const struct offers pairs[] = {{7, 4, 1}, {2, 7, 1}, {5, 2, 1}};
    apart(say_symbols, NULL);
    for (size_t i = 0; i < COUNT(versions); i++) apart(offer, &(struct offers){.first = versions[i]});
    for (size_t i = 0; i < COUNT(pairs); i++) apart(offer, &pairs[i]);
}
