import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { findViolations, invariantNames } from "#server/backup/ledger-invariants.ts";
import { createBuyer, createIdempotencyKey, createOrder } from "../../support/api/buyers.ts";
import { findTransactionMismatches } from "../../support/api/findTransactionMismatches.ts";
import {
  issueVoucher,
  listAvailableSlots,
  pickupOrderForm,
  voucherOrderForm,
} from "../../support/api/inStore.ts";
import { LedgerCheck } from "../../support/api/LedgerCheck.ts";
import { type CorruptionTargets, ledgerCorruptions } from "../../support/api/ledgerCorruptions.ts";
import { fundCustomer } from "../../support/api/money/fundCustomer.ts";
import { payAtProvider, setPaymentBehaviour } from "../../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

type LedgerSources = Pick<TestApp, "sql" | "select" | "sandbox">;

let app: TestApp;
let corruptionTargets: CorruptionTargets;
let unpaidOrderId: string;

beforeAll(async () => {
  app = await startTestApp();
  await setPaymentBehaviour(app, { notify: "lost" });
  const [buyer, friend] = [await createBuyer(app), await createBuyer(app)];
  await fundCustomer(app, buyer.userId);
  const paid = await createOrder(buyer);
  await buyer.data(endpoints.pay, { body: { order_id: paid.order_id, points_payment: 600 } });
  await payAtProvider(app, paid);
  await buyer.data(endpoints.payQuery, { query: { order_id: paid.order_id } });
  const { order_id: carded } = await createOrder(buyer);
  await buyer.data(endpoints.pay, { body: { order_id: carded, payment_method: "card" } });
  const { order_id: cancelled } = await createOrder(buyer);
  await buyer.data(endpoints.cancel, { body: { order_id: cancelled } });
  const { time } = (await listAvailableSlots(app))[3]!;
  await buyer.data(endpoints.create, { body: pickupOrderForm({ booking_time: time }) });
  const orderForm = voucherOrderForm(await issueVoucher(app));
  const { order_id: redeemed } = await buyer.data(endpoints.create, { body: orderForm });
  unpaidOrderId = (await createOrder(buyer)).order_id;
  await buyer.data(endpoints.pay, { body: { order_id: unpaidOrderId } });
  await buyer.data(withdrawalEndpoints.withdraw, {
    body: { points: 1_000, client_key: createIdempotencyKey() },
  });
  const { userId } = buyer;
  corruptionTargets = { userId, friendId: friend.userId, paid: paid.order_id, carded, cancelled, redeemed };
});

afterAll(async () => {
  await app.close();
});

/** Runs the work in a transaction that is rolled back, so that this ledger stays consistent. */
async function inRolledBackTransaction<T>(work: (shop: LedgerSources) => Promise<T>): Promise<T> {
  const client = await app.database.pool.connect();
  try {
    await client.query("begin");
    const sql = async <Row>(text: string, values: unknown[] = []) =>
      (await client.query(text, values.length === 0 ? undefined : values)).rows as Row[];
    return await work({ sql, select: sql, sandbox: app.sandbox });
  } finally {
    await client.query("rollback");
    client.release();
  }
}

test("every ledger invariant has a corruption that violates it", () => {
  expect(Object.keys(ledgerCorruptions(corruptionTargets)).sort()).toEqual([...invariantNames].sort());
});

test.each(invariantNames)("broken, it is named: %s", async (invariant) => {
  const violations = await inRolledBackTransaction(async (shop) => {
    await shop.sql(ledgerCorruptions(corruptionTargets)[invariant]!);
    return await findViolations(shop.sql);
  });
  expect(violations.map((violation) => violation.slice(0, invariant.length))).toContain(invariant);
});

