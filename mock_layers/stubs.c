// One machine-code stub for each command of the registry, and some for unknown ones: it saves the argument
// registers, asks layer_intercepted what to do, and jumps there with every argument as it was, the first one
// perhaps exchanged. So no signature is needed. Never looks at what a command does.
#include "mock_layer.h"
#define STUBS 1024
#define STUB_SIZE 16
#define TEXT_OF(value) #value
#define NUMBER(value) TEXT_OF(value)
#if defined(_WIN32)
#define STUB_TYPE ""
#else
#define STUB_TYPE ".type layer_stubs, %function\n"
#endif
#define STUB_TABLE(body) \
    ".text\n.p2align 4\n" STUB_TYPE \
    "layer_stubs:\n.cfi_startproc\n.set layer_stub_number, 0\n.rept " NUMBER(STUBS) "\n.p2align 4\n" body \
    ".set layer_stub_number, layer_stub_number + 1\n.endr\n.cfi_endproc\n"
#if defined(__x86_64__) && defined(_WIN32)
__asm__(STUB_TABLE("movl $layer_stub_number, %r11d\njmp layer_stub\n")
        "layer_stub:\n.cfi_startproc\n"
        "pushq %rbp\n.cfi_def_cfa_offset 16\n.cfi_offset %rbp, -16\n"
        "movq %rsp, %rbp\n.cfi_def_cfa_register %rbp\n"
        "subq $128, %rsp\n"  // the first 32 bytes are the callee's
        "movq %rcx, 32(%rsp)\nmovq %rdx, 40(%rsp)\nmovq %r8, 48(%rsp)\nmovq %r9, 56(%rsp)\n"
        "movups %xmm0, 64(%rsp)\nmovups %xmm1, 80(%rsp)\nmovups %xmm2, 96(%rsp)\nmovups %xmm3, 112(%rsp)\n"
        "movl %r11d, %ecx\nleaq 32(%rsp), %rdx\ncall layer_intercepted\nmovq %rax, %r11\n"
        "movq 32(%rsp), %rcx\nmovq 40(%rsp), %rdx\nmovq 48(%rsp), %r8\nmovq 56(%rsp), %r9\n"
        "movups 64(%rsp), %xmm0\nmovups 80(%rsp), %xmm1\nmovups 96(%rsp), %xmm2\nmovups 112(%rsp), %xmm3\n"
        "leave\n.cfi_def_cfa %rsp, 8\njmp *%r11\n.cfi_endproc\n");
#elif defined(__x86_64__)
__asm__(STUB_TABLE("movl $layer_stub_number, %r11d\njmp layer_stub\n")
        "layer_stub:\n.cfi_startproc\n"
        "pushq %rbp\n.cfi_def_cfa_offset 16\n.cfi_offset %rbp, -16\n"
        "movq %rsp, %rbp\n.cfi_def_cfa_register %rbp\n"
        "subq $176, %rsp\n"
        "movq %rdi, (%rsp)\nmovq %rsi, 8(%rsp)\nmovq %rdx, 16(%rsp)\n"
        "movq %rcx, 24(%rsp)\nmovq %r8, 32(%rsp)\nmovq %r9, 40(%rsp)\n"
        "movups %xmm0, 48(%rsp)\nmovups %xmm1, 64(%rsp)\nmovups %xmm2, 80(%rsp)\nmovups %xmm3, 96(%rsp)\n"
        "movups %xmm4, 112(%rsp)\nmovups %xmm5, 128(%rsp)\nmovups %xmm6, 144(%rsp)\nmovups %xmm7, 160(%rsp)\n"
        "movl %r11d, %edi\nmovq %rsp, %rsi\ncall layer_intercepted\nmovq %rax, %r11\n"
        "movq (%rsp), %rdi\nmovq 8(%rsp), %rsi\nmovq 16(%rsp), %rdx\n"
        "movq 24(%rsp), %rcx\nmovq 32(%rsp), %r8\nmovq 40(%rsp), %r9\n"
        "movups 48(%rsp), %xmm0\nmovups 64(%rsp), %xmm1\nmovups 80(%rsp), %xmm2\nmovups 96(%rsp), %xmm3\n"
        "movups 112(%rsp), %xmm4\nmovups 128(%rsp), %xmm5\nmovups 144(%rsp), %xmm6\nmovups 160(%rsp), %xmm7\n"
        "leave\n.cfi_def_cfa %rsp, 8\njmp *%r11\n.cfi_endproc\n");
