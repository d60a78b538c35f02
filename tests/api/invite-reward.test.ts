import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inviteEndpoints as endpoints } from "#contract/invite/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { bindPhone, createPhoneCustomer, createWechatCustomer } from "../support/api/accountMerge.ts";
import { type Buyer, createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import {
  acceptInvitation,
  createGuest,
  createQualifiedGuest,
  createQualifiedGuests,
  grantDueRewards,
  listPointMovements,
  refundOrder,
} from "../support/api/invites.ts";
import {
  advanceOrder,
  createOrderInStatus,
  createPaidOrder,
  createStaffClient,
} from "../support/api/orders.ts";
import { settleRefunds } from "../support/api/paymentProvider.ts";
import { startSecondServer } from "../support/api/SecondServer.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const dayMs = 86_400_000;
let app: TestApp;
let inviter: Buyer;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  inviter = await createBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

const getStats = () => inviter.data(endpoints.stats);
const getOnlyRecord = async () => (await inviter.data(endpoints.records)).list[0];

async function completeOrder(orderId: string): Promise<void> {
  const store = await createStaffClient(app, "store");
  await advanceOrder(store, orderId, ["accepted", "preparing", "delivering", "completed"]);
}

describe("the reward for a friend's first qualifying order", () => {
  test("is granted a week after it, to both, and once", async () => {
    const { guest } = await createQualifiedGuest(app, inviter);
    expect(await getOnlyRecord()).toMatchObject({ status: "ordered", points: 0 });
    await grantDueRewards(app, 7 * dayMs - 120_000);
    expect(await listPointMovements(app, inviter.userId)).toEqual([]);
    await grantDueRewards(app);
    await grantDueRewards(app);
    expect(await listPointMovements(app, inviter.userId)).toEqual([["invite", 500]]);
    expect(await listPointMovements(app, guest.userId)).toEqual([["invite", 200]]);
    expect(await getOnlyRecord()).toMatchObject({ status: "rewarded", points: 500 });
    app.clock.advance(7 * dayMs + 5_000);
    expect(await getStats()).toMatchObject({
      invited: 1,
      ordered: 1,
      rewarded_points: 500,
      withdrawable: 500,
      today: 1,
      can_bind: true,
    });
  });

  test("is not granted again for later orders", async () => {
    const { guest } = await createQualifiedGuest(app, inviter);
    await createOrderInStatus(app, guest, "completed");
    await grantDueRewards(app);
    await createOrderInStatus(app, guest, "completed");
    await grantDueRewards(app, 20 * dayMs);
    expect(await listPointMovements(app, inviter.userId)).toEqual([["invite", 500]]);
  });

  test("needs an order of twenty yuan", async () => {
    const guest = await createGuest(app, inviter);
    const { order_id } = await createPaidOrder(app, guest);
    await refundOrder(app, order_id, 1_801);
    await completeOrder(order_id);
    expect(await getOnlyRecord()).toMatchObject({ status: "registered" });
    await createOrderInStatus(app, guest, "completed");
    expect(await getOnlyRecord()).toMatchObject({ status: "ordered" });
    await grantDueRewards(app);
    expect(await listPointMovements(app, inviter.userId)).toEqual([["invite", 500]]);
  });

  test("is granted also when the invitation was accepted after the first order", async () => {
    const guest = await createBuyer(app);
    const first = await createOrderInStatus(app, guest, "completed");
    await createOrderInStatus(app, guest, "completed");
    app.clock.advance(3 * dayMs);
    await acceptInvitation(guest, inviter);
    app.clock.reset();
    await refundOrder(app, first.order_id, "all");
    expect(await getOnlyRecord()).toMatchObject({ status: "revoked" });
  });

  test("is granted once however many servers sweep concurrently", async () => {
    const { orderId } = await createQualifiedGuest(app, inviter);
    await createQualifiedGuests(app, inviter, orderId, 9);
    const secondServer = await startSecondServer(app);
    app.clock.advance(7 * dayMs + 1_000);
    const job = secondServer.app.jobs.find(({ name }) => name === "invite-rewards")!;
    await Promise.all([app.sweep("invite-rewards"), job.run(), app.sweep("invite-rewards"), job.run()]);
    await secondServer.close();
    expect(await getStats()).toMatchObject({ rewarded_points: 5_000, today: 10 });
  });

  test("is granted at most twenty times a day; the rest follow on the next day", async () => {
    const { orderId } = await createQualifiedGuest(app, inviter);
    await createQualifiedGuests(app, inviter, orderId, 24);
    await app.sql("update invites set reward_at = '2027-03-01T10:00:00+08:00' where inviter_id = $1", [
      inviter.userId,
    ]);
    app.clock.set("2027-03-01T23:30:00+08:00");
    await Promise.all([app.sweep("invite-rewards"), app.sweep("invite-rewards")]);
    const given = async () => (await listPointMovements(app, inviter.userId)).length;
    expect(await given()).toBe(20);
    app.clock.advance(20 * 60_000);
    await app.sweep("invite-rewards");
    expect(await given()).toBe(20);
    app.clock.set("2027-03-02T00:00:30+08:00");
    await app.sweep("invite-rewards");
    expect(await given()).toBe(25);
  });
});

describe("a refunded order", () => {
  test("earns nothing when refunded before the week is over", async () => {
    const { guest, orderId } = await createQualifiedGuest(app, inviter);
    await refundOrder(app, orderId, "all");
    expect(await getOnlyRecord()).toMatchObject({ status: "revoked", points: 0 });
    await grantDueRewards(app);
    expect(await listPointMovements(app, inviter.userId)).toEqual([]);
    expect(await listPointMovements(app, guest.userId)).toEqual([]);
  });

  test("revokes the points of both when refunded afterwards, even below zero, and for good", async () => {
    const { guest, orderId } = await createQualifiedGuest(app, inviter);
    await grantDueRewards(app);
    await spendAll(guest.userId);
    await refundOrder(app, orderId, "all");
    expect(await listPointMovements(app, inviter.userId)).toEqual([
      ["invite", 500],
      ["reverse", -500],
    ]);
    expect(await listPointMovements(app, guest.userId)).toContainEqual(["reverse", -200]);
    const sql = "select balance from points_accounts where user_id = $1";
    expect((await app.sql<{ balance: number }>(sql, [guest.userId]))[0]?.balance).toBeLessThanOrEqual(-200);
    expect(await getOnlyRecord()).toMatchObject({ status: "revoked", points: 0 });
    expect(await getStats()).toMatchObject({ ordered: 0, rewarded_points: 0, withdrawable: 0 });
    await createOrderInStatus(app, guest, "completed");
    await grantDueRewards(app, 14 * dayMs);
    expect(await getOnlyRecord()).toMatchObject({ status: "revoked" });
  });

  test("counts when refunded in part while twenty yuan remain", async () => {
    const { orderId } = await createQualifiedGuest(app, inviter);
    await refundOrder(app, orderId, 1_800);
    await grantDueRewards(app);
    expect(await getOnlyRecord()).toMatchObject({ status: "rewarded" });
    await refundOrder(app, orderId, 1);
    expect(await getOnlyRecord()).toMatchObject({ status: "revoked" });
    expect(await listPointMovements(app, inviter.userId)).toEqual([
      ["invite", 500],
      ["reverse", -500],
    ]);
  });

  test("delays the reward while its refund is undecided", async () => {
    const { guest, orderId } = await createQualifiedGuest(app, inviter);
    const body = { order_id: orderId, reason: "少送了", client_key: createIdempotencyKey() };
    await guest.data(orderEndpoints.refundRequest, { body });
    await grantDueRewards(app);
    expect(await getOnlyRecord()).toMatchObject({ status: "ordered" });
    await app.sql("update refund_requests set due_at = now() - interval '1 hour' where order_id = $1", [
      orderId,
    ]);
    await app.sweep("refund-requests");
    await settleRefunds(app);
    await grantDueRewards(app, 8 * dayMs);
    expect(await getOnlyRecord()).toMatchObject({ status: "revoked" });
    expect(await listPointMovements(app, inviter.userId)).toEqual([]);
  });
});

/** Spends a customer's points as orders would. */
async function spendAll(userId: string): Promise<void> {
  await app.sql(
    `insert into points_ledger (user_id, type, delta, balance_after, reference, available_at, created_at)
     select user_id, 'spend', -sum(delta), 0, 'all', now(), now() from points_ledger where user_id = $1 group by user_id`,
    [userId],
  );
  await app.sql("update points_accounts set balance = 0 where user_id = $1", [userId]);
}

test("an inviter who turns out to be the invitee loses the points", async () => {
  const old = await createPhoneCustomer(app);
  const fresh = await createWechatCustomer(app);
  const { invite_code } = await old.data(endpoints.code);
  await fresh.data(endpoints.bind, { body: { invite_code } });
  await createOrderInStatus(app, fresh, "completed");
  await grantDueRewards(app);
  expect(await listPointMovements(app, old.userId)).toEqual([["invite", 500]]);
  expect(await listPointMovements(app, fresh.userId)).toEqual([["invite", 200]]);
  app.clock.advance(61_000);
  expect((await bindPhone(app, fresh, old.phone)).status).toBe(200);
  const moved = await listPointMovements(app, old.userId);
  expect(moved.map(([, delta]) => delta).sort((a, b) => a - b)).toEqual([-500, -200, 200, 500]);
  expect(await old.data(endpoints.stats)).toMatchObject({ invited: 0, rewarded_points: 0, withdrawable: 0 });
});
