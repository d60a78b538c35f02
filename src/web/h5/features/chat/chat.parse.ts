import type { ChatHistory, ChatMessage } from "#contract/chat/message.schema.ts";
import type { ReadEvent } from "#contract/events.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";

/**
 * Parses a page of the conversation, or a bare list as the whole conversation; throws ApiError for anything
 * else.
 */
export function parseHistory(response: unknown): ChatHistory {
  if (Array.isArray(response)) return parseHistory({ list: response, has_more: false });
  if (!isRecord(response) || !Array.isArray(response.list))
    throw new ApiError("bad_reply", commonMessages.badReply);
  return {
    list: response.list.flatMap((entry) => parseMessage(entry) ?? []),
    has_more: response.has_more === true,
  };
}

/** Parses a message of a response or an event; null when it cannot be shown. */
export function parseMessage(raw: unknown): ChatMessage | null {
  if (!isRecord(raw)) return null;
  const isValid =
    Number.isSafeInteger(raw.id) &&
    typeof raw.type === "string" &&
    typeof raw.sender_type === "string" &&
    typeof raw.content === "string" &&
    typeof raw.created_at === "string";
  return isValid ? (raw as unknown as ChatMessage) : null;
}

/** Parses a read event; null when it is invalid. */
export function parseReadEvent(raw: unknown): ReadEvent | null {
  if (!isRecord(raw) || typeof raw.up_to_id !== "number") return null;
  return raw.by === "user" || raw.by === "staff" ? { up_to_id: raw.up_to_id, by: raw.by } : null;
}
