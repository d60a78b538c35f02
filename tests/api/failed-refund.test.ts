import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { staffEventsPath } from "#contract/live.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { FailedRefunds } from "../support/api/FailedRefunds.ts";
import { newMember } from "../support/api/kitchen.ts";
import { patience } from "../support/api/patience.ts";
import { behave, settleRefunds } from "../support/api/provider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
const log: string[] = [];

let app: TestApp;
let scene: FailedRefunds;

beforeAll(async () => {
  app = await startTestApp({ log: (line) => log.push(line) });
});

beforeEach(async () => {
  log.length = 0;
  app.clock.freeze();
  scene = await FailedRefunds.begin(app);
});

afterEach(async () => {
  await behave(app, { provider: "normal", notify: "normal", refund: "success" });
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
    const events = await EventReader.open(app.url, scene.agent.token, undefined, staffEventsPath);
    await expect.poll(() => events.events.length, patience).toBeGreaterThan(0);
    await scene.end({ refund: "refused", refund_error });
    expect(await scene.detail()).toMatchObject({
      refund_status: "failed",
      status_text: "退款未成功",
      refunded_amount: 0,
      refunds: [{ status: "failed", money: scene.order.pay_amount }],
      timeline: expect.arrayContaining([
        expect.objectContaining({ text: "退款未成功", reason: "退款未成功，客服正在处理" }),
      ]),
    });
    expect(await scene.tasks()).toEqual([
      expect.objectContaining({
        order_no: scene.order.order_no,
        money: scene.order.pay_amount,
        failure: refund_error,
        failure_text: expect.stringContaining(why),
      }),
    ]);
    const { list } = await scene.buyer.data(chatEndpoints.history);
    expect(list.at(-1)).toMatchObject({ type: "system", content: "退款未成功，客服正在处理" });
    const errors = log.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    expect(errors).toEqual([
      expect.objectContaining({ event: "refund_failed", failure: refund_error, order: scene.order.order_id }),
    ]);
    const news = () => events.ofStaff("failed_refund").map(({ order_id, status }) => [order_id, status]);
    await expect.poll(news, patience).toEqual([[scene.order.order_id, "failed"]]);
    events.close();
  });

  test.each(["FREQUENCY_LIMITED", "NO_AUTH", "SIGN_ERROR"] as const)(
    "with %s is asked for again under the same number, and fails after an hour of that",
    async (refund_error) => {
      await behave(app, { refund: "refused", refund_error });
      await scene.give();
      await app.sweep("refunds");
      app.clock.pass(59 * minute);
      await app.sweep("refunds");
      expect((await scene.detail()).refund_status).toBe("refunding");
      app.clock.pass(11 * minute);
      await app.sweep("refunds");
      scene.agent = await newMember(app, "agent");
      expect(await scene.tasks()).toEqual([expect.objectContaining({ failure: refund_error })]);
    },
  );

  test("for a while and then accepts goes back once, under the same number", async () => {
    await behave(app, { refund: "refused", refund_error: "FREQUENCY_LIMITED" });
    await scene.give();
    await app.sweep("refunds");
    app.clock.pass(50 * minute);
    await behave(app, { refund: "success" });
    await settleRefunds(app);
    expect(await scene.detail()).toMatchObject({
      refund_status: "refunded",
      refunds: [{ status: "success" }],
    });
    expect(await scene.given()).toEqual([[scene.order.pay_amount, "SUCCESS"]]);
  });

  test("after it took an earlier request whose answer was lost is not a failure", async () => {
    await behave(app, { provider: "reset" });
    await scene.give();
    await app.sweep("refunds");
    await behave(app, { provider: "normal", refund: "refused" });
    app.clock.pass(minute);
    await settleRefunds(app);
    expect((await scene.detail()).refund_status).toBe("refunded");
    expect(await scene.given()).toEqual([[scene.order.pay_amount, "SUCCESS"]]);
  });
});

describe("a refund that the provider closes", () => {
  test("goes on by itself under a new number, and is given back once", async () => {
    await behave(app, { refund: "closed" });
    await scene.give();
    await app.sweep("refunds");
    app.clock.pass(5_000);
    await app.sweep("refunds");
    expect(await scene.detail()).toMatchObject({
      refund_status: "refunding",
      refunds: [{ status: "created" }],
    });
    await behave(app, { refund: "success" });
    await settleRefunds(app);
    expect(await scene.detail()).toMatchObject({
      refund_status: "refunded",
      refunds: [{ status: "success" }],
    });
    expect(await scene.given()).toEqual([
      [scene.order.pay_amount, "CLOSED"],
      [scene.order.pay_amount, "SUCCESS"],
    ]);
  });

  test("again and again becomes a task", async () => {
    await scene.end({ refund: "closed" });
    expect(await scene.given()).toHaveLength(4);
    expect(await scene.tasks()).toEqual([expect.objectContaining({ failure: "CLOSED" })]);
  });
});

describe("the money of a failed refund", () => {
  test("is not given back by anything else meanwhile, dishes included", async () => {
    await scene.end({ refund: "refused" });
    await behave(app, { refund: "success" });
    expect(await scene.give()).toMatchObject({ status: 422, error: "refund_exceeds" });
    expect(await scene.give({ type: "amount", amount: 1 })).toMatchObject({ error: "refund_exceeds" });
    expect((await scene.detail()).lines[0]).toMatchObject({ refunded_quantity: 1 });
    expect((await scene.detail()).actions).not.toContain("apply_refund");
  });

  test("leaves the rest free; the order stays failed until a person has decided", async () => {
    await behave(app, { refund: "refused" });
    await scene.give({ type: "amount", amount: 1_000 });
    await settleRefunds(app);
    await behave(app, { refund: "success" });
    expect((await scene.give({ type: "amount", amount: 500 })).status).toBe(200);
    await settleRefunds(app);
    expect(await scene.detail()).toMatchObject({ refund_status: "failed", refunded_amount: 500 });
    expect((await scene.retry()).status).toBe(200);
    await settleRefunds(app);
    expect(await scene.detail()).toMatchObject({
      refund_status: "partially_refunded",
      refunded_amount: 1_500,
    });
  });
});
