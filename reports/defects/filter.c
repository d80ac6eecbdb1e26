// A layer that VK_INSTANCE_LAYERS names is disabled by VK_LOADER_LAYERS_DISABLE.
#include "common.h"

#ifdef LIBRARY
static PFN_vkVoidFunction of_this_program(const char *asked) {
    return NULL;
}

static VkResult created_by_layer(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                 VkInstance *instance) {
    VkLayerInstanceCreateInfo *link = (VkLayerInstanceCreateInfo *)info->pNext;
    while (link->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO || link->function != VK_LAYER_LINK_INFO)
        link = (VkLayerInstanceCreateInfo *)link->pNext;
    PFN_vkGetInstanceProcAddr below = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    setenv("DEFECT_CALLED", "1", 1);
    return ((PFN_vkCreateInstance)below(NULL, "vkCreateInstance"))(info, allocator, instance);
}

EXPORTED PFN_vkVoidFunction defect_proc(VkInstance instance, const char *asked) {
    FUNCTION("vkCreateInstance", created_by_layer)
    FUNCTION("vkGetInstanceProcAddr", defect_proc)
    return NULL;
}
#else
int main(int count, char **words) {
    mkdir("data", 0700), mkdir("data/vulkan", 0700), mkdir("data/vulkan/explicit_layer.d", 0700);
    write_file("data/vulkan/explicit_layer.d/defect.json", "{\"file_format_version\": \"1.1.0\", \"layer\": {"
        "\"name\": \"VK_LAYER_DEFECT_named\", \"type\": \"GLOBAL\", \"library_path\": \"@\", "
        "\"api_version\": \"1.1.0\", \"implementation_version\": \"1\", \"description\": \"named\", "
        "\"functions\": {\"vkGetInstanceProcAddr\": \"defect_proc\"}}}");
    setenv("VK_INSTANCE_LAYERS", "VK_LAYER_DEFECT_named", 1);
    setenv("VK_LOADER_LAYERS_DISABLE", "~all~", 1);
    open_loader(words[count - 1]);
    made_instance(VK_API_VERSION_1_1, NULL, NULL);
    int called = getenv("DEFECT_CALLED") != NULL;
    return said(!called, called ? "the layer is enabled" : "the layer is disabled");
}
#endif
