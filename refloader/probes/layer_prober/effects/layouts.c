// What barriers and render passes take the layouts of swapchains' images to be, and what they are. See layouts.h.
#include <stdio.h>
#include <string.h>

#include "effects.h"
#include "layouts.h"
#include "own_work.h"
#include "pending.h"

#define IS(command) (strcmp(name, command) == 0)
#define IS_EITHER(command) (IS(command) || IS(command "KHR"))
#define BEGINS(command) (strncmp(name, command, sizeof command - 1) == 0)
#define MOST 256U
#define MOST_ATTACHMENTS 8U
#define IMAGELESS 1U
#define STENCIL_ALONE 127  // VK_FORMAT_S8_UINT
#define UNDEFINED 0
#define PRESENT_SRC 1000001002
#define READ_ONLY 1000314000   // these two stand for others, by the aspect and the use of an image
#define ATTACHMENT 1000314001
#define SHARED_PRESENT 1000111000

static int is_lost;

void lose_layouts(void) { is_lost = 1; }

static const char *named(int64_t layout) {
    static const struct {
        int64_t value;
        const char *name;
    } names[] = {{UNDEFINED, "UNDEFINED"}, {1, "GENERAL"}, {2, "COLOR_ATTACHMENT_OPTIMAL"}, {5, "SHADER_READ_ONLY_OPTIMAL"},
                 {6, "TRANSFER_SRC_OPTIMAL"}, {7, "TRANSFER_DST_OPTIMAL"}, {8, "PREINITIALIZED"}, {PRESENT_SRC, "PRESENT_SRC_KHR"}, {READ_ONLY, "READ_ONLY_OPTIMAL"}, {ATTACHMENT, "ATTACHMENT_OPTIMAL"}};
    for (size_t i = 0; i < COUNT(names); i++)
        if (names[i].value == layout) return names[i].name;
    return "another one";
}

// ---- objects, by their handles: images, and what stands for them

struct attachments {
    uint64_t handle;
    uint32_t count;
    int64_t first[MOST_ATTACHMENTS], last[MOST_ATTACHMENTS];  // of a pass: its layouts; of others: images
};
struct rows {
    struct attachments of[MOST];
    uint32_t count;
};
static struct rows images, views, framebuffers, passes;

static struct attachments *row_of(struct rows *rows, uint64_t handle) {
    for (uint32_t i = 0; i < rows->count; i++)
        if (rows->of[i].handle == handle) return &rows->of[i];
    return NULL;
}

static struct attachments *add_row(struct rows *rows, uint64_t handle, uint32_t count) {
    static struct attachments none;
    struct attachments *row = row_of(rows, handle);
    if (row == NULL && rows->count < MOST) row = &rows->of[rows->count++];
    if (row == NULL || count > MOST_ATTACHMENTS) {
        lose_layouts();
        return &none;
    }
    *row = (struct attachments){.handle = handle, .count = count};
    return row;
}

void watch_layout(uint64_t image) {
    if (row_of(&images, image) == NULL) add_row(&images, image, 0);
}

// The count tells them from those of swapchains. Beyond so many, nothing is said of them.
void watch_own_layout(uint64_t image, int64_t first) {
    if (images.count < MOST / 2) add_row(&images, image, 1)->last[0] = first;
}

static int is_of_layer(uint64_t image) {
    const struct attachments *row = row_of(&images, image);
    return row != NULL && row->count == 1;
}

static void forget_own(uint64_t image) {
    if (is_of_layer(image)) row_of(&images, image)->handle = ~0ULL;
}

static void note_view(const char *name, uint64_t handle, const VkImageViewCreateInfo *info) {
    note_own_view(name, handle, info);
    add_row(&views, handle, 1)->first[0] = (int64_t)HANDLE(info->image);
}

static void note_framebuffer(const char *name, uint64_t handle, const VkFramebufferCreateInfo *info) {
    note_own_framebuffer(name, handle, info);
    int is_imageless = (info->flags & IMAGELESS) != 0;
    if (is_imageless) lose_layouts();
    struct attachments *row = add_row(&framebuffers, handle, is_imageless ? 0 : info->attachmentCount);
    for (uint32_t i = 0; i < row->count; i++) {
        const struct attachments *view = row_of(&views, HANDLE(info->pAttachments[i]));
        row->first[i] = view == NULL ? 0 : view->first[0];
    }
}

