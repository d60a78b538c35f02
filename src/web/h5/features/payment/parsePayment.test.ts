import { expect, test } from "vitest";
import { parsePaymentStart, parsePaymentStatus } from "./parsePayment.ts";

test.each([
  [{ h5_url: "https://pay.example/1" }, "h5", "https://pay.example/1"],
  [{ status: "paid" }, "settled", null],
  [{ pay_status: "paid" }, "settled", null],
  [{ kind: "jsapi", h5_url: null }, "jsapi", null],
  [null, "h5", null],
])("the payment response %j is parsed as %s", (answer, kind, h5_url) => {
  expect(parsePaymentStart(answer)).toMatchObject({ kind, h5_url });
});

test.each([
  [{ order_id: "1", pay_status: "closed", status: "cancelled" }, "closed"],
  [{ status: "paid" }, "paid"],
  [{ status: "cooking" }, "paid"],
  [{ status: "pending_payment" }, "pending"],
  [{ status: "cancelled" }, "closed"],
  [{}, "pending"],
  [null, "pending"],
])("the payment status %j is parsed as %s", (answer, pay_status) => {
  expect(parsePaymentStatus(answer, "1")).toMatchObject({ order_id: "1", pay_status });
});
