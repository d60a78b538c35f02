import { isRecord } from "#web/lib/api/parseResponse.ts";
import { parseStoredMessage, type StoredMessage } from "#web/lib/chat/StoredMessage.ts";
import { readJson, storageKeys, writeJson } from "#web/lib/storage/storage.ts";

/** What is kept of one thread: the text in its field, and messages that did not arrive. */
export interface StoredConversation {
  readonly draft: string;
  readonly unsent: readonly StoredMessage[];
}

/** The threads that somebody of the staff left something in, by customer; another one's are none of theirs. */
export function readConversations(staffId: string): Map<string, StoredConversation> {
  const stored = readStored();
  if (stored.staffId !== staffId || !isRecord(stored.threads)) return new Map();
  return new Map(Object.entries(stored.threads).map(([userId, raw]) => [userId, parseConversation(raw)]));
}

/** Keeps those in which something is left. */
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

/** Whether new messages sound on this device. */
export function isSoundOn(): boolean {
  return readStored().sound === true;
}

/** Keeps whether new messages sound on this device, whoever sits here. */
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
