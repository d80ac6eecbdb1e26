// The hot path on aarch64 (AAPCS64): one stub for each command, which knows no signature. It looks at the
// handle in x0, uses x9, x16 and x17, which carry no parameters, and jumps.
// Every stub fills 64 bytes, so that its place follows from its slot.
#include "../../../native/generated/commands.h"
#include "objects.h"

    .text
    .arch armv8-a

#define STRIDE_BITS 6
#define BTI_C hint #34

.macro BLOCK label
    .p2align STRIDE_BITS
    .globl refloader_\label
    .hidden refloader_\label
    .type refloader_\label, %object
refloader_\label:
.endm

// A place whose function is written in C.
.macro HOLE slot
    .p2align STRIDE_BITS
    brk #0
    .p2align STRIDE_BITS
.endm

.macro BEGIN symbol, exported
    .p2align STRIDE_BITS
    .if \exported
    .globl \symbol
    .endif
    .type \symbol, %function
\symbol:
    .cfi_startproc
    BTI_C
    cbz x0, 1f
.endm

.macro END symbol, slot, bad
1:  mov w9, #\slot
    b \bad
    .cfi_endproc
    .size \symbol, . - \symbol
    .p2align STRIDE_BITS
.endm

// Goes to 1: when the 32 bits at the address are not the number.
.macro CHECK base, offset, magic
    ldr w16, [\base, #\offset]
    mov w17, #(\magic & 0xFFFF)
    movk w17, #(\magic >> 16), lsl #16
    cmp w16, w17
    b.ne 1f
.endm

.macro BELOW symbol, slot, exported, magic
    BEGIN \symbol, \exported
    CHECK x0, RECORD_MAGIC, \magic
    ldr x16, [x0, #RECORD_TABLE]
    ldr x0, [x0, #RECORD_INNER]
    ldr x16, [x16, #(8 * \slot)]
    br x16
    END \symbol, \slot, bad_instance_handle
.endm

.macro INSTANCE name, slot, exported
    BELOW \name, \slot, \exported, INSTANCE_MAGIC_LOW
.endm

.macro PHYSICAL_DEVICE name, slot, exported
    BELOW \name, \slot, \exported, PHYSICAL_DEVICE_MAGIC_LOW
.endm

.macro RESERVED_PHYSICAL_DEVICE slot
    BELOW reserved_physical_device_\slot, \slot, 0, PHYSICAL_DEVICE_MAGIC_LOW
.endm

.macro TERMINATOR_NAMED symbol, slot
    BEGIN \symbol, 0
    CHECK x0, RECORD_MAGIC, DRIVER_DEVICE_MAGIC_LOW
    ldr x16, [x0, #DRIVER_DEVICE_DRIVER]
    ldr x0, [x0, #RECORD_INNER]
    ldr x16, [x16, #RECORD_TABLE]
    ldr x16, [x16, #(8 * \slot)]
    br x16
    END \symbol, \slot, bad_driver_handle
.endm

.macro TERMINATOR name, slot
    TERMINATOR_NAMED terminator_\name, \slot
.endm

.macro RESERVED_TERMINATOR slot
    TERMINATOR_NAMED reserved_terminator_\slot, \slot
.endm

.macro DEVICE name, slot, exported
    BEGIN \name, \exported
    ldr x9, [x0]
    cbz x9, 1f
    CHECK x9, 0, DEVICE_MAGIC_LOW
    ldr x16, [x9, #(DEVICE_SLOTS_OFFSET + 8 * \slot)]
    br x16
    END \name, \slot, bad_device_handle
.endm

.macro RESERVED_DEVICE slot
    DEVICE reserved_device_\slot, \slot, 0
.endm

#include "../../../native/generated/stubs.inc"

// Where the stubs go with a handle that cannot be right. The slot is in w9.
.macro BAD symbol, kind
    .type \symbol, %function
\symbol:
    .cfi_startproc
    stp x29, x30, [sp, #-16]!
    .cfi_adjust_cfa_offset 16
    .cfi_rel_offset x29, 0
    .cfi_rel_offset x30, 8
    mov w0, #\kind
    mov w1, w9
    bl refloader_bad_handle
    .cfi_endproc
    .size \symbol, . - \symbol
.endm

    BAD bad_instance_handle, HANDLE_INSTANCE
    BAD bad_driver_handle, HANDLE_DRIVER_DEVICE
    BAD bad_device_handle, HANDLE_DEVICE

// What the slots of a new device lead to that are not filled: the first call of a command finds its function.
    .p2align 4
    .globl refloader_lazy_device_functions
    .hidden refloader_lazy_device_functions
    .type refloader_lazy_device_functions, %function
refloader_lazy_device_functions:
    .cfi_startproc
    .set slot, 0
    .rept DEVICE_SLOTS + RESERVED_SLOTS
    .p2align 4
    BTI_C
    mov w9, #slot
    b resolve
    .p2align 4
    .set slot, slot + 1
    .endr
    .cfi_endproc
    .size refloader_lazy_device_functions, . - refloader_lazy_device_functions

// Every register that can hold a parameter is put aside while C looks for the function.
    .type resolve, %function
resolve:
    .cfi_startproc
    stp x29, x30, [sp, #-224]!
    .cfi_adjust_cfa_offset 224
    .cfi_rel_offset x29, 0
    .cfi_rel_offset x30, 8
    stp x0, x1, [sp, #16]
    stp x2, x3, [sp, #32]
    stp x4, x5, [sp, #48]
    stp x6, x7, [sp, #64]
    str x8, [sp, #80]
    stp q0, q1, [sp, #96]
    stp q2, q3, [sp, #128]
    stp q4, q5, [sp, #160]
    stp q6, q7, [sp, #192]
    ldr x0, [x0]
    mov w1, w9
    bl refloader_resolve_device_function
    mov x16, x0
    ldp x0, x1, [sp, #16]
    ldp x2, x3, [sp, #32]
    ldp x4, x5, [sp, #48]
    ldp x6, x7, [sp, #64]
    ldr x8, [sp, #80]
    ldp q0, q1, [sp, #96]
    ldp q2, q3, [sp, #128]
    ldp q4, q5, [sp, #160]
    ldp q6, q7, [sp, #192]
    ldp x29, x30, [sp], #224
    .cfi_adjust_cfa_offset -224
    .cfi_restore x29
    .cfi_restore x30
    br x16
    .cfi_endproc
    .size resolve, . - resolve

    .section .note.GNU-stack, "", %progbits
