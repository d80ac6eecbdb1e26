// refloader_prober LIBRARY ACT [OPTION VALUE]...: opens a layer's library alone, plays the loader for one act, and
// says on descriptor 3 what it was answered. Third-party code runs in this process: run it where it may die.
#include "next.h"
#include "prober.h"

struct options options = {
    .layer = "",
    .negotiate = "vkNegotiateLoaderLayerInterfaceVersion",
    .gipa = "vkGetInstanceProcAddr",
    .gdpa = "vkGetDeviceProcAddr",
    .only = "",
    .minor = USUAL_MINOR,
    .count = 1,
};

static const struct act acts[] = {
    {"names", probe_names},
    {"negotiate", probe_negotiation},
    {"call-down", probe_calls_down},
    {"lookups", probe_lookups},
    {"create", probe_creation},
    {"many", probe_many},
    {"enumerate", probe_enumerations},
    {"introspect", probe_introspection},
    {"pre-instance", probe_pre_instance},
    {"manners", probe_manners},
    {"carry", probe_carrying},
    {"apart", probe_apart},
    {"programs", probe_with_programs},
    {"facts", probe_facts},
    {"own-features", probe_own_features},
    {"effects", probe_effects},
    {"presentations", probe_presentations},
    {"enabled", probe_enabled},
};

static const struct option taken[] = {
    {"--layer", .text = &options.layer},
    {"--negotiate", .text = &options.negotiate},
    {"--gipa", .text = &options.gipa},
    {"--gdpa", .text = &options.gdpa},
    {"--only", .text = &options.only},
    {"--minor", .number = &options.minor},
    {"--seed", .number = &options.seed},
    {"--count", .number = &options.count},
    {"--instance-extension", .words = &options.instance_extensions},
    {"--device-extension", .words = &options.device_extensions},
    {"--function", .words = &options.functions},
};

uint32_t asked_minor(void) { return options.minor; }

int main(int count, char **arguments) {
    const struct command_line known = {
        .program = "refloader_prober",
        .acts = acts,
        .act_count = COUNT(acts),
        .options = taken,
        .option_count = COUNT(taken),
        .library = &options.library,
        .act = &options.act,
    };
    return run_command_line(&known, count, arguments);
}
