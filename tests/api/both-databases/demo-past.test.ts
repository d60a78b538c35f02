import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { pointsEndpoints } from "#contract/points/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { findViolations } from "#server/backup/ledger-invariants.ts";
import { reconcileCommand } from "#server/cli/reconcile.ts";
import { demoPast } from "#server/demo/demo-past.ts";
import { WechatPayV3 } from "#server/gateways/wechat-pay/WechatPayV3.ts";
import { addMs } from "#server/platform/time/clock.ts";
import { toLocalTime } from "#server/platform/time/local-time.ts";
import { Client } from "../../support/api/Client.ts";
import { createToken } from "../../support/api/namedEndpoints.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

const dayMs = 86_400_000;
const { phone } = demoPast.customer;
let app: TestApp;
let customer: Client;

beforeAll(async () => {
  app = await startTestApp();
  const [user] = await app.sql<{ id: string }>("select id from users where phone = $1", [phone]);
  customer = new Client(app.server, await createToken(app, "customer", user?.id ?? ""));
});

afterAll(async () => {
  await app.close();
});

const count = <Key extends PropertyKey>(keys: readonly Key[]) =>
  Object.fromEntries([...new Set(keys)].map((key) => [key, keys.filter((other) => other === key).length]));

describe("each screen of the demo's customer shows something:", () => {
  test("points that can be used and points that come, and how they came and went", async () => {
    const account = await customer.data(pointsEndpoints.account);
    expect(account.available).toBeGreaterThan(account.rules.spend_minimum);
    expect(account.pending).toBeGreaterThan(0);
    expect(account.coming?.points).toBeGreaterThan(0);
    expect(account.coming?.at).not.toBeNull();
    expect(account.balance).toBe(account.available + account.pending);
    const { list } = await customer.data(pointsEndpoints.records, { query: { pageSize: 50 } });
    expect(count(list.map(({ type }) => type))).toEqual({
      earn: 7,
      invite: 3,
      withdraw: 1,
      spend: 1,
      reverse: 2,
    });
    expect(list.reduce((sum, { delta }) => sum + delta, 0)).toBe(account.balance);
  });

  test("invites that were accepted, ordered for, and rewarded", async () => {
    const { list } = await customer.data(inviteEndpoints.records);
    expect(count(list.map(({ status }) => status))).toEqual({ registered: 1, ordered: 1, rewarded: 3 });
    expect(await customer.data(inviteEndpoints.stats)).toMatchObject({
      invited: 5,
      ordered: 4,
      rewarded_points: 1_500,
      withdrawable: expect.any(Number),
    });
  });

  test("a withdrawal that was paid", async () => {
    const { list } = await customer.data(withdrawalEndpoints.list);
    expect(list).toMatchObject([{ status: "paid", points: 1_000, reviewed_at: expect.any(String) }]);
  });

  test("a member card with movements of all kinds", async () => {
    const card = await customer.data(cardEndpoints.show);
    expect(card).toMatchObject({ number: demoPast.card.number.slice(-4), balance: expect.any(Number) });
    const { list } = await customer.data(cardEndpoints.ledger);
    expect(count(list.map(({ type }) => type))).toEqual({ issue: 1, pay: 7, refund: 2 });
    expect(list[0]?.balance_after).toBe(card?.balance);
    expect(card?.balance).toBeGreaterThan(0);
  });

  test("orders of every type, one cancelled, one refunded in part", async () => {
    const { list } = await customer.data(orderEndpoints.list, { query: { pageSize: 50 } });
    expect(count(list.map((order) => `${order.order_type} ${order.status} ${order.refund_status}`))).toEqual({
      "takeaway completed none": 2,
      "takeaway completed partially_refunded": 1,
      "takeaway cancelled refunded": 1,
      "pickup completed none": 2,
      "dine_in completed none": 2,
    });
    for (const { order_id } of list) {
      const detail = await customer.data(orderEndpoints.detail, { query: { order_id } });
      expect(detail.items.length).toBeGreaterThan(0);
    }
  });

  test("a voucher that was used for a meal", async () => {
    const [row] = await app.sql<{ id: string }>(
      "select voucher_id as id from orders o join users u on u.id = o.user_id where u.phone = $1 and voucher_id is not null",
      [phone],
    );
    const voucher = await customer.data(orderEndpoints.voucher, {
      query: { third_party_order_id: row?.id ?? "" },
    });
    expect(voucher).toMatchObject({ status: "redeemed" });
  });

  test("favourites, and a conversation about an order that customer service has ended", async () => {
    expect(await customer.data(restaurantEndpoints.favourites)).toMatchObject([
      { restaurant_id: "SH001" },
      { restaurant_id: "SH003" },
    ]);
    const { list } = await customer.data(chatEndpoints.history, { query: {} });
    expect(list.map(({ sender_type, type }) => `${sender_type} ${type}`)).toEqual([
      "system system",
      "user order",
      "user text",
      "staff text",
      "system system",
      "staff text",
      "user text",
    ]);
    expect(await customer.data(chatEndpoints.state)).toMatchObject({ unread: 0 });
    expect(await app.sql("select status, unread_by_staff from conversations")).toEqual([
      { status: "resolved", unread_by_staff: 0 },
    ]);
  });

  test("the profile's name and points", async () => {
    expect(await customer.data(userEndpoints.info)).toMatchObject({
      nickname: demoPast.customer.nickname,
      points: (await customer.data(pointsEndpoints.account)).available,
    });
  });
});

test("its ledgers agree with one another, and with the bills of the provider", async () => {
  expect(await findViolations(app.select)).toEqual([]);
  await app.sweep("figures");
  const lines: string[] = [];
  const now = new Date(inject("databaseServer").demoSeededAt);
  const [from, to] = [addMs(now, -61 * dayMs), now].map((at) => toLocalTime(at).date);
  const isAlike = await reconcileCommand(["--from", from ?? "", "--to", to ?? ""], {
    database: app.database,
    pay: new WechatPayV3(app.config),
    clock: app.clock,
    print: (line) => lines.push(line),
  });
  expect([isAlike, lines]).toEqual([true, [expect.stringContaining("no differences")]]);
});

test("what happened has its time: in order, and none of it in the future", async () => {
  const [row] = await app.sql<{ orders: number; wrong: number; first: Date; last: Date }>(
    `select count(*)::int as orders, count(*) filter (where o.created_at > paid_at or paid_at > accepted_at
       or accepted_at > completed_at)::int as wrong, min(o.created_at) as first, max(completed_at) as last
     from orders o join users u on u.id = o.user_id where u.phone = $1`,
    [phone],
  );
  const seededAt = inject("databaseServer").demoSeededAt;
  expect(row).toMatchObject({ orders: 8, wrong: 0 });
  expect(row?.last.getTime()).toBeLessThan(seededAt);
  expect(row?.first.getTime()).toBeLessThan(seededAt - 40 * dayMs);
});
