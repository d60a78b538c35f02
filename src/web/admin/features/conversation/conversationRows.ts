import type { ChatMessage } from "#contract/chat/message.schema.ts";
import type { ChatNote } from "#contract/staff/chat/conversation.schema.ts";
import type { PendingMessage } from "#web/lib/chat/PendingMessage.ts";
import { formatDate, formatTimeOfDay } from "#web/lib/time/formatTime.ts";
import { consoleMessages } from "../console/consoleMessages.ts";

const conversationMessages = consoleMessages.thread;
/** Messages within this time form a group, and the time is not repeated. */
const groupingMs = 5 * 60_000;
const dayMs = 86_400_000;

type Entry =
  | { readonly kind: "message"; readonly message: ChatMessage }
  | { readonly kind: "unsent"; readonly unsent: PendingMessage }
  | { readonly kind: "note"; readonly note: ChatNote };

/** Row of the conversation with its time and name. */
export type ConversationRow = Entry & {
  readonly key: string;
  readonly at: string;
  /** Time; empty if the row belongs to the group of the previous one. */
  readonly time: string;
  /** Name of the sender; empty if unchanged from the previous row. */
  readonly name: string;
};

interface ConversationRowsInput {
  messages: readonly ChatMessage[];
  unsent: readonly PendingMessage[];
  notes: readonly ChatNote[];
  /** Whether older messages are not loaded: notes of their time are hidden until then. */
  hasOlder: boolean;
}

/** Merges messages and notes by time, with pending messages at the end. `now` in ms. */
export function buildConversationRows(
  { messages, unsent, notes, hasOlder }: ConversationRowsInput,
  now: number,
): ConversationRow[] {
  const from = hasOlder ? (messages[0]?.created_at ?? "") : "";
  const delivered = [
    ...messages.map((message) => ({
      kind: "message" as const,
      message,
      key: message.client_key ?? `m${message.id}`,
      at: message.created_at,
    })),
    ...notes
      .filter((note) => note.created_at >= from)
      .map((note) => ({ kind: "note" as const, note, key: `n${note.id}`, at: note.created_at })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const pendingRows = unsent.map((message) => ({
    kind: "unsent" as const,
    unsent: message,
    key: message.idempotencyKey,
    at: message.at,
  }));
  const rows = [...delivered, ...pendingRows];
  return rows.map((row, index) => {
    const previous = rows[index - 1];
    const time = formatTimeHeader(previous?.at, row.at, now);
    const name = time === "" && senderName(previous) === senderName(row) ? "" : senderName(row);
    return { ...row, time, name };
  });
}

/** Returns the name of the sender; empty for notes, events, and own pending messages. */
function senderName(entry: Entry | undefined): string {
  const isSpoken = entry?.kind === "message" && entry.message.sender_type !== "system";
  return isSpoken ? entry.message.sender_name : "";
}

function formatTimeHeader(before: string | undefined, at: string, now: number): string {
  const isTogether =
    before !== undefined &&
    formatDate(before) === formatDate(at) &&
    Date.parse(at) - Date.parse(before) <= groupingMs;
  return isTogether ? "" : formatMessageTime(at, now);
}

/** Formats a time as `今天 09:08`, `昨天 21:30`, `11月3日 12:00`. */
function formatMessageTime(at: string, now: number): string {
  const day = formatDate(at);
  if (day === formatDate(new Date(now).toISOString()))
    return `${conversationMessages.today} ${formatTimeOfDay(at)}`;
  if (day === formatDate(new Date(now - dayMs).toISOString()))
    return `${conversationMessages.yesterday} ${formatTimeOfDay(at)}`;
  return `${conversationMessages.date(Number(day.slice(5, 7)), Number(day.slice(8)))} ${formatTimeOfDay(at)}`;
}
