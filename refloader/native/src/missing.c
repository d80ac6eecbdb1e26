// What stands in a table where nobody has the function: it does nothing and says so if it can.
#include "dispatch.h"

VkResult refloader_missing_result(void) {
    return VK_ERROR_EXTENSION_NOT_PRESENT;
}

uint64_t refloader_missing_value(void) {
    return 0;
}
