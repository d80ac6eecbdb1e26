// What a layer makes and records where an application presents, which draws and copies nothing itself: the sizes and the usage
// of images, and render passes. What is invalid of it is noted. See own_work.h.
#include <string.h>

#include "effects.h"
#include "own_work.h"
#include "pending.h"
#include "presented.h"

#define MOST_ROWS 1024U
#define IMAGELESS 1U
#define OF_TRANSFERS 0x400003U  // also of the host's
#define SPIR_V 0x07230203U
#define PIPELINE_LIBRARIES ((VkStructureType)1000290000)
#define DEVICE_GROUP_RENDER_PASS ((VkStructureType)1000060003)
#define IS(command) (strcmp(name, command) == 0)
#define IS_EITHER(command) (IS(command) || IS(command "KHR"))
#define BEGINS(command) (strncmp(name, command, sizeof command - 1) == 0)

// ---- what there is below

enum instance { NO_INSTANCE, PASS, RENDERING };
static struct row {
    uint64_t handle;
    char kind;  // 'i': an image, 'v': a view, 'f': a framebuffer, 'p': a render pass, 'n': a pipeline without one, 'c': a command buffer
    uint64_t of;               // of a view: its image; of a command buffer: the pipeline that is bound
    uint32_t width, height;    // of an image, a framebuffer
    uint32_t bits, level;      // of an image: its usage; of a pass: the attachments that are drawn to; of a view: its first level
    int format;
    enum instance inside;
    VkRect2D area;
} rows[MOST_ROWS];
static uint32_t row_count;

static struct row *find(char kind, uint64_t handle) {
    for (uint32_t i = 0; i < row_count; i++)
        if (rows[i].kind == kind && rows[i].handle == handle) return &rows[i];
    return NULL;
}

static struct row *add(char kind, uint64_t handle) {
    static struct row none;
    struct row *row = find(kind, handle);
    if (row == NULL) row = row_count < MOST_ROWS ? &rows[row_count++] : &none;
    *row = (struct row){.kind = kind, .handle = handle};
    return row;
}

// NULL: an image of which nothing is known.
static const struct row *image_of(uint64_t handle) {
    static struct row of_swapchain;
    const VkSwapchainCreateInfoKHR *info = info_of_any_image((VkImage)handle);
    if (info == NULL) return find('i', handle);
    of_swapchain = (struct row){.kind = 'i', .handle = handle, .width = info->imageExtent.width, .height = info->imageExtent.height,
                                .bits = info->imageUsage, .format = (int)info->imageFormat};
    return &of_swapchain;
}

static uint32_t at_level(uint32_t side, uint32_t level) { return side >> level == 0 ? 1 : side >> level; }

static int has_structure(const void *chain, VkStructureType type) {
    for (const VkBaseInStructure *each = chain; each != NULL; each = each->pNext)
        if (each->sType == type) return 1;
    return 0;
}

// ---- images

// VUID-VkImageCreateInfo-extent-00944, -00945 and -00946, -mipLevels-00947, -arrayLayers-00948 and -usage-requiredbitmask
void look_at_own_image(const char *name, const VkImageCreateInfo *info) {
    if (info->extent.width == 0 || info->extent.height == 0 || info->extent.depth == 0) note_invalid(name, "comes with 0 in its extent");
    if (info->mipLevels == 0) note_invalid(name, "comes with 0 as mipLevels");
    if (info->arrayLayers == 0) note_invalid(name, "comes with 0 as arrayLayers");
    if (info->usage == 0 && info->pNext == NULL) note_invalid(name, "comes with 0 as usage");
}

void note_own_image(uint64_t handle, const VkImageCreateInfo *info) {
    struct row *row = add('i', handle);
    row->width = info->extent.width;
    row->height = info->extent.height;
    row->bits = info->usage;
    row->format = (int)info->format;
    row->level = (info->flags & 8U) != 0;  // VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT
}

int own_image(VkImage image, struct own_image *to) {
    const struct row *row = find('i', HANDLE(image));
    if (row == NULL) return 0;
    *to = (struct own_image){row->format, row->width, row->height, row->bits, row->level != 0};
    return 1;
}

