// One question in several forms: what comes back by each is compared with what comes back by the first. See facts.h.
#include <stdio.h>
#include <string.h>

#include "../../shared/answers.h"
#include "facts.h"

#define MOST_DIFFERENT 8U

void add_to_reading(struct reading *to, const void *bytes, size_t size) {
    if (size > READING_ROOM - to->size) size = READING_ROOM - to->size;
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

static int is_asked(const struct facts *facts, const struct inquiry *inquiry, uint32_t form) {
    int is_of_extension = form > 1 || (form == 1 && inquiry->minor == 0);
    const char *name = inquiry->names[form];
    if (name == NULL || (is_of_extension ? !facts->is_extended : form == 1 && inquiry->minor > options.minor)) return 0;
    return instance_function(&facts->instance, name) != NULL;
}

static int has_layers(const struct facts *facts, const struct inquiry *inquiry) {
    for (uint32_t form = 0; form < MOST_FORMS; form++)
        if (is_asked(facts, inquiry, form) && is_layers(facts, inquiry->names[form])) return 1;
    return 0;
}

static int is_other(const struct reading *one, const struct reading *other) {
    if (one->result != other->result) return 1;
    return one->result >= VK_SUCCESS && (one->size != other->size || memcmp(one->bytes, other->bytes, one->size) != 0);
}

static void read_form(const struct facts *facts, const struct inquiry *inquiry, uint32_t form, uint32_t about, struct reading *to) {
    memset(to, 0, sizeof *to);
    inquiry->ask(facts, instance_function(&facts->instance, inquiry->names[form]), form, about, to);
}

// The last number tells whether both forms are the layer's own.
static void say_other(const struct facts *facts, const struct inquiry *inquiry, uint32_t form, uint32_t about) {
    open_list(NULL);
    say_text(NULL, inquiry->names[form]);
    say_number(NULL, about);
    say_number(NULL, (uint32_t)(is_layers(facts, inquiry->names[0]) && is_layers(facts, inquiry->names[form])));
    close_list();
}

void compare_forms(const struct facts *facts, const struct inquiry *inquiry) {
    static struct reading first, other;
    char label[96];
    uint32_t compared = 0, different = 0, found[MOST_FORMS] = {0};
    if (!is_asked(facts, inquiry, 0) || !has_layers(facts, inquiry)) return;
    snprintf(label, sizeof label, "facts.%s", inquiry->names[0]);
    begin(label);
    open_answer(label);
    open_list("different");
    for (uint32_t about = 0; about < inquiry->about; about++) {
        read_form(facts, inquiry, 0, about, &first);
        for (uint32_t form = 1; form < MOST_FORMS; form++) {
            if (!is_asked(facts, inquiry, form)) continue;
            read_form(facts, inquiry, form, about, &other);
            compared++;
            if (is_other(&first, &other) && found[form]++ == 0 && different++ < MOST_DIFFERENT) say_other(facts, inquiry, form, about);
        }
    }
    close_list();
    say_number("compared", compared);
    close_answer();
}
