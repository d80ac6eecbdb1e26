// What the parts of the agent share that only Windows has.
#ifndef REFLOADER_WINDOWS_AGENT_H
#define REFLOADER_WINDOWS_AGENT_H

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include "../../probes/agent/machine.h"

// ---- machine.c: the registry

wchar_t *wide(const char *text);  // of UTF-8; never freed
char *narrow(const wchar_t *text);
void registry_clean(void);
void registry_key(const char *path);
void registry_value(const char *path, const char *name, DWORD type, const char *hexadecimal);
HKEY opened_key(const char *path, REGSAM access);  // NULL if there is none

// ---- hooks.c: answers in the place of the system's, in the loader's table of imports

void hook_elevation(int elevated);
void hook_device(const char *key, int component);
void hook_package(const char *folder);
void install_hooks(HMODULE loader);
void report_hooks(void);
void adapters_were_asked(void);

// ---- dxgi.c

void hook_adapter(long long luid);
void install_adapters(void);

#endif