// VUID-VkImageMemoryBarrier-image-01932, VUID-VkImageViewCreateInfo-image-01020, VUID-vkCmdCopyImage-srcImage-01546 and the like
static void look_at_memory(const char *name, uint64_t image) {
    if (lacks_memory(image)) note_invalid(name, "is called for an image that has no memory");
}

// VUID-VkImageViewCreateInfo-image-04441
void note_own_view(const char *name, uint64_t handle, const VkImageViewCreateInfo *info) {
    const struct row *image = image_of(HANDLE(info->image));
    look_at_memory(name, HANDLE(info->image));
    if (image != NULL && image->bits != 0 && (image->bits & ~OF_TRANSFERS) == 0)
        note_invalid(name, "is called for an image that was made for transfers alone");
    struct row *view = add('v', handle);
    view->of = HANDLE(info->image);
    view->level = info->subresourceRange.baseMipLevel;
}

// VUID-VkFramebufferCreateInfo-pAttachments-00877, VUID-VkRenderingInfo-colorAttachmentCount-06087; and what is drawn to is as large
// as the area: VUID-VkFramebufferCreateInfo-flags-04533 and -04534, VUID-VkRenderingInfo-pNext-06079 and -06080
static void look_at_target(const char *name, uint64_t view_handle, uint64_t width, uint64_t height) {
    const struct row *view = find('v', view_handle), *image = view == NULL ? NULL : image_of(view->of);
    if (image == NULL) return;
    if (!(image->bits & VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT))
        note_invalid(name, "comes with an image to draw to that was made without VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT");
    if (width > at_level(image->width, view->level) || height > at_level(image->height, view->level))
        note_invalid(name, "comes with an area that is larger than an image that is drawn to");
}

// ---- render passes, and what stands for their attachments

static uint32_t bit_of(uint32_t attachment) { return attachment < 32 ? 1U << attachment : 0; }

void note_own_pass(uint64_t handle, const VkRenderPassCreateInfo *info) {
    struct row *pass = add('p', handle);
    for (uint32_t i = 0; i < info->subpassCount; i++) {
        const VkSubpassDescription *each = &info->pSubpasses[i];
        for (uint32_t j = 0; j < each->colorAttachmentCount; j++) {
            pass->bits |= bit_of(each->pColorAttachments[j].attachment);
            if (each->pResolveAttachments != NULL) pass->bits |= bit_of(each->pResolveAttachments[j].attachment);
        }
    }
}

void note_own_pass_2(uint64_t handle, const VkRenderPassCreateInfo2 *info) {
    struct row *pass = add('p', handle);
    for (uint32_t i = 0; i < info->subpassCount; i++) {
        const VkSubpassDescription2 *each = &info->pSubpasses[i];
        for (uint32_t j = 0; j < each->colorAttachmentCount; j++) {
            pass->bits |= bit_of(each->pColorAttachments[j].attachment);
            if (each->pResolveAttachments != NULL) pass->bits |= bit_of(each->pResolveAttachments[j].attachment);
        }
    }
}

// An attachment that no subpass draws to may be smaller, as a fragment density map is.
void note_own_framebuffer(const char *name, uint64_t handle, const VkFramebufferCreateInfo *info) {
    const struct row *pass = find('p', HANDLE(info->renderPass));
    for (uint32_t i = 0; pass != NULL && !(info->flags & IMAGELESS) && i < info->attachmentCount; i++)
        if (pass->bits & bit_of(i)) look_at_target(name, HANDLE(info->pAttachments[i]), info->width, info->height);
    struct row *row = add('f', handle);
    row->width = info->width;
    row->height = info->height;
}

// ---- shaders and pipelines

// VUID-VkShaderModuleCreateInfo-codeSize-01085 and -08735; what is no SPIR-V is another extension's.
static void look_at_shader(const char *name, const VkShaderModuleCreateInfo *info) {
    if (info->codeSize == 0) note_invalid(name, "comes with 0 as codeSize");
    else if (info->codeSize % 4 != 0 && info->codeSize > 4 && info->pCode[0] == SPIR_V)
        note_invalid(name, "comes with a codeSize that is no multiple of 4");
}

