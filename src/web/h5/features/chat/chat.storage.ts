import { isRecord } from "#web/lib/api/parseResponse.ts";
import { parseStoredMessage, type StoredMessage } from "#web/lib/chat/StoredMessage.ts";
import { readJson, removeItem, storageKeys, writeJson } from "#web/lib/storage/storage.ts";

interface StoredChat {
  draft: string;
  unsent: StoredMessage[];
}

/** What is kept on this device of the conversation: the text in the field, and messages that did not arrive. */
export function readStoredChat(): StoredChat {
  const stored = readJson(storageKeys.chat, (raw) => (isRecord(raw) ? raw : null));
  const unsent = Array.isArray(stored?.unsent) ? stored.unsent : [];
  return {
    draft: typeof stored?.draft === "string" ? stored.draft : "",
    unsent: unsent.flatMap((entry: unknown) => parseStoredMessage(entry) ?? []),
  };
}

/** Keeps both; nothing is kept where there is nothing. */
export function writeStoredChat(chat: StoredChat): void {
  if (chat.draft === "" && chat.unsent.length === 0) removeItem(storageKeys.chat);
  else writeJson(storageKeys.chat, chat);
}
