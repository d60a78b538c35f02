import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { reconcileCommand } from "#server/cli/reconcile.ts";
import { WechatPayV3 } from "#server/gateways/wechat-pay/WechatPayV3.ts";
import { CliError } from "#server/platform/CliError.ts";
import { toLocalTime } from "#server/platform/time/local-time.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import { passMidnight } from "../support/api/passMidnight.ts";
import {
  payAtProvider,
  payOrder,
  setPaymentBehaviour,
  settleRefunds,
} from "../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { createBoundCard } from "../support/api/wallet.ts";

let app: TestApp;
let buyer: Buyer;
let order: OrderReceipt;
let knownLines: string[];

beforeAll(async () => {
  await passMidnight();
  app = await startTestApp();
  await setPaymentBehaviour(app, { notify: "lost", refund_delay_ms: 0 });
  await app.sweep("figures");
});

beforeEach(async () => {
  buyer = await createBuyer(app);
  order = await createOrder(buyer);
  knownLines = (await runCommand()).lines;
});

afterAll(async () => {
  await app.close();
});

/** Runs the command for today; returns its lines, and whether it found no difference. */
async function runCommand(commandArgs?: string[]): Promise<{ lines: string[]; isAlike: boolean }> {
  const lines: string[] = [];
  const today = toLocalTime(new Date()).date;
  const isAlike = await reconcileCommand(commandArgs ?? ["--from", today, "--to", today], {
    database: app.database,
    pay: new WechatPayV3(app.config),
    clock: app.clock,
    print: (line) => lines.push(line),
  });
  return { lines: lines.slice(0, -1), isAlike };
}

/** Returns the differences that are new. */
const listNewLines = async () => (await runCommand()).lines.filter((line) => !knownLines.includes(line));
const transactionNumber = () => `${order.order_no}_1`;

test("a matching day has no differences, cards and refunds included", async () => {
  expect(await runCommand()).toEqual({ lines: [], isAlike: true });
  await payOrder(app, buyer, order);
  const other = await createOrder(buyer);
  await payOrder(app, buyer, other);
  await buyer.data(endpoints.cancel, { body: { order_id: other.order_id } });
  await settleRefunds(app);
  await createBoundCard(app, buyer.userId, 10_000);
  const third = await createOrder(buyer);
  await buyer.data(endpoints.pay, { body: { order_id: third.order_id, payment_method: "card" } });
  expect(await runCommand()).toEqual({ lines: [], isAlike: true });
});

describe("a difference", () => {
  test("is money unknown to us", async () => {
    await buyer.data(endpoints.pay, { body: { order_id: order.order_id } });
    await payAtProvider(app, order);
    expect(await listNewLines()).toEqual([
      `payment ${transactionNumber()}: SUCCESS at the provider, pending here`,
    ]);
    const [lost] = await app.sql(
      "with lost as (delete from payment_attempts where out_trade_no = $1 returning *) select to_jsonb(lost) as row from lost",
      [transactionNumber()],
    );
    expect(await listNewLines()).toEqual([
      `payment ${transactionNumber()}: ¥38.00 at the provider, nothing here`,
    ]);
    expect((await runCommand()).isAlike).toBe(false);
    await app.sql(
      "insert into payment_attempts select * from jsonb_populate_record(null::payment_attempts, $1)",
      [lost!.row],
    );
    await buyer.data(endpoints.payQuery, { query: { order_id: order.order_id } });
    expect(await listNewLines()).toEqual([]);
  });

  test("is money unknown to the provider, and a different amount", async () => {
    await payOrder(app, buyer, order);
    await app.sql("update payment_attempts set amount_fen = 3801 where out_trade_no = $1", [
      transactionNumber(),
    ]);
    expect(await listNewLines()).toEqual([
      `payment ${transactionNumber()}: ¥38.00 at the provider, ¥38.01 here`,
    ]);
    await app.sql(
      "update payment_attempts set amount_fen = 3800, out_trade_no = 'INVENTED' where out_trade_no = $1",
      [transactionNumber()],
    );
    expect((await listNewLines()).sort()).toEqual(
      [
        "payment INVENTED: ¥38.00 here, nothing at the provider",
        `payment ${transactionNumber()}: ¥38.00 at the provider, nothing here`,
      ].sort(),
    );
    await app.sql("update payment_attempts set out_trade_no = $1 where out_trade_no = 'INVENTED'", [
      transactionNumber(),
    ]);
    expect(await listNewLines()).toEqual([]);
  });

  test("is a refund with a different state or amount, or on one side only", async () => {
    await payOrder(app, buyer, order);
    await buyer.data(endpoints.cancel, { body: { order_id: order.order_id } });
    await settleRefunds(app);
    const number = `C${transactionNumber()}`;
    const set = (sql: string) =>
      app.sql(`update refunds set ${sql} where refund_no in ($1, 'OTHER')`, [number]);
    await set("state = 'failed'");
    expect(await listNewLines()).toEqual([`refund ${number}: SUCCESS at the provider, failed here`]);
    await set("state = 'settled'");
    expect(await listNewLines()).toEqual([`refund ${number}: SUCCESS at the provider, settled here`]);
    await set("state = 'success', money_fen = 100");
    expect(await listNewLines()).toEqual([
      `refund ${number}: ¥38.00 at the provider, ¥1.00 here`,
      expect.stringMatching(/^restaurant SH001 on .*: refunds of ¥\d+\.00 in the daily close, ¥\d+\.00 at/),
    ]);
    await set("refund_no = 'OTHER'");
    expect((await listNewLines()).sort()).toEqual(
      [
        `refund ${number}: ¥38.00 at the provider, nothing here`,
        "refund OTHER: ¥1.00 here, nothing at the provider",
      ].sort(),
    );
    await app.sql("update refunds set refund_no = $1, money_fen = 3800 where refund_no = 'OTHER'", [number]);
    expect(await listNewLines()).toEqual([]);
  });
});