static void make_pipelines(const char *name, const uint64_t *a, uint64_t *result) {
    const VkGraphicsPipelineCreateInfo *infos = POINTER(const VkGraphicsPipelineCreateInfo, a[3]);
    answer_command(name, a, result);
    for (uint32_t i = 0; *result == VK_SUCCESS && i < (uint32_t)a[2]; i++)
        if (HANDLE(infos[i].renderPass) == 0 && !has_structure(infos[i].pNext, PIPELINE_LIBRARIES)) add('n', POINTER(uint64_t, a[5])[i]);
}

// ---- command buffers

static int is_within(const VkRect2D *area, const VkRect2D *all) {
    int64_t right = (int64_t)area->offset.x + area->extent.width, bottom = (int64_t)area->offset.y + area->extent.height;
    return area->offset.x >= all->offset.x && area->offset.y >= all->offset.y && right <= (int64_t)all->offset.x + all->extent.width
           && bottom <= (int64_t)all->offset.y + all->extent.height;
}

static void begin_instance(const char *name, struct row *buffer, enum instance kind) {
    if (buffer->inside != NO_INSTANCE) note_invalid(name, "is called inside of a render pass instance");
    buffer->inside = kind;
}

// VUID-VkRenderPassBeginInfo-pNext-02850 to -02853. With areas of their own for several devices, this one is ignored.
static void begin_pass(const char *name, struct row *buffer, const VkRenderPassBeginInfo *info) {
    const struct row *framebuffer = find('f', HANDLE(info->framebuffer));
    static const VkRect2D any = {.offset = {INT32_MIN, INT32_MIN}, .extent = {UINT32_MAX, UINT32_MAX}};
    int is_one = !has_structure(info->pNext, DEVICE_GROUP_RENDER_PASS);
    begin_instance(name, buffer, PASS);
    buffer->area = is_one ? info->renderArea : any;
    if (framebuffer == NULL || !is_one) return;
    const VkRect2D all = {.extent = {framebuffer->width, framebuffer->height}};
    if (!is_within(&info->renderArea, &all)) note_invalid(name, "comes with a renderArea that is larger than the framebuffer");
}

static void begin_rendering(const char *name, struct row *buffer, const VkRenderingInfo *info) {
    const VkRect2D *area = &info->renderArea;
    begin_instance(name, buffer, RENDERING);
    int is_one = !has_structure(info->pNext, DEVICE_GROUP_RENDER_PASS);
    for (uint32_t i = 0; i < info->colorAttachmentCount; i++)
        look_at_target(name, HANDLE(info->pColorAttachments[i].imageView), is_one ? (uint64_t)area->offset.x + area->extent.width : 0,
                       is_one ? (uint64_t)area->offset.y + area->extent.height : 0);
}

// VUID-vkCmdClearAttachments-pRects-00016
static void clear(const char *name, const struct row *buffer, const VkClearRect *cleared, uint32_t count) {
    for (uint32_t i = 0; buffer->inside == PASS && i < count; i++)
        if (!is_within(&cleared[i].rect, &buffer->area)) note_invalid(name, "clears more than the renderArea");
}

// VUID-vkCmdDraw-renderPass-02684
static void draw(const char *name, const struct row *buffer) {
    if (buffer->inside == PASS && find('n', buffer->of) != NULL)
        note_invalid(name, "is called in a render pass for a pipeline that was made without one");
}

// ---- copies

struct side {
    uint64_t image;
    VkImageUsageFlags usage;
};

// VUID-vkCmdCopyImage-srcOffset-00144 and -00145, -dstOffset-00150 and -00151, and those of other copies
static void look_at_part(const char *name, const struct side *side, uint32_t level, const VkOffset3D *from, const VkExtent3D *size) {
    const struct row *image = image_of(side->image);
    look_at_memory(name, side->image);
    if (image == NULL) return;
    if (!(image->bits & side->usage)) note_invalid(name, "copies from or to an image that was made without the usage for it");
    const VkRect2D all = {.extent = {at_level(image->width, level), at_level(image->height, level)}};
    const VkRect2D part = {.offset = {from->x, from->y}, .extent = {size->width, size->height}};
    if (!is_within(&part, &all)) note_invalid(name, "copies more than an image has");
}

static int has_one_format(uint64_t one, uint64_t other) {
    const struct row *image = image_of(one);
    int format = image == NULL ? 0 : image->format;
    image = image_of(other);
    return image != NULL && image->format == format;
}

