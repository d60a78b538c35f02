import { afterEach, expect, test } from "vitest";
import { restaurantAdminEndpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

afterEach(async () => {
  await app.close();
});

async function readScript(settings: Record<string, string>) {
  app = await startTestApp({ settings });
  const admin = await createStaffClient(app, "admin");
  return (await admin.data(restaurantAdminEndpoints.map)).script;
}

test("the map's script has the browsers' key, and runs as it is", async () => {
  const script = await readScript({ MAPS_SCRIPT_SECURITY_CODE: "code & more" });
  expect(script?.security_code).toBe("code & more");
  const url = `${script?.url}&callback=go`;
  expect(url).toBe(
    `${app.sandbox.env.MAPS_SCRIPT_BASE_URL}/maps?v=2.0&key=${app.keys.mapsBrowserKey}&callback=go`,
  );
  expect(await (await fetch(url)).text()).toContain("window.AMap");
});

test("the map's script has a key of its own where one is set", async () => {
  const script = await readScript({ MAPS_SCRIPT_KEY: "a&b" });
  expect(script).toEqual({
    url: `${app.sandbox.env.MAPS_SCRIPT_BASE_URL}/maps?v=2.0&key=a%26b`,
    security_code: "",
  });
});

test("there is no map without a key", async () => {
  expect(await readScript({ MAPS_BROWSER_KEY: "" })).toBeNull();
});
