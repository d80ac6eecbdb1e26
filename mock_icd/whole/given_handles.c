// Compares the handles that a command is given, in structures and chains too, with those that are alive: what
// a layer has wrapped it unwraps before it calls down (LLP_LAYER_10). Where they lie is the matter of
// generated/observed.h.
#include "../mock_icd.h"

struct layout {
    uint32_t type;
    uint16_t name, size, first;
    uint8_t count, chained;
};

// The rows' own word for a count that another member gives has to stay as it is, hence this name.
#define MEMBER(name, of, at, count_at, count_more, kind, count, made, when) \
    {name, of, at, count_at, count_more, kind, count, made, when},
#define LAYOUT_ROW(type, name, size, first, count, chained) {type, name, size, first, count, chained},
#define CONDITION_ROW(at, values) {at, values},
const struct place places[] = {OBSERVED_MEMBERS(MEMBER)};
static const struct layout layouts[] = {OBSERVED_STRUCTURES(LAYOUT_ROW)};
static const char place_names[] = OBSERVED_NAMES;
static const struct {
    uint16_t at;
    uint32_t values;
} conditions[] = {OBSERVED_CONDITIONS(CONDITION_ROW)};

// Ignored in some uses of their structures, which nobody should have to know here.
static const struct {
    const char *structure, *member;
} often_ignored[] = {{"VkCommandBufferBeginInfo", "pInheritanceInfo"},
                     {"VkComputePipelineCreateInfo", "basePipelineHandle"},
                     {"VkDescriptorImageInfo", "imageView"},
                     {"VkDescriptorImageInfo", "sampler"},
                     {"VkGraphicsPipelineCreateInfo", "basePipelineHandle"},
                     {"VkWriteDescriptorSet", "dstSet"}};

#define MOST_DEPTH 6U

struct walk {
    const char *command;
    uint32_t bad;
};

static void walk_structure(struct walk *walk, const struct layout *layout, const char *structure, uint32_t depth);

static uint64_t word_at(const char *base, size_t at) {
    uint64_t value;
    memcpy(&value, base + at, sizeof value);
    return value;
}

static uint32_t number_at(const char *base, size_t at) {
    uint32_t value;
    memcpy(&value, base + at, sizeof value);
    return value;
}

uint32_t count_of(const struct place *place, const char *base) {
    const char *counter = base + place->count_at;
    if (place->count == ONE) return 1;
    if (place->count == MEMBER) return number_at(counter, 0);
    counter = (const char *)(uintptr_t)word_at(counter, 0);
    return counter == NULL ? 0 : number_at(counter, place->count == THROUGH ? place->count_more : 0);
}

static int is_ignored(const struct layout *layout, const struct place *place, const char *base) {
    for (size_t i = 0; i < COUNT(often_ignored); i++)
        if (strcmp(often_ignored[i].member, place_names + place->name) == 0 &&
            strcmp(often_ignored[i].structure, place_names + layout->name) == 0)
            return 1;
    if (place->when == 0) return 0;
    uint32_t value = number_at(base, conditions[place->when - 1].at);
    return value >= 32 || !(conditions[place->when - 1].values >> value & 1);
}

// Surfaces may be the loader's own; displays and their modes are plain numbers.
static int is_checked(enum handle_type type) {
    return type != TYPE_VkSurfaceKHR && type != TYPE_VkDisplayKHR && type != TYPE_VkDisplayModeKHR;
}

static void check_given(struct walk *walk, const struct place *place, uint64_t value) {
    enum handle_type type = (enum handle_type)place->of;
    if (value == 0 || !is_checked(type) || handle_type_of(value) == type) return;
    walk->bad++;
    VIOLATION("LLP_LAYER_10", "%s is given a %s as %s that this driver did not make, or that is destroyed",
              walk->command, handle_names[type], place_names + place->name);
}

static void walk_place(struct walk *walk, const struct place *place, const char *base, uint32_t depth) {
    const char *at = base + place->at;
    int here = place->kind == HANDLE_HERE || place->kind == STRUCTURE_HERE;
    const char *first = here ? at : (const char *)(uintptr_t)word_at(at, 0);
    uint32_t count = count_of(place, base);
    for (uint32_t i = 0; first != NULL && i < count; i++)
        if (place->kind == HANDLE_HERE || place->kind == HANDLES)
            check_given(walk, place, word_at(first, (size_t)i * 8));
        else
            walk_structure(walk, &layouts[place->of], first + (size_t)i * layouts[place->of].size, depth + 1);
}

static const struct layout *layout_of_type(uint32_t type) {
    for (size_t i = 0; i < COUNT(layouts); i++)
        if (layouts[i].type == type) return &layouts[i];
    return NULL;
}

static void walk_members(struct walk *walk, const struct layout *layout, const char *structure, uint32_t depth) {
    for (uint32_t i = 0; i < layout->count; i++) {
        const struct place *place = &places[layout->first + i];
        if (!is_ignored(layout, place, structure)) walk_place(walk, place, structure, depth);
    }
}

static void walk_structure(struct walk *walk, const struct layout *layout, const char *structure, uint32_t depth) {
    if (depth > MOST_DEPTH) return;
    walk_members(walk, layout, structure, depth);
    if (!layout->chained) return;
    const struct base *next = ((const struct base *)(const void *)structure)->pNext;
    for (uint32_t i = 0; next != NULL && i < 32; i++, next = next->pNext) {
        const struct layout *chained = layout_of_type((uint32_t)next->sType);
        if (chained != NULL) walk_members(walk, chained, (const char *)next, depth + 1);
    }
}

// Whether all is well with the first row's parameters and those that follow it.
int given_are_alive(const char *command, uint32_t first, uint32_t count, const uintptr_t *given) {
    struct walk walk = {.command = command};
    for (uint32_t i = first; i < first + count; i++)
        if (!places[i].made) walk_place(&walk, &places[i], (const char *)given, 0);
    return walk.bad == 0;
}
