import { describe, expect, it } from "vitest";
import type { CartDifference } from "#contract/order/quote.schema.ts";
import type { SoldoutPolicy } from "#contract/order/status.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { CartStore } from "../cart/CartStore.ts";
import { CheckoutStore } from "./CheckoutStore.ts";
import { type CheckoutDraft, emptyCheckoutDraft, orderAttemptTtlMs } from "./checkoutDraft.ts";

const quote = {
  lines: [],
  differences: [] as CartDifference[],
  problems: [],
  goods_amount: 3000,
  original_amount: 3300,
  delivery_fee: 500,
  packing_fee: 0,
  points_amount: 0,
  total_amount: 3500,
  pay_amount: 3500,
};
const receipt = { order_id: "order-1" };
const offline = () => Promise.reject(new ApiError("offline", "没有网络"));
const refused = (failure: "price_changed" | "key_reused" | "out_of_stock" | "restaurant_closed", data = {}) =>
  Promise.reject(new ApiError(failure, "不行", { status: 409, data }));

type Answer = () => Promise<unknown>;

function make(draft: CheckoutDraft | null = null) {
  const cart = new CartStore({ read: () => null, write: () => undefined }, (work) => work());
  cart.openRestaurant("SH001");
  const dish = { id: "1", name: "生煎", specName: null, priceFen: 1500, originalPriceFen: 1650, image: "" };
  cart.setQuantity({ ...dish, stock: null }, 2);
  const memory = {
    draft,
    read: () => memory.draft,
    write: (next: CheckoutDraft | null) => {
      memory.draft = next;
    },
  };
  const creates: Answer[] = [];
  const quotes: object[] = [];
  const bodies: Record<string, unknown>[] = [];
  const api = {
    call: (endpoint: { path: string }, input: { body?: unknown } = {}) => {
      if (endpoint.path.endsWith("/quote")) return Promise.resolve(quotes.shift() ?? quote) as Promise<never>;
      bodies.push(input.body as Record<string, unknown>);
      return (creates.shift() ?? (() => Promise.resolve(receipt)))() as Promise<never>;
    },
  };
  let keys = 0;
  const clock = { now: 1_000_000 };
  const visit: { policy: SoldoutPolicy } = { policy: "contact" };
  const soldout = {
    read: () => visit.policy,
    write: (policy: SoldoutPolicy) => {
      visit.policy = policy;
    },
    clear: () => {
      visit.policy = "contact";
      return visit.policy;
    },
  };
  const dependencies = {
    api,
    cart,
    storage: memory,
    soldout,
    createIdempotencyKey: () => `intent-key-${++keys}`,
    now: () => clock.now,
  };
  const open = () => {
    const store = new CheckoutStore(dependencies);
    store.restore();
    return store;
  };
  return { cart, memory, soldout, creates, quotes, bodies, open, store: open(), clock };
}

const to = (address_id: string) => ({ order_type: "takeaway", address_id }) as const;
const keysOf = (bodies: Record<string, unknown>[]) => bodies.map((body) => body.client_key);

