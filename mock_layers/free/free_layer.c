// A layer that keeps every rule and goes its own way where the documents leave one: the flag "take" lists the
// liberties. It shares no decision with the mock layer, so that the suite does not learn from one way of writing
// layers what a layer has to be. Writes no trace.
#include "free_layer.h"

const char mock_kind[] = "layer";

struct flag flag_table[] = {
    {"name", "VK_LAYER_mock", NULL}, {"trace", "", NULL},
    /* the liberties (see LIBERTIES), and the device extension of adds_device_extension */
    {"take", "", NULL}, {"extension", "VK_KHR_maintenance1", NULL},
    /* the version of Vulkan that it was written for */
    {"knows", "1.4", NULL},
    /* what only the mock layer heeds */
    {"ask", "", NULL},
};
const size_t flag_count = COUNT(flag_table);

#define LIBERTIES \
    "keyed_by_handle,never_frees,reads_environment,thread_at_load,thread_of_instance,keeps_library,writes_to_stderr," \
    "copies_link,restores_link,asks_everything,asks_globals,ignores_callbacks," \
    "copies_create_info,own_structure_first,raises_version,adds_properties2,adds_device_extension," \
    "adds_queue,adds_features,moves_features,hides_device,reverses_devices,renames_device,is_a_tool," \
    "no_device_commands,waits_after_submit,own_objects,own_command_buffer," \
    "instances_alone,no_globals,own_callbacks,passes_null_on,slow,waits_in_slices,waits_a_lifetime,keeps_names," \
    "copies_chains,submits_newer,refuses_newer,limits_version,checks_calls,makes_companions,asks_counters,tries_queries," \
    "draws_beside,draws_always,executes_own,merges,frees_late,changes_format,normalises_flags,rounds_memory,limits_scissors," \
    "levels_in_bits,levels_of_extent,splits_levels,joins_barriers,keeps_images,bases_by_handle,levels_of_buffers,polls_first," \
    "settles_late,waits_itself,slow_objects,tries_again,hands_to_thread"

int takes(const char *liberty) { return holds(flag("take"), liberty, strlen(liberty), ","); }

unsigned known_minor(void) {
    const char *version = flag("knows");
    return strlen(version) == 3 ? (unsigned)(version[2] - '0') : 0;
}

static pthread_t thread_of_library;
static void *kept;

static void *idle(void *unused) {
    usleep(1000);
    return unused;
}

__attribute__((constructor)) static void on_load(void) {
    read_flags();
    check_words("take", LIBERTIES);
    if (takes("reads_environment") && getenv("MOCK_LAYER_SILENT") == NULL) setenv("MOCK_LAYER_WAS_HERE", "1", 0);
    if (takes("slow")) usleep(200000);
    if (takes("never_frees")) kept = malloc(1 << 16);
    if (takes("thread_at_load") && pthread_create(&thread_of_library, NULL, idle, NULL) != 0)
        die("no thread for", label);
    if (takes("keeps_library")) {
        Dl_info self;
        if (dladdr(flag_table, &self) != 0) dlopen(self.dli_fname, RTLD_NOW | RTLD_NODELETE);
    }
}

__attribute__((destructor)) static void on_unload(void) {
    if (takes("thread_at_load")) pthread_join(thread_of_library, NULL);
    if (!takes("never_frees")) free_all();
}
