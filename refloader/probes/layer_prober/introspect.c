// The act "introspect": what interface version 0 has a library export, and what that says of the layers in it.
#include <stdio.h>
#include <string.h>

#include "../shared/answers.h"
#include "next.h"
#include "prober.h"
#include "rows.h"

#define MOST_LAYERS 16U

static char names[MOST_LAYERS][256];

// Exports of the library itself: dlsym also finds those of what it needs.
static const void *own_export(const char *name) {
    const void *found = exported(name);
    return is_own(found) ? found : NULL;
}

static struct enumeration enumeration_of(int of, const char *layer) {
    return (struct enumeration){
        .of = of, .function = (PFN_vkVoidFunction)own_export(enumerations[of]), .layer = layer};
}

static void ask_for_layer(int of, const char *layer) {
    char label[512];
    struct enumeration asked = enumeration_of(of, layer);
    snprintf(label, sizeof label, "introspect.%s.%s", enumerations[of], layer);
    if (asked.function != NULL) enumerate(label, &asked, NULL, 0);
}

static uint32_t ask_for_layers(int of, uint32_t room) {
    char label[128];
    struct enumeration asked = enumeration_of(of, NULL);
    snprintf(label, sizeof label, "introspect.%s", enumerations[of]);
    return asked.function == NULL ? 0 : enumerate(label, &asked, room > 0 ? names : NULL, room);
}

// ---- the lookups of one layer, under its own name and under the plain one

static void say_lookup(const char *key, const char *layer, const char *function) {
    char prefixed[512], plain[64];
    snprintf(prefixed, sizeof prefixed, "%s%s", layer, function);
    snprintf(plain, sizeof plain, "vk%s", function);
    open_object(key);
    say_text("prefixed", place_of(exported(prefixed)));
    say_text("plain", place_of(exported(plain)));
    close_object();
}

static void look_at_lookups(const char *layer) {
    char label[512], name[512];
    snprintf(label, sizeof label, "introspect.lookups.%s", layer);
    begin(label);
    snprintf(name, sizeof name, "%sGetInstanceProcAddr", layer);
    PFN_vkGetInstanceProcAddr look_up = (PFN_vkGetInstanceProcAddr)own_export(name);
    if (look_up == NULL) look_up = (PFN_vkGetInstanceProcAddr)own_export("vkGetInstanceProcAddr");
    const void *creates = look_up == NULL ? NULL : (const void *)look_up(NULL, "vkCreateInstance");
    open_answer(label);
    say_lookup("instance", layer, "GetInstanceProcAddr");
    say_lookup("device", layer, "GetDeviceProcAddr");
    say_text("creates", place_of(creates));
    close_answer();
}

static void say_exports(void) {
    begin("introspect.exports");
    open_answer("introspect.exports");
    for (int of = INSTANCE_LAYERS; of <= DEVICE_EXTENSIONS; of++)
        say_text(enumerations[of], place_of(exported(enumerations[of])));
    say_text("vkNegotiateLoaderLayerInterfaceVersion", place_of(exported(options.negotiate)));
    close_answer();
}

void probe_introspection(void) {
    open_layer();
    say_exports();
    uint32_t count = ask_for_layers(INSTANCE_LAYERS, MOST_LAYERS);
    ask_for_layers(DEVICE_LAYERS, 0);
    for (uint32_t i = 0; i < count; i++) {
        ask_for_layer(INSTANCE_EXTENSIONS, names[i]);
        ask_for_layer(DEVICE_EXTENSIONS, names[i]);
    }
    for (uint32_t i = 0; i < count; i++) look_at_lookups(names[i]);
}
