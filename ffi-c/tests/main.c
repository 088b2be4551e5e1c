// The C interface against the testing gateway, as a C program uses it.

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

static void version_is_the_headers(void) { CHECK(ax_abi_version() == AX_ABI_VERSION); }

static void unusable_config_says_what_to_change(void) {
  uint64_t engine = 0;
  AxBuffer failure = {NULL, 0, 0};
  CHECK(ax_engine_new(bytes("{\"api_key\":\"k\",\"gateway_base_url\":\"no-scheme\"}"), &engine, &failure) == AX_FAILED);
  CHECK(engine == 0);
  CHECK(holds(failure, "\"Configuration\""));
  CHECK(holds(failure, "gateway_base_url"));
  ax_buffer_free(failure);
}

static void chat_is_answered(void) {
  Setup s = setup("{}");
  uint64_t call = start_chat(s, 0, "chat.completions.create", "hello from C", "{}");
  Outcome outcome = drain(s.engine, call);
  CHECK(outcome.items == 1 && outcome.end == AX_PART_DONE);
  CHECK(strstr(outcome.last_item, "hello from C") != NULL);
  CHECK(strstr(outcome.end_text, "\"attempts\":1") != NULL);
  CHECK(ax_call_close(s.engine, call) == AX_OK);
  CHECK(control_holds(s, "ledger", "\"generations\":1"));
  teardown(s);
}

static void a_wait_is_noticed_and_reported(void) {
  Setup s = setup("{}");
  script(s, "[{\"status\":429,\"problem\":\"rate-limit-exceeded-requests\",\"headers\":{\"Retry-After\":\"36\"}}]");
  uint64_t call = start_chat(s, 0, "chat.completions.create", "hi", "{}");
  Outcome outcome = drain(s.engine, call);
  CHECK(outcome.end == AX_PART_DONE && outcome.notices == 1);
  CHECK(strstr(outcome.end_text, "\"attempts\":2") != NULL);
  CHECK(strstr(outcome.end_text, "\"waited_s\":36") != NULL);
  ax_call_close(s.engine, call);
  teardown(s);
}

static void a_stream_is_opened_then_read(void) {
  Setup s = setup("{}");
  uint64_t call = start_chat(s, 0, "chat.completions.stream", "one two three", "{}");
  Outcome outcome = drain(s.engine, call);
  CHECK(outcome.opened == 1 && outcome.items >= 3 && outcome.end == AX_PART_DONE);
  AxBuffer snapshot = {NULL, 0, 0};
  CHECK(ax_call_snapshot(s.engine, call, &snapshot) == AX_OK);
  CHECK(holds(snapshot, "one two three"));
  ax_buffer_free(snapshot);
  ax_call_close(s.engine, call);
  teardown(s);
}

static void keys_are_derived(void) {
  AxBuffer key = {NULL, 0, 0};
  AxBuffer again = {NULL, 0, 0};
  CHECK(ax_run_key(bytes("run-42"), bytes("summary"), &key) == AX_OK);
  CHECK(ax_run_key(bytes("run-42"), bytes("summary"), &again) == AX_OK);
  CHECK(key.len == 68 && again.len == 68 && memcmp(key.ptr, again.ptr, key.len) == 0);
  ax_buffer_free(key);
  ax_buffer_free(again);
  CHECK(ax_derive_key(bytes("order"), bytes("{\"input\":\"hi\"}"), &key) == AX_OK);
  CHECK(holds(key, "ax1-"));
  ax_buffer_free(key);
  CHECK(ax_derive_key(bytes(""), bytes("{\"input\":\"hi\"}"), &key) == AX_FAILED);
  CHECK(holds(key, "\"namespace\""));
  ax_buffer_free(key);
  CHECK(ax_run_key(bytes("run-42"), bytes("summary"), NULL) == AX_ERROR_ARGUMENT);
}

static void circuits_are_listed(void) {
  Setup s = setup("{}");
  AxBuffer circuits = {NULL, 0, 0};
  CHECK(ax_engine_circuits(s.engine, &circuits) == AX_OK);
  CHECK(holds(circuits, "[]"));
  ax_buffer_free(circuits);
  teardown(s);
}

