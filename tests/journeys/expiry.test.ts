import { afterAll, beforeAll, expect, test } from "vitest";
import { adminRoutes } from "#web/admin/routes.tsx";
import { h5Routes } from "#web/h5/routes.tsx";
import type { Phone } from "../../scripts/lib/Phone.ts";
import { openStage, type Stage } from "../../scripts/lib/stage.ts";
import { cartOf, shrimpRice } from "./support/cart.ts";
import { nearStore, newCustomer, newToken, remembering, revoke } from "./support/customer.ts";

let stage: Stage;

/** Where a route is visited; the routes themselves name the rest. */
const places: Record<string, string> = {
  "/login": "/",
  "/order/:id": "/order/someorder",
  "/order-detail": "/order-detail?order_id=someorder",
  "/menu": "/menu?restaurant_id=SH001",
  "/admin/login": "/admin/customer-service",
  "/admin-login": "/admin/customer-service",
  "/admin/*": "/admin/nothing-here",
  "*": "/nothing-here",
};
/** Pages that ask the server for nothing of the customer's own. */
const silent = new Set([
  "/wechat-callback",
  "/takeaway",
  "/self-service",
  "/menu",
  "/confirm-order",
  "/prepaid-order",
  "/prepaid-order-confirm",
  "*",
]);
const own = "登录已过期，请重新登录";

beforeAll(async () => {
  stage = await openStage();
});

afterAll(async () => {
  await stage.close();
});

/** Notes in the page, from its first moment on, when the message appears and when a login page comes. */
const watch = `
  window.seen = {};
  const note = (name) => { window.seen[name] ??= performance.now(); };
  for (const name of ["pushState", "replaceState"]) {
    const work = history[name];
    history[name] = function (state, title, url) {
      if (/^\\/(login|admin\\/login)\\?/.test(String(url))) note("login");
      return work.apply(history, arguments);
    };
  }
  new MutationObserver(() => {
    if (document.body?.innerText.includes("${own}")) note("message");
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

async function expectNotice(phone: Phone, path: string, login: string): Promise<void> {
  await phone.open(path);
  await phone.page.getByText(own).first().waitFor();
  await phone.page.waitForURL((url) => url.pathname === login);
  expect(phone.path, path).toBe(`${login}?redirect=${encodeURIComponent(path)}`);
  const seen = await phone.page.evaluate<{ message: number; login: number }>("window.seen");
  // The time runs from the call; a busy machine draws the message some time after it.
  expect(seen.login - seen.message, path).toBeGreaterThan(1_000);
}

const visits = h5Routes.filter(({ path }) => !silent.has(path)).map(({ path }) => places[path] ?? path);

test.each([...new Set(visits)])(
  "a refused login is announced for 1.5 s before the login: %s",
  async (path) => {
    const { token, addressId } = await newCustomer(stage, nearStore);
    await revoke(stage, token);
    const address = {
      id: addressId,
      poi_location: nearStore.location,
      recipient: "王小明",
      phone: "13812345678",
    };
    const storage = remembering(stage, {
      token,
      takeawayCart: cartOf([shrimpRice]),
      selectedAddress: address,
    });
    const phone = await stage.phone({ storage, expected: /Failed to load resource/ });
    await phone.context.addInitScript(watch);
    await expectNotice(phone, path, "/login");
    expect(phone.complaints).toEqual([]);
    await phone.close();
  },
);

const desks = adminRoutes.map(({ path }) => places[path] ?? path);

test.each([...new Set(desks)])(
  "a refused staff login is announced before the staff login: %s",
  async (path) => {
    const token = await newToken(stage, "nobody", "staff");
    await revoke(stage, token);
    const storage = remembering(stage, { service_token: token });
    const phone = await stage.phone({ storage, expected: /Failed to load resource/ });
    await phone.context.addInitScript(watch);
    await expectNotice(phone, path, "/admin/login");
    expect(phone.complaints).toEqual([]);
    await phone.close();
  },
);
