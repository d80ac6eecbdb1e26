// The act "several": instances and devices beside each other, ended in different orders, and made by two threads at once.
// A and B are instances, a and b a device of each, c another device of A.
//
// several.order.ORDER   what ORDER names is made, then ended in that order: {"made": {NAME: result}, "magic": {NAME:
//                       whether its first word was ICD_LOADER_MAGIC, with "physical" of A's and B's physical devices
//                       together}, "same": [pairs of names that have one handle], "queues": [pairs of devices that
//                       give one queue], "physical": ["shared" where A and B have one physical device, "overwritten"
//                       where making B wrote over what the loader had put into one of A's], "before": {NAME: the result of using
//                       it}, "steps": [{"ended": NAME, "left": the same of those that are left, "strange":
//                       the instances whose physical devices are not those of their first answer, "fewer": those
//                       that give fewer, "changed": their names with what a physical device tells otherwise than at
//                       first}]}; with ".newest" behind it, B is of the newest version that an instance alone can
//                       be made for, and A of 1.0; -3 is also the result of what cannot be used because a command is not there
// several.threads       {"results": the results of each thread's rounds, one list for each}
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "../../../native/generated/device_facts.h"
#include "../../../native/generated/vk_core.h"
#include "../driver_prober.h"
#include "../lives.h"
#include "../process.h"

#define LONGEST 0.3  // of the time that the process has: for all orders, and as much for the threads
#define THREADS 2
#define ROUNDS 4

static const char names[] = "ABabc";
enum { OBJECTS = sizeof names - 1 };

static const char *const orders[] = {"aAbB", "abBA", "caA", "baAB", "bBaA", "acA", "abAB", "baBA"};
static const char *const orders_without_devices[] = {"AB", "BA"};

// What the older commands of Vulkan 1.0 tell of a physical device.
struct told {
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceMemoryProperties memory;
};

struct group {
    struct made made[OBJECTS];
    VkPhysicalDevice physical[OBJECTS][MOST_DEVICES];  // of the instances
    struct told told[OBJECTS][MOST_DEVICES];
    uint32_t counts[OBJECTS];
    int is_magic, is_overwritten;
    uint32_t second_version;  // of B; 0 stands for 1.0.0, which A has
};

static int at_name(char name) { return (int)(strchr(names, name) - names); }
static int is_instance(int which) { return names[which] < 'a'; }
static int owner_of(int which) { return names[which] == 'b' ? 1 : 0; }
static int is_marked(uintptr_t word) { return (uint32_t)word == ICD_LOADER_MAGIC; }

#define TELL(command, member) \
    { \
        PFN_##command ask = (PFN_##command)instance_function(instance, #command); \
        if (ask != NULL) ask(device, &told->member); \
    }

static void ask_facts(VkInstance instance, VkPhysicalDevice device, struct told *told) {
    memset(told, 0, sizeof *told);
    TELL(vkGetPhysicalDeviceProperties, properties)
    TELL(vkGetPhysicalDeviceFeatures, features)
    TELL(vkGetPhysicalDeviceMemoryProperties, memory)
}

// As physical_devices does, with a look at what each began with.
static void find_devices(struct group *group, int which) {
    VkInstance instance = group->made[which].handle;
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)instance_function(instance, "vkEnumeratePhysicalDevices");
    uint32_t count = MOST_DEVICES;
    if (enumerate == NULL || enumerate(instance, &count, group->physical[which]) < VK_SUCCESS) return;
    group->counts[which] = count < MOST_DEVICES ? count : MOST_DEVICES;
    for (uint32_t i = 0; i < group->counts[which]; i++) {
        uintptr_t word;
        take_over(group->physical[which][i], &word);
        group->is_magic &= is_marked(word);
        ask_facts(instance, group->physical[which][i], &group->told[which][i]);
    }
}

