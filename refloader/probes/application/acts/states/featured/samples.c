// The act "states", images of four samples: which of them a draw covers, by a mask and by alpha, and what each has. A shader reads
// every sample. Which samples alpha covers the specification leaves open: it intends all where alpha is 1, and none where it is 0.
#include "../../../shaders/computed/computed.h"
#include "../../../shaders/shaders.h"
#include "described.h"

enum { SAMPLES = 4, SIDE = 8, TEXELS = SIDE * SIDE * SAMPLES };

#define BEFORE 0xFF00FF00U  // green
#define DRAWN 0xFFFF00FFU   // red and blue
#define WITHOUT_ALPHA 0x00FFFFFFU

struct sampled {
    struct player *player;
    struct image image;
    struct buffer words;
    VkImageView view;
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    VkPipelineLayout layout;
    VkSampler sampler;
};

struct question {
    const char *what;
    struct shader fragment;
    VkPipelineMultisampleStateCreateInfo state;
    uint32_t (*expected)(uint32_t x, uint32_t sample);
    const char *more_on_the_right;  // whether more samples are covered there than on the left; NULL if that is not asked
};

static uint32_t all_drawn(uint32_t x, uint32_t sample) { return (void)sample, x < SIDE / 2 ? DRAWN & WITHOUT_ALPHA : DRAWN; }
static uint32_t two_drawn(uint32_t x, uint32_t sample) { return sample % 2 == 0 ? all_drawn(x, sample) : BEFORE; }
static uint32_t right_drawn(uint32_t x, uint32_t sample) { return (void)sample, x < SIDE / 2 ? BEFORE : DRAWN; }
static uint32_t opaque_drawn(uint32_t x, uint32_t sample) { return (void)x, (void)sample, DRAWN; }
static uint32_t each_drawn(uint32_t x, uint32_t sample) { return (void)x, 0xFFFF0000U | (sample * 85); }

static VkResult make_pass(struct sampled *sampled) {
    struct device *device = sampled->player->device;
    const VkAttachmentDescription attachment = {.format = COLOUR,
                                                .samples = VK_SAMPLE_COUNT_4_BIT,
                                                .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                                .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                                .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                                .initialLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                                .finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkSubpassDescription subpass = {.colorAttachmentCount = 1, .pColorAttachments = &reference};
    const VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                         .attachmentCount = 1,
                                         .pAttachments = &attachment,
                                         .subpassCount = 1,
                                         .pSubpasses = &subpass};
    return made(device->CreateRenderPass(device->handle, &info, callbacks_of("render pass"), &sampled->pass), &sampled->pass);
}

static VkResult make_rest(struct sampled *sampled) {
    struct device *device = sampled->player->device;
    const VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    const VkSamplerCreateInfo sampler = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    VkResult result = image_view(device, &sampled->image, &sampled->view);
    if (result == VK_SUCCESS)
        result = made(device->CreatePipelineLayout(device->handle, &layout, callbacks_of("pipeline layout"), &sampled->layout), &sampled->layout);
    if (result == VK_SUCCESS)
        result = made(device->CreateSampler(device->handle, &sampler, callbacks_of("sampler"), &sampled->sampler), &sampled->sampler);
    if (result != VK_SUCCESS) return result;
    const VkFramebufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                          .renderPass = sampled->pass,
                                          .attachmentCount = 1,
                                          .pAttachments = &sampled->view,
                                          .width = SIDE,
                                          .height = SIDE,
                                          .layers = 1};
    return made(device->CreateFramebuffer(device->handle, &info, callbacks_of("framebuffer"), &sampled->framebuffer), &sampled->framebuffer);
}

static VkResult make_pipeline(const struct sampled *sampled, const struct question *question, VkPipeline *to) {
    struct device *device = sampled->player->device;
    const VkPipelineColorBlendAttachmentState blending = {.colorWriteMask = 0xF};
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1, .pAttachments = &blending};
    VkPipelineShaderStageCreateInfo stages[STAGES];
    struct fixed_functions fixed;
    *to = 0;
    if (!stages_make(device, SHADER(cover_words), question->fragment, stages)) return VK_ERROR_INITIALIZATION_FAILED;
    const VkGraphicsPipelineCreateInfo info = drawing_info(&fixed, stages, &blend, sampled->layout, sampled->pass);
    fixed.samples = question->state;
    fixed.samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
    fixed.samples.rasterizationSamples = VK_SAMPLE_COUNT_4_BIT;
    VkResult result = made(device->CreateGraphicsPipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), to), to);
    stages_end(device, stages);
    return result;
}

