// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Session } from "#web/lib/session/Session.ts";
import { toLocalDate } from "#web/lib/time/formatTime.ts";
import { AdminStores, AdminStoresContext } from "../../app/AdminStores.ts";
import { FiguresPage } from "./FiguresPage.tsx";
import { rangeOf } from "./figureRange.ts";

const sumNames =
  "orders sales wechat_orders wechat card_orders card voucher_orders points_orders points_used points_earned first_orders accepted_orders accept_seconds ready_orders ready_seconds cancelled_unpaid cancelled_paid voucher_returns refunds wechat_refund card_refund other_refund points_returned points_reversed late late_refund late_other_refund";
const noSums = Object.fromEntries(sumNames.split(" ").map((name) => [name, 0]));
const sums = { ...noSums, orders: 4, sales: 20_000, wechat: 15_000, card: 5_000, wechat_refund: 999 };
const point = {
  at: "2026-03-01",
  orders: 4,
  sales: 20_000,
  net: 19_001,
  refund: 999,
  cancelled: 0,
  first_orders: 0,
};
const chainNames =
  "cards_issued cards_value cards_adjusted cards_bound cards_spent vouchers_issued vouchers_redeemed points_of_orders points_invited points_revoked points_expired points_requested points_adjusted withdrawals points_withdrawn cards_balance points_balance";
const noChain = Object.fromEntries(chainNames.split(" ").map((name) => [name, 0]));
const chain = {
  ...noChain,
  cards_issued: 3,
  cards_value: 60_000,
  cards_balance: 123_456,
  points_expired: -70,
};
const page = { page: 1, pageSize: 20, has_more: false };
const row = { restaurant_id: "SH001", name: "食单·徐汇店" };

let root: Root;
let paths: string[];
let hasFailed: boolean;
let isPastCounted: boolean;
/** What answers wait for, while it is set. */
let hold: Promise<void> | undefined;

function answer(path: string): unknown {
  if (path.includes("/overview"))
    return {
      sums,
      before: { from: "2026-02-22", to: "2026-02-28", sums: { ...noSums, sales: 10_000 } },
      services: [{ ...sums, type: "pickup" }],
      counted_until: "2026-03-01T04:00:00.000Z",
      is_past_counted: isPastCounted,
    };
  if (path.includes("/series")) return { unit: path.includes("by=hour") ? "hour" : "day", list: [point] };
  if (path.includes("/figures/chain"))
    return {
      sums: chain,
      before: { from: "2026-02-22", to: "2026-02-28", sums: noChain },
      unit: "day",
      list: [{ at: "2026-03-07", ...chain }],
      counted_until: "2026-03-01T04:00:00.000Z",
    };
  if (path.includes("/cancellations")) return { list: [{ reason: "", unpaid: 3, paid: 1 }] };
  if (path.includes("/restaurants")) return { ...page, list: [{ ...row, ...point }] };
  if (path.includes("/dishes"))
    return { ...page, list: [{ dish_id: "1", name: "虾饭", quantity: 9, sales: 1, refunded_quantity: 2 }] };
  if (path.includes("/daily-close")) return { ...page, list: [{ ...row, ...sums }], chain: sums };
  return path.includes("app/settings")
    ? { version: "1" }
    : { staff_id: "s", name: "林", role: "admin", restaurants: [] };
}

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // The layout's event stream stays silent.
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  history.replaceState(null, "", "/admin/figures?from=2026-03-01&to=2026-03-07");
  document.body.innerHTML = '<div id="place"></div>';
  root = createRoot(document.querySelector("#place") as HTMLElement);
  paths = [];
  hasFailed = false;
  isPastCounted = true;
  hold = undefined;
  const session = new Session();
  session.setServiceToken("t");
  const fetch = async (url: string) => {
    paths.push(url);
    await hold;
    if (hasFailed && url.includes("/overview"))
      return new Response(JSON.stringify({ code: 429, msg: "请稍后再试", data: { error: "rate_limited" } }), {
        status: 429,
      });
    return new Response(JSON.stringify({ code: 200, msg: "ok", data: answer(url) }));
  };
  const api = new ApiClient({ tokenFor: () => "t", onUnauthenticated: () => undefined, fetch });
  const stores = new AdminStores(api, session);
  await stores.staff.load();
  await act(async () =>
    root.render(
      <AdminStoresContext.Provider value={stores}>
        <BrowserRouter>
          <FiguresPage />
        </BrowserRouter>
      </AdminStoresContext.Provider>,
    ),
  );
});

afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

const text = () => document.querySelector("main, #place")?.textContent ?? "";
const press = async (find: () => Element | undefined | null) => {
  await vi.waitFor(() => expect(find()).toBeTruthy());
  await act(async () => (find() as HTMLElement).click());
};
const findTab = (name: string) =>
  [...document.querySelectorAll('[role="tab"]')].find((tab) => tab.textContent === name);

test("shows the sums of the range in the address, beside those before", async () => {
  await vi.waitFor(() => expect(text()).toContain("¥200.00"));
  expect(text()).toContain("¥190.01");
  expect(text()).toContain("↑ 100.0%");
  expect(text()).toContain("与 2026-02-22 至 2026-02-28 相比");
  expect(text()).toContain("一天是北京时间 0 点到 24 点");
  expect(text()).toContain("统计到");
  expect(text()).not.toContain("补算");
  expect(paths.find((path) => path.includes("/overview"))).toContain("from=2026-03-01&to=2026-03-07");
  expect(document.querySelector('figure[role="img"]')?.getAttribute("aria-label")).toBe(
    "销售额走势，数字见下方表格",
  );
});