static int is_any_marked(const struct group *group, int which) {
    for (uint32_t i = 0; i < group->counts[which]; i++) {
        const uintptr_t *word = (const uintptr_t *)group->physical[which][i];
        if (is_readable(word, sizeof *word) && is_marked(*word)) return 1;
    }
    return 0;
}

static int have_one_physical_device(const struct group *group) {
    for (uint32_t i = 0; i < group->counts[0]; i++)
        for (uint32_t j = 0; j < group->counts[1]; j++)
            if (group->physical[0][i] != NULL && group->physical[0][i] == group->physical[1][j]) return 1;
    return 0;
}

static void make(struct group *group, int which) {
    if (is_instance(which)) {
        group->made[which] = make_instance(&(struct wish){.api_version = which > 0 ? group->second_version : 0});
        if (which > 0) group->is_overwritten |= is_any_marked(group, 0);
        if (group->made[which].handle != NULL) find_devices(group, which);
        return;
    }
    int owner = owner_of(which);
    if (group->counts[owner] > 0)
        group->made[which] = make_device(group->made[owner].handle, group->physical[owner][0], &(struct wish){0});
}

static VkResult use_instance(const struct group *group, int which) {
    VkInstance instance = group->made[which].handle;
    uint32_t count = MOST_DEVICES;
    VkPhysicalDevice found[MOST_DEVICES];
    VkPhysicalDeviceProperties properties;
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)instance_function(instance, "vkEnumeratePhysicalDevices");
    PFN_vkGetPhysicalDeviceProperties ask =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(instance, "vkGetPhysicalDeviceProperties");
    for (uint32_t i = 0; ask != NULL && i < group->counts[which]; i++) ask(group->physical[which][i], &properties);
    return enumerate == NULL ? VK_ERROR_INITIALIZATION_FAILED : enumerate(instance, &count, found);
}

// Whether an instance gives physical devices that it did not give at first. Fewer may be left.
static int gives_strange_devices(const struct group *group, int which) {
    VkInstance instance = group->made[which].handle;
    uint32_t count = MOST_DEVICES;
    VkPhysicalDevice found[MOST_DEVICES] = {NULL};
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)instance_function(instance, "vkEnumeratePhysicalDevices");
    if (enumerate == NULL || enumerate(instance, &count, found) != VK_SUCCESS) return 0;
    for (uint32_t i = 0; i < count && i < MOST_DEVICES; i++) {
        int is_known = 0;
        for (uint32_t j = 0; j < group->counts[which]; j++) is_known |= group->physical[which][j] == found[i];
        if (!is_known) return 1;
    }
    return 0;
}

static int gives_fewer_devices(const struct group *group, int which) {
    VkInstance instance = group->made[which].handle;
    uint32_t count = 0;
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)instance_function(instance, "vkEnumeratePhysicalDevices");
    return enumerate != NULL && enumerate(instance, &count, NULL) == VK_SUCCESS && count < group->counts[which];
}

#define DIFFERS(member) (memcmp(&first->member, &now.member, sizeof now.member) != 0)
#define CALL_CHANGED(what) \
    { \
        snprintf(text, sizeof text, "%c %s", names[which], what); \
        say_text(NULL, text); \
    }
