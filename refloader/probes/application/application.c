// A valid Vulkan program that plays acts and says what came of each: refloader_application LOADER
// [--allocator] [--layer NAME]... [--api 1.N] ACT... Never judges an answer. Exits 2 for a wrong command line
// and tells what is wrong with it, 3 where the loader cannot be used.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acts/acts.h"
#include "world.h"

#define ACT_ROW(name) {#name, act_##name},
static const struct act {
    const char *name;
    void (*play)(void);
} acts[] = {ACTS(ACT_ROW){"compute-each", act_compute_each}, {"present-x11", act_present_x11}, {"present-both", act_present_both},
            {"modern-older", act_modern_older}};

static _Noreturn void refuse(const char *what, const char *which) {
    char text[256];
    snprintf(text, sizeof text, "%s%s", what, which);
    answer_error(text);
    exit(2);
}

static const struct act *act_named(const char *name) {
    for (size_t i = 0; i < COUNT(acts); i++)
        if (strcmp(acts[i].name, name) == 0) return &acts[i];
    refuse("no such act: ", name);
}

static uint32_t api_named(const char *text) {
    unsigned minor;
    char more;
    if (sscanf(text, "1.%u%c", &minor, &more) != 1 || minor > 1023) refuse("not a version 1.N: ", text);
    return VK_MAKE_API_VERSION(0, 1, minor, 0);
}

// What stands after an option; the arguments end with NULL.
static const char *value_of(char **argument) {
    if (argument[1] == NULL) refuse("nothing after ", argument[0]);
    return argument[1];
}

// The first argument that is no option.
static char **read_options(char **argument) {
    for (program.api = VK_API_VERSION_1_3; *argument != NULL && strncmp(*argument, "--", 2) == 0; argument++) {
        if (strcmp(*argument, "--allocator") == 0) {
            callbacks_use();
            continue;
        }
        const char *value = value_of(argument);
        if (strcmp(*argument, "--api") == 0)
            program.api = api_named(value);
        else if (strcmp(*argument, "--instance-extension") == 0)
            program.extension = value;
        else if (strcmp(*argument, "--layer") == 0 && program.layer_count < MOST_LAYERS)
            program.layers[program.layer_count++] = value;
        else
            refuse("what is ", *argument);
        argument++;
    }
    return argument;
}

// What is alive in each scope and what was wrong since the last time.
static void answer_callbacks(void) {
    if (!callbacks_are_used()) return;
    struct callbacks_counts counts = callbacks_counts();
    list_begin("alive");
    for (size_t i = 0; i < CALLBACK_SCOPES; i++) list_number(counts.alive[i]);
    list_number(counts.internal);
    list_end();
    answer_number("wrong_frees", counts.wrong_frees);
    answer_number("wrong_owners", counts.wrong_owners);
    answer_number("wrong_alignments", counts.wrong_alignments);
    answer_number("used_later", counts.used_later);
    callbacks_count_anew();
}

int main(int count, char **arguments) {
    if (count < 3) refuse("LOADER [--allocator] [--layer NAME]... [--api 1.N] [--instance-extension NAME] ACT...", "");
    char **names = read_options(arguments + 2);
    for (char **name = names; *name != NULL; name++) act_named(*name);
    notes_open();
    begin("loader");
    if (!world_open(arguments[1])) return 3;
    for (char **name = names; *name != NULL; name++) {
        begin(*name);
        note(0, 0, "act", *name);
        act_named(*name)->play();
        answer_callbacks();
    }
    done();
    return 0;
}
