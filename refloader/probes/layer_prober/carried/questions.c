// Questions that are asked a second time, as they were and with one other value: the entity below has another answer each
// time. asked.COMMAND has how many values were other ones (values), the paths of those for which the layer gives the answer
// that it got before, without asking (ignored), and whether it does so where nothing is another one (is_kept), or with a
// structure on the pNext of the answer (is_chain_kept). lives.COMMAND says whether it does so of a physical device whose
// handle another one had, of an instance that is gone (is_kept). alias.COMMAND says whether another answer comes than by the name
// that it has in core (is_other, is_chain_other). Nothing is said where the first call does not reach the
// entity below, or comes back without its answer. See carried.h.
#include <stdio.h>
#include <string.h>

#include "../../shared/answers.h"
#include "carried.h"
#include "../chain.h"

#define LEAST 3U  // the words of an answer: nothing that counts what there is no room for, and no truth value
#define MOST_IGNORED 16U
#define HEAD 16U  // sType and pNext

static const struct carried_command *called;
static uint32_t times, word;

// A part of an answer in memory: what it has, of which the entity below writes each word.
struct span {
    unsigned char *at;
    size_t size;
};

static const struct structure *structure_of_type(uint32_t type) {
    for (uint32_t i = 0; i < carried_structure_count; i++)
        if (carried_structures[i].type == type) return &carried_structures[i];
    return NULL;
}

static struct span plain_part(const struct carried_command *command, const uint64_t *arguments) {
    const struct field *field = answer_of(command);
    uint64_t where = field == NULL ? 0 : arguments[field->at / 8];
    if (where == 0) return (struct span){NULL, 0};
    size_t head = head_of(field);
    return (struct span){(unsigned char *)(uintptr_t)where + head, field->size - head};
}

static int writes_one(const struct carried_command *command) {
    for (const struct field *field = &carried_fields[command->first]; field < &carried_fields[command->first + command->count]; field++)
        if (field->kind == FIELD_OUT && head_of(field) != 0 && blanks_of(field) == 1) return 1;
    return 0;
}

// The first structure on the pNext of a single one that is to be written.
static struct span chained_part(const struct carried_command *command, const uint64_t *arguments) {
    for (const struct field *field = &carried_fields[command->first]; field < &carried_fields[command->first + command->count]; field++) {
        if (field->kind != FIELD_OUT || head_of(field) == 0 || blanks_of(field) != 1 || arguments[field->at / 8] == 0) continue;
        unsigned char *next;
        uint32_t type;
        memcpy(&next, (const char *)(uintptr_t)arguments[field->at / 8] + 8, sizeof next);
        if (next == NULL) continue;
        memcpy(&type, next, sizeof type);
        const struct structure *structure = structure_of_type(type);
        if (structure != NULL && structure->size > HEAD) return (struct span){next + HEAD, structure->size - HEAD};
    }
    return (struct span){NULL, 0};
}

static void fill(struct span span) {
    for (size_t i = 0; i + sizeof word <= span.size; i += sizeof word) memcpy(span.at + i, &word, sizeof word);
}

static int has_word(struct span span, uint32_t wanted) {
    for (size_t i = 0; i + sizeof wanted <= span.size; i += sizeof wanted)
        if (memcmp(span.at + i, &wanted, sizeof wanted) == 0) return 1;
    return 0;
}

static void clear(struct span span) {
    if (span.at != NULL) memset(span.at, 0, span.size);
}

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called->name)) return 0;
    times++;
    answer_success(called, name, arguments, result);
    fill(plain_part(called, arguments));
    fill(chained_part(called, arguments));
    return 1;
}

// What the answer begins with is only a part of it where others are written to the same memory: so it is cleared before.
static void ask(const struct carried_command *command, any_function function, const uint64_t *given) {
    clear(plain_part(command, given));
    clear(chained_part(command, given));
    word++;
    times = 0;
    called = command;
    call_with(function, given);
    called = NULL;
}

