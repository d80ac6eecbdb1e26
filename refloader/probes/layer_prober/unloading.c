// The act "manners": what the process is like once the library is opened, has negotiated, and is closed again.
#include <stdlib.h>

#include "../application/manners.h"
#include "../shared/answers.h"
#include "prober.h"

#define ROUNDS 3

static void tell(const char *label, const struct manners *before) {
    struct manners *after = before == NULL ? NULL : manners_look();
    char *changes = after == NULL ? NULL : manners_compare(before, after);
    open_answer(label);
    if (changes != NULL) say_json("changes", changes);
    close_answer();
    free(changes);
    manners_forget(after);
}

static void negotiate_once(void) {
    VkNegotiateLayerInterface offer = {.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT,
                                       .loaderLayerInterfaceVersion = NEWEST_LAYER_INTERFACE};
    PFN_vkNegotiateLoaderLayerInterfaceVersion negotiate =
        (PFN_vkNegotiateLoaderLayerInterfaceVersion)exported(options.negotiate);
    begin("manners.negotiate");
    if (negotiate != NULL) negotiate(&offer);
}

static void unload(void) {
    begin("manners.unload");
    close_library();
}

void probe_manners(void) {
    struct manners *before = manners_look();
    open_layer();
    tell("manners.loaded", before);
    negotiate_once();
    tell("manners.negotiated", before);
    unload();
    tell("manners.unloaded", before);
    open_answer("manners.stays");
    say_flag("loaded", is_in_process(options.library));
    close_answer();
    struct manners *between = manners_look();
    for (int i = 0; i < ROUNDS; i++) {
        open_layer();
        negotiate_once();
        unload();
    }
    tell("manners.again", between);
    manners_forget(before);
    manners_forget(between);
}
