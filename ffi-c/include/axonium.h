/*
 * The C interface of Axonium. Made from ffi-c/src by ./dev generate (@generated); do not edit.
 *
 * The rules that all functions share (memory, handles, threads) are in ffi-c/README.md, and the JSON that crosses is in
 * bindings/engine/README.md.
 */

#ifndef AXONIUM_H
#define AXONIUM_H

#include <stddef.h>
#include <stdint.h>

// The version of this interface. It changes when a function, a struct or a constant changes its meaning.
#define AX_ABI_VERSION 1

// The stream's server accepted it; the bytes are its meta so far, JSON. Once, before the first item.
#define AX_PART_OPENED 1

// Something to tell the caller about while the call runs, JSON.
#define AX_PART_NOTICE 2

// The body of a unary call, or the data of one event of a stream.
#define AX_PART_ITEM 3

// The call succeeded; the bytes are its done JSON. Always last.
#define AX_PART_DONE 4

// The call failed; the bytes are its error JSON. Always last.
#define AX_PART_FAILED 5

// The answer to a token notice is a token.
#define AX_ANSWER_TOKEN 1

// The answer to a token notice is why there is none.
#define AX_ANSWER_FAILURE 2

// A timeout that never passes.
#define AX_FOREVER UINT32_MAX

// The outcome of a function: `AX_OK`, `AX_FAILED` or one of the `AX_ERROR_…` constants.
typedef int32_t AxStatus;

// Bytes lent to a function until it returns. Text is UTF-8; nothing ends with a NUL. `ptr` may be null if `len` is 0.
typedef struct {
  // Where they begin.
  const uint8_t *ptr;
  // How many.
  size_t len;
} AxBytes;

// One part of a batch.
typedef struct {
  // One of the `AX_PART_…` constants.
  uint32_t kind;
  // Points into the batch's buffer, and is not freed by itself.
  AxBytes bytes;
} AxPart;

// Bytes given to the caller, to be freed once with `ax_buffer_free` and by nothing else. An empty buffer has a null
// `ptr`; freeing it does nothing.
typedef struct {
  // Where they begin.
  uint8_t *ptr;
  // How many.
  size_t len;
  // Belongs to the library.
  size_t cap;
} AxBuffer;

// What one pull took, in order. Free `buffer` with `ax_buffer_free`; `parts` and their bytes lie in it. An empty batch
// has `count` 0 and an empty buffer.
typedef struct {
  // The parts.
  const AxPart *parts;
  // How many parts.
  size_t count;
  // What holds them.
  AxBuffer buffer;
} AxBatch;

// Done; the results are written.
#define AX_OK 0

// Refused, with a reason for people: the failure is written as error JSON, and is to be freed.
#define AX_FAILED 1

// The handle or the call id is closed, was never given out, or belongs to something else.
#define AX_ERROR_STALE -1

// A pointer is null where it may not be, or text is not UTF-8, or a constant is unknown.
#define AX_ERROR_ARGUMENT -2

// The engine was made before this process was forked, and its threads did not come along; make a new one.
#define AX_ERROR_FORKED -4

// A fault of the library. The call it happened in ends with an error; the process and all other calls go on.
#define AX_ERROR_PANIC -3

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The interface version of the library that is linked or loaded. Compare it with `AX_ABI_VERSION` of the header
// before any other call, and stop if they differ.
uint32_t ax_abi_version(void);

// Starts a call and writes its id; never blocks. `queue` is told when there is something to pull; 0 for none, to use
// `ax_call_pull`. A request that is refused is a call that failed: its end says why. Close every call.
//
// The byte arguments must point to their bytes; `call` must be valid for a write.
AxStatus ax_call_start(uint64_t engine,
                       uint64_t queue,
                       AxBytes operation,
                       AxBytes body,
                       AxBytes options,
                       uint64_t *call);

// Takes what is ready, at most about `max_items` and `max_bytes`, and never waits. Free `batch.buffer`.
//
// `batch` must be valid for a write.
AxStatus ax_call_try_pull(uint64_t engine, uint64_t call, size_t max_items, size_t max_bytes, AxBatch *batch);

// Waits until something is ready or `timeout_ms` passed, then takes what is ready. Blocks only its own thread; cancel or
// close the call from another to end the wait. Free `batch.buffer`.
//
// `batch` must be valid for a write.
AxStatus ax_call_pull(uint64_t engine,
                      uint64_t call,
                      size_t max_items,
                      size_t max_bytes,
                      uint32_t timeout_ms,
                      AxBatch *batch);

