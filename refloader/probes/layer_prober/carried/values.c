// The numbers that arguments have: other ones in each member and in each element of an array, so that none is taken for
// another. In variants, enumerations and flags have other values as well. See carried.h.
#include <string.h>

#include "../../../native/generated/vk_core.h"
#include "carried.h"

uint32_t carried_variant, carried_structure;
uint64_t carried_timeout = FOREVER;

// What a number of 64 bits may have more than one of 32. The lower part is nothing that a layer could have of its own, as
// the size of another object, to which it may cut what is too large.
#define HIGH UINT64_C(0x500005000)
// Flags of stages and accesses that one of 32 bits has no room for. Lower ones stand for some of these as well: where they come
// together, a layer may leave out the former or the latter. To have read makes nothing available.
#define HIGH_STAGE UINT64_C(0x100000000)    // copies
#define HIGH_STAGES UINT64_C(0x4100000000)  // these, and shaders before rasterization
#define HIGH_ACCESS UINT64_C(0x400000000)   // shaders write to storage
// The table gives numbers that stand for themselves, as places and sizes, these values; enumerations have others.
#define LEAST_NUMBER 20U
#define MOST_NUMBER 140U
#define LESS 12U  // in the last variants: what is no limit that a layer may have
#define APART_IN_ROW 0x8000U  // between floating point numbers in a row

// Members in a row have values in a row, and those of other structures begin with others, from variant to variant anew.
static uint32_t place_in(const struct field *field, uint32_t place) {
    return (uint32_t)(field - carried_fields) + place + carried_variant + carried_structure * (1 + carried_variant / 3);
}

static uint64_t number_of(const struct field *field, uint32_t place) {
    if (field->of >= WORD_LISTS && carried_variant > 0) {
        const uint32_t *list = &carried_values[field->of - WORD_LISTS];
        uint32_t at = place_in(field, place) % list[0];
        if (carried_variant == 1 && list[1 + at] == field->fill) at = (at + 1) % list[0];  // another one than the plain call has
        return list[1 + at];
    }
    int is_number = field->fill >= LEAST_NUMBER && field->fill <= MOST_NUMBER && field->fill % 4 == 0;
    if (!is_number && field->of != WORD_IS_FLOAT) return field->fill;
    return field->fill + place * APART - (carried_variant >= FIRST_LESS ? LESS : 0);
}

// What is added to an index may be less than 0.
static int is_signed(const struct field *field) { return strcmp(carried_names + field->name, "vertexOffset") == 0; }

static int stands_behind(const struct field *field, const char *name) { return strcmp(carried_names + field[-1].name, name) == 0; }

// In the form with all that remain: a part of an image from its second level and layer on, of a kind of view that has
// several layers. NOWHERE: another word.
static uint32_t rest_of(const struct field *field, const char *name) {
    int is_layers = strcmp(name, "layerCount") == 0 && stands_behind(field, "baseArrayLayer") && stands_behind(field - 1, "levelCount");
    if (strcmp(name, "baseMipLevel") == 0 || strcmp(name, "baseArrayLayer") == 0) return 1;
    if (strcmp(name, "viewType") == 0) return VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    if (!is_layers && strcmp(name, "levelCount") != 0) return NOWHERE;
    return is_formed = 1, VK_REMAINING_MIP_LEVELS;
}

// VK_WHOLE_SIZE where a number of bytes is asked for.
uint64_t word_of(const struct field *field, uint32_t place) {
    const char *name = carried_names + field->name;
    uint32_t rest = carried_form == FORM_REST ? rest_of(field, name) : NOWHERE;
    if (rest != NOWHERE) return rest;
    if (carried_form == FORM_HIGH && field->of == WORD_IS_WIDE) return is_formed = 1, number_of(field, place) + HIGH;
    // Nothing is shared by families of which there are none.
    if ((carried_form == FORM_NONE || carried_form == FORM_INNER) && strstr(name, "haringMode") != NULL) return 0;
    if (carried_variant % 2 == 1 && is_signed(field)) return (uint32_t)-number_of(field, place);
    if (carried_form == FORM_WHOLE && field->size == 8 && strcmp(name, "timeout") == 0) return is_formed = 1, carried_timeout;
    if (carried_form != FORM_WHOLE || field->size != 8 || (strcmp(name, "size") != 0 && strcmp(name, "range") != 0))
        return number_of(field, place);
    is_formed = 1;
    return UINT64_MAX;
}

uint64_t word_in_array(const struct field *field, uint32_t place) {
    int is_high = carried_form == FORM_HIGH && field->of == WORD_IS_WIDE;
    if (is_high) is_formed = 1;
    return number_of(field, place) + (is_high ? HIGH : 0);
}

static int ends_in(const char *name, const char *end) {
    size_t length = strlen(name), of_end = strlen(end);
    return length >= of_end && strcmp(name + length - of_end, end) == 0;
}

// 0 for flags of which nobody can say which of the upper ones are valid. A time stamp is written in one stage.
static uint64_t high_flags_of(const char *name) {
    if (strcmp(name, "stage") == 0) return HIGH_STAGE;
    return ends_in(name, "tageMask") ? HIGH_STAGES : ends_in(name, "ccessMask") ? HIGH_ACCESS : 0;
}

// One bit alone, or all but one.
uint64_t flags_of(const struct field *field, uint32_t place) {
    uint32_t count = 0;
    uint64_t high = carried_form == FORM_HIGH && field->size == 8 ? high_flags_of(carried_names + field->name) : 0;
    if (high != 0) return is_formed = 1, high;
    for (uint64_t bits = field->fill; bits != 0; bits &= bits - 1) count++;
    if (carried_variant == 0 || count < 2) return field->fill;
    uint64_t bit = field->fill;
    for (uint32_t i = (carried_variant / 2 + place_in(field, place)) % count; i > 0; i--) bit &= bit - 1;
    bit &= ~bit + 1;
    return carried_variant % 2 == 1 ? bit : field->fill & ~bit;
}

void give_bytes(uint64_t address, const struct field *field, uint32_t place) {
    for (uint32_t i = 0; i < field->size / 4; i++) {
        uint32_t word = (uint32_t)field->fill + i * (field->of == WORD_IS_FLOAT ? APART_IN_ROW : 4) + place * APART;
        if (carried_variant >= FIRST_LESS) word -= LESS;
        memcpy((void *)(uintptr_t)(address + 4 * i), &word, sizeof word);
    }
}

// Its descriptorCount is a number of bytes, which are on pNext, and its three arrays are ignored.
void give_block(uint64_t address) {
    enum { BYTES = 16 };
    VkWriteDescriptorSet *write = (void *)(uintptr_t)address;
    VkWriteDescriptorSetInlineUniformBlock *block = (void *)(uintptr_t)take_room(sizeof *block);
    *block = (VkWriteDescriptorSetInlineUniformBlock){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK,
                                                      .dataSize = BYTES,
                                                      .pData = (void *)(uintptr_t)take_room(BYTES)};
    write->pNext = block;
    write->descriptorCount = BYTES;
    write->descriptorType = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
    write->pImageInfo = (void *)(uintptr_t)NO_POINTER;
    write->pBufferInfo = (void *)(uintptr_t)NO_POINTER;
    write->pTexelBufferView = (void *)(uintptr_t)NO_POINTER;
    is_formed = 1;
}