static int draw(struct sampled *sampled, VkPipeline pipeline) {
    struct player *player = sampled->player;
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    const VkClearValue before = {.color = {.float32 = {0, 1, 0, 1}}};
    const VkRenderPassBeginInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                        .renderPass = sampled->pass,
                                        .framebuffer = sampled->framebuffer,
                                        .renderArea = {{0, 0}, {SIDE, SIDE}},
                                        .clearValueCount = 1,
                                        .pClearValues = &before};
    const VkViewport viewport = {0, 0, SIDE, SIDE, 0, 1};
    if (!states_begin(player)) return 0;
    image_become(device, commands, &sampled->image, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    device->CmdBeginRenderPass(commands, &info, VK_SUBPASS_CONTENTS_INLINE);
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    device->CmdSetViewport(commands, 0, 1, &viewport);
    device->CmdSetScissor(commands, 0, 1, &info.renderArea);
    device->CmdDraw(commands, 3, 1, 0, 0);
    device->CmdEndRenderPass(commands);
    image_become(device, commands, &sampled->image, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    return states_end(player);
}

static uint32_t count_covered(const uint32_t *words, int is_right) {
    const uint32_t before = BEFORE;
    uint32_t covered = 0;
    for (uint32_t i = 0; i < TEXELS; i++)
        if ((i / SAMPLES % SIDE >= SIDE / 2) == is_right)
            covered += !is_close((const unsigned char *)&words[i], (const unsigned char *)&before);
    return covered;
}

// A byte is rounded where a number is drawn, and where it is read.
static void count_right(struct sampled *sampled, const struct question *question) {
    uint32_t words[BYTES / sizeof(uint32_t)] = {0}, right = 0;
    if (!buffer_read("read", sampled->player->device, &sampled->words, words)) return;
    for (uint32_t i = 0; i < TEXELS; i++) {
        const uint32_t expected = question->expected(i / SAMPLES % SIDE, i % SAMPLES);
        right += (uint32_t)is_close((const unsigned char *)&words[i], (const unsigned char *)&expected);
    }
    find(sampled->player, question->what, right);
    if (question->more_on_the_right != NULL)
        find(sampled->player, question->more_on_the_right, count_covered(words, 1) > count_covered(words, 0));
}

static void ask(struct sampled *sampled, struct description *reader, const struct question *question) {
    struct device *device = sampled->player->device;
    VkPipeline pipeline;
    if (sampled->player->is_lost) return;
    if (make_pipeline(sampled, question, &pipeline) == VK_SUCCESS && draw(sampled, pipeline) && description_run(reader, TEXELS, 0, NULL))
        count_right(sampled, question);
    device->DestroyPipeline(device->handle, pipeline, callbacks_of("pipeline"));
}

static void ask_all(struct sampled *sampled, const VkPhysicalDeviceFeatures *features) {
    static const VkSampleMask mask = 5;
    const struct described descriptors[] = {
        {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .buffer = {sampled->words.handle, 0, VK_WHOLE_SIZE}},
        {.type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
         .image = {sampled->sampler, sampled->view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL}}};
    const struct shader alpha = SHADER(alpha_words);
    const struct question questions[] = {
        {"samples.all", alpha, {.pNext = NULL}, all_drawn, NULL},
        {"samples.masked", alpha, {.pSampleMask = &mask}, two_drawn, NULL},
        {"samples.by_alpha_all_or_none", alpha, {.alphaToCoverageEnable = VK_TRUE}, right_drawn, "samples.more_by_alpha"}};
    const struct question opaque = {"samples.opaque", alpha, {.alphaToOneEnable = VK_TRUE}, opaque_drawn, NULL};
    const struct question each = {
        "samples.each", SHADER(each_sample_words), {.sampleShadingEnable = VK_TRUE, .minSampleShading = 1}, each_drawn, NULL};
    struct description reader;
    if (description_make(&reader, sampled->player, SHADER(samples_words), descriptors, COUNT(descriptors))) {
        for (size_t i = 0; i < COUNT(questions); i++) ask(sampled, &reader, &questions[i]);
        if (features->alphaToOne) ask(sampled, &reader, &opaque);
        if (features->sampleRateShading) ask(sampled, &reader, &each);
    }
    description_end(&reader);
}

void states_of_samples(const struct featured *featured) {
    struct player *player = featured->player;
    struct device *device = player->device;
    struct sampled sampled = {.player = player};
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
    info.samples = VK_SAMPLE_COUNT_4_BIT;
    info.extent = (VkExtent3D){SIDE, SIDE, 1};
    if (!(device->can & VK_QUEUE_GRAPHICS_BIT) || !(device->can & VK_QUEUE_COMPUTE_BIT) || player->is_lost) return;
    if (!image_is_offered(device, &info) || !buffer_make("buffer", device, &sampled.words, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (image_make_of("image", device, &sampled.image, &info) && make_pass(&sampled) == VK_SUCCESS && make_rest(&sampled) == VK_SUCCESS)
        ask_all(&sampled, &featured->offers->all.features);
    device->DestroyFramebuffer(device->handle, sampled.framebuffer, callbacks_of("framebuffer"));
    device->DestroyRenderPass(device->handle, sampled.pass, callbacks_of("render pass"));
    device->DestroyImageView(device->handle, sampled.view, callbacks_of("view"));
    device->DestroyPipelineLayout(device->handle, sampled.layout, callbacks_of("pipeline layout"));
    device->DestroySampler(device->handle, sampled.sampler, callbacks_of("sampler"));
    image_end(device, &sampled.image);
    buffer_end(device, &sampled.words);
}
