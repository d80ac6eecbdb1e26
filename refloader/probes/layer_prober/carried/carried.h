// Calls of every command with everything that it can take. See arguments.c for what is given, compared.c for how that is
// compared, and objects.c for the objects.
#ifndef REFLOADER_PROBER_CARRIED_H
#define REFLOADER_PROBER_CARRIED_H

#include <stddef.h>
#include <stdint.h>

#include "../next.h"

enum field_kind {
    FIELD_WORD, FIELD_FLAGS, FIELD_TYPE, FIELD_CHAIN, FIELD_HANDLE, FIELD_HANDLES, FIELD_STRUCTURE, FIELD_STRUCTURES,
    FIELD_WORDS, FIELD_TEXT, FIELD_TEXTS, FIELD_ANY, FIELD_FUNCTION, FIELD_ALLOCATOR, FIELD_COUNT, FIELD_OUT,
    FIELD_MADE, FIELD_NAMED, FIELD_BYTES, FIELD_VALUES,
};
enum { COUNT_MAY_BE_NONE, NO_COUNT, COUNT_IS_SOME, COUNT_HAS_NO_LIMIT = 4 };  // what a word has as ``fixed``
enum { NAMED_BY_TYPE, NAMED_BY_REPORTED_TYPE, NAMED_OF_DEVICES };             // what an object of any type has as ``of``

enum { WORD_IS_WIDE = 1, WORD_IS_FLOAT, WORD_LISTS };  // what a word has as ``of``; from the last one on: a list of values

// A row of tables/carried.py: a parameter, or a member of a structure.
struct field {
    uint32_t name, kind, at, size, of, count_at, fixed;
    uint64_t fill;  // of a handle: whether it may be VK_NULL_HANDLE; of an array with ``fixed`` as mask: where the number is that it is ignored for, or not
};
struct structure {
    uint32_t type, name, size, first, count, extensions[2];  // NOWHERE: none
    uint32_t first_extension, extension_count;               // of all that extend it
    uint32_t extension;                                      // the name of that which has it, or NOWHERE
    uint32_t first_holding, holding_count;                   // of those that extend it with objects, the oldest first
    uint32_t plain;                                          // one that holds none and is as old, or NOWHERE
};
struct handle_type {
    const char *name;
    uint32_t number, reported;  // in VkObjectType, and in the enumeration of the older extensions
    uint32_t is_common;         // of core, or a swapchain
    uint32_t is_of_device;      // a device, or what a device has
};
struct carried_command {
    const char *name;
    uint32_t first, count, returns_result, codes, code_count, takes_one;  // whether its arrays may have one element
    uint32_t alias;  // the place of the command that it is another name of; NOWHERE: of none
};

#define NOWHERE 0xFFFFU
#define ELEMENTS 2U  // of each array
#define APART 128U  // between the numbers in the first element of an array and those in the second
#define MANY_ELEMENTS 71U  // more than an array of a layer's own may have room for, and not as many as make even parts
#define FOREVER (UINT64_MAX - 1)  // in nanoseconds; one more has a meaning of its own
#define NO_POINTER 8U      // where nothing can be read
#define UNKNOWN_STRUCTURE 0x7FFF0001U
#define UNKNOWN_BEHIND 0x7FFF0002U  // on the pNext of what is to be written, and has no other structures there
#define DEVICE_TYPE 3U  // in the list of types of handles
#define COMMAND_BUFFER_TYPE 5U
#define DISPATCHABLE_TYPES 5U
static inline int is_dispatchable(uint32_t type) { return type > 0 && type <= DISPATCHABLE_TYPES; }

extern const struct field carried_fields[];
extern const struct structure carried_structures[];
extern const uint32_t carried_structure_count;
extern const struct carried_command carried_commands[];
extern const uint32_t carried_command_count;
#define MOST_CARRIED 1024U // the registry has fewer commands that can be carried
extern const int32_t carried_codes[];
extern const char carried_names[];
extern const uint32_t carried_values[];  // of enumerations: how many, and those
extern const struct handle_type carried_handles[];  // the first is none, then the dispatchable ones
extern const uint32_t carried_handle_count;

// ---- what a call is given

