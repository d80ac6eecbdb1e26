// What the units of the mock driver have of each other. The driver is compiled once; its exports (exports.c or
// free_exports.c) are compiled for each library, with the definitions EXPORT_... that say what that library exports.
#ifndef REFLOADER_MOCK_ICD_H
#define REFLOADER_MOCK_ICD_H

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <time.h>

#include "../refloader/native/generated/driver_commands.h"
#include "../refloader/native/generated/observed.h"
#include "../refloader/native/generated/vk_core.h"
#include "mock_common.h"

// A mock ignores most of what it is given.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC visibility push(hidden)

#include "config.h"
#include "objects.h"
#include "devices.h"
#include "whole/whole.h"
#include "commands.h"

#pragma GCC visibility pop

#endif
