import { isRecord } from "#web/shared/api/readReply.ts";
import { textOf } from "../../wireValues.ts";
import { normalizeStores } from "./normalizeStores.ts";
import type { Store } from "./Store.ts";

/** One restaurant on its own page. */
export interface StoreDetail extends Store {
  /** When a pause ends (ISO, UTC); null without a pause, or when nobody knows. */
  readonly pausedUntil: string | null;
}

/** Reads the answer to the detail call (`data.data.stores[0]`); undefined when it holds no restaurant. */
export function normalizeDetail(reply: unknown, isDistanceKnown: boolean): StoreDetail | undefined {
  const store = normalizeStores(reply)?.[0];
  if (store === undefined) return undefined;
  return {
    ...store,
    distanceM: isDistanceKnown ? store.distanceM : null,
    pausedUntil: textOf(findPause(reply)) || null,
  };
}

function findPause(reply: unknown): unknown {
  let part: unknown = reply;
  for (let depth = 0; depth < 3 && isRecord(part); depth++) {
    if (Array.isArray(part.stores)) return isRecord(part.stores[0]) ? part.stores[0].paused_until : null;
    part = part.data;
  }
  return null;
}
