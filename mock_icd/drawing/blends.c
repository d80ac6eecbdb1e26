// What a driver "whole=1" blends: the scripted application's shader "pair", known by its words, gives the same colour to two
// attachments, each of which has a state of its own. Texels have four bytes.
#include "../mock_icd.h"

enum { ATTACHMENTS = 2, CHANNELS = 4, ALPHA = 3 };

static const double drawn[CHANNELS] = {0.8, 0.6, 0.4, 0.2};

void keep_blends(struct thing *pipeline, const VkGraphicsPipelineCreateInfo *info) {
    VkPipelineColorBlendAttachmentState states[ATTACHMENTS] = {{0}};
    for (uint32_t i = 0; i < info->pColorBlendState->attachmentCount && i < ATTACHMENTS; i++)
        states[i] = info->pColorBlendState->pAttachments[violates("blends_shared") ? 0 : i];
    pipeline->state = SHADER_PAIR;
    keep_bytes(pipeline, states, sizeof states);
}

static double factor(VkBlendFactor of, const double *there, int channel) {
    switch (of) {
        case VK_BLEND_FACTOR_ZERO: return 0;
        case VK_BLEND_FACTOR_SRC_ALPHA: return drawn[ALPHA];
        case VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA: return 1 - drawn[ALPHA];
        case VK_BLEND_FACTOR_DST_COLOR: return there[channel];
        case VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR: return 1 - drawn[channel];
        case VK_BLEND_FACTOR_DST_ALPHA: return violates("blends_without_target") ? 1 : there[ALPHA];
        case VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA: return violates("blends_without_target") ? 0 : 1 - there[ALPHA];
        case VK_BLEND_FACTOR_SRC_ALPHA_SATURATE:
            if (channel == ALPHA) return violates("blends_unsaturated") ? drawn[ALPHA] : 1;
            return drawn[ALPHA] < 1 - there[ALPHA] ? drawn[ALPHA] : 1 - there[ALPHA];
        default: return 1;
    }
}

static double blended(const VkPipelineColorBlendAttachmentState *state, const double *there, int channel) {
    const int is_alpha = channel == ALPHA && !violates("blends_alpha_alike");
    const double source = drawn[channel], target = there[channel];
    const double of_source = source * factor(is_alpha ? state->srcAlphaBlendFactor : state->srcColorBlendFactor, there, channel);
    const double of_target = target * factor(is_alpha ? state->dstAlphaBlendFactor : state->dstColorBlendFactor, there, channel);
    if (!state->blendEnable) return source;
    switch (violates("blends_added") ? VK_BLEND_OP_ADD : is_alpha && !violates("blends_ops_alike") ? state->alphaBlendOp : state->colorBlendOp) {
        case VK_BLEND_OP_SUBTRACT: return of_source - of_target;
        case VK_BLEND_OP_REVERSE_SUBTRACT: return of_target - of_source;
        case VK_BLEND_OP_MIN: return source < target ? source : target;
        case VK_BLEND_OP_MAX: return source > target ? source : target;
        default: return of_source + of_target;
    }
}

static void blend(char *to, const struct work *work) {
    const VkPipelineColorBlendAttachmentState *state = work->bytes;
    for (uint64_t at = 0; at + CHANNELS <= work->size; at += CHANNELS) {
        unsigned char *texel = (unsigned char *)to + at;
        double there[CHANNELS];
        for (int i = 0; i < CHANNELS; i++) there[i] = texel[i] / 255.0;
        for (int i = 0; i < CHANNELS; i++) {
            const double number = blended(state, there, i);
            if (state->colorWriteMask >> i & 1) texel[i] = (unsigned char)(number <= 0 ? 0 : number >= 1 ? 255 : number * 255 + 0.5);
        }
    }
}

void draw_blends(struct command_buffer *buffer) {
    const VkPipelineColorBlendAttachmentState *states = buffer->pipeline->bytes;
    for (uint32_t i = 0; states != NULL && i < ATTACHMENTS; i++) {
        struct thing *image = attachment(buffer->framebuffer, i);
        void *bytes = malloc(sizeof *states);
        if (image == NULL || bytes == NULL) return free(bytes);
        memcpy(bytes, &states[i], sizeof *states);
        add_work((VkCommandBuffer)buffer,
                 (struct work){.to = image, .size = image->state * image->height * CHANNELS, .bytes = bytes, .run = blend});
    }
}
