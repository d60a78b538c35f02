import { afterAll, beforeAll, expect, test } from "vitest";
import { adminRoutes } from "#web/admin/app/routes.tsx";
import { h5Routes } from "#web/h5/app/routes.tsx";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCart, shrimpRice } from "./support/cart.ts";
import {
  createCustomer,
  createToken,
  nearRestaurant,
  revokeToken,
  storageState,
} from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

/** Paths at which routes with parameters or redirects are visited; other routes are used as they are. */
const examplePaths: Record<string, string> = {
  "/login": "/",
  "/order/:id": "/order/someorder",
  "/order-detail": "/order-detail?order_id=someorder",
  "/menu": "/menu?restaurant_id=SH001",
  "/admin/login": "/admin/customer-service",
  "/admin-login": "/admin/customer-service",
  "/admin/setup": "/admin/customer-service",
  "/admin/*": "/admin/nothing-here",
  "*": "/nothing-here",
};
/** Pages that request no customer data from the server. */
const silentRoutes = new Set([
  // The samples of components are in no production build.
  "/__ui",
  "/wechat-callback",
  "/takeaway",
  "/self-service",
  "/menu",
  "/confirm-order",
  "/prepaid-order",
  "/prepaid-order-confirm",
  "*",
]);
const expiredText = "登录已过期，请重新登录";

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Records in the page, from its start on, when the message appears and when a login page opens. */
const watchScript = `
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
    if (document.body?.innerText.includes("${expiredText}")) note("message");
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

async function expectNotice(phone: Phone, path: string, login: string): Promise<void> {
  await phone.open(path);
  await phone.page.getByText(expiredText).first().waitFor();
  await phone.page.waitForURL((url) => url.pathname === login);
  expect(phone.path, path).toBe(`${login}?redirect=${encodeURIComponent(path)}`);
  const seen = await phone.page.evaluate<{ message: number; login: number }>("window.seen");
  // The time runs from the call; a busy machine renders the message some time after it.
  expect(seen.login - seen.message, path).toBeGreaterThan(1_000);
}

const visits = h5Routes
  .filter(({ path }) => !silentRoutes.has(path))
  .map(({ path }) => examplePaths[path] ?? path);

test.each([...new Set(visits)])(
  "a refused login is announced for 1.5 s before the login: %s",
  async (path) => {
    const { token, addressId } = await createCustomer(environment, nearRestaurant);
    await revokeToken(environment, token);
    const address = {
      id: addressId,
      poi_location: nearRestaurant.location,
      recipient: "王小明",
      phone: "13812345678",
    };
    const storage = storageState(environment, {
      token,
      takeawayCart: createCart([shrimpRice]),
      selectedAddress: address,
    });
    const phone = await environment.phone({ storage, expected: /Failed to load resource/ });
    await phone.context.addInitScript(watchScript);
    await expectNotice(phone, path, "/login");
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  },
);

const adminPaths = adminRoutes.map(({ path }) => examplePaths[path] ?? path);

test.each([...new Set(adminPaths)])(
  "a refused staff login is announced before the staff login: %s",
  async (path) => {
    const token = await createToken(environment, "nobody", "staff");
    await revokeToken(environment, token);
    const storage = storageState(environment, { service_token: token });
    const phone = await environment.phone({ storage, expected: /Failed to load resource/ });
    await phone.context.addInitScript(watchScript);
    await expectNotice(phone, path, "/admin/login");
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  },
);
