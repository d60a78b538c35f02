import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { chatAdminEndpoints as calls } from "#contract/chat-admin/endpoints.ts";
import { staffEventsPath } from "#contract/live.ts";
import { serviceAuthEndpoints } from "#contract/service-auth/endpoints.ts";
import { type Buyer, newBuyer } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { newToken } from "../support/api/calls.ts";
import { reply, say, sessionOf, textOf } from "../support/api/chat.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { newMember, paidOrder } from "../support/api/kitchen.ts";
import { patience } from "../support/api/patience.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { startTwin, type Twin } from "../support/api/twin.ts";

let app: TestApp;
let twin: Twin;
let buyer: Buyer;
let agent: Client & { id: string };
const readers: EventReader[] = [];

beforeAll(async () => {
  app = await startTestApp();
  twin = await startTwin(app);
});

beforeEach(async () => {
  buyer = await newBuyer(app);
  agent = await newMember(app, "agent");
});

afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

afterAll(async () => {
  await twin.close();
  await app.close();
});

/** Opens a stream at a server and waits for its first event. */
async function follow(url: string, who: Client, path?: string, after?: number): Promise<EventReader> {
  const reader = await EventReader.open(url, who.token, after, path);
  readers.push(reader);
  await expect.poll(() => reader.events.length, patience).toBeGreaterThan(0);
  return reader;
}

const followDesk = (url: string, who: Client = agent, after?: number) =>
  follow(url, who, staffEventsPath, after);
const contents = (reader: EventReader) => reader.of("message").map(({ content }) => content);
const ofBuyer = (reader: EventReader) =>
  reader
    .ofStaff("message")
    .filter(({ user_id }) => user_id === buyer.userId)
    .map(({ message }) => message.content);

describe("a conversation live", () => {
  test("reaches both sides at both servers, each with the words that are for it", async () => {
    const [phone, desk] = [await follow(twin.url, buyer), await followDesk(app.url)];
    const elsewhere = await followDesk(twin.url, await newMember(app, "admin"));
    await say(buyer, "在吗");
    await expect.poll(() => ofBuyer(desk), patience).toEqual(["在吗"]);
    await reply(agent, buyer.userId, "在的");
    await expect.poll(() => contents(phone), patience).toEqual(["在吗", "在的"]);
    await expect.poll(() => ofBuyer(elsewhere), patience).toEqual(["在吗", "在的"]);
    const [mine, theirs] = phone.of("message");
    expect([mine?.client_key, theirs?.client_key]).toEqual([expect.any(String), null]);
    expect(theirs?.sender_name).toBe("客服林");
    await expect.poll(() => ofBuyer(desk), patience).toEqual(["在吗", "在的"]);
    const [asked, answered] = desk.ofStaff("message").map(({ message }) => message);
    expect([asked?.client_key, answered?.client_key]).toEqual([null, expect.any(String)]);
    expect(answered?.sender_name).toBe("林晓");
    const rows = () => desk.ofStaff("session").filter(({ user_id }) => user_id === buyer.userId);
    await expect
      .poll(() => rows().map(({ needs_reply, unread_count }) => [needs_reply, unread_count]), patience)
      .toEqual([
        [true, 1],
        [false, 1],
      ]);
  });

  test("tells each side how far the other has read", async () => {
    const [phone, desk] = [await follow(app.url, buyer), await followDesk(app.url)];
    const asked = await say(buyer, "在吗");
    const answer = await reply(agent, buyer.userId, "在的");
    await agent.data(calls.read, { body: { user_id: buyer.userId, up_to_id: asked.id } });
    await buyer.data(chatEndpoints.read, { body: { up_to_id: answer.id + 5 } });
    await buyer.data(chatEndpoints.read, { body: { up_to_id: answer.id } });
    const marks = [
      { up_to_id: asked.id, by: "staff" },
      { up_to_id: answer.id, by: "user" },
    ];
    await expect.poll(() => phone.of("read"), patience).toEqual(marks);
    await expect
      .poll(() => desk.ofStaff("read").filter(({ user_id }) => user_id === buyer.userId), patience)
      .toEqual(marks.map((mark) => ({ user_id: buyer.userId, ...mark })));
  });

  test("has every message of many writers at two servers once, in the order of the thread", async () => {
    const [phone, desk] = [await follow(app.url, buyer), await followDesk(twin.url)];
    const admin = await newMember(app, "admin");
    const writers = [agent, admin].flatMap(({ token }) => [
      new Client(app.server, token),
      new Client(twin.server, token),
    ]);
    await Promise.all(
      writers.flatMap((writer, nth) =>
        Array.from({ length: 5 }, (_, turn) => reply(writer, buyer.userId, `${nth}-${turn}`)),
      ),
    );
    await Promise.all(Array.from({ length: 5 }, (_, turn) => say(buyer, `me-${turn}`)));
    await expect.poll(() => phone.of("message").length, patience).toBe(25);
    await expect.poll(() => ofBuyer(desk).length, patience).toBe(25);
    const { list } = await buyer.data(chatEndpoints.history, { query: { after_id: 0, limit: 50 } });
    const ids = list.map(({ id }) => id);
    expect(phone.of("message").map(({ id }) => id)).toEqual(ids);
    expect(ofBuyer(desk)).toEqual(list.map(({ content }) => content));
    expect(new Set(ids).size).toBe(25);
    expect((await sessionOf(agent, buyer))?.last_message?.id).toBe(ids.at(-1));
  });

  test("goes on at another server behind the last event that was read", async () => {
    const desk = await followDesk(app.url);
    const phone = await follow(app.url, buyer);
    await say(buyer, "一");
    await expect.poll(() => ofBuyer(desk), patience).toEqual(["一"]);
    await expect.poll(() => contents(phone), patience).toEqual(["一"]);
    desk.close();
    phone.close();
    await say(buyer, "二");
    await reply(agent, buyer.userId, "三");
    const deskAgain = await followDesk(twin.url, agent, desk.events.at(-1)?.id);
    const phoneAgain = await follow(twin.url, buyer, undefined, phone.events.at(-1)?.id);
    await say(buyer, "四");
    await expect.poll(() => contents(phoneAgain), patience).toEqual(["二", "三", "四"]);
    await expect.poll(() => ofBuyer(deskAgain), patience).toEqual(["二", "三", "四"]);
    expect(deskAgain.events[0]?.name).toBe("position");
  });

  test("of one customer reaches no other, and leaves nothing when sending fails", async () => {
    const stranger = await newBuyer(app);
    const strange = await follow(app.url, stranger);
    await say(buyer, "秘密");
    const body = { ...textOf("a"), type: "order", content: undefined, order_id: "nothing" };
    expect((await stranger.call(chatEndpoints.send, { body })).status).toBe(404);
    await say(stranger, "我的");
    await expect.poll(() => contents(strange), patience).toEqual(["我的"]);
  });
});