// Whether the answer of the first call came again, though nobody asked for it.
static int is_old(struct span span) { return times == 0 && has_word(span, LEAST) && !has_word(span, word); }

// ---- values that are other ones

static int is_value(const struct field *field) {
    return (field->kind == FIELD_WORD && field->fixed == NO_COUNT) || field->kind == FIELD_FLAGS ||
           (field->kind == FIELD_HANDLE && !is_dispatchable(field->of));
}

struct asking {
    const struct carried_command *command;
    any_function function;
    uint64_t given[MOST_ARGUMENTS], other[MOST_ARGUMENTS];
    uint32_t values, ignored_count;
    char ignored[MOST_IGNORED][96];
};

static void ask_with_another(struct asking *asking, uint64_t to, uint64_t from, size_t size, const char *of, const struct field *field) {
    unsigned char before[8];
    void *at = (void *)(uintptr_t)to;
    if (memcmp(at, (const void *)(uintptr_t)from, size) == 0) return;
    memcpy(before, at, size);
    memcpy(at, (const void *)(uintptr_t)from, size);
    ask(asking->command, asking->function, asking->given);
    memcpy(at, before, size);
    asking->values++;
    if (!is_old(plain_part(asking->command, asking->given)) || asking->ignored_count == MOST_IGNORED) return;
    snprintf(asking->ignored[asking->ignored_count++], sizeof asking->ignored[0], "%s%s%s", of, *of == '\0' ? "" : "->",
             carried_names + field->name);
}

static void ask_with_members(struct asking *asking, const struct field *parameter) {
    const struct structure *structure = &carried_structures[parameter->of];
    uint64_t to = asking->given[parameter->at / 8], from = asking->other[parameter->at / 8];
    for (const struct field *field = &carried_fields[structure->first]; field < &carried_fields[structure->first + structure->count]; field++)
        if (is_value(field))
            ask_with_another(asking, to + field->at, from + field->at, field->size < 8 && field->kind != FIELD_HANDLE ? field->size : 8,
                             carried_names + parameter->name, field);
}

// All calls are about the second family of queues; this one is about the first as well.
static void ask_about_the_first_family(struct asking *asking, const struct field *field) {
    static const uint64_t first_family = 0;
    if (strcmp(carried_names + field->name, "queueFamilyIndex") == 0)
        ask_with_another(asking, (uint64_t)(uintptr_t)&asking->given[field->at / 8], (uint64_t)(uintptr_t)&first_family, 8, "", field);
}

static void ask_with_each(struct asking *asking) {
    const struct carried_command *command = asking->command;
    for (const struct field *field = &carried_fields[command->first]; field < &carried_fields[command->first + command->count]; field++) {
        if (is_value(field))
            ask_with_another(asking, (uint64_t)(uintptr_t)&asking->given[field->at / 8], (uint64_t)(uintptr_t)&asking->other[field->at / 8],
                             8, "", field);
        if (is_value(field)) ask_about_the_first_family(asking, field);
        else if (field->kind == FIELD_STRUCTURES && field->count_at == NOWHERE && field->fixed == 1)
            ask_with_members(asking, field);
    }
}

int asks(const struct carried_command *command) {
    return strncmp(command->name, "vkGet", 5) == 0 && (answer_of(command) != NULL || writes_one(command));
}

void ask_again(const struct carried_command *command, any_function function) {
    static struct asking asking;
    char label[160];
    asking = (struct asking){.command = command, .function = function};
    carried = answer_below;
    give_arguments(command, asking.given);
    carried_variant = 1;
    give_other_arguments(command, asking.other);
    carried_variant = 0;
    word = LEAST - 1;
    ask(command, function, asking.given);
    struct span plain = plain_part(command, asking.given), chain = chained_part(command, asking.given);
    int has_answer = times > 0 && has_word(plain, LEAST), has_chain = times > 0 && has_word(chain, LEAST);
    if (!has_answer && !has_chain) return;
    ask(command, function, asking.given);
    int is_kept = is_old(plain), is_chain_kept = has_chain && has_word(chain, LEAST) && !has_word(chain, word);
    if (has_answer) ask_with_each(&asking);
    snprintf(label, sizeof label, "asked.%s", command->name);
    open_answer(label);
    say_number("values", asking.values);
    say_flag("is_kept", has_answer && is_kept);
    say_flag("is_chain_kept", is_chain_kept);
    open_list("ignored");
    for (uint32_t i = 0; i < asking.ignored_count; i++) say_text(NULL, asking.ignored[i]);
    close_list();
    close_answer();
}