// The forms of a call: with the usual structures on each pNext; with all that there are, and an unknown one, and
// secondary command buffers; with those of Vulkan itself; with no element where there may be none, or so in its
// structures alone; with one, with many; without what may be left out; with empty texts; with pointers to nowhere where
// they are to be ignored; with VK_WHOLE_SIZE and without end; with numbers that need more than 32 bits; with the
// structures of the extensions that are enabled; with structures on pNext that hold objects; without the handles that may be
// VK_NULL_HANDLE, in the first element of arrays; with one of the arrays of a structure that may all have no elements; with
// inline uniform blocks, which stand on pNext and are counted in bytes; with all levels and layers of an image that remain.
enum form {
    FORM_PLAIN, FORM_CHAINS, FORM_CORE, FORM_NONE, FORM_INNER, FORM_ONE, FORM_MANY, FORM_BARE, FORM_EMPTY, FORM_WILD, FORM_WHOLE,
    FORM_HIGH, FORM_OWN, FORM_HELD, FORM_NULL, FORM_SOME, FORM_BLOCKS, FORM_REST,
    FORMS
};
extern enum form carried_form;
// Which of several calls, that differ in enumerations, flags and other values; 0: the plain one.
extern uint32_t carried_variant;
#define FIRST_LESS 16U  // the variants from here on have numbers that are less than those of all others
extern uint32_t carried_structure;  // how many structures are given before the one that is being given
extern int is_formed;  // set where the form makes something of a call otherwise than the plain one has it
extern uint32_t carried_named;  // the type of the object in calls about any object
// The handle of a real object of a type, one of two; 0: there is none. NULL: there are none at all.
extern uint64_t (*carried_real)(uint32_t type, uint32_t place);
// The dispatchable objects by their kind, 1 to 5, as the layer gave them; 0 is none.
extern void *carried_objects[DISPATCHABLE_TYPES + 1];
// The type of an object that is being made, or 0. A call that makes the first one comes with no other one of that type
// (oldSwapchain, basePipelineHandle): there is none that the layer knows.
extern uint32_t carried_made;
// Command buffers, or NULL: those in lists, which differ from that which is called with, and secondary ones.
extern void *carried_listed[ELEMENTS], *carried_secondary[ELEMENTS];
// Whether the semaphores of the call have to be timelines.
extern int carried_timelines;
// The pool of those in lists.
extern uint64_t carried_pool;
// One of the structures that extend another one with objects.
const struct structure *holding(const struct structure *of, uint32_t place);
// Fills in the arguments; equal ones each time but for handles that are made up, in memory of their own.
void give_arguments(const struct carried_command *command, uint64_t *arguments);
// A word, one of several words or flags, in an element of an array; and a member of several numbers.
uint64_t word_of(const struct field *field, uint32_t place);
uint64_t word_in_array(const struct field *field, uint32_t place);
uint64_t flags_of(const struct field *field, uint32_t place);
void give_bytes(uint64_t address, const struct field *field, uint32_t place);
// Makes a VkWriteDescriptorSet one of an inline uniform block.
void give_block(uint64_t address);
// How many structures there are to be written where a field points; their sTypes and chains are given.
uint32_t blanks_of(const struct field *field);
#define OUT_ROOM 8192U  // for them
// The same with other numbers.
void give_other_arguments(const struct carried_command *command, uint64_t *arguments);
// What becomes of the memory of arguments when their call is back: others have it, nobody, or it is gone altogether.
enum memory { MEMORY_REUSED, MEMORY_KEPT, MEMORY_GONE };
extern enum memory carried_memory;
// Does that with all that there are since the last time, or keeps them.
void forget_arguments(void);
extern uint64_t carried_timeout;  // of a call without end, in nanoseconds
void keep_arguments(void);
// Room in it, and in the memory that is not the layer's alone: nobody takes that away.
uint64_t take_room(size_t size);
uint64_t take_shared_room(size_t size);
extern const VkAllocationCallbacks carried_callbacks;
// Their allocation of that number fails, from now on; 0: none. Where it is noted that one has failed.
extern uint32_t until_refusal;
extern int *note_refusal;
// How many blocks of a scope are taken from them and not given back.
int32_t blocks_taken(VkSystemAllocationScope scope);

// Whether a command ends objects that it takes: it can be called once with each.
int ends_objects(const struct carried_command *command);
// Whether what a command is given may be in use when it is back, until its operation is over.
int is_deferred(const struct carried_command *command);
// Whether a command takes an object of any type, and says of which.
int names_object(const struct carried_command *command);
// Whether a command takes objects of a type, be it deep in a structure.
int takes_type(const struct carried_command *command, uint32_t type);

// Whether the name of a type of handles is this.
int is_type(uint32_t type, const char *name);
// Whether a command frees command buffers, which it takes of the pool that they are of.
int frees_buffers(const struct carried_command *command);

// ---- objects

