import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { withdrawalEndpoints as endpoints } from "#contract/withdrawal/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey } from "../../support/api/buyers.ts";
import { addPoints, listPointMovements } from "../../support/api/invites.ts";
import { createStaffClient } from "../../support/api/orders.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

const dayMs = 86_400_000;
let app: TestApp;
let customer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  app.clock.set("2026-12-01T12:00:00+08:00");
  customer = await createBuyer(app);
  await addPoints(app, customer.userId, 5_000, "invite");
});

afterEach(async () => {
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const requestWithdrawal = (points: unknown, client_key = createIdempotencyKey()) =>
  customer.callWithRetry(endpoints.withdraw, { body: { points, client_key } });
const getRules = async () => (await customer.data(endpoints.list)).rules;

async function createWithdrawal(points = 1_000): Promise<string> {
  return (await customer.data(endpoints.withdraw, { body: { points, client_key: createIdempotencyKey() } }))
    .withdrawal_id;
}

async function reviewWithdrawal(role: "agent" | "store" | "admin", form: Record<string, unknown>) {
  const body = { client_key: createIdempotencyKey(), ...form };
  return await (await createStaffClient(app, role)).callWithRetry(endpoints.review, { body });
}

describe("requesting a withdrawal", () => {
  test("deducts the points at once and shows the payout", async () => {
    const { status, data } = await requestWithdrawal(1_500);
    expect({ status, data }).toEqual({
      status: 200,
      data: {
        withdrawal_id: expect.stringMatching(/^[\w-]{22}$/),
        status: "reviewing",
        points: 1_500,
        fee: 0,
        amount: 1_500,
        reason: null,
        created_at: expect.stringMatching(/^2026-12-01T04:00/),
        reviewed_at: null,
      },
    });
    expect(await listPointMovements(app, customer.userId)).toEqual([
      ["invite", 5_000],
      ["withdraw", -1_500],
    ]);
    expect(await customer.data(endpoints.list)).toMatchObject({
      list: [data],
      total: 1,
      has_more: false,
      rules: {
        withdrawable: 3_500,
        minimum: 1_000,
        daily_maximum: 20_000,
        fee: 0,
        is_asked_today: true,
      },
    });
    expect((await customer.data(inviteEndpoints.stats)).withdrawable).toBe(3_500);
  });

  test("happens once per key, however often it is sent", async () => {
    const key = createIdempotencyKey();
    const responses = await Promise.all(Array.from({ length: 20 }, () => requestWithdrawal(1_000, key)));
    expect(new Set(responses.map(({ data }) => data.withdrawal_id)).size).toBe(1);
    expect(await requestWithdrawal(1_001, key)).toMatchObject({ status: 409, error: "key_reused" });
    expect((await getRules()).withdrawable).toBe(4_000);
  });

  test("fifty times concurrently is granted once", async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => requestWithdrawal(1_000)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(responses.map(({ error }) => error))).toEqual(new Set([undefined, "withdrawal_limit"]));
    expect((await customer.data(endpoints.list)).total).toBe(1);
    expect((await getRules()).withdrawable).toBe(4_000);
  });

  test("is limited to one request a day; the next day begins in Shanghai", async () => {
    await createWithdrawal();
    app.clock.set("2026-12-01T23:59:30+08:00");
    expect(await requestWithdrawal(1_000)).toMatchObject({ status: 422, error: "withdrawal_limit" });
    app.clock.set("2026-12-02T00:00:30+08:00");
    expect((await getRules()).is_asked_today).toBe(false);
    expect((await requestWithdrawal(1_000)).status).toBe(200);
  });

  test("has a minimum and a maximum", async () => {
    await addPoints(app, customer.userId, 30_000, "invite");
    for (const points of [1, 999, 20_001])
      expect(await requestWithdrawal(points)).toMatchObject({ status: 422, error: "withdrawal_limit" });
    expect((await requestWithdrawal(20_000)).status).toBe(200);
  });

  test("needs unspent points from invites", async () => {
    await addPoints(app, customer.userId, 9_000, "earn");
    expect(await requestWithdrawal(5_001)).toMatchObject({
      status: 422,
      error: "points_unusable",
      data: { withdrawable: 5_000 },
    });
    await addPoints(app, customer.userId, -12_000, "spend");
    expect((await getRules()).withdrawable).toBe(2_000);
    expect((await requestWithdrawal(2_001)).error).toBe("points_unusable");
    expect((await requestWithdrawal(2_000)).status).toBe(200);
    expect((await getRules()).withdrawable).toBe(0);
  });

  test("excludes revoked points, points that an order reserves, and debts", async () => {
    await addPoints(app, customer.userId, 9_000, "earn");
    await addPoints(app, customer.userId, -500, "reverse", "invite:some-order");
    expect((await getRules()).withdrawable).toBe(4_500);
    await app.sql("update points_accounts set reserved = 12000 where user_id = $1", [customer.userId]);
    expect((await getRules()).withdrawable).toBe(1_500);
    await app.sql("update points_accounts set reserved = 0 where user_id = $1", [customer.userId]);
    await addPoints(app, customer.userId, -20_000, "spend");
    expect((await getRules()).withdrawable).toBe(0);
    expect((await requestWithdrawal(1_000)).error).toBe("points_unusable");
  });

  test.each([0, -1_000, 1_000.5, "1000", null, 1_000_001])(
    "of %j points is not understood",
    async (points) => {
      expect((await requestWithdrawal(points)).status).toBe(400);
    },
  );
});

