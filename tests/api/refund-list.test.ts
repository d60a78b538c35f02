import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { staffOrderEndpoints as endpoints } from "#contract/staff/order/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { uploadChatImage } from "../support/api/chat.ts";
import { createOrderInStatus, createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;

let app: TestApp;
let buyer: Buyer;
let order: OrderReceipt;
let agent: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  agent = await createStaffClient(app, "agent");
});

beforeEach(async () => {
  app.clock.freeze();
  buyer = await createBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

/** Requests a refund as the buyer for an order in a given status. */
async function requestRefund(
  step: "preparing" | "completed" = "preparing",
  more: object = {},
): Promise<void> {
  order = await createOrderInStatus(app, buyer, step);
  const body = {
    order_id: order.order_id,
    reason: "餐品有问题",
    client_key: createIdempotencyKey(),
    ...more,
  };
  await buyer.data(orderEndpoints.refundRequest, { body });
}

const decideRequest = (more: object = {}, who: Client = agent) =>
  who.call(endpoints.answerRequest, {
    body: {
      order_id: order.order_id,
      approve: true,
      reason: "",
      client_key: createIdempotencyKey(),
      ...more,
    },
  });
const getDetail = () => buyer.data(orderEndpoints.detail, { query: { order_id: order.order_id } });

describe("the list of refund requests", () => {
  const listRequests = (query: object = {}, who: Client = agent) =>
    who.call(endpoints.refundRequests, { query });

  test("has open ones first by due time, then decided ones, in pages", async () => {
    await requestRefund();
    const first = order;
    app.clock.advance(minute);
    await requestRefund("completed", { images: [await uploadChatImage(app, buyer)] });
    const second = order;
    app.clock.advance(minute);
    await requestRefund();
    await decideRequest({ approve: false, reason: "不行" });
    const mine = [first, second, order].map(({ order_id }) => order_id);
    const found: string[] = [];
    for (let page = 1, more = true; more; page++) {
      const { data } = await listRequests({ page, pageSize: 2 });
      found.push(...data.list.map(({ order_id }) => order_id));
      more = data.has_more;
    }
    expect(new Set(found).size).toBe(found.length);
    expect(found.filter((id) => mine.includes(id))).toEqual(mine);
    const open = (await listRequests({ status: "open" })).data.list;
    expect(open.map(({ order_id }) => order_id)).toEqual(mine.slice(0, 2));
    expect(open[1]).toMatchObject({
      order_no: second.order_no,
      user_id: buyer.userId,
      restaurant_name: expect.stringMatching(/./),
      paid_amount: 3800,
      refundable_amount: 3800,
      request: { status: "open", reason: "餐品有问题" },
    });
    const [picture] = open[1]!.request.images;
    const headers = { authorization: `Bearer ${agent.token}` };
    expect((await app.server.inject({ url: picture!, headers })).statusCode).toBe(200);
    const answered = (await listRequests({ status: "answered", pageSize: 50 })).data.list;
    expect(answered.map(({ order_id }) => order_id)).toContain(order.order_id);
    const times = answered.map(({ request }) => request.answered_at ?? "");
    expect(times).toEqual([...times].sort().reverse());
  });

  test("is for restaurants, too; decisions are for agents and admins only", async () => {
    await requestRefund();
    const store = await createStaffClient(app, "store");
    expect(await listRequests({}, store)).toMatchObject({ status: 200, data: { can_answer: false } });
    expect(await decideRequest({}, store)).toMatchObject({ status: 403, error: "forbidden" });
    expect(await decideRequest({ order_id: "nothing" })).toMatchObject({ status: 404, error: "not_found" });
    expect(await listRequests({ status: "all" })).toMatchObject({ status: 400 });
    expect((await getDetail()).refund_status).toBe("requested");
  });
});
