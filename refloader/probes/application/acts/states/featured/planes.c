// The act "states", an image of two planes that a sampler with a conversion reads (samplerYcbcrConversion): green has a texel of its own
// in the first plane, and blue and red share one of the second among four. Nothing else is converted.
#include "../../../shaders/shaders.h"
#include "described.h"

#define FORMAT VK_FORMAT_G8_B8R8_2PLANE_420_UNORM

enum { WORDS = BYTES / sizeof(uint32_t), PLACES = 8, WORDS_OF_PLACE = 5, SECOND_PLANE = 512, HALF = TINY / 2, ROUNDING = 2 };

struct planes {
    struct player *player;
    struct image image;
    VkImageView view;
    VkSamplerYcbcrConversion conversion;
    VkSampler sampler;
    PFN_vkDestroySamplerYcbcrConversion end;
};

// Away from the middle, where blue and red change.
static const uint32_t places[PLACES][2] = {{1, 2}, {5, 3}, {11, 1}, {14, 5}, {2, 10}, {4, 13}, {11, 11}, {14, 14}};

static unsigned char green(uint32_t x, uint32_t y) { return (unsigned char)(y * TINY + x); }
static unsigned char blue(uint32_t x) { return x < HALF ? 40 : 200; }
static unsigned char red(uint32_t y) { return y < HALF ? 80 : 120; }

static VkResult make(struct planes *planes, VkFormatFeatureFlags features) {
    struct device *device = planes->player->device;
    PFN_vkCreateSamplerYcbcrConversion convert = DEVICE_COMMAND(device, CreateSamplerYcbcrConversion);
    const VkChromaLocation location =
        features & VK_FORMAT_FEATURE_COSITED_CHROMA_SAMPLES_BIT ? VK_CHROMA_LOCATION_COSITED_EVEN : VK_CHROMA_LOCATION_MIDPOINT;
    const VkSamplerYcbcrConversionCreateInfo conversion = {.sType = VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_CREATE_INFO,
                                                           .format = FORMAT,
                                                           .ycbcrModel = VK_SAMPLER_YCBCR_MODEL_CONVERSION_RGB_IDENTITY,
                                                           .ycbcrRange = VK_SAMPLER_YCBCR_RANGE_ITU_FULL,
                                                           .xChromaOffset = location,
                                                           .yChromaOffset = location,
                                                           .chromaFilter = VK_FILTER_NEAREST};
    if (convert == NULL) return NO_COMMAND;
    VkResult result = made(convert(device->handle, &conversion, callbacks_of("conversion"), &planes->conversion), &planes->conversion);
    if (result != VK_SUCCESS) return result;
    const VkSamplerYcbcrConversionInfo with = {.sType = VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_INFO, .conversion = planes->conversion};
    const VkSamplerCreateInfo sampler = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                         .pNext = &with,
                                         .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                         .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                         .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE};
    const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .pNext = &with,
                                        .image = planes->image.handle,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                        .format = FORMAT,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    result = made(device->CreateSampler(device->handle, &sampler, callbacks_of("sampler"), &planes->sampler), &planes->sampler);
    if (result != VK_SUCCESS) return result;
    return made(device->CreateImageView(device->handle, &view, callbacks_of("view"), &planes->view), &planes->view);
}