describe("CheckoutStore", () => {
  it("sends the policy for sold-out dishes, and keeps it for the next order of the visit", async () => {
    const { store, bodies, open } = make();
    await store.fetchQuote(to("a1"));
    await store.submit(to("a1"));
    expect(bodies.at(-1)).toMatchObject({ soldout_policy: "contact" });
    store.setSoldoutPolicy("remove");
    const next = open();
    await next.fetchQuote(to("a1"));
    await next.submit(to("a1"));
    expect(bodies.at(-1)).toMatchObject({ soldout_policy: "remove" });
    expect(open().soldoutPolicy).toBe("remove");
    next.resetCustomerData();
    expect(open().soldoutPolicy).toBe("contact");
  });

  it("sends the prices the customer saw, and never a price to be charged", async () => {
    const { store, bodies } = make();
    await store.fetchQuote(to("address-1"));
    store.setRemark("少辣");
    store.setTableware(2);
    await store.submit(to("address-1"));
    expect(bodies).toEqual([
      {
        order_type: "takeaway",
        restaurant_id: "SH001",
        items: [{ id: "1", quantity: 2, seen_price: 1500, seen_name: "生煎" }],
        address_id: "address-1",
        remark: "少辣",
        tableware_count: 2,
        soldout_policy: "contact",
        expected_total: 3500,
        client_key: "intent-key-1",
      },
    ]);
  });

  it("sends the in-store options: time, table and contact number", async () => {
    const { store, bodies } = make();
    const orderType = {
      order_type: "dine_in",
      booking_time: "2026-11-21 12:15",
      table_no: "A12",
      contact_phone: "13812345678",
    } as const;
    await store.fetchQuote(orderType);
    await store.submit(orderType);
    expect(bodies[0]).toMatchObject({ ...orderType, restaurant_id: "SH001", expected_total: 3500 });
    expect(bodies[0]).not.toHaveProperty("address_id");
  });

  it("creates one order for a double tap", async () => {
    const { store, bodies } = make();
    await store.fetchQuote(to("a"));
    const [first, second] = await Promise.all([store.submit(to("a")), store.submit(to("a"))]);
    expect([first?.order_id, second]).toEqual(["order-1", null]);
    expect(bodies).toHaveLength(1);
  });

  it("keeps the key over a lost response and a reload until the order exists", async () => {
    const { store, creates, bodies, memory, open } = make();
    creates.push(offline, () => Promise.reject(new ApiError("timeout", "太久")));
    await store.fetchQuote(to("a"));
    store.setRemark("放门口");
    await expect(store.submit(to("a"))).rejects.toThrow("没有网络");
    expect([store.isUncertain, store.isSubmitting, store.submitError?.code]).toEqual([
      true,
      false,
      "offline",
    ]);
    await expect(store.submit(to("a"))).rejects.toThrow("太久");
    const reloaded = open();
    expect([reloaded.isUncertain, reloaded.remark]).toEqual([true, "放门口"]);
    await reloaded.fetchQuote(to("a"));
    expect(await reloaded.submit(to("a"))).toMatchObject(receipt);
    expect(new Set(keysOf(bodies))).toEqual(new Set(["intent-key-1"]));
    expect([reloaded.isUncertain, reloaded.remark, memory.draft]).toEqual([false, "", null]);
  });

  it("reuses the key after an unreadable response and after a server error", async () => {
    const { store, creates, bodies } = make();
    creates.push(
      () => Promise.resolve({ nothing: true }),
      () => Promise.reject(new ApiError("internal", "坏了", { status: 500 })),
    );
    await store.fetchQuote(to("a"));
    await expect(store.submit(to("a"))).rejects.toThrow();
    await expect(store.submit(to("a"))).rejects.toThrow("坏了");
    await store.submit(to("a"));
    expect(keysOf(bodies)).toEqual(["intent-key-1", "intent-key-1", "intent-key-1"]);
  });

  it("starts a new attempt after a refusal, since no order was placed", async () => {
    const { store, creates, bodies } = make();
    const differences: CartDifference[] = [
      { id: "1", name: "生煎", kind: "price", before: 1500, after: 1600, left: null },
    ];
    creates.push(() => refused("price_changed", { quote: { ...quote, differences, total_amount: 3700 } }));
    await store.fetchQuote(to("a"));
    await expect(store.submit(to("a"))).rejects.toThrow("不行");
    expect(store.quote.value?.total_amount).toBe(3700);
    expect([store.needsReview, store.canSubmit, store.isUncertain, store.isQuoteStale]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    store.acceptDifferences();
    await store.fetchQuote(to("a"));
    expect(store.canSubmit).toBe(true);
    await store.submit(to("a"));
    expect(keysOf(bodies)).toEqual(["intent-key-1", "intent-key-2"]);
    expect(bodies[1]?.items).toEqual([{ id: "1", quantity: 2, seen_price: 1600, seen_name: "生煎" }]);
  });

  it("requests a new quote when a refusal brings none", async () => {
    const { store, creates } = make();
    creates.push(() => refused("out_of_stock", { id: "1", left: null }));
    await store.fetchQuote(to("a"));
    await expect(store.submit(to("a"))).rejects.toThrow();
    expect(store.isQuoteStale).toBe(true);
  });

  it("drops the refusal of a closed restaurant once a quote of the server says that it is open", async () => {
    const { store, creates, quotes } = make();
    creates.push(() => refused("restaurant_closed"));
    await store.fetchQuote(to("a"));
    await expect(store.submit(to("a"))).rejects.toThrow();
    quotes.push(
      { ...quote, problems: [{ error: "restaurant_closed" }] },
      { ...quote, isLocalEstimate: true },
      quote,
    );
    const refusals: (string | undefined)[] = [];
    for (let nth = 0; nth < 3; nth++) {
      await store.fetchQuote(to("a"));
      refusals.push(store.submitError?.code);
    }
    expect(refusals).toEqual(["restaurant_closed", "restaurant_closed", undefined]);
  });

  it("keeps the key when a refusal follows a lost response, since the order may exist", async () => {
    const { store, creates, bodies } = make();
    creates.push(
      offline,
      () => refused("out_of_stock"),
      () => refused("key_reused"),
    );
    await store.fetchQuote(to("a"));
    for (let n = 0; n < 3; n++) await store.submit(to("a")).catch(() => undefined);
    expect(new Set(keysOf(bodies)).size).toBe(1);
    expect([store.isUncertain, store.submitError?.code]).toEqual([true, "key_reused"]);
    store.discardAttempt();
    await store.submit(to("a"));
    expect(bodies[3]?.client_key).toBe("intent-key-2");
  });

  it("shows no error for a rejected login, and is not uncertain after an abort during its announcement", async () => {
    const { store, creates } = make();
    await store.fetchQuote(to("a1"));
    creates.push(() => Promise.reject(new ApiError("unauthenticated", "登录已过期", { status: 401 })));
    creates.push(() => Promise.reject(new DOMException("the login has just expired", "AbortError")));
    for (let nth = 0; nth < 2; nth++) await expect(store.submit(to("a1"))).rejects.toThrow();
    expect([store.submitError, store.isUncertain, store.canSubmit]).toEqual([null, false, true]);
  });

  it("discards an attempt that no unpaid order can belong to any more", async () => {
    const { store, creates, open, clock } = make();
    creates.push(offline);
    await store.fetchQuote(to("a"));
    await store.submit(to("a")).catch(() => undefined);
    clock.now += orderAttemptTtlMs;
    expect(open().isUncertain).toBe(false);
  });

  it("cuts a remark at 50 characters without breaking an emoji, and counts tableware from 0 to 20", () => {
    const { store, memory } = make();
    store.setRemark("🍜".repeat(60));
    expect(Array.from(store.remark)).toHaveLength(50);
    store.setTableware(99);
    expect(store.tableware).toBe(20);
    store.setTableware(-1);
    expect(memory.draft).toMatchObject({ tableware: 0 });
    expect(store.canSubmit).toBe(false);
  });

  it("treats a response that is no quote as a failure", async () => {
    const { cart, soldout } = make();
    const api = { call: () => Promise.resolve({ lines: 3 }) as Promise<never> };
    const memory = { read: () => emptyCheckoutDraft, write: () => undefined };
    const store = new CheckoutStore({
      api,
      cart,
      storage: memory,
      soldout,
      createIdempotencyKey: () => "k",
      now: () => 0,
    });
    await expect(store.fetchQuote(to("a"))).rejects.toBeInstanceOf(ApiError);
    expect(store.quote.status).toBe("failed");
  });
});
