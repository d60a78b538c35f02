import { readJson, remove, type StorageKey, writeJson } from "#web/shared/storage.ts";
import { type CheckoutDraft, parseDraft } from "../features/order/intent.ts";

/** Where a checkout's draft is stored between visits. */
export interface DraftStorage {
  read(): CheckoutDraft | null;
  /** Null removes it. */
  write(draft: CheckoutDraft | null): void;
}

/** Stores a draft on the device under a key. */
export function draftStorage(key: StorageKey): DraftStorage {
  return {
    read: () => readJson(key, parseDraft),
    write: (draft) => {
      if (draft === null) remove(key);
      else writeJson(key, draft);
    },
  };
}
