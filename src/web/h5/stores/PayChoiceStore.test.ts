// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { PayChoiceStore, payPlanOf, withPlan } from "./PayChoiceStore.ts";

const byCard = { method: "card", usesPoints: true } as const;
const plain = { method: "wechat", usesPoints: false };
const unpaid = (order_id: string, more: { payment_method?: string; points_used?: number } = {}) => ({
  order_id,
  payment_method: null,
  points_used: 0,
  ...more,
});

beforeEach(() => window.sessionStorage.clear());

test("a choice goes with the order that was put together, and with no other", () => {
  const choices = new PayChoiceStore();
  choices.choose("", byCard);
  expect(choices.draft).toMatchObject(byCard);
  expect(choices.adopt("o1")).toMatchObject(byCard);
  expect(choices.of(unpaid("o1"))).toMatchObject(byCard);
  expect([choices.isSpecial("o1"), choices.isSpecial("o2")]).toEqual([true, false]);
  expect(choices.draft).toEqual(plain);
  expect(choices.of(unpaid("o2"))).toEqual(plain);
});

test("an order that is unknown here is paid again as it was to be paid last", () => {
  const choices = new PayChoiceStore();
  expect(choices.of(unpaid("o3", { payment_method: "card", points_used: 300 }))).toEqual(byCard);
  choices.choose("o3", { method: "wechat", usesPoints: false });
  expect(choices.of(unpaid("o3", { payment_method: "card", points_used: 300 }))).toMatchObject(plain);
});

test("a choice survives a trip to another page, and is not left to another customer", () => {
  new PayChoiceStore().choose("o1", byCard);
  const back = new PayChoiceStore();
  expect(back.of(unpaid("o1"))).toMatchObject(byCard);
  back.forget();
  expect(new PayChoiceStore().of(unpaid("o1"))).toEqual(plain);
  window.sessionStorage.setItem("pay_choice", "{broken");
  expect(new PayChoiceStore().draft).toEqual(plain);
});

const offer = { available: 5000, usable: 1600, worth: 1600, coming: null };

test.each([
  ["covers the rest", 2200, "card", 1600, 2200],
  ["is a fen short", 2199, "wechat", 1600, 2200],
  ["is missing", null, "wechat", 1600, 2200],
])("points are taken off first; a card that %s", (_how, balanceFen, method, points, dueFen) => {
  const plan = payPlanOf({ choice: byCard, offer, totalFen: 3800, balanceFen });
  expect(plan).toEqual({ method, points, pointsFen: 1600, dueFen });
});

test("without the total nobody knows what is due, and the card is not taken", () => {
  const plan = payPlanOf({ choice: byCard, offer: null, totalFen: null, balanceFen: 10_000 });
  expect(plan).toEqual({ method: "wechat", points: 0, pointsFen: 0, dueFen: null });
  expect(withPlan({ pay_amount: 3800 }, plan)).toEqual({ pay_amount: 3800, points_amount: 0 });
});
