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
import { expectExpiryNotice, watchExpiryNotice } from "./support/expiryNotice.ts";
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

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

async function expectNotice(phone: Phone, path: string, login: string): Promise<void> {
  await watchExpiryNotice(phone);
  await phone.open(path);
  await expectExpiryNotice(phone, login);
  expect(phone.path, path).toBe(`${login}?redirect=${encodeURIComponent(path)}`);
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
    await expectNotice(phone, path, "/admin/login");
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  },
);
