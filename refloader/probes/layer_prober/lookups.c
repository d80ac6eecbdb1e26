// The act "lookups": every command of the registry, and some other names, through each lookup of the layer.
// lookups.ENTITY.LOOKUP lists the names by where their answers lie (own, next, elsewhere with the place; the others
// are NULL), those that the entity below was asked for meanwhile, and with which handle where that was not its own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../shared/answers.h"
#include "chain.h"
#include "rows.h"

static const char *const more_names[] = {
    PHYSICAL_LOOKUP, "vkNegotiateLoaderLayerInterfaceVersion", MADE_UP_INSTANCE, MADE_UP_DEVICE, MADE_UP_PHYSICAL,
};
#define MOST_NAMES 1024U

// The last are those of "--function": names that the manifest lists, which no registry need have.
static uint32_t name_count(void) {
    uint32_t known = command_count() + (uint32_t)COUNT(more_names);
    uint32_t more = options.functions.count;
    return known + (more < MOST_NAMES - known ? more : MOST_NAMES - known);
}

static const char *name_at(uint32_t index) {
    if (index < command_count()) return command_name(index);
    index -= command_count();
    return index < COUNT(more_names) ? more_names[index] : options.functions.word[index - COUNT(more_names)];
}

// One pass over all names; what is known of each is kept until it is told.
static struct pass {
    const char *label;
    enum lookup lookup;
    const struct made *owner;  // NULL for the lookup with no instance
    uint32_t done;
    struct answer {
        const void *pointer;
        int was_asked;        // by the same lookup of the entity below this owner, for this name
        int was_asked_others; // of another entity
        const char *handle;   // the owner of that question
    } answers[MOST_NAMES];
} pass;

static const void *look_up(const char *name) {
    void *handle = pass.owner == NULL ? NULL : pass.owner->upper;
    if (pass.lookup == BY_DEVICE) return (const void *)entry.device(handle, name);
    if (pass.lookup == BY_PHYSICAL) return (const void *)entry.physical(handle, name);
    return (const void *)entry.instance(handle, name);
}

static void look_at_questions(struct answer *answer, const char *name) {
    for (uint32_t i = 0; i < question_count; i++) {
        const struct question *question = &questions[i];
        if (strcmp(question->name, name) != 0) continue;
        if (pass.owner == NULL || question->next != pass.owner->next) {
            answer->was_asked_others = 1;
        } else if (question->lookup == pass.lookup) {
            answer->was_asked = 1;
            answer->handle = whose(pass.owner, question->handle);
        }
    }
}

static void say_places(const char *key, const char *place) {
    open_list(key);
    for (uint32_t i = 0; i < pass.done; i++)
        if (strcmp(place_of(pass.answers[i].pointer), place) == 0) say_text(NULL, name_at(i));
    close_list();
}

// Those that lie neither in the library nor below.
static void say_elsewhere(void) {
    open_object("elsewhere");
    for (uint32_t i = 0; i < pass.done; i++) {
        const char *place = place_of(pass.answers[i].pointer);
        int is_usual = strcmp(place, "null") == 0 || strcmp(place, "own") == 0 || strcmp(place, "next") == 0;
        if (!is_usual) say_text(name_at(i), place);
    }
    close_object();
}

static void say_asked(void) {
    open_list("asked");
    for (uint32_t i = 0; i < pass.done; i++)
        if (pass.answers[i].was_asked) say_text(NULL, name_at(i));
    close_list();
    open_list("asked_others");
    for (uint32_t i = 0; i < pass.done; i++)
        if (pass.answers[i].was_asked_others) say_text(NULL, name_at(i));
    close_list();
    open_object("asked_with");  // where it was not the handle of the entity below
    for (uint32_t i = 0; i < pass.done; i++)
        if (pass.answers[i].was_asked && strcmp(pass.answers[i].handle, "lower") != 0)
            say_text(name_at(i), pass.answers[i].handle);
    close_object();
}

static void say_pass(const char *until) {
    open_answer(pass.label);
    say_number("names", pass.done);
    if (until != NULL) say_text("until", until);
    say_places("own", "own");
    say_places("next", "next");
    say_elsewhere();
    say_asked();
    close_answer();
}

// ``wanted`` tells which names are looked up; NULL: all.
static void look_up_names(const char *label, enum lookup lookup, const struct made *owner,
                          int (*wanted)(const char *)) {
    begin(label);
    memset(&pass, 0, sizeof pass);
    pass.label = label;
    pass.lookup = lookup;
    pass.owner = owner;
    for (uint32_t i = 0; i < name_count(); i++) {
        const char *name = name_at(i);
        pass.done = i;
        if (wanted != NULL && !wanted(name)) continue;
        at(name, say_pass);
        forget();
        pass.answers[i].pointer = look_up(name);
        look_at_questions(&pass.answers[i], name);
    }
    pass.done = name_count();
    at(NULL, NULL);
    say_pass(NULL);
}

