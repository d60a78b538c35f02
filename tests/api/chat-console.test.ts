import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { staffChatEndpoints as endpoints } from "#contract/staff/chat/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey, createOrder } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { uploadChatImage } from "../support/api/chat.ts";
import { blankImage, countStoredFiles, uploadImageForCustomer } from "../support/api/forms.ts";
import { createPaidOrder, createStaffClient } from "../support/api/orders.ts";
import { readRestaurants } from "../support/api/restaurantStaff.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;
let agent: Client & { id: string };
let store: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  agent = await createStaffClient(app, "agent");
  store = await createStaffClient(app, "store");
});

beforeEach(async () => {
  buyer = await createBuyer(app);
});

afterAll(async () => {
  await app.close();
});

const customerParams = () => ({ params: { userId: buyer.userId } });
const createJpeg = () => blankImage(20, 10).jpeg().toBuffer();
const fetchImage = (url: string, token: string | null) =>
  app.server.inject({ url, headers: { authorization: `Bearer ${token}` } });

describe("the panel beside a conversation", () => {
  test("shows staff who the customer is, and logs the access", async () => {
    const { order_id } = await createPaidOrder(app, buyer);
    expect(await agent.data(endpoints.customer, customerParams())).toEqual({
      user_id: buyer.userId,
      name: expect.stringMatching(/^买家/),
      phone: expect.stringMatching(/^159\*{4}\d{4}$/),
      member_since: expect.stringMatching(/Z$/),
      points: 0,
      card_balance: null,
      order_count: 1,
      active_order_id: order_id,
      online: false,
    });
    const auditEntries = await app.sql("select actor, action from audit_log where target = $1", [
      buyer.userId,
    ]);
    expect(auditEntries).toEqual([{ actor: agent.id, action: "customer.view" }]);
  });

  test("shows staff the customer's orders in pages, and one of them as the customer sees it", async () => {
    const orders = [await createOrder(buyer), await createOrder(buyer), await createOrder(buyer)];
    const page = (page: number) =>
      agent.data(endpoints.userOrders, { ...customerParams(), query: { page, pageSize: 2 } });
    const [first, second] = [await page(1), await page(2)];
    expect([...first.list, ...second.list].map(({ order_id }) => order_id)).toEqual(
      orders.map(({ order_id }) => order_id).reverse(),
    );
    expect([first.has_more, second.has_more, first.total]).toEqual([true, false, 3]);
    const params = { orderId: orders[0]!.order_id };
    expect(await agent.data(endpoints.order, { params })).toMatchObject({
      order_no: orders[0]!.order_no,
      lines: [{ quantity: 1 }],
    });
  });

  test("shows a restaurant's member the orders of that restaurant only", async () => {
    const { order_id } = await createOrder(buyer);
    const params = { orderId: order_id };
    expect((await store.data(endpoints.order, { params })).order_id).toBe(order_id);
    await app.sql("update orders set restaurant_id = 'SH002' where id = $1", [order_id]);
    expect(await store.call(endpoints.order, { params })).toMatchObject({ status: 404, error: "not_found" });
    expect((await agent.call(endpoints.order, { params })).status).toBe(200);
    expect(await agent.call(endpoints.order, { params: { orderId: "nothing" } })).toMatchObject({
      status: 404,
    });
  });

  test("holds staff notes, the newest first, once per key, hidden from the customer", async () => {
    const write = (content: string, client_key = createIdempotencyKey(), who: Client = agent) =>
      who.call(endpoints.addNote, { ...customerParams(), body: { content, client_key } });
    const key = createIdempotencyKey();
    const made = await write(" 不吃香菜 <b>", key);
    expect(made).toMatchObject({
      status: 200,
      data: { author: { staff_id: agent.id, name: "林晓" }, content: "不吃香菜 <b>" },
    });
    expect((await write(" 不吃香菜 <b>", key)).data).toEqual(made.data);
    expect(await write("别的", key)).toMatchObject({ status: 409, error: "key_reused" });
    const admin = await createStaffClient(app, "admin");
    await write("老顾客", createIdempotencyKey(), admin);
    const { list, has_more } = await agent.data(endpoints.notes, {
      ...customerParams(),
      query: { pageSize: 1 },
    });
    expect([list.map(({ content }) => content), has_more]).toEqual([["老顾客"], true]);
    expect((await buyer.data(chatEndpoints.history)).list).toEqual([]);
    for (const content of ["", " ", "x".repeat(1001)])
      expect(await write(content)).toMatchObject({ status: 400, error: "validation" });
  });

  test("lists the active colleagues that a conversation can be assigned to", async () => {
    await app.sql(
      "insert into staff (id, phone, name, role, disabled_at, created_at) values ('gone', '13900009999', '走了', 'agent', now(), now())",
    );
    const { list } = await agent.data(endpoints.staff);
    const names = list.map(({ name, role }) => `${name} ${role}`);
    expect(names).toEqual(expect.arrayContaining(["林晓 agent", "许店长 admin"]));
    expect(names.filter((name) => /走了|周师傅/.test(name))).toEqual([]);
  });

  test.each(["customer", "userOrders", "notes"] as const)("%s answers 404 for nobody", async (name) => {
    const params = { userId: "nobody" };
    expect(await agent.call(endpoints[name] as Endpoint, { params })).toMatchObject({
      status: 404,
      error: "not_found",
    });
  });
});