#elif defined(__aarch64__)
__asm__(STUB_TABLE("movz w17, #layer_stub_number\nb layer_stub\n")
        "layer_stub:\n.cfi_startproc\n"
        "stp x29, x30, [sp, #-224]!\n.cfi_def_cfa_offset 224\n.cfi_offset x29, -224\n.cfi_offset x30, -216\n"
        "mov x29, sp\n"
        "stp x0, x1, [sp, #16]\nstp x2, x3, [sp, #32]\nstp x4, x5, [sp, #48]\nstp x6, x7, [sp, #64]\n"
        "str x8, [sp, #80]\n"
        "stp q0, q1, [sp, #96]\nstp q2, q3, [sp, #128]\nstp q4, q5, [sp, #160]\nstp q6, q7, [sp, #192]\n"
        "mov w0, w17\nadd x1, sp, #16\nbl layer_intercepted\nmov x16, x0\n"
        "ldp x0, x1, [sp, #16]\nldp x2, x3, [sp, #32]\nldp x4, x5, [sp, #48]\nldp x6, x7, [sp, #64]\n"
        "ldr x8, [sp, #80]\n"
        "ldp q0, q1, [sp, #96]\nldp q2, q3, [sp, #128]\nldp q4, q5, [sp, #160]\nldp q6, q7, [sp, #192]\n"
        "ldp x29, x30, [sp], #224\n.cfi_restore x29\n.cfi_restore x30\n.cfi_def_cfa_offset 0\n"
        "br x16\n.cfi_endproc\n");
#elif defined(__i386__)
// All arguments lie on the stack, and they are the callee's: the first one is exchanged there.
__asm__(STUB_TABLE("movl $layer_stub_number, %ecx\njmp layer_stub\n")
        "layer_stub:\n.cfi_startproc\n"
        "pushl %ebp\n.cfi_def_cfa_offset 8\n.cfi_offset %ebp, -8\n"
        "movl %esp, %ebp\n.cfi_def_cfa_register %ebp\n"
        "subl $8, %esp\n"
        "leal 8(%ebp), %eax\nmovl %ecx, (%esp)\nmovl %eax, 4(%esp)\ncall layer_intercepted\n"
        "leave\n.cfi_def_cfa %esp, 4\njmp *%eax\n.cfi_endproc\n");
#else
#error "the stubs are written for x86-64, i386 and aarch64"
#endif

// Both names stay inside this object file, so that a library can hold the layer twice.
extern const char layer_stubs[] __attribute__((visibility("hidden")));
__attribute__((used)) static PFN_vkVoidFunction layer_intercepted(uint32_t slot, void **arguments);

// ---- what a stub stands for: a slot is the place of a command in the registry, or beyond it

#define KIND_uint32_t KIND_NONE
#define KIND_char KIND_NONE
#define KIND_VkInstanceCreateInfo KIND_NONE
#define KIND_VkExternalComputeQueueNV KIND_NONE
#define LIST_ROW(command, first) {#command, KIND_##first},
const struct command commands[] = {VK_COMMAND_LIST(LIST_ROW)};
_Static_assert(SLOTS <= STUBS, "more commands than stubs");

struct manner manners[SLOTS];
int meets_queues;
int stubs_wanted;

struct unknown unknown[MOST_UNKNOWN];
static _Atomic uint32_t unknown_count;

static int is_unknown(uint32_t slot) { return slot >= COMMANDS; }

static const char *slot_name(uint32_t slot) {
    return is_unknown(slot) ? unknown[slot - COMMANDS].name : commands[slot].name;
}

enum level slot_level(uint32_t slot) {
    if (is_unknown(slot)) return unknown[slot - COMMANDS].level;
    return commands[slot].first & INSTANCE_KINDS ? INSTANCE_LEVEL : DEVICE_LEVEL;
}

PFN_vkVoidFunction stub_of(uint32_t slot) {
    return (PFN_vkVoidFunction)(uintptr_t)(layer_stubs + slot * STUB_SIZE);
}

// The slot of a command of the registry, or SLOTS.
uint32_t find_command(const char *name) {
    uint32_t low = 0, high = COMMANDS;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int order = strcmp(name, commands[middle].name);
        if (order == 0) return middle;
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return SLOTS;
}

uint32_t find_unknown(const char *name, enum level level) {
    uint32_t count = atomic_load(&unknown_count);
    for (uint32_t i = 0; i < count; i++)
        if (unknown[i].level == level && strcmp(unknown[i].name, name) == 0) return COMMANDS + i;
    return SLOTS;
}