describe("a review", () => {
  test("pays once, under the reviewer's name, and is logged", async () => {
    const id = await createWithdrawal();
    const admin = await createStaffClient(app, "admin");
    const body = { withdrawal_id: id, approve: true, client_key: createIdempotencyKey() };
    const { data } = await admin.call(endpoints.review, { body });
    expect(data).toMatchObject({ status: "paid", reviewed_by: admin.id, points: 1_000, reason: null });
    expect(data.reviewed_at).not.toBeNull();
    expect(data.phone).toMatch(/^159\*{4}\d{4}$/);
    expect((await admin.call(endpoints.review, { body })).data).toEqual(data);
    expect(
      await reviewWithdrawal("admin", { withdrawal_id: id, approve: false, reason: "晚了" }),
    ).toMatchObject({
      status: 409,
      error: "conflict",
    });
    expect(await app.sql("select actor, action from audit_log where target = $1 order by id", [id])).toEqual([
      { actor: admin.id, action: "withdrawal.paid" },
    ]);
    expect(
      await app.sql(
        `select channel, payload->>'status' as status from events
         where type = 'withdrawal' and payload->>'withdrawal_id' = $1 order by id`,
        [id],
      ),
    ).toEqual([
      { channel: "staff:desk", status: "reviewing" },
      { channel: "staff:desk", status: "paid" },
    ]);
    expect((await getRules()).withdrawable).toBe(4_000);
  });

  test("that rejects returns the points with a reason the customer reads", async () => {
    const id = await createWithdrawal(2_000);
    expect((await reviewWithdrawal("admin", { withdrawal_id: id, approve: false, reason: " " })).status).toBe(
      400,
    );
    const { data } = await reviewWithdrawal("admin", {
      withdrawal_id: id,
      approve: false,
      reason: "账户信息不符",
    });
    expect(data.status).toBe("rejected");
    const { list, rules: now } = await customer.data(endpoints.list);
    expect(list[0]).toMatchObject({ status: "rejected", reason: "账户信息不符" });
    expect(now.withdrawable).toBe(5_000);
    expect(await listPointMovements(app, customer.userId)).toEqual([
      ["invite", 5_000],
      ["withdraw", -2_000],
      ["withdraw_return", 2_000],
    ]);
  });

  test("by twenty members of staff concurrently decides once", async () => {
    const id = await createWithdrawal(2_000);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        reviewWithdrawal("admin", { withdrawal_id: id, approve: nth % 2 === 0, reason: "重复申请" }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const isPaid = responses.find(({ status }) => status === 200)?.data.status === "paid";
    expect((await getRules()).withdrawable).toBe(isPaid ? 3_000 : 5_000);
  });

  test("does not pay a customer with a negative balance; rejecting settles the debt", async () => {
    const id = await createWithdrawal(5_000);
    await addPoints(app, customer.userId, -500, "reverse", "invite:order-of-a-friend");
    expect(await reviewWithdrawal("admin", { withdrawal_id: id, approve: true })).toMatchObject({
      status: 409,
      error: "conflict",
    });
    await reviewWithdrawal("admin", { withdrawal_id: id, approve: false, reason: "奖励已收回" });
    expect((await getRules()).withdrawable).toBe(4_500);
  });

  test("is for admins; agents may read, restaurants may not", async () => {
    const id = await createWithdrawal();
    for (const role of ["agent", "store"] as const)
      expect(await reviewWithdrawal(role, { withdrawal_id: id, approve: true })).toMatchObject({
        status: 403,
        error: "forbidden",
      });
    expect((await (await createStaffClient(app, "store")).call(endpoints.adminList)).status).toBe(403);
    const { list } = await (await createStaffClient(app, "agent")).data(endpoints.adminList, {
      query: { status: "reviewing", pageSize: 50 },
    });
    expect(list.find((item) => item.withdrawal_id === id)).toMatchObject({
      user_id: customer.userId,
      reviewed_by: null,
    });
    expect(await reviewWithdrawal("admin", { withdrawal_id: "nobody", approve: true })).toMatchObject({
      status: 404,
    });
  });
});

test("the lists are the customer's own, or staff's by one state or all, paginated and newest first", async () => {
  app.clock.set("2026-12-10T12:00:00+08:00");
  const first = await createWithdrawal();
  await reviewWithdrawal("admin", { withdrawal_id: first, approve: true });
  app.clock.advance(dayMs);
  const second = await createWithdrawal();
  const { list, total } = await customer.data(endpoints.list, { query: { pageSize: 1 } });
  expect({ total, ids: list.map((item) => item.withdrawal_id) }).toEqual({ total: 2, ids: [second] });
  expect((await (await createBuyer(app)).data(endpoints.list)).list).toEqual([]);
  const admin = await createStaffClient(app, "admin");
  const listIds = async (query: object) =>
    (await admin.data(endpoints.adminList, { query })).list.map((item) => item.withdrawal_id);
  expect((await listIds({})).slice(0, 2)).toEqual([second, first]);
  expect(await listIds({ status: "paid", pageSize: 50 })).toContain(first);
  expect(await listIds({ status: "paid", pageSize: 50 })).not.toContain(second);
});

test("staff's list is sorted by time or by points, either way", async () => {
  for (const points of [1_200, 1_000, 1_100]) {
    await createWithdrawal(points);
    app.clock.advance(dayMs);
  }
  const agent = await createStaffClient(app, "agent");
  const listPoints = async (order: object) => {
    const query = { status: "reviewing" as const, pageSize: 50, ...order };
    const { list } = await agent.data(endpoints.adminList, { query });
    return list.filter(({ user_id }) => user_id === customer.userId).map(({ points }) => points);
  };
  expect(await listPoints({})).toEqual([1_100, 1_000, 1_200]);
  expect(await listPoints({ sort: "created_at", order: "asc" })).toEqual([1_200, 1_000, 1_100]);
  expect(await listPoints({ sort: "points" })).toEqual([1_200, 1_100, 1_000]);
  expect(await listPoints({ sort: "points", order: "asc" })).toEqual([1_000, 1_100, 1_200]);
  const unknown = { sort: "name" as "points" };
  expect((await agent.call(endpoints.adminList, { query: unknown })).status).toBe(400);
});
