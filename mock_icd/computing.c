// The one job that a driver "whole=1" can compute: the scripted application's shader "numbers", known by its words.
// Three times each number of a storage buffer, and one more number on top of it; sixteen of them in a group.
#include "mock_icd.h"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "../refloader/probes/application/shaders/shaders.h"
#pragma GCC diagnostic pop
#define NUMBERS_IN_A_GROUP 16U

// Modules and pipelines of the job have this state, all others none.
#define DOES_NUMBERS 1U

AFTER(CreateShaderModule) {
    const VkShaderModuleCreateInfo *info = (const void *)given[1];
    int known = info->codeSize == sizeof numbers_words && memcmp(info->pCode, numbers_words, info->codeSize) == 0;
    made->state = known ? DOES_NUMBERS : 0;
}

AFTER(CreateComputePipelines) {
    const VkComputePipelineCreateInfo *infos = (const void *)given[3];
    made->state = THING((uintptr_t)infos[at].stage.module)->state;
}

// A set keeps the buffer of its first storage buffer.
ANSWER(UpdateDescriptorSets) {
    const VkWriteDescriptorSet *writes = (const void *)given[2];
    for (uint32_t i = 0; i < (uint32_t)given[1]; i++) {
        const VkWriteDescriptorSet *write = &writes[i];
        if (write->dstBinding != 0 || write->descriptorType != VK_DESCRIPTOR_TYPE_STORAGE_BUFFER) continue;
        THING((uintptr_t)write->dstSet)->memory = THING((uintptr_t)write->pBufferInfo->buffer);
        THING((uintptr_t)write->dstSet)->offset = write->pBufferInfo->offset;
    }
    return 0;
}

ANSWER(CmdBindPipeline) {
    ((struct command_buffer *)given[0])->job = THING(given[2])->state == DOES_NUMBERS;
    return 0;
}

ANSWER(CmdBindDescriptorSets) {
    if ((uint32_t)given[3] == 0 && (uint32_t)given[4] > 0)
        ((struct command_buffer *)given[0])->set = THING(*(const uintptr_t *)given[5]);
    return 0;
}

ANSWER(CmdPushConstants) {
    if ((uint32_t)given[3] == 0 && (uint32_t)given[4] >= sizeof(uint32_t))
        memcpy(&((struct command_buffer *)given[0])->pushed, (const void *)given[5], sizeof(uint32_t));
    return 0;
}

ANSWER(CmdDispatch) {
    const struct command_buffer *buffer = (const void *)given[0];
    driver_CmdDispatch((VkCommandBuffer)given[0], (uint32_t)given[1], (uint32_t)given[2], (uint32_t)given[3]);
    if (!buffer->job || buffer->set == NULL || buffer->set->memory == NULL) return 0;
    uint64_t size = given[1] * NUMBERS_IN_A_GROUP * sizeof(uint32_t);
    add_work((VkCommandBuffer)given[0], (struct work){.to = buffer->set->memory, .to_at = buffer->set->offset,
                                                    .size = size, .number = buffer->pushed, .computes = 1});
    return 0;
}
