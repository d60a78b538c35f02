import { isRecord } from "#web/lib/api/parseResponse.ts";
import { parseStoredMessage, type StoredMessage } from "#web/lib/chat/StoredMessage.ts";
import { readJson, removeItem, storageKeys, writeJson } from "#web/lib/storage/storage.ts";

interface StoredChat {
  draft: string;
  unsent: StoredMessage[];
}

/** Reads the draft and the undelivered messages stored on this device. */
export function readStoredChat(): StoredChat {
  const stored = readJson(storageKeys.chat, (raw) => (isRecord(raw) ? raw : null));
  const unsent = Array.isArray(stored?.unsent) ? stored.unsent : [];
  return {
    draft: typeof stored?.draft === "string" ? stored.draft : "",
    unsent: unsent.flatMap((entry: unknown) => parseStoredMessage(entry) ?? []),
  };
}

/** Stores both; removes the entry when both are empty. */
export function writeStoredChat(chat: StoredChat): void {
  if (chat.draft === "" && chat.unsent.length === 0) removeItem(storageKeys.chat);
  else writeJson(storageKeys.chat, chat);
}
