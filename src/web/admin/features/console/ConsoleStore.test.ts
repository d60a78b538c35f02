import { beforeEach, describe, expect, it } from "vitest";
import type { ChatMessage } from "#contract/chat/message.schema.ts";
import type { OrderSummary } from "#contract/order/schema.ts";
import type { ConversationSummary } from "#contract/staff/chat/conversation.schema.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { removeItem, storageKeys } from "#web/lib/storage/storage.ts";
import { ConsoleStore } from "./ConsoleStore.ts";
import { isSoundOn, saveSoundOn } from "./consoleStorage.ts";

function message(id: number, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    user_id: "u1",
    sender_type: "user",
    sender_name: "小雨",
    type: "text",
    content: `m${id}`,
    image: null,
    order_id: null,
    order: null,
    client_key: null,
    created_at: "2026-11-21T04:00:00Z",
    read_at: null,
    ...more,
  };
}

interface Requested {
  path: string;
  query?: { before_id?: number; after_id?: number };
  body?: Record<string, unknown>;
}

/** Creates a store whose server returns `thread` (the newest `page` of it) and records its requests. */
function make(thread: ChatMessage[] = [], page = 2) {
  const requested: Requested[] = [];
  const failures: Error[] = [];
  const counts = { unread: 7, refund_requests: 12 };
  const api = {
    call: async (endpoint: { path: string }, input: Omit<Requested, "path"> = {}) => {
      requested.push({ path: endpoint.path, ...input });
      if (/counts$/.test(endpoint.path)) return { ...counts } as never;
      if (/messages/.test(endpoint.path)) return pageOf(input.query ?? {}) as never;
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      if (/admin\/send$/.test(endpoint.path)) {
        const sent = message(thread.length + 1, {
          sender_type: "staff",
          content: String(input.body?.content),
          client_key: String(input.body?.client_key),
        });
        thread.push(sent);
        return sent as never;
      }
      return { list: [], has_more: false, user_id: "u1", unread_count: 0, assignee: null } as never;
    },
  };
  const pageOf = ({
    before_id: before = Number.POSITIVE_INFINITY,
    after_id: after = 0,
  }: Requested["query"] & object) => {
    const fitting = thread.filter(({ id }) => id < before && id > after);
    const list = after > 0 ? fitting.slice(0, page) : fitting.slice(-page);
    return { list, has_more: list.length < fitting.length };
  };
  const consoleStore = new ConsoleStore({
    api,
    resize: async (file) => file,
    upload: async () => ({ id: "i1", url: "/i1", width: 1, height: 1 }),
    now: () => "2026-11-21T04:00:00Z",
    messages: { failed: "发送失败", unreadable: "无法识别", offline: "断网" },
    onStaffChange: () => undefined,
  });
  consoleStore.start("s1");
  return { consoleStore, requested, failures, thread, counts };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const idsOf = (consoleStore: ConsoleStore) =>
  consoleStore.conversation?.messageList.messages.map(({ id }) => id);

beforeEach(() => removeItem(storageKeys.staffConsole));

describe("ConsoleStore", () => {
  it("loads older messages, and after a disconnection all missed ones, each once", async () => {
    const { consoleStore, thread } = make([1, 2, 3, 4, 5].map((id) => message(id)));
    consoleStore.selectCustomer("u1");
    await consoleStore.load();
    expect(idsOf(consoleStore)).toEqual([4, 5]);
    await consoleStore.conversation?.loadOlder();
    expect(idsOf(consoleStore)).toEqual([2, 3, 4, 5]);
    thread.push(message(6), message(7), message(8));
    consoleStore.handleEvent({ name: "message", data: { user_id: "u1", message: message(8) } });
    consoleStore.handleEvent(null);
    await settled();
    await settled();
    expect(idsOf(consoleStore)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });

  it("resends a failed message under the same key, and shows it once", async () => {
    const { consoleStore, requested, failures } = make();
    consoleStore.selectCustomer("u1");
    failures.push(new ApiError("offline", "断网"));
    consoleStore.conversation?.setDraft("  马上来  ");
    consoleStore.conversation?.sendDraft();
    await settled();
    const [failed] = consoleStore.conversation?.outbox.pending ?? [];
    expect([failed?.state, failed?.error, consoleStore.conversation?.draft]).toEqual(["failed", "断网", ""]);
    consoleStore.conversation?.outbox.resend(failed?.idempotencyKey ?? "");
    await settled();
    const sent = requested.filter(({ path }) => path.endsWith("/send")).map(({ body }) => body);
    expect(sent).toEqual([sent[0], sent[0]]);
    expect(sent[0]).toMatchObject({ user_id: "u1", type: "text", content: "马上来" });
    expect([idsOf(consoleStore), consoleStore.conversation?.outbox.pending.length]).toEqual([[1], 0]);
  });

  it("stores drafts by customer across switching and reloading, and hides them from other staff", () => {
    const { consoleStore } = make();
    saveSoundOn(true);
    for (const userId of ["u1", "u2"]) {
      consoleStore.selectCustomer(userId);
      consoleStore.conversation?.setDraft(`给${userId}`);
    }
    consoleStore.selectCustomer("u1");
    expect(consoleStore.conversation?.draft).toBe("给u1");
    const later = make().consoleStore;
    later.selectCustomer("u2");
    expect(later.conversation?.draft).toBe("给u2");
    later.start("s2");
    later.selectCustomer("u2");
    expect([later.conversation?.draft, isSoundOn()]).toEqual(["", true]);
  });

  it("marks messages as read once, and shows when the customer has read", async () => {
    const { consoleStore, requested } = make([message(1), message(2, { sender_type: "staff" })]);
    consoleStore.selectCustomer("u1");
    await consoleStore.load();
    await consoleStore.markRead();
    await consoleStore.markRead();
    expect(requested.filter(({ path }) => path.endsWith("/read")).map(({ body }) => body)).toEqual([
      { user_id: "u1", up_to_id: 2 },
    ]);
    consoleStore.handleEvent({ name: "read", data: { user_id: "u1", up_to_id: 2, by: "user" } });
    expect(consoleStore.conversation?.messageList.messages.map(({ read_at }) => read_at !== null)).toEqual([
      false,
      true,
    ]);
  });

  it("retries marking as read after a failure", async () => {
    const { consoleStore, requested, failures } = make([message(1)]);
    consoleStore.selectCustomer("u1");
    await consoleStore.load();
    failures.push(new ApiError("not_found", "没有", { status: 404 }));
    await consoleStore.markRead();
    await consoleStore.markRead();
    expect(requested.filter(({ path }) => path.endsWith("/read"))).toHaveLength(2);
  });

  it("uses the server's counts, and reloads them after an event", async () => {
    const { consoleStore, requested, counts } = make();
    await consoleStore.refresh();
    expect([consoleStore.unread, consoleStore.openRequests]).toEqual([7, 12]);
    counts.unread = 8;
    const before = requested.length;
    consoleStore.handleEvent({
      name: "session",
      data: { user_id: "u9", unread_count: 1, assignee: null } as ConversationSummary,
    });
    await expect.poll(() => consoleStore.unread).toBe(8);
    expect(requested.slice(before).map(({ path }) => path)).toEqual(["/api/v1/chat/admin/counts"]);
  });

  it("references no other order while the selected one is not loaded", async () => {
    const { consoleStore } = make();
    consoleStore.selectCustomer("u1");
    consoleStore.customer.orders.pages.set({
      list: [{ order_id: "o2" } as OrderSummary],
      hasMore: false,
      page: 1,
    });
    expect(consoleStore.customer.referencedOrder?.order_id).toBe("o2");
    consoleStore.customer.selectOrder("o1");
    expect(consoleStore.customer.referencedOrder).toBeUndefined();
  });

  it("resends replies without a response once the server is back, in order and each once", async () => {
    const thread: ChatMessage[] = [];
    const { consoleStore, requested, failures } = make(thread, 10);
    consoleStore.selectCustomer("u1");
    await consoleStore.load();
    const gone = () => failures.push(new ApiError("offline", "断网"));
    for (const text of ["一", "二"]) {
      gone();
      consoleStore.conversation?.setDraft(text);
      consoleStore.conversation?.sendDraft();
      await settled();
    }
    expect(consoleStore.conversation?.outbox.pending.map(({ text, state }) => [text, state])).toEqual([
      ["一", "failed"],
      ["二", "failed"],
    ]);
    failures.length = 0;
    await Promise.all([consoleStore.refresh(), consoleStore.refresh()]);
    consoleStore.conversation?.setDraft("三");
    consoleStore.conversation?.sendDraft();
    await settled();
    expect(thread.map(({ content }) => content)).toEqual(["一", "二", "三"]);
    const keys = requested
      .filter(({ path }) => /admin\/send$/.test(path))
      .map(({ body }) => String(body?.client_key));
    expect(new Set(keys).size).toBe(3);
    expect(consoleStore.conversation?.outbox.pending).toHaveLength(0);
  });

  it("does not resend a refused reply or an old one", async () => {
    const thread: ChatMessage[] = [];
    const { consoleStore, failures } = make(thread, 10);
    consoleStore.selectCustomer("u1");
    await consoleStore.load();
    failures.push(new ApiError("not_found", "没有", { status: 404 }));
    consoleStore.conversation?.setDraft("拒绝");
    consoleStore.conversation?.sendDraft();
    await settled();
    await consoleStore.refresh();
    await settled();
    expect(consoleStore.conversation?.outbox.pending.map(({ state }) => state)).toEqual(["failed"]);
    const old = {
      idempotencyKey: "old-key-1",
      type: "text",
      text: "旧",
      order: null,
      imageId: null,
      image: null,
    } as const;
    consoleStore.conversation?.outbox.restore([{ ...old, at: "2026-11-20T04:00:00Z" }]);
    await consoleStore.refresh();
    await settled();
    expect(thread).toEqual([]);
  });

  it("reloads an order on its change event, and ignores those of other customers", async () => {
    const { consoleStore, requested } = make();
    consoleStore.selectCustomer("u1");
    consoleStore.customer.selectOrder("o1");
    requested.length = 0;
    const order = {
      order_id: "o1",
      version: 2,
      status: "paid",
      status_text: "已付款",
      refund_status: "none",
    } as const;
    consoleStore.handleEvent({
      name: "order",
      data: { ...order, user_id: "u2", order_no: "1", restaurant_id: "r" },
    });
    await settled();
    expect(requested).toEqual([]);
    consoleStore.handleEvent({
      name: "order",
      data: { ...order, user_id: "u1", order_no: "1", restaurant_id: "r" },
    });
    await settled();
    expect(requested.map(({ path }) => path)).toContain("/api/v1/chat/admin/order/:orderId");
  });
});
