// How the mock layer reads the lists in its flags. Never decides what they mean.
#include "mock_layer.h"

// Whether a list "command,command:-4" names the command, and the result it then returns. Without a number
// that is VK_ERROR_INITIALIZATION_FAILED.
int failing(const char *name, const char *command, VkResult *result) {
    size_t length = strlen(command);
    for (const char *at = flag(name); *at != '\0'; at += strcspn(at, ","), at += *at == ',') {
        if (strcspn(at, ",:") != length || strncmp(at, command, length) != 0) continue;
        *result = VK_ERROR_INITIALIZATION_FAILED;
        if (at[length] == ':') *result = (VkResult)strtol(at + length + 1, NULL, 10);
        return 1;
    }
    return 0;
}

void check_results(const char *name) {
    for (const char *at = flag(name); *at != '\0'; at += strcspn(at, ","), at += *at == ',') {
        char *end = NULL;
        const char *number = at + strcspn(at, ",:");
        if (*number != ':') continue;
        strtol(number + 1, &end, 10);
        if (end == number + 1 || (*end != ',' && *end != '\0')) die("no result after ':' in flag", at);
    }
}

VkResult flag_result(const char *name) {
    char *end = NULL;
    long value = strtol(flag(name), &end, 10);
    if (end == flag(name) || *end != '\0') die("not a number in flag", name);
    return (VkResult)value;
}

// "1.3.0"
uint32_t flag_version(const char *name) {
    unsigned major, minor, patch;
    char more;
    if (sscanf(flag(name), "%u.%u.%u%c", &major, &minor, &patch, &more) != 3)
        die("not a version in flag", flag(name));
    return VK_MAKE_API_VERSION(0, major, minor, patch);
}

uint32_t words_in(const char *list) {
    uint32_t count = 0;
    for (const char *at = list; *at != '\0'; at += strcspn(at, ","), at += *at == ',') count++;
    return count;
}

// The word at an index, in memory that the next call on this thread uses again.
const char *word_at(const char *list, uint32_t index) {
    static _Thread_local char word[VK_MAX_EXTENSION_NAME_SIZE];
    for (; index > 0; index--) list += strcspn(list, ","), list += *list == ',';
    snprintf(word, sizeof word, "%.*s", (int)strcspn(list, ","), list);
    return word;
}

void extension_row(const char *list, uint32_t index, VkExtensionProperties *row) {
    memset(row, 0, sizeof *row);
    if (sscanf(word_at(list, index), "%255[^:]:%u", row->extensionName, &row->specVersion) != 2)
        die("not NAME:VERSION in flag", word_at(list, index));
}

void check_extensions(const char *name) {
    VkExtensionProperties row;
    for (uint32_t i = 0; i < words_in(flag(name)); i++) extension_row(flag(name), i, &row);
}

// Whether the name stands in a flag's list "NAME:VERSION,...".
int listed(const char *flag_name, const char *name) {
    return holds(flag(flag_name), name, strlen(name), ",:");
}
