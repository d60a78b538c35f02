import { describe, expect, it } from "vitest";
import type { CreateOrderRequest } from "#contract/order/quote.schema.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { OrderApi } from "./OrderApi.ts";
import { sumCart } from "./sumCart.ts";

const dish = { name: "饭", specName: null, image: "", stock: null };
const lines = [
  { item: { ...dish, id: "1", priceFen: 2800, originalPriceFen: 3080 }, quantity: 2 },
  { item: { ...dish, id: "2", priceFen: 900, originalPriceFen: 900 }, quantity: 1 },
];
const form: CreateOrderRequest = {
  order_type: "takeaway",
  restaurant_id: "F1",
  items: [{ id: "1", quantity: 2, seen_price: 2800, seen_name: "饭" }],
  expected_total: 6800,
  client_key: "intent-key-1",
};

/** Creates a host that answers quotes like this, and every order with its id; records the requests. */
function make(quote: unknown) {
  const requested: { path: string; body: unknown }[] = [];
  const api = {
    call: async ({ path }: { path: string }, { body }: { body?: unknown } = {}) => {
      requested.push({ path, body });
      if (!path.endsWith("/quote")) return { order_id: "o1", total_amount: 6800 } as never;
      if (quote instanceof Error) throw quote;
      return quote as never;
    },
  };
  const calls = new OrderApi(api);
  const sum = async () => sumCart(lines, true, { feeFen: 300, time: "30分钟" });
  return { requested, calls, request: () => calls.quote(form, sum, new AbortController().signal) };
}

const bare = (status: number) => new ApiError("not_found", "", { status });

describe("a host without quotes", () => {
  it.each([404, 405, 501])(
    "that answers %i is requested once; the cart's own sums are used",
    async (status) => {
      const { requested, calls, request } = make(bare(status));
      expect(await request()).toMatchObject({
        isLocalEstimate: true,
        goods_amount: 6500,
        original_amount: 7060,
        delivery_fee: 300,
        total_amount: 6800,
        points: null,
      });
      await request();
      await calls.create(form);
      expect(requested.map(({ path }) => path.split("/").pop())).toEqual(["quote", "create"]);
      expect(requested[1]?.body).toEqual({ ...form, items: [{ id: "1", quantity: 2 }] });
    },
  );
});

describe("our own server", () => {
  it("passes on its refusals, also those that are a 404", async () => {
    const refusal = new ApiError("restaurant_not_found", "", {
      status: 404,
      data: { error: "restaurant_not_found" },
    });
    await expect(make(refusal).request()).rejects.toBe(refusal);
    await expect(make({ total_amount: 5 }).request()).rejects.toMatchObject({ code: "bad_reply" });
  });

  it("receives the values the customer saw", async () => {
    const { requested, calls } = make(null);
    await calls.create(form);
    expect(requested[0]?.body).toEqual(form);
  });
});

describe("cart sums", () => {
  it("leave the fee open when the menu is unknown, and out when nothing is delivered", () => {
    expect(sumCart(lines, true, null)).toMatchObject({ delivery_fee: null, total_amount: 6500 });
    expect(sumCart(lines, false, { feeFen: 300, time: "" })).toMatchObject({
      delivery_fee: 0,
      total_amount: 6500,
    });
  });
});
