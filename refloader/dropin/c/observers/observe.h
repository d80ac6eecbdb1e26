// What the observers share: stubs that stand in the gaps of a chain, and what they write down of the calls that
// go through. The assembler reads the first part. Nothing of this is in a chain unless a recording was asked for.
#ifndef REFLOADER_OBSERVE_H
#define REFLOADER_OBSERVE_H

#include "../../../native/generated/commands.h"

#define OBSERVED_GAPS 24
#define OBSERVE_STRIDE 16
// One for each command of the registry; vk_layerGetPhysicalDeviceProcAddr where it was looked up by its name;
// then the three functions that a chain begins with, in the order of enum lookup.
#define REGISTRY_COMMANDS (GLOBAL_COMMANDS + INSTANCE_SLOTS + DEVICE_SLOTS)
#define LAYER_GPDPA REGISTRY_COMMANDS
#define FIRST_ENTRY (REGISTRY_COMMANDS + 1)
#define OBSERVED_COMMANDS (FIRST_ENTRY + 3)

#ifdef __x86_64__
#define INTEGER_REGISTERS 6
#else
#define INTEGER_REGISTERS 8
#endif
#define VECTOR_REGISTERS 8

// Places in struct observe_frame.
#define FRAME_VECTORS (8 * INTEGER_REGISTERS)
#define FRAME_STACK (FRAME_VECTORS + 16 * VECTOR_REGISTERS)
#define FRAME_COPIED (FRAME_STACK + 8)
#define FRAME_SIZE (FRAME_COPIED + 48)

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../../native/include/recording.h"

// A call under way: what came in registers, where the rest is, what was before. The assembler puts it on the
// stack.
struct observe_frame {
    uint64_t integers[INTEGER_REGISTERS];
    uint64_t vectors[VECTOR_REGISTERS][2];
    const uint64_t *stack;
    uint32_t copied;  // words of the caller's stack that are parameters
    uint32_t id;      // gap << 16 | command
    uint32_t call;    // 0: there was no room for its record
    uint32_t outer_call;
    uint16_t outer_link;
    uint16_t outer_inside;
    uint32_t reserved;
    uint64_t key;  // under which its object is known
    struct observed_thread *watched;
    const uint64_t *parameters;  // in its record; NULL without one
};

struct known;
#define KNOWN_BUCKETS 64

// A place between two links of a chain. Once it has a number it stays; who stands there may change while no
// object lives that was made through it.
struct gap {
    char *above, *below;
    void *lookups[3];  // the vkGetInstanceProcAddr and its like of who is below, NULL for none
    uint16_t link;
    _Atomic uint32_t keys;  // objects alive whose functions are known
    _Atomic(struct known *) known[KNOWN_BUCKETS];
    _Atomic(void *) of_instance[OBSERVED_COMMANDS];  // the last answers of lookups by instance, and by device
    _Atomic(void *) of_device[OBSERVED_COMMANDS];
};

// ROW_vkX: the place of a command among all.
#define ROW_ENTRY(name, ...) ROW_##name,
enum { REFLOADER_COMMANDS(ROW_ENTRY) };

enum lookup { LOOKUP_INSTANCE, LOOKUP_DEVICE, LOOKUP_PHYSICAL_DEVICE, LOOKUPS };

#define MOST_TEXT 256  // of a text, its end included

// ---- observe.c
extern struct recording *observe_recording;
bool observe_open(void);  // whether there is a recording; then there is one from now on
void observe_between(const char *above, const char *below, void *lookups[LOOKUPS]);
void observe_note(const char *about, const char *text, uint64_t value);
enum lookup lookup_of(unsigned command);  // LOOKUPS: it is none

// ---- observe_targets.c
void *target_of(struct gap *gap, uint64_t key, unsigned command);
bool target_learn(struct gap *gap, uint64_t key, unsigned command, enum lookup by, void *function);
void targets_forget(struct gap *gap, uint64_t key);
void targets_clear(struct gap *gap);

// ---- observe_memory.c
// Loads of what is mapped, be it an object or not: nothing that AddressSanitizer could judge.
#define ANY_MEMORY __attribute__((no_sanitize("address")))
typedef uint64_t __attribute__((may_alias, aligned(1))) any_word;
typedef uint32_t __attribute__((may_alias, aligned(1))) any_number;

ANY_MEMORY static inline uint64_t word_at(uint64_t address) {
    return *(const any_word *)(uintptr_t)address;
}

ANY_MEMORY static inline uint32_t number_at(uint64_t address) {
    return *(const any_number *)(uintptr_t)address;
}

void memory_begin(void);  // what was there may be gone
bool memory_there(uint64_t address, size_t size);
uint64_t memory_word(uint64_t address);  // 0 where nothing can be read
uint32_t memory_number(uint64_t address);
void memory_text(char *target, size_t room, uint64_t from);
uint64_t memory_key(uint64_t handle);  // the first word of a dispatchable object
void memory_forget_handles(void);

// ---- observe_facts.c
struct shape {
    uint16_t first, count;  // its rows
    uint8_t parameters;
    uint16_t wide, floating;  // bit by parameter: has 64 bits, is in a vector register
};
extern const struct shape observe_shapes[OBSERVED_COMMANDS];
void facts_types(struct recording *to);
void facts_handles(const struct observe_frame *frame, enum record_kind kind, uint16_t link);
void fact_object(const struct observe_frame *frame, enum record_kind kind, uint16_t link, const char *path,
                 uint32_t object_type, uint64_t value);
void fact_word(const struct observe_frame *frame, enum record_kind kind, uint16_t link, const char *path,
               uint64_t value, uint64_t other);
void fact_text(const struct observe_frame *frame, enum record_kind kind, uint16_t link, const char *path,
               uint64_t address);

// ---- observe_calls.c
void special_given(const struct observe_frame *frame, uint16_t link);
void special_made(const struct observe_frame *frame, uint16_t link, bool succeeded);

_Static_assert(offsetof(struct observe_frame, vectors) == FRAME_VECTORS, "as the assembler has it");
_Static_assert(offsetof(struct observe_frame, stack) == FRAME_STACK, "as the assembler has it");
_Static_assert(offsetof(struct observe_frame, copied) == FRAME_COPIED, "as the assembler has it");
_Static_assert(sizeof(struct observe_frame) == FRAME_SIZE, "as the assembler has it");
#endif
#endif
