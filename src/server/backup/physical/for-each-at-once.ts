/**
 * Works on items, `count` at a time. After a failure, or an abort of `signal`, no further one begins, and the work
 * under way is aborted by the signal that it gets; rejects with the first failure once all work has ended.
 */
export async function forEachAtOnce<T>(
  items: readonly T[],
  { count, signal }: { count: number; signal?: AbortSignal | undefined },
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failing = new AbortController();
  const stopped = signal === undefined ? failing.signal : AbortSignal.any([signal, failing.signal]);
  const pending = items.values();
  const next = async () => {
    for (const item of pending) {
      stopped.throwIfAborted();
      await work(item, stopped);
    }
  };
  const workers = Array.from({ length: count }, () =>
    next().catch((error: unknown) => {
      // Only the first call has an effect: its reason is the first failure.
      failing.abort(error);
    }),
  );
  await Promise.all(workers);
  stopped.throwIfAborted();
}
