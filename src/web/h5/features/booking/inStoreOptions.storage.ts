import { readSessionItem, type SessionKey, writeSessionItem } from "#web/lib/storage/sessionStorage.ts";
import { emptyInStoreOptions, parseInStoreOptions } from "./InStoreOptions.ts";
import type { InStoreOptionsStorage } from "./InStoreOptionsStore.ts";

/** Creates session storage for options under a key, valid while the webview is open. */
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
