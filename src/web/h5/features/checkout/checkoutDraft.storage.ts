import { readJson, removeItem, type StorageKey, writeJson } from "#web/lib/storage/storage.ts";
import { type CheckoutDraft, parseCheckoutDraft } from "./checkoutDraft.ts";

/** Storage of a checkout draft between visits. */
export interface CheckoutDraftStorage {
  read(): CheckoutDraft | null;
  /** Null removes the draft. */
  write(draft: CheckoutDraft | null): void;
}

/** Creates draft storage on the device under a key. */
export function createCheckoutDraftStorage(key: StorageKey): CheckoutDraftStorage {
  return {
    read: () => readJson(key, parseCheckoutDraft),
    write: (draft) => {
      if (draft === null) removeItem(key);
      else writeJson(key, draft);
    },
  };
}
