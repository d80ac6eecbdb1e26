// Reads a script and carries it out: agent.exe SCRIPT. The protocol is version 1 of its own.
//
// A script is a text of lines; its first is "refloader-agent 1". A line is a word and its arguments with single spaces
// between them. In an argument, every byte that is no printable ASCII character, the space and "%" are "%xx"; an
// empty one is "%". Texts are UTF-8. The words, in the order in which a script has them:
//
// events PATH, trace PATH      files to which this program and the mocks write
// key PATH, value PATH NAME TYPE HEX   the registry; what loaders read of it is deleted first
// set NAME VALUE, unset NAME   the variables of the process
// elevated 0|1, device KEY COMPONENT, adapter LUID, package FOLDER   what hooks answer (see hooks.c)
// folder PATH                  the working folder
// application VERSION|- FLAGS, layer NAME, extension NAME   of the next instance or device that is made
// name NAME                    of the next step that takes names
// open PATH                    load the loader
// version, layers, extensions LAYER, extensions-of-layers, instance   queries
// step VERB LABEL OF, announce TEXT
//
// A script of the word warm alone has DXGI load: what Wine starts for that stays, and later scripts need not wait.
#include "agent.h"

#include <dxgi.h>

#define MOST_ARGUMENTS 4

static struct creation creation;
static struct names names;

static int of_hex(char digit) {
    return digit >= '0' && digit <= '9' ? digit - '0' : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

// In place: what is decoded is never longer.
static char *decoded(char *text) {
    char *to = text;
    if (strcmp(text, "%") == 0) text[0] = '\0';
    for (const char *at = text; *at != '\0'; to++) {
        if (*at == '%' && of_hex(at[1]) >= 0 && of_hex(at[2]) >= 0) *to = (char)(of_hex(at[1]) << 4 | of_hex(at[2])), at += 3;
        else *to = *at++;
    }
    *to = '\0';
    return text;
}

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

static void do_events(char **given) { report_to(given[0]); }
static void do_trace(char **given) { trace_to(given[0]); }
static void do_key(char **given) { registry_key(given[0]); }
static void do_value(char **given) {
    registry_value(given[0], given[1], (DWORD)strtoul(given[2], NULL, 10), given[3]);
}
static void do_set(char **given) { set_variable(given[0], given[1]); }
static void do_unset(char **given) { set_variable(given[0], NULL); }
static void do_elevated(char **given) { hook_elevation(given[0][0] == '1'); }
static void do_device(char **given) { hook_device(given[0], given[1][0] == '1'); }
static void do_adapter(char **given) { hook_adapter(strtoll(given[0], NULL, 10)); }
static void do_package(char **given) { hook_package(given[0]); }
static void do_folder(char **given) {
    if (!SetCurrentDirectoryW(wide(given[0]))) give_up("there is no working folder", given[0]);
}
static void do_warm(char **given) {
    HMODULE dxgi = LoadLibraryW(L"dxgi.dll");
    HRESULT(WINAPI *create)(REFIID, void **) = dxgi == NULL ? NULL : (void *)GetProcAddress(dxgi, "CreateDXGIFactory1");
    void *factory;
    (void)given;
    if (create != NULL) create(&IID_IDXGIFactory1, &factory);
    TerminateProcess(GetCurrentProcess(), 0);
}

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

static const struct {
    const char *name;
    int arguments;
    void (*act)(char **given);
} words[] = {
    {"events", 1, do_events}, {"trace", 1, do_trace}, {"key", 1, do_key}, {"value", 4, do_value},
    {"set", 2, do_set}, {"unset", 1, do_unset}, {"elevated", 1, do_elevated}, {"device", 2, do_device},
    {"adapter", 1, do_adapter}, {"package", 1, do_package}, {"folder", 1, do_folder},
    {"application", 2, do_application}, {"layer", 1, do_layer}, {"extension", 1, do_extension},
    {"name", 1, do_name}, {"open", 1, do_open}, {"version", 0, do_version}, {"layers", 0, do_layers},
    {"extensions", 1, do_extensions}, {"extensions-of-layers", 0, do_extensions_of_layers},
    {"instance", 0, do_instance}, {"warm", 0, do_warm}, {"announce", 1, do_announce}, {"step", 3, do_a_step},
};

static void act_on(char *line) {
    char *given[MOST_ARGUMENTS + 1] = {NULL};
    char *word = line;
    int count = 0;
    for (char *space = strchr(line, ' '); space != NULL && count <= MOST_ARGUMENTS; space = strchr(space, ' ')) {
        *space++ = '\0';
        given[count++] = space;
    }
    for (int i = 0; i < count; i++) decoded(given[i]);
    for (size_t i = 0; i < COUNT(words); i++)
        if (strcmp(words[i].name, word) == 0 && words[i].arguments == count) {
            words[i].act(given);
            return;
        }
    give_up("the script has an unknown line:", word);
}

static char *content_of(const wchar_t *path) {
    FILE *file = _wfopen(path, L"rb");
    if (file == NULL) return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fseek(file, 0, SEEK_SET);
    char *text = calloc((size_t)size + 1, 1);
    if (text != NULL && fread(text, 1, (size_t)size, file) != (size_t)size) text[0] = '\0';
    fclose(file);
    return text;
}

// A loader that crashes is reported, and nothing asks a user what to do about it.
static LONG WINAPI on_crash(EXCEPTION_POINTERS *what) {
    char name[32];
    snprintf(name, sizeof name, "0x%08lx", what->ExceptionRecord->ExceptionCode);
    report_begin("crashed");
    report_text("code", name);
    report_end();
    TerminateProcess(GetCurrentProcess(), what->ExceptionRecord->ExceptionCode);
    return EXCEPTION_EXECUTE_HANDLER;
}

int wmain(int count, wchar_t **arguments) {
    char *script = count == 2 ? content_of(arguments[1]) : NULL, *rest = NULL;
    char *line = script == NULL ? NULL : strtok_r(script, "\n", &rest);
    if (line == NULL || strcmp(line, "refloader-agent 1") != 0) return 96;
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    SetUnhandledExceptionFilter(on_crash);
    registry_clean();
    while ((line = strtok_r(NULL, "\n", &rest)) != NULL) act_on(line);
    report_hooks();
    report_begin("done");
    report_end();
    fflush(NULL);
    TerminateProcess(GetCurrentProcess(), 0);
    return 0;
}
