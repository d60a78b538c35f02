import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { type Buyer, newBuyer, newBuyers, newOrder } from "../support/api/buyers.ts";
import { behave, payAtProvider, settleRefunds, tradeOf } from "../support/api/provider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { giveCard, givePoints } from "../support/api/wallet.ts";

const rounds = 25;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  await behave(app, { provider: "normal", notify: "lost", refund: "success", refund_delay_ms: 0 });
});

afterEach(async () => {
  await behave(app, { provider: "normal", close: "normal" });
  await settleRefunds(app);
});

afterAll(async () => {
  await app.close();
});

const pay = (buyer: Buyer, order: OrderReceipt, more: object = {}) =>
  buyer.call(calls.pay, { body: { order_id: order.order_id, ...more } });
const cancel = (buyer: Buyer, order: OrderReceipt) =>
  buyer.call(calls.cancel, { body: { order_id: order.order_id } });

/** What such a crowd may be told: done, moved on, or wait; a machine that is busy says that too. */
const fair = new Set([200, 409, 429, 503]);

async function payers(count: number): Promise<Buyer[]> {
  const buyers = await newBuyers(app, count);
  for (const { userId } of buyers) {
    await giveCard(app, userId, 20_000);
    await givePoints(app, userId, 2_000);
  }
  return buyers;
}

/** Everything that can be done about an unpaid order, in parallel; answers the statuses that are not fair. */
async function rush(buyer: Buyer, nth: number): Promise<number[]> {
  const order = await newOrder(buyer);
  if (nth % 2 === 0) await pay(buyer, order);
  const all = [
    () => pay(buyer, order),
    () => pay(buyer, order, { payment_method: "card" }),
    () => pay(buyer, order, { points_payment: 300 }),
    () => pay(buyer, order, { payment_method: "card", points_payment: 200 }),
    () => pay(buyer, order),
    () => cancel(buyer, order),
  ];
  const turned = [...all.slice(nth % all.length), ...all.slice(0, nth % all.length)];
  const answers = await Promise.all(turned.map((act) => act()));
  return answers.map(({ status }) => status).filter((status) => !fair.has(status));
}

describe("ways to pay that change all at once, with a cancel among them", () => {
  test("are never answered with a failure of the provider, which is well", { timeout: 240_000 }, async () => {
    const unfair: number[] = [];
    for (const [nth, buyer] of (await payers(rounds)).entries()) unfair.push(...(await rush(buyer, nth)));
    expect(unfair).toEqual([]);
  });

  test("neither by a provider that takes its time", { timeout: 240_000 }, async () => {
    await behave(app, { provider: "slow", provider_delay_ms: 60 });
    const buyers = await payers(rounds);
    const unfair = await Promise.all(buyers.map((buyer, nth) => rush(buyer, nth)));
    expect(unfair.flat()).toEqual([]);
  });

  test.each(["lost", "error"] as const)(
    "nor by one that closes trades with an error (%s)",
    { timeout: 240_000 },
    async (close) => {
      await behave(app, { close });
      const unfair: number[] = [];
      for (const [nth, buyer] of (await payers(rounds)).entries()) unfair.push(...(await rush(buyer, nth)));
      expect(unfair).toEqual([]);
    },
  );
});

describe("a trade that somebody else closed while it was being opened", () => {
  test("gives way to a new one", async () => {
    const buyer = await newBuyer(app);
    const order = await newOrder(buyer);
    await pay(buyer, order);
    // The page of the provider is over, and so is the trade, which nobody here has heard of.
    await fetch(`${app.sandbox.url}/pay/trades/${order.order_no}_1/close`, { method: "POST" });
    await app.sql("update payment_attempts set prepay_expires_at = created_at where order_id = $1", [
      order.order_id,
    ]);
    expect((await pay(buyer, order)).status).toBe(200);
    expect(await tradeOf(app, order, 2)).toMatchObject({ state: "NOTPAY" });
    expect(await payAtProvider(app, order, 2)).toBe(200);
    const { data } = await buyer.call(calls.payQuery, { query: { order_id: order.order_id } });
    expect(data.pay_status).toBe("paid");
  });
});
