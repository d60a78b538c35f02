import { readSessionItem, type SessionKey, writeSessionItem } from "#web/shared/visitStorage.ts";
import { emptyInStoreOptions, parseInStoreOptions } from "../features/booking/Plan.ts";
import type { InStoreOptionsStorage } from "./PlanStore.ts";

/** Keeps a plan under a name while the webview is open. */
export function createInStoreOptionsStorage(key: SessionKey): InStoreOptionsStorage {
  return {
    read: () => {
      try {
        return parseInStoreOptions(JSON.parse(readSessionItem(key) ?? "null"));
      } catch {
        return emptyInStoreOptions;
      }
    },
    write: (options) => writeSessionItem(key, JSON.stringify(options)),
  };
}
