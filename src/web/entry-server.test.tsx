// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { cacheKeyFor, customerScreenFor, isMissing, pageAt, renderPage } from "./entry-server.tsx";
import { hydrateTestPage } from "./hydrateTestPage.tsx";

const at = Date.parse("2026-03-02T12:00:00+08:00");
const store = {
  storecode: "SH001",
  storename: "徐家汇</script>店",
  address: "虹桥路1号",
  status_text: "营业中",
  bookingExt: { boolOpenTime: true, boolImmediate: true },
  starttime: "08:00",
  endtime: "22:00",
  hours_text: "08:00-22:00",
  paused_until: null,
};
const dish = (nth: number) => ({
  id: `d${nth}`,
  name: `牛肉面${nth}`,
  price: 2800 + nth,
  original_price: 3000 + nth,
  image: `/media/dishes/d${nth}.webp`,
  description: "香",
  sales: nth,
  stock: nth % 7 === 0 ? 3 : null,
  category: `第${nth % 5}类`,
  cat_rank: nth % 5,
  category_icon: "",
  spu_id: nth % 9 === 0 ? "tea" : null,
  spu_name: nth % 9 === 0 ? "茶" : null,
  spec_name: nth % 9 === 0 ? `第${nth}杯` : null,
});
const dishes = Array.from({ length: 60 }, (_, nth) => dish(nth));
const legalNotices = { icp: "", police: "", minors: "", business_licence: "", food_licence: "" };
const wrap = (data: unknown) => JSON.stringify({ code: 200, msg: "ok", data });

async function answer(address: string): Promise<string> {
  if (address.startsWith("/api/v1/restaurant/")) return wrap({ data: { stores: [store] } });
  if (address.startsWith("/api/v1/menu/popular")) return wrap(dishes.slice(0, 8));
  if (address.startsWith("/api/v1/menu/items")) return wrap(dishes);
  if (address.startsWith("/api/v1/legal/notices")) return wrap(legalNotices);
  throw new Error(`nobody asks for ${address}`);
}

let notices: string[];

const takeOver = (url: string, isOld = false) => hydrateTestPage(url, { at, notices, answer, isOld });