static void look_all_up(const char *label, enum lookup lookup, const struct made *owner) {
    look_up_names(label, lookup, owner, NULL);
}

// What every loader asks for before there is an instance, and all that some layers have an answer to then.
static int is_first(const char *name) { return strcmp(name, "vkCreateInstance") == 0; }

// ---- instances and devices to look up with

static int is_there(const struct made *made) { return made->result == VK_SUCCESS && made->lower != NULL; }

static int made_instance(const char *label, struct next *next, const struct request *request, struct made *made) {
    begin(label);
    *made = make_instance(next, request);
    open_answer(label);
    say_made("made", made);
    close_answer();
    return is_there(made);
}

static int made_device(const char *label, const struct made *instance, const struct request *request,
                       struct made *made) {
    begin(label);
    VkPhysicalDevice physical = first_physical_device(instance);
    if (physical == NULL) return 0;
    *made = make_device(instance, physical, request);
    open_answer(label);
    say_made("made", made);
    close_answer();
    return is_there(made);
}

static struct request instance_request = {.nodes = USUAL_NODES};
static const struct request device_request = {.nodes = USUAL_DEVICE_NODES};

// With an entity below that answers every name, also those of extensions that nobody has enabled.
static int look_up_open(struct made *instance, struct made *device) {
    if (!made_instance("lookups.open", &nexts[0], &instance_request, instance)) return 0;
    look_all_up("lookups.open.instance", BY_INSTANCE, instance);
    if (entry.physical != NULL) look_all_up("lookups.open.physical", BY_PHYSICAL, instance);
    if (entry.device == NULL || !made_device("lookups.open.create_device", instance, &device_request, device))
        return 0;
    look_all_up("lookups.open.device", BY_DEVICE, device);
    return 1;
}

// With one that supports extensions and has their functions for devices that enable them, as this one does not.
static void look_up_bare(const struct made *instance) {
    static struct made device;
    nexts[0].is_bare = 1;
    if (made_device("lookups.bare.create_device", instance, &device_request, &device))
        look_all_up("lookups.bare.device", BY_DEVICE, &device);
    nexts[0].is_bare = 0;
}

static struct made closed_instance, closed_device;

// With one that answers the core commands alone, as a driver does that supports no extension.
static void look_up_closed(void) {
    nexts[1].closed = 1;
    if (!made_instance("lookups.closed", &nexts[1], &instance_request, &closed_instance)) return;
    look_all_up("lookups.closed.instance", BY_INSTANCE, &closed_instance);
    if (entry.physical != NULL) look_all_up("lookups.closed.physical", BY_PHYSICAL, &closed_instance);
    if (entry.device != NULL &&
        made_device("lookups.closed.create_device", &closed_instance, &device_request, &closed_device))
        look_all_up("lookups.closed.device", BY_DEVICE, &closed_device);
}

static int is_promised(const char *name) {
    for (uint32_t i = 0; i < options.functions.count; i++)
        if (strcmp(options.functions.word[i], name) == 0) return 1;
    return 0;
}

// The same functions for those that have not enabled them, now that another instance and another device have: for older
// ones, and for a new device of that instance.
static void look_up_beside(const struct made *instance) {
    static struct made device;
    if (is_there(&closed_instance))
        look_up_names("lookups.older.instance", BY_INSTANCE, &closed_instance, is_promised);
    if (is_there(&closed_instance) && entry.physical != NULL)
        look_up_names("lookups.older.physical", BY_PHYSICAL, &closed_instance, is_promised);
    if (is_there(&closed_device)) look_up_names("lookups.older.device", BY_DEVICE, &closed_device, is_promised);
    if (made_device("lookups.beside.create_device", instance, &device_request, &device))
        look_up_names("lookups.beside.device", BY_DEVICE, &device, is_promised);
}

// The same for devices that enable one of several extensions each: lookups.alone.EXTENSION.
#define MOST_ALONE 16U
static void look_up_alone(const struct made *instance, const struct words *extensions) {
    static struct made devices[MOST_ALONE];
    for (uint32_t i = 0; extensions->count > 1 && i < extensions->count && i < MOST_ALONE; i++) {
        char label[128], maker[128];
        struct request request = device_request;
        request.extensions.word[0] = extensions->word[i];
        request.extensions.count = 1;
        snprintf(label, sizeof label, "lookups.alone.%s", extensions->word[i]);
        snprintf(maker, sizeof maker, "lookups.alone.create_device.%s", extensions->word[i]);
        if (made_device(maker, instance, &request, &devices[i]))
            look_up_names(label, BY_DEVICE, &devices[i], is_promised);
    }
}

