// The act "enumerate": what the layer answers when it is asked for layers and extensions as a part of a chain.
#include <stdio.h>
#include <string.h>

#include "../shared/answers.h"
#include "chain.h"
#include "rows.h"

// The names that an enumeration of extensions is given.
static const struct {
    const char *key;
    const char *layer;
} layers[] = {{"null", NULL}, {"foreign", "VK_LAYER_PROBER_foreign"}, {"empty", ""}};

static void ask_for(struct enumeration *asked, const char *key, const char *layer) {
    char label[128];
    snprintf(label, sizeof label, "enumerate.%s.%s", enumerations[asked->of], key);
    asked->layer = layer;
    enumerate(label, asked, NULL, 0);
}

// Names that begin as the layer's own does are names of others.
static void ask_for_near_names(struct enumeration *asked) {
    char name[VK_MAX_EXTENSION_NAME_SIZE];
    int length = (int)strlen(options.layer);
    if (length < 2 || length > 200) return;
    snprintf(name, sizeof name, "%s_of_nobody", options.layer);
    ask_for(asked, "longer", name);
    snprintf(name, sizeof name, "%.*s", length - 1, options.layer);
    ask_for(asked, "shorter", name);
}

// Of a device that has extensions of which layers know what they are.
static void ask_for_known_ones(struct enumeration *asked) {
    const struct words *more = &wanted_by_layers;
    offered_by_devices = more;
    ask_for(asked, "known", NULL);
    offered_by_devices = NULL;
    open_answer("enumerate.known");
    open_list("names");
    for (uint32_t i = 0; i < more->count; i++) say_text(NULL, more->word[i]);
    close_list();
    close_answer();
}

static void probe_one(struct enumeration *asked) {
    char label[128];
    snprintf(label, sizeof label, "enumerate.%s", enumerations[asked->of]);
    open_answer(label);
    say_text("place", place_of((void *)asked->function));
    close_answer();
    // What is not the layer's own is not asked: it would answer for somebody else.
    if (asked->function == NULL || is_next((void *)asked->function)) return;
    if (asked->of == INSTANCE_LAYERS || asked->of == DEVICE_LAYERS) {
        ask_for(asked, "all", NULL);
        return;
    }
    if (*options.layer != '\0') ask_for(asked, "own", options.layer);
    for (size_t i = 0; i < COUNT(layers); i++) ask_for(asked, layers[i].key, layers[i].layer);
    ask_for_near_names(asked);
    if (asked->of == DEVICE_EXTENSIONS) ask_for_known_ones(asked);
}

static void begin_lookup(int of) {
    char label[128];
    snprintf(label, sizeof label, "enumerate.%s", enumerations[of]);
    begin(label);
}

// Through the lookup with no instance: not every layer lives through that, so it is a run of its own.
static void probe_without_instance(void) {
    for (int of = INSTANCE_LAYERS; of <= INSTANCE_EXTENSIONS; of++) {
        begin_lookup(of);
        struct enumeration asked = {.of = of, .function = instance_function(NULL, enumerations[of])};
        probe_one(&asked);
    }
}

static void probe_with_instance(void) {
    const struct request request = {.nodes = USUAL_NODES, .api_version = VERSION_OF(options.minor)};
    begin("enumerate.instance");
    struct made instance = make_instance(&nexts[0], &request);
    open_answer("enumerate.instance");
    say_made("made", &instance);
    close_answer();
    if (instance.result != VK_SUCCESS || instance.upper == NULL) return;
    VkPhysicalDevice device = first_physical_device(&instance);
    for (int of = INSTANCE_LAYERS; of <= DEVICE_EXTENSIONS; of++) {
        int is_of_device = of == DEVICE_LAYERS || of == DEVICE_EXTENSIONS;
        int is_wanted = *options.only == '\0' || strcmp(options.only, enumerations[of]) == 0;
        if (!is_wanted || (is_of_device && device == NULL)) continue;
        struct enumeration asked = {.of = of, .device = is_of_device ? device : NULL};
        begin_lookup(of);
        asked.function = instance_function(&instance, enumerations[of]);
        probe_one(&asked);
    }
}

void probe_enumerations(void) {
    open_layer();
    enter("enumerate");
    if (strcmp(options.only, "none") == 0)
        probe_without_instance();
    else
        probe_with_instance();
}

// ---- extensions of the command line

int is_one_of(const struct words *words, const char *name) {
    for (uint32_t i = 0; i < words->count; i++)
        if (strcmp(words->word[i], name) == 0) return 1;
    return 0;
}

int shows_extensions(const struct made *instance, VkPhysicalDevice physical) {
    static VkExtensionProperties rows[2 * MOST_WORDS];
    uint32_t count = COUNT(rows), found = 0;
    PFN_vkEnumerateDeviceExtensionProperties enumerate =
        (PFN_vkEnumerateDeviceExtensionProperties)instance_function(instance, "vkEnumerateDeviceExtensionProperties");
    if (enumerate == NULL || enumerate(physical, NULL, &count, rows) != VK_SUCCESS) return 0;
    for (uint32_t i = 0; i < count; i++) found += (uint32_t)is_one_of(&options.device_extensions, rows[i].extensionName);
    return found >= options.device_extensions.count;
}
