import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints as calls } from "#contract/chat/endpoints.ts";
import type { Message } from "#contract/chat/message.schema.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { type Buyer, newBuyer, newKey, newOrder } from "../support/api/buyers.ts";
import { reply, say, textOf, upload } from "../support/api/chat.ts";
import { newMember } from "../support/api/kitchen.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp({ settings: { SERVICE_HOURS: "09:00-22:00" } });
});

beforeEach(async () => {
  app.clock.freeze();
  buyer = await newBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

const send = (body: object, who: Buyer = buyer) => who.call(calls.send, { body });
const history = (query: object = {}, who: Buyer = buyer) => who.data(calls.history, { query });
const contents = (list: Message[]) => list.map(({ content }) => content);
const state = (who: Buyer = buyer) => who.data(calls.state);

describe("a customer's message", () => {
  test("is kept word by word, scripts as well, and told as the newest of the thread", async () => {
    const content = ' <img src=x onerror="alert(1)">\n<script>alert(2)</script> 😀 ';
    const body = textOf(content);
    const answer = await send(body);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer).toMatchObject({
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
    expect(await history()).toEqual({ list: [answer.data], has_more: false });
    expect(await state()).toMatchObject({ unread: 0, last_message_id: answer.data.id });
  });

  test("sent ten times at once with one key is there once; the key stands for no other message", async () => {
    const body = textOf("在吗");
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(body)));
    expect(new Set(answers.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1);
    expect((await history()).list).toHaveLength(1);
    expect(await send({ ...body, content: "在么" })).toMatchObject({ status: 409, error: "key_reused" });
    const other = await newBuyer(app);
    expect((await send(body, other)).status).toBe(200);
  });

  test("may show the own order, as it is when somebody looks", async () => {
    const { order_id, order_no } = await newOrder(buyer);
    const answer = await send({ type: "order", order_id, client_key: newKey() });
    const quoted = { order_id, order_no, status_text: "待付款", total_amount: 3800 };
    expect(answer).toMatchObject({ status: 200, data: { type: "order", order_id, order: quoted } });
    await buyer.data(orderEndpoints.cancel, { body: { order_id } });
    expect((await history()).list[0]?.order).toMatchObject({ ...quoted, status_text: "已取消" });
  });

  test("shows no other customer's order and no order that there is not", async () => {
    const { order_id } = await newOrder(await newBuyer(app));
    for (const id of [order_id, "nothing"])
      expect(await send({ type: "order", order_id: id, client_key: newKey() })).toMatchObject({
        status: 404,
        data: { field: "order_id" },
      });
    expect((await history()).list).toEqual([]);
  });

  test("may be a picture of the customer's own, once", async () => {
    const image_id = await upload(app, buyer);
    const body = { type: "image", image_id, client_key: newKey() };
    const answer = await send(body);
    expect(answer).toMatchObject({
      status: 200,
      data: {
        type: "image",
        content: "",
        image: { url: `/api/v1/files/${image_id}`, width: 20, height: 10 },
      },
    });
    expect((await send(body)).data.id).toBe(answer.data.id);
    expect(await send({ ...body, client_key: newKey() })).toMatchObject({ status: 404 });
  });

  test("is no picture of somebody else, of another kind, or of a request for a refund", async () => {
    const strange = await upload(app, await newBuyer(app));
    const asked = await upload(app, buyer);
    await app.sql("update files set kind = 'refund' where id = $1", [asked]);
    for (const image_id of [strange, asked, "nothing"])
      expect(await send({ type: "image", image_id, client_key: newKey() })).toMatchObject({
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
    expect(await send({ client_key: newKey(), ...body })).toMatchObject({ status: 400, error: "validation" });
  });

  test("may have a thousand signs of any script; half a sign becomes the sign for what is unreadable", async () => {
    const long = "𠮷".repeat(1000);
    expect((await send(textOf(long))).data.content).toBe(long);
    const body = textOf("a\ud800b");
    expect((await send(body)).data.content).toBe("a\ufffdb");
    expect((await send(body)).status).toBe(200);
  });

  test("is the twenty-first of a minute one too many, and says when it may come", async () => {
    const bodies = Array.from({ length: 20 }, (_, nth) => textOf(`${nth}`));
    for (const body of bodies) expect((await send(body)).status).toBe(200);
    app.clock.pass(20_000);
    const more = textOf("20");
    const refused = await send(more);
    expect(refused).toMatchObject({ status: 429, error: "rate_limited" });
    expect(refused.headers["retry-after"]).toBe("40");
    expect((await send(bodies[0]!)).status).toBe(200);
    app.clock.pass(40_000);
    expect((await send(more)).status).toBe(200);
  });

  test("of twenty-five at once are twenty taken", async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, (_, nth) => send(textOf(`${nth}`))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe("a customer's thread", () => {
  test("is read upwards and downwards in pages, the oldest message of each first", async () => {
    for (const nth of [1, 2, 3, 4, 5]) await say(buyer, `${nth}`);
    const end = await history({ limit: 2 });
    expect([contents(end.list), end.has_more]).toEqual([["4", "5"], true]);
    const up = await history({ limit: 2, before_id: end.list[0]!.id });
    expect([contents(up.list), up.has_more]).toEqual([["2", "3"], true]);
    const top = await history({ limit: 2, before_id: up.list[0]!.id });
    expect([contents(top.list), top.has_more]).toEqual([["1"], false]);
    const down = await history({ limit: 3, after_id: top.list[0]!.id });
    expect([contents(down.list), down.has_more]).toEqual([["2", "3", "4"], true]);
    const all = await history({ after_id: 0 });
    expect([contents(all.list), all.has_more]).toEqual([["1", "2", "3", "4", "5"], false]);
  });

  test("is the customer's alone, and empty for whoever has not written", async () => {
    await say(buyer, "我的");
    const other = await newBuyer(app);
    expect(await history({}, other)).toEqual({ list: [], has_more: false });
    expect(await state(other)).toMatchObject({ unread: 0, last_message_id: null });
  });

  test.each([
    { before_id: 0 },
    { before_id: 2, after_id: 1 },
    { limit: 0 },
    { limit: 51 },
    { after_id: "x" },
  ])("is not given for %j", async (query) => {
    const answer = await buyer.call(calls.history, { query: query as object });
    expect(answer).toMatchObject({ status: 400, error: "validation" });
  });

  test("counts what staff wrote until it is read, and tells staff since when", async () => {
    const agent = await newMember(app, "agent");
    await say(buyer, "在吗");
    const answers = [await reply(agent, buyer.userId, "在的"), await reply(agent, buyer.userId, "您说")];
    expect(answers[0]).toMatchObject({ sender_type: "staff", sender_name: "林晓" });
    expect((await history()).list[1]).toMatchObject({ sender_name: "客服林", client_key: null });
    expect((await state()).unread).toBe(2);
    app.clock.pass(minute);
    const read = (up_to_id: number) => buyer.data(calls.read, { body: { up_to_id } });
    expect(await read(answers[0]!.id)).toEqual({ unread: 1 });
    expect(await read(answers[0]!.id)).toEqual({ unread: 1 });
    expect(await read(answers[1]!.id + 1_000)).toEqual({ unread: 0 });
    const { list } = await history();
    expect(list.map(({ read_at }) => read_at)).toEqual([
      null,
      app.clock.now().toISOString(),
      app.clock.now().toISOString(),
    ]);
  });

  test("has nothing to read for whoever has none, and takes no odd place", async () => {
    expect(await buyer.data(calls.read, { body: { up_to_id: 7 } })).toEqual({ unread: 0 });
    for (const up_to_id of [0, -1, 1.5, "7"])
      expect(await buyer.call(calls.read, { body: { up_to_id } })).toMatchObject({ status: 400 });
  });

  test.each([
    ["08:59", false],
    ["09:00", true],
    ["21:59", true],
    ["22:00", false],
  ])("says at %s whether somebody answers", async (time, online) => {
    app.clock.set(`${new Date().toISOString().slice(0, 10)}T${time}:00+08:00`);
    const later = await newBuyer(app);
    expect(await state(later)).toMatchObject({ online, hours_text: "09:00-22:00" });
  });
});
