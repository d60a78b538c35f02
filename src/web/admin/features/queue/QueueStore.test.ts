import { describe, expect, it } from "vitest";
import type { ConversationSummary } from "#contract/staff/chat/conversation.schema.ts";
import { QueueStore } from "./QueueStore.ts";

const me = { staff_id: "me", name: "林晓" };
const other = { staff_id: "other", name: "周周" };

function session(id: string, more: Partial<ConversationSummary> = {}): ConversationSummary {
  return {
    user_id: id,
    name: id,
    phone: null,
    last_message: null,
    unread_count: 0,
    needs_reply: false,
    waiting_since: null,
    status: "open",
    assignee: null,
    online: false,
    active_order_id: null,
    updated_at: "2026-11-21T04:00:00Z",
    ...more,
  };
}

const waiting = (id: string, since: string, more: Partial<ConversationSummary> = {}) =>
  session(id, { needs_reply: true, waiting_since: `2026-11-21T0${since}:00Z`, ...more });

function make(pages: ConversationSummary[][]) {
  const requested: Record<string, unknown>[] = [];
  const held: (() => void)[] = [];
  const server = { isSlow: false };
  const api = {
    call: async (_endpoint: unknown, input: { query?: unknown } = {}) => {
      const query = input.query as { page: number };
      requested.push(query as never);
      if (server.isSlow) await new Promise<void>((resolve) => held.push(resolve));
      return { list: pages[query.page - 1] ?? [], has_more: query.page < pages.length } as never;
    },
  };
  const queue = new QueueStore(api, () => me.staff_id);
  return { queue, requested, server, release: () => held.splice(0).forEach((go) => void go()) };
}

const ids = (queue: QueueStore) => queue.rows.map(({ user_id }) => user_id);

describe("QueueStore", () => {
  it("sorts the longest waiting first, then conversations that need no reply by last change", async () => {
    const { queue } = make([
      [
        session("old", { updated_at: "2026-11-21T01:00:00Z" }),
        waiting("late", "3:30"),
        session("new", { updated_at: "2026-11-21T03:00:00Z" }),
        waiting("early", "3:10"),
      ],
    ]);
    await queue.reload();
    expect(ids(queue)).toEqual(["early", "late", "new", "old"]);
  });

  it("moves a row on its event, and adds one that lies beyond the loaded pages", async () => {
    const { queue } = make([[waiting("a", "3:10")], [waiting("b", "3:20")]]);
    await queue.reload();
    queue.receive(waiting("z", "3:05"));
    queue.receive(session("a"));
    expect(ids(queue)).toEqual(["z", "a"]);
    await queue.list.loadMore();
    expect(ids(queue)).toEqual(["z", "b", "a"]);
  });

  it("drops a row that no longer fits the filter, and keeps its data", async () => {
    const { queue, requested } = make([[session("mine", { assignee: me }), session("free")]]);
    queue.setView({ filter: "mine" });
    await queue.reload();
    expect(ids(queue)).toEqual(["mine"]);
    queue.receive(session("mine", { assignee: other }));
    expect(ids(queue)).toEqual([]);
    queue.receive(session("free", { assignee: me, status: "resolved" }));
    expect(ids(queue)).toEqual([]);
    queue.receive(session("free", { assignee: me }));
    expect([ids(queue), queue.findSession("mine")?.assignee]).toEqual([["free"], other]);
    expect(requested).toEqual([{ filter: "mine", status: "open", page: 1, pageSize: 30 }]);
  });

  it("shows only the server's results for a keyword", async () => {
    const { queue, requested } = make([[session("found", { status: "resolved" })]]);
    // A search covers all assignees and statuses.
    queue.setView({ keyword: "1234", status: "open", filter: "mine" });
    await queue.reload();
    queue.receive(session("stranger"));
    expect([ids(queue), requested[0]]).toEqual([
      ["found"],
      { filter: "all", keyword: "1234", page: 1, pageSize: 30 },
    ]);
  });

  it("a page in flight does not undo an event received meanwhile", async () => {
    const { queue, server, release } = make([[waiting("a", "3:10")]]);
    server.isSlow = true;
    const reading = queue.reload();
    await Promise.resolve();
    queue.receive(session("a"));
    release();
    await reading;
    expect(queue.rows[0]?.needs_reply).toBe(false);
  });

  it("finds the neighbours of a row", async () => {
    const { queue } = make([
      [
        waiting("a", "3:10", { unread_count: 2 }),
        waiting("b", "3:20", { unread_count: 3, assignee: me }),
        waiting("c", "3:30", { unread_count: 4, assignee: other }),
      ],
    ]);
    await queue.reload();
    expect([
      queue.neighbour("a", 1),
      queue.neighbour("a", -1),
      queue.neighbour("", 1),
      queue.neighbour("", -1),
    ]).toEqual(["b", undefined, "a", "c"]);
  });

  it("clears everything for the next member of staff", async () => {
    const { queue } = make([[waiting("a", "3:10", { unread_count: 2 })]]);
    queue.setView({ status: "resolved", filter: "mine" });
    queue.receive(waiting("b", "3:10", { unread_count: 2 }));
    queue.reset();
    expect([ids(queue), queue.filter, queue.status]).toEqual([[], "all", "open"]);
  });
});