// Makes two objects of each type that the layer has a function of its own to make, by handles from below that
// ``numbered`` gives: for a type, the first or second one. NULL: as they come. What they were made with stays, unless
// carried_memory says otherwise. ``is_tried``: each is made in a process of its own before, where the layer may end it.
void make_objects(uint64_t (*numbered)(uint32_t type, uint32_t place), int is_tried);
// So that the next ones are made with the functions that the layer has for another device.
void forget_makers(void);
// Puts aside those that have been made last, and has the commands take them again.
enum { KEPT_OBJECTS = 3 };
void keep_objects(uint32_t place);
void take_objects(uint32_t place);
// Where to put the command that makes one, while it does; NULL: nowhere.
extern const struct carried_command **making_now;
// The dispatchable object of a type that carried_objects has, as the entity below knows it.
void set_lower(uint32_t type, const void *lower);
// The same of a command buffer that is in lists.
void add_lower(const void *upper, const void *lower);
int is_wrapped(uint32_t type);
int has_objects_of(uint32_t type);
#define DEPTH_OF_ARGUMENTS 4U  // how deep structures have arrays and chains
// Whether there are two objects of a type, or it is dispatchable; and whether a structure holds such, be it deep in it.
int are_two_made(uint32_t type);
int hold_objects(const struct structure *of);

// ---- what came of it

enum { MOST_DIFFERENCES = 32 };
struct difference {
    char path[160];
    uint64_t given, received;
    uint64_t same;   // the members beside it, by their bits, that came with what came down here
    uint32_t first;  // the row of the first of them
    int is_mask, is_listed;  // is_listed: the numbers are those of an enumeration
};
struct differences {
    struct difference row[MOST_DIFFERENCES];
    uint32_t count;
};
struct comparison {
    struct differences lost, changed, unwritten;
    struct differences handles;  // of real objects that are not what they have to be
    struct differences uneven;   // counts of a structure on pNext that are no longer those of its head
    struct differences altered;  // sType or pNext of what is to be written: they are the application's
};

// How the elements of an array came down in however many calls: how many, and whether in their order, where next is the first
// that has not come.
enum { ELEMENTS_LOOKED_AT = 2 };
struct total {
    const char *name;
    uint32_t given, received, next;
    int is_disordered, is_fenced, is_fenced_twice;
    uint32_t alike[ELEMENTS_LOOKED_AT];  // how often each of the first elements has come down with all of its numbers
    uint64_t fence;   // that the last of several submissions had,
    uint32_t resets;  // and how often fences had been reset then
};
enum { MOST_TOTALS = 4 };
void add_totals(const struct carried_command *command, const uint64_t *given, const uint64_t *received, struct total *totals);

// Before another comparison.
void forget_differences(struct comparison *of);
// What went in against what came down.
void compare_arguments(const struct carried_command *command, const uint64_t *given, const uint64_t *received,
                       struct comparison *to);
// Where a call has written to what it may only read: what was given against what it should still be. Of structures that
// are to be written, so many elements are looked at: ELEMENTS, or fewer if the caller has other things behind them.
void compare_kept(const struct carried_command *command, const uint64_t *expected, const uint64_t *given,
                  uint32_t elements, struct comparison *to);
// Whether a field leads to elements that go down.
int is_array(const struct field *field);
// Whether what an array leads to is to be looked at, by the number that another member has.
int has_condition(const struct field *field);
// A list of [path, given, received, whether that is a mask].
void say_differences(const char *key, const struct differences *of);
// The handle that stands below for a real object; 0: it is none.
extern uint64_t (*carried_lower)(uint32_t type, uint64_t upper);

// ---- one question about several physical devices

#define MOST_TOLD 4U  // places
int is_question(const struct carried_command *command);
// Where it writes an answer that is numbers alone; NULL: nowhere. And the size of the head of what a field leads to.
const struct field *answer_of(const struct carried_command *command);
uint32_t head_of(const struct field *field);
// Whether a structure has numbers alone.
int is_plain(const struct structure *structure);
void begin_telling(uint32_t place, const struct object *physical);
// The entity below is asked while the call of that place is under way, and has answered.
void tell_of(uint32_t place, const char *name, const uint64_t *arguments);
void keep_told(uint32_t place, const struct carried_command *command, const uint64_t *given);
// Whether one got what is of another one.
int is_told_of_another(const struct carried_command *command);

// ---- two calls at once

