// See shader.h. SPIR-V 1.0, as each device of Vulkan takes it.
#include "shader.h"

#include <string.h>

enum {
    OP_MEMORY_MODEL = 14, OP_ENTRY_POINT = 15, OP_EXECUTION_MODE = 16, OP_CAPABILITY = 17, OP_TYPE_VOID = 19, OP_TYPE_BOOL = 20,
    OP_TYPE_INT = 21, OP_TYPE_VECTOR = 23, OP_TYPE_ARRAY = 28, OP_TYPE_STRUCT = 30, OP_TYPE_POINTER = 32, OP_TYPE_FUNCTION = 33,
    OP_CONSTANT = 43, OP_SPEC_CONSTANT = 50, OP_FUNCTION = 54, OP_FUNCTION_END = 56, OP_VARIABLE = 59, OP_LOAD = 61,
    OP_STORE = 62, OP_ACCESS_CHAIN = 65, OP_DECORATE = 71, OP_MEMBER_DECORATE = 72, OP_COMPOSITE_EXTRACT = 81, OP_MUL = 132,
    OP_EQUAL = 170, OP_SHIFT_RIGHT = 194, OP_OR = 197, OP_XOR = 198, OP_AND = 199, OP_SELECTION_MERGE = 247, OP_LABEL = 248,
    OP_BRANCH = 249, OP_BRANCH_CONDITIONAL = 250, OP_RETURN = 253
};
enum { CLASS_INPUT = 1, CLASS_UNIFORM = 2, CLASS_PUSH_CONSTANT = 9 };
enum { SPEC_ID = 1, BLOCK = 2, BUFFER_BLOCK = 3, ARRAY_STRIDE = 6, BUILT_IN = 11, BINDING = 33, DESCRIPTOR_SET = 34, OFFSET = 35 };
enum { NUMBER_OF_GROUPS = 24, GROUP = 26 };

#define START UINT32_C(0x84222325)  // what the model's hashes begin with
#define FACTOR UINT32_C(0x1B3)

// Numbers of what is named in more than one place. Those of variables, constants and values follow.
enum {
    MAIN = 1, VOID, FUNCTION, BOOL, NUMBER, TRIPLE, TRIPLE_POINTER, NUMBER_POINTER, PUSHED_NUMBER_POINTER, STORAGE, UNIFORM,
    WORDS, PUSH, PUSH_POINTER, PUSH_VARIABLE, GROUP_VARIABLE, GROUPS_VARIABLE, SPECIALIZED, FIRST_FREE
};
#define SMALL 17U  // constants 0 to 16
static uint32_t small, factor, start, byte_mask;

struct text {
    uint32_t *words, count, ids;
};

static void emit(struct text *text, uint32_t operation, uint32_t count, const uint32_t *operands) {
    text->words[text->count++] = (count + 1) << 16 | operation;
    memcpy(text->words + text->count, operands, count * sizeof *operands);
    text->count += count;
}
#define EMIT(operation, ...) emit(text, operation, sizeof((uint32_t[]){__VA_ARGS__}) / 4, (uint32_t[]){__VA_ARGS__})

// Variables of a pipeline layout: each binding is an array of structures of one number.
struct variables {
    uint32_t id[MOST_SETS][MOST_BINDINGS], array[MOST_SETS][MOST_BINDINGS], pointer[MOST_SETS][MOST_BINDINGS];
};

