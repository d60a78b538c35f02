import { sha256 } from "../security/ids.ts";
import { findCacheEntry, setCacheEntry } from "./cache-entries.repository.ts";
import type { QueryRunner } from "./Database.ts";

const key = "payment-notice";
const tenYearsMs = 315_360_000_000;

/** What the last notification with the provider's signature said about the APIv3 key. */
export type NoticeRecord = "decrypted" | "undecryptable";

interface StoredRecord {
  record: NoticeRecord;
  /** Digest of the APIv3 key that the record is about. */
  digest: string;
}

/** Returns the record about an APIv3 key; undefined before the first notification since the key was set. */
export async function findNoticeRecord(
  queries: QueryRunner,
  apiV3Key: string,
  now: Date,
): Promise<NoticeRecord | undefined> {
  const stored = await findCacheEntry<StoredRecord>(queries, key, now);
  return stored?.digest === toDigest(apiV3Key) ? stored.record : undefined;
}

/** Keeps the record for the checklist; only a change is written. */
export async function setNoticeRecord(
  queries: QueryRunner,
  { record, apiV3Key }: { record: NoticeRecord; apiV3Key: string },
  now: Date,
): Promise<void> {
  if ((await findNoticeRecord(queries, apiV3Key, now)) === record) return;
  const stored: StoredRecord = { record, digest: toDigest(apiV3Key) };
  await setCacheEntry(queries, key, stored, new Date(now.getTime() + tenYearsMs));
}

/** Returns what tells keys apart and gives none away: they are random, and this is a part of their digest. */
function toDigest(apiV3Key: string): string {
  return sha256(`payment-notice ${apiV3Key}`).slice(0, 16);
}
