// Descriptors: sets that are allocated, written, copied, freed, and pools that are reset.
#include <string.h>

#include "acts.h"
#include "../pipelines.h"

// ---- buffers: one set and its copies

static void copy_sets(struct device *device, struct binding *binding) {
    VkDescriptorSetLayout layouts[] = {binding->layout, binding->layout};
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = binding->pool,
                                        .descriptorSetCount = COUNT(layouts),
                                        .pSetLayouts = layouts};
    VkDescriptorSet sets[2];
    if (!ok("two_sets", device->AllocateDescriptorSets(device->handle, &info, sets))) return;
    VkCopyDescriptorSet copies[] = {{.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET,
                                     .srcSet = binding->set,
                                     .dstSet = sets[0],
                                     .descriptorCount = 1},
                                    {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET,
                                     .srcSet = binding->set,
                                     .dstSet = sets[1],
                                     .descriptorCount = 1}};
    device->UpdateDescriptorSets(device->handle, 0, NULL, COUNT(copies), copies);
    const VkDescriptorSet freed[] = {NULL, sets[0]};  // which may be VK_NULL_HANDLE
    ok("free_set", device->FreeDescriptorSets(device->handle, binding->pool, COUNT(freed), freed));
}

static void update_by_template(struct device *device, struct binding *binding, const struct buffer *buffer) {
    VkDescriptorBufferInfo whole = {buffer->handle, 0, VK_WHOLE_SIZE};
    VkDescriptorUpdateTemplateEntry entry = {.descriptorCount = 1,
                                             .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    VkDescriptorUpdateTemplateCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
        .descriptorUpdateEntryCount = 1,
        .pDescriptorUpdateEntries = &entry,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET,
        .descriptorSetLayout = binding->layout};
    VkDescriptorUpdateTemplate template;
    if (device->api < VK_API_VERSION_1_1) return answer_left_out("template", "version 1.0");
    if (!ok("template", DEVICE_CALL(device, CreateDescriptorUpdateTemplate)(
                            device->handle, &info, callbacks_of("template"), &template)))
        return;
    DEVICE_CALL(device, UpdateDescriptorSetWithTemplate)(device->handle, binding->set, template, &whole);
    DEVICE_CALL(device, DestroyDescriptorUpdateTemplate)(device->handle, template, callbacks_of("template"));
}

static void buffers(struct device *device) {
    struct buffer buffer;
    struct binding binding;
    if (!buffer_make("buffer", device, &buffer, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (binding_make("binding", device, &binding, &buffer)) {
        copy_sets(device, &binding);
        update_by_template(device, &binding, &buffer);
        ok("pool_reset", device->ResetDescriptorPool(device->handle, binding.pool, 0));
        binding_end(device, &binding);
    }
    buffer_end(device, &buffer);
}

// ---- images: one with its sampler in each binding, the second one's sampler is the layout's

#define BINDINGS 2

// In the order of making; the first ``made`` are there.
struct picture {
    struct device *device;
    int made;
    struct image image;
    VkImageView view;
    VkSampler sampler;
    VkDescriptorSetLayout layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
};

static VkResult sampler_make(struct picture *picture) {
    VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    return picture->device->CreateSampler(picture->device->handle, &info, callbacks_of("sampler"),
                                          &picture->sampler);
}

static VkResult layout_make(struct picture *picture) {
    VkDescriptorSetLayoutBinding bindings[BINDINGS] = {
        {.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
         .descriptorCount = 1,
         .stageFlags = VK_SHADER_STAGE_ALL}};
    VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .bindingCount = BINDINGS,
                                            .pBindings = bindings};
    bindings[1] = bindings[0];
    bindings[1].binding = 1;
    bindings[1].pImmutableSamplers = &picture->sampler;
    return picture->device->CreateDescriptorSetLayout(picture->device->handle, &info, callbacks_of("set layout"),
                                                      &picture->layout);
}

static VkResult pool_make(struct picture *picture) {
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, BINDINGS};
    VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = 1,
                                       .poolSizeCount = 1,
                                       .pPoolSizes = &size};
    return picture->device->CreateDescriptorPool(picture->device->handle, &info, callbacks_of("descriptor pool"),
                                                 &picture->pool);
}

static int picture_make(struct device *device, struct picture *picture) {
    memset(picture, 0, sizeof *picture);
    picture->device = device;
    picture->made = image_make("sampled_image", device, &picture->image, VK_IMAGE_USAGE_SAMPLED_BIT);
    if (picture->made == 1) picture->made += ok("sampled_view", image_view(device, &picture->image, &picture->view));
    if (picture->made == 2) picture->made += ok("sampler", sampler_make(picture));
    if (picture->made == 3) picture->made += ok("sampler_layout", layout_make(picture));
    if (picture->made == 4) picture->made += ok("sampler_pool", pool_make(picture));
    return picture->made == 5;
}

static void picture_end(struct picture *picture) {
    struct device *device = picture->device;
    if (picture->made > 4)
        device->DestroyDescriptorPool(device->handle, picture->pool, callbacks_of("descriptor pool"));
    if (picture->made > 3)
        device->DestroyDescriptorSetLayout(device->handle, picture->layout, callbacks_of("set layout"));
    if (picture->made > 2) device->DestroySampler(device->handle, picture->sampler, callbacks_of("sampler"));
    if (picture->made > 1) device->DestroyImageView(device->handle, picture->view, callbacks_of("view"));
    if (picture->made > 0) image_end(device, &picture->image);
}

// The sampler of the second binding does not count, so that none is given.
static void write_images(struct picture *picture) {
    VkDescriptorImageInfo with = {picture->sampler, picture->view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    VkDescriptorImageInfo without = {NULL, picture->view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    VkWriteDescriptorSet writes[BINDINGS] = {{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                              .dstSet = picture->set,
                                              .descriptorCount = 1,
                                              .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                              .pImageInfo = &with}};
    writes[1] = writes[0];
    writes[1].dstBinding = 1;
    writes[1].pImageInfo = &without;
    picture->device->UpdateDescriptorSets(picture->device->handle, BINDINGS, writes, 0, NULL);
}

static void images(struct device *device) {
    struct picture picture;
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorSetCount = 1};
    if (picture_make(device, &picture)) {
        info.descriptorPool = picture.pool;
        info.pSetLayouts = &picture.layout;
        if (ok("sampler_set", device->AllocateDescriptorSets(device->handle, &info, &picture.set)))
            write_images(&picture);
    }
    picture_end(&picture);
}

static void play(struct device *device) {
    buffers(device);
    images(device);
}

void act_descriptors(void) { device_use(play); }
