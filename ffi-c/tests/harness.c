#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed;
static int failed;
static int failed_checks;

void harness_check(bool held, const char *condition, const char *file, int line) {
  if (!held) {
    failed_checks += 1;
    printf("  %s:%d: not so: %s\n", file, line, condition);
  }
}

void harness_run(void (*test)(void), const char *name) {
  failed_checks = 0;
  test();
  printf("%s %s\n", failed_checks == 0 ? "ok  " : "FAIL", name);
  *(failed_checks == 0 ? &passed : &failed) += 1;
}

int harness_summary(void) {
  printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

AxBytes bytes(const char *text) { return (AxBytes){(const uint8_t *)text, text == NULL ? 0 : strlen(text)}; }

static void copy(const uint8_t *from, size_t length, char *to, size_t room) {
  size_t count = length < room - 1 ? length : room - 1;
  if (count > 0) memcpy(to, from, count);
  to[count] = '\0';
}

bool holds(AxBuffer buffer, const char *words) {
  AxPart part = {0, {buffer.ptr, buffer.len}};
  return part_holds(&part, words);
}

bool part_holds(const AxPart *part, const char *words) {
  char *text = malloc(part->bytes.len + 1);
  if (text == NULL) abort();
  copy(part->bytes.ptr, part->bytes.len, text, part->bytes.len + 1);
  bool found = strstr(text, words) != NULL;
  if (!found) printf("  %s\n  does not hold %s\n", text, words);
  free(text);
  return found;
}

Setup setup(const char *gateway_config) {
  Setup setup = {0, 0};
  AxBuffer failure = {NULL, 0, 0};
  AxBuffer url = {NULL, 0, 0};
  CHECK(ax_gateway_start(bytes(gateway_config), &setup.gateway, &failure) == AX_OK);
  CHECK(ax_gateway_url(setup.gateway, &url) == AX_OK);
  char address[64];
  copy(url.ptr, url.len, address, sizeof address);
  ax_buffer_free(url);
  char config[256];
  snprintf(config, sizeof config,
           "{\"language\":\"c\",\"version\":\"0\",\"gateway_base_url\":\"%s\",\"api_key\":\"k\",\"clock\":{\"gateway\":%llu}}",
           address, (unsigned long long)setup.gateway);
  CHECK(ax_engine_new(bytes(config), &setup.engine, &failure) == AX_OK);
  return setup;
}

void teardown(Setup setup) {
  CHECK(ax_engine_free(setup.engine) == AX_OK);
  CHECK(ax_gateway_stop(setup.gateway) == AX_OK);
}

void script(Setup setup, const char *steps) {
  AxBuffer answer = {NULL, 0, 0};
  CHECK(ax_gateway_control(setup.gateway, bytes("script"), bytes(steps), &answer) == AX_OK);
  ax_buffer_free(answer);
}

bool control_holds(Setup setup, const char *command, const char *words) {
  AxBuffer answer = {NULL, 0, 0};
  CHECK(ax_gateway_control(setup.gateway, bytes(command), bytes("null"), &answer) == AX_OK);
  bool found = holds(answer, words);
  ax_buffer_free(answer);
  return found;
}

uint64_t start_chat(Setup setup, uint64_t queue, const char *operation, const char *text, const char *options) {
  char body[512];
  snprintf(body, sizeof body, "{\"model\":\"qwen3-0.6b\",\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}", text);
  uint64_t call = 0;
  CHECK(ax_call_start(setup.engine, queue, bytes(operation), bytes(body), bytes(options), &call) == AX_OK);
  return call;
}

static void note(Outcome *outcome, const AxPart *part) {
  switch (part->kind) {
    case AX_PART_OPENED: outcome->opened += 1; break;
    case AX_PART_NOTICE: outcome->notices += 1; break;
    case AX_PART_ITEM:
      outcome->items += 1;
      copy(part->bytes.ptr, part->bytes.len, outcome->last_item, sizeof outcome->last_item);
      break;
    default:
      outcome->end = part->kind;
      copy(part->bytes.ptr, part->bytes.len, outcome->end_text, sizeof outcome->end_text);
  }
}

Outcome drain(uint64_t engine, uint64_t call) {
  Outcome outcome = {0};
  for (int pulls = 0; outcome.end == 0 && pulls < 10000; pulls += 1) {
    AxBatch batch;
    AxStatus status = ax_call_pull(engine, call, 64, 65536, 10000, &batch);
    CHECK(status == AX_OK);
    if (status != AX_OK) break;
    for (size_t i = 0; i < batch.count; i += 1) note(&outcome, &batch.parts[i]);
    ax_buffer_free(batch.buffer);
  }
  return outcome;
}
