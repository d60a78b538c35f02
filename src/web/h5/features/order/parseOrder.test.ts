import { describe, expect, it } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { parseOrderDetail, parseOrderPage, parseOrderReceipt } from "./parseOrder.ts";

const foreign = {
  order_id: 7,
  status: "paid",
  restaurant_id: "F1",
  restaurant_name: "江边小馆",
  items: [
    { id: 1, name: "红烧肉饭", price: 2800, quantity: 2 },
    { id: 2, name: "冬瓜汤", price: 900, quantity: 1 },
  ],
  total_amount: 6800,
  created_at: "2026-11-22T03:00:00.000Z",
};

describe("an order of a host with the basic API only", () => {
  it("is parsed in full, with the difference between total and goods as the delivery fee", async () => {
    expect(await parseOrderDetail(foreign)).toMatchObject({
      order_id: "7",
      order_no: "7",
      status: "paid",
      status_text: "已付款",
      actions: ["cancel", "contact_service"],
      restaurant: { storecode: "F1", storename: "江边小馆" },
      goods_amount: 6500,
      delivery_fee: 300,
      total_amount: 6800,
      pay_amount: 6800,
      lines: [
        { id: "1", amount: 5600 },
        { id: "2", amount: 900 },
      ],
      points_offer: null,
    });
  });

  it.each([
    [{}, "pending_payment", "待付款"],
    [{ status: "cooking" }, "accepted", "cooking"],
    [{ status: "cooking", status_text: "厨师在做" }, "accepted", "厨师在做"],
    [{ status: "cancelled" }, "cancelled", "已取消"],
  ])("has %j parsed as %s", async (part, status, text) => {
    const { status: _paid, ...rest } = foreign;
    expect(await parseOrderDetail({ ...rest, ...part })).toMatchObject({ status, status_text: text });
  });

  it("is rejected without an id or without dishes", async () => {
    for (const raw of [null, {}, { order_id: "" }, { order_id: "1" }])
      await expect(parseOrderDetail(raw)).rejects.toBeInstanceOf(ApiError);
    await expect(parseOrderReceipt({ status: "paid" })).rejects.toBeInstanceOf(ApiError);
  });

  it("is identified by its receipt alone", async () => {
    expect(await parseOrderReceipt({ id: 9, total_amount: 1200 })).toMatchObject({
      order_id: "9",
      total_amount: 1200,
      status: "pending_payment",
    });
  });

  it("is found in a list under any field name, and filtered here", async () => {
    const waiting = { ...foreign, order_id: 8, status: "pending_payment" };
    for (const answer of [
      [foreign, waiting],
      { list: [foreign, waiting] },
      { orders: [foreign, waiting, {}] },
    ]) {
      const all = await parseOrderPage(answer, "all");
      expect(all.list.map(({ order_id }) => order_id)).toEqual(["7", "8"]);
      expect(all.hasMore).toBe(false);
      const unpaid = await parseOrderPage(answer, "pending_payment");
      expect(unpaid.list.map(({ order_id }) => order_id)).toEqual(["8"]);
    }
    const ten = Array.from({ length: 10 }, (_, n) => ({ ...foreign, order_id: n + 1 }));
    const first = await parseOrderPage(ten, "all");
    expect(first.hasMore).toBe(true);
    expect((await parseOrderPage(ten, "all", first.list)).hasMore).toBe(false);
    await expect(parseOrderPage({ total: 3 }, "all")).rejects.toBeInstanceOf(ApiError);
  });
});

describe("an order of our own server", () => {
  it("is left unchanged", async () => {
    const own = { order_id: "a", lines: [], actions: [], refund_status: "none" };
    expect(await parseOrderDetail(own)).toBe(own);
    expect(await parseOrderReceipt(own)).toBe(own);
    const page = { list: [own], has_more: true };
    expect((await parseOrderPage(page, "cancelled")).list).toBe(page.list);
  });
});