typedef uint64_t (*any_function)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                                 uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, float, float, float, float);
// The device whose command buffers are recorded.
void record_with(VkDevice device);
VkDevice recorded_device(void);
// The instance and the device that all calls are made with, and the dispatchable objects of these.
struct made;
void carry_with(const struct made *of_instance, const struct made *of_device, VkPhysicalDevice physical);
// Two command buffers of a pool.
void allocate_more(PFN_vkAllocateCommandBuffers allocate, const VkCommandBufferAllocateInfo *info, void **to);
// Has command buffers in the state that a call needs, and that another one does, by the result of the last one.
void record_for(const struct carried_command *command);
void record_again(const struct carried_command *command, uint64_t result);
// The command buffer of a call is ended and begun once more, or executes a secondary one; whether it could.
void begin_anew(void);
int execute_secondary(void);
// The layer's own function for a command; NULL where it has none.
any_function own_function(const char *name);
// Whether a command is of a newer version than the application asks for.
int is_too_new(const char *name);
// Whether an application that asks for it gets the function of the entity below.
int is_left_below(const char *name);
// A command and its forms with the name of a vendor at the end are one.
uint64_t call_with(any_function function, const uint64_t *arguments);
int is_same_command(const char *name, const char *other);
// Two threads call a command whose objects need no synchronization, with different numbers. Whether both were below the
// layer at once; twice.COMMAND has what each of them got otherwise.
int call_twice(const struct carried_command *command, any_function function);

