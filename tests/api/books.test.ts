import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { brokenLaws, lawNames } from "#server/backup/bookLaws.ts";
import { Books } from "../support/api/Books.ts";
import { newBuyer, newKey, newOrder } from "../support/api/buyers.ts";
import { newVoucher, offeredSlots, pickupWish, voucherWish } from "../support/api/inStore.ts";
import { fillPurse } from "../support/api/money/purse.ts";
import { behave, payAtProvider } from "../support/api/provider.ts";
import { type Spoilable, spoilers } from "../support/api/spoilers.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { tradeFaults } from "../support/api/tradeFaults.ts";

type Shop = Pick<TestApp, "sql" | "sandbox">;

let app: TestApp;
let spoilable: Spoilable;
let waiting: string;

beforeAll(async () => {
  app = await startTestApp();
  await behave(app, { notify: "lost" });
  const [buyer, friend] = [await newBuyer(app), await newBuyer(app)];
  await fillPurse(app, buyer.userId);
  const paid = await newOrder(buyer);
  await buyer.data(calls.pay, { body: { order_id: paid.order_id, points_payment: 600 } });
  await payAtProvider(app, paid);
  await buyer.data(calls.payQuery, { query: { order_id: paid.order_id } });
  const { order_id: carded } = await newOrder(buyer);
  await buyer.data(calls.pay, { body: { order_id: carded, payment_method: "card" } });
  const { order_id: cancelled } = await newOrder(buyer);
  await buyer.data(calls.cancel, { body: { order_id: cancelled } });
  const { time } = (await offeredSlots(app))[3]!;
  await buyer.data(calls.create, { body: pickupWish({ booking_time: time }) });
  const wish = voucherWish(await newVoucher(app));
  const { order_id: redeemed } = await buyer.data(calls.create, { body: wish });
  waiting = (await newOrder(buyer)).order_id;
  await buyer.data(calls.pay, { body: { order_id: waiting } });
  await buyer.data(withdrawalEndpoints.withdraw, { body: { points: 1_000, client_key: newKey() } });
  const { userId } = buyer;
  spoilable = { userId, friendId: friend.userId, paid: paid.order_id, carded, cancelled, redeemed };
});

afterAll(async () => {
  await app.close();
});

/** Does something in a transaction that is undone, so that these books are in order again. */
async function undone<T>(work: (shop: Shop) => Promise<T>): Promise<T> {
  const client = await app.database.pool.connect();
  try {
    await client.query("begin");
    const sql = async <Row>(text: string, values: unknown[] = []) =>
      (await client.query(text, values.length === 0 ? undefined : values)).rows as Row[];
    return await work({ sql, sandbox: app.sandbox });
  } finally {
    await client.query("rollback");
    client.release();
  }
}

test("every law has something that breaks it", () => {
  expect(Object.keys(spoilers(spoilable)).sort()).toEqual([...lawNames].sort());
});

test.each(lawNames)("broken, it is named: %s", async (law) => {
  const broken = await undone(async (shop) => {
    await shop.sql(spoilers(spoilable)[law]!);
    return await brokenLaws(shop.sql);
  });
  expect(broken.map((fault) => fault.slice(0, law.length))).toContain(law);
});

describe("the provider's books are seen to differ from ours", () => {
  test.each([
    ["transaction_id = 'another'", "differs"],
    ["amount_fen = amount_fen - 1", "differs"],
    ["state = 'closed'", "is not in our books"],
    ["out_trade_no = 'INVENTED'", "is not in our books"],
    ["out_trade_no = 'INVENTED'", "the provider knows nothing of INVENTED"],
  ])("by %s: %s", async (change, words) => {
    const faults = await undone(async (shop) => {
      await shop.sql(`update payment_attempts set ${change} where order_id = $1`, [spoilable.paid]);
      return await tradeFaults(shop);
    });
    expect(faults.join()).toContain(words);
  });

  test("by a refund that only one of us has made", async () => {
    const faults = await undone(async (shop) => {
      await shop.sql(
        spoilers(spoilable)["refunds of a payment, those that failed included, never exceed it"]!,
      );
      const quiet = await tradeFaults(shop);
      await shop.sql("update refunds set state = 'success' where refund_no = 'much'");
      return [quiet, (await tradeFaults(shop)).length];
    });
    expect(faults).toEqual([[], 1]);
  });

  test("by a trade that can still be paid for an order that is cancelled", async () => {
    const faults = await undone(async (shop) => {
      await shop.sql("update orders set status = 'cancelled' where id = $1", [waiting]);
      return await tradeFaults(shop);
    });
    expect(faults).toEqual([expect.stringContaining("can still be paid")]);
  });
});

test.each(["sales = sales + 1", "stock = 7"])(
  "a shelf on which %s without a word is named",
  async (change) => {
    await undone(async (shop) => {
      const books = await Books.open(shop);
      await books.check();
      await shop.sql(`update store_dishes set ${change} where restaurant_id = 'SH001' and dish_id = '10205'`);
      await expect(books.check()).rejects.toThrow("SH001/10205");
      await books.recount();
      await books.check();
    });
  },
);

describe("a test that leaves the books in disorder", () => {
  const spoil = (points: number) =>
    app.sql("update points_accounts set balance = balance + $2 where user_id = $1", [
      spoilable.userId,
      points,
    ]);

  test("is told so with the law and the row", async () => {
    await undone(async (shop) => {
      const books = await Books.open(shop);
      await shop.sql(spoilers(spoilable)["what is reserved is what orders hold"]!);
      const { userId } = spoilable;
      await expect(books.check()).rejects.toThrow(
        `what is reserved is what orders hold: {"user_id":"${userId}"}`,
      );
    });
  });

  test.fails("fails, though nothing that it says itself is wrong", async () => {
    expect(await spoil(1)).toEqual([]);
  });

  test("is the only one that fails by it", async () => {
    expect(await brokenLaws(app.sql)).toHaveLength(1);
  });

  test.fails("fails again when the next law is broken, and when the same one is after it was mended", async () => {
    expect(await spoil(-1)).toEqual([]);
    await app.books.check();
    expect(await spoil(1)).toEqual([]);
  });

  test("fails no more once everything is mended", async () => {
    await spoil(-1);
    expect(await brokenLaws(app.sql)).toEqual([]);
  });
});

test("the books of every file that moves money or points are looked into", () => {
  const folder = new URL(".", import.meta.url);
  const odd = readdirSync(folder).filter(
    (file) => file !== "books.test.ts" && readFileSync(new URL(file, folder), "utf8").includes("oddBooks"),
  );
  expect(odd).toEqual(["scale.test.ts"]);
});