// VUID-VkAttachmentDescription-format-06699
static void note_attachment(const char *name, struct attachments *row, uint32_t at, const VkAttachmentDescription *each) {
    int is_loaded = each->loadOp == VK_ATTACHMENT_LOAD_OP_LOAD && (int)each->format != STENCIL_ALONE;
    if (is_loaded && each->initialLayout == UNDEFINED) note_invalid(name, "loads an attachment whose initialLayout is VK_IMAGE_LAYOUT_UNDEFINED");
    if (at >= row->count) return;
    row->first[at] = each->initialLayout;
    row->last[at] = each->finalLayout;
}

static void note_pass(const char *name, uint64_t handle, const VkRenderPassCreateInfo *info) {
    note_own_pass(handle, info);
    struct attachments *row = add_row(&passes, handle, info->attachmentCount);
    for (uint32_t i = 0; i < info->attachmentCount; i++) note_attachment(name, row, i, &info->pAttachments[i]);
}

static void note_pass_2(const char *name, uint64_t handle, const VkRenderPassCreateInfo2 *info) {
    note_own_pass_2(handle, info);
    struct attachments *row = add_row(&passes, handle, info->attachmentCount);
    for (uint32_t i = 0; i < info->attachmentCount; i++) {
        const VkAttachmentDescription2 *from = &info->pAttachments[i];
        const VkAttachmentDescription each = {.format = from->format, .loadOp = from->loadOp, .initialLayout = from->initialLayout,
                                              .finalLayout = from->finalLayout};
        note_attachment(name, row, i, &each);
    }
}

// ---- what command buffers change

static struct change {
    uint64_t buffer, image;
    const char *what;
    int64_t from, to;
} changes[MOST];
static uint32_t change_count;

static void add_change(struct change change) {
    if (row_of(&images, change.image) == NULL) return;
    if (change_count == MOST) lose_layouts();
    else changes[change_count++] = change;
}

static void forget_changes(uint64_t buffer) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < change_count; i++)
        if (changes[i].buffer != buffer) changes[kept++] = changes[i];
    change_count = kept;
}

// VUID-VkImageMemoryBarrier-oldLayout-01197: where both layouts are equal nothing is changed. What goes to another family is
// changed once by two barriers, and left out of account.
static void change_by_barrier(struct change change, uint32_t from_family, uint32_t to_family) {
    if (from_family != to_family && is_of_layer(change.image)) forget_own(change.image);
    else if (from_family != to_family && row_of(&images, change.image) != NULL) lose_layouts();
    else if (change.from != change.to) add_change(change);
}

static void record_barriers(uint64_t buffer, const VkImageMemoryBarrier *barriers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        change_by_barrier((struct change){buffer, HANDLE(barriers[i].image), "oldLayout", barriers[i].oldLayout, barriers[i].newLayout},
                          barriers[i].srcQueueFamilyIndex, barriers[i].dstQueueFamilyIndex);
}

static void record_dependency(uint64_t buffer, const VkDependencyInfo *info) {
    const VkImageMemoryBarrier2 *barriers = info->pImageMemoryBarriers;
    for (uint32_t i = 0; i < info->imageMemoryBarrierCount; i++)
        change_by_barrier((struct change){buffer, HANDLE(barriers[i].image), "oldLayout", barriers[i].oldLayout, barriers[i].newLayout},
                          barriers[i].srcQueueFamilyIndex, barriers[i].dstQueueFamilyIndex);
}

static void record_pass(uint64_t buffer, const VkRenderPassBeginInfo *info) {
    const struct attachments *pass = row_of(&passes, HANDLE(info->renderPass)), *to = row_of(&framebuffers, HANDLE(info->framebuffer));
    if (pass == NULL || to == NULL) return lose_layouts();
    for (uint32_t i = 0; i < pass->count && i < to->count; i++)
        add_change((struct change){buffer, (uint64_t)to->first[i], "initialLayout", pass->first[i], pass->last[i]});
}

