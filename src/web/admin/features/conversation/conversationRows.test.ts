import { expect, test } from "vitest";
import type { ChatMessage } from "#contract/chat/message.schema.ts";
import type { ChatNote } from "#contract/staff/chat/conversation.schema.ts";
import type { PendingMessage } from "#web/lib/chat/PendingMessage.ts";
import { buildConversationRows } from "./conversationRows.ts";

const now = Date.parse("2026-11-21T04:00:00Z");

function message(id: number, at: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    user_id: "u1",
    sender_type: "user",
    sender_name: "小雨",
    type: "text",
    content: "",
    image: null,
    order_id: null,
    order: null,
    client_key: null,
    created_at: at,
    read_at: null,
    ...more,
  };
}

const note = (id: number, created_at: string): ChatNote => ({
  id,
  author: { staff_id: "s", name: "林晓" },
  content: "",
  created_at,
});

test("notes appear at their time, and pending messages last", () => {
  const rows = buildConversationRows(
    {
      messages: [message(1, "2026-11-21T03:00:00Z"), message(2, "2026-11-21T03:20:00Z")],
      unsent: [{ idempotencyKey: "k", at: "2026-11-21T03:10:00Z" } as PendingMessage],
      notes: [note(7, "2026-11-21T03:10:00Z")],
      hasOlder: false,
    },
    now,
  );
  expect(rows.map(({ key }) => key)).toEqual(["m1", "n7", "m2", "k"]);
});

test("a note older than the loaded messages is hidden until they are loaded", () => {
  const options = {
    messages: [message(1, "2026-11-21T03:00:00Z")],
    unsent: [],
    notes: [note(7, "2026-11-20T03:10:00Z")],
  };
  expect(buildConversationRows({ ...options, hasOlder: true }, now)).toHaveLength(1);
  expect(buildConversationRows({ ...options, hasOlder: false }, now)).toHaveLength(2);
});

test("shows the time after a pause and on another day, and the name on a change of sender", () => {
  const staff = { sender_type: "staff", sender_name: "林晓" } as const;
  const rows = buildConversationRows(
    {
      messages: [
        message(1, "2026-11-19T16:00:00Z"),
        message(2, "2026-11-20T15:58:00Z"),
        message(3, "2026-11-20T16:01:00Z"),
        message(4, "2026-11-20T16:02:00Z", staff),
        message(5, "2026-11-20T16:03:00Z", staff),
      ],
      unsent: [],
      notes: [],
      hasOlder: false,
    },
    now,
  );
  expect(rows.map(({ time, name }) => [time, name])).toEqual([
    ["昨天 00:00", "小雨"],
    ["昨天 23:58", "小雨"],
    ["今天 00:01", "小雨"],
    ["", "林晓"],
    ["", ""],
  ]);
});
