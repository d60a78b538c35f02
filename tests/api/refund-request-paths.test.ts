import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey, createOrder } from "../support/api/buyers.ts";
import { advanceOrder, createOrderInStatus, createStaffClient } from "../support/api/orders.ts";
import { payOrder } from "../support/api/paymentProvider.ts";
import { dish } from "../support/api/people.ts";
import { SpecificationClient } from "../support/api/specification/SpecificationClient.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const paths = { now: "/api/v1/order/apply-refund", before: "/api/v1/order/refund-request" };
let app: TestApp;
let buyer: Buyer;
let orderId: string;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  buyer = await createBuyer(app);
  orderId = (await createOrderInStatus(app, buyer, "preparing")).order_id;
});

afterAll(async () => {
  await app.close();
});

const requestForm = () => ({ order_id: orderId, reason: "少送了", client_key: createIdempotencyKey() });

async function requestRefund(path: string, token: string | null, body: object = requestForm()) {
  const response = await fetch(new URL(path, app.url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data: { error?: string; refund_status?: string } };
  return { status: response.status, error: data.error, refund_status: data.refund_status };
}

const getRefundStatus = async () =>
  (await buyer.data(endpoints.detail, { query: { order_id: orderId } })).refund_status;
const requestedResult = { status: 200, error: undefined, refund_status: "requested" };

describe("a customer's request for a refund", () => {
  test.each(Object.values(paths))("is taken at %s with the customer's token", async (path) => {
    expect(await requestRefund(path, buyer.token)).toEqual(requestedResult);
  });

  test("is the same request at both paths when it has the same key", async () => {
    const body = requestForm();
    expect(await requestRefund(paths.before, buyer.token, body)).toEqual(requestedResult);
    expect(await requestRefund(paths.now, buyer.token, body)).toEqual(requestedResult);
    expect(await app.sql("select 1 from refund_requests where order_id = $1", [orderId])).toHaveLength(1);
  });

  test("arrives from a client that chooses the token by the path", async () => {
    const client = new SpecificationClient(app.url);
    client.token = buyer.token;
    expect(await client.data("POST", paths.now, { body: requestForm() })).toMatchObject({
      refund_status: "requested",
    });
  });

  test("is refused without a token, and not found for another customer", async () => {
    const stranger = await createBuyer(app);
    for (const path of Object.values(paths)) {
      expect(await requestRefund(path, null)).toMatchObject({ status: 401, error: "unauthenticated" });
      expect(await requestRefund(path, stranger.token)).toMatchObject({ status: 404, error: "not_found" });
    }
    expect(await getRefundStatus()).toBe("none");
  });

  test("is not a staff endpoint at its own path", async () => {
    const { token } = await createStaffClient(app, "admin");
    expect(await requestRefund(paths.now, token)).toMatchObject({ status: 401, error: "unauthenticated" });
  });
});

describe("the service token at the old path", () => {
  test.each(["agent", "admin"] as const)("asks in the customer's name for an %s", async (role) => {
    const member = await createStaffClient(app, role);
    expect(await requestRefund(paths.before, member.token)).toEqual(requestedResult);
    expect(await getRefundStatus()).toBe("requested");
    const rows = await app.sql(
      "select actor from audit_log where action = 'order.apply-refund' and target = $1",
      [orderId],
    );
    expect(rows).toEqual([{ actor: member.id }]);
  });

  test("is refused to a restaurant, and to an agent beyond the agent's refund limit", async () => {
    expect(await requestRefund(paths.before, (await createStaffClient(app, "store")).token)).toMatchObject({
      status: 403,
      error: "forbidden",
    });
    const items = [{ id: dish.id, quantity: 7 }];
    const dear = await createOrder(buyer, { items, expected_total: 7 * dish.price });
    await payOrder(app, buyer, dear);
    await advanceOrder(await createStaffClient(app, "store"), dear.order_id, ["accepted", "preparing"]);
    const { token } = await createStaffClient(app, "agent");
    const body = { ...requestForm(), order_id: dear.order_id };
    expect(await requestRefund(paths.before, token, body)).toMatchObject({ status: 403, error: "forbidden" });
    expect(await getRefundStatus()).toBe("none");
    expect(await app.sql("select 1 from refund_requests where order_id = $1", [dear.order_id])).toEqual([]);
  });

  test("finds no unknown order", async () => {
    const { token } = await createStaffClient(app, "admin");
    const body = { ...requestForm(), order_id: "nobody" };
    expect(await requestRefund(paths.before, token, body)).toMatchObject({ status: 404, error: "not_found" });
  });
});
