import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import { staffEventsPath } from "#contract/events.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { newId } from "#server/platform/security/ids.ts";
import { staff } from "#server/schema/service.ts";
import { createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { createToken } from "../support/api/namedEndpoints.ts";
import { createPaidOrder, createStaffClient } from "../support/api/orders.ts";
import { settleRefunds } from "../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

const dayMs = 86_400_000;
let app: TestApp;
let admin: Client & { id: string };
let colleague: Client;
let order: OrderReceipt;

beforeAll(async () => {
  app = await startTestApp({
    settings: {
      CARDS_DAILY_STAFF_YUAN: "100",
      CARDS_DAILY_YUAN: "150",
      REFUNDS_DAILY_STAFF_YUAN: "10",
      REFUNDS_DAILY_YUAN: "15",
    },
  });
  admin = await createStaffClient(app, "admin");
  const id = newId();
  const member = { id, phone: "18800001111", name: "同事", role: "admin" as const };
  await app.database.queries.insert(staff).values({ ...member, createdAt: app.clock.now() });
  colleague = new Client(app.server, await createToken(app, "staff", id));
  order = await createPaidOrder(app, await createBuyer(app));
});

beforeEach(() => app.sql("delete from daily_sums"));

afterEach(async () => {
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const issueVouchers = (who: Client, yuan: number, count = 1, client_key = createIdempotencyKey()) =>
  who.call(cardEndpoints.adminIssue, { body: { amount: yuan * 100, count, client_key } });
const refundOrder = (who: Client, yuan: number) =>
  who.call(orderEndpoints.refund, {
    body: {
      order_id: order.order_id,
      refund_no: createIdempotencyKey(),
      type: "amount",
      amount: yuan * 100,
      reason_code: "少送了",
    },
  });

describe("cards", () => {
  test("are issued up to a member's limit a day, and none beyond it", async () => {
    expect((await issueVouchers(admin, 50, 2)).status).toBe(200);
    const before = await app.sql("select count(*)::int as n from cards");
    expect(await issueVouchers(admin, 1)).toMatchObject({
      status: 422,
      error: "rule_broken",
      msg: "您今日发卡总额不能超过 ¥100.00，请明天再试或联系管理员调整上限",
    });
    expect(await app.sql("select count(*)::int as n from cards")).toEqual(before);
  });

  test("are counted once per key", async () => {
    const key = createIdempotencyKey();
    expect((await issueVouchers(admin, 60, 1, key)).status).toBe(200);
    expect((await issueVouchers(admin, 60, 1, key)).status).toBe(200);
    expect((await issueVouchers(admin, 40)).status).toBe(200);
  });

  test("are issued up to the chain's limit, over all members", async () => {
    expect((await issueVouchers(admin, 100)).status).toBe(200);
    expect(await issueVouchers(colleague, 51)).toMatchObject({ status: 422, error: "rule_broken" });
    expect((await issueVouchers(colleague, 50)).status).toBe(200);
  });

  test("issued concurrently never exceed the limit", async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => issueVouchers(admin, 40)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422, 422]);
  });

  test("are counted anew the next day", async () => {
    expect((await issueVouchers(admin, 100)).status).toBe(200);
    app.clock.advance(dayMs);
    const next = new Client(app.server, await createToken(app, "staff", admin.id));
    expect((await issueVouchers(next, 100)).status).toBe(200);
  });

  test("near the limit cause one alert to admins", async () => {
    const stream = await EventReader.open(app.url, admin.token, undefined, staffEventsPath);
    await expect.poll(() => stream.events.length, waitOptions).toBeGreaterThan(0);
    await issueVouchers(admin, 79);
    await issueVouchers(admin, 1);
    await issueVouchers(admin, 20);
    const listAlarms = () => stream.listStaffEvents("office_alarm");
    const alarm = { kind: "daily_limit", what: "cards", money: 8_000, limit: 10_000 };
    await expect.poll(listAlarms, waitOptions).toEqual([{ ...alarm, name: expect.any(String) }]);
    await issueVouchers(colleague, 20);
    const chain = { kind: "daily_limit", what: "cards", name: null, money: 12_000, limit: 15_000 };
    await expect.poll(listAlarms, waitOptions).toEqual([expect.anything(), chain]);
    stream.close();
    const auditEntries = await app.sql(
      "select target, detail from audit_log where action = 'limit.near' order by id desc limit 2",
    );
    expect(auditEntries).toEqual([
      { target: "chain", detail: { type: "cards", money: 12_000, limit: 15_000 } },
      { target: admin.id, detail: { type: "cards", money: 8_000, limit: 10_000 } },
    ]);
  });
});

test("staff refunds are limited per member and for the chain, and a preview counts nothing", async () => {
  const agent = await createStaffClient(app, "agent");
  expect((await refundOrder(agent, 8)).status).toBe(200);
  expect(await refundOrder(agent, 3)).toMatchObject({ status: 422, error: "rule_broken" });
  expect((await refundOrder(agent, 2)).status).toBe(200);
  expect(await refundOrder(admin, 6)).toMatchObject({ status: 422, error: "rule_broken" });
  expect((await refundOrder(admin, 5)).status).toBe(200);
  const refunds = await app.sql("select sum(money_fen)::int as fen from refunds where order_id = $1", [
    order.order_id,
  ]);
  expect(refunds).toEqual([{ fen: 1_500 }]);
});