describe("differences between the provider's ledger and ours are found", () => {
  test.each([
    ["transaction_id = 'another'", "differs"],
    ["amount_fen = amount_fen - 1", "differs"],
    ["state = 'closed'", "is not in our books"],
    ["out_trade_no = 'INVENTED'", "is not in our books"],
    ["out_trade_no = 'INVENTED'", "the provider knows nothing of INVENTED"],
  ])("by %s: %s", async (change, words) => {
    const faults = await inRolledBackTransaction(async (shop) => {
      await shop.sql(`update payment_attempts set ${change} where order_id = $1`, [corruptionTargets.paid]);
      return await findTransactionMismatches(shop);
    });
    expect(faults.join()).toContain(words);
  });

  test("by a refund that only one side has", async () => {
    const faults = await inRolledBackTransaction(async (shop) => {
      await shop.sql(
        ledgerCorruptions(corruptionTargets)[
          "refunds of a payment, those that failed included, never exceed it"
        ]!,
      );
      const quiet = await findTransactionMismatches(shop);
      await shop.sql("update refunds set state = 'success' where refund_no = 'much'");
      return [quiet, (await findTransactionMismatches(shop)).length];
    });
    expect(faults).toEqual([[], 1]);
  });

  test("by an open trade of a cancelled order", async () => {
    const faults = await inRolledBackTransaction(async (shop) => {
      await shop.sql("update orders set status = 'cancelled' where id = $1", [unpaidOrderId]);
      return await findTransactionMismatches(shop);
    });
    expect(faults).toEqual([expect.stringContaining("can still be paid")]);
  });
});

test("an order whose total is not the sum of its components is named", async () => {
  await inRolledBackTransaction(async (shop) => {
    const ledgerCheck = await LedgerCheck.open(shop);
    await shop.sql("alter table orders drop constraint orders_money_check");
    await shop.sql("update orders set delivery_fee_fen = delivery_fee_fen + 1 where id = $1", [
      unpaidOrderId,
    ]);
    await expect(ledgerCheck.check()).rejects.toThrow("not the sum of its components");
  });
});

test.each(["sales = sales + 1", "stock = 7"])(
  "a stock changed by %s without a reason is named",
  async (change) => {
    await inRolledBackTransaction(async (shop) => {
      const ledgerCheck = await LedgerCheck.open(shop);
      await ledgerCheck.check();
      await shop.sql(`update store_dishes set ${change} where restaurant_id = 'SH001' and dish_id = '10205'`);
      await expect(ledgerCheck.check()).rejects.toThrow("SH001/10205");
      await ledgerCheck.resetBaseline();
      await ledgerCheck.check();
    });
  },
);

describe("a test that leaves the ledger inconsistent", () => {
  const corruptPoints = (points: number) =>
    app.sql("update points_accounts set balance = balance + $2 where user_id = $1", [
      corruptionTargets.userId,
      points,
    ]);

  test("gets an error with the invariant and the row", async () => {
    await inRolledBackTransaction(async (shop) => {
      const ledgerCheck = await LedgerCheck.open(shop);
      await shop.sql(ledgerCorruptions(corruptionTargets)["what is reserved is what orders hold"]!);
      const { userId } = corruptionTargets;
      await expect(ledgerCheck.check()).rejects.toThrow(
        `what is reserved is what orders hold: {"user_id":"${userId}"}`,
      );
    });
  });

  test.fails("fails, though all its own assertions pass", async () => {
    expect(await corruptPoints(1)).toEqual([]);
  });

  test("is the only one that fails by it", async () => {
    expect(await findViolations(app.sql)).toHaveLength(1);
  });

  test.fails("fails again when the next invariant is violated, and when the same one is violated after its repair", async () => {
    expect(await corruptPoints(-1)).toEqual([]);
    await app.ledgerCheck.check();
    expect(await corruptPoints(1)).toEqual([]);
  });

  test("passes once everything is repaired", async () => {
    await corruptPoints(-1);
    expect(await findViolations(app.sql)).toEqual([]);
  });
});

test("the ledger is checked for every file that moves money or points", () => {
  const folder = new URL("../", import.meta.url);
  const filesThatSkip = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && !file.endsWith("ledger-invariants.test.ts"))
    .filter((file) => readFileSync(new URL(file, folder), "utf8").includes("skipLedgerCheckReason"));
  // Both fill in orders by SQL, without the ledgers.
  expect(filesThatSkip.sort()).toEqual(["both-databases/scale.test.ts", "figures-large.test.ts"]);
});
