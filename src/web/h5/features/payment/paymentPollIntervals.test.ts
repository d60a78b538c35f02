import { describe, expect, it } from "vitest";
import { cashierUrl, paymentPollIntervals } from "./paymentPollIntervals.ts";

describe("paymentPollIntervals", () => {
  it("polls at once, then after 1, 2, 3 and every 5 s, for 30 s at most", () => {
    const pauses = paymentPollIntervals();
    expect(pauses).toEqual([0, 1000, 2000, 3000, 5000, 5000, 5000, 5000]);
    expect(pauses.reduce((sum, pause) => sum + pause)).toBeLessThanOrEqual(30_000);
  });
});

describe("cashierUrl", () => {
  const back = "http://shop.test/order/a?from=pay";

  it("adds the encoded return URL to the provider's address", () => {
    const tail = "redirect_url=http%3A%2F%2Fshop.test%2Forder%2Fa%3Ffrom%3Dpay";
    expect(cashierUrl("https://pay.test/h5?prepay_id=1", back)).toBe(
      `https://pay.test/h5?prepay_id=1&${tail}`,
    );
    expect(cashierUrl("https://pay.test/h5", back)).toBe(`https://pay.test/h5?${tail}`);
  });

  it("rejects anything but a web address", () => {
    for (const url of ["javascript:alert(1)", "", "//x", "data:text/html,x"])
      expect(cashierUrl(url, back)).toBeNull();
  });
});