static void a_refusal_is_the_calls_end(void) {
  Setup s = setup("{}");
  uint64_t call = 0;
  CHECK(ax_call_start(s.engine, 0, bytes("chat.completions.create"), bytes("{\"model\":\"\",\"messages\":[]}"), bytes("{}"),
                      &call) == AX_OK);
  Outcome outcome = drain(s.engine, call);
  CHECK(outcome.end == AX_PART_FAILED && outcome.items == 0);
  CHECK(strstr(outcome.end_text, "InvalidRequest") != NULL);
  ax_call_close(s.engine, call);
  teardown(s);
}

static void a_cancelled_call_ends_once(void) {
  Setup s = setup("{}");
  script(s, "[{\"hang\":true}]");
  uint64_t call = start_chat(s, 0, "chat.completions.create", "hi", "{}");
  CHECK(ax_call_cancel(s.engine, call) == AX_OK);
  Outcome outcome = drain(s.engine, call);
  CHECK(outcome.end == AX_PART_FAILED);
  CHECK(strstr(outcome.end_text, "Cancelled") != NULL);
  CHECK(ax_call_close(s.engine, call) == AX_OK);
  teardown(s);
}

static void stale_and_foreign_handles_are_refused(void) {
  Setup s = setup("{}");
  uint64_t call = start_chat(s, 0, "chat.completions.create", "hi", "{}");
  CHECK(ax_call_close(s.engine, call) == AX_OK);
  AxBatch batch;
  AxBuffer buffer;
  CHECK(ax_call_close(s.engine, call) == AX_OK);
  CHECK(ax_call_cancel(s.engine, call) == AX_ERROR_STALE);
  CHECK(ax_call_try_pull(s.engine, call, 1, 1, &batch) == AX_ERROR_STALE);
  CHECK(ax_call_pull(s.engine, call, 1, 1, AX_FOREVER, &batch) == AX_ERROR_STALE);
  CHECK(ax_call_snapshot(s.engine, call, &buffer) == AX_ERROR_STALE);
  CHECK(ax_call_answer_token(s.engine, call, 1, AX_ANSWER_TOKEN, bytes("t")) == AX_ERROR_STALE);
  CHECK(ax_call_try_pull(s.gateway, call, 1, 1, &batch) == AX_ERROR_STALE);
  CHECK(ax_call_try_pull(0, 0, 1, 1, &batch) == AX_ERROR_STALE);
  CHECK(ax_engine_stats(UINT64_MAX, &buffer) == AX_ERROR_STALE);
  CHECK(ax_gateway_url(s.engine, &buffer) == AX_ERROR_STALE);
  CHECK(ax_queue_wake(s.engine) == AX_ERROR_STALE);
  uint64_t engine = s.engine;
  teardown(s);
  CHECK(ax_engine_free(engine) == AX_ERROR_STALE);
  CHECK(ax_call_try_pull(engine, call, 1, 1, &batch) == AX_ERROR_STALE);
}

static void a_shut_engine_says_how_its_calls_ended(void) {
  Setup s = setup("{}");
  script(s, "[{\"hang\":true}]");
  uint64_t call = start_chat(s, 0, "chat.completions.create", "hi", "{}");
  CHECK(ax_engine_shutdown(s.engine) == AX_OK);
  Outcome outcome = drain(s.engine, call);
  CHECK(outcome.end == AX_PART_FAILED && strstr(outcome.end_text, "Cancelled") != NULL);
  uint64_t late = start_chat(s, 0, "chat.completions.create", "hi", "{}");
  outcome = drain(s.engine, late);
  CHECK(outcome.end == AX_PART_FAILED && strstr(outcome.end_text, "closed") != NULL);
  teardown(s);
}

static void a_call_of_another_engine_is_refused(void) {
  Setup one = setup("{}");
  Setup two = setup("{}");
  uint64_t call = start_chat(one, 0, "chat.completions.create", "hi", "{}");
  AxBatch batch;
  CHECK(ax_call_try_pull(two.engine, call, 1, 1, &batch) == AX_ERROR_STALE);
  Outcome outcome = drain(one.engine, call);
  CHECK(outcome.end == AX_PART_DONE);
  ax_call_close(one.engine, call);
  teardown(one);
  teardown(two);
}

