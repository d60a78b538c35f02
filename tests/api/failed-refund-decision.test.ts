import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { staffOrderEndpoints as endpoints } from "#contract/staff/order/endpoints.ts";
import { createIdempotencyKey } from "../support/api/buyers.ts";
import { FailedRefundScenario } from "../support/api/FailedRefundScenario.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { setPaymentBehaviour, settleRefunds } from "../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

let app: TestApp;
let scenario: FailedRefundScenario;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  app.clock.freeze();
  scenario = await FailedRefundScenario.create(app);
});

afterEach(async () => {
  await setPaymentBehaviour(app, { provider: "normal", notify: "normal", refund: "success" });
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

describe("retrying a failed refund", () => {
  test("starts it under a new number, once for ten clicks, with an entry in the audit log", async () => {
    await scenario.completeRefund({ refund: "refused" });
    await setPaymentBehaviour(app, { refund: "success" });
    const client_key = createIdempotencyKey();
    const [task] = await scenario.listTasks();
    const refund_no = task?.refund_no;
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => scenario.retryRefund({ client_key, refund_no })),
    );
    const next = responses[0]?.data.refund_no;
    expect(responses.map(({ status, data }) => [status, data.refund_no])).toEqual(
      Array(10).fill([200, next]),
    );
    expect(next).not.toBe(refund_no);
    expect(await scenario.retryRefund({ refund_no })).toMatchObject({ status: 409, error: "invalid_state" });
    expect((await scenario.getOrder()).refund_status).toBe("refunding");
    await settleRefunds(app);
    expect(await scenario.getOrder()).toMatchObject({
      refund_status: "refunded",
      refunded_amount: scenario.order.pay_amount,
    });
    expect(await scenario.listRefunds()).toEqual([[scenario.order.pay_amount, "SUCCESS"]]);
    const auditEntries = await app.sql(
      "select actor, detail from audit_log where action = 'order.refund-retry'",
    );
    expect(auditEntries).toContainEqual({
      actor: scenario.agent.id,
      detail: { refund_no, next, money: scenario.order.pay_amount },
    });
    expect(await scenario.listTasks()).toEqual([]);
  });

  test("is refused while the provider reports it as abnormal, and unnecessary once it succeeded", async () => {
    await scenario.completeRefund({ refund: "abnormal" });
    expect(await scenario.listTasks()).toEqual([expect.objectContaining({ failure: "ABNORMAL" })]);
    expect(await scenario.retryRefund()).toMatchObject({ status: 409, error: "invalid_state" });
    await scenario.resolveAtProvider("succeed");
    expect(await scenario.retryRefund()).toMatchObject({ status: 200, data: { status: "success" } });
    expect(await scenario.getOrder()).toMatchObject({
      refund_status: "refunded",
      refunded_amount: scenario.order.pay_amount,
    });
    expect(await scenario.listRefunds()).toEqual([[scenario.order.pay_amount, "SUCCESS"]]);
  });

  test("is possible once the provider has closed an abnormal refund", async () => {
    await scenario.completeRefund({ refund: "abnormal" });
    await scenario.resolveAtProvider("close");
    await setPaymentBehaviour(app, { refund: "success" });
    expect((await scenario.retryRefund()).status).toBe(200);
    await settleRefunds(app);
    expect((await scenario.getOrder()).refund_status).toBe("refunded");
  });

  test("is refused while the provider does not respond", async () => {
    await scenario.completeRefund({ refund: "refused" });
    await setPaymentBehaviour(app, { provider: "error" });
    expect(await scenario.retryRefund()).toMatchObject({ status: 502, error: "payment_failed" });
    expect(await scenario.settleRefund()).toMatchObject({ status: 502, error: "payment_failed" });
    expect((await scenario.getOrder()).refund_status).toBe("failed");
  });
});

test("a notification that an abnormal refund succeeded ends the task", async () => {
  await scenario.completeRefund({ refund: "abnormal" });
  await setPaymentBehaviour(app, { notify: "normal" });
  await scenario.resolveAtProvider("succeed");
  await expect
    .poll(async () => {
      await app.sweep("refunds");
      return (await scenario.getOrder()).refund_status;
    }, waitOptions)
    .toBe("refunded");
  expect(await scenario.listTasks()).toEqual([]);
});

describe("marking a failed refund as refunded by other means", () => {
  test("counts the money once, informs the customer, and is in the audit log with the note", async () => {
    await scenario.completeRefund({ refund: "refused" });
    expect(await scenario.settleRefund({ note: " " })).toMatchObject({
      status: 400,
      data: { field: "note" },
    });
    const [task] = await scenario.listTasks();
    expect(await scenario.settleRefund()).toMatchObject({ status: 200, data: { status: "settled" } });
    expect(await scenario.getOrder()).toMatchObject({
      refund_status: "refunded",
      refunded_amount: scenario.order.pay_amount,
      refunds: [{ status: "settled" }],
    });
    const { list } = await scenario.buyer.data(chatEndpoints.history);
    expect(list.at(-1)?.content).toBe("退款 ¥38.00 已通过其他方式退回");
    const auditEntries = await app.sql(
      "select actor, detail from audit_log where action = 'order.refund-settle'",
    );
    expect(auditEntries).toContainEqual({
      actor: scenario.agent.id,
      detail: { refund_no: task?.refund_no, money: scenario.order.pay_amount, note: "已微信转账" },
    });
    expect(await scenario.settleRefund({ refund_no: task?.refund_no })).toMatchObject({
      error: "invalid_state",
    });
    expect(await scenario.listRefunds()).toEqual([]);
  });

  test("is refused when the provider refunded the money after all", async () => {
    await scenario.completeRefund({ refund: "abnormal" });
    await scenario.resolveAtProvider("succeed");
    expect(await scenario.settleRefund()).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await scenario.getOrder()).toMatchObject({
      refund_status: "refunded",
      refunds: [{ status: "success" }],
    });
  });
});

test("an agent may decide on at most 200 yuan", async () => {
  await scenario.completeRefund({ refund: "refused" });
  const [task] = await scenario.listTasks();
  const set = (fen: number) =>
    app.sql("update refunds set money_fen = $2 where refund_no = $1", [task?.refund_no, fen]);
  await set(20_001);
  expect(await scenario.retryRefund()).toMatchObject({ status: 403, error: "forbidden" });
  expect(await scenario.settleRefund()).toMatchObject({ status: 403, error: "forbidden" });
  await set(scenario.order.pay_amount);
  const admin = await createStaffClient(app, "admin");
  const body = { refund_no: task?.refund_no ?? "", note: "现金", client_key: createIdempotencyKey() };
  expect((await admin.call(endpoints.settleRefund, { body })).status).toBe(200);
});
