import { isRecord } from "#web/shared/api/readReply.ts";
import { type KeptMessage, readKept } from "#web/shared/chat/KeptMessage.ts";
import { readJson, remove, storageKeys, writeJson } from "#web/shared/storage.ts";

interface Kept {
  draft: string;
  unsent: KeptMessage[];
}

/** What is kept on this device of the conversation: the text in the field, and messages that did not arrive. */
export function readChatShelf(): Kept {
  const kept = readJson(storageKeys.chat, (raw) => (isRecord(raw) ? raw : null));
  const unsent = Array.isArray(kept?.unsent) ? kept.unsent : [];
  return {
    draft: typeof kept?.draft === "string" ? kept.draft : "",
    unsent: unsent.flatMap((one: unknown) => readKept(one) ?? []),
  };
}

/** Keeps both; nothing is kept where there is nothing. */
export function writeChatShelf(kept: Kept): void {
  if (kept.draft === "" && kept.unsent.length === 0) remove(storageKeys.chat);
  else writeJson(storageKeys.chat, kept);
}
