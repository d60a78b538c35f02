import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { orderAdminEndpoints as calls } from "#contract/order-admin/endpoints.ts";
import { newKey } from "../support/api/buyers.ts";
import { FailedRefunds } from "../support/api/FailedRefunds.ts";
import { newMember } from "../support/api/kitchen.ts";
import { patience } from "../support/api/patience.ts";
import { behave, settleRefunds } from "../support/api/provider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let scene: FailedRefunds;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
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

describe("trying a failed refund again", () => {
  test("starts it under a new number, once for ten presses, with an entry in the audit log", async () => {
    await scene.end({ refund: "refused" });
    await behave(app, { refund: "success" });
    const client_key = newKey();
    const [task] = await scene.tasks();
    const refund_no = task?.refund_no;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => scene.retry({ client_key, refund_no })),
    );
    const next = answers[0]?.data.refund_no;
    expect(answers.map(({ status, data }) => [status, data.refund_no])).toEqual(Array(10).fill([200, next]));
    expect(next).not.toBe(refund_no);
    expect(await scene.retry({ refund_no })).toMatchObject({ status: 409, error: "invalid_state" });
    expect((await scene.detail()).refund_status).toBe("refunding");
    await settleRefunds(app);
    expect(await scene.detail()).toMatchObject({
      refund_status: "refunded",
      refunded_amount: scene.order.pay_amount,
    });
    expect(await scene.given()).toEqual([[scene.order.pay_amount, "SUCCESS"]]);
    const trail = await app.sql("select actor, detail from audit_log where action = 'order.refund-retry'");
    expect(trail).toContainEqual({
      actor: scene.agent.id,
      detail: { refund_no, next, money: scene.order.pay_amount },
    });
    expect(await scene.tasks()).toEqual([]);
  });

  test("is not possible while the provider keeps it as abnormal, and not needed once it was given back", async () => {
    await scene.end({ refund: "abnormal" });
    expect(await scene.tasks()).toEqual([expect.objectContaining({ failure: "ABNORMAL" })]);
    expect(await scene.retry()).toMatchObject({ status: 409, error: "invalid_state" });
    await scene.resolveAtProvider("succeed");
    expect(await scene.retry()).toMatchObject({ status: 200, data: { status: "success" } });
    expect(await scene.detail()).toMatchObject({
      refund_status: "refunded",
      refunded_amount: scene.order.pay_amount,
    });
    expect(await scene.given()).toEqual([[scene.order.pay_amount, "SUCCESS"]]);
  });

  test("is possible once the provider has closed what was abnormal", async () => {
    await scene.end({ refund: "abnormal" });
    await scene.resolveAtProvider("close");
    await behave(app, { refund: "success" });
    expect((await scene.retry()).status).toBe(200);
    await settleRefunds(app);
    expect((await scene.detail()).refund_status).toBe("refunded");
  });

  test("is refused while the provider does not answer", async () => {
    await scene.end({ refund: "refused" });
    await behave(app, { provider: "error" });
    expect(await scene.retry()).toMatchObject({ status: 502, error: "payment_failed" });
    expect(await scene.settle()).toMatchObject({ status: 502, error: "payment_failed" });
    expect((await scene.detail()).refund_status).toBe("failed");
  });
});

test("a notification that an abnormal refund was given back ends the task by itself", async () => {
  await scene.end({ refund: "abnormal" });
  await behave(app, { notify: "normal" });
  await scene.resolveAtProvider("succeed");
  await expect
    .poll(async () => {
      await app.sweep("refunds");
      return (await scene.detail()).refund_status;
    }, patience)
    .toBe("refunded");
  expect(await scene.tasks()).toEqual([]);
});

describe("marking a failed refund as given back in another way", () => {
  test("counts the money once, says so to the customer, and is in the audit log with the note", async () => {
    await scene.end({ refund: "refused" });
    expect(await scene.settle({ note: " " })).toMatchObject({ status: 400, data: { field: "note" } });
    const [task] = await scene.tasks();
    expect(await scene.settle()).toMatchObject({ status: 200, data: { status: "settled" } });
    expect(await scene.detail()).toMatchObject({
      refund_status: "refunded",
      refunded_amount: scene.order.pay_amount,
      refunds: [{ status: "settled" }],
    });
    const { list } = await scene.buyer.data(chatEndpoints.history);
    expect(list.at(-1)?.content).toBe("退款 ¥38.00 已通过其他方式退回");
    const trail = await app.sql("select actor, detail from audit_log where action = 'order.refund-settle'");
    expect(trail).toContainEqual({
      actor: scene.agent.id,
      detail: { refund_no: task?.refund_no, money: scene.order.pay_amount, note: "已微信转账" },
    });
    expect(await scene.settle({ refund_no: task?.refund_no })).toMatchObject({ error: "invalid_state" });
    expect(await scene.given()).toEqual([]);
  });

  test("is refused when the provider gave the money back after all", async () => {
    await scene.end({ refund: "abnormal" });
    await scene.resolveAtProvider("succeed");
    expect(await scene.settle()).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await scene.detail()).toMatchObject({
      refund_status: "refunded",
      refunds: [{ status: "success" }],
    });
  });
});

test("an agent decides on 200 yuan at most", async () => {
  await scene.end({ refund: "refused" });
  const [task] = await scene.tasks();
  const set = (fen: number) =>
    app.sql("update refunds set money_fen = $2 where refund_no = $1", [task?.refund_no, fen]);
  await set(20_001);
  expect(await scene.retry()).toMatchObject({ status: 403, error: "forbidden" });
  expect(await scene.settle()).toMatchObject({ status: 403, error: "forbidden" });
  await set(scene.order.pay_amount);
  const admin = await newMember(app, "admin");
  const body = { refund_no: task?.refund_no ?? "", note: "现金", client_key: newKey() };
  expect((await admin.call(calls.settleRefund, { body })).status).toBe(200);
});