uint32_t add_unknown(const char *name, enum level level, uint32_t answer) {
    pthread_mutex_lock(&links_lock);
    uint32_t slot = find_unknown(name, level), count = atomic_load(&unknown_count);
    if (slot == SLOTS) {
        if (count == MOST_UNKNOWN) die("too many unknown commands in", label);
        unknown[count].name = strdup(name);
        unknown[count].level = level;
        unknown[count].answer = answer;
        manners[COMMANDS + count].noted = answer != 0;
        atomic_store(&unknown_count, count + 1);
        slot = COMMANDS + count;
    }
    pthread_mutex_unlock(&links_lock);
    return slot;
}

void free_unknown(void) {
    for (uint32_t i = 0; i < atomic_load(&unknown_count); i++) free((char *)(uintptr_t)unknown[i].name);
}

// ---- what happens on a call

// Whether a function of this layer is called with queues, and so has to know whose they are.
void look_for_queues(void) {
    meets_queues = (wrapped_kinds & KIND_VkCommandBuffer) != 0;
    for (uint32_t i = 0; i < COMMANDS; i++) meets_queues |= manners[i].noted && (commands[i].first & KIND_VkQueue) != 0;
    stubs_wanted |= meets_queues;
}

// What a stub jumps to when the call goes no further: its first argument has been exchanged for the answer.
uintptr_t give_answer(uintptr_t answer) { return answer; }

void note(uint32_t slot, const void *handle) {
    if (slot < SLOTS && manners[slot].noted)
        trace("%s handle=%p first=%p", slot_name(slot), handle, handle == NULL ? NULL : key_of(handle));
}

// An instance is asked for both levels: that tells whether the lookup finds a command of a device.
static PFN_vkVoidFunction ask_next(const struct link *link, uint32_t slot) {
    const char *name = slot_name(slot);
    if (link->instance != NULL) return link->GetDeviceProcAddr(link->handle, name);
    return link->GetInstanceProcAddr(link->handle, name);
}

void set_next(const struct link *link, uint32_t slot, PFN_vkVoidFunction next) {
    atomic_store_explicit(&link->next[slot], next, memory_order_relaxed);
}

// While the object is being made, as CHAIN-INIT-09 says: some loaders give other pointers later.
void ask_all_next(const struct link *link, enum level level) {
    for (uint32_t i = 0; stubs_wanted && i < COMMANDS; i++) {
        int wanted = manners[i].noted || wrapped_kinds != 0 || meets_queues;
        int due = slot_level(i) == level || (level == INSTANCE_LEVEL && flag_is("ask", "early"));
        if (wanted && commands[i].first != KIND_NONE && due) set_next(link, i, ask_next(link, i));
    }
}

// Whether the next entity has the command.
int has_next(const struct link *link, uint32_t slot) {
    int late = link->instance == NULL && slot_level(slot) == DEVICE_LEVEL && flag_is("ask", "late");
    if (late) set_next(link, slot, ask_next(link, slot));
    return atomic_load_explicit(&link->next[slot], memory_order_relaxed) != NULL;
}

PFN_vkVoidFunction next_of(const struct link *link, uint32_t slot) {
    PFN_vkVoidFunction found = atomic_load_explicit(&link->next[slot], memory_order_relaxed);
    if (found == NULL) die("the entity below has no", slot_name(slot));
    return found;
}

static PFN_vkVoidFunction answer_with(void **arguments, uint32_t answer) {
    arguments[0] = (void *)(uintptr_t)answer;
    return (PFN_vkVoidFunction)give_answer;
}

static PFN_vkVoidFunction layer_intercepted(uint32_t slot, void **arguments) {
    note(slot, arguments[0]);
    if (manners[slot].fails) return answer_with(arguments, (uint32_t)manners[slot].result);
    if (is_unknown(slot) && unknown[slot - COMMANDS].answer != 0)
        return answer_with(arguments, unknown[slot - COMMANDS].answer);
    const struct link *link = known(slot_level(slot), arguments[0], slot_name(slot));
    if (link == NULL) return answer_with(arguments, (uint32_t)VK_ERROR_INITIALIZATION_FAILED);
    if (violates("LLP_LAYER_1_locked") && strcmp(slot_name(slot), "vkSignalSemaphore") == 0) pass_lock();
    int forgets = violates("LLP_LAYER_10_queue") && strcmp(slot_name(slot), "vkQueueWaitIdle") == 0;
    forgets |= violates("LLP_LAYER_10_vendors") && strcmp(slot_name(slot), "vkCmdSetSampleLocationsEXT") == 0;
    if (!violates("LLP_LAYER_10") && !forgets) arguments[0] = unwrap(arguments[0]);
    // The one command whose third parameter is a command buffer, too.
    if (strcmp(slot_name(slot), "vkCmdPreprocessGeneratedCommandsEXT") == 0) arguments[2] = unwrap(arguments[2]);
    return next_of(link, slot);
}
