// The observers on x86-64 (System V): a stub for each gap and command, and the call that all of them make.
#include "observe.h"

    .text
    .intel_syntax noprefix

    .p2align 4
    .globl refloader_observers
    .hidden refloader_observers
    .type refloader_observers, @function
refloader_observers:
    .cfi_startproc
    .set gap, 0
    .rept OBSERVED_GAPS
    .set command, 0
    .rept OBSERVED_COMMANDS
    .p2align 4, 0xCC
    endbr64
    mov eax, (gap << 16) + command
    jmp observe
    .set command, command + 1
    .endr
    .set gap, gap + 1
    .endr
    .cfi_endproc
    .size refloader_observers, . - refloader_observers

// The parameters go into the frame, C says which function is meant, that gets all of them once more.
    .p2align 4
    .type observe, @function
observe:
    .cfi_startproc
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset rbp, -16
    mov rbp, rsp
    .cfi_def_cfa_register rbp
    sub rsp, (FRAME_SIZE + 15) & ~15
    mov [rsp], rdi
    mov [rsp + 8], rsi
    mov [rsp + 16], rdx
    mov [rsp + 24], rcx
    mov [rsp + 32], r8
    mov [rsp + 40], r9
    movaps [rsp + FRAME_VECTORS], xmm0
    movaps [rsp + FRAME_VECTORS + 16], xmm1
    movaps [rsp + FRAME_VECTORS + 32], xmm2
    movaps [rsp + FRAME_VECTORS + 48], xmm3
    movaps [rsp + FRAME_VECTORS + 64], xmm4
    movaps [rsp + FRAME_VECTORS + 80], xmm5
    movaps [rsp + FRAME_VECTORS + 96], xmm6
    movaps [rsp + FRAME_VECTORS + 112], xmm7
    lea rcx, [rbp + 16]
    mov [rsp + FRAME_STACK], rcx
    mov rdi, rsp
    mov esi, eax
    call refloader_observe_enter
    mov ecx, [rsp + FRAME_COPIED]
    mov r11, rsp
    test ecx, ecx
    jz 2f
    lea edx, [rcx + 1]  // an even number of words keeps the stack aligned
    and edx, -2
    shl edx, 3
    sub rsp, rdx
1:  dec ecx
    mov rdx, [rbp + 16 + 8 * rcx]
    mov [rsp + 8 * rcx], rdx
    jnz 1b
2:  movaps xmm0, [r11 + FRAME_VECTORS]
    movaps xmm1, [r11 + FRAME_VECTORS + 16]
    movaps xmm2, [r11 + FRAME_VECTORS + 32]
    movaps xmm3, [r11 + FRAME_VECTORS + 48]
    movaps xmm4, [r11 + FRAME_VECTORS + 64]
    movaps xmm5, [r11 + FRAME_VECTORS + 80]
    movaps xmm6, [r11 + FRAME_VECTORS + 96]
    movaps xmm7, [r11 + FRAME_VECTORS + 112]
    mov rdi, [r11]
    mov rsi, [r11 + 8]
    mov rdx, [r11 + 16]
    mov rcx, [r11 + 24]
    mov r8, [r11 + 32]
    mov r9, [r11 + 40]
    call rax
    lea rsp, [rbp - ((FRAME_SIZE + 15) & ~15)]
    mov rdi, rsp
    mov rsi, rax
    call refloader_observe_leave
    leave
    .cfi_def_cfa rsp, 8
    ret
    .cfi_endproc
    .size observe, . - observe

    .section .note.GNU-stack, "", @progbits
