import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { initialSettings } from "#contract/chain-settings/chain-settings.ts";
import { findInvoiceProblem, invoiceableFen, parseTitle } from "./invoice.rules.ts";

const settings = initialSettings.invoices;
const completedAt = new Date("2026-01-01T12:00:00+08:00");
const paid = {
  status: "completed",
  refundStatus: "none",
  paymentMethod: "wechat",
  paidFen: 4_000,
  refundedFen: 0,
  completedAt,
} as const;
const at = (days: number) => new Date(completedAt.getTime() + days * 86_400_000);
const circumstances = (days: number) => ({ now: at(days), hasUnfinishedRefund: false, isReplacement: false });
const codeOf = (order: object, days = 1, rules = settings, others = {}) =>
  findInvoiceProblem({ ...paid, ...order }, rules, { ...circumstances(days), ...others })?.code ?? null;

test("an invoice is of the money paid less what went back, never of points; and of a card once", () => {
  const amounts = fc.record({
    totalFen: fc.integer({ min: 0, max: 1_000_000 }),
    pointsShare: fc.integer({ min: 0, max: 100 }),
    refundShare: fc.integer({ min: 0, max: 100 }),
    paymentMethod: fc.constantFrom("wechat", "card", "zero", null),
    card_orders: fc.boolean(),
  });
  fc.assert(
    fc.property(amounts, ({ totalFen, pointsShare, refundShare, paymentMethod, card_orders }) => {
      const pointsFen = Math.floor((totalFen * pointsShare) / 100);
      const paidFen = totalFen - pointsFen;
      const refundedFen = Math.floor((paidFen * refundShare) / 100);
      const amount = invoiceableFen({ paidFen, refundedFen, paymentMethod }, { card_orders });
      const isInvoicedWithCard = paymentMethod === "card" && !card_orders;
      expect(amount).toBe(isInvoicedWithCard ? 0 : totalFen - pointsFen - refundedFen);
      expect(amount).toBeGreaterThanOrEqual(0);
      expect(amount).toBeLessThanOrEqual(totalFen - pointsFen);
      const order = { ...paid, paidFen, refundedFen, paymentMethod };
      // A customer who can ask has something to be invoiced, and the reverse.
      expect(findInvoiceProblem(order, { ...settings, card_orders }, circumstances(1)) === null).toBe(
        amount > 0,
      );
    }),
  );
});

describe("an order gets no invoice", () => {
  test.each([
    ["while it is under way", { status: "delivering", completedAt: null }, "not_completed"],
    ["that was cancelled", { status: "cancelled", completedAt: null }, "refunded"],
    ["paid with a voucher", { paidFen: 0, paymentMethod: "zero" }, "nothing_paid"],
    ["paid by member card", { paymentMethod: "card" }, "member_card"],
    ["whose refund is asked for", { refundStatus: "requested" }, "refunding"],
    ["whose refund is under way", { refundStatus: "refunding" }, "refunding"],
    ["whose refund failed", { refundStatus: "failed" }, "refunding"],
    ["that was refunded", { refundStatus: "refunded", refundedFen: 4_000 }, "refunded"],
  ])("%s", (_what, order, code) => {
    expect(codeOf(order)).toBe(code);
  });

  test("after the chain's time limit", () => {
    expect(codeOf({}, settings.request_days)).toBeNull();
    expect(codeOf({}, settings.request_days + 0.1)).toBe("too_late");
    expect(codeOf({}, 3, { ...settings, request_days: 2 })).toBe("too_late");
  });

  test("after the time limit, unless it takes the place of a voided one", () => {
    expect(codeOf({}, settings.request_days + 1, settings, { isReplacement: true })).toBeNull();
  });

  test("while a second refund is under way beside one that ended", () => {
    const order = { refundStatus: "partially_refunded", refundedFen: 1_000 };
    expect(codeOf(order, 1, settings, { hasUnfinishedRefund: true })).toBe("refunding");
  });

  test("where the chain offers none", () => {
    expect(codeOf({}, 1, { ...settings, offered: false })).toBe("not_offered");
  });

  test("but for what is left after a part went back, or was refused", () => {
    expect(codeOf({ refundStatus: "partially_refunded", refundedFen: 1_000 })).toBeNull();
    expect(codeOf({ refundStatus: "rejected" })).toBeNull();
    expect(codeOf({ paymentMethod: "card" }, 1, { ...settings, card_orders: true })).toBeNull();
  });
});

describe("a title", () => {
  test("of a company needs a right tax number, which is stored normalized", () => {
    const company = { title_type: "company", title: " 腾讯科技（深圳）有限公司 " } as const;
    expect(parseTitle({ ...company, tax_number: "9144 0300 7152 6726 xg" })).toEqual({
      titleType: "company",
      title: "腾讯科技（深圳）有限公司",
      taxNumber: "9144030071526726XG",
      email: null,
    });
    expect(() => parseTitle(company)).toThrow("企业抬头请填写税号");
    expect(() => parseTitle({ ...company, tax_number: "9144030071526726X8" })).toThrow("校验位");
    expect(() => parseTitle({ ...company, tax_number: "123" })).toThrow("18 位");
  });

  test("of a person has no tax number", () => {
    const person = { title_type: "person", title: "个人", tax_number: "123", email: "a@b.cn" } as const;
    expect(parseTitle(person)).toMatchObject({ taxNumber: null, email: "a@b.cn" });
    expect(() => parseTitle({ ...person, title: "  " })).toThrow("请输入抬头");
    for (const email of ["a", "a@b", "a b@c.cn", "a@b@c.cn", "a@.cn"])
      expect(() => parseTitle({ ...person, email })).toThrow("邮箱");
  });
});
