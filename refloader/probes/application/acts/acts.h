// The acts of the application: each makes what it needs, answers, and leaves nothing behind.
#ifndef REFLOADER_APPLICATION_ACTS_H
#define REFLOADER_APPLICATION_ACTS_H

#define ACTS(X) X(instance) X(devices) X(device) X(commands) X(manners) X(several) X(again) X(order) \
    X(threads) X(reentrant) X(lookups) X(unknown) X(failing) X(debug) X(descriptors) X(compute) X(graphics) \
    X(present) X(frames) X(modern) X(alike) X(apart) X(states) X(featured) X(many) X(agreeing) X(growth) X(programs)

#define ACT_DECLARATION(name) void act_##name(void);
ACTS(ACT_DECLARATION)
void act_compute_each(void);
void act_present_x11(void);
void act_present_both(void);
void act_modern_older(void);

struct device;
struct instance;
// Layouts, buffers and command buffers are made from structures with members that are to be ignored.
void compute_once(struct device *device);  // in compute.c
void use_ignored_members(struct device *device);
// Creations that the driver refuses; they answer the result.
void refuse_instance(const char *step);
void refuse_device(const char *step, struct instance *instance);
// Callbacks of an instance's creation, and elements behind the count of an array; in lasting.c, for "agreeing".
void listen_to_creations(void);
void ask_for_budgets(const struct device *device);
// What a call only reads, and what it writes; in kept.c, for "alike".
void ask_in_chains(struct instance *instance);
void ask_with_little_room(struct instance *instance);
void read_only(struct device *device);
// Some frames to a headless surface of an instance that has VK_EXT_headless_surface.
void present_headless(struct instance *instance);

#endif
