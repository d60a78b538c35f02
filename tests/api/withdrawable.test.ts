import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { pointsEndpoints } from "#contract/points/endpoints.ts";
import { withdrawalEndpoints as endpoints } from "#contract/withdrawal/endpoints.ts";
import { type Buyer, createBuyers, createIdempotencyKey } from "../support/api/buyers.ts";
import { listPointMovements } from "../support/api/invites.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { addPoints } from "../support/api/wallet.ts";

const dayMs = 86_400_000;
let app: TestApp;
let customer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(async () => {
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const requestWithdrawal = (points: number) =>
  customer.callWithRetry(endpoints.withdraw, { body: { points, client_key: createIdempotencyKey() } });
const getRules = async () => (await customer.data(endpoints.list)).rules;

describe("withdrawable points", () => {
  const earlier = new Date("2027-02-01T00:00:00+08:00");
  const later = new Date("2027-03-01T00:00:00+08:00");
  const give = (delta: number, type: "invite" | "earn" | "spend" | "reverse", expiresAt?: Date) =>
    addPoints(app, customer.userId, delta, { type, ...(expiresAt && { expiresAt }) });

  beforeEach(async () => {
    app.clock.set("2026-12-01T12:00:00+08:00");
    [customer] = (await createBuyers(app, 1, 365 * dayMs)) as [Buyer];
  });

  test("exclude those that were spent: the first to expire are spent first", async () => {
    await give(3_000, "invite", earlier);
    await give(3_000, "earn", later);
    await give(-2_000, "spend");
    expect((await getRules()).withdrawable).toBe(1_000);
    expect(await requestWithdrawal(1_001)).toMatchObject({
      error: "points_unusable",
      data: { withdrawable: 1_000 },
    });
    await give(-1_000, "spend");
    await give(2_000, "earn", later);
    expect((await getRules()).withdrawable).toBe(0);
    expect((await customer.data(inviteEndpoints.stats)).withdrawable).toBe(0);
  });

  test("remain when others that expire earlier were spent", async () => {
    await give(2_000, "earn", earlier);
    await give(3_000, "invite", later);
    await give(-2_500, "spend");
    expect((await getRules()).withdrawable).toBe(2_500);
  });

  test("exclude expired ones, swept up or not, whatever came after", async () => {
    await give(3_000, "invite", earlier);
    await give(4_000, "earn", later);
    app.clock.set("2027-02-01T00:00:00+08:00");
    expect((await getRules()).withdrawable).toBe(0);
    await app.sweep("expired-points");
    expect((await getRules()).withdrawable).toBe(0);
    await give(1_000, "invite", later);
    expect((await getRules()).withdrawable).toBe(1_000);
  });

  test("are reduced by a withdrawal, not by earlier expiring ones, and come back with their old expiry", async () => {
    await give(1_000, "earn", earlier);
    await give(1_000, "invite", earlier);
    await give(1_000, "invite", later);
    const id = (await requestWithdrawal(1_500)).data.withdrawal_id;
    expect((await getRules()).withdrawable).toBe(500);
    expect(await listPointMovements(app, customer.userId)).toEqual([
      ["invite", 1_000],
      ["invite", 1_000],
      ["withdraw", -1_000],
      ["withdraw", -500],
    ]);
    const { expiring } = await customer.data(pointsEndpoints.account);
    expect(expiring).toEqual({ points: 1_000, at: earlier.toISOString() });
    const admin = await createStaffClient(app, "admin");
    const body = {
      withdrawal_id: id,
      approve: false,
      reason: "资料不符",
      client_key: createIdempotencyKey(),
    };
    await admin.data(endpoints.review, { body });
    expect((await getRules()).withdrawable).toBe(2_000);
    expect((await customer.data(pointsEndpoints.account)).expiring?.points).toBe(2_000);
  });

  test("exclude those that an order reserves", async () => {
    await give(3_000, "invite", earlier);
    await give(3_000, "earn", later);
    await app.sql("update points_accounts set reserved = 2500 where user_id = $1", [customer.userId]);
    expect((await getRules()).withdrawable).toBe(500);
    await app.sql("update points_accounts set reserved = 0 where user_id = $1", [customer.userId]);
  });
});