// carry.COMMAND and room.COMMAND, twice.COMMAND. The entity below answers single calls once it is told to.
void answer_single_calls(void);
void call_for_results(const struct carried_command *command, any_function function);
extern int leaves_out_failures, leaves_out_successes;  // of the results, those that are errors, and others than VK_SUCCESS
void call_barely(const struct carried_command *command, any_function function);
void call_with_little_room(const struct carried_command *command, any_function function);
void call_on_two_threads(const struct carried_command *command, any_function function);
#define ALONE_STATUS 98
#define STATES_STATUS 95  // the calls are over, and the layer has set states in the plain one
// One call in a process of its own. How that ended: 0, the number of a signal or a status; -1: there could be none.
#define LEFT_STATUS 94     // of none of the prober's: the layer has ended its process in the calls
#define LOST_THREADS_END 256  // of no process: the calls do not come back, but threads of the layer are not there that may be waited for
#define IS_FREED_STATUS 93  // what is freed alone has gone down
typedef void calls_of(const struct carried_command *, any_function);
int call_apart(const struct carried_command *command, any_function function, calls_of *calls);
// Whether that ended as a layer does that follows a pointer which leads nowhere, or takes what is valid for impossible.
int is_crash(int end);
#define NOWHERE_STATUS 97  // the function at address 0 was called
#define NO_ROOM_STATUS 96  // the prober has no room for what a call is given
void die_quietly(void);
// Whether so much time has gone by that only what is most important is done.
int is_late(void);
int is_later_than(int seconds, int waited);  // of the processor, and of the clock
// What there is no time for: how many commands, and the first one.
struct left_out {
    uint32_t count;
    const char *first;
};
void leave_out(struct left_out *of, const struct carried_command *command);
void say_left_out(const struct left_out *of);
// Memory is mapped by a command of that: the entity below says where.
void map_below(const struct carried_command *command, const uint64_t *arguments);
// What the entity below does where a call succeeds: it answers, maps, and writes to the structures on each pNext.
void answer_success(const struct carried_command *command, const char *name, const uint64_t *arguments, uint64_t *result);
// The command of that name, or NULL; and how many elements a call finds that asks for the number of a list.
const struct carried_command *carried_command_of(const char *name);
// Whether it lists the images of a swapchain, which has ELEMENTS of them.
int lists_images(const struct carried_command *command);
void count_available(const struct carried_command *command, const uint64_t *arguments, uint32_t available);
// Whether extensions are enabled, and only calls with their structures are made.
int calls_own(void);
// form.COMMAND: what came down of the command in its other forms.
void call_in_forms(const struct carried_command *command, any_function function);
// wrapped has the types that the layer wraps; leaves.COMMAND those that a command takes which the layer leaves to the
// entity below; chained.COMMAND those that such a command takes in structures on pNext, as [structure, type]; named.COMMAND those whose handle does not come down as it has to when any object can be meant,
// written.COMMAND those of which the layer then writes to what it may only read, and ended.COMMAND those with which it ends.
void say_wrapped(void);
// waits.COMMAND, where a command takes a timeout.
int takes_a_timeout(const struct carried_command *command);
void call_with_a_long_timeout(const struct carried_command *command, any_function function);
// polls.COMMAND, where a command is a wait.
void poll_what_is_over(const struct carried_command *command, any_function function);
// presents.COMMAND, where a command says how each of several presentations went.
int presents(const struct carried_command *command);
// What submissions wait for below: forgets it, takes what a call waits for, and says whether it is all of a presentation's.
void forget_waits(void);
void note_waits(const char *name, const uint64_t *arguments);
int are_waited_for(const uint64_t *arguments);
void present_with_results(const struct carried_command *command, any_function function);
// partly.COMMAND, where a command makes several things of which some may come of a call that fails: {"results": [[result below,
// result, calls below, whether the first is there, whether it is destroyed, how many are as the application had them, whether the
// first is the one of below, whether each call below was for several]]}
int makes_several(const struct carried_command *command);
void make_partly(const struct carried_command *command, any_function function);
// one_by_one.COMMAND, of such a command that calls down for one after the other: {"results": [[result below of the first, result,
// whether the first is there]]}, where the others succeed below.
void make_one_by_one(const struct carried_command *command, any_function function);
// derived.COMMAND, where a command makes pipelines that can be derived from each other.
int makes_derivatives(const struct carried_command *command);
void make_derivatives(const struct carried_command *command, any_function function);
// halves.COMMAND, where a command makes any number of objects, or none.
int allocates_many(const struct carried_command *command);
void allocate_in_halves(const struct carried_command *command, any_function function);
// parts.COMMAND, where a layer asks for queries in several calls.
int asks_queries(const struct carried_command *command);
void fail_the_first_part(const struct carried_command *command, any_function function);
// starved.COMMAND, where a command makes something and takes memory from the application's callbacks.
int takes_memory(const struct carried_command *command);
void call_without_memory(const struct carried_command *command, any_function function);
// crowd.COMMAND, where a command makes an object.
int makes_one(const struct carried_command *command);
void make_crowd(const struct carried_command *command, any_function function);
// beyond.COMMAND and short.COMMAND, where a command says how much it has written of more than there is room for.
int has_room(const struct carried_command *command);
void call_with_less_room(const struct carried_command *command, any_function function);
// asked.COMMAND, where a command asks, and the entity below answers with numbers or writes to a structure on a pNext.
int asks(const struct carried_command *command);
// By its other name, where the layer has a function of its own for both.
void ask_by_another_name(const struct carried_command *command, any_function function);
void ask_again(const struct carried_command *command, any_function function);
// lives.COMMAND, where a command asks about a physical device alone.
int asks_of_physical_devices(const struct carried_command *command);
void ask_in_another_life(const struct carried_command *command, any_function function);
// Ends the device and the instance, and makes another instance whose physical device has the same handle; whether it has.
int begin_another_life(void);
// tools.COMMAND, where a command lists tools.
int lists_tools(const struct carried_command *command);
void list_tools(const struct carried_command *command, any_function function);
// anew.COMMAND, where a command is recorded.
int is_recorded(const struct carried_command *command);
void record_once_more(const struct carried_command *command, any_function function);
void record_twice(const struct carried_command *command, any_function function);
// freed.COMMAND, where a command ends objects of which the first is VK_NULL_HANDLE; is_kept_alone: the other one does not go
// down by itself either.
int frees_many(const struct carried_command *command);
void free_behind_none(const struct carried_command *command, any_function function);
// left.COMMAND, where a command that is recorded sets no state.
int is_bystander(const struct carried_command *command);
int are_states_set(void);  // by what came down since forget()
void say_states_left(const struct carried_command *command, const char *const *names, uint32_t count);
void record_beside_states(const struct carried_command *command, any_function function);
// varied.COMMAND, in calls that differ in many values.
int can_be_called_often(const struct carried_command *command);
void call_varied(const struct carried_command *command, any_function function);
// handed.COMMAND, where a command gives descriptors.
int hands_out(const struct carried_command *command);
void hand_out_twice(const struct carried_command *command, any_function function);
// clash.COMMAND: what came down otherwise because of the numbers that handles have, and whether the layer ends in it
// where what earlier calls came with is no longer there.
void call_with_clashes(void);
// again.COMMAND, where a command makes an object: whether the layer ends in a later call because the memory of earlier ones
// is gone.
void call_again_without_memory(const struct carried_command *command, any_function function);

// ---- a wait, and what ends it on another thread

int is_wait(const struct carried_command *command);
void call_while_waiting(const struct carried_command *command, any_function function);

// The entity below writes to each structure that it finds on the chain of one that it is to fill.
void write_chains(const struct carried_command *command, const uint64_t *arguments);
// Which of them are as they were.
void find_unwritten(const struct carried_command *command, const uint64_t *arguments, struct comparison *to);

#endif
