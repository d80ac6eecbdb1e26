// Wrong answers on request, and answers to commands nobody knows. A command that a flag names is looked up as
// one of the functions here in place of its own, so that the other commands pay nothing for it.
#include "mock_icd.h"
#define RESULTS(X) \
    X(VK_NOT_READY) X(VK_TIMEOUT) X(VK_INCOMPLETE) X(VK_ERROR_OUT_OF_HOST_MEMORY) \
    X(VK_ERROR_OUT_OF_DEVICE_MEMORY) X(VK_ERROR_INITIALIZATION_FAILED) X(VK_ERROR_DEVICE_LOST) \
    X(VK_ERROR_MEMORY_MAP_FAILED) X(VK_ERROR_LAYER_NOT_PRESENT) X(VK_ERROR_EXTENSION_NOT_PRESENT) \
    X(VK_ERROR_FEATURE_NOT_PRESENT) X(VK_ERROR_INCOMPATIBLE_DRIVER) X(VK_ERROR_TOO_MANY_OBJECTS) \
    X(VK_ERROR_FORMAT_NOT_SUPPORTED) X(VK_ERROR_FRAGMENTED_POOL) X(VK_ERROR_UNKNOWN) \
    X(VK_ERROR_SURFACE_LOST_KHR) X(VK_ERROR_NATIVE_WINDOW_IN_USE_KHR) X(VK_ERROR_OUT_OF_DATE_KHR)
#define RESULT_ROW(result) {#result, result},
static const struct {
    const char *name;
    VkResult value;
} results[] = {RESULTS(RESULT_ROW)};

// What a flag may name besides commands: the time of loading.
#define ON_LOAD "load"

// Rubbish: success, a count of three or less, and this byte all over each element. "count" and "out" are
// places of parameters; rows of size 0 give a function that no one should call.
static const struct rubbish {
    const char *command;
    int count, out;
    size_t size, kept;  // bytes of each element, and how many of them stay (sType and pNext)
    int byte;
} rubbish[] = {
    {"vk_icdNegotiateLoaderICDInterfaceVersion", -1, 0, sizeof(uint32_t), 0, 0xFF},
    {"vk_icdGetInstanceProcAddr", -1, -1, 0, 0, 0},
    {"vk_icdGetPhysicalDeviceProcAddr", -1, -1, 0, 0, 0},
    {"vkGetDeviceProcAddr", -1, -1, 0, 0, 0},
    {"vkEnumerateInstanceVersion", -1, 0, sizeof(uint32_t), 0, 0xFF},
    {"vkEnumerateInstanceExtensionProperties", 1, 2, sizeof(VkExtensionProperties), 0, 0xFF},
    {"vkCreateInstance", -1, 2, sizeof(VkInstance), 0, 0},
    {"vkEnumeratePhysicalDevices", 1, 2, sizeof(VkPhysicalDevice), 0, 0},
    {"vkEnumeratePhysicalDeviceGroups", 1, 2, sizeof(VkPhysicalDeviceGroupProperties), sizeof(struct base),
     0xFF},
    {"vkGetPhysicalDeviceProperties", -1, 1, sizeof(VkPhysicalDeviceProperties), 0, 0xFF},
    {"vkGetPhysicalDeviceQueueFamilyProperties", 1, 2, sizeof(VkQueueFamilyProperties), 0, 0xFF},
    {"vkEnumerateDeviceExtensionProperties", 2, 3, sizeof(VkExtensionProperties), 0, 0xFF},
    {"vkCreateDevice", -1, 3, sizeof(VkDevice), 0, 0},
    {"vkGetDeviceQueue", -1, 3, sizeof(VkQueue), 0, 0},
};

#define WAYS(X) X(FAIL, "fail") X(EMPTY, "null") X(RUBBISH, "rubbish") X(CRASH, "crash") X(ABORT, "abort") \
    X(HANG, "hang") X(EXIT, "exit")
#define WAY(id, name) id,
#define WAY_NAME(id, name) name,
enum way { WAYS(WAY) WAYS_END };
static const char *const way_names[] = {WAYS(WAY_NAME)};

static struct wrong {
    char *command;
    enum way way;
    VkResult result;
    uint32_t only;  // the number of the call that fails, 0 for each
    _Atomic uint32_t calls;
    const struct rubbish *rubbish;
    PFN_vkVoidFunction own;  // what it stands in the place of
} wrongs[16];
static size_t wrong_count;

static VkResult parsed_result(const char *text) {
    char *end;
    long value = strtol(text, &end, 0);
    if (end != text && *end == '\0') return (VkResult)value;
    for (size_t i = 0; i < COUNT(results); i++)
        if (strcmp(results[i].name, text) == 0) return results[i].value;
    die("unknown value in flag", text);
}

