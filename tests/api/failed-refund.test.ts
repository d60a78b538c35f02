import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { staffEventsPath } from "#contract/events.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { FailedRefundScenario } from "../support/api/FailedRefundScenario.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { setPaymentBehaviour, settleRefunds } from "../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

const minute = 60_000;
const log: string[] = [];

let app: TestApp;
let scenario: FailedRefundScenario;

beforeAll(async () => {
  app = await startTestApp({ log: (line) => log.push(line) });
});

beforeEach(async () => {
  log.length = 0;
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

describe("a refund that the provider refuses", () => {
  test.each([
    ["NOT_ENOUGH", "余额不足"],
    ["USER_ACCOUNT_ABNORMAL", "账户异常"],
    ["RESOURCE_NOT_EXISTS", "找不到原订单"],
    ["PARAM_ERROR", "参数"],
    ["INVALID_REQUEST", "规则"],
  ] as const)("with the definite %s fails at once and waits for a person", async (refund_error, why) => {
    const events = await EventReader.open(app.url, scenario.agent.token, undefined, staffEventsPath);
    await expect.poll(() => events.events.length, waitOptions).toBeGreaterThan(0);
    await scenario.completeRefund({ refund: "refused", refund_error });
    expect(await scenario.getOrder()).toMatchObject({
      refund_status: "failed",
      status_text: "退款未成功",
      refunded_amount: 0,
      refunds: [{ status: "failed", money: scenario.order.pay_amount }],
      timeline: expect.arrayContaining([
        expect.objectContaining({ text: "退款未成功", reason: "退款未成功，客服正在处理" }),
      ]),
    });
    expect(await scenario.listTasks()).toEqual([
      expect.objectContaining({
        order_no: scenario.order.order_no,
        money: scenario.order.pay_amount,
        failure: refund_error,
        failure_text: expect.stringContaining(why),
      }),
    ]);
    const { list } = await scenario.buyer.data(chatEndpoints.history);
    expect(list.at(-1)).toMatchObject({ type: "system", content: "退款未成功，客服正在处理" });
    const errors = log.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    expect(errors).toEqual([
      expect.objectContaining({
        event: "refund_failed",
        failure: refund_error,
        order: scenario.order.order_id,
      }),
    ]);
    const listRefundEvents = () =>
      events.listStaffEvents("failed_refund").map(({ order_id, status }) => [order_id, status]);
    await expect.poll(listRefundEvents, waitOptions).toEqual([[scenario.order.order_id, "failed"]]);
    events.close();
  });

  test.each(["FREQUENCY_LIMITED", "NO_AUTH", "SIGN_ERROR"] as const)(
    "with %s is asked for again under the same number, and fails after an hour of that",
    async (refund_error) => {
      await setPaymentBehaviour(app, { refund: "refused", refund_error });
      await scenario.createRefund();
      await app.sweep("refunds");
      app.clock.advance(59 * minute);
      await app.sweep("refunds");
      expect((await scenario.getOrder()).refund_status).toBe("refunding");
      app.clock.advance(11 * minute);
      await app.sweep("refunds");
      scenario.agent = await createStaffClient(app, "agent");
      expect(await scenario.listTasks()).toEqual([expect.objectContaining({ failure: refund_error })]);
    },
  );

  test("temporarily and then accepts succeeds once, under the same number", async () => {
    await setPaymentBehaviour(app, { refund: "refused", refund_error: "FREQUENCY_LIMITED" });
    await scenario.createRefund();
    await app.sweep("refunds");
    app.clock.advance(50 * minute);
    await setPaymentBehaviour(app, { refund: "success" });
    await settleRefunds(app);
    expect(await scenario.getOrder()).toMatchObject({
      refund_status: "refunded",
      refunds: [{ status: "success" }],
    });
    expect(await scenario.listRefunds()).toEqual([[scenario.order.pay_amount, "SUCCESS"]]);
  });

  test("after it accepted an earlier request whose response was lost is not a failure", async () => {
    await setPaymentBehaviour(app, { provider: "reset" });
    await scenario.createRefund();
    await app.sweep("refunds");
    await setPaymentBehaviour(app, { provider: "normal", refund: "refused" });
    app.clock.advance(minute);
    await settleRefunds(app);
    expect((await scenario.getOrder()).refund_status).toBe("refunded");
    expect(await scenario.listRefunds()).toEqual([[scenario.order.pay_amount, "SUCCESS"]]);
  });
});

describe("a refund that the provider closes", () => {
  test("continues automatically under a new number, and succeeds once", async () => {
    await setPaymentBehaviour(app, { refund: "closed" });
    await scenario.createRefund();
    await app.sweep("refunds");
    app.clock.advance(5_000);
    await app.sweep("refunds");
    expect(await scenario.getOrder()).toMatchObject({
      refund_status: "refunding",
      refunds: [{ status: "created" }],
    });
    await setPaymentBehaviour(app, { refund: "success" });
    await settleRefunds(app);
    expect(await scenario.getOrder()).toMatchObject({
      refund_status: "refunded",
      refunds: [{ status: "success" }],
    });
    expect(await scenario.listRefunds()).toEqual([
      [scenario.order.pay_amount, "CLOSED"],
      [scenario.order.pay_amount, "SUCCESS"],
    ]);
  });

  test("repeatedly becomes a task for staff", async () => {
    await scenario.completeRefund({ refund: "closed" });
    expect(await scenario.listRefunds()).toHaveLength(4);
    expect(await scenario.listTasks()).toEqual([expect.objectContaining({ failure: "CLOSED" })]);
  });
});

describe("the money of a failed refund", () => {
  test("is not refunded by another path meanwhile, dishes included", async () => {
    await scenario.completeRefund({ refund: "refused" });
    await setPaymentBehaviour(app, { refund: "success" });
    expect(await scenario.createRefund()).toMatchObject({ status: 422, error: "refund_exceeds" });
    expect(await scenario.createRefund({ type: "amount", amount: 1 })).toMatchObject({
      error: "refund_exceeds",
    });
    expect((await scenario.getOrder()).lines[0]).toMatchObject({ refunded_quantity: 1 });
    expect((await scenario.getOrder()).actions).not.toContain("apply_refund");
  });

  test("leaves the rest refundable; the order stays failed until staff decide", async () => {
    await setPaymentBehaviour(app, { refund: "refused" });
    await scenario.createRefund({ type: "amount", amount: 1_000 });
    await settleRefunds(app);
    await setPaymentBehaviour(app, { refund: "success" });
    expect((await scenario.createRefund({ type: "amount", amount: 500 })).status).toBe(200);
    await settleRefunds(app);
    expect(await scenario.getOrder()).toMatchObject({ refund_status: "failed", refunded_amount: 500 });
    expect((await scenario.retryRefund()).status).toBe(200);
    await settleRefunds(app);
    expect(await scenario.getOrder()).toMatchObject({
      refund_status: "partially_refunded",
      refunded_amount: 1_500,
    });
  });
});
