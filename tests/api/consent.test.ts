import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { legalEndpoints as endpoints } from "#contract/legal/endpoints.ts";
import type { ShownVersions } from "#contract/legal/schema.ts";
import type { ConsentTextName } from "#contract/legal/texts.ts";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { staffLegalEndpoints } from "#contract/staff/legal/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { createBuyer, takeawayOrderForm } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { createSession, login, requestAndReadCode } from "../support/api/login.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { createPhone, defaultRestaurantId } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { exchangeCode, loginWechatCustomer, requestAuthCode } from "../support/api/wechat.ts";

let app: TestApp;
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
});

beforeEach(async () => {
  await app.sql("delete from legal_texts");
});

afterAll(async () => {
  await app.close();
});

let edits = 0;

/** Saves the next version of a text. */
async function publish(name: ConsentTextName, needs_consent = true): Promise<number> {
  const { version } = await admin.data(staffLegalEndpoints.read, { query: { name } });
  edits += 1;
  const body = { name, version, body: `第 ${edits} 次`, needs_consent };
  return (await admin.data(staffLegalEndpoints.save, { body })).version;
}

const order = async (buyer: Awaited<ReturnType<typeof createBuyer>>) =>
  await buyer.call(orderEndpoints.create, { body: takeawayOrderForm(buyer) });
const agree = (customer: Client, shown: ShownVersions) =>
  customer.call(endpoints.agree, { body: { shown, via: "update" } });
const listRows = (userId: string) =>
  app.sql("select document, version, action, via from consents where user_id = $1 order by id", [userId]);

describe("an account without the current consent", () => {
  test("orders again once it agreed to the new version, which is kept with the way", async () => {
    const buyer = await createBuyer(app);
    expect((await order(buyer)).status).toBe(200);
    const version = await publish("privacy");
    expect(await order(buyer)).toMatchObject({ status: 422, error: "consent_required" });
    const status = await buyer.data(endpoints.consent);
    expect(status).toMatchObject({ is_current: false, is_withdrawn: false });
    expect(status.documents).toMatchObject([
      { name: "agreement", version: 0, agreed_version: 0, is_current: true },
      { name: "privacy", version, agreed_version: 0, is_current: false },
    ]);
    expect((await agree(buyer, { agreement: 0, privacy: version })).data.is_current).toBe(true);
    expect((await order(buyer)).status).toBe(200);
    expect((await listRows(buyer.userId)).at(-1)).toEqual({
      document: "privacy",
      version,
      action: "agreed",
      via: "update",
    });
  });

  test("may browse, read its account and log out", async () => {
    const buyer = await createBuyer(app);
    await publish("agreement");
    const menu = { query: { restaurant_id: defaultRestaurantId } };
    expect((await buyer.call(menuEndpoints.items, menu)).status).toBe(200);
    expect((await buyer.call(userEndpoints.info)).status).toBe(200);
    const { client_key: _key, expected_total: _total, ...cart } = takeawayOrderForm(buyer);
    expect((await buyer.call(orderEndpoints.quote, { body: cart })).status).toBe(200);
    expect((await buyer.call(userEndpoints.logout)).status).toBe(200);
  });

  test("gets the first answer again for an order that was placed before", async () => {
    const buyer = await createBuyer(app);
    const body = takeawayOrderForm(buyer);
    const first = await buyer.data(orderEndpoints.create, { body });
    await publish("privacy");
    expect((await buyer.data(orderEndpoints.create, { body })).order_id).toBe(first.order_id);
  });
});

describe("a new version", () => {
  test("that needs no consent asks nobody", async () => {
    const buyer = await createBuyer(app);
    await publish("privacy", false);
    expect((await order(buyer)).status).toBe(200);
  });

  test("without consent after one that needs it still asks those who missed that one", async () => {
    const buyer = await createBuyer(app);
    const needed = await publish("privacy");
    await publish("privacy", false);
    expect((await order(buyer)).error).toBe("consent_required");
    await agree(buyer, { agreement: 0, privacy: needed });
    expect((await order(buyer)).status).toBe(200);
  });

  test("published while the customer reads is asked for again, and the first agreement is kept", async () => {
    const buyer = await createBuyer(app);
    const shown = await publish("privacy");
    const newer = await publish("privacy");
    expect((await agree(buyer, { agreement: 0, privacy: shown })).data).toMatchObject({
      is_current: false,
      documents: [{ name: "agreement" }, { name: "privacy", version: newer, agreed_version: shown }],
    });
  });
});

