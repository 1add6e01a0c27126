// Start-up of a Cortex-M in QEMU, lines on the host's terminal, counted instructions, the deepest
// stack. QEMU runs with `-icount shift=6`: every instruction takes 64 ns of the machine's time.
#include "board.h"

#define SYST_CSR (*(volatile uint32_t *)0xe000e010)
#define SYST_RVR (*(volatile uint32_t *)0xe000e014)
#define SYST_CVR (*(volatile uint32_t *)0xe000e018)
#define SYST_MAX 0x00ffffff
#define LOOP 100000u

// From the linker script.
extern uint32_t ram_end[], data_start[], data_end[], data_load[], bss_start[], bss_end[];

int main(void);

static _Noreturn void reset(void) {
    for (uint32_t *to = data_start, *from = data_load; to < data_end;)
        *to++ = *from++;
    for (uint32_t *to = bss_start; to < bss_end;)
        *to++ = 0;
    end(main() == 0);
}

static void fault(void) {
    print("fault\n");
    end(0);
}

__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
    (void (*)(void))ram_end, reset, fault, fault, fault, fault, fault,
};

#ifdef RECORDING
__asm__(".section .rodata.recording,\"a\"\n"
        ".global recording, recording_end\n"
        "recording: .incbin \"" RECORDING "\"\n"
        "recording_end:\n"
        ".previous\n");
#endif

static uint32_t host(uint32_t call, const void *with) {
    register uint32_t r0 __asm__("r0") = call;
    register const void *r1 __asm__("r1") = with;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

_Noreturn void end(int good) {
    for (;;)
        host(0x18, (const void *)(good ? 0x20026 : 0x20023));
}

void print(const char *text) {
    host(0x04, text);
}

void print_number(uint32_t number) {
    if (number > 9)
        print_number(number / 10);
    print((char[]){'0' + number % 10, 0});
}

void figure(const char *name, uint32_t number) {
    print("figure ");
    print(name);
    print(" ");
    print_number(number);
    print("\n");
}

static uint32_t ticks_of_loop, ticks_of_nothing;

static __attribute__((noinline)) uint32_t ticks(work *work, void *on) {
    SYST_CVR = 0;
    uint32_t start = SYST_CVR;
    work(on);
    return (start - SYST_CVR) & SYST_MAX;
}

static void loop(void *on) {
    (void)on;
    __asm__ volatile(".syntax unified\n"
                     "ldr r0, =%c0\n"
                     "1: subs r0, r0, #1\n"
                     "bne 1b\n" ::"i"(LOOP / 2)
                     : "r0", "cc");
}

static void nothing(void *on) {
    (void)on;
}

void start_counting(void) {
    SYST_RVR = SYST_MAX;
    SYST_CVR = 0;
    SYST_CSR = 5; // of the processor's clock, running, without interrupts
    ticks_of_nothing = ticks(nothing, 0);
    ticks_of_loop = ticks(loop, 0) - ticks_of_nothing;
}

uint32_t count(work *work, void *on) {
    return (uint64_t)(ticks(work, on) - ticks_of_nothing) * LOOP / ticks_of_loop;
}

__attribute__((noinline)) uint32_t stack(work *work, void *on) {
    enum { PAINT = 0x5afe57ac, DEEPEST = 8 * 1024 };
    volatile uint32_t *top;
    __asm__ volatile("mov %0, sp" : "=r"(top));
    volatile uint32_t *lowest = top - DEEPEST / 4;
    if (lowest < bss_end)
        lowest = bss_end;
    for (volatile uint32_t *place = lowest; place < top; place++)
        *place = PAINT;
    work(on);
    while (lowest < top && *lowest == PAINT)
        lowest++;
    return (top - lowest) * 4;
}
