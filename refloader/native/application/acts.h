// The acts of the application: each makes what it needs, answers, and leaves nothing behind.
#ifndef REFLOADER_APPLICATION_ACTS_H
#define REFLOADER_APPLICATION_ACTS_H

#define ACTS(X) X(instance) X(devices) X(device) X(commands) X(manners)

#define ACT_DECLARATION(name) void act_##name(void);
ACTS(ACT_DECLARATION)

#endif
