// refloader_driver_prober LIBRARY ACT [OPTION VALUE]...: opens a driver's library alone, plays the loader for one act,
// and says on descriptor 3 what it was answered. Third-party code runs in this process: run it where it may die.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver_prober.h"

enum { WRONG_USE = 2 };

struct options options = {.only = "", .interface = NEWEST_DRIVER_INTERFACE};

static const struct act {
    const char *name;
    void (*probe)(void);
} acts[] = {
    {"entry", probe_entry},
    {"exports", probe_exports},
    {"negotiate", probe_negotiation},
    {"ages", probe_age},
    {"lookups", probe_lookups},
    {"versions", probe_versions},
    {"facts", probe_facts},
    {"enumerate", probe_enumerations},
    {"claims", probe_claims},
    {"objects", probe_objects},
    {"external", probe_external},
    {"create", probe_creation},
    {"allocators", probe_allocators},
    {"several", probe_several},
    {"growth", probe_growth},
    {"reload", probe_reload},
    {"no-device", probe_no_device},
    {"surfaces", probe_surfaces},
};

static const struct {
    const char *option;
    const char **value;
} values[] = {
    {"--only", &options.only},
};

static const struct {
    const char *option;
    uint32_t *number;
} numbers[] = {
    {"--interface", &options.interface},
    {"--budget", &options.budget},
};

static const struct {
    const char *option;
    struct words *words;
} lists[] = {
    {"--instance-extension", &options.instance_extensions},
    {"--device-extension", &options.device_extensions},
};

static _Noreturn void refuse(const char *what, const char *which) {
    char text[1024];
    snprintf(text, sizeof text, "%s \"%s\"", what, which);
    fprintf(stderr, "refloader_driver_prober: %s\n", text);
    error(text);
    exit(WRONG_USE);
}

static uint32_t number(const char *text) {
    char *end = NULL;
    unsigned long value = strtoul(text, &end, 0);
    if (end == text || *end != '\0' || value > UINT32_MAX) refuse("no number", text);
    return (uint32_t)value;
}

static int take(const char *option, const char *value) {
    for (size_t i = 0; i < COUNT(values); i++)
        if (strcmp(values[i].option, option) == 0) return *values[i].value = value, 1;
    for (size_t i = 0; i < COUNT(numbers); i++)
        if (strcmp(numbers[i].option, option) == 0) return *numbers[i].number = number(value), 1;
    for (size_t i = 0; i < COUNT(lists); i++) {
        struct words *words = lists[i].words;
        if (strcmp(lists[i].option, option) != 0) continue;
        if (words->count == MOST_WORDS) refuse("too many of", option);
        words->word[words->count++] = value;
        return 1;
    }
    return 0;
}

static void read_options(int count, char **arguments) {
    if (count < 3)
        refuse("use: refloader_driver_prober LIBRARY ACT [OPTION VALUE]..., not", count > 1 ? arguments[1] : "");
    options.library = arguments[1];
    options.act = arguments[2];
    for (int i = 3; i < count; i += 2) {
        if (i + 1 == count) refuse("no value for", arguments[i]);
        if (!take(arguments[i], arguments[i + 1])) refuse("unknown option", arguments[i]);
    }
}

int main(int count, char **arguments) {
    read_options(count, arguments);
    for (size_t i = 0; i < COUNT(acts); i++) {
        if (strcmp(acts[i].name, options.act) != 0) continue;
        watch_for_crashes();
        begin(options.act);
        acts[i].probe();
        done();
        return 0;
    }
    refuse("unknown act", options.act);
}
