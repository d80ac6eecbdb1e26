// The act "exports": what the library exports, and what its own references to these exports are bound to.
//
// exports.interface has for each function of the interface and each export of version 0 the place (file_of) of what
// dlsym finds. exports.official lists the commands of the registry that the library itself exports under their names.
// exports.bound has for each of these that the library also refers to by name the place that the reference leads to,
// while a library with a loader's exports is in the process before it; "reads" is 0 where this machine's kind of
// relocations is not known here.
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../commands.h"
#include "../driver_prober.h"

#define SYMBOL_OF(info) ((size_t)((uint64_t)(info) >> 32))  // of 64-bit libraries, the only ones that are read
#define LOADERS_EXPORTS "/../prober/librefloader_recorder.so"

static void say_interface(void) {
    static const char *const names[] = {
        NEGOTIATE,
        GET_PROC_ADDR,
        GET_PHYSICAL,
        "vkGetInstanceProcAddr",
        "vkCreateInstance",
        "vkEnumerateInstanceExtensionProperties",
    };
    begin("exports.interface");
    open_answer("exports.interface");
    for (size_t i = 0; i < COUNT(names); i++) say_text(names[i], file_of(exported(names[i])));
    close_answer();
}

static void say_official(void) {
    open_answer("exports.official");
    open_list("own");
    for (uint32_t i = 0; i < known_command_count(); i++)
        if (is_own(exported(known_command(i)))) say_text(NULL, known_command(i));
    close_list();
    close_answer();
}

// A stand-in with a loader's exports, visible to all that is opened after it: as for programs that link to a loader.
static int open_loaders_exports(void) {
    char path[4096];
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - sizeof LOADERS_EXPORTS);
    path[size < 0 ? 0 : size] = '\0';
    char *slash = strrchr(path, '/');
    strcpy(slash == NULL ? path : slash, LOADERS_EXPORTS);
    return dlopen(path, RTLD_NOW | RTLD_GLOBAL) != NULL;
}

// ---- references

struct tables {
    const ElfW(Sym) *symbols;
    const char *strings;
    const ElfW(Rela) *lists[2];
    size_t counts[2];
};

static struct tables tables_of(const struct link_map *map) {
    struct tables found = {0};
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_SYMTAB) found.symbols = (const ElfW(Sym) *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_STRTAB) found.strings = (const char *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_RELA) found.lists[0] = (const ElfW(Rela) *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_RELASZ) found.counts[0] = entry->d_un.d_val / sizeof(ElfW(Rela));
        if (entry->d_tag == DT_JMPREL) found.lists[1] = (const ElfW(Rela) *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_PLTRELSZ) found.counts[1] = entry->d_un.d_val / sizeof(ElfW(Rela));
    }
    return found;
}

// A reference to a command that the library itself exports: where it leads to.
static void say_reference(const struct link_map *map, const struct tables *tables, const ElfW(Rela) *reference) {
    size_t index = SYMBOL_OF(reference->r_info);
    const ElfW(Sym) *symbol = &tables->symbols[index];
    const char *name = tables->strings + symbol->st_name;
    if (index == 0 || symbol->st_shndx == SHN_UNDEF || !is_command(name)) return;
    uintptr_t bound = *(const uintptr_t *)(map->l_addr + reference->r_offset) - (uintptr_t)reference->r_addend;
    say_text(name, file_of((const void *)bound));
}

static void say_references(void) {
    const struct link_map *map = library_map();
    int can_read = map != NULL && sizeof(void *) == 8;
    struct tables tables = can_read ? tables_of(map) : (struct tables){0};
    open_answer("exports.bound");
    say_flag("reads", can_read);
    open_object("places");
    for (size_t list = 0; list < COUNT(tables.lists); list++)
        for (size_t i = 0; tables.lists[list] != NULL && i < tables.counts[list]; i++)
            say_reference(map, &tables, &tables.lists[list][i]);
    close_object();
    close_answer();
}

void probe_exports(void) {
    if (!open_loaders_exports()) {
        error("the stand-in for a loader's library cannot be opened");
        _exit(2);
    }
    open_library_bound(options.library);
    say_interface();
    say_official();
    say_references();
}