static const struct rubbish *rubbish_of(const char *command) {
    for (size_t i = 0; i < COUNT(rubbish); i++)
        if (strcmp(rubbish[i].command, command) == 0) return &rubbish[i];
    die("there is no rubbish for the command", command);
}

// "COMMAND@NUMBER" and "COMMAND:RESULT@NUMBER" make the call of that number alone fail, counted from 1.
static uint32_t only_call(char *word) {
    char *end, *at = strchr(word, '@');
    if (at == NULL) return 0;
    uint32_t only = number(at + 1, &end, way_names[FAIL]);
    if (only == 0 || *end != '\0') die("not the number of a call in flag", word);
    *at = '\0';
    return only;
}

static void read_wrong(enum way way, const char *word, int (*known)(const char *)) {
    char *command = must(strndup(word, strcspn(word, ",")));
    uint32_t only = way == FAIL ? only_call(command) : 0;
    char *colon = strchr(command, ':');
    if (wrong_count == COUNT(wrongs)) die("too many wrong commands in", label);
    struct wrong *wrong = &wrongs[wrong_count++];
    *wrong = (struct wrong){.command = command, .way = way, .result = VK_ERROR_INITIALIZATION_FAILED, .only = only};
    if (way == FAIL && colon != NULL) wrong->result = parsed_result(colon + 1), *colon = '\0';
    int loading = way >= CRASH && strcmp(command, ON_LOAD) == 0;
    if (!loading && !known(command)) die("unknown value in flag", command);
    if (way == RUBBISH) wrong->rubbish = rubbish_of(command);
}

void read_wrongs(int (*known)(const char *)) {
    for (enum way way = FAIL; way < WAYS_END; way++)
        for (const char *at = flag(way_names[way]); *at != '\0'; at += strcspn(at, ","), at += *at == ',')
            read_wrong(way, at, known);
}

static uintptr_t nonsense(void) {
    trace("a function that stands for rubbish is called");
    return 0;
}

static void scatter(const struct rubbish *how, const uintptr_t *given) {
    uint32_t *count = how->count < 0 ? NULL : (uint32_t *)given[how->count];
    char *out = (char *)given[how->out];
    if (count != NULL && (out == NULL || *count > 3)) *count = 3;
    for (uint32_t i = 0; out != NULL && i < (count == NULL ? 1 : *count); i++)
        memset(out + i * how->size + how->kept, how->byte, how->size - how->kept);
}

static void end_badly(enum way way) {
    if (way == CRASH) raise(SIGSEGV);
    if (way == ABORT) abort();
    if (way == EXIT) _exit(3);
    while (way == HANG) pause();
}

// What a command that a flag made wrong was asked: in full for the two that rules look into.
static void describe(const char *command, const uintptr_t *given) {
    if (!tracing) return;
    if (strcmp(command, "vkCreateInstance") == 0)
        describe_instance((const VkInstanceCreateInfo *)given[0], (const VkAllocationCallbacks *)given[1]);
    else if (strcmp(command, "vkCreateDevice") == 0)
        describe_device((VkPhysicalDevice)given[0], (const VkDeviceCreateInfo *)given[1],
                        (const VkAllocationCallbacks *)given[2]);
    else
        trace("%s", command);
}

// Commands that wait, and where their time is given. VK_TIMEOUT comes at once to who gives no time; for the others it
// would say that work never ends, and whoever waits in parts until its own time is over would never come back.
static const struct {
    const char *command;
    int at;
} waits[] = {{"vkWaitForFences", 4}, {"vkWaitSemaphores", 2}, {"vkAcquireNextImageKHR", 2}};

static int is_given_time(const struct wrong *wrong, const uintptr_t *given) {
    for (size_t i = 0; wrong->result == VK_TIMEOUT && wrong->own != NULL && i < COUNT(waits); i++)
        if (strcmp(waits[i].command, wrong->command) == 0) return given[waits[i].at] != 0;
    return 0;
}

// A refusal of these leaves VK_NULL_HANDLE in each place, as the specification has it; of others, what was there.
static void leave_nothing(const char *command, const uintptr_t *given) {
    int pipelines = strcmp(command, "vkCreateGraphicsPipelines") == 0 || strcmp(command, "vkCreateComputePipelines") == 0;
    const VkCommandBufferAllocateInfo *info = (const VkCommandBufferAllocateInfo *)given[1];
    if (pipelines) memset((void *)given[5], 0, (uint32_t)given[2] * sizeof(uint64_t));
    else if (strcmp(command, "vkAllocateCommandBuffers") == 0)
        memset((void *)given[2], 0, info->commandBufferCount * sizeof(VkCommandBuffer));
}

static uintptr_t do_right(const struct wrong *wrong, const uintptr_t *given) {
    typedef uintptr_t (*PFN_words)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);
    return ((PFN_words)wrong->own)(given[0], given[1], given[2], given[3], given[4], given[5]);
}

