// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { createTestCarts } from "../cart/createTestCarts.ts";
import { MenuStore } from "../menu/MenuStore.ts";
import { RestaurantStore } from "../restaurant/RestaurantStore.ts";
import { TakeawayStore } from "./TakeawayStore.ts";
import { createFetchBootstrap } from "./takeaway.api.ts";

const answer = {
  address: { id: "a1", poi_name: "漕溪新苑", house_number: "6号楼", poi_location: "121.437,31.1898" },
  store: { storecode: "SH001", storename: "食单" },
  menu: { version: "v1", items: [{ id: 1, name: "生煎", price: 1200 }] },
};

/** Creates a store whose bootstrap endpoint returns these responses in turn. */
function make(...answers: unknown[]) {
  const requested: unknown[] = [];
  const reply = async (_endpoint: unknown, input: { query?: unknown } = {}) => {
    requested.push(input.query);
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return { code: 200, data: next };
  };
  const takeaway = new TakeawayStore({
    readSelected: () => null,
    restaurants: new RestaurantStore(),
    menu: new MenuStore(null),
    cartTransfer: createTestCarts().carts,
    fetchBootstrap: createFetchBootstrap({ fetchBody: reply }),
    loadStepByStep: async () => undefined,
  });
  return { takeaway, requested };
}

beforeEach(() => {
  window.localStorage.clear();
  vi.useRealTimers();
});

test("a load started before the page is the page's first load, and the next one is a new request", async () => {
  const { takeaway, requested } = make(answer, answer);
  await takeaway.preload();
  expect(takeaway.view).toBe("menu");
  await takeaway.load();
  expect(requested).toHaveLength(1);
  await takeaway.load();
  expect(requested).toHaveLength(2);
});

test.each([
  ["takes it over on a phone that needs ten seconds to show it", 10_000, 1],
  ["loads for itself when it opens much later", 16_000, 2],
])("a page whose load started before %s", async (_, elapsedMs, requests) => {
  const { takeaway, requested } = make(answer, answer);
  await takeaway.preload();
  vi.useFakeTimers({ now: Date.now() + elapsedMs });
  await takeaway.load();
  expect(requested).toHaveLength(requests);
});

test("the page shows a failure from before it opened, and retries at the customer's request", async () => {
  const { takeaway, requested } = make(new ApiError("internal", ""), answer);
  await takeaway.preload();
  await takeaway.load();
  expect([takeaway.view, requested.length]).toEqual(["menu_failed", 1]);
  await takeaway.load();
  expect([takeaway.view, requested.length]).toEqual(["menu", 2]);
});

test("a customer who leaves meanwhile leaves nothing to take over", async () => {
  const { takeaway, requested } = make(new ApiError("offline", ""), answer);
  await takeaway.preload();
  takeaway.resetCustomerData();
  await takeaway.load();
  expect([takeaway.view, requested.length]).toEqual(["menu", 2]);
});
