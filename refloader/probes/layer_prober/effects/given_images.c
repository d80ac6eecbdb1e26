// What the images of a swapchain were asked to be, and what those are that an application is given. See presented.h.
#include "../../shared/answers.h"
#include "effects.h"
#include "own_work.h"
#include "presented.h"

#define MUTABLE_FORMAT 4U

static void say_pair(uint64_t given, uint64_t received) {
    open_list(NULL);
    say_number(NULL, (int64_t)given);
    say_number(NULL, (int64_t)received);
    close_list();
}

void say_images(const char *key, const char *own_key, const VkSwapchainCreateInfoKHR *given, VkImage image) {
    const VkSwapchainCreateInfoKHR *received = info_of_image(image);
    struct own_image own;
    int is_own = received == NULL && own_image(image, &own);
    if (received == NULL && !is_own) return;
    if (!is_own)
        own = (struct own_image){(int)received->imageFormat, received->imageExtent.width, received->imageExtent.height,
                                 received->imageUsage, (received->flags & MUTABLE_FORMAT) != 0};
    open_list(is_own ? own_key : key);
    say_pair(given->imageFormat, own.is_mutable ? (uint64_t)given->imageFormat : (uint64_t)own.format);
    say_pair(given->imageExtent.width, own.width);
    say_pair(given->imageExtent.height, own.height);
    say_pair(given->imageUsage, own.usage);
    close_list();
}
