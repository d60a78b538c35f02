import { isRecord } from "#web/lib/api/parseResponse.ts";
import { parseStoredMessage, type StoredMessage } from "#web/lib/chat/StoredMessage.ts";
import { readJson, storageKeys, writeJson } from "#web/lib/storage/storage.ts";

/** Stored part of a conversation: the draft, and messages that were not delivered. */
export interface StoredConversation {
  readonly draft: string;
  readonly unsent: readonly StoredMessage[];
}

/** Reads the stored conversations of a member of staff, by customer; those of other members are ignored. */
export function readConversations(staffId: string): Map<string, StoredConversation> {
  const stored = readStored();
  if (stored.staffId !== staffId || !isRecord(stored.threads)) return new Map();
  return new Map(Object.entries(stored.threads).map(([userId, raw]) => [userId, parseConversation(raw)]));
}

/** Stores the conversations that hold unsent content. */
export function writeConversations(
  staffId: string,
  conversations: ReadonlyMap<string, StoredConversation>,
): void {
  const withContent = Array.from(conversations).filter(
    ([, { draft, unsent }]) => draft !== "" || unsent.length > 0,
  );
  writeJson(storageKeys.staffConsole, {
    ...readStored(),
    staffId,
    threads: Object.fromEntries(withContent),
  });
}

/** Returns whether new messages play a sound on this device. */
export function isSoundOn(): boolean {
  return readStored().sound === true;
}

/** Saves whether new messages play a sound on this device, for all staff. */
export function saveSoundOn(sound: boolean): void {
  writeJson(storageKeys.staffConsole, { ...readStored(), sound });
}

function readStored(): Record<string, unknown> {
  return readJson(storageKeys.staffConsole, (raw) => (isRecord(raw) ? raw : null)) ?? {};
}

function parseConversation(raw: unknown): StoredConversation {
  const { draft, unsent } = isRecord(raw) ? raw : {};
  return {
    draft: typeof draft === "string" ? draft : "",
    unsent: Array.isArray(unsent) ? unsent.flatMap((one: unknown) => parseStoredMessage(one) ?? []) : [],
  };
}
