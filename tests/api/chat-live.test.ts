import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { staffEventsPath } from "#contract/events.ts";
import { staffAuthEndpoints } from "#contract/staff/auth/endpoints.ts";
import { staffChatEndpoints as endpoints } from "#contract/staff/chat/endpoints.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { findConversation, sendMessage, sendReply, textMessage } from "../support/api/chat.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { createToken } from "../support/api/namedEndpoints.ts";
import { createPaidOrder, createStaffClient } from "../support/api/orders.ts";
import { setRestaurants } from "../support/api/restaurantStaff.ts";
import { type SecondServer, startSecondServer } from "../support/api/SecondServer.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

let app: TestApp;
let secondServer: SecondServer;
let buyer: Buyer;
let agent: Client & { id: string };
const readers: EventReader[] = [];

beforeAll(async () => {
  app = await startTestApp();
  secondServer = await startSecondServer(app);
});

beforeEach(async () => {
  buyer = await createBuyer(app);
  agent = await createStaffClient(app, "agent");
});

afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

afterAll(async () => {
  await secondServer.close();
  await app.close();
});

/** Opens an event stream at a server and waits for its first event. */
async function openEvents(url: string, who: Client, path?: string, after?: number): Promise<EventReader> {
  const reader = await EventReader.open(url, who.token, after, path);
  readers.push(reader);
  await expect.poll(() => reader.events.length, waitOptions).toBeGreaterThan(0);
  return reader;
}

const openConsoleEvents = (url: string, who: Client = agent, after?: number) =>
  openEvents(url, who, staffEventsPath, after);
const listContents = (reader: EventReader) => reader.listEvents("message").map(({ content }) => content);
const buyerMessages = (reader: EventReader) =>
  reader
    .listStaffEvents("message")
    .filter(({ user_id }) => user_id === buyer.userId)
    .map(({ message }) => message.content);

