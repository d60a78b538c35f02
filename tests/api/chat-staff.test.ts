import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { staffChatEndpoints as endpoints } from "#contract/staff/chat/endpoints.ts";
import type { ConversationAction } from "#contract/staff/chat/enums.ts";
import { type Buyer, createBuyer, createIdempotencyKey, createOrder } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { findConversation, sendMessage, sendReply, textMessage } from "../support/api/chat.ts";
import { createPaidOrder, createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;

let app: TestApp;
let buyer: Buyer;
let agent: Client & { id: string };
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  agent = await createStaffClient(app, "agent");
  admin = await createStaffClient(app, "admin");
});

beforeEach(async () => {
  app.clock.freeze();
  buyer = await createBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

const changeConversation = (action: ConversationAction, more: object = {}, who: Client = agent) =>
  who.call(endpoints.session, { body: { user_id: buyer.userId, action, ...more } });
const send = (body: object, who: Client = agent) =>
  who.call(endpoints.send, { body: { user_id: buyer.userId, client_key: createIdempotencyKey(), ...body } });
const findOwnConversation = () => findConversation(agent, buyer);
const listQueue = async (query: object) =>
  (await agent.data(endpoints.sessions, { query: { pageSize: 50, ...query } })).list.map(
    ({ user_id }) => user_id,
  );
const listAuditEntries = async (target = buyer.userId) =>
  (
    await app.sql<{ action: string }>("select action from audit_log where target = $1 order by id", [target])
  ).map(({ action }) => action);

describe("a conversation in the queue", () => {
  test("waits from the first unanswered message on, and shows the last message", async () => {
    const since = app.clock.now().toISOString();
    await sendMessage(buyer, "在吗？\n想问一下");
    app.clock.advance(minute);
    const last = await sendMessage(buyer, "字".repeat(80));
    expect(await findOwnConversation()).toEqual({
      user_id: buyer.userId,
      name: expect.stringMatching(/^买家/),
      phone: expect.stringMatching(/^159\*{4}\d{4}$/),
      last_message: {
        id: last.id,
        preview: "字".repeat(50),
        type: "text",
        sender_type: "user",
        at: last.created_at,
      },
      unread_count: 2,
      needs_reply: true,
      waiting_since: since,
      status: "open",
      assignee: null,
      online: false,
      active_order_id: null,
      updated_at: last.created_at,
    });
  });

  test("is read without being answered, and answered without being read", async () => {
    const first = await sendMessage(buyer, "在吗");
    const second = await sendMessage(buyer, "在吗？");
    await agent.data(endpoints.messages, { params: { userId: buyer.userId } });
    expect(await findOwnConversation()).toMatchObject({ unread_count: 2, needs_reply: true });
    const read = (up_to_id: number) =>
      agent.data(endpoints.read, { body: { user_id: buyer.userId, up_to_id } });
    expect(await read(first.id)).toMatchObject({ unread_count: 1, needs_reply: true });
    const { list } = await buyer.data(chatEndpoints.history);
    expect(list.map(({ read_at }) => read_at === null)).toEqual([false, true]);
    await sendReply(agent, buyer.userId, "在的");
    expect(await findOwnConversation()).toMatchObject({
      unread_count: 1,
      needs_reply: false,
      waiting_since: null,
      assignee: { staff_id: agent.id, name: "林晓" },
      last_message: { preview: "在的", sender_type: "staff" },
    });
    expect(await read(second.id)).toMatchObject({ unread_count: 0 });
    expect(await listAuditEntries()).toEqual(["chat.read", "chat.send", "chat.read"]);
  });

  test("is resolved, reopened by the customer, and ordered by longest wait", async () => {
    const other = await createBuyer(app);
    await sendMessage(buyer, "一");
    app.clock.advance(minute);
    await sendMessage(other, "二");
    app.clock.advance(minute);
    const mine = [buyer.userId, other.userId];
    const inOrder = async () => (await listQueue({})).filter((id) => mine.includes(id));
    expect(await inOrder()).toEqual([buyer.userId, other.userId]);
    expect((await changeConversation("resolve")).data).toMatchObject({
      status: "resolved",
      needs_reply: false,
    });
    expect(await inOrder()).toEqual([other.userId, buyer.userId]);
    expect(await listQueue({ status: "resolved" })).toContain(buyer.userId);
    app.clock.advance(minute);
    await sendMessage(buyer, "还有");
    expect(await findOwnConversation()).toMatchObject({
      status: "open",
      waiting_since: app.clock.now().toISOString(),
    });
    expect(await inOrder()).toEqual([other.userId, buyer.userId]);
  });

  test("shows the order in progress", async () => {
    const { order_id } = await createPaidOrder(app, buyer);
    await sendMessage(buyer, "什么时候到");
    expect((await findOwnConversation())?.active_order_id).toBe(order_id);
  });
});

describe("the queue", () => {
  test("lists the conversations of a member, unassigned ones, and all", async () => {
    await sendMessage(buyer, "在吗");
    expect(await listQueue({ filter: "unassigned" })).toContain(buyer.userId);
    expect((await changeConversation("assign_me")).data.assignee).toEqual({
      staff_id: agent.id,
      name: "林晓",
    });
    expect(await listQueue({ filter: "unassigned" })).not.toContain(buyer.userId);
    expect(await listQueue({ filter: "mine", status: "open" })).toContain(buyer.userId);
    expect(await listQueue({ filter: "mine", status: "pending" })).not.toContain(buyer.userId);
    expect((await changeConversation("assign", { staff_id: admin.id })).data.assignee?.staff_id).toBe(
      admin.id,
    );
    expect(await listQueue({ filter: "mine" })).not.toContain(buyer.userId);
    expect(await listQueue({ filter: "all" })).toContain(buyer.userId);
    expect((await changeConversation("unassign", {}, admin)).data.assignee).toBeNull();
    expect(await listAuditEntries()).toEqual(["chat.assign_me", "chat.assign", "chat.unassign"]);
  });

  test("is searched by a part of the name, the number, its end, and an order", async () => {
    const { order_no } = await createOrder(buyer);
    const [row] = await app.sql<{ phone: string }>("select phone from users where id = $1", [buyer.userId]);
    await app.sql("update users set nickname = '100%爱吃_面' where id = $1", [buyer.userId]);
    await sendMessage(buyer, "在吗");
    await sendMessage(await createBuyer(app), "也在吗");
    const phone = row!.phone;
    for (const keyword of [
      "爱吃_",
      "0%爱",
      "面",
      phone,
      `+86 ${phone}`,
      phone.slice(-4),
      order_no,
      ` ${order_no} `,
    ])
      expect({ keyword, found: await listQueue({ keyword }) }).toEqual({ keyword, found: [buyer.userId] });
    for (const keyword of ["爱%吃", "爱吃a", "_爱", phone.slice(0, 5), "0000000000000"])
      expect({ keyword, found: await listQueue({ keyword }) }).toEqual({ keyword, found: [] });
    expect(await listQueue({ keyword: "爱吃_", status: "resolved" })).toEqual([]);
  });

  test("is paginated without duplicates", async () => {
    for (let nth = 0; nth < 5; nth++) await sendMessage(await createBuyer(app), `${nth}`);
    const seen: string[] = [];
    for (let page = 1, more = true; more; page++) {
      const { list, has_more } = await agent.data(endpoints.sessions, { query: { page, pageSize: 3 } });
      seen.push(...list.map(({ user_id }) => user_id));
      more = has_more;
    }
    const [all] = await app.sql<{ n: number }>("select count(*)::int as n from conversations");
    expect([new Set(seen).size, seen.length]).toEqual([all!.n, all!.n]);
  });

  test.each([{ filter: "theirs" }, { status: "closed" }, { pageSize: 51 }, { keyword: "x".repeat(51) }])(
    "is not given for %j",
    async (query) => {
      expect(await agent.call(endpoints.sessions, { query: query as object })).toMatchObject({ status: 400 });
    },
  );
});

describe("updating a conversation", () => {
  test("with unchanged values leaves no trace", async () => {
    await sendMessage(buyer, "在吗");
    await changeConversation("pending");
    const before = await findOwnConversation();
    app.clock.advance(minute);
    expect((await changeConversation("pending")).data).toEqual(before);
    expect(await listAuditEntries()).toEqual(["chat.pending"]);
    expect((await changeConversation("reopen")).data).toMatchObject({ status: "open", needs_reply: true });
  });

  test("needs an existing conversation, a known value, and a colleague with the chat role", async () => {
    expect(await changeConversation("resolve")).toMatchObject({ status: 404, error: "not_found" });
    await sendMessage(buyer, "在吗");
    const store = await createStaffClient(app, "store");
    for (const more of [{}, { staff_id: "nobody" }, { staff_id: store.id }])
      expect(await changeConversation("assign", more)).toMatchObject({
        status: 400,
        data: { field: "staff_id" },
      });
    expect(await changeConversation("resolve", { staff_id: admin.id })).toMatchObject({ status: 400 });
    expect(await changeConversation("delete" as ConversationAction)).toMatchObject({ status: 400 });
    expect((await findOwnConversation())?.assignee).toBeNull();
  });
});

describe("a message from staff", () => {
  test("is created once per key, and keys of different members are independent", async () => {
    const body = textMessage("您好");
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(body)));
    expect(new Set(responses.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1);
    expect(await send({ ...body, content: "别的" })).toMatchObject({ status: 409, error: "key_reused" });
    expect((await send(body, admin)).data.id).not.toBe(responses[0]!.data.id);
    expect(await listAuditEntries()).toEqual(["chat.send", "chat.send"]);
  });

  test("may start a conversation, and has no limit per minute", async () => {
    for (let nth = 0; nth < 25; nth++) expect((await send(textMessage(`${nth}`))).status).toBe(200);
    expect(await findOwnConversation()).toMatchObject({
      status: "open",
      needs_reply: false,
      unread_count: 0,
    });
    expect((await buyer.data(chatEndpoints.state)).unread).toBe(25);
  });

  test("quotes orders of that customer only", async () => {
    const [own, strange] = [await createOrder(buyer), await createOrder(await createBuyer(app))];
    expect(await send({ type: "order", order_id: own.order_id })).toMatchObject({
      status: 200,
      data: { order: { order_no: own.order_no } },
    });
    expect(await send({ type: "order", order_id: strange.order_id })).toMatchObject({ status: 404 });
  });

  test("needs a customer and content", async () => {
    expect(await send({ ...textMessage("您好"), user_id: "nobody" })).toMatchObject({ status: 404 });
    expect(await send({ type: "text", content: " " })).toMatchObject({ status: 400 });
    expect(await send({ type: "system", content: "a" })).toMatchObject({ status: 400 });
    expect(await agent.call(endpoints.messages, { params: { userId: "nobody" } })).toMatchObject({
      status: 404,
    });
    const read = { user_id: buyer.userId, up_to_id: 1 };
    expect(await agent.call(endpoints.read, { body: read })).toMatchObject({ status: 404 });
  });
});
