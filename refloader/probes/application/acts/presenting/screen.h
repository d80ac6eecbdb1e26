// A surface with its swapchain, as the acts that present have it.
#ifndef REFLOADER_APPLICATION_SCREEN_H
#define REFLOADER_APPLICATION_SCREEN_H

#include "../../resources.h"
#include "../../windows.h"

#define SIDE 64

struct screen {
    const char *name;  // labels begin with it
    struct device *device;
    struct window window;
    VkSurfaceFormatKHR format;
    VkSwapchainKHR swapchain;
    uint32_t image_count;
    VkImage *images;
    int *drawn;  // whether the image is in the layout in which it can be shown
    const char *written[2];  // the parameters that a call has changed, though it may only read them
    uint32_t written_count;
    int many;        // frames in the end, 0 for none
    uint32_t acquired;  // how often an image was
    int unanswered;  // presentations after which pResults was as before
};

// A result that no command has: who presents writes another one over it.
#define NO_RESULT VK_RESULT_MAX_ENUM

#define COMMAND(screen, command) DEVICE_COMMAND((screen)->device, command)

// Whether the device's queue can present to the surface, and a format is chosen; both answer.
int screen_is_supported(struct screen *screen);
int screen_choose_format(struct screen *screen);
// With its images listed; the swapchain of before ends once its successor is there. 0 where there is none.
int screen_make_swapchain(struct screen *screen, const char *step, uint32_t side);
void screen_forget_images(struct screen *screen);
// What a swapchain in the place of the present one is made with, and a number within limits, where 0 is no limit.
VkSwapchainCreateInfoKHR screen_describe(const struct screen *screen, const VkSurfaceCapabilitiesKHR *can, uint32_t side);
uint32_t within(uint32_t wanted, uint32_t least, uint32_t most);

// Swapchains that have the handle of one that is gone and another number of images; the screen has none meanwhile.
void screen_make_in_turns(struct screen *screen, const char *label);

// Show something with an instance for headless surfaces, or for those of an X server if there are no others.
typedef void showing(const struct windowing *windowing, struct instance *instance);
void show_on_a_surface(showing *show);

#endif
