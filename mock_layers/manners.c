// Turns flags that name commands and kinds of objects into what the stubs do. Never called after loading.
#include "mock_layer.h"

// Whether physical devices' commands are asked for through vk_layerGetPhysicalDeviceProcAddr, too.
int answers_physical;

unsigned kinds_of(const char *list) {
    static const struct {
        const char *word;
        unsigned kind;
    } words[] = {{"instance", KIND_VkInstance},
                 {"physical_device", KIND_VkPhysicalDevice},
                 {"device", KIND_VkDevice},
                 {"queue", KIND_VkQueue},
                 {"command_buffer", KIND_VkCommandBuffer},
                 {"conversion", KIND_CONVERSION}};
    unsigned kinds = 0;
    check_words("wrap", "instance,physical_device,device,queue,command_buffer,conversion");
    for (size_t i = 0; i < COUNT(words); i++)
        if (holds(list, words[i].word, strlen(words[i].word), ",")) kinds |= words[i].kind;
    return kinds;
}

// A command may be named that always is looked at: then nothing is left to do.
void read_manner(const char *name, const char *command, int fails) {
    uint32_t slot = find_command(command);
    if (holds(CAN_FAIL "," BEFORE_INSTANCE, command, strlen(command), ",")) return;
    if (slot == SLOTS || commands[slot].first == KIND_NONE) die("unknown value in flag", command);
    manners[slot].noted = 1;
    manners[slot].fails = fails && failing(name, command, &manners[slot].result);
    stubs_wanted = 1;
    answers_physical |= commands[slot].first == KIND_VkPhysicalDevice;
}

void read_manners(const char *name, int fails) {
    char *words = strdup(flag(name)), *rest = NULL;
    for (char *at = strtok_r(words, ",", &rest); at != NULL; at = strtok_r(NULL, ",", &rest)) {
        at[strcspn(at, fails ? ":" : "")] = '\0';
        read_manner(name, at, fails);
    }
    free(words);
}

void intercept_all(void) {
    for (uint32_t i = 0; i < COMMANDS; i++)
        if (commands[i].first != KIND_NONE) read_manner("intercept", commands[i].name, 0);
}

void read_own_commands(const char *name, enum level level) {
    for (uint32_t i = 0; i < words_in(flag(name)); i++) {
        const char *command = word_at(flag(name), i);
        if (find_command(command) != SLOTS) die("known command in flag", command);
        add_unknown(command, level, i + 1);
    }
}
