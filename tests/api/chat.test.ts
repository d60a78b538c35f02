import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints as endpoints } from "#contract/chat/endpoints.ts";
import type { ChatMessage } from "#contract/chat/message.schema.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey, createOrder } from "../support/api/buyers.ts";
import { sendMessage, sendReply, textMessage, uploadChatImage } from "../support/api/chat.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp({ settings: { SERVICE_HOURS: "09:00-22:00" } });
});

beforeEach(async () => {
  app.clock.freeze();
  buyer = await createBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

const send = (body: object, who: Buyer = buyer) => who.call(endpoints.send, { body });
const listMessages = (query: object = {}, who: Buyer = buyer) => who.data(endpoints.history, { query });
const listContents = (list: ChatMessage[]) => list.map(({ content }) => content);
const getState = (who: Buyer = buyer) => who.data(endpoints.state);

describe("a customer's message", () => {
  test("is saved verbatim, including scripts, and returned as the newest of the conversation", async () => {
    const content = ' <img src=x onerror="alert(1)">\n<script>alert(2)</script> 😀 ';
    const body = textMessage(content);
    const response = await send(body);
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(response).toMatchObject({
      status: 200,
      data: {
        user_id: buyer.userId,
        sender_type: "user",
        type: "text",
        content,
        image: null,
        order_id: null,
        order: null,
        client_key: body.client_key,
        created_at: app.clock.now().toISOString(),
        read_at: null,
      },
    });
    expect(await listMessages()).toEqual({ list: [response.data], has_more: false });
    expect(await getState()).toMatchObject({ unread: 0, last_message_id: response.data.id });
  });

  test("sent ten times concurrently with one key exists once; the key cannot be reused for another message", async () => {
    const body = textMessage("在吗");
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(body)));
    expect(new Set(responses.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1);
    expect((await listMessages()).list).toHaveLength(1);
    expect(await send({ ...body, content: "在么" })).toMatchObject({ status: 409, error: "key_reused" });
    const other = await createBuyer(app);
    expect((await send(body, other)).status).toBe(200);
  });

  test("may quote the customer's own order, shown in its current state", async () => {
    const { order_id, order_no } = await createOrder(buyer);
    await app.sql(
      "update orders set points_used = 300, points_fen = 300, pay_fen = total_fen - 300 where id = $1",
      [order_id],
    );
    const response = await send({ type: "order", order_id, client_key: createIdempotencyKey() });
    const quoted = { order_id, order_no, status_text: "待付款", total_amount: 3800, pay_amount: 3500 };
    expect(response).toMatchObject({ status: 200, data: { type: "order", order_id, order: quoted } });
    await buyer.data(orderEndpoints.cancel, { body: { order_id } });
    expect((await listMessages()).list[0]?.order).toMatchObject({
      ...quoted,
      status_text: "已取消",
      // The points are given back.
      pay_amount: 3800,
    });
  });

  test("cannot quote another customer's order or an unknown order", async () => {
    const { order_id } = await createOrder(await createBuyer(app));
    for (const id of [order_id, "nothing"])
      expect(await send({ type: "order", order_id: id, client_key: createIdempotencyKey() })).toMatchObject({
        status: 404,
        data: { field: "order_id" },
      });
    expect((await listMessages()).list).toEqual([]);
  });

  test("may be the customer's own image, once", async () => {
    const image_id = await uploadChatImage(app, buyer);
    const body = { type: "image", image_id, client_key: createIdempotencyKey() };
    const response = await send(body);
    expect(response).toMatchObject({
      status: 200,
      data: {
        type: "image",
        content: "",
        image: { url: `/api/v1/files/${image_id}`, width: 20, height: 10 },
      },
    });
    expect((await send(body)).data.id).toBe(response.data.id);
    expect(await send({ ...body, client_key: createIdempotencyKey() })).toMatchObject({ status: 404 });
  });

  test("cannot be another customer's image, one of another kind, or one of a refund request", async () => {
    const strange = await uploadChatImage(app, await createBuyer(app));
    const imageId = await uploadChatImage(app, buyer);
    await app.sql("update files set kind = 'refund' where id = $1", [imageId]);
    for (const image_id of [strange, imageId, "nothing"])
      expect(await send({ type: "image", image_id, client_key: createIdempotencyKey() })).toMatchObject({
        status: 404,
        data: { field: "image_id" },
      });
  });

  test.each([
    ["no text", { type: "text" }],
    ["blanks alone", { type: "text", content: " \n " }],
    ["1001 signs", { type: "text", content: "😀".repeat(1001) }],
    ["a control sign", { type: "text", content: "a\u0000b" }],
    ["a text with a picture", { type: "text", content: "a", image_id: "b" }],
    ["no picture", { type: "image" }],
    ["a picture with a text", { type: "image", image_id: "b", content: "a" }],
    ["no order", { type: "order" }],
    ["a kind of its own", { type: "system", content: "a" }],
    ["a sender", { type: "text", content: "a", sender_type: "staff" }],
    ["a bad key", { type: "text", content: "a", client_key: "short" }],
  ])("is refused with %s", async (_what, body) => {
    expect(await send({ client_key: createIdempotencyKey(), ...body })).toMatchObject({
      status: 400,
      error: "validation",
    });
  });

  test("may have a thousand characters of any script; a lone surrogate becomes the replacement character", async () => {
    const long = "𠮷".repeat(1000);
    expect((await send(textMessage(long))).data.content).toBe(long);
    const body = textMessage("a\ud800b");
    expect((await send(body)).data.content).toBe("a\ufffdb");
    expect((await send(body)).status).toBe(200);
  });

  test("is refused as the twenty-first of a minute, with the time to wait", async () => {
    const bodies = Array.from({ length: 20 }, (_, nth) => textMessage(`${nth}`));
    for (const body of bodies) expect((await send(body)).status).toBe(200);
    app.clock.advance(20_000);
    const more = textMessage("20");
    const refused = await send(more);
    expect(refused).toMatchObject({ status: 429, error: "rate_limited" });
    expect(refused.headers["retry-after"]).toBe("40");
    expect((await send(bodies[0]!)).status).toBe(200);
    app.clock.advance(40_000);
    expect((await send(more)).status).toBe(200);
  });

  test("is accepted twenty times out of twenty-five concurrent ones", async () => {
    const responses = await Promise.all(Array.from({ length: 25 }, (_, nth) => send(textMessage(`${nth}`))));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe("a customer's conversation", () => {
  test("is read upwards and downwards in pages, the oldest message of each first", async () => {
    for (const nth of [1, 2, 3, 4, 5]) await sendMessage(buyer, `${nth}`);
    const end = await listMessages({ limit: 2 });
    expect([listContents(end.list), end.has_more]).toEqual([["4", "5"], true]);
    const up = await listMessages({ limit: 2, before_id: end.list[0]!.id });
    expect([listContents(up.list), up.has_more]).toEqual([["2", "3"], true]);
    const top = await listMessages({ limit: 2, before_id: up.list[0]!.id });
    expect([listContents(top.list), top.has_more]).toEqual([["1"], false]);
    const down = await listMessages({ limit: 3, after_id: top.list[0]!.id });
    expect([listContents(down.list), down.has_more]).toEqual([["2", "3", "4"], true]);
    const all = await listMessages({ after_id: 0 });
    expect([listContents(all.list), all.has_more]).toEqual([["1", "2", "3", "4", "5"], false]);
  });

  test("is visible to the customer only, and empty before the first message", async () => {
    await sendMessage(buyer, "我的");
    const other = await createBuyer(app);
    expect(await listMessages({}, other)).toEqual({ list: [], has_more: false });
    expect(await getState(other)).toMatchObject({ unread: 0, last_message_id: null });
  });

  test.each([
    { before_id: 0 },
    { before_id: 2, after_id: 1 },
    { limit: 0 },
    { limit: 51 },
    { after_id: "x" },
  ])("is not given for %j", async (query) => {
    const response = await buyer.call(endpoints.history, { query: query as object });
    expect(response).toMatchObject({ status: 400, error: "validation" });
  });

  test("counts unread staff messages, and shows staff when they were read", async () => {
    const agent = await createStaffClient(app, "agent");
    await sendMessage(buyer, "在吗");
    const responses = [
      await sendReply(agent, buyer.userId, "在的"),
      await sendReply(agent, buyer.userId, "您说"),
    ];
    expect(responses[0]).toMatchObject({ sender_type: "staff", sender_name: "林晓" });
    expect((await listMessages()).list[1]).toMatchObject({ sender_name: "客服林", client_key: null });
    expect((await getState()).unread).toBe(2);
    app.clock.advance(minute);
    const read = (up_to_id: number) => buyer.data(endpoints.read, { body: { up_to_id } });
    expect(await read(responses[0]!.id)).toEqual({ unread: 1 });
    expect(await read(responses[0]!.id)).toEqual({ unread: 1 });
    expect(await read(responses[1]!.id + 1_000)).toEqual({ unread: 0 });
    const { list } = await listMessages();
    expect(list.map(({ read_at }) => read_at)).toEqual([
      null,
      app.clock.now().toISOString(),
      app.clock.now().toISOString(),
    ]);
  });

  test("has nothing to read while it is empty, and refuses invalid positions", async () => {
    expect(await buyer.data(endpoints.read, { body: { up_to_id: 7 } })).toEqual({ unread: 0 });
    for (const up_to_id of [0, -1, 1.5, "7"])
      expect(await buyer.call(endpoints.read, { body: { up_to_id } })).toMatchObject({ status: 400 });
  });

  test.each([
    ["08:59", false],
    ["09:00", true],
    ["21:59", true],
    ["22:00", false],
  ])("says at %s whether somebody answers", async (time, online) => {
    app.clock.set(`${new Date().toISOString().slice(0, 10)}T${time}:00+08:00`);
    const later = await createBuyer(app);
    expect(await getState(later)).toMatchObject({ online, hours_text: "09:00-22:00" });
  });
});
