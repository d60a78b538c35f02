import type { Message } from "#contract/chat/message.schema.ts";
import type { ChatNote } from "#contract/chat-admin/session.schema.ts";
import type { Unsent } from "#web/shared/chat/ChatOutbox.ts";
import { consoleMessages } from "../../consoleMessages.ts";
import { clockOf, dayOf } from "../../formatTime.ts";

const words = consoleMessages.thread;
/** Within this time messages belong together, and the clock is not repeated. */
const togetherMs = 5 * 60_000;
const dayMs = 86_400_000;

type Entry =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "unsent"; readonly unsent: Unsent }
  | { readonly kind: "note"; readonly note: ChatNote };

/** One line of the thread with what stands above it. */
export type ThreadRow = Entry & {
  readonly key: string;
  readonly at: string;
  /** The time; empty when it belongs to the line before. */
  readonly time: string;
  /** Who begins to speak; empty when it is the one who spoke before. */
  readonly name: string;
};

interface Parts {
  messages: readonly Message[];
  unsent: readonly Unsent[];
  notes: readonly ChatNote[];
  /** There are older messages that are not fetched: notes of their time wait for them. */
  hasOlder: boolean;
}

/** Messages, notes in their places between them, and at the end what is still on its way. `now` in ms. */
export function threadRows({ messages, unsent, notes, hasOlder }: Parts, now: number): ThreadRow[] {
  const from = hasOlder ? (messages[0]?.created_at ?? "") : "";
  const told = [
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
  const underWay = unsent.map((one) => ({ kind: "unsent" as const, unsent: one, key: one.key, at: one.at }));
  const rows = [...told, ...underWay];
  return rows.map((row, place) => {
    const before = rows[place - 1];
    const time = timeAbove(before?.at, row.at, now);
    const name = time === "" && nameOf(before) === nameOf(row) ? "" : nameOf(row);
    return { ...row, time, name };
  });
}

/** Who speaks in a line; empty for notes, what happened, and one's own that is on its way. */
function nameOf(entry: Entry | undefined): string {
  const isSaid = entry?.kind === "message" && entry.message.sender_type !== "system";
  return isSaid ? entry.message.sender_name : "";
}

function timeAbove(before: string | undefined, at: string, now: number): string {
  const isTogether =
    before !== undefined && dayOf(before) === dayOf(at) && Date.parse(at) - Date.parse(before) <= togetherMs;
  return isTogether ? "" : sayMoment(at, now);
}

/** `今天 09:08`, `昨天 21:30`, `11月3日 12:00`. */
function sayMoment(at: string, now: number): string {
  const day = dayOf(at);
  if (day === dayOf(new Date(now).toISOString())) return `${words.today} ${clockOf(at)}`;
  if (day === dayOf(new Date(now - dayMs).toISOString())) return `${words.yesterday} ${clockOf(at)}`;
  return `${words.date(Number(day.slice(5, 7)), Number(day.slice(8)))} ${clockOf(at)}`;
}