test("a closed refund that continued under another number is no difference, nor is a failed one", async () => {
  await payOrder(app, buyer, order);
  await setPaymentBehaviour(app, { refund: "closed", refund_delay_ms: 0 });
  await buyer.data(endpoints.cancel, { body: { order_id: order.order_id } });
  await app.sweep("refunds");
  app.clock.advance(5_000);
  await app.sweep("refunds");
  await setPaymentBehaviour(app, { refund: "success" });
  await settleRefunds(app);
  const states = await app.sql("select state from refunds where order_id = $1 order by created_at", [
    order.order_id,
  ]);
  expect(states).toEqual([{ state: "closed" }, { state: "success" }]);
  expect(await listNewLines()).toEqual([]);
});

describe("the daily close", () => {
  const readClose = async () => {
    const [row] = await app.sql<{ paid: number; refunded: number }>(
      `select sum(wechat_fen + late_fen)::int as paid, sum(wechat_refund_fen + late_refund_fen)::int as refunded
         from hourly_figures where restaurant_id = 'SH001' and date = $1`,
      [toLocalTime(new Date()).date],
    );
    return row!;
  };

  test("of a restaurant is what the bill of the day says, to the fen", async () => {
    const pay = new WechatPayV3(app.config);
    await payOrder(app, buyer, order);
    await runCommand();
    const bill = await pay.listBillEntries(toLocalTime(new Date()).date);
    const sumOf = (kind: string) =>
      bill
        .filter((entry) => entry.kind === kind && entry.state !== "CLOSED")
        .reduce((sum, { amountFen }) => sum + amountFen, 0);
    expect(sumOf("payment")).toBeGreaterThan(0);
    expect(await readClose()).toEqual({ paid: sumOf("payment"), refunded: sumOf("refund") });
  });

  test("with a fen too much is reported by restaurant", async () => {
    await payOrder(app, buyer, order);
    await runCommand();
    const { paid } = await readClose();
    const change = (fen: number) =>
      app.sql(
        `update hourly_figures set wechat_fen = wechat_fen + $1 where (restaurant_id, date, type, hour) = (
           select restaurant_id, date, type, hour from hourly_figures
            where restaurant_id = 'SH001' and date = $2 order by hour, type limit 1)`,
        [fen, toLocalTime(new Date()).date],
      );
    await change(1);
    const yuan = (fen: number) => (fen / 100).toFixed(2);
    expect((await runCommand()).lines.at(-1)).toBe(
      `restaurant SH001 on ${toLocalTime(new Date()).date}: payments of ¥${yuan(paid + 1)} in the daily close, ¥${yuan(paid)} at the provider`,
    );
    await change(-1);
    expect((await runCommand()).lines).toEqual(knownLines);
  });

  test("counts what was heard of after midnight on the next day, which is no difference on either", async () => {
    await payOrder(app, buyer, order);
    const today = toLocalTime(new Date()).date;
    const tomorrow = toLocalTime(new Date(Date.now() + 86_400_000)).date;
    const move = (days: number) =>
      app.sql(
        `with moved as (update payment_attempts set succeeded_at = succeeded_at + $1 * interval '1 day'
           where out_trade_no = $2)
         update orders set paid_at = paid_at + $1 * interval '1 day' where order_no = $3`,
        [days, transactionNumber(), order.order_no],
      );
    await runCommand();
    const { paid } = await readClose();
    await move(1);
    expect((await runCommand()).lines).toEqual(knownLines);
    expect((await readClose()).paid).toBe(paid - 3_800);
    expect((await runCommand(["--from", today, "--to", tomorrow])).lines).toEqual(knownLines);
    await move(-1);
    expect((await runCommand()).lines).toEqual(knownLines);
  });
});

test("a day without trades is compared like any other, yesterday by default", async () => {
  expect(await runCommand([])).toEqual({ lines: [], isAlike: true });
});

test.each([
  ["--from"],
  ["--from", "yesterday"],
  ["--from", "2026-02-30"],
  ["--from", "9999-12-31", "--to", "9999-12-31"],
  ["--sum"],
  ["now"],
  ["--from", "2026-03-02", "--to", "2026-03-01"],
])("%j is answered with a sentence", async (...commandArgs) => {
  await expect(runCommand(commandArgs)).rejects.toThrow(CliError);
});