// Whether both planes have their texels.
static int fill(struct planes *planes) {
    struct player *player = planes->player;
    struct device *device = player->device;
    unsigned char *bytes = (unsigned char *)player->words;
    const VkBufferImageCopy copies[] = {{.imageSubresource = {VK_IMAGE_ASPECT_PLANE_0_BIT, 0, 0, 1}, .imageExtent = {TINY, TINY, 1}},
                                        {.bufferOffset = SECOND_PLANE,
                                         .imageSubresource = {VK_IMAGE_ASPECT_PLANE_1_BIT, 0, 0, 1},
                                         .imageExtent = {HALF, HALF, 1}}};
    for (uint32_t i = 0; i < TINY * TINY; i++) bytes[i] = green(i % TINY, i / TINY);
    for (uint32_t i = 0; i < HALF * HALF; i++) {
        bytes[SECOND_PLANE + 2 * i] = blue(2 * (i % HALF));
        bytes[SECOND_PLANE + 2 * i + 1] = red(2 * (i / HALF));
    }
    if (!states_begin(player)) return 0;
    states_enter(player, planes->image.handle);
    device->CmdCopyBufferToImage(player->recorder.commands, player->buffer.handle, planes->image.handle, VK_IMAGE_LAYOUT_GENERAL,
                                 COUNT(copies), copies);
    return states_end(player);
}

static void read_all(struct planes *planes, struct buffer *buffer) {
    struct player *player = planes->player;
    const struct described descriptors[] = {
        {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .buffer = {buffer->handle, 0, VK_WHOLE_SIZE}},
        {.type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, .image = {0, planes->view, VK_IMAGE_LAYOUT_GENERAL}, .fixed = &planes->sampler}};
    struct description description;
    uint32_t words[WORDS] = {0}, right = 0;
    for (uint32_t i = 0; i < PLACES; i++)
        for (uint32_t axis = 0; axis < 2; axis++) {
            const float place = ((float)places[i][axis] + 0.5F) / TINY;
            memcpy(&words[WORDS_OF_PLACE * i + axis], &place, sizeof place);
        }
    if (description_make(&description, player, SHADER(sampled_words), descriptors, COUNT(descriptors)) &&
        buffer_write("write", player->device, buffer, words) && description_run(&description, PLACES, 0, NULL) &&
        buffer_read("read", player->device, buffer, words)) {
        for (uint32_t i = 0; i < PLACES; i++) {
            const unsigned char wanted[] = {red(places[i][1]), green(places[i][0], places[i][1]), blue(places[i][0]), 255};
            right += (uint32_t)is_close_by(ROUNDING, (const unsigned char *)&words[WORDS_OF_PLACE * i + 4], wanted);
        }
        find(player, "planes.read", right);
    }
    description_end(&description);
}

static void ask(struct planes *planes, VkFormatFeatureFlags features) {
    struct device *device = planes->player->device;
    struct buffer buffer;
    planes->end = DEVICE_COMMAND(device, DestroySamplerYcbcrConversion);
    if (planes->end == NULL || !buffer_make("buffer", device, &buffer, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (make(planes, features) == VK_SUCCESS && fill(planes)) read_all(planes, &buffer);
    device->DestroyImageView(device->handle, planes->view, callbacks_of("view"));
    device->DestroySampler(device->handle, planes->sampler, callbacks_of("sampler"));
    planes->end(device->handle, planes->conversion, callbacks_of("conversion"));
    buffer_end(device, &buffer);
}

void states_of_planes(const struct featured *featured) {
    const VkFormatFeatureFlags needed = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT,
                               either = VK_FORMAT_FEATURE_COSITED_CHROMA_SAMPLES_BIT | VK_FORMAT_FEATURE_MIDPOINT_CHROMA_SAMPLES_BIT;
    struct device *device = featured->player->device;
    struct planes planes = {.player = featured->player};
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkFormatProperties can = {0};
    if (!featured->offers->of_1_1.samplerYcbcrConversion || !(device->can & VK_QUEUE_COMPUTE_BIT) || featured->player->is_lost) return;
    device->instance->GetPhysicalDeviceFormatProperties(device->gpu, FORMAT, &can);
    info.format = FORMAT;
    if ((can.optimalTilingFeatures & needed) != needed || !(can.optimalTilingFeatures & either) || !image_is_offered(device, &info)) return;
    if (!image_make_of("image", device, &planes.image, &info)) return;
    ask(&planes, can.optimalTilingFeatures);
    image_end(device, &planes.image);
}