// The functions of the layer's own extensions, above an entity that has none of them.
static void look_up_promised(const struct request *of_instance, const struct request *of_device) {
    static struct made instance, device;
    nexts[1].closed = nexts[1].is_lenient = 1;
    if (!made_instance("lookups.promised", &nexts[1], of_instance, &instance)) return;
    look_up_names("lookups.promised.instance", BY_INSTANCE, &instance, is_promised);
    struct enumeration asked = {.of = DEVICE_EXTENSIONS, .device = first_physical_device(&instance)};
    asked.function = instance_function(&instance, enumerations[DEVICE_EXTENSIONS]);
    if (asked.function != NULL && asked.device != NULL) {
        enumerate("lookups.promised.reported", &asked, NULL, 0);
        asked.layer = options.layer;
        if (*options.layer != '\0' && !is_next((const void *)asked.function))
            enumerate("lookups.promised.own", &asked, NULL, 0);
    }
    if (entry.physical != NULL) look_up_names("lookups.promised.physical", BY_PHYSICAL, &instance, is_promised);
    if (entry.device == NULL || !made_device("lookups.promised.create_device", &instance, of_device, &device)) return;
    look_up_names("lookups.promised.device", BY_DEVICE, &device, is_promised);
    look_up_beside(&instance);
    look_up_alone(&instance, &of_device->extensions);
}

// With the extensions that the command line names.
static void look_up_enabled(void) {
    static struct made instance, device;
    struct request of_instance = instance_request, of_device = device_request;
    of_instance.extensions = options.instance_extensions;
    of_device.extensions = options.device_extensions;
    if (of_instance.extensions.count + of_device.extensions.count == 0) return;
    if (!made_instance("lookups.enabled", &nexts[2], &of_instance, &instance)) return;
    look_all_up("lookups.enabled.instance", BY_INSTANCE, &instance);
    if (entry.device != NULL && made_device("lookups.enabled.create_device", &instance, &of_device, &device))
        look_all_up("lookups.enabled.device", BY_DEVICE, &device);
    look_up_promised(&of_instance, &of_device);
}

static int is_creation(const char *name) { return strcmp(name, "vkCreateDevice") == 0; }

// With an entity that lists the extensions of the command line, and has each of their commands, all enabled.
static void look_up_offered(void) {
    static struct made instance, device;
    struct request of_instance = instance_request, of_device = device_request;
    offered_by_instances = &options.instance_extensions, offered_by_devices = &options.device_extensions;
    of_instance.extensions = options.instance_extensions;
    of_device.extensions = options.device_extensions;
    if (!made_instance("lookups.offered", &nexts[0], &of_instance, &instance)) return;
    look_up_names("lookups.offered.instance", BY_INSTANCE, &instance, is_creation);
    VkPhysicalDevice physical = first_physical_device(&instance);
    if (entry.device == NULL || physical == NULL || !shows_extensions(&instance, physical)) return;
    if (made_device("lookups.offered.create_device", &instance, &of_device, &device))
        look_all_up("lookups.offered.device", BY_DEVICE, &device);
}

static int is_made_up(const char *name) { return strstr(name, "OfTheProberEXT") != NULL; }

// What nobody but the entity below knows, when another instance has come and gone. lookups.left.KIND.
static void look_up_left(const struct made *instance, const struct made *device) {
    static struct made other;
    if (!made_instance("lookups.left", &nexts[1], &instance_request, &other)) return;
    destroy_instance(&other);
    look_up_names("lookups.left.instance", BY_INSTANCE, instance, is_made_up);
    if (entry.physical != NULL) look_up_names("lookups.left.physical", BY_PHYSICAL, instance, is_made_up);
    if (device != NULL) look_up_names("lookups.left.device", BY_DEVICE, device, is_made_up);
}

void probe_lookups(void) {
    static struct made instance, device;
    instance_request.api_version = VERSION_OF(options.minor);
    open_layer();
    enter("lookups");
    // Of all names no loader asks so, and not every layer lives through it: a run of its own.
    if (strcmp(options.only, "none") == 0) {
        look_all_up("lookups.none", BY_INSTANCE, NULL);
        return;
    }
    look_up_names("lookups.first", BY_INSTANCE, NULL, is_first);
    if (strcmp(options.only, "older") == 0) {
        look_up_offered();
        return;
    }
    int has_device = look_up_open(&instance, &device);
    if (has_device) look_up_bare(&instance);
    look_up_closed();
    look_up_enabled();
    // Once more with the first ones, now that there are others.
    if (is_there(&instance)) look_all_up("lookups.again.instance", BY_INSTANCE, &instance);
    if (has_device) look_all_up("lookups.again.device", BY_DEVICE, &device);
    if (is_there(&instance)) look_up_left(&instance, has_device ? &device : NULL);
}
