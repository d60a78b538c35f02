// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { PaymentOptionsStore, toPaymentBreakdown, withBreakdown } from "./PaymentOptionsStore.ts";

const byCard = { method: "card", usesPoints: true } as const;
const plain = { method: "wechat", usesPoints: false };
const unpaid = (order_id: string, more: { payment_method?: string; points_used?: number } = {}) => ({
  order_id,
  payment_method: null,
  points_used: 0,
  ...more,
});

beforeEach(() => window.sessionStorage.clear());

test("a choice belongs to the draft order, and to no other", () => {
  const choices = new PaymentOptionsStore();
  choices.choose("", byCard);
  expect(choices.draft).toMatchObject(byCard);
  expect(choices.assignDraft("o1")).toMatchObject(byCard);
  expect(choices.choiceFor(unpaid("o1"))).toMatchObject(byCard);
  expect([choices.isCustomized("o1"), choices.isCustomized("o2")]).toEqual([true, false]);
  expect(choices.draft).toEqual(plain);
  expect(choices.choiceFor(unpaid("o2"))).toEqual(plain);
});

test("an order that is unknown here keeps the payment method of its last attempt", () => {
  const choices = new PaymentOptionsStore();
  expect(choices.choiceFor(unpaid("o3", { payment_method: "card", points_used: 300 }))).toEqual(byCard);
  choices.choose("o3", { method: "wechat", usesPoints: false });
  expect(choices.choiceFor(unpaid("o3", { payment_method: "card", points_used: 300 }))).toMatchObject(plain);
});

test("a choice survives a redirect to another page, and is not left to another customer", () => {
  new PaymentOptionsStore().choose("o1", byCard);
  const back = new PaymentOptionsStore();
  expect(back.choiceFor(unpaid("o1"))).toMatchObject(byCard);
  back.resetCustomerData();
  expect(new PaymentOptionsStore().choiceFor(unpaid("o1"))).toEqual(plain);
  window.sessionStorage.setItem("pay_choice", "{broken");
  expect(new PaymentOptionsStore().draft).toEqual(plain);
});

const offer = { available: 5000, usable: 1600, worth: 1600, minimum: 100, coming: null };

test.each([
  ["covers the rest", 2200, "card", 1600, 2200],
  ["is a fen short", 2199, "wechat", 1600, 2200],
  ["is missing", null, "wechat", 1600, 2200],
])("points are taken off first; a card that %s", (_how, balanceFen, method, points, dueFen) => {
  const plan = toPaymentBreakdown({ choice: byCard, offer, totalFen: 3800, balanceFen });
  expect(plan).toEqual({ method, points, pointsFen: 1600, dueFen });
});

test("without the total the due amount is unknown, and a chosen card stays chosen", () => {
  const plan = toPaymentBreakdown({ choice: byCard, offer: null, totalFen: null, balanceFen: 10_000 });
  expect(plan).toEqual({ method: "card", points: 0, pointsFen: 0, dueFen: null });
  expect(withBreakdown({ pay_amount: 3800 }, plan)).toEqual({ pay_amount: 3800, points_amount: 0 });
});
