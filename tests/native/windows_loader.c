// A small library for Windows in the place of a loader, for tests of the agent: its layers are the values of a key
// that are zero, the description of each is a variable, and it crashes or hangs where a variable says so.
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <stdio.h>
#include <string.h>

#include "loader_interface.h"

static uint32_t count_of_values(VkLayerProperties *rows, uint32_t room) {
    HKEY key;
    uint32_t found = 0;
    char name[256], text[256] = "";
    DWORD size = sizeof name, data, type, bytes = sizeof data;
    GetEnvironmentVariableA("TEST_DESCRIPTION", text, sizeof text);
    if (RegOpenKeyExA(HKEY_LOCAL_MACHINE, "SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers", 0, KEY_READ, &key) != 0) return 0;
    for (DWORD i = 0; RegEnumValueA(key, i, name, &size, NULL, &type, (BYTE *)&data, &bytes) == 0; i++) {
        if (type == REG_DWORD && data == 0 && (rows == NULL || found < room)) {
            if (rows != NULL) {
                memset(&rows[found], 0, sizeof *rows);
                snprintf(rows[found].layerName, sizeof rows[found].layerName, "%s", name);
                snprintf(rows[found].description, sizeof rows[found].description, "%s", text);
            }
            found++;
        }
        size = sizeof name, bytes = sizeof data;
    }
    RegCloseKey(key);
    return found;
}

static VkResult enumerate_layers(uint32_t *count, VkLayerProperties *rows) {
    char how[16] = "";
    GetEnvironmentVariableA("TEST_END", how, sizeof how);
    if (strcmp(how, "crash") == 0) *(volatile int *)(uintptr_t)16 = 1;
    while (strcmp(how, "hang") == 0) Sleep(1000);
    *count = count_of_values(rows, *count);
    return VK_SUCCESS;
}

static VkResult enumerate_version(uint32_t *version) {
    *version = VK_MAKE_API_VERSION(0, 1, 3, 290);
    return VK_SUCCESS;
}

__declspec(dllexport) PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name);
__declspec(dllexport) PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name) {
    (void)instance;
    if (strcmp(name, "vkEnumerateInstanceVersion") == 0) return (PFN_vkVoidFunction)enumerate_version;
    if (strcmp(name, "vkEnumerateInstanceLayerProperties") == 0) return (PFN_vkVoidFunction)enumerate_layers;
    return NULL;
}
