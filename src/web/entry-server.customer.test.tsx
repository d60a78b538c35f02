// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fingerprintToken, formatSsrState } from "#contract/ssr/ssr-state.ts";
import { renderPage } from "./entry-server.tsx";
import { hydrateTestPage } from "./hydrateTestPage.tsx";

const at = Date.parse("2026-03-02T12:00:00+08:00");
const token = "a".repeat(43);
const fingerprint = fingerprintToken(token);
const customerState = formatSsrState({ fingerprint, addressId: "a1" });
const address = {
  id: "a1",
  recipient: "张三",
  phone: "13800138003",
  province: "上海市",
  city: "上海市",
  district: "徐汇区",
  detail_address: "虹桥路1号",
  house_number: "8楼",
  poi_name: "港汇广场",
  poi_location: "121.43,31.19",
  is_default: true,
};
const store = {
  storecode: "SH001",
  storename: "徐家汇店",
  address: "虹桥路1号",
  location: "121.43,31.19",
  distance: 800,
  status_text: "营业中",
  bookingExt: { boolOpenTime: true, boolImmediate: true },
  starttime: "08:00",
  endtime: "22:00",
  hours_text: "08:00-22:00",
  paused_until: null,
};
const dishes = Array.from({ length: 60 }, (_, nth) => ({
  id: `d${nth}`,
  name: `牛肉面${nth}`,
  price: 2800 + nth,
  original_price: 3000 + nth,
  image: "",
  description: "香",
  sales: nth,
  stock: null,
  category: `第${nth % 5}类`,
  cat_rank: nth % 5,
}));
const order = (nth: number, over: object) => ({
  order_id: `o${nth}`,
  third_party_order_id: `t${nth}`,
  status: "completed",
  status_text: "已完成",
  order_type: "pickup",
  refund_status: "none",
  actions: ["reorder"],
  total_amount: 2800,
  pay_amount: 2800,
  pay_remain_seconds: 0,
  restaurant: { storecode: "SH001", storename: "徐家汇店", phone: "", address: "", location: "" },
  items: [{ id: "d1", name: "牛肉面", spec_name: null, image: "", quantity: 1 }],
  item_count: 1,
  created_at: "2026-03-02T02:00:00.000Z",
  booking_time: null,
  is_late: false,
  pickup_code: null,
  ...over,
});
const orders = [
  order(1, { status: "pending_payment", status_text: "待支付", actions: ["pay", "cancel"] }),
  // Promised for the minute after the rendering.
  order(2, { status: "preparing", status_text: "制作中", booking_time: "2026-03-02 12:01" }),
  order(3, {}),
];
const detail = (over: object) => ({
  ...order(4, {
    status: "preparing",
    status_text: "制作中",
    booking_time: "2026-03-02 12:01",
    pickup_code: "A12",
  }),
  order_no: "2026030200001",
  goods_amount: 2800,
  delivery_fee: 0,
  packing_fee: 0,
  discount_amount: 0,
  points_amount: 0,
  lines: [
    {
      id: "d1",
      name: "牛肉面",
      spec_name: null,
      image: "",
      quantity: 1,
      price: 2800,
      original_price: 2800,
      amount: 2800,
      refunded_quantity: 0,
      unavailable_quantity: 0,
    },
  ],
  address: null,
  contact_phone: "13800138003",
  table_no: null,
  remark: "",
  tableware_count: 1,
  soldout_policy: "contact",
  payment_method: "wechat",
  by_voucher: false,
  paid_at: "2026-03-02T02:01:00.000Z",
  paid_amount: 2800,
  refunded_amount: 0,
  cancel_reason: null,
  queue_before: 2,
  estimated_at: null,
  points_used: 0,
  points_earned: 28,
  points_offer: null,
  refund_request: null,
  refunds: [],
  timeline: [{ status: "paid", text: "已支付", reason: null, at: "2026-03-02T02:01:00.000Z" }],
  ...over,
});
let shownOrder = detail({});
const wrap = (data: unknown) => JSON.stringify({ code: 200, msg: "ok", data });

