// Writes down the handles of a call: its parameters, those in the structures they point at, those handed up.
// Where they lie is generated/observed.h's; whatever lies there, the walk comes to its end.
#include "observe.h"

#include "../../../native/generated/observed.h"

#define MOST_ELEMENTS 64U
#define MOST_NODES 16U
#define MOST_DEPTH 4U
#define MOST_FACTS 1024U

enum kind { KIND_HANDLE_HERE, KIND_HANDLES, KIND_STRUCTURE_HERE, KIND_STRUCTURES };
enum count { COUNT_ONE, COUNT_MEMBER, COUNT_POINTED, COUNT_THROUGH };

struct member {
    uint16_t name, of, at, count_at, count_more;
    uint8_t kind, count, made, when;
};

struct structure {
    uint32_t type;
    uint16_t name, size, first;
    uint8_t count, chained;
};

struct condition {
    uint16_t at;
    uint32_t values;
};

struct type {
    char name[40];
    bool dispatchable;
};

struct object {
    uint32_t number, type;
};

#define NO_TYPE 0xFFFFFFFFU
#define OBJECT(number, type) {number, type},
#define MEMBER(name, of, at, count_at, count_more, kind, count, made, when) \
    {name, of, at, count_at, count_more, KIND_##kind, COUNT_##count, made, when},
#define STRUCTURE(type, name, size, first, count, chained) {type, name, size, first, count, chained},
#define CONDITION(at, values) {at, values},
#define TYPE(name, dispatchable) {#name, dispatchable},
#define SHAPE(first, count, parameters, wide, floating) {first, count, parameters, wide, floating},
static const struct member members[] = {OBSERVED_MEMBERS(MEMBER)};
static const struct structure structures[] = {OBSERVED_STRUCTURES(STRUCTURE)};
static const struct condition conditions[] = {OBSERVED_CONDITIONS(CONDITION)};
static const struct type types[] = {OBSERVED_TYPES(TYPE)};
static const struct object objects[] = {OBSERVED_OBJECTS(OBJECT)};
static const char names[] = OBSERVED_NAMES;
const struct shape observe_shapes[OBSERVED_COMMANDS] = {OBSERVED_SHAPES(SHAPE)};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// ---- one fact

static void add(const struct observe_frame *frame, enum record_kind kind, uint16_t link,
                const struct fact *fact, const char *path, const char *text) {
    recording_add(observe_recording, kind, link, frame->call, fact, sizeof *fact, path, text);
}

void fact_word(const struct observe_frame *frame, enum record_kind kind, uint16_t link, const char *path,
               uint64_t value, uint64_t other) {
    add(frame, kind, link, &(struct fact){FACT_WORD, 0, value, other}, path, "");
}

void fact_text(const struct observe_frame *frame, enum record_kind kind, uint16_t link, const char *path,
               uint64_t address) {
    char text[MOST_TEXT];
    memory_text(text, sizeof text, address);
    add(frame, kind, link, &(struct fact){FACT_TEXT, 0, address, 0}, path, text);
}

// A handle whose type stands beside it, as a VkObjectType.
void fact_object(const struct observe_frame *frame, enum record_kind kind, uint16_t link, const char *path,
                 uint32_t object_type, uint64_t value) {
    for (size_t at = 0; at < COUNT(objects); at++) {
        if (objects[at].number != object_type) continue;
        uint64_t first = types[objects[at].type].dispatchable ? memory_key(value) : 0;
        add(frame, kind, link, &(struct fact){FACT_HANDLE, objects[at].type, value, first}, path, "");
    }
}

void facts_types(struct recording *to) {
    for (uint64_t at = 0; at < COUNT(types); at++)
        recording_add(to, RECORD_TYPE, 0, 0, &at, sizeof at, types[at].name, "");
}

// ---- the walk

struct walk {
    const struct observe_frame *frame;
    enum record_kind kind;
    uint16_t link;
    unsigned facts;
    char path[200];
};

// The path gets this behind its first ``length`` characters; gives its new length.
static size_t extended(struct walk *walk, size_t length, const char *with) {
    while (*with != '\0' && length + 1 < sizeof walk->path) walk->path[length++] = *with++;
    walk->path[length] = '\0';
    return length;
}

static size_t indexed(struct walk *walk, size_t length, unsigned index) {
    char digits[8] = "[00]";
    bool two = index > 9;
    digits[1] = (char)('0' + (two ? index / 10 : index));
    digits[2] = two ? (char)('0' + index % 10) : ']';
    digits[3] = two ? ']' : '\0';
    digits[4] = '\0';
    return extended(walk, length, digits);
}

static unsigned count_of(const struct member *member, uint64_t base) {
    uint32_t count = 1;
    if (member->count == COUNT_MEMBER) count = number_at(base + member->count_at);
    if (member->count == COUNT_POINTED) count = memory_number(word_at(base + member->count_at));
    if (member->count == COUNT_THROUGH)
        count = memory_number(word_at(base + member->count_at) + member->count_more);
    return count < MOST_ELEMENTS ? count : MOST_ELEMENTS;
}

static bool applies(const struct member *member, uint64_t base) {
    if (member->when == 0) return true;
    const struct condition *condition = &conditions[member->when - 1];
    uint32_t value = number_at(base + condition->at);
    return value < 32 && (condition->values >> value & 1) != 0;
}

static void handle(struct walk *walk, const struct member *member, uint64_t value, const char *path) {
    const struct type *type = &types[member->of];
    struct fact fact = {FACT_HANDLE, member->of, value, type->dispatchable ? memory_key(value) : 0};
    if (walk->facts++ < MOST_FACTS) add(walk->frame, walk->kind, walk->link, &fact, path, "");
}

static void walk_structure(struct walk *walk, const struct structure *structure, uint64_t address,
                           size_t length, unsigned depth);

static void element(struct walk *walk, const struct member *member, uint64_t address, size_t length,
                    unsigned depth) {
    bool structured = member->kind == KIND_STRUCTURES || member->kind == KIND_STRUCTURE_HERE;
    if (structured) walk_structure(walk, &structures[member->of], address, length, depth + 1);
    else if (memory_there(address, 8)) handle(walk, member, memory_word(address), walk->path);
}

static void elements(struct walk *walk, const struct member *member, uint64_t base, size_t length,
                     unsigned depth) {
    bool here = member->kind == KIND_HANDLE_HERE || member->kind == KIND_STRUCTURE_HERE;
    uint64_t address = here ? base + member->at : word_at(base + member->at);
    size_t size = member->kind == KIND_STRUCTURES ? structures[member->of].size : 8;
    unsigned count = address == 0 ? 0 : count_of(member, base);
    length = extended(walk, length, names + member->name);
    for (unsigned at = 0; at < count && walk->facts < MOST_FACTS; at++) {
        size_t more = member->count == COUNT_ONE ? length : indexed(walk, length, at);
        element(walk, member, address + at * size, more, depth);
    }
}

static void walk_members(struct walk *walk, unsigned first, unsigned count, uint64_t base, size_t length,
                         unsigned depth) {
    for (const struct member *member = members + first; member < members + first + count; member++)
        if (applies(member, base)) elements(walk, member, base, length, depth);
}

static const struct structure *of_type(uint32_t type) {
    size_t low = 0, high = COUNT(structures);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (structures[middle].type < type) low = middle + 1;
        else high = middle;
    }
    return low < COUNT(structures) && structures[low].type == type && type != NO_TYPE ? &structures[low] : NULL;
}

