import { findCacheEntry, setCacheEntry } from "./cache-entries.repository.ts";
import type { QueryRunner } from "./Database.ts";

const key = "payment-notice";
const tenYearsMs = 315_360_000_000;

/** What the last notification with the provider's signature said about the APIv3 key. */
export type NoticeRecord = "decrypted" | "undecryptable";

/** Returns the record; undefined before the first notification. */
export async function findNoticeRecord(queries: QueryRunner, now: Date): Promise<NoticeRecord | undefined> {
  return await findCacheEntry<NoticeRecord>(queries, key, now);
}

/** Keeps the record for the checklist. */
export async function setNoticeRecord(queries: QueryRunner, record: NoticeRecord, now: Date): Promise<void> {
  await setCacheEntry(queries, key, record, new Date(now.getTime() + tenYearsMs));
}