test.each([
  ["点餐方式", "到店自取"],
  ["收款与退款", "¥9.99"],
  ["门店", "食单·徐汇店"],
  ["菜品", "虾饭"],
  ["取消原因", "其他原因"],
  ["卡券与积分", "期末会员卡余额¥1234.56"],
  ["日结", "2026-03-07 日结"],
])("the tab %s shows %s", async (name, content) => {
  await press(() => findTab(name));
  await vi.waitFor(() => expect(text()).toContain(content));
});

test("a restaurant's name narrows the figures to it, in the address too", async () => {
  await press(() => findTab("门店"));
  await press(() => [...document.querySelectorAll("button")].find((item) => item.textContent === row.name));
  await vi.waitFor(() => expect(text()).toContain("只看门店 SH001"));
  expect(location.search).toContain("restaurant=SH001");
  await vi.waitFor(() =>
    expect(paths.some((path) => path.includes("/overview") && path.includes("restaurant_id=SH001"))).toBe(
      true,
    ),
  );
});

const type = async (label: string, value: string) => {
  const field = document.querySelector(`input[aria-label="${label}"]`) as HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
  return field;
};

test("dishes are fetched with the filter that was just chosen, not with the one before", async () => {
  await press(() => findTab("菜品"));
  await vi.waitFor(() => expect(text()).toContain("虾饭"));
  paths = [];
  await press(() =>
    [...document.querySelectorAll('th[aria-label="销售额"], th')].find(
      (head) => head.textContent === "销售额",
    ),
  );
  await vi.waitFor(() => expect(location.search).toContain("dishSort=sales"));
  await vi.waitFor(() => expect(paths.filter((path) => path.includes("/dishes"))).not.toEqual([]));
  for (const path of paths.filter((one) => one.includes("/dishes"))) expect(path).toContain("sort=sales");
  paths = [];
  await type("结束日期", "2026-03-05");
  await vi.waitFor(() => expect(paths.filter((path) => path.includes("/dishes"))).not.toEqual([]));
  for (const path of paths.filter((one) => one.includes("/dishes"))) expect(path).toContain("to=2026-03-05");
});

test("figures of the range before are not shown under a new one, and the tab stays", async () => {
  await press(() => findTab("收款与退款"));
  await vi.waitFor(() => expect(text()).toContain("¥9.99"));
  let release: () => void = () => undefined;
  hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  await type("开始日期", "2026-03-02");
  expect(location.search).toContain("from=2026-03-02");
  expect(text()).not.toContain("¥200.00");
  expect(document.querySelector(".ant-skeleton")).not.toBeNull();
  await act(async () => release());
  await vi.waitFor(() => expect(text()).toContain("¥9.99"));
});

test("a date field stays while it is typed into, and shows what a preset chose", async () => {
  const field = await type("开始日期", "2026-03-03");
  await vi.waitFor(() => expect(location.search).toContain("from=2026-03-03"));
  expect(field.isConnected).toBe(true);
  await press(() => document.querySelector('input[value="today"]'));
  await vi.waitFor(() => expect(field.value).toBe(toLocalDate(Date.now())));
});

test("chosen days stay in the address, and a preset is that of the day on which it is pressed", async () => {
  await press(() => document.querySelector('input[value="today"]'));
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 86_400_000);
  await press(() => document.querySelector('input[value="week"]'));
  const { from, to } = rangeOf("week", Date.now());
  await vi.waitFor(() => expect(location.search).toContain(`from=${from}&to=${to}`));
  vi.restoreAllMocks();
  const week = rangeOf("week", Date.now());
  await type("结束日期", week.to);
  await type("开始日期", week.from);
  await vi.waitFor(() => expect(location.search).toContain(`from=${week.from}&to=${week.to}`));
});

test("a failure is told and can be tried again", async () => {
  await vi.waitFor(() => expect(text()).toContain("¥200.00"));
  hasFailed = true;
  await press(() => document.querySelector('input[value="today"]'));
  await vi.waitFor(() => expect(text()).toContain("请稍后再试"));
  hasFailed = false;
  await press(() =>
    [...document.querySelectorAll("button")].find((item) => item.textContent?.replace(" ", "") === "重试"),
  );
  await vi.waitFor(() => expect(text()).toContain("¥200.00"));
});

test("while the past is being computed, says so and loads again until it is", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    isPastCounted = false;
    await press(() => document.querySelector('input[value="today"]'));
    await vi.waitFor(() => expect(text()).toContain("还在补算"));
    isPastCounted = true;
    let release: () => void = () => undefined;
    hold = new Promise((resolve) => {
      release = resolve;
    });
    await act(async () => void vi.advanceTimersByTime(5_000));
    const held = paths.length;
    await act(async () => void vi.advanceTimersByTime(15_000));
    expect(paths).toHaveLength(held);
    await act(async () => release());
    await vi.waitFor(() => expect(text()).not.toContain("还在补算"));
    const count = paths.length;
    await act(async () => void vi.advanceTimersByTime(60_000));
    expect(paths).toHaveLength(count);
  } finally {
    vi.useRealTimers();
  }
});