beforeEach(() => {
  notices = ["早餐到十点", "下午茶两点起"];
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // As in the server's build, which awaits the parts that load later in a browser.
  vi.stubEnv("SSR", true);
  window.localStorage.clear();
  window.sessionStorage.clear();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe("server-rendered page", () => {
  test.each(["/", "/menu?restaurant_id=SH001", "/menu?restaurant_id=SH001&type=dine_in&table=A8"])(
    "hydrates as it is, without a React warning and without a request: %s",
    async (url) => {
      const { requested, faults, lost } = await takeOver(url);
      expect({ requested, faults, lost }).toEqual({ requested: [], faults: [], lost: 0 });
    },
  );

  test("shows the chain's notices above a menu", async () => {
    const { place } = await takeOver("/menu?restaurant_id=SH001");
    expect(place.querySelector("[role=note]")?.textContent).toContain("早餐到十点　·　下午茶两点起");
  });

  test("has no bar above a menu without notices", async () => {
    notices = [];
    const { place, faults, lost } = await takeOver("/menu?restaurant_id=SH001");
    expect(place.querySelector("[role=note]")).toBeNull();
    expect({ faults, lost }).toEqual({ faults: [], lost: 0 });
  });

  test.each([
    ["/", ["/api/v1/restaurant/list?pageSize=1"]],
    [
      "/menu?restaurant_id=SH001",
      ["/api/v1/menu/items?restaurant_id=SH001&category_id=2", "/api/v1/restaurant/detail?id=SH001"],
    ],
  ])("hydrates and reloads its data if the device stored it on an earlier visit: %s", async (url, calls) => {
    const { requested, faults } = await takeOver(url, true);
    expect(faults).toEqual([]);
    expect(requested.sort()).toEqual(calls);
  });

  test("shows dishes and prices, and a placeholder for the rest of a long menu", async () => {
    const { html } = await renderPage({ screen: "/menu?restaurant_id=SH001", at, notices, answer });
    const text = html.slice(0, html.indexOf("<script")).replace(/<[^>]*>/g, "");
    expect(text).toContain("牛肉面5");
    expect(text).toContain("¥28.05");
    expect(text).not.toContain("牛肉面59");
  });

  test("cannot be broken out of by a restaurant's name", async () => {
    const { html } = await renderPage({ screen: "/", at, notices, answer });
    expect(html.match(/<\/script>/g)).toHaveLength(1);
  });

  test("leaves data of the device for after the hydration", async () => {
    const { id, name, price: priceFen } = dish(1);
    const item = {
      id,
      name,
      priceFen,
      originalPriceFen: priceFen,
      image: "",
      specName: null,
      stock: null,
      quantity: 2,
    };
    const cart = {
      version: 1,
      restaurantId: "SH001",
      restaurantName: "店",
      items: [item],
      totalAmount: 2 * priceFen,
    };
    window.localStorage.setItem(
      "inStoreCarts",
      JSON.stringify({ version: 1, current: "SH001", carts: [cart] }),
    );
    const { faults, place } = await takeOver("/menu?restaurant_id=SH001");
    expect(faults).toEqual([]);
    await expect.poll(() => place.textContent).toContain("¥56.02");
  });
});

test("renders only home and restaurants' menus, with one cache key for all spellings of the link", () => {
  expect(cacheKeyFor("/")).toBe("/");
  expect(cacheKeyFor("/?invite_code=ABCD")).toBe("/");
  expect(cacheKeyFor("/menu?dish=x&restaurant_id=SH001&utm=1")).toBe("/menu?restaurant_id=SH001");
  expect(cacheKeyFor("/menu?restaurant_id=SH001&table=A8&type=pickup")).toBe(
    "/menu?restaurant_id=SH001&type=dine_in",
  );
  expect(cacheKeyFor("/menu?restaurant_id=SH001&table=%3Cb%3E")).toBe("/menu?restaurant_id=SH001");
  expect(cacheKeyFor("/menu?restaurant_id=SH001?from=singlemessage")).toBeNull();
  for (const url of ["/menu", "/menu?restaurant_id=%3Cb%3E", "/orders", "/takeaway-menu", "/admin"])
    expect(cacheKeyFor(url)).toBeNull();
  expect(pageAt("/orders")).toMatchObject({
    title: "我的订单",
    module: "src/web/h5/features/order/OrdersPage.tsx",
  });
  expect(pageAt("/admin/orders")).toBeNull();
});

test("renders the takeaway menu and the orders of a customer, and no other page of theirs", () => {
  expect(customerScreenFor("/takeaway-menu?from=singlemessage")).toBe("/takeaway-menu");
  expect(customerScreenFor("/orders")).toBe("/orders");
  expect(customerScreenFor("/orders?status=completed&utm=1")).toBe("/orders?status=completed");
  expect(customerScreenFor("/orders?status=%3Cb%3E")).toBe("/orders");
  expect(customerScreenFor("/order/a-7?from=pay")).toBe("/order/a-7");
  for (const url of [
    "/",
    "/menu?restaurant_id=SH001",
    "/order/%3Cb%3E",
    "/order/:id",
    "/profile",
    "/address-select",
    "/admin",
  ])
    expect(customerScreenFor(url)).toBeNull();
});

test("fails if a request is not answered", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const without = async (address: string) => {
    if (address.includes("popular")) throw new Error("away");
    return await answer(address);
  };
  await expect(renderPage({ screen: "/", at, notices, answer: without })).rejects.toThrow("away");
});

test.each([
  ["/", false],
  ["/orders", false],
  ["/order/abc_DEF-123", false],
  ["/menu/", false],
  ["/admin", false],
  ["/admin/login", false],
  ["/admin-login", false],
  ["/admin/refund-requests", false],
  ["/nothing-here", true],
  ["/order", true],
  ["/orders/7", true],
  ["/admin/nothing-here", true],
  ["/admin-login/more", true],
  ["/adminx", true],
])("whether no page exists at %s: %s", (path, missing) => {
  expect(isMissing(path)).toBe(missing);
});
