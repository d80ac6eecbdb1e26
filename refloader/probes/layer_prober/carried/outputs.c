// What commands hand out: the entity below writes it for each command of the registry that has no answer of its own, so that
// no layer finds what nobody has written. A handle is a number, and all other values are 0. Of a list, there is nothing; a call
// that the application makes with room for some finds as many as it has room for. A swapchain has the same number of images in
// all calls, of which the first is acquired. See carried.h.
#include <stdlib.h>
#include <string.h>

#include "../resources.h"
#include "carried.h"

static uint32_t sorted[MOST_CARRIED];

static int by_name(const void *one, const void *other) {
    return strcmp(carried_commands[*(const uint32_t *)one].name, carried_commands[*(const uint32_t *)other].name);
}

static int name_of(const void *name, const void *place) {
    return strcmp(name, carried_commands[*(const uint32_t *)place].name);
}

__attribute__((constructor)) static void sort_carried(void) {
    for (uint32_t i = 0; i < carried_command_count; i++) sorted[i] = i;
    qsort(sorted, carried_command_count, sizeof *sorted, by_name);
}

const struct carried_command *carried_command_of(const char *name) {
    const uint32_t *place = bsearch(name, sorted, carried_command_count, sizeof *sorted, name_of);
    return place == NULL ? NULL : &carried_commands[*place];
}

static const struct field *parameters(const struct carried_command *command) { return &carried_fields[command->first]; }

static int is_list(const struct field *field) { return field->count_at == NOWHERE && field->fixed == 0; }

// The pointer to the number of elements; NULL: the list has its length from elsewhere.
static uint32_t *count_of(const struct carried_command *command, const struct field *list, const uint64_t *arguments) {
    const struct field *count = list;
    while (count > parameters(command) && count->kind != FIELD_COUNT) count--;
    uint64_t address = count->kind == FIELD_COUNT ? arguments[count->at / 8] : 0;
    return (uint32_t *)(uintptr_t)(address > UINT16_MAX ? address : 0);
}

static uint32_t elements_of(const struct carried_command *command, const struct field *field, const uint64_t *arguments) {
    if (field->count_at != NOWHERE) return (uint32_t)arguments[field->count_at / 8];
    if (!is_list(field)) return field->fixed;
    const uint32_t *count = count_of(command, field, arguments);
    return count == NULL ? 0 : *count;
}

static int is_plain_within(const struct structure *structure, uint32_t nesting) {
    for (uint32_t i = structure->first; i < structure->first + structure->count; i++) {
        const struct field *field = &carried_fields[i];
        int is_number = field->kind == FIELD_WORD || field->kind == FIELD_FLAGS || field->kind == FIELD_BYTES;
        int is_head = field->kind == FIELD_TYPE || field->kind == FIELD_CHAIN;
        if (is_number || is_head) continue;
        if (field->kind != FIELD_STRUCTURE || nesting > 2 || !is_plain_within(&carried_structures[field->of], nesting + 1)) return 0;
    }
    return 1;
}

int is_plain(const struct structure *structure) { return is_plain_within(structure, 0); }

uint32_t head_of(const struct field *field) {
    return field->of == NOWHERE || carried_structures[field->of].type == UINT32_MAX ? 0 : 16;
}

// How much a call that names room for bytes has written there is for whoever answers it.
static int is_size_of_bytes(const struct carried_command *command, const struct field *field, const uint64_t *arguments) {
    const struct field *bytes = field + 1;
    if (bytes >= parameters(command) + command->count || bytes->kind != FIELD_OUT) return 0;
    return field->size == sizeof(uint64_t) && bytes->size == 1 && arguments[bytes->at / 8] != 0;
}

// sType and pNext are the application's, and so is the room that structures point to.
static void clear(const struct field *field, uint64_t address, uint32_t elements, int value) {
    uint32_t head = head_of(field);
    if (field->of != NOWHERE && !is_plain(&carried_structures[field->of])) return;
    for (uint32_t i = 0; i < elements; i++) memset((void *)(uintptr_t)(address + i * field->size + head), value, field->size - head);
}

static void write_one(const struct carried_command *command, const struct field *field, const uint64_t *arguments) {
    uint64_t address = arguments[field->at / 8];
    if (address <= UINT16_MAX) return;  // some calls come with nothing but numbers
    uint32_t elements = elements_of(command, field, arguments);
    int value = strstr(command->name, "FdKHR") != NULL ? 0xFF : 0;  // -1 is no file
    if (field->kind == FIELD_MADE && !is_dispatchable(field->of)) make_handles(address, elements);
    else if (field->kind == FIELD_OUT && !is_size_of_bytes(command, field, arguments)) clear(field, address, elements, value);
}

void count_available(const struct carried_command *command, const uint64_t *arguments, uint32_t available) {
    for (const struct field *at = parameters(command); at < parameters(command) + command->count; at++) {
        int hands_out = at->kind == FIELD_OUT || at->kind == FIELD_MADE;
        if (!hands_out || !is_list(at) || arguments[at->at / 8] != 0) continue;
        uint32_t *count = count_of(command, at, arguments);
        if (count != NULL) *count = available;
    }
}

int lists_images(const struct carried_command *command) { return strcmp(command->name, "vkGetSwapchainImagesKHR") == 0; }

// VkDevice, VkSwapchainKHR, count, images
static void limit_images(const uint64_t *arguments) {
    uint32_t *count = (uint32_t *)(uintptr_t)(arguments[2] > UINT16_MAX ? arguments[2] : 0);
    if (count != NULL && *count > ELEMENTS) *count = ELEMENTS;
}

void write_outputs(const char *name, const uint64_t *arguments) {
    const struct carried_command *command = carried_command_of(name);
    if (command == NULL) return;
    count_available(command, arguments, lists_images(command) ? ELEMENTS : 0);
    if (lists_images(command)) limit_images(arguments);
    for (uint32_t i = 0; i < command->count; i++) write_one(command, &parameters(command)[i], arguments);
}
