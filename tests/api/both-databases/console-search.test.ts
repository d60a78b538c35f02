import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { staffChatEndpoints as endpoints } from "#contract/staff/chat/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey, createOrder } from "../../support/api/buyers.ts";
import type { Client } from "../../support/api/Client.ts";
import { createOrderInStatus, createStaffClient } from "../../support/api/orders.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

let app: TestApp;
let agent: Client & { id: string };
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  agent = await createStaffClient(app, "agent");
});

beforeEach(async () => {
  buyer = await createBuyer(app);
});

afterAll(async () => {
  await app.close();
});

const searchConversations = async (keyword: string) =>
  (await agent.data(endpoints.sessions, { query: { keyword, pageSize: 50 } })).list.map(
    ({ user_id }) => user_id,
  );

const sendCustomerMessage = (who: Buyer, content = "在吗") =>
  who.data(chatEndpoints.send, { body: { type: "text", content, client_key: createIdempotencyKey() } });

describe("the search of the console", () => {
  test("finds customers who have never written by name, number, last digits and order number", async () => {
    await app.sql("update users set nickname = '欧阳明月', phone = '18612349876' where id = $1", [
      buyer.userId,
    ]);
    const { order_no } = await createOrder(buyer);
    for (const keyword of ["阳明", "欧阳明月", "18612349876", "+86 186 1234 9876", "9876", order_no])
      expect({ keyword, found: await searchConversations(keyword) }).toEqual({
        keyword,
        found: [buyer.userId],
      });
    for (const keyword of ["1861234", order_no.slice(0, 10), "明阳"])
      expect({ keyword, found: await searchConversations(keyword) }).toEqual({ keyword, found: [] });
  });

  test("shows such a customer like one with a closed conversation, and also finds resolved conversations", async () => {
    await app.sql("update users set nickname = '司马青' where id = $1", [buyer.userId]);
    const one = async () => (await agent.data(endpoints.sessions, { query: { keyword: "司马青" } })).list[0];
    expect(await one()).toMatchObject({ status: "resolved", last_message: null, unread_count: 0 });
    await sendCustomerMessage(buyer);
    await agent.data(endpoints.session, { body: { user_id: buyer.userId, action: "resolve" } });
    expect(await one()).toMatchObject({ status: "resolved", last_message: { preview: "在吗" } });
  });

  test("does not find an account that was merged into another", async () => {
    const other = await createBuyer(app);
    await app.sql("update users set nickname = '慕容山', merged_into = $2 where id = $1", [
      buyer.userId,
      other.userId,
    ]);
    expect(await searchConversations("慕容山")).toEqual([]);
  });
});

describe("the server counts pending work:", () => {
  const counts = (who: Client = agent) => who.data(endpoints.counts);

  test("messages assigned to this member or unassigned, over all conversations", async () => {
    const before = await counts();
    const admin = await createStaffClient(app, "admin");
    for (const text of ["一", "二", "三"]) await sendCustomerMessage(buyer, text);
    expect((await counts()).unread).toBe(before.unread + 3);
    const assign = { user_id: buyer.userId, action: "assign", staff_id: admin.id } as const;
    await agent.data(endpoints.session, { body: assign });
    expect((await counts()).unread).toBe(before.unread);
    expect((await counts(admin)).unread).toBeGreaterThanOrEqual(3);
    const { last_message: last } = await agent.data(endpoints.session, {
      body: { user_id: buyer.userId, action: "unassign" },
    });
    await agent.data(endpoints.read, { body: { user_id: buyer.userId, up_to_id: last?.id ?? 0 } });
    expect((await counts()).unread).toBe(before.unread);
  });

  test("refund requests, beyond the page that is shown", async () => {
    const before = (await counts()).refund_requests;
    for (let nth = 0; nth < 2; nth += 1) {
      const customer = await createBuyer(app);
      const { order_id } = await createOrderInStatus(app, customer, "completed");
      const body = { order_id, reason: "少送了", client_key: createIdempotencyKey() };
      await customer.data(orderEndpoints.refundRequest, { body });
    }
    expect((await counts()).refund_requests).toBe(before + 2);
  });
});
