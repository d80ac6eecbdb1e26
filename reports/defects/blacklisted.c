// A layer that the override layer's blacklist names is called for commands before the instance.
#include "common.h"

#ifdef LIBRARY
static PFN_vkVoidFunction of_this_program(const char *asked) {
    return NULL;
}

EXPORTED VkResult defect_extensions(const VkEnumerateInstanceExtensionPropertiesChain *chain, const char *layer,
                                    uint32_t *count, VkExtensionProperties *found) {
    setenv("DEFECT_CALLED", "1", 1);
    return chain->pfnNextLayer(chain->pNextLink, layer, count, found);
}
#else
int main(int count, char **words) {
    uint32_t found = 0;
    mkdir("data", 0700), mkdir("data/vulkan", 0700);
    mkdir("data/vulkan/implicit_layer.d", 0700), mkdir("data/vulkan/explicit_layer.d", 0700);
    write_file("data/vulkan/explicit_layer.d/part.json", "{\"file_format_version\": \"1.1.0\", \"layer\": {"
        "\"name\": \"VK_LAYER_DEFECT_part\", \"type\": \"GLOBAL\", \"library_path\": \"@\", "
        "\"api_version\": \"1.1.0\", \"implementation_version\": \"1\", \"description\": \"part of the override\"}}");
    write_file("data/vulkan/implicit_layer.d/defect.json", "{\"file_format_version\": \"1.1.2\", \"layer\": {"
        "\"name\": \"VK_LAYER_DEFECT_early\", \"type\": \"GLOBAL\", \"library_path\": \"@\", "
        "\"api_version\": \"1.1.0\", \"implementation_version\": \"1\", \"description\": \"called early\", "
        "\"pre_instance_functions\": {\"vkEnumerateInstanceExtensionProperties\": \"defect_extensions\"}, "
        "\"disable_environment\": {\"DEFECT_DISABLE\": \"1\"}}}");
    write_file("data/vulkan/implicit_layer.d/VkLayer_override.json", "{\"file_format_version\": \"1.1.2\", \"layer\": {"
        "\"name\": \"VK_LAYER_LUNARG_override\", \"type\": \"GLOBAL\", \"api_version\": \"1.1.0\", "
        "\"implementation_version\": \"1\", \"description\": \"override\", \"component_layers\": [\"VK_LAYER_DEFECT_part\"], "
        "\"blacklisted_layers\": [\"VK_LAYER_DEFECT_early\"], \"disable_environment\": {\"DEFECT_NO_OVERRIDE\": \"1\"}}}");
    open_loader(words[count - 1]);
    CALL(NULL, vkEnumerateInstanceExtensionProperties)(NULL, &found, NULL);
    int called = getenv("DEFECT_CALLED") != NULL;
    return said(called, called ? "the blacklisted layer is called" : "the blacklisted layer is not called");
}
#endif