static int is_storage(const struct binding *binding) {
    return binding->type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER || binding->type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

#define EACH_BINDING(layout, i, j) \
    for (uint32_t i = 0; i < (layout)->set_count; i++) \
        for (uint32_t j = 0; j < MOST_BINDINGS; j++) \
            if ((layout)->binding[i][j].count > 0)

static void say_head(struct text *text) {
    EMIT(OP_CAPABILITY, 1);
    EMIT(OP_MEMORY_MODEL, 0, 1);
    EMIT(OP_ENTRY_POINT, 5, MAIN, 0x6E69616D, 0, GROUP_VARIABLE, GROUPS_VARIABLE);
    EMIT(OP_EXECUTION_MODE, MAIN, 17, 1, 1, 1);
    EMIT(OP_DECORATE, SPECIALIZED, SPEC_ID, 3);
    EMIT(OP_DECORATE, GROUP_VARIABLE, BUILT_IN, GROUP);
    EMIT(OP_DECORATE, GROUPS_VARIABLE, BUILT_IN, NUMBER_OF_GROUPS);
    EMIT(OP_DECORATE, STORAGE, BUFFER_BLOCK);
    EMIT(OP_MEMBER_DECORATE, STORAGE, 0, OFFSET, 0);
    EMIT(OP_DECORATE, UNIFORM, BLOCK);
    EMIT(OP_MEMBER_DECORATE, UNIFORM, 0, OFFSET, 0);
    EMIT(OP_DECORATE, WORDS, ARRAY_STRIDE, 4);
    EMIT(OP_DECORATE, PUSH, BLOCK);
    EMIT(OP_MEMBER_DECORATE, PUSH, 0, OFFSET, 0);
}

static void say_types(struct text *text) {
    EMIT(OP_TYPE_VOID, VOID);
    EMIT(OP_TYPE_FUNCTION, FUNCTION, VOID);
    EMIT(OP_TYPE_BOOL, BOOL);
    EMIT(OP_TYPE_INT, NUMBER, 32, 0);
    EMIT(OP_TYPE_VECTOR, TRIPLE, NUMBER, 3);
    EMIT(OP_TYPE_POINTER, TRIPLE_POINTER, CLASS_INPUT, TRIPLE);
    EMIT(OP_TYPE_POINTER, NUMBER_POINTER, CLASS_UNIFORM, NUMBER);
    EMIT(OP_TYPE_POINTER, PUSHED_NUMBER_POINTER, CLASS_PUSH_CONSTANT, NUMBER);
    EMIT(OP_TYPE_STRUCT, STORAGE, NUMBER);
    EMIT(OP_TYPE_STRUCT, UNIFORM, NUMBER);
    for (uint32_t i = 0; i < SMALL; i++) EMIT(OP_CONSTANT, NUMBER, small + i, i);
    EMIT(OP_CONSTANT, NUMBER, factor, FACTOR);
    EMIT(OP_CONSTANT, NUMBER, start, START);
    EMIT(OP_CONSTANT, NUMBER, byte_mask, 0xFF);
    EMIT(OP_SPEC_CONSTANT, NUMBER, SPECIALIZED, 5);
    EMIT(OP_TYPE_ARRAY, WORDS, NUMBER, small + PUSHED / 4);
    EMIT(OP_TYPE_STRUCT, PUSH, WORDS);
    EMIT(OP_TYPE_POINTER, PUSH_POINTER, CLASS_PUSH_CONSTANT, PUSH);
    EMIT(OP_VARIABLE, PUSH_POINTER, PUSH_VARIABLE, CLASS_PUSH_CONSTANT);
    EMIT(OP_VARIABLE, TRIPLE_POINTER, GROUP_VARIABLE, CLASS_INPUT);
    EMIT(OP_VARIABLE, TRIPLE_POINTER, GROUPS_VARIABLE, CLASS_INPUT);
}

static uint32_t two(struct text *text, uint32_t operation, uint32_t one, uint32_t other) {
    uint32_t id = text->ids++;
    EMIT(operation, NUMBER, id, one, other);
    return id;
}

static uint32_t with(struct text *text, uint32_t value, uint32_t word) {
    return two(text, OP_MUL, two(text, OP_XOR, value, word), factor);
}

static uint32_t loaded(struct text *text, uint32_t type, uint32_t pointer) {
    uint32_t id = text->ids++;
    EMIT(OP_LOAD, type, id, pointer);
    return id;
}

static uint32_t part_of(struct text *text, uint32_t triple, uint32_t which) {
    uint32_t id = text->ids++;
    EMIT(OP_COMPOSITE_EXTRACT, NUMBER, id, triple, which);
    return id;
}

static uint32_t pointer_to(struct text *text, uint32_t type, uint32_t variable, uint32_t first, uint32_t second) {
    uint32_t id = text->ids++;
    EMIT(OP_ACCESS_CHAIN, type, id, variable, first, second);
    return id;
}

// A constant comes in byte by byte, as the model takes it.
static uint32_t with_constant(struct text *text, uint32_t value) {
    static const uint32_t shifts[] = {0, 8, 16};
    for (uint32_t i = 0; i < 3; i++)
        value = with(text, value, two(text, OP_AND, two(text, OP_SHIFT_RIGHT, SPECIALIZED, small + shifts[i]), byte_mask));
    return with(text, value, two(text, OP_SHIFT_RIGHT, two(text, OP_SHIFT_RIGHT, SPECIALIZED, small + 16), small + 8));
}

static void say_work(struct text *text, const struct layout_item *layout, const struct variables *variables) {
    uint32_t value = with_constant(text, start), target = 0;
    for (uint32_t i = 0; i < PUSHED / 4; i++)
        value = with(text, value,
                     loaded(text, NUMBER, pointer_to(text, PUSHED_NUMBER_POINTER, PUSH_VARIABLE, small, small + i)));
    uint32_t groups = loaded(text, TRIPLE, GROUPS_VARIABLE);
    for (uint32_t i = 0; i < 3; i++) value = with(text, value, part_of(text, groups, i));
    EACH_BINDING(layout, i, j)
        for (uint32_t k = 0; k < layout->binding[i][j].count; k++) {
            uint32_t pointer = pointer_to(text, NUMBER_POINTER, variables->id[i][j], small + k, small);
            value = with(text, value, loaded(text, NUMBER, pointer));
            if (is_storage(&layout->binding[i][j])) target = pointer;
        }
    if (target != 0) EMIT(OP_STORE, target, value);
}

static void say_function(struct text *text, const struct layout_item *layout, const struct variables *variables) {
    uint32_t entry = text->ids++, then = text->ids++, end = text->ids++, is_first = text->ids++;
    EMIT(OP_FUNCTION, VOID, MAIN, 0, FUNCTION);
    EMIT(OP_LABEL, entry);
    uint32_t group = loaded(text, TRIPLE, GROUP_VARIABLE);
    uint32_t any = two(text, OP_OR, two(text, OP_OR, part_of(text, group, 0), part_of(text, group, 1)), part_of(text, group, 2));
    EMIT(OP_EQUAL, BOOL, is_first, any, small);
    EMIT(OP_SELECTION_MERGE, end, 0);
    EMIT(OP_BRANCH_CONDITIONAL, is_first, then, end);
    EMIT(OP_LABEL, then);
    say_work(text, layout, variables);
    EMIT(OP_BRANCH, end);
    EMIT(OP_LABEL, end);
    emit(text, OP_RETURN, 0, NULL);
    emit(text, OP_FUNCTION_END, 0, NULL);
}

uint32_t make_shader(const struct layout_item *layout, uint32_t *words) {
    struct text made = {.words = words, .ids = FIRST_FREE}, *text = &made;
    struct variables variables;
    small = made.ids, made.ids += SMALL;
    factor = made.ids++, start = made.ids++, byte_mask = made.ids++;
    memcpy(words, (const uint32_t[]){0x07230203, 0x00010000, 0, 0, 0}, 20);
    made.count = 5;
    say_head(text);
    EACH_BINDING(layout, i, j) {
        variables.id[i][j] = made.ids++, variables.array[i][j] = made.ids++, variables.pointer[i][j] = made.ids++;
        EMIT(OP_DECORATE, variables.id[i][j], DESCRIPTOR_SET, i);
        EMIT(OP_DECORATE, variables.id[i][j], BINDING, j);
    }
    say_types(text);
    EACH_BINDING(layout, i, j) {
        const struct binding *binding = &layout->binding[i][j];
        EMIT(OP_TYPE_ARRAY, variables.array[i][j], is_storage(binding) ? STORAGE : UNIFORM, small + binding->count);
        EMIT(OP_TYPE_POINTER, variables.pointer[i][j], CLASS_UNIFORM, variables.array[i][j]);
        EMIT(OP_VARIABLE, variables.pointer[i][j], variables.id[i][j], CLASS_UNIFORM);
    }
    say_function(text, layout, &variables);
    words[3] = made.ids;
    return made.count;
}