async function answer(url: string): Promise<string> {
  if (url.startsWith("/api/v1/takeaway-menu/start"))
    return wrap({ address, store, menu: { version: "SH001-1", items: dishes } });
  if (url.startsWith("/api/v1/order/list")) return wrap({ list: orders, has_more: false });
  if (url.startsWith("/api/v1/order/detail")) return wrap(shownOrder);
  if (url.startsWith("/api/v1/invoice")) return wrap({ status: "none" });
  if (url.startsWith("/api/v1/chat/state")) return wrap({ unread: 0, online: true, hours_text: "" });
  throw new Error(`nobody asks for ${url}`);
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubEnv("SSR", true);
  vi.useFakeTimers({ now: at, toFake: ["Date"] });
  window.localStorage.clear();
  window.localStorage.setItem("token", token);
  window.localStorage.setItem("selectedAddress", JSON.stringify(address));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const open = (url: string) => hydrateTestPage(url, { at, notices: [], answer, customerState });

test("the takeaway menu shows address, restaurant and dishes, and hydrates as it is", async () => {
  const { text, faults, lost, place } = await open("/takeaway-menu");
  for (const part of ["港汇广场 8楼", "徐家汇店", "牛肉面5"]) expect(text).toContain(part);
  expect({ faults, lost }).toEqual({ faults: [], lost: 0 });
  expect(place.textContent).toContain("牛肉面5");
});

test("the cart of the device enters the takeaway menu after the hydration", async () => {
  const item = { id: "d1", name: "牛肉面1", priceFen: 2801, originalPriceFen: 3001, image: "", quantity: 2 };
  const cart = { restaurantId: "SH001", restaurantName: "徐家汇店", items: [item], totalAmount: 5602 };
  const carts = { version: 1, current: "SH001", carts: [{ version: 1, ...cart }] };
  window.localStorage.setItem("takeawayCart", JSON.stringify({ ...carts, ...cart }));
  const { text, faults, place } = await open("/takeaway-menu");
  expect(text).not.toContain("¥56.02");
  expect(faults).toEqual([]);
  await expect.poll(() => place.textContent).toContain("¥56.02");
});

test("the cart of another restaurant is copied along when the delivering one has changed", async () => {
  const item = { id: "d1", name: "牛肉面1", priceFen: 2801, originalPriceFen: 3001, image: "", quantity: 2 };
  const cart = { restaurantId: "SH002", restaurantName: "静安店", items: [item], totalAmount: 5602 };
  const carts = { version: 1, current: "SH002", carts: [{ version: 1, ...cart }] };
  window.localStorage.setItem("takeawayCart", JSON.stringify({ ...carts, ...cart }));
  const { faults, place } = await open("/takeaway-menu");
  expect(faults).toEqual([]);
  await expect.poll(() => place.textContent).toContain("¥56.02");
  await expect.poll(() => window.localStorage.getItem("takeawayCart")).toContain('"restaurantId":"SH001"');
});

test.each(["/orders", "/orders?status=completed"])("the orders hydrate as they are: %s", async (url) => {
  const { text, faults, lost } = await open(url);
  expect(text).toContain("徐家汇店");
  expect({ faults, lost }).toEqual({ faults: [], lost: 0 });
});

test.each([
  ["being made, with a pickup code", {}],
  ["completed", { status: "completed", status_text: "已完成", actions: ["reorder", "apply_refund"] }],
])("an order hydrates as it is: %s", async (_what, over) => {
  shownOrder = detail(over);
  const { text, faults, lost } = await open("/order/o4");
  for (const part of ["徐家汇店", "牛肉面", "A12"]) expect(text).toContain(part);
  expect({ faults, lost }).toEqual({ faults: [], lost: 0 });
});

test("an order that awaits its payment is left to the device", async () => {
  shownOrder = detail({ status: "pending_payment", actions: ["pay"] });
  await expect(open("/order/o4")).rejects.toThrow("left to the device");
});

test("the orders hydrate as they are on a device whose clock is a day ahead", async () => {
  vi.setSystemTime(at + 86_400_000);
  const { faults, lost } = await open("/orders");
  expect({ faults, lost }).toEqual({ faults: [], lost: 0 });
});

test("a page of another login or address, or that Back has left, is not taken over", async () => {
  const screen = "/takeaway-menu";
  const { html } = await renderPage({ screen, at, notices: [], answer, customerState });
  document.body.innerHTML = html;
  window.history.replaceState(null, "", screen);
  const { readSsrPayload } = await import("./ssr-payload.ts");
  for (const state of ["", "00000000.a1", `${fingerprint}.a2`]) {
    window.ssrState = state;
    expect(readSsrPayload()).toBeNull();
  }
  window.ssrState = `${fingerprint}.a1`;
  expect(readSsrPayload()).not.toBeNull();
  window.history.replaceState(null, "", "/orders");
  expect(readSsrPayload()).toBeNull();
});