#define SAY_MEMBER(of, structure, member) \
    if (DIFFERS(of.member)) CALL_CHANGED(#structure "." #member)
#define SAY_PROPERTY(member) SAY_MEMBER(properties, VkPhysicalDeviceProperties, member)
#define SAY_LIMIT(structure, member, kind, count) SAY_MEMBER(properties.limits, structure, member)
#define SAY_SPARSE(structure, member, kind, count) SAY_MEMBER(properties.sparseProperties, structure, member)
#define SAY_FEATURE(structure, member, kind, count) SAY_MEMBER(features, structure, member)

static void say_changed_device(const struct group *group, int which, uint32_t device) {
    const struct told *first = &group->told[which][device];
    static struct told now;
    char text[128];
    ask_facts(group->made[which].handle, group->physical[which][device], &now);
    SAY_PROPERTY(apiVersion)
    SAY_PROPERTY(driverVersion)
    SAY_PROPERTY(vendorID)
    SAY_PROPERTY(deviceID)
    SAY_PROPERTY(deviceType)
    if (strncmp(first->properties.deviceName, now.properties.deviceName, sizeof now.properties.deviceName) != 0)
        CALL_CHANGED("VkPhysicalDeviceProperties.deviceName")
    SAY_PROPERTY(pipelineCacheUUID)
    MEMBERS_OF_VkPhysicalDeviceLimits(SAY_LIMIT)
    MEMBERS_OF_VkPhysicalDeviceSparseProperties(SAY_SPARSE)
    MEMBERS_OF_VkPhysicalDeviceFeatures(SAY_FEATURE)
    SAY_MEMBER(memory, VkPhysicalDeviceMemoryProperties, memoryTypeCount)
    SAY_MEMBER(memory, VkPhysicalDeviceMemoryProperties, memoryHeapCount)
}

static void say_changed(const struct group *group) {
    open_list("changed");
    for (int i = 0; i < OBJECTS; i++)
        for (uint32_t j = 0; group->made[i].handle != NULL && is_instance(i) && j < group->counts[i]; j++)
            say_changed_device(group, i, j);
    close_list();
}

static VkResult use_device(const struct group *group, int which) {
    VkInstance instance = group->made[owner_of(which)].handle;
    VkDevice device = group->made[which].handle;
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence;
    PFN_vkCreateFence create = (PFN_vkCreateFence)device_function(instance, device, "vkCreateFence");
    PFN_vkDestroyFence destroy = (PFN_vkDestroyFence)device_function(instance, device, "vkDestroyFence");
    PFN_vkDeviceWaitIdle wait = (PFN_vkDeviceWaitIdle)device_function(instance, device, "vkDeviceWaitIdle");
    if (create == NULL || destroy == NULL || wait == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = create(device, &info, NULL, &fence);
    if (result != VK_SUCCESS) return result;
    destroy(device, fence, NULL);
    return wait(device);
}

// Orders name the devices of an instance before it.
static void end(struct group *group, int which) {
    if (is_instance(which))
        destroy_instance(group->made[which].handle, NULL);
    else
        destroy_device(group->made[owner_of(which)].handle, group->made[which].handle, NULL);
    group->made[which].handle = NULL;
}

static void say_uses(const char *key, const struct group *group) {
    char name[2] = "";
    open_object(key);
    for (int i = 0; i < OBJECTS; i++) {
        name[0] = names[i];
        if (group->made[i].handle != NULL)
            say_number(name, is_instance(i) ? use_instance(group, i) : use_device(group, i));
    }
    close_object();
}

static void say_instances(const char *key, const struct group *group, int (*are_so)(const struct group *, int)) {
    char name[2] = "";
    open_list(key);
    for (int i = 0; i < OBJECTS; i++) {
        name[0] = names[i];
        if (group->made[i].handle != NULL && is_instance(i) && are_so(group, i)) say_text(NULL, name);
    }
    close_list();
}

static void say_strange(const struct group *group) {
    say_instances("strange", group, gives_strange_devices);
    say_instances("fewer", group, gives_fewer_devices);
    say_changed(group);
}

static void say_step(const struct group *group, int ended) {
    char name[2] = {names[ended], '\0'};
    open_object(NULL);
    say_text("ended", name);
    say_uses("left", group);
    say_strange(group);
    close_object();
}

static void say_same(const struct group *group) {
    open_list("same");
    for (int i = 0; i < OBJECTS; i++)
        for (int j = 0; j < i; j++) {
            char pair[3] = {names[j], names[i], '\0'};
            if (group->made[i].handle != NULL && group->made[i].handle == group->made[j].handle)
                say_text(NULL, pair);
        }
    close_list();
}

static VkQueue queue_of(const struct group *group, int which) {
    VkQueue queue = NULL;
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)device_function(
        group->made[owner_of(which)].handle, group->made[which].handle, "vkGetDeviceQueue");
    if (get != NULL) get(group->made[which].handle, 0, 0, &queue);
    return queue;
}

static void say_queues(const struct group *group) {
    VkQueue queues[OBJECTS] = {NULL};
    open_list("queues");
    for (int i = 0; i < OBJECTS; i++) {
        if (is_instance(i) || group->made[i].handle == NULL) continue;
        queues[i] = queue_of(group, i);
        for (int j = 0; j < i; j++) {
            char pair[3] = {names[j], names[i], '\0'};
            if (queues[i] != NULL && queues[i] == queues[j]) say_text(NULL, pair);
        }
    }
    close_list();
}

static void say_made(const struct group *group, const char *order) {
    char name[2] = "";
    open_object("made");
    for (const char *at = order; *at != '\0'; at++) {
        name[0] = *at;
        say_number(name, group->made[at_name(*at)].result);
    }
    close_object();
    open_object("magic");
    for (const char *at = order; *at != '\0'; at++) {
        name[0] = *at;
        if (group->made[at_name(*at)].handle != NULL)
            say_flag(name, is_marked(group->made[at_name(*at)].first_word));
    }
    if (group->counts[0] + group->counts[1] > 0) say_flag("physical", group->is_magic);
    close_object();
    say_same(group);
    open_list("physical");
    if (have_one_physical_device(group)) say_text(NULL, "shared");
    if (group->is_overwritten) say_text(NULL, "overwritten");
    close_list();
    say_queues(group);
}

static void try_order(const char *order, uint32_t second_version) {
    char label[64];
    struct group group = {.is_magic = 1, .second_version = second_version};
    snprintf(label, sizeof label, "several.order.%s%s", order, second_version > 0 ? ".newest" : "");
    begin(label);
    for (int i = 0; i < OBJECTS; i++)
        if (strchr(order, names[i]) != NULL) make(&group, i);
    open_answer(label);
    say_made(&group, order);
    say_uses("before", &group);
    say_strange(&group);
    open_list("steps");
    for (const char *at = order; *at != '\0'; at++) {
        if (group.made[at_name(*at)].handle == NULL) continue;
        end(&group, at_name(*at));
        say_step(&group, at_name(*at));
    }
    close_list();
    close_answer();
}

// ---- threads

static void *live(void *into) {
    VkResult *results = into;
    double start = seconds(), longest = share_of_time(LONGEST);
    for (int i = 0; i < ROUNDS && seconds() - start < longest; i++) results[i] = live_device(NULL);
    return NULL;
}

static void live_at_once(void) {
    pthread_t threads[THREADS];
    VkResult results[THREADS][ROUNDS] = {0};
    begin("several.threads");
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, live, results[i]) != 0) give_up("several.threads", "no thread");
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    open_answer("several.threads");
    open_list("results");
    for (int i = 0; i < THREADS; i++) {
        open_list(NULL);
        for (int j = 0; j < ROUNDS; j++) say_number(NULL, results[i][j]);
        close_list();
    }
    close_list();
    close_answer();
}

// Whether an instance of the version can be made where there is no other one.
static int is_made_alone(uint32_t version) {
    struct made instance = make_instance(&(struct wish){.api_version = version});
    if (!instance.is_readable) return 0;
    destroy_instance(instance.handle, NULL);
    return 1;
}

static void try_two_versions(void) {
    const uint32_t newest = newest_version();
    begin("several.order.newest");
    if (newest >= VK_API_VERSION_1_1 && is_made_alone(newest)) try_order("AB", newest);
}

void probe_several(void) {
    enter("several");
    int all = live_once();
    const char *const *tried = all ? orders : orders_without_devices;
    size_t count = all ? COUNT(orders) : COUNT(orders_without_devices);
    double start = seconds(), longest = share_of_time(LONGEST);
    for (size_t i = 0; i < count && seconds() - start < longest; i++) try_order(tried[i], 0);
    if (seconds() - start < longest) try_two_versions();
    live_at_once();
}
