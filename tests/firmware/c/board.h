// What an image needs of its board; see board.c.
#pragma once

#include <stdint.h>

typedef void work(void *on);

void print(const char *text);
void print_number(uint32_t number);
void figure(const char *name, uint32_t number);
_Noreturn void end(int good);

// To be called once before anything is counted.
void start_counting(void);
// How many instructions work(on) takes.
uint32_t count(work *work, void *on);
// How many bytes of stack work(on) takes, below that of the caller.
uint32_t stack(work *work, void *on);

extern const uint8_t recording[], recording_end[];