describe("what staff follow", () => {
  test("are the orders of all customers for the desk, and of one store for its people", async () => {
    const store = await newMember(app, "store");
    const [desk, board] = [await followDesk(app.url), await followDesk(twin.url, store)];
    await say(buyer, "在吗");
    const order = await paidOrder(app, buyer);
    const other = await newBuyer(app);
    await app.sql("update staff set restaurant_id = 'SH002' where id = $1", [store.id]);
    const next = await followDesk(app.url, store);
    await app.sql("update staff set restaurant_id = 'SH001' where id = $1", [store.id]);
    await paidOrder(app, other);
    await expect.poll(() => board.ofStaff("order"), patience).toHaveLength(2);
    expect(board.ofStaff("order")[0]).toEqual({
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
    await expect.poll(() => desk.ofStaff("order").length, patience).toBeGreaterThanOrEqual(2);
    expect(desk.ofStaff("order").map(({ order_id }) => order_id)).toContain(order.order_id);
    expect(next.events.map(({ name }) => name)).toEqual(["position"]);
  });

  test("is for staff alone", async () => {
    for (const token of [null, buyer.token]) {
      const reader = await EventReader.open(app.url, token, undefined, staffEventsPath);
      readers.push(reader);
      expect(reader.response.status).toBe(401);
    }
    await app.sql(
      "insert into staff (id, phone, name, role, created_at) values ('lost', '13900008888', '无店', 'store', now())",
    );
    const answer = await app.server.inject({
      url: staffEventsPath,
      headers: { authorization: `Bearer ${await newToken(app, "staff", "lost")}` },
    });
    expect(answer.statusCode).toBe(403);
  });

  test("ends with the token, and with being switched off", async () => {
    const desk = await followDesk(app.url);
    const admin = await newMember(app, "admin");
    const other = await followDesk(twin.url, admin);
    await agent.data(serviceAuthEndpoints.logout);
    await expect.poll(() => desk.isEnded, patience).toBe(true);
    expect(other.isEnded).toBe(false);
    await app.sql("update staff set disabled_at = now() where id = $1", [admin.id]);
    await expect.poll(() => other.isEnded, patience).toBe(true);
    await app.sql("update staff set disabled_at = null where id = $1", [admin.id]);
  });
});

describe("whether a customer is there", () => {
  test("is known at every server while one stream is open, and not much longer", async () => {
    await say(buyer, "在吗");
    const isOnline = async (server = app.server) =>
      (await new Client(server, agent.token).data(calls.customer, { params: { userId: buyer.userId } }))
        .online;
    expect(await isOnline()).toBe(false);
    const phone = await follow(twin.url, buyer);
    await expect.poll(() => isOnline(), patience).toBe(true);
    expect((await sessionOf(agent, buyer))?.online).toBe(true);
    phone.close();
    await expect.poll(() => isOnline(), patience).toBe(false);
  });

  test("runs out when nobody says so any more", async () => {
    await say(buyer, "在吗");
    await app.sql("insert into presence (user_id, seen_at) values ($1, $2)", [buyer.userId, app.clock.now()]);
    expect((await sessionOf(agent, buyer))?.online).toBe(true);
    app.clock.pass(45_000);
    expect((await sessionOf(agent, buyer))?.online).toBe(false);
    app.clock.reset();
  });
});
