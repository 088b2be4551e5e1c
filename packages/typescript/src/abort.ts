/** Ends calls when a signal aborts. */

/** What a signal can end. */
export interface Cancellable {
  cancel(): void;
}

interface Watch {
  readonly calls: Set<WeakRef<Cancellable>>;
  readonly listener: () => void;
}

/** One listener a signal, however many calls share it: Node warns of a leak beyond ten. */
const watches = new WeakMap<AbortSignal, Watch>();

/** Abandoned calls leave their signal's list when they are collected. */
const collected = new FinalizationRegistry<() => void>((forget) => forget());

/**
 * Cancels `call` once `signal` aborts, until the returned function is called. The call is held weakly: a signal that
 * lives as long as the program keeps no abandoned stream alive.
 */
export function cancelOnAbort(signal: AbortSignal, call: Cancellable): () => void {
  const watch = watches.get(signal) ?? startWatching(signal);
  const entry = new WeakRef(call);
  watch.calls.add(entry);
  const forget = () => {
    watch.calls.delete(entry);
    if (watch.calls.size > 0 || watches.get(signal) !== watch) return;
    watches.delete(signal);
    signal.removeEventListener("abort", watch.listener);
  };
  collected.register(call, forget, entry);
  return () => {
    collected.unregister(entry);
    forget();
  };
}

function startWatching(signal: AbortSignal): Watch {
  const calls = new Set<WeakRef<Cancellable>>();
  const listener = () => {
    watches.delete(signal);
    for (const entry of calls) entry.deref()?.cancel();
  };
  const watch = { calls, listener };
  watches.set(signal, watch);
  signal.addEventListener("abort", listener, { once: true });
  return watch;
}
