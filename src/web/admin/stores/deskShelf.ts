import { isRecord } from "#web/shared/api/readReply.ts";
import { type KeptMessage, readKept } from "#web/shared/chat/KeptMessage.ts";
import { readJson, storageKeys, writeJson } from "#web/shared/storage.ts";

/** What is kept of one thread: the text in its field, and messages that did not arrive. */
export interface KeptThread {
  readonly draft: string;
  readonly unsent: readonly KeptMessage[];
}

/** The threads that somebody of the staff left something in, by customer; another one's are none of theirs. */
export function readDeskShelf(staffId: string): Map<string, KeptThread> {
  const kept = readShelf();
  if (kept.staffId !== staffId || !isRecord(kept.threads)) return new Map();
  return new Map(Object.entries(kept.threads).map(([userId, raw]) => [userId, keptThread(raw)]));
}

/** Keeps those in which something is left. */
export function writeDeskShelf(staffId: string, threads: ReadonlyMap<string, KeptThread>): void {
  const left = Array.from(threads).filter(([, { draft, unsent }]) => draft !== "" || unsent.length > 0);
  writeJson(storageKeys.staffDesk, { ...readShelf(), staffId, threads: Object.fromEntries(left) });
}

/** Whether new messages sound on this device. */
export function isSoundOn(): boolean {
  return readShelf().sound === true;
}

/** Keeps whether new messages sound on this device, whoever sits here. */
export function keepSound(sound: boolean): void {
  writeJson(storageKeys.staffDesk, { ...readShelf(), sound });
}

function readShelf(): Record<string, unknown> {
  return readJson(storageKeys.staffDesk, (raw) => (isRecord(raw) ? raw : null)) ?? {};
}

function keptThread(raw: unknown): KeptThread {
  const { draft, unsent } = isRecord(raw) ? raw : {};
  return {
    draft: typeof draft === "string" ? draft : "",
    unsent: Array.isArray(unsent) ? unsent.flatMap((one: unknown) => readKept(one) ?? []) : [],
  };
}
