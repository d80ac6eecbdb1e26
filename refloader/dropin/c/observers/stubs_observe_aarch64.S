// The observers on aarch64 (AAPCS64): a stub for each gap and command, and the call that all of them make.
#include "observe.h"

    .text
    .arch armv8-a

#define BTI_C hint #34

    .p2align 4
    .globl refloader_observers
    .hidden refloader_observers
    .type refloader_observers, %function
refloader_observers:
    .cfi_startproc
    .set gap, 0
    .rept OBSERVED_GAPS
    .set command, 0
    .rept OBSERVED_COMMANDS
    BTI_C
    mov w9, #command
    movk w9, #gap, lsl #16
    b observe
    .set command, command + 1
    .endr
    .set gap, gap + 1
    .endr
    .cfi_endproc
    .size refloader_observers, . - refloader_observers

// The parameters go into the frame, C says which function is meant, that gets all of them once more.
    .p2align 4
    .type observe, %function
observe:
    .cfi_startproc
    stp x29, x30, [sp, #-16]!
    .cfi_def_cfa_offset 16
    .cfi_offset x29, -16
    .cfi_offset x30, -8
    mov x29, sp
    .cfi_def_cfa_register x29
    sub sp, sp, #((FRAME_SIZE + 15) & ~15)
    stp x0, x1, [sp]
    stp x2, x3, [sp, #16]
    stp x4, x5, [sp, #32]
    stp x6, x7, [sp, #48]
    stp q0, q1, [sp, #FRAME_VECTORS]
    stp q2, q3, [sp, #(FRAME_VECTORS + 32)]
    stp q4, q5, [sp, #(FRAME_VECTORS + 64)]
    stp q6, q7, [sp, #(FRAME_VECTORS + 96)]
    add x10, x29, #16
    str x10, [sp, #FRAME_STACK]
    mov x0, sp
    mov w1, w9
    bl refloader_observe_enter
    mov x16, x0
    mov x11, sp
    ldr w12, [sp, #FRAME_COPIED]
    cbz w12, 2f
    add w10, w12, #1  // an even number of words keeps the stack aligned
    and w10, w10, #~1
    sub sp, sp, w10, uxtw #3
    mov x13, sp
    add x14, x29, #16
1:  sub w12, w12, #1
    ldr x10, [x14, w12, uxtw #3]
    str x10, [x13, w12, uxtw #3]
    cbnz w12, 1b
2:  ldp q0, q1, [x11, #FRAME_VECTORS]
    ldp q2, q3, [x11, #(FRAME_VECTORS + 32)]
    ldp q4, q5, [x11, #(FRAME_VECTORS + 64)]
    ldp q6, q7, [x11, #(FRAME_VECTORS + 96)]
    ldp x0, x1, [x11]
    ldp x2, x3, [x11, #16]
    ldp x4, x5, [x11, #32]
    ldp x6, x7, [x11, #48]
    blr x16
    sub sp, x29, #((FRAME_SIZE + 15) & ~15)
    mov x1, x0
    mov x0, sp
    bl refloader_observe_leave
    mov sp, x29
    ldp x29, x30, [sp], #16
    .cfi_def_cfa sp, 0
    .cfi_restore x29
    .cfi_restore x30
    ret
    .cfi_endproc
    .size observe, . - observe

    .section .note.GNU-stack, "", %progbits
