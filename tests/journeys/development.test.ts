import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestEnvironment, type TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCustomer, storageState } from "./support/customer.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startTestEnvironment({}, { isDev: true });
});

afterAll(async () => {
  await environment.close();
});

test("the development server serves the pages from their sources: a customer adds a dish", async () => {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  await phone.open("/takeaway-menu");
  await phone.page.getByRole("searchbox", { name: "搜索商品" }).fill("滑蛋虾仁饭");
  await phone.button("增加滑蛋虾仁饭").click();
  await phone.button(/^选好了/).waitFor();
  expect(await phone.page.locator('script[src="/@vite/client"]').count()).toBe(1);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
