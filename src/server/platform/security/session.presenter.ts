import type { LoginSession } from "#contract/user/schema.ts";
import { sha256 } from "./ids.ts";
import type { SessionRow } from "./session.repository.ts";

/** Returns the public id of a session: neither its token nor the hash that finds it. */
export function toSessionId(hash: string): string {
  return sha256(`session:${hash}`);
}

/** Converts a session to the form shown to its account's owner; `currentHash` is the session of the request. */
export function presentSession(row: SessionRow, currentHash: string): LoginSession {
  return {
    session_id: toSessionId(row.hash),
    device: row.device ?? "未知设备",
    logged_in_at: row.createdAt.toISOString(),
    last_seen_at: row.lastUsedAt.toISOString(),
    is_current: row.hash === currentHash,
  };
}