// What the call has come to so far, as snapshot JSON: what a stream has said, usage, meta.
//
// `snapshot` must be valid for a write.
AxStatus ax_call_snapshot(uint64_t engine, uint64_t call, AxBuffer *snapshot);

// Answers a token notice by its ticket. `kind` is `AX_ANSWER_TOKEN` or `AX_ANSWER_FAILURE`, `text` the token or the
// reason.
//
// `text` must point to its bytes.
AxStatus ax_call_answer_token(uint64_t engine, uint64_t call, uint64_t ticket, uint32_t kind, AxBytes text);

// Ends a call's work at once; its end, a failure of kind Cancelled, can still be pulled. Safe from any thread.
AxStatus ax_call_cancel(uint64_t engine, uint64_t call);

// Frees a call's id and what it holds; a call that is not over is cancelled. Closing twice does nothing.
AxStatus ax_call_close(uint64_t engine, uint64_t call);

// Makes an engine from config JSON, and writes its handle. `AX_FAILED`: the config is unusable, and `failure` is error
// JSON that says what to change.
//
// `config` must point to its bytes; `engine` and `failure` must be valid for a write.
AxStatus ax_engine_new(AxBytes config, uint64_t *engine, AxBuffer *failure);

// Counts of an engine's calls, as JSON.
//
// `stats` must be valid for a write.
AxStatus ax_engine_stats(uint64_t engine, AxBuffer *stats);

// The circuit breakers that an engine knows, as JSON.
//
// `circuits` must be valid for a write.
AxStatus ax_engine_circuits(uint64_t engine, AxBuffer *circuits);

// Ends every call of an engine at once and lets no new one begin. What its calls came to can still be pulled.
AxStatus ax_engine_shutdown(uint64_t engine);

// Shuts an engine down and frees it: its handle and the ids of its calls become stale.
AxStatus ax_engine_free(uint64_t engine);

// Starts a gateway on a free port of loopback and writes its handle, which an engine's config may name as its clock.
// `AX_FAILED`: `failure` is a sentence about why.
//
// `config` must point to its bytes; `gateway` and `failure` must be valid for a write.
AxStatus ax_gateway_start(AxBytes config, uint64_t *gateway, AxBuffer *failure);

// The gateway's address, as text.
//
// `url` must be valid for a write.
AxStatus ax_gateway_url(uint64_t gateway, AxBuffer *url);

// Runs a command of `bindings/engine/README.md` with its JSON argument, and writes its answer, JSON. `AX_FAILED`: the
// answer is a sentence about what is wrong.
//
// The byte arguments must point to their bytes; `answer` must be valid for a write.
AxStatus ax_gateway_control(uint64_t gateway, AxBytes command, AxBytes argument, AxBuffer *answer);

// Stops a gateway; its connections close and its handle becomes stale. Stopping twice does nothing.
AxStatus ax_gateway_stop(uint64_t gateway);

// Writes the idempotency key of a request, text: the same in every language for the same namespace and body.
// `AX_FAILED`: the key is error JSON instead.
//
// The byte arguments must point to their bytes; `key` must be valid for a write.
AxStatus ax_derive_key(AxBytes namespace_, AxBytes body, AxBuffer *key);

// Writes the idempotency key of one step of a run, text. `AX_FAILED`: the key is error JSON instead.
//
// The byte arguments must point to their bytes; `key` must be valid for a write.
AxStatus ax_run_key(AxBytes run_id, AxBytes step, AxBuffer *key);

// Frees what a function gave out. Each buffer once; a batch by its `buffer`.
//
// `buffer` must be as the library wrote it, and not freed before.
AxStatus ax_buffer_free(AxBuffer buffer);

// Makes a completion queue and writes its handle. Use one queue for each engine: the
// calls of two engines may have the same ids.
//
// `queue` must be valid for a write.
AxStatus ax_queue_new(uint64_t *queue);

// Waits until calls started on the queue have something to pull, and writes their ids and how many. An id comes once
// until it is pulled. A count of 0: the time passed, or `ax_queue_wake` was called. Blocks only its own thread.
//
// `ids` must be valid for `capacity` writes, `count` for one.
AxStatus ax_queue_next(uint64_t queue, uint64_t *ids, size_t capacity, uint32_t timeout_ms, size_t *count);

// Ends one wait of `ax_queue_next`: the one that is on, or the next. Safe from any thread.
AxStatus ax_queue_wake(uint64_t queue);

// Ends a queue and wakes who waits for it. Calls started on it go on.
AxStatus ax_queue_free(uint64_t queue);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* AXONIUM_H */