static void record_secondary(uint64_t buffer, const VkCommandBuffer *others, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0, known = change_count; j < known; j++)
            if (changes[j].buffer == BUFFER(others[i])) {
                struct change same = changes[j];
                same.buffer = buffer;
                add_change(same);
            }
}

// ---- submissions and presentations

static int may_be(int64_t layout, int64_t other) {
    int is_read = layout == 5 || other == 5, is_drawn_to = layout == 2 || other == 2;  // SHADER_READ_ONLY and COLOR_ATTACHMENT
    return layout == other || (is_read && (layout == READ_ONLY || other == READ_ONLY))
           || (is_drawn_to && (layout == ATTACHMENT || other == ATTACHMENT));
}

// VUID-vkCmdDraw-None-09600: what a command takes the layout to be is that of the image where it is executed.
void execute_layouts(const char *name, uint64_t buffer) {
    for (uint32_t i = 0; i < change_count && !is_lost; i++) {
        struct attachments *image = changes[i].buffer == buffer ? row_of(&images, changes[i].image) : NULL;
        char text[112];
        if (image == NULL) continue;
        snprintf(text, sizeof text, "executes %s %s on an image %sthat is in %s", changes[i].what, named(changes[i].from),
                 is_of_layer(image->handle) ? "" : "of a swapchain ", named(image->last[0]));
        if (changes[i].from != UNDEFINED && !may_be(changes[i].from, image->last[0])) note_invalid(name, text);
        image->last[0] = changes[i].to;
    }
}

// VUID-VkPresentInfoKHR-pImageIndices-01430
void present_layout(const char *name, uint64_t handle) {
    const struct attachments *image = row_of(&images, handle);
    char text[112];
    if (image == NULL || is_lost || image->last[0] == PRESENT_SRC || image->last[0] == SHARED_PRESENT) return;
    snprintf(text, sizeof text, "presents an image that is in %s, not in PRESENT_SRC_KHR", named(image->last[0]));
    note_invalid(name, text);
}

// ---- calls

// vkCmdSetEvent2 has barriers, too, whose layouts change with those of vkCmdWaitEvents2.
static int changes_otherwise(const char *name) { return BEGINS("vkCmdWaitEvents") || BEGINS("vkTransitionImageLayout"); }

int layouts_below(const char *name, const uint64_t *a, uint64_t *result) {
    int is_pass = IS("vkCreateRenderPass"), is_pass_2 = IS_EITHER("vkCreateRenderPass2");
    if (is_pass || is_pass_2 || IS("vkCreateImageView") || IS("vkCreateFramebuffer")) {
        answer_command(name, a, result);
        uint64_t made = *POINTER(uint64_t, a[3]);
        if (*result != VK_SUCCESS) return 1;
        if (is_pass) note_pass(name, made, POINTER(const VkRenderPassCreateInfo, a[1]));
        else if (is_pass_2) note_pass_2(name, made, POINTER(const VkRenderPassCreateInfo2, a[1]));
        else if (IS("vkCreateImageView")) note_view(name, made, POINTER(const VkImageViewCreateInfo, a[1]));
        else note_framebuffer(name, made, POINTER(const VkFramebufferCreateInfo, a[1]));
        return 1;
    }
    if (IS("vkBeginCommandBuffer") || IS("vkResetCommandBuffer")) forget_changes(a[0]);
    else if (IS("vkCmdPipelineBarrier")) record_barriers(a[0], POINTER(const VkImageMemoryBarrier, a[9]), (uint32_t)a[8]);
    else if (IS_EITHER("vkCmdPipelineBarrier2")) record_dependency(a[0], POINTER(const VkDependencyInfo, a[1]));
    else if (BEGINS("vkCmdBeginRenderPass")) record_pass(a[0], POINTER(const VkRenderPassBeginInfo, a[1]));
    else if (IS("vkCmdExecuteCommands")) record_secondary(a[0], POINTER(const VkCommandBuffer, a[2]), (uint32_t)a[1]);
    else if (changes_otherwise(name)) lose_layouts();
    return 0;
}
