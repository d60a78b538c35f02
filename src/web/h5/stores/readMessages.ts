import type { History, Message } from "#contract/chat/message.schema.ts";
import type { ReadEvent } from "#contract/live.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { texts } from "#web/shared/texts.ts";

/** A page of the conversation out of an answer, or a bare list as all of it; throws ApiError for anything else. */
export function readHistory(answer: unknown): History {
  if (Array.isArray(answer)) return readHistory({ list: answer, has_more: false });
  if (!isRecord(answer) || !Array.isArray(answer.list)) throw new ApiError("bad_reply", texts.badReply);
  return { list: answer.list.flatMap((one) => readMessage(one) ?? []), has_more: answer.has_more === true };
}

/** A message out of an answer or an event; null when it cannot be shown. */
export function readMessage(raw: unknown): Message | null {
  if (!isRecord(raw)) return null;
  const isWhole =
    Number.isSafeInteger(raw.id) &&
    typeof raw.type === "string" &&
    typeof raw.sender_type === "string" &&
    typeof raw.content === "string" &&
    typeof raw.created_at === "string";
  return isWhole ? (raw as unknown as Message) : null;
}

/** A read mark out of an event; null when it is none. */
export function readMark(raw: unknown): ReadEvent | null {
  if (!isRecord(raw) || typeof raw.up_to_id !== "number") return null;
  return raw.by === "user" || raw.by === "staff" ? { up_to_id: raw.up_to_id, by: raw.by } : null;
}
