import { describe, expect, test } from "vitest";
import {
  catchMerchantError,
  decryptNotification,
  h5Order,
  merchantClient,
  notificationReceiver,
} from "../testing/merchantClient.ts";
import { H5, merchantHarness, REFUNDS } from "../testing/merchantHarness.ts";
import { createTemporaryFolder } from "../testing/testSandbox.ts";

describe("refunds", () => {
  test("a refund is PROCESSING, then SUCCESS with a notification, and the total never exceeds the payment", async () => {
    const { env, client, order, pay, refund, state, behave, books } = await merchantHarness();
    await behave({ refund_delay_ms: 50 });
    const receiver = await notificationReceiver();
    await order("trade-0030");
    expect(await catchMerchantError(refund("trade-0030", "refund-1", 100))).toEqual({
      status: 400,
      code: "INVALID_REQUEST",
    });
    await pay("trade-0030");

    const first = await refund("trade-0030", "refund-1", 1_000, { notify_url: receiver.url });
    expect(first.data).toMatchObject({ status: "PROCESSING", amount: { refund: 1_000, total: 4_280 } });
    const again = await refund("trade-0030", "refund-1", 1_000, { notify_url: receiver.url });
    expect(again.data.refund_id).toBe(first.data.refund_id);
    expect((await catchMerchantError(refund("trade-0030", "refund-1", 999))).code).toBe("INVALID_REQUEST");
    expect((await catchMerchantError(refund("trade-0030", "refund-2", 3_281))).code).toBe("INVALID_REQUEST");
    await refund("trade-0030", "refund-2", 3_280);
    expect((await catchMerchantError(refund("trade-0030", "refund-3", 1))).code).toBe("INVALID_REQUEST");

    const status = async (no: string) => (await client.get(`${REFUNDS}/${no}`)).data.status;
    await expect.poll(() => status("refund-1")).toBe("SUCCESS");
    await expect.poll(() => status("refund-2")).toBe("SUCCESS");
    expect(await state("trade-0030")).toBe("REFUND");
    await expect.poll(() => receiver.arrivals.length).toBe(1);
    const notice = decryptNotification(receiver.arrivals[0]!, env);
    expect(notice.event_type).toBe("REFUND.SUCCESS");
    expect(notice.content).toMatchObject({ out_refund_no: "refund-1", refund_status: "SUCCESS" });
    expect(await books()).toMatchObject({ totals: { paid: 4_280, refunded: 4_280, refunding: 0 } });
  });

  test("a closed refund frees its amount, an abnormal one does not", async () => {
    const { client, order, pay, refund, behave } = await merchantHarness();
    await order("trade-0031");
    await pay("trade-0031");
    const status = async (no: string) => (await client.get(`${REFUNDS}/${no}`)).data.status;
    await behave({ refund: "closed", refund_delay_ms: 0 });
    await refund("trade-0031", "refund-1", 4_280);
    await expect.poll(() => status("refund-1")).toBe("CLOSED");
    await behave({ refund: "abnormal" });
    await refund("trade-0031", "refund-2", 4_280);
    await expect.poll(() => status("refund-2")).toBe("ABNORMAL");
    expect((await catchMerchantError(refund("trade-0031", "refund-3", 1))).code).toBe("INVALID_REQUEST");
  });
});

