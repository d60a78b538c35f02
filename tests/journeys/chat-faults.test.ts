import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import {
  customerId,
  listCustomerTexts,
  messageBubble,
  messageField,
  messageLog,
  openChatPhone,
  replyAsAgent,
  sendMessage,
} from "./support/chat.ts";
import { createCustomer } from "./support/customer.ts";
import { startOwnEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startOwnEnvironment();
});

afterAll(async () => {
  await environment.close();
});

describe("messages are not lost:", () => {
  const faults = /ERR_|Failed to load resource|loading|network|sending|asking|telling/i;

  test("the server crashes after it saved a message: a retry creates no second one", async () => {
    const customer = await createCustomer(environment);
    const phone = await openChatPhone(environment, customer, { expected: faults });
    // The stream would deliver the message before the lost response is noticed.
    await phone.page.route("**/api/v1/events", (route) => route.fulfill({ status: 503, body: "" }));
    await phone.open("/customer-service");
    await sendMessage(phone, "第一句");
    await expect.poll(() => listCustomerTexts(environment, customer)).toEqual(["第一句"]);
    await phone.page.route(
      "**/api/v1/chat/send",
      async (route) => {
        await route.fetch();
        await environment.installation.killServer();
        await route.abort();
      },
      { times: 1 },
    );
    await sendMessage(phone, "第二句");
    const failed = messageLog(phone).getByRole("alert");
    await failed.getByText("网络不可用").waitFor();
    await sendMessage(phone, "第三句");
    await expect.poll(() => failed.count()).toBe(2);
    await phone.page.reload().catch(() => undefined);
    await environment.installation.startServer();
    await phone.open("/customer-service");
    // A message that the server had saved after all is no longer offered; the other waits.
    await expect.poll(() => failed.count()).toBe(1);
    await messageBubble(phone, "第二句").waitFor();
    await phone.button("重新发送").click();
    await expect.poll(() => failed.count()).toBe(0);
    await expect.poll(() => listCustomerTexts(environment, customer)).toEqual(["第一句", "第二句", "第三句"]);
    for (const text of ["第一句", "第二句", "第三句"])
      expect(await messageBubble(phone, text).count()).toBe(1);
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  });

  test("a draft survives a reload, and is cleared with the customer", async () => {
    const customer = await createCustomer(environment);
    const phone = await openChatPhone(environment, customer);
    await phone.open("/customer-service");
    await messageField(phone).fill("还没写完的话");
    await phone.page.reload();
    await expect.poll(() => messageField(phone).inputValue()).toBe("还没写完的话");
    await phone.open("/profile");
    await phone.button("退出登录").click();
    await phone.page.locator(".rv-dialog__confirm").click();
    await phone.page.getByText("您还没有登录").waitFor();
    expect(await phone.page.evaluate(() => window.localStorage.getItem("chat"))).toBeNull();
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  });

  test("messages written offline are sent in order and once when the network is back", async () => {
    const customer = await createCustomer(environment);
    const phone = await openChatPhone(environment, customer, { expected: faults });
    await phone.open("/customer-service");
    await sendMessage(phone, "在吗");
    await expect.poll(() => listCustomerTexts(environment, customer)).toEqual(["在吗"]);
    await phone.context.setOffline(true);
    for (const text of ["在的", "请说", "稍等"]) await replyAsAgent(environment, customerId(customer), text);
    await phone.context.setOffline(false);
    await messageBubble(phone, "稍等").waitFor();
    const shownTexts = await messageLog(phone)
      .getByText(/^(在吗|在的|请说|稍等)$/)
      .allTextContents();
    expect(shownTexts).toEqual(["在吗", "在的", "请说", "稍等"]);
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  });

  test("where streams are refused, messages are polled", async () => {
    const customer = await createCustomer(environment);
    const phone = await openChatPhone(environment, customer, { expected: faults });
    await phone.page.route("**/api/v1/events", (route) => route.fulfill({ status: 503, body: "" }));
    await phone.open("/customer-service");
    await sendMessage(phone, "在吗");
    await expect.poll(() => listCustomerTexts(environment, customer)).toEqual(["在吗"]);
    await replyAsAgent(environment, customerId(customer), "在的");
    await messageBubble(phone, "在的").waitFor();
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  });

  test("the twenty-first message of a minute is refused with a notice and preserved", async () => {
    const customer = await createCustomer(environment);
    const phone = await openChatPhone(environment, customer, { expected: faults });
    await phone.open("/customer-service");
    for (let nth = 1; nth <= 21; nth++) {
      await messageField(phone).fill(`第${nth}句`);
      await messageField(phone).press("Enter");
    }
    const failed = messageLog(phone).getByRole("alert");
    await failed.getByText(/太快/).waitFor();
    await phone.button("重新发送").waitFor();
    expect(await failed.count()).toBe(1);
    expect(await listCustomerTexts(environment, customer)).toHaveLength(20);
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  });
});