describe("an image sent by staff", () => {
  test("is visible to that customer and to staff only", async () => {
    const sent = await uploadImageForCustomer(app, agent.token, buyer.userId, await createJpeg());
    expect(sent).toMatchObject({ status: 200, data: { width: 20, height: 10 } });
    const body = {
      user_id: buyer.userId,
      type: "image",
      image_id: sent.data.id,
      client_key: createIdempotencyKey(),
    };
    expect(await agent.data(endpoints.send, { body })).toMatchObject({ image: { url: sent.data.url } });
    const other = await createBuyer(app);
    const admin = await createStaffClient(app, "admin");
    const seen = [];
    for (const token of [buyer.token, agent.token, admin.token, other.token, store.token])
      seen.push((await fetchImage(sent.data.url, token)).statusCode);
    expect(seen).toEqual([200, 200, 200, 404, 404]);
  });

  test("is sent once, by its uploader, into that conversation; a customer's image only by that customer", async () => {
    const { data } = await uploadImageForCustomer(app, agent.token, buyer.userId, await createJpeg());
    const other = await createBuyer(app);
    const admin = await createStaffClient(app, "admin");
    const send = (who: Client, user_id: string, image_id: string) =>
      who.call(endpoints.send, {
        body: { user_id, type: "image", image_id, client_key: createIdempotencyKey() },
      });
    expect((await send(agent, other.userId, data.id)).status).toBe(404);
    expect((await send(admin, buyer.userId, data.id)).status).toBe(404);
    const body = { type: "image", image_id: data.id, client_key: createIdempotencyKey() };
    expect((await buyer.call(chatEndpoints.send, { body })).status).toBe(404);
    expect((await send(agent, buyer.userId, await uploadChatImage(app, buyer))).status).toBe(404);
    expect((await send(agent, buyer.userId, data.id)).status).toBe(200);
    expect((await send(agent, buyer.userId, data.id)).status).toBe(404);
  });

  test("does not count towards the sixty that the customer may send a day", async () => {
    await app.sql(
      "insert into files (id, owner_id, uploaded_by, kind, path, mime, bytes, width, height, created_at) select 'full' || n, $1, $2, 'chat', 'x', 'image/webp', 1, 1, 1, now() from generate_series(1, 60) n",
      [buyer.userId, agent.id],
    );
    expect(await uploadChatImage(app, buyer)).toMatch(/^[\w-]{22}$/);
  });

  test("needs a customer, an image, and a member of staff with the chat role", async () => {
    const before = await countStoredFiles(app);
    const picture = await createJpeg();
    expect(await uploadImageForCustomer(app, agent.token, "nobody", picture)).toMatchObject({ status: 404 });
    expect(await uploadImageForCustomer(app, agent.token, "", picture)).toMatchObject({ status: 400 });
    expect(await uploadImageForCustomer(app, agent.token, buyer.userId, "<svg/>")).toMatchObject({
      status: 415,
    });
    expect(await uploadImageForCustomer(app, store.token, buyer.userId, picture)).toMatchObject({
      status: 403,
    });
    expect(await uploadImageForCustomer(app, buyer.token, buyer.userId, picture)).toMatchObject({
      status: 401,
    });
    expect(await uploadImageForCustomer(app, null, buyer.userId, picture)).toMatchObject({ status: 401 });
    expect(await countStoredFiles(app)).toEqual(before);
  });
});

describe("staff without the chat role", () => {
  test.each([
    ["sessions", {}],
    ["messages", { params: { userId: "x" } }],
    ["send", { body: { user_id: "x", type: "text", content: "a", client_key: "key-of-a-store" } }],
    ["read", { body: { user_id: "x", up_to_id: 1 } }],
    ["session", { body: { user_id: "x", action: "resolve" } }],
    ["notes", { params: { userId: "x" } }],
    ["addNote", { params: { userId: "x" }, body: { content: "a", client_key: "key-of-a-store" } }],
    ["customer", { params: { userId: "x" } }],
    ["userOrders", { params: { userId: "x" } }],
    ["staff", {}],
  ] as const)("is forbidden %s", async (name, input) => {
    expect(await store.call(endpoints[name] as Endpoint, input as object)).toMatchObject({
      status: 403,
      error: "forbidden",
    });
  });

  test("lose all access once switched off", async () => {
    expect(await readRestaurants(app, store.id)).toEqual(["SH001"]);
    await app.sql("update staff set disabled_at = now() where id = $1", [agent.id]);
    expect(await agent.call(endpoints.sessions)).toMatchObject({ status: 401, error: "unauthenticated" });
    await app.sql("update staff set disabled_at = null where id = $1", [agent.id]);
    expect((await agent.call(endpoints.sessions)).status).toBe(200);
  });
});
