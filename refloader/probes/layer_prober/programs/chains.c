// Structures on the pNext of what programs create with: which are given, and whether each arrives. See model.h.
//
// They are the registry's, with nothing in them, of the version that the program asks for or of the one extension that its
// devices have. A layer may do without a call, and may make objects of its own in its place: a structure is lost where the
// program's call led to a create info of that kind, and none of those had it.
#include <string.h>

#include "../../../native/generated/program_chains.h"
#include "../carried/carried.h"
#include "../prober.h"
#include "model.h"

static const struct chained {
    const char *head;
    uint32_t head_type, type;
    const char *name;
    uint32_t size, minor;
    const char *extension;
    uint32_t at, value;
} rows[] = {
#define ROW(head, head_type, type, name, size, minor, extension, at, value) \
    {head, head_type, type, name, size, minor, extension, at, value},
    PROGRAM_CHAINS(ROW)
};

#define MOST_GIVEN 24U
#define MOST_SIZE 512U
#define EACH_GIVEN 3U  // of so many create infos, one has such a structure

static struct given {
    const struct chained *row;
    int is_met, is_missed;
} given[MOST_GIVEN];
static uint32_t given_count, given_in, asked, salt;
static const struct story *story;
static const char *extension;

void chains_start(const struct story *of, uint32_t number, int has_extension, int may_have_twins) {
    story = of;
    salt = number;
    asked = given_count = 0;
    extension = twins_start(number, !has_extension && may_have_twins);
    // The features of most extensions are on VkDeviceCreateInfo: others come up as often.
    static const uint32_t heads[] = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    uint32_t head = heads[mixed(number, 78) % COUNT_OF(heads)];
    for (uint32_t i = 0; has_extension && extension == NULL && i < COUNT_OF(rows); i++) {
        const struct chained *row = &rows[(mixed(number, 77) + i) % COUNT_OF(rows)];
        if (row->head_type == head && row->extension[0] != '\0' && row->minor <= options.minor) extension = row->extension;
    }
}

const char *chains_extension(void) { return extension; }

void chains_settle(void) {
    for (uint32_t i = 0; i < given_count; i++)
        if (given[i].is_missed && !given[i].is_met)
            complain("%s reaches the driver without the %s on its pNext", given[i].row->head, given[i].row->name);
    given_count = 0;
}

static int is_given(const struct chained *row, uint32_t head_type) {
    int is_there = row->extension[0] == '\0' || (extension != NULL && strcmp(row->extension, extension) == 0);
    return row->head_type == head_type && is_there && row->minor <= options.minor;
}

const void *chains_of(VkStructureType head_type, const void *behind) {
    static struct node {
        _Alignas(8) unsigned char bytes[MOST_SIZE];
    } nodes[64];
    static uint32_t used;
    uint32_t word = mixed(salt, ++asked);
    if (story->count != given_in) chains_settle();
    given_in = story->count;
    int is_device = head_type == VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO || head_type == VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    if ((!is_device && word % EACH_GIVEN != 0) || given_count == MOST_GIVEN) return behind;
    for (uint32_t i = 0; i < COUNT_OF(rows); i++) {
        const struct chained *row = &rows[(word / EACH_GIVEN + i) % COUNT_OF(rows)];
        if (!is_given(row, head_type) || row->size > MOST_SIZE) continue;
        unsigned char *node = nodes[used++ % COUNT_OF(nodes)].bytes;
        memset(node, 0, row->size);
        memcpy(node, &row->type, sizeof row->type);
        memcpy(node + 8, &behind, sizeof behind);
        memcpy(node + row->at, row->at == 0 ? &row->type : &row->value, sizeof row->value);
        given[given_count++] = (struct given){.row = row};
        return node;
    }
    return behind;
}

// ---- what arrives

static void look_at_head(const void *head, uint32_t type) {
    for (uint32_t i = 0; i < given_count; i++) {
        if (given[i].row->head_type != type) continue;
        const VkBaseInStructure *first = head;
        if (in_chain(first->pNext, (VkStructureType)given[i].row->type) != NULL) given[i].is_met = 1;
        else given[i].is_missed = 1;
    }
}

// Fields that point at structures, be they of a command or of another structure.
static void look_at_fields(const unsigned char *base, uint32_t first, uint32_t count, unsigned depth) {
    for (const struct field *field = &carried_fields[first]; field < &carried_fields[first + count]; field++) {
        if (field->kind != FIELD_STRUCTURES || depth > 1) continue;
        const struct structure *of = &carried_structures[field->of];
        const unsigned char *array;
        uint32_t elements = 1;
        memcpy(&array, base + field->at, sizeof array);
        if (field->count_at != NOWHERE) memcpy(&elements, base + field->count_at, sizeof elements);
        for (uint32_t i = 0; array != NULL && i < elements; i++) {
            const unsigned char *element = array + (size_t)i * field->size;
            if (of->type != UINT32_MAX) look_at_head(element, of->type);
            look_at_fields(element, of->first, of->count, depth + 1);
        }
    }
}

static int takes_head(const char *name) {
    return strncmp(name, "vkCreate", 8) == 0 || strncmp(name, "vkAllocate", 10) == 0 || strncmp(name, "vkQueueSubmit", 13) == 0;
}

void chains_arrive(const char *name, const uint64_t *arguments) {
    if (given_count == 0 || !takes_head(name)) return;
    if (strcmp(name, "vkCreateDevice") == 0) {  // the tables of commands leave it out
        const VkDeviceCreateInfo *info = AT(const VkDeviceCreateInfo, arguments[1]);
        look_at_head(info, VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
        for (uint32_t i = 0; i < info->queueCreateInfoCount; i++)
            look_at_head(&info->pQueueCreateInfos[i], VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
        return;
    }
    for (uint32_t i = 0; i < carried_command_count; i++)
        if (strcmp(carried_commands[i].name, name) == 0)
            look_at_fields((const unsigned char *)arguments, carried_commands[i].first, carried_commands[i].count, 0);
}