static uintptr_t fail(const struct wrong *wrong, const uintptr_t *given) {
    if (is_given_time(wrong, given)) return do_right(wrong, given);
    leave_nothing(wrong->command, given);
    return (uintptr_t)(intptr_t)wrong->result;
}

static uintptr_t misbehave(struct wrong *wrong, const uintptr_t *given) {
    if (wrong->only != 0 && ++wrong->calls != wrong->only) return do_right(wrong, given);
    describe(wrong->command, given);
    end_badly(wrong->way);
    if (wrong->way == FAIL) return fail(wrong, given);
    if (wrong->rubbish->size == 0) return (uintptr_t)nonsense;
    scatter(wrong->rubbish, given);
    return VK_SUCCESS;
}

void misbehave_on_load(void) {
    for (size_t i = 0; i < wrong_count; i++)
        if (strcmp(wrongs[i].command, ON_LOAD) == 0) end_badly(wrongs[i].way);
}

// ---- functions without a signature: what they are given is read as machine words

// X(number), sixteen times and 256 times.
#define SIXTEEN(X, n) \
    X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) \
    X(n##8) X(n##9) X(n##A) X(n##B) X(n##C) X(n##D) X(n##E) X(n##F)
#define MANY(X) \
    SIXTEEN(X, 0x0) SIXTEEN(X, 0x1) SIXTEEN(X, 0x2) SIXTEEN(X, 0x3) SIXTEEN(X, 0x4) SIXTEEN(X, 0x5) \
    SIXTEEN(X, 0x6) SIXTEEN(X, 0x7) SIXTEEN(X, 0x8) SIXTEEN(X, 0x9) SIXTEEN(X, 0xA) SIXTEEN(X, 0xB) \
    SIXTEEN(X, 0xC) SIXTEEN(X, 0xD) SIXTEEN(X, 0xE) SIXTEEN(X, 0xF)
#define WRONG_FUNCTION(n) \
    static uintptr_t wrong_##n(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e, uintptr_t f) { \
        return misbehave(&wrongs[n], (uintptr_t[]){a, b, c, d, e, f}); \
    }
#define WRONG_ROW(n) (PFN_vkVoidFunction)wrong_##n,
SIXTEEN(WRONG_FUNCTION, 0x)
static const PFN_vkVoidFunction wrong_functions[] = {SIXTEEN(WRONG_ROW, 0x)};

// In place of a command's own function; *function stays as it is when no flag names it.
void replace_wrong(const char *command, PFN_vkVoidFunction *function) {
    for (size_t i = 0; i < wrong_count; i++) {
        if (strcmp(wrongs[i].command, command) != 0) continue;
        if (wrongs[i].own == NULL) wrongs[i].own = *function;
        *function = wrongs[i].way == EMPTY ? NULL : wrong_functions[i];
    }
}

int is_wrong(const char *command) {
    for (size_t i = 0; i < wrong_count; i++)
        if (strcmp(wrongs[i].command, command) == 0) return 1;
    return 0;
}

// Commands that no registry has, with eight parameters, of which callers may leave out those that no flag asks
// for. Each gives back UNKNOWN_RESULT and its place in the flags. Behind them come those of the registry that are
// only to be told, which succeed.
#define UNKNOWN_RESULT 4200U
char *unknown_names[MOST_NAMES];
uint32_t first_told = MOST_NAMES;
struct told_list told_lists[MOST_NAMES];

static uintptr_t answer_unknown(uint32_t which, const void *handle, const uintptr_t *others) {
    char more[128] = "";
    for (uint32_t i = 3, used = 0; i <= config.unknown_arguments; i++)
        used += (uint32_t)snprintf(more + used, sizeof more - used, ",0x%llx", (unsigned long long)others[i - 2]);
    trace("%s handle=%s second=0x%llx%s", unknown_names[which], class_of(handle),
          (unsigned long long)others[0], more);
    const struct told_list *list = &told_lists[which];
    if (list->number != 0)
        return (uint32_t)counted((uint32_t *)others[list->at], others[list->at + 1] != 0, list->number);
    return which < first_told ? UNKNOWN_RESULT + which : VK_SUCCESS;
}

#define UNKNOWN_FUNCTION(n) \
    static uintptr_t unknown_##n(const void *handle, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, \
                                 uintptr_t e, uintptr_t f, uintptr_t g) { \
        return answer_unknown(n, handle, (uintptr_t[]){a, b, c, d, e, f, g}); \
    }
#define UNKNOWN_ROW(n) (PFN_vkVoidFunction)unknown_##n,
MANY(UNKNOWN_FUNCTION)
const PFN_vkVoidFunction unknown_functions[] = {MANY(UNKNOWN_ROW)};
