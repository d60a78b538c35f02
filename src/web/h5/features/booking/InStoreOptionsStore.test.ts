import { describe, expect, it } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { emptyInStoreOptions, type InStoreOptions, parseMenuLink } from "./InStoreOptions.ts";
import { InStoreOptionsStore } from "./InStoreOptionsStore.ts";

const open = { boolOpenTime: true, boolImmediate: true };

function make(answer: () => unknown = () => store(open)) {
  const memory = {
    plan: emptyInStoreOptions as InStoreOptions,
    read: () => memory.plan,
    write: (plan: InStoreOptions) => {
      memory.plan = plan;
    },
  };
  const queries: unknown[] = [];
  const api = {
    fetchBody: async (_endpoint: unknown, input: { query?: unknown } = {}) => {
      queries.push(input.query);
      return answer();
    },
  };
  const clock = { now: Date.parse("2026-11-21T03:00:00Z") };
  const where = { position: null as { lat: number; lng: number } | null };
  const start = () => {
    const made = new InStoreOptionsStore({
      api,
      storage: memory,
      position: () => where.position,
      now: () => clock.now,
    });
    made.restore();
    return made;
  };
  return { start, plan: start(), queries, clock, where };
}

function store(bookingExt: typeof open) {
  const one = { storecode: "SH001", storename: "徐家汇店", distance: 300, bookingExt };
  return { code: 200, data: { data: { stores: [one] } } };
}

const link = (query: string) => parseMenuLink(`?restaurant_id=${query}`);

describe("InStoreOptionsStore", () => {
  it("takes the table from the link and keeps it over a reload, as dine-in at that table", () => {
    const { plan, start } = make();
    plan.applyLink(link("SH001&table=A12"));
    plan.setTime("2026-11-21 12:15");
    expect(start().options).toMatchObject({
      restaurantId: "SH001",
      orderType: "dine_in",
      tableNo: "A12",
      time: "2026-11-21 12:15",
    });
  });

  it("applies a link once: later changes by the customer survive a return", () => {
    const { plan } = make();
    plan.applyLink(link("SH001&table=A12"));
    plan.setType("pickup");
    plan.applyLink(link("SH001&table=A12"));
    expect(plan.options.orderType).toBe("pickup");
    plan.applyLink(link("SH001&table=B3"));
    expect([plan.options.orderType, plan.options.tableNo]).toEqual(["dine_in", "B3"]);
  });

  it("reports an invalid table, and keeps the known one", () => {
    const { plan } = make();
    plan.applyLink(link("SH001&table=A12"));
    plan.applyLink(link("SH001&table=%3Cscript%3E"));
    expect([plan.isTableInvalid, plan.options.tableNo]).toEqual([true, "A12"]);
    plan.applyLink(link("SH001"));
    expect(plan.isTableInvalid).toBe(false);
  });

  it("resets in another restaurant, but keeps a changed contact number", () => {
    const { plan } = make();
    plan.applyLink(link("SH001&table=A12"));
    plan.setTime("2026-11-21 12:15");
    plan.setPhone("13812345678", "");
    plan.applyLink(link("SH002&type=dine_in"));
    expect(plan.options).toMatchObject({
      restaurantId: "SH002",
      orderType: "dine_in",
      tableNo: "",
      time: null,
      phone: "13812345678",
    });
    plan.resetCustomerData();
    expect(plan.options.phone).toBeNull();
  });

  it("needs a time when the kitchen rests or the chosen one has passed, and never changes it", async () => {
    const { plan, clock } = make(() => store({ boolOpenTime: true, boolImmediate: false }));
    plan.applyLink(link("SH001"));
    expect(plan.needsTime).toBe(false);
    await plan.loadRestaurant();
    expect(plan.needsTime).toBe(true);
    plan.setTime("2026-11-21 12:15");
    expect(plan.needsTime).toBe(false);
    clock.now = Date.parse("2026-11-21T04:16:00Z");
    plan.setPhone("1", "");
    expect([plan.needsTime, plan.options.time]).toEqual([true, "2026-11-21 12:15"]);
  });

  it("requests the restaurant from the customer's position, and shows no distance without one", async () => {
    const { plan, queries, where } = make();
    plan.applyLink(link("SH001"));
    expect((await plan.loadRestaurant())?.distanceM).toBeNull();
    where.position = { lat: 31.2, lng: 121.4 };
    expect((await plan.loadRestaurant())?.distanceM).toBe(300);
    expect(queries).toEqual([{ id: "SH001" }, { id: "SH001", lat: 31.2, lng: 121.4 }]);
  });

  it("distinguishes a missing restaurant from a failed request", async () => {
    const gone = make(() => {
      throw new ApiError("restaurant_not_found", "餐厅信息不存在", { status: 404 });
    });
    gone.plan.applyLink(link("SH404"));
    expect([await gone.plan.loadRestaurant(), gone.plan.restaurant.value]).toEqual([null, null]);
    const broken = make(() => {
      throw new ApiError("offline", "没有网络");
    });
    broken.plan.applyLink(link("SH001"));
    await expect(broken.plan.loadRestaurant()).rejects.toThrow("没有网络");
    expect([broken.plan.restaurant.status, broken.plan.restaurant.value]).toEqual(["failed", undefined]);
  });

  it("starts a new number when the account's masked one is edited", () => {
    const { plan } = make();
    const own = "138****5678";
    plan.setPhone(`${own}1`, own);
    expect(plan.options.phone).toBe("1");
    plan.setPhone("138****567", own);
    expect(plan.options.phone).toBe("");
    plan.setPhone("13912345678", own);
    expect(plan.options.phone).toBe("13912345678");
  });

  it("accepts a typed table as far as it is valid", () => {
    const { plan } = make();
    plan.setType("dine_in");
    plan.setTable("1234567890123456789");
    expect([plan.options.tableNo, plan.isTableValid]).toEqual(["1234567890123456", true]);
    plan.setTable("<1>");
    expect([plan.isTableValid, plan.table]).toEqual([false, "<1>"]);
    plan.setTable(" ");
    expect([plan.isTableValid, plan.table]).toEqual([true, null]);
  });

  it("keeps what was chosen for a voucher over a reload and another restaurant, and not for the next one", () => {
    const { plan, start } = make();
    plan.openVoucher("v1", "SH001");
    plan.setType("dine_in");
    plan.setTable("A12");
    plan.setPhone("13999998888", "");
    plan.openVoucher("v1", "SH001");
    expect([start().table, start().options.phone]).toEqual(["A12", "13999998888"]);
    plan.openVoucher("v1", "SH002");
    expect([plan.table, plan.options.phone]).toEqual([null, "13999998888"]);
    plan.setTable("B3");
    const next = start();
    next.openVoucher("v2", "SH002");
    expect(next.options).toMatchObject({
      restaurantId: "SH002",
      orderType: "pickup",
      tableNo: "",
      phone: null,
    });
  });

  it("has no table for a pickup", () => {
    const { plan } = make();
    plan.setType("dine_in");
    plan.setTable(" A12 ");
    expect(plan.table).toBe("A12");
    plan.setType("pickup");
    expect([plan.table, plan.isTableValid]).toEqual([null, true]);
  });
});