describe("a login", () => {
  test("without consent succeeds and cannot order; with it the way is sms_login", async () => {
    const phone = createPhone();
    const body = { phone: phone.phone, code: await requestAndReadCode(app, phone), loginType: "sms" };
    const first = await new Client(app.server).data(userEndpoints.login, { body, ip: phone.ip });
    const status = await new Client(app.server, first.token).data(endpoints.consent);
    expect(status).toMatchObject({ is_current: false, is_withdrawn: false });
    app.clock.advance(120_000);
    const session = await createSession(app, phone);
    expect((await new Client(app.server, session.token).data(endpoints.consent)).is_current).toBe(true);
    expect(await listRows(session.user.user_id)).toMatchObject([
      { via: "sms_login", action: "agreed" },
      { via: "sms_login", action: "agreed" },
    ]);
  });

  test("carries what was shown: an older version is kept and asked again", async () => {
    const version = await publish("privacy");
    const session = await createSession(app, createPhone());
    expect((await new Client(app.server, session.token).data(endpoints.consent)).documents[1]).toMatchObject({
      version,
      agreed_version: 0,
      is_current: false,
    });
  });

  test("with a version that does not exist is refused before the code is used up", async () => {
    const phone = createPhone();
    const code = await requestAndReadCode(app, phone);
    const body = { phone: phone.phone, code, loginType: "sms", consent: { agreement: 0, privacy: 99 } };
    const refused = await new Client(app.server).call(userEndpoints.login, { body, ip: phone.ip });
    expect(refused).toMatchObject({ status: 400, error: "validation" });
    expect((await login(app, phone, code)).status).toBe(200);
  });

  test("through WeChat keeps its own way", async () => {
    const customer = await loginWechatCustomer(app);
    expect(await listRows(customer.userId)).toMatchObject([{ via: "wechat_login" }, { via: "wechat_login" }]);
  });
});

describe("a withdrawal", () => {
  test("is kept, stops orders until the customer agrees again, and is stored once", async () => {
    const buyer = await createBuyer(app);
    const status = await buyer.data(endpoints.withdraw);
    expect(status).toMatchObject({ is_current: false, is_withdrawn: true });
    await buyer.data(endpoints.withdraw);
    expect((await order(buyer)).error).toBe("consent_required");
    expect((await listRows(buyer.userId)).map(({ action }) => action)).toEqual([
      "agreed",
      "agreed",
      "withdrawn",
      "withdrawn",
    ]);
    await agree(buyer, { agreement: 0, privacy: 0 });
    expect((await order(buyer)).status).toBe(200);
  });

  test("of an account that never agreed stores nothing", async () => {
    const buyer = await createBuyer(app);
    await app.sql("delete from consents where user_id = $1", [buyer.userId]);
    await buyer.data(endpoints.withdraw);
    expect(await listRows(buyer.userId)).toEqual([]);
  });
});

test("WeChat's nickname and picture are taken only with consent", async () => {
  const { token, openid } = await loginWechatCustomer(app);
  await new Client(app.server, token).data(endpoints.withdraw);
  const fetchProfile = async (asCustomer: string | null) => {
    const code = await requestAuthCode(app, { user: openid, scope: "snsapi_userinfo" });
    return await exchangeCode(app, code, { token: asCustomer, scope: "snsapi_userinfo" });
  };
  expect(await fetchProfile(token)).toMatchObject({ status: 422, error: "consent_required" });
  const login = await fetchProfile(null);
  expect([login.status, login.data.user.avatar]).toEqual([200, null]);
  await agree(new Client(app.server, token), { agreement: 0, privacy: 0 });
  expect((await fetchProfile(token)).data.user.avatar).not.toBeNull();
});

test("an agreement that is repeated, or to an older version, adds nothing", async () => {
  const buyer = await createBuyer(app);
  const privacy = await publish("privacy");
  await agree(buyer, { agreement: 0, privacy });
  const before = await listRows(buyer.userId);
  await agree(buyer, { agreement: 0, privacy });
  await agree(buyer, { agreement: 0, privacy: 0 });
  expect(await listRows(buyer.userId)).toEqual(before);
});

test("staff agree to nothing, and nobody sees what another agreed to", async () => {
  expect((await admin.call(endpoints.consent)).status).toBe(401);
  expect((await new Client(app.server).call(endpoints.consent)).status).toBe(401);
  expect((await agree(admin, { agreement: 0, privacy: 0 })).status).toBe(401);
});
