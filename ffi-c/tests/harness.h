// What the tests share: checks that say where they failed, and the library's calls with less to write.
#ifndef HARNESS_H
#define HARNESS_H

#include <stdbool.h>

#include "axonium.h"

// Counts a failed check, and says what it was.
#define CHECK(condition) harness_check((condition), #condition, __FILE__, __LINE__)

// Runs a test and counts it.
#define RUN(test) harness_run(test, #test)

void harness_check(bool held, const char *condition, const char *file, int line);
void harness_run(void (*test)(void), const char *name);
// Prints the totals; the program's exit code.
int harness_summary(void);

AxBytes bytes(const char *text);
// Whether the buffer's text holds the words.
bool holds(AxBuffer buffer, const char *words);
bool part_holds(const AxPart *part, const char *words);

// A gateway, and an engine on its clock.
typedef struct {
  uint64_t gateway;
  uint64_t engine;
} Setup;

Setup setup(const char *gateway_config);
void teardown(Setup setup);
void script(Setup setup, const char *steps);
// Whether the gateway's answer to a command holds the words.
bool control_holds(Setup setup, const char *command, const char *words);

// Starts a chat call of one message.
uint64_t start_chat(Setup setup, uint64_t queue, const char *operation, const char *text, const char *options);

// Pulls until the end and keeps what mattered.
typedef struct {
  int opened;
  int notices;
  int items;
  uint32_t end;
  char last_item[4096];
  char end_text[8192];
} Outcome;

Outcome drain(uint64_t engine, uint64_t call);

#endif
