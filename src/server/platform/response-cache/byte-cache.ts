import { LRUCache } from "lru-cache";

/** LRU cache bounded by the total of its values' bytes. */
export type ByteCache<Value extends { readonly bytes: number }> = LRUCache<string, Value>;

/** Creates an empty cache of at most `maxBytes`; 0 caches nothing. */
export function createByteCache<Value extends { readonly bytes: number }>(
  maxBytes: number,
): ByteCache<Value> {
  // The library takes positive sizes only; 0 would mean no limit.
  return new LRUCache({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });
}
