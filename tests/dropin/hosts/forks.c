// forks LIBRARY WHEN TIMES: fork at some moment; the child uses the loader once more and exits through exit().
#include "host.h"

static int in_callback;
static volatile int stop;

static void child(void) {
    alarm(60);
    whole_life();
    exit(0);
}

static void fork_now(void) {
    pid_t pid = fork();
    if (pid == 0) child();
    child_is_well(pid);
}

static void before(int times) {
    while (times-- > 0) fork_now();
    whole_life();
}

static void after(int times) {
    VkInstance instance = make_instance();
    while (times-- > 0) fork_now();
    use_instance(instance);
    vk.DestroyInstance(instance, NULL);
}

// The child goes on with the parent's own instance and destroys it.
static void inherit(int times) {
    while (times-- > 0) {
        VkInstance instance = make_instance();
        VkDevice device = make_device(instance);
        pid_t pid = fork();
        use_instance(instance);
        use_device(device);
        vk.DestroyDevice(device, NULL);
        vk.DestroyInstance(instance, NULL);
        if (pid == 0) exit(0);
        child_is_well(pid);
    }
}

// A grandchild, too: forking has to work again in the child.
static void twice(int times) {
    VkInstance instance = make_instance();
    while (times-- > 0) {
        pid_t pid = fork();
        if (pid == 0) fork_now(), child();
        child_is_well(pid);
    }
    vk.DestroyInstance(instance, NULL);
}

static void *keep_busy(void *unused) {
    while (!stop) whole_life();
    return unused;
}

static void busy(int times) {
    pthread_t threads[4];
    for (size_t i = 0; i < COUNT(threads); i++)
        CHECK(pthread_create(&threads[i], NULL, keep_busy, NULL) == 0);
    for (; times > 0; times--) {
        usleep((useconds_t)(times * 7 % 500));
        fork_now();
    }
    stop = 1;
    for (size_t i = 0; i < COUNT(threads); i++) CHECK(pthread_join(threads[i], NULL) == 0);
}

// Called by hook_driver.c. The child of a fork in here finishes the call that it is in.
__attribute__((visibility("default"))) void on_driver_call(const char *command);
__attribute__((visibility("default"))) void on_driver_call(const char *command) {
    (void)command;
    if (in_callback != 1) return;
    in_callback = 0;
    pid_t pid = fork();
    if (pid == 0) alarm(60), in_callback = -1;
    else child_is_well(pid);
}

// A child of a fork inside a driver comes back here, too.
static void driver(int times) {
    while (times-- > 0) {
        in_callback = 1;
        VkInstance instance = make_instance();
        uint32_t count = 0;
        if (in_callback == 0) in_callback = 1;
        vk.EnumeratePhysicalDevices(instance, &count, NULL);
        if (in_callback == 0) in_callback = 1;
        vk.DestroyInstance(instance, NULL);
        if (in_callback == -1) {
            vk.DestroyInstance(make_instance(), NULL);
            exit(0);
        }
    }
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        void (*run)(int);
    } moments[] = {{"before", before}, {"after", after}, {"inherit", inherit},
                   {"twice", twice},   {"busy", busy},   {"driver", driver}};
    CHECK(count == 4);
    open_loader(arguments[1]);
    for (size_t i = 0; i < COUNT(moments); i++) {
        if (strcmp(moments[i].name, arguments[2]) != 0) continue;
        moments[i].run(atoi(arguments[3]));
        puts("well");
        return 0;
    }
    CHECK(!"a moment of that name");
}