describe("a live conversation", () => {
  test("reaches both sides at both servers, each with its own form of the message", async () => {
    const [customerEvents, consoleEvents] = [
      await openEvents(secondServer.url, buyer),
      await openConsoleEvents(app.url),
    ];
    const otherConsole = await openConsoleEvents(secondServer.url, await createStaffClient(app, "admin"));
    await sendMessage(buyer, "在吗");
    await expect.poll(() => buyerMessages(consoleEvents), waitOptions).toEqual(["在吗"]);
    await sendReply(agent, buyer.userId, "在的");
    await expect.poll(() => listContents(customerEvents), waitOptions).toEqual(["在吗", "在的"]);
    await expect.poll(() => buyerMessages(otherConsole), waitOptions).toEqual(["在吗", "在的"]);
    const [mine, theirs] = customerEvents.listEvents("message");
    expect([mine?.client_key, theirs?.client_key]).toEqual([expect.any(String), null]);
    expect(theirs?.sender_name).toBe("客服林");
    await expect.poll(() => buyerMessages(consoleEvents), waitOptions).toEqual(["在吗", "在的"]);
    const [question, answered] = consoleEvents.listStaffEvents("message").map(({ message }) => message);
    expect([question?.client_key, answered?.client_key]).toEqual([null, expect.any(String)]);
    expect(answered?.sender_name).toBe("林晓");
    const rows = () =>
      consoleEvents.listStaffEvents("session").filter(({ user_id }) => user_id === buyer.userId);
    await expect
      .poll(() => rows().map(({ needs_reply, unread_count }) => [needs_reply, unread_count]), waitOptions)
      .toEqual([
        [true, 1],
        [false, 1],
      ]);
  });

  test("publishes to each side how far the other has read", async () => {
    const [customerEvents, consoleEvents] = [
      await openEvents(app.url, buyer),
      await openConsoleEvents(app.url),
    ];
    const question = await sendMessage(buyer, "在吗");
    const response = await sendReply(agent, buyer.userId, "在的");
    await agent.data(endpoints.read, { body: { user_id: buyer.userId, up_to_id: question.id } });
    await buyer.data(chatEndpoints.read, { body: { up_to_id: response.id + 5 } });
    await buyer.data(chatEndpoints.read, { body: { up_to_id: response.id } });
    const marks = [
      { up_to_id: question.id, by: "staff" },
      { up_to_id: response.id, by: "user" },
    ];
    await expect.poll(() => customerEvents.listEvents("read"), waitOptions).toEqual(marks);
    await expect
      .poll(
        () => consoleEvents.listStaffEvents("read").filter(({ user_id }) => user_id === buyer.userId),
        waitOptions,
      )
      .toEqual(marks.map((mark) => ({ user_id: buyer.userId, ...mark })));
  });

  test("delivers every message of many writers at two servers once, in conversation order", async () => {
    const [customerEvents, consoleEvents] = [
      await openEvents(app.url, buyer),
      await openConsoleEvents(secondServer.url),
    ];
    const admin = await createStaffClient(app, "admin");
    const writers = [agent, admin].flatMap(({ token }) => [
      new Client(app.server, token),
      new Client(secondServer.server, token),
    ]);
    await Promise.all(
      writers.flatMap((writer, nth) =>
        Array.from({ length: 5 }, (_, turn) => sendReply(writer, buyer.userId, `${nth}-${turn}`)),
      ),
    );
    await Promise.all(Array.from({ length: 5 }, (_, turn) => sendMessage(buyer, `me-${turn}`)));
    await expect.poll(() => customerEvents.listEvents("message").length, waitOptions).toBe(25);
    await expect.poll(() => buyerMessages(consoleEvents).length, waitOptions).toBe(25);
    const { list } = await buyer.data(chatEndpoints.history, { query: { after_id: 0, limit: 50 } });
    const ids = list.map(({ id }) => id);
    expect(customerEvents.listEvents("message").map(({ id }) => id)).toEqual(ids);
    expect(buyerMessages(consoleEvents)).toEqual(list.map(({ content }) => content));
    expect(new Set(ids).size).toBe(25);
    expect((await findConversation(agent, buyer))?.last_message?.id).toBe(ids.at(-1));
  });

  test("continues at another server after the last event that was read", async () => {
    const consoleEvents = await openConsoleEvents(app.url);
    const customerEvents = await openEvents(app.url, buyer);
    await sendMessage(buyer, "一");
    await expect.poll(() => buyerMessages(consoleEvents), waitOptions).toEqual(["一"]);
    await expect.poll(() => listContents(customerEvents), waitOptions).toEqual(["一"]);
    consoleEvents.close();
    customerEvents.close();
    await sendMessage(buyer, "二");
    await sendReply(agent, buyer.userId, "三");
    const consoleEventsAgain = await openConsoleEvents(
      secondServer.url,
      agent,
      consoleEvents.events.at(-1)?.id,
    );
    const customerEventsAgain = await openEvents(
      secondServer.url,
      buyer,
      undefined,
      customerEvents.events.at(-1)?.id,
    );
    await sendMessage(buyer, "四");
    await expect.poll(() => listContents(customerEventsAgain), waitOptions).toEqual(["二", "三", "四"]);
    await expect.poll(() => buyerMessages(consoleEventsAgain), waitOptions).toEqual(["二", "三", "四"]);
    expect(consoleEventsAgain.events[0]?.name).toBe("position");
  });

  test("of one customer does not reach another, and publishes nothing when sending fails", async () => {
    const stranger = await createBuyer(app);
    const strange = await openEvents(app.url, stranger);
    await sendMessage(buyer, "秘密");
    const body = { ...textMessage("a"), type: "order", content: undefined, order_id: "nothing" };
    expect((await stranger.call(chatEndpoints.send, { body })).status).toBe(404);
    await sendMessage(stranger, "我的");
    await expect.poll(() => listContents(strange), waitOptions).toEqual(["我的"]);
  });
});

