// Reads a script and carries it out. The protocol is version 1 of its own, the same on every system.
//
// A script is a text of lines; its first is "refloader-agent 1". A line is a word and its arguments with single spaces
// between them. In an argument, every byte that is no printable ASCII character, the space and "%" are "%xx"; an
// empty one is "%". Texts are UTF-8. The words, in the order in which a script has them:
//
// words of the system, see its machine.c: where events go to, and what the machine is like
// trace PATH                   the file to which the mocks write
// set NAME VALUE, unset NAME   the variables of the process
// folder PATH                  the working folder
// application VERSION|- FLAGS, layer NAME, extension NAME   of the next instance or device that is made
// name NAME                    of the next step that takes names
// open PATH                    load the loader
// version, layers, extensions LAYER, extensions-of-layers, instance   queries
// step VERB LABEL OF, announce TEXT
// argument wide|word number|handle|text|out|read VALUE   of the next call; "wide" has 64 bits in every process
// call LABEL COMMAND global|instance|device|export|pointer OF result|word|nothing
// pointer LABEL COMMAND global|instance|device|export OF   what a later call "pointer LABEL" calls
#include "machine.h"
#include "words.h"

#define MOST_ARGUMENTS 5

static struct creation creation;
static struct names names;

static void add_name(struct names *to, const char *name) {
    if (to->count == MOST_NAMES) give_up("the script has too many names", "");
    to->items[to->count++] = name;
}

static void clear(void) {
    creation.layers.count = creation.extensions.count = names.count = 0;
}

static void do_application(char **given) {
    clear();
    creation.has_version = strcmp(given[0], "-") != 0;
    creation.version = (uint32_t)strtoul(given[0], NULL, 10);
    creation.flags = (uint32_t)strtoul(given[1], NULL, 10);
}

static void do_trace(char **given) { trace_to(given[0]); }
static void do_set(char **given) { set_variable(given[0], given[1]); }
static void do_unset(char **given) { set_variable(given[0], NULL); }
static void do_folder(char **given) { enter_folder(given[0]); }
static void do_layer(char **given) { add_name(&creation.layers, given[0]); }
static void do_extension(char **given) { add_name(&creation.extensions, given[0]); }
static void do_name(char **given) { add_name(&names, given[0]); }
static void do_open(char **given) { open_loader(given[0]); }
static void do_version(char **given) { (void)given, query_version(); }
static void do_layers(char **given) { (void)given, query_layers(); }
static void do_extensions(char **given) { query_extensions(given[0]); }
static void do_extensions_of_layers(char **given) { (void)given, query_extensions_of_layers(); }
static void do_instance(char **given) { (void)given, query_instance(&creation); }
static void do_announce(char **given) { announce(given[0]); }
static void do_a_step(char **given) { do_step(given[0], given[1], given[2], &creation, &names); }
static void do_argument(char **given) { call_argument(given[0], given[1], given[2]); }
static void do_a_pointer(char **given) { do_pointer(given[0], given[1], given[2], given[3]); }
static void do_a_call(char **given) { do_call(given[0], given[1], given[2], given[3], given[4]); }

static const struct word words[] = {
    {"trace", 1, do_trace}, {"set", 2, do_set}, {"unset", 1, do_unset}, {"folder", 1, do_folder},
    {"application", 2, do_application}, {"layer", 1, do_layer}, {"extension", 1, do_extension},
    {"name", 1, do_name}, {"open", 1, do_open}, {"version", 0, do_version}, {"layers", 0, do_layers},
    {"extensions", 1, do_extensions}, {"extensions-of-layers", 0, do_extensions_of_layers},
    {"instance", 0, do_instance}, {"announce", 1, do_announce}, {"step", 3, do_a_step},
    {"argument", 3, do_argument}, {"call", 5, do_a_call}, {"pointer", 4, do_a_pointer}, {NULL, 0, NULL},
};

static const struct word *word_of(const struct word *in, const char *name, int count) {
    for (; in->name != NULL; in++)
        if (strcmp(in->name, name) == 0 && in->arguments == count) return in;
    return NULL;
}

static void act_on(char *line) {
    char *given[MOST_ARGUMENTS + 1] = {NULL};
    char *word = line;
    int count = 0;
    for (char *space = strchr(line, ' '); space != NULL && count <= MOST_ARGUMENTS; space = strchr(space, ' ')) {
        *space++ = '\0';
        given[count++] = space;
    }
    for (int i = 0; i < count; i++) decoded(given[i]);
    const struct word *found = word_of(words, word, count);
    if (found == NULL) found = word_of(machine_words, word, count);
    if (found == NULL) give_up("the script has an unknown line:", word);
    found->act(given);
}

int carry_out(char *script) {
    char *rest = NULL, *line = strtok_r(script, "\n", &rest);
    if (line == NULL || strcmp(line, "refloader-agent 1") != 0) return 96;
    while ((line = strtok_r(NULL, "\n", &rest)) != NULL) act_on(line);
    fflush(NULL);
    machine_finish();
    report_begin("done");
    report_end();
    machine_exit();
}
