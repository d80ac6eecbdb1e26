// A layer that hands every call down and writes down what it saw. Never changes what passes through it,
// unless a flag in its sidecar says so. Complains in its trace when the loader breaks its side.
#include "mock_layer.h"

const char mock_kind[] = "layer";

// Lists have commas between their words. An extension is NAME:VERSION; a command in fail and fail_after may
// carry its result (vkCreateDevice:-4).
struct flag flag_table[] = {
    {"name", "VK_LAYER_mock", NULL}, {"trace", "", NULL},
    /* the negotiation: how it goes, and instead of the honest answer this version and this result */
    {"interface", "2", NULL}, {"negotiate", "ok", NULL}, {"negotiate_version", "", NULL}, {"negotiate_result", "0", NULL},
    /* commands that fail instead of calling down, or after it; that no lookup finds; that give NULL */
    {"fail", "", NULL}, {"fail_after", "", NULL}, {"hide", "", NULL}, {"rubbish", "", NULL},
    /* commands to write down ("*" for all), and kinds of objects to put others in the place of */
    {"intercept", "", NULL}, {"wrap", "", NULL},
    /* commands of its own, answered with their place in the list */
    {"unknown_physical", "", NULL}, {"unknown_device", "", NULL},
    /* extensions of its own, and whether the introspection counts it among the device layers */
    {"instance_extensions", "", NULL}, {"device_extensions", "", NULL}, {"device_layer", "1", NULL},
    /* what it adds before there is an instance */
    {"pre_extensions", "", NULL}, {"pre_layers", "", NULL}, {"pre_version", "", NULL},
    /* what it changes in create infos; "1.N": it knows no command that came later; submissions that it only passes on */
    {"add_instance_extensions", "", NULL}, {"add_device_extensions", "", NULL}, {"api", "", NULL}, {"knows", "", NULL},
    {"passes", "", NULL},
    /* whether it uses the application's allocator, and has a vk_layerGetPhysicalDeviceProcAddr; whether it finds
       the next one in either of the two documented ways, or in the link alone; when it
       makes a device of its own; with which instance it asks for vkCreateDevice; what it says to the
       messengers when an instance has been made (Debian's loader 1.3.239 then waits for ever); how it is
       wrong on purpose (see violations.h); whether it asks for the commands of devices when an instance is made,
       as INTERCEPT-06 would have it, or when it is asked for them: loaders have few places for names that are
       new to them, and asking fills one */
    {"allocate", "1", NULL}, {"physical", "1", NULL}, {"next_physical", "either", NULL}, {"own_device", "", NULL}, {"create_device_lookup", "instance", NULL},
    {"message", "", NULL}, {"violate", "", NULL}, {"ask", "late", NULL},
    /* whether it writes down the names that its exported vkGetInstanceProcAddr is asked for ("written") */
    {"lookups", "", NULL},
};
const size_t flag_count = COUNT(flag_table);

#define NEGOTIATIONS "ok,fail,null_pointers,null_instance,null_device,call_down,crash,hang"

// ---- what the flags say, looked at once

const char *hides;

static void check_fail_after(void) {
    for (uint32_t i = 0; i < words_in(flag("fail_after")); i++) {
        const char *word = word_at(flag("fail_after"), i);
        if (!holds(CAN_FAIL "," BEFORE_INSTANCE, word, strcspn(word, ":"), ","))
            die("unknown value in flag", word);
    }
}

static void check_flags(void) {
    check_results("fail");
    check_results("fail_after");
    check_fail_after();
    check_words("negotiate", NEGOTIATIONS);
    check_words("ask", "late,early");
    flag_result("negotiate_result");
    check_words("rubbish", CAN_FAIL);
    check_words("own_device", "vkCreateInstance,vkCreateDevice,chain,featured,slotted");
    check_words("create_device_lookup", "instance,null");
    check_words("next_physical", "either,link");
    check_extensions("instance_extensions");
    check_extensions("device_extensions");
    check_extensions("pre_extensions");
    if (!flag_is("api", "")) flag_version("api");
    if (!flag_is("pre_version", "")) flag_version("pre_version");
    if (!flag_is("negotiate_version", "")) flag_number("negotiate_version");
    check_words("violate", violations);
    if (flag_number("allocate") > 1) die("unknown value in flag", flag("allocate"));
    if (flag_number("physical") > 1) die("unknown value in flag", flag("physical"));
    if (flag_number("device_layer") > 1) die("unknown value in flag", flag("device_layer"));
    if (flag_number("interface") > NEWEST_LAYER_INTERFACE) die("unknown value in flag", flag("interface"));
}

__attribute__((constructor)) static void on_load(void) {
    read_flags();
    snprintf(label + strlen(label), sizeof label - strlen(label), "%s", name_suffix);
    check_flags();
    hides = flag("hide");
    violated = flag("violate");
    uses_allocators = flag_number("allocate") != 0 && !violates("LLP_LAYER_14");
    read_manners("fail", 1);
    if (flag_is("intercept", "*")) intercept_all();
    else read_manners("intercept", 0);
    intercept_violated();
    if (has_own_features()) read_manner("intercept", "vkGetPhysicalDeviceFeatures2", 0);
    if (has_own_features()) read_manner("intercept", "vkGetPhysicalDeviceFeatures2KHR", 0);
    read_own_commands("unknown_physical", INSTANCE_LEVEL);
    read_own_commands("unknown_device", DEVICE_LEVEL);
    wrapped_kinds = kinds_of(flag("wrap"));
    stubs_wanted |= wrapped_kinds != 0;
    look_for_queues();
    answers_physical |= (wrapped_kinds & INSTANCE_KINDS) || !flag_is("unknown_physical", "");
    answers_physical |= flag_number("physical") != 0;
    if (violates("PHYSDEV-EXT-01") || violates("IFACE-LAYER-V2-02")) answers_physical = 0;
    trace("load");
}

__attribute__((destructor)) static void on_unload(void) {
    trace("unload");
    free_unknown();
    free_links();
}