// ---- by another name

#define MOST_ANSWER 2048U
struct answer {
    unsigned char plain[MOST_ANSWER], chained[MOST_ANSWER];
};

static void keep_part(struct span span, unsigned char *to) {
    if (span.at != NULL) memcpy(to, span.at, span.size < MOST_ANSWER ? span.size : MOST_ANSWER);
}

// The entity below gives the same each time. Returns whether it is asked.
static int ask_the_same(const struct carried_command *command, any_function function, const uint64_t *given, struct answer *to) {
    memset(to, 0, sizeof *to);
    word = LEAST - 1;
    ask(command, function, given);
    keep_part(plain_part(command, given), to->plain);
    keep_part(chained_part(command, given), to->chained);
    return times > 0;
}

// A layer that makes its answer member by member writes nothing between them, and nothing behind the last one of a list.
static int differ(const unsigned char *one, const unsigned char *other) {
    for (size_t at = 0; at < MOST_ANSWER; at += sizeof word) {
        uint32_t values[2];
        memcpy(&values[0], one + at, sizeof word);
        memcpy(&values[1], other + at, sizeof word);
        if (values[0] != values[1] && values[0] != 0 && values[1] != 0) return 1;
    }
    return 0;
}

// Where the first answer comes again by the first name alone, the name makes the difference. A layer that asks by another
// command has what is below for that one.
void ask_by_another_name(const struct carried_command *command, any_function function) {
    static struct answer first, other, again;
    uint64_t given[MOST_ARGUMENTS];
    char label[160];
    const struct carried_command *core = command->alias == NOWHERE ? NULL : &carried_commands[command->alias];
    any_function of_core = core == NULL ? NULL : own_function(core->name);
    if (of_core == NULL || is_too_new(core->name)) return;
    give_arguments(command, given);
    carried = answer_below;
    int are_asked = ask_the_same(core, of_core, given, &first);
    are_asked &= ask_the_same(command, function, given, &other);
    are_asked &= ask_the_same(core, of_core, given, &again);
    if (!are_asked || memcmp(&first, &again, sizeof first) != 0) return;
    snprintf(label, sizeof label, "alias.%s", command->name);
    open_answer(label);
    say_text("core", core->name);
    say_flag("is_other", differ(first.plain, other.plain));
    say_flag("is_chain_other", differ(first.chained, other.chained));
    close_answer();
}

// ---- a physical device with the handle of another one

// A command with no other objects than a physical device.
int asks_of_physical_devices(const struct carried_command *command) {
    const struct field *first = &carried_fields[command->first];
    if (!asks(command) || answer_of(command) == NULL || first->kind != FIELD_HANDLE || !is_type(first->of, "VkPhysicalDevice")) return 0;
    for (const struct field *field = first + 1; field < first + command->count; field++)
        if (field->kind == FIELD_HANDLE || field->kind == FIELD_STRUCTURES) return 0;
    return 1;
}

void ask_in_another_life(const struct carried_command *command, any_function function) {
    uint64_t given[MOST_ARGUMENTS];
    char label[160];
    give_arguments(command, given);
    carried = answer_below;
    word = LEAST - 1;
    ask(command, function, given);
    struct span plain = plain_part(command, given);
    if (times == 0 || !has_word(plain, LEAST)) return;
    carried = NULL;
    if (!begin_another_life()) return;
    carried = answer_below;
    ask(command, function, given);
    snprintf(label, sizeof label, "lives.%s", command->name);
    open_answer(label);
    say_flag("is_kept", is_old(plain));
    close_answer();
}