describe("switches", () => {
  test("a notification is retried until the merchant responds with 2xx", async () => {
    const { env, order, pay } = await merchantHarness();
    const receiver = await notificationReceiver(500, 302, 404);
    await order("trade-0040", { notify_url: receiver.url });
    await pay("trade-0040");
    await expect.poll(() => receiver.arrivals.length).toBe(4);
    const ids = receiver.arrivals.map((arrival) => decryptNotification(arrival, env).id);
    expect(new Set(ids).size).toBe(1);
  });

  test("notifications can be repeated or lost", async () => {
    const { env, order, pay, behave } = await merchantHarness();
    const receiver = await notificationReceiver();
    expect(await (await behave({ notify: "lost" })).json()).toMatchObject({
      notify: "lost",
      provider: "normal",
    });
    await order("lost-0041", { notify_url: receiver.url });
    await pay("lost-0041");
    await behave({ notify: "repeated", repeat: 4 });
    await order("trade-0041", { notify_url: receiver.url });
    await pay("trade-0041");
    await expect.poll(() => receiver.arrivals.length).toBe(4);
    const numbers = receiver.arrivals.map(
      (arrival) => decryptNotification(arrival, env).content.out_trade_no,
    );
    expect(new Set(numbers)).toEqual(new Set(["trade-0041"]));
  });

  test("the provider can fail before processing, and lose the response after it", async () => {
    const { url, order, behave } = await merchantHarness();
    const known = async (no: string) => (await fetch(`${url}/pay/trades?out_trade_no=${no}`)).json();
    await behave({ provider: "error" });
    expect(await catchMerchantError(order("trade-0042"))).toEqual({ status: 500, code: "SYSTEM_ERROR" });
    expect(await known("trade-0042")).toEqual([]);
    await behave({ provider: "reset" });
    await expect(order("trade-0042")).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(await known("trade-0042")).toHaveLength(1);
    await behave({ provider: "normal" });
    expect((await order("trade-0042")).status).toBe(200);
  });

  test("a provider that never responds has processed the request, and does not delay closing", async () => {
    const { url, env, behave, close } = await merchantHarness();
    await behave({ provider: "timeout" });
    const impatient = merchantClient(env, env.WECHAT_PAY_PRIVATE_KEY, 60_000);
    const unanswered = impatient.post(H5, h5Order(env, "trade-0043")).then(
      () => "answered",
      () => "cut off",
    );
    const known = async () => (await fetch(`${url}/pay/trades?out_trade_no=trade-0043`)).json();
    await expect.poll(known).toHaveLength(1);
    await close();
    expect(await unanswered).toBe("cut off");
  });

  test("an unknown or invalid switch is rejected, a form redirects to the page", async () => {
    const { url, behave } = await merchantHarness();
    expect((await behave({ notify: "never" })).status).toBe(400);
    expect((await behave({ speed: 1 })).status).toBe(400);
    const body = new URLSearchParams({ notify: "slow", notify_delay_ms: "1500" });
    const answer = await fetch(`${url}/pay/behaviour`, { method: "POST", body, redirect: "manual" });
    expect(answer.status).toBe(303);
    const now = await (await fetch(`${url}/pay/behaviour`)).json();
    expect(now).toMatchObject({ notify: "slow", notify_delay_ms: 1_500 });
  });
});

test("a new process restores transactions and refunds, and resumes pending settlements and notifications", async () => {
  const dataDir = await createTemporaryFolder();
  const receiver = await notificationReceiver();
  const before = await merchantHarness({ dataDir });
  await before.behave({ notify: "slow", notify_delay_ms: 300, refund: "slow", refund_slow_ms: 300 });
  await before.order("trade-0050", { notify_url: receiver.url });
  await before.pay("trade-0050");
  await before.refund("trade-0050", "refund-0050", 280);
  await before.close();
  expect(receiver.arrivals).toHaveLength(0);

  const after = await merchantHarness({ dataDir });
  expect(after.env.WECHAT_PAY_PRIVATE_KEY).toBe(before.env.WECHAT_PAY_PRIVATE_KEY);
  await expect.poll(() => receiver.arrivals.length).toBe(1);
  expect(decryptNotification(receiver.arrivals[0]!, after.env).content.out_trade_no).toBe("trade-0050");
  const refunded = async () => ((await after.books()) as { totals: { refunded: number } }).totals.refunded;
  await expect.poll(refunded).toBe(280);
  expect(await after.state("trade-0050")).toBe("REFUND");
});