static void bad_arguments_are_refused(void) {
  Setup s = setup("{}");
  uint64_t call = 0;
  AxBytes nowhere = {NULL, 3};
  AxBytes not_utf8 = {(const uint8_t *)"\xff", 1};
  CHECK(ax_call_start(s.engine, 0, nowhere, bytes("{}"), bytes("{}"), &call) == AX_ERROR_ARGUMENT);
  CHECK(ax_call_start(s.engine, 0, not_utf8, bytes("{}"), bytes("{}"), &call) == AX_ERROR_ARGUMENT);
  CHECK(ax_call_start(s.engine, 0, bytes("models.list"), bytes(NULL), bytes(NULL), NULL) == AX_ERROR_ARGUMENT);
  CHECK(ax_call_start(s.engine, 99, bytes("models.list"), bytes(NULL), bytes(NULL), &call) == AX_ERROR_STALE);
  CHECK(ax_engine_new(bytes("{}"), NULL, NULL) == AX_ERROR_ARGUMENT);
  AxBuffer empty = {NULL, 0, 0};
  CHECK(ax_buffer_free(empty) == AX_OK);
  teardown(s);
}

#define CALLS 64

// What a host's one routing thread does, with many calls on one queue.
static void a_queue_serves_many_calls(void) {
  Setup s = setup("{}");
  uint64_t queue = 0;
  CHECK(ax_queue_new(&queue) == AX_OK);
  uint64_t calls[CALLS];
  bool done[CALLS] = {false};
  for (int i = 0; i < CALLS; i += 1) {
    char text[32];
    snprintf(text, sizeof text, "<number %d>", i);
    calls[i] = start_chat(s, queue, "chat.completions.create", text, "{}");
  }
  for (int left = CALLS, rounds = 0; left > 0 && rounds < 10000; rounds += 1) {
    uint64_t ids[16];
    size_t count = 0;
    CHECK(ax_queue_next(queue, ids, 16, 10000, &count) == AX_OK);
    for (size_t ready = 0; ready < count; ready += 1) {
      for (int i = 0; i < CALLS; i += 1) {
        if (calls[i] != ids[ready] || done[i]) continue;
        AxBatch batch;
        CHECK(ax_call_try_pull(s.engine, calls[i], 64, 65536, &batch) == AX_OK);
        for (size_t part = 0; part < batch.count; part += 1) {
          char text[32];
          snprintf(text, sizeof text, "<number %d>", i);
          if (batch.parts[part].kind == AX_PART_ITEM) CHECK(part_holds(&batch.parts[part], text));
          if (batch.parts[part].kind == AX_PART_DONE) {
            done[i] = true;
            left -= 1;
          }
        }
        ax_buffer_free(batch.buffer);
      }
    }
  }
  for (int i = 0; i < CALLS; i += 1) {
    CHECK(done[i]);
    CHECK(ax_call_close(s.engine, calls[i]) == AX_OK);
  }
  CHECK(ax_queue_free(queue) == AX_OK);
  CHECK(ax_queue_free(queue) == AX_ERROR_STALE);
  teardown(s);
}

static void *wait_for_ever(void *queue) {
  uint64_t id = 0;
  size_t count = 1;
  static AxStatus status;
  status = ax_queue_next(*(uint64_t *)queue, &id, 1, AX_FOREVER, &count);
  CHECK(count == 0);
  return &status;
}

static void a_wake_ends_a_wait(void) {
  uint64_t queue = 0;
  CHECK(ax_queue_new(&queue) == AX_OK);
  uint64_t id = 0;
  size_t count = 1;
  CHECK(ax_queue_next(queue, &id, 1, 0, &count) == AX_OK && count == 0);
  pthread_t waiter;
  CHECK(pthread_create(&waiter, NULL, wait_for_ever, &queue) == 0);
  // Whether the wake comes before the wait or after, it ends it.
  CHECK(ax_queue_wake(queue) == AX_OK);
  void *status = NULL;
  CHECK(pthread_join(waiter, &status) == 0);
  CHECK(*(AxStatus *)status == AX_OK);
  CHECK(ax_queue_free(queue) == AX_OK);
}

int main(void) {
  RUN(version_is_the_headers);
  RUN(unusable_config_says_what_to_change);
  RUN(chat_is_answered);
  RUN(a_wait_is_noticed_and_reported);
  RUN(a_stream_is_opened_then_read);
  RUN(keys_are_derived);
  RUN(circuits_are_listed);
  RUN(a_refusal_is_the_calls_end);
  RUN(a_cancelled_call_ends_once);
  RUN(stale_and_foreign_handles_are_refused);
  RUN(a_shut_engine_says_how_its_calls_ended);
  RUN(a_call_of_another_engine_is_refused);
  RUN(bad_arguments_are_refused);
  RUN(a_queue_serves_many_calls);
  RUN(a_wake_ends_a_wait);
  return harness_summary();
}