describe("the staff event stream", () => {
  test("carries the orders of all customers for agents, and of one restaurant for its members", async () => {
    const store = await createStaffClient(app, "store");
    const [consoleEvents, board] = [
      await openConsoleEvents(app.url),
      await openConsoleEvents(secondServer.url, store),
    ];
    await sendMessage(buyer, "在吗");
    const order = await createPaidOrder(app, buyer);
    const other = await createBuyer(app);
    await setRestaurants(app, store.id, ["SH002"]);
    const next = await openConsoleEvents(app.url, store);
    await setRestaurants(app, store.id, ["SH001"]);
    await createPaidOrder(app, other);
    await expect.poll(() => board.listStaffEvents("order"), waitOptions).toHaveLength(2);
    expect(board.listStaffEvents("order")[0]).toEqual({
      order_id: order.order_id,
      order_no: order.order_no,
      user_id: buyer.userId,
      restaurant_id: "SH001",
      version: 2,
      status: "paid",
      status_text: "已付款",
      refund_status: "none",
    });
    expect(new Set(board.events.map(({ name }) => name))).toEqual(new Set(["position", "order"]));
    await expect
      .poll(() => consoleEvents.listStaffEvents("order").length, waitOptions)
      .toBeGreaterThanOrEqual(2);
    expect(consoleEvents.listStaffEvents("order").map(({ order_id }) => order_id)).toContain(order.order_id);
    expect(next.events.map(({ name }) => name)).toEqual(["position"]);
  });

  test("is for staff only", async () => {
    for (const token of [null, buyer.token]) {
      const reader = await EventReader.open(app.url, token, undefined, staffEventsPath);
      readers.push(reader);
      expect(reader.response.status).toBe(401);
    }
    await app.sql(
      "insert into staff (id, phone, name, role, created_at) values ('lost', '13900008888', '无店', 'store', now())",
    );
    const response = await app.server.inject({
      url: staffEventsPath,
      headers: { authorization: `Bearer ${await createToken(app, "staff", "lost")}` },
    });
    expect(response.statusCode).toBe(403);
  });

  test("ends with the token, and when the member is switched off", async () => {
    const consoleEvents = await openConsoleEvents(app.url);
    const admin = await createStaffClient(app, "admin");
    const other = await openConsoleEvents(secondServer.url, admin);
    await agent.data(staffAuthEndpoints.logout);
    await expect.poll(() => consoleEvents.isEnded, waitOptions).toBe(true);
    expect(other.isEnded).toBe(false);
    await app.sql("update staff set disabled_at = now() where id = $1", [admin.id]);
    await expect.poll(() => other.isEnded, waitOptions).toBe(true);
    await app.sql("update staff set disabled_at = null where id = $1", [admin.id]);
  });
});

describe("a customer's presence", () => {
  test("is known at every server while a stream is open, and for a short time afterwards", async () => {
    await sendMessage(buyer, "在吗");
    const isOnline = async (server = app.server) =>
      (await new Client(server, agent.token).data(endpoints.customer, { params: { userId: buyer.userId } }))
        .online;
    expect(await isOnline()).toBe(false);
    const customerEvents = await openEvents(secondServer.url, buyer);
    await expect.poll(() => isOnline(), waitOptions).toBe(true);
    expect((await findConversation(agent, buyer))?.online).toBe(true);
    customerEvents.close();
    await expect.poll(() => isOnline(), waitOptions).toBe(false);
  });

  test("expires without further heartbeats", async () => {
    await sendMessage(buyer, "在吗");
    await app.sql("insert into presence (user_id, seen_at) values ($1, $2)", [buyer.userId, app.clock.now()]);
    expect((await findConversation(agent, buyer))?.online).toBe(true);
    app.clock.advance(45_000);
    expect((await findConversation(agent, buyer))?.online).toBe(false);
    app.clock.reset();
  });
});
