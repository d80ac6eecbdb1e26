// The hot path on x86-64 (System V): one stub for each command, which knows no signature. It looks at the
// handle in rdi, touches rax and nothing else that a caller may have put parameters in, and jumps.
// Every stub fills one cache line, so that its place follows from its slot.
#include "../../../native/generated/commands.h"
#include "objects.h"

    .text
    .intel_syntax noprefix

#define STRIDE_BITS 6

.macro BLOCK label
    .p2align STRIDE_BITS
    .globl refloader_\label
    .hidden refloader_\label
    .type refloader_\label, @object
refloader_\label:
.endm

// A place whose function is written in C.
.macro HOLE slot
    .p2align STRIDE_BITS
    int3
    .p2align STRIDE_BITS, 0xCC
.endm

.macro BEGIN symbol, exported
    .p2align STRIDE_BITS, 0xCC
    .if \exported
    .globl \symbol
    .endif
    .type \symbol, @function
\symbol:
    .cfi_startproc
    endbr64
    test rdi, rdi
    jz 1f
.endm

.macro END symbol, slot, bad
1:  mov eax, \slot
    jmp \bad
    .cfi_endproc
    .size \symbol, . - \symbol
    .p2align STRIDE_BITS, 0xCC
.endm

.macro BELOW symbol, slot, exported, magic
    BEGIN \symbol, \exported
    cmp dword ptr [rdi + RECORD_MAGIC], \magic
    jne 1f
    mov rax, [rdi + RECORD_TABLE]
    mov rdi, [rdi + RECORD_INNER]
    jmp [rax + 8 * \slot]
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
    cmp dword ptr [rdi + RECORD_MAGIC], DRIVER_DEVICE_MAGIC_LOW
    jne 1f
    mov rax, [rdi + DRIVER_DEVICE_DRIVER]
    mov rdi, [rdi + RECORD_INNER]
    mov rax, [rax + RECORD_TABLE]
    jmp [rax + 8 * \slot]
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
    mov rax, [rdi]
    test rax, rax
    jz 1f
    cmp dword ptr [rax], DEVICE_MAGIC_LOW
    jne 1f
    jmp [rax + DEVICE_SLOTS_OFFSET + 8 * \slot]
    END \name, \slot, bad_device_handle
.endm

.macro RESERVED_DEVICE slot
    DEVICE reserved_device_\slot, \slot, 0
.endm

#include "../../../native/generated/stubs.inc"

// Where the stubs go with a handle that cannot be right. The slot is in eax.
.macro BAD symbol, kind
    .type \symbol, @function
\symbol:
    .cfi_startproc
    sub rsp, 8
    .cfi_adjust_cfa_offset 8
    mov edi, \kind
    mov esi, eax
    call refloader_bad_handle
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
    .type refloader_lazy_device_functions, @function
refloader_lazy_device_functions:
    .cfi_startproc
    .set slot, 0
    .rept DEVICE_SLOTS + RESERVED_SLOTS
    .p2align 4, 0xCC
    endbr64
    mov eax, slot
    jmp resolve
    .p2align 4, 0xCC
    .set slot, slot + 1
    .endr
    .cfi_endproc
    .size refloader_lazy_device_functions, . - refloader_lazy_device_functions

// Every register that can hold a parameter is put aside while C looks for the function.
    .type resolve, @function
resolve:
    .cfi_startproc
    push rdi
    .cfi_adjust_cfa_offset 8
    push rsi
    .cfi_adjust_cfa_offset 8
    push rdx
    .cfi_adjust_cfa_offset 8
    push rcx
    .cfi_adjust_cfa_offset 8
    push r8
    .cfi_adjust_cfa_offset 8
    push r9
    .cfi_adjust_cfa_offset 8
    sub rsp, 136
    .cfi_adjust_cfa_offset 136
    movaps [rsp], xmm0
    movaps [rsp + 16], xmm1
    movaps [rsp + 32], xmm2
    movaps [rsp + 48], xmm3
    movaps [rsp + 64], xmm4
    movaps [rsp + 80], xmm5
    movaps [rsp + 96], xmm6
    movaps [rsp + 112], xmm7
    mov rdi, [rdi]
    mov esi, eax
    call refloader_resolve_device_function
    movaps xmm0, [rsp]
    movaps xmm1, [rsp + 16]
    movaps xmm2, [rsp + 32]
    movaps xmm3, [rsp + 48]
    movaps xmm4, [rsp + 64]
    movaps xmm5, [rsp + 80]
    movaps xmm6, [rsp + 96]
    movaps xmm7, [rsp + 112]
    add rsp, 136
    .cfi_adjust_cfa_offset -136
    pop r9
    .cfi_adjust_cfa_offset -8
    pop r8
    .cfi_adjust_cfa_offset -8
    pop rcx
    .cfi_adjust_cfa_offset -8
    pop rdx
    .cfi_adjust_cfa_offset -8
    pop rsi
    .cfi_adjust_cfa_offset -8
    pop rdi
    .cfi_adjust_cfa_offset -8
    jmp rax
    .cfi_endproc
    .size resolve, . - resolve

    .section .note.GNU-stack, "", @progbits