static void walk_chain(struct walk *walk, uint64_t node, size_t length, unsigned depth) {
    for (unsigned at = 0; at < MOST_NODES && memory_there(node, 16); at++) {
        const struct structure *structure = of_type(memory_number(node));
        if (structure != NULL && memory_there(node, structure->size)) {
            size_t more = extended(walk, length, "pNext[");
            more = extended(walk, extended(walk, more, names + structure->name), "].");
            walk_members(walk, structure->first, structure->count, node, more, depth);
        }
        node = memory_word(node + 8);
    }
}

static void walk_structure(struct walk *walk, const struct structure *structure, uint64_t address,
                           size_t length, unsigned depth) {
    if (depth > MOST_DEPTH || !memory_there(address, structure->size)) return;
    length = extended(walk, length, ".");
    walk_members(walk, structure->first, structure->count, address, length, depth);
    if (structure->chained) walk_chain(walk, word_at(address + 8), length, depth);
}

void facts_handles(const struct observe_frame *frame, enum record_kind kind, uint16_t link) {
    const struct shape *shape = &observe_shapes[frame->id & 0xFFFF];
    struct walk walk = {.frame = frame, .kind = kind, .link = link};
    uint64_t base = (uintptr_t)frame->parameters;
    for (const struct member *member = members + shape->first; member < members + shape->first + shape->count;
         member++) {
        if (member->made != (kind == RECORD_MADE)) continue;
        if (member->kind == KIND_HANDLE_HERE)
            handle(&walk, member, word_at(base + member->at), names + member->name);
        else elements(&walk, member, base, 0, 0);
    }
}
