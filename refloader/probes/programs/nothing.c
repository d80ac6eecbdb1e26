// The operation that ends nothing: each command that ends objects takes VK_NULL_HANDLE, and does nothing then.
#include "program.h"

#define ENDS(X) \
    X(Fence) X(Semaphore) X(Event) X(QueryPool) X(Buffer) X(Image) X(ImageView) X(ShaderModule) X(PipelineCache) X(Pipeline) \
    X(PipelineLayout) X(DescriptorSetLayout) X(DescriptorPool) X(CommandPool)

static int end_nothing(struct world *world, struct unit *unit, const uint32_t *word) {
    const struct commands_of_device *call = &unit->call;
    uint32_t times = 1 + word[0] % 3;
    say_call(world, "vkFreeMemory, vkDestroyFence and others (VK_NULL_HANDLE, %u times)", times);
    for (uint32_t i = 0; i < times; i++) {
        call->FreeMemory(unit->handle, NULL, OWN);
#define END(name) call->Destroy##name(unit->handle, NULL, OWN);
        ENDS(END)
        if (call->DestroyDescriptorUpdateTemplate != NULL) call->DestroyDescriptorUpdateTemplate(unit->handle, NULL, OWN);
        if (call->DestroyPrivateDataSlot != NULL) call->DestroyPrivateDataSlot(unit->handle, NULL, OWN);
    }
    return 1;
}

const struct operation_row operations_on_nothing[] = {{"end_nothing", end_nothing, 2, 0}};
const uint32_t operations_on_nothing_count = COUNT_OF(operations_on_nothing);
