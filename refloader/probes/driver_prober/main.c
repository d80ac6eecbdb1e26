// refloader_driver_prober LIBRARY ACT [OPTION VALUE]...: opens a driver's library alone, plays the loader for one act,
// and says on descriptor 3 what it was answered. Third-party code runs in this process: run it where it may die.
#include "driver_prober.h"

struct options options = {.only = "", .interface = NEWEST_DRIVER_INTERFACE};

static const struct act acts[] = {
    {"entry", probe_entry},
    {"exports", probe_exports},
    {"negotiate", probe_negotiation},
    {"ages", probe_age},
    {"lookups", probe_lookups},
    {"versions", probe_versions},
    {"facts", probe_facts},
    {"enumerate", probe_enumerations},
    {"claims", probe_claims},
    {"queries", probe_queries},
    {"at-once", probe_at_once},
    {"lists", probe_lists},
    {"objects", probe_objects},
    {"objects-otherwise", probe_objects_otherwise},
    {"external", probe_external},
    {"create", probe_creation},
    {"features", probe_features},
    {"strangers", probe_strangers},
    {"extensions-apart", probe_extensions_apart},
    {"allocators", probe_allocators},
    {"several", probe_several},
    {"growth", probe_growth},
    {"reload", probe_reload},
    {"no-device", probe_no_device},
    {"surfaces", probe_surfaces},
    {"programs", probe_programs},
};

static const struct option taken[] = {
    {"--only", .text = &options.only},
    {"--interface", .number = &options.interface},
    {"--budget", .number = &options.budget},
    {"--seed", .number = &options.seed},
    {"--count", .number = &options.count},
    {"--instance-extension", .words = &options.instance_extensions},
    {"--device-extension", .words = &options.device_extensions},
};

// The tables of commands are shared with who makes objects through a layer; here they are numbers.
int has_objects_of(uint32_t type) {
    (void)type;
    return 0;
}

int main(int count, char **arguments) {
    const struct command_line known = {
        .program = "refloader_driver_prober",
        .acts = acts,
        .act_count = COUNT(acts),
        .options = taken,
        .option_count = COUNT(taken),
        .library = &options.library,
        .act = &options.act,
    };
    return run_command_line(&known, count, arguments);
}
