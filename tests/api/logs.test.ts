import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountEndpoints } from "#contract/account/endpoints.ts";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { createIdempotencyKey } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { sendMessage } from "../support/api/chat.ts";
import {
  differentCode,
  login,
  requestAndReadCode,
  requestCode,
  setSmsBehaviour,
} from "../support/api/login.ts";
import { payOrder, setPaymentBehaviour } from "../support/api/paymentProvider.ts";
import { createPhone, dish, homeAddressForm, quotedOrderForm } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { createOpenid, exchangeCode, requestAuthCode } from "../support/api/wechat.ts";

const lines: string[] = [];
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ log: (line) => lines.push(line), settings: { DRAIN_MS: "0" } });
});

afterAll(async () => {
  await app.close();
});

const canaryTexts = {
  recipient: "金丝雀",
  phone: "13698765432",
  house: "鸟笼路77号",
  remark: "canary-remark",
  place: "canary-place",
  details: "金丝雀花园",
  nickname: "金丝鸟",
  message: "canary-message",
};

/** A customer who leaves a canary in every field. */
async function useApp(): Promise<string[]> {
  const phone = createPhone();
  const code = await requestAndReadCode(app, phone);
  const wrong = differentCode(code);
  await login(app, phone, wrong);
  const { data } = await login(app, phone, code);
  const customer = new Client(app.server, data.token);
  const home = {
    ...homeAddressForm,
    recipient: canaryTexts.recipient,
    phone: canaryTexts.phone,
    house_number: canaryTexts.house,
    details: canaryTexts.details,
  };
  await customer.data(addressEndpoints.add, { body: home });
  const orderForm = await quotedOrderForm(customer, [{ id: dish.id, quantity: 1 }], {
    remark: canaryTexts.remark,
  });
  const order = await customer.data(orderEndpoints.create, { body: orderForm });
  await payOrder(app, customer, order);
  await customer.data(restaurantEndpoints.toggleFavourite, {
    query: { restaurant_id: "SH001", restaurant_address: canaryTexts.place },
  });
  await customer.data(addressEndpoints.searchLocation, {
    body: { city: "上海", keyword: canaryTexts.place },
  });
  await customer.data(userEndpoints.updateInfo, { body: { nickname: canaryTexts.nickname } });
  await sendMessage(customer, `${canaryTexts.message} ${phone.phone}`);
  const openid = createOpenid();
  await exchangeCode(app, await requestAuthCode(app, { user: openid }), { token: customer.token });
  await customer.data(accountEndpoints.requestDataCopy, { body: { client_key: createIdempotencyKey() } });
  await app.sweep("data-copies");
  return [phone.phone, code, wrong, data.token, openid];
}

function expectNoneOf(secrets: string[]): void {
  const text = lines.join("\n");
  expect(lines.length).toBeGreaterThan(0);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
}

test("the first line of the log says the version", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 30, msg: `Shidan ${version} starts`, version });
});

test("a former name of a setting is a warning in the log", () => {
  const warnings = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(warnings.find(({ msg }) => msg.includes("DRAIN_MS"))).toMatchObject({
    level: 40,
    msg: "Rename DRAIN_MS to SHUTDOWN_DELAY_MS: version 0.3.0 stops reading DRAIN_MS.",
  });
});

test("P1: what goes well leaves no phone, code, token, name, address or remark in the log", async () => {
  lines.length = 0;
  const secrets = await useApp();
  expectNoneOf([...Object.values(canaryTexts), ...secrets]);
});

test("P1: nor does a message or a payment that the provider refuses", async () => {
  lines.length = 0;
  const phone = createPhone();
  await setSmsBehaviour(app, "fail");
  expect((await requestCode(app, phone)).status).toBe(502);
  await setSmsBehaviour(app, "ok");
  const code = await requestAndReadCode(app, phone);
  const { data } = await login(app, phone, code);
  const customer = new Client(app.server, data.token);
  const order = await customer.data(orderEndpoints.create, {
    body: await quotedOrderForm(customer, [{ id: dish.id, quantity: 1 }]),
  });
  await setPaymentBehaviour(app, { provider: "error" });
  const response = await customer.call(orderEndpoints.pay, { body: { order_id: order.order_id } });
  await setPaymentBehaviour(app, { provider: "normal" });
  expect(response.status).toBe(502);
  const keys = [app.keys.apiV3Key, app.keys.smsAccessKeySecret, app.keys.mapsServerKey, "BEGIN PRIVATE KEY"];
  expectNoneOf([phone.phone, code, data.token, ...keys]);
});

test("P1: nor does a statement that the database refuses, and the answer is a bare 500", async () => {
  const phone = createPhone();
  const { data } = await login(app, phone, await requestAndReadCode(app, phone));
  const customer = new Client(app.server, data.token);
  await app.sql("alter table addresses add constraint no_canary check (recipient <> $c$金丝雀$c$) not valid");
  lines.length = 0;
  const body = { ...homeAddressForm, recipient: canaryTexts.recipient, phone: canaryTexts.phone };
  const response = await customer.call(addressEndpoints.add, { body });
  await app.sql("alter table addresses drop constraint no_canary");
  expect(response).toMatchObject({
    status: 500,
    error: "internal",
    msg: "服务器开小差了，请稍后再试",
    data: {},
  });
  expect(Object.keys(response.data)).toEqual(["error"]);
  expect(lines.some((line) => line.includes("no_canary"))).toBe(true);
  expectNoneOf([...Object.values(canaryTexts), data.token]);
});