// Between formats with blocks of other sizes, what is written has another size.
static void copy(const char *name, uint64_t from, uint64_t to, const VkImageCopy *part) {
    const struct side source = {from, VK_IMAGE_USAGE_TRANSFER_SRC_BIT}, target = {to, VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    static const VkExtent3D nothing;
    int is_same = has_one_format(from, to);
    look_at_part(name, &source, part->srcSubresource.mipLevel, &part->srcOffset, &part->extent);
    look_at_part(name, &target, part->dstSubresource.mipLevel, &part->dstOffset, is_same ? &part->extent : &nothing);
}

static void copy_2(const char *name, const VkCopyImageInfo2 *info) {
    for (uint32_t i = 0; i < info->regionCount; i++) {
        const VkImageCopy2 *each = &info->pRegions[i];
        const VkImageCopy part = {each->srcSubresource, each->srcOffset, each->dstSubresource, each->dstOffset, each->extent};
        copy(name, HANDLE(info->srcImage), HANDLE(info->dstImage), &part);
    }
}

static void fill(const char *name, uint64_t image, const VkBufferImageCopy *parts, uint32_t count) {
    const struct side target = {image, VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    for (uint32_t i = 0; i < count; i++)
        look_at_part(name, &target, parts[i].imageSubresource.mipLevel, &parts[i].imageOffset, &parts[i].imageExtent);
}

static void pass_barriers(const char *name, const uint64_t *a) {
    if (IS("vkCmdPipelineBarrier"))
        for (uint32_t i = 0; i < (uint32_t)a[8]; i++) look_at_memory(name, HANDLE(POINTER(const VkImageMemoryBarrier, a[9])[i].image));
    else
        for (uint32_t i = 0; i < POINTER(const VkDependencyInfo, a[1])->imageMemoryBarrierCount; i++)
            look_at_memory(name, HANDLE(POINTER(const VkDependencyInfo, a[1])->pImageMemoryBarriers[i].image));
}

// ---- calls

static void note_recorded(const char *name, const uint64_t *a, struct row *buffer) {
    if (BEGINS("vkCmdBeginRenderPass")) begin_pass(name, buffer, POINTER(const VkRenderPassBeginInfo, a[1]));
    else if (IS_EITHER("vkCmdBeginRendering")) begin_rendering(name, buffer, POINTER(const VkRenderingInfo, a[1]));
    else if (BEGINS("vkCmdEndRender")) buffer->inside = NO_INSTANCE;
    else if (IS("vkCmdBindPipeline") && (uint32_t)a[1] == VK_PIPELINE_BIND_POINT_GRAPHICS) buffer->of = a[2];
    else if (IS("vkCmdClearAttachments")) clear(name, buffer, POINTER(const VkClearRect, a[4]), (uint32_t)a[3]);
    else if (BEGINS("vkCmdDraw")) draw(name, buffer);
    else if (IS("vkEndCommandBuffer") && buffer->inside != NO_INSTANCE)  // VUID-vkEndCommandBuffer-commandBuffer-00060
        note_invalid(name, "is called inside of a render pass instance");
}

int own_work_below(const char *name, const uint64_t *a, uint64_t *result) {
    if (IS("vkCreateGraphicsPipelines")) return make_pipelines(name, a, result), 1;
    if (IS("vkCreateShaderModule")) look_at_shader(name, POINTER(const VkShaderModuleCreateInfo, a[1]));
    else if (IS("vkBeginCommandBuffer")) add('c', a[0]);
    else if (IS("vkCmdPipelineBarrier") || IS_EITHER("vkCmdPipelineBarrier2")) pass_barriers(name, a);
    else if (IS_EITHER("vkCmdCopyImage2")) copy_2(name, POINTER(const VkCopyImageInfo2, a[1]));
    else if (IS("vkCmdCopyBufferToImage")) fill(name, a[2], POINTER(const VkBufferImageCopy, a[5]), (uint32_t)a[4]);
    else if (IS("vkCmdCopyImage"))
        for (uint32_t i = 0; i < (uint32_t)a[5]; i++) copy(name, a[1], a[3], &POINTER(const VkImageCopy, a[6])[i]);
    else if (BEGINS("vkCmd") || IS("vkEndCommandBuffer")) {
        struct row *buffer = find('c', a[0]);
        if (buffer != NULL) note_recorded(name, a, buffer);
    }
    return 0;
}
