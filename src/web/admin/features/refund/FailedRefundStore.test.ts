import { expect, test, vi } from "vitest";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import type { FailedRefund } from "#contract/staff/order/schema.ts";
import { FailedRefundStore } from "./FailedRefundStore.ts";

const refund = { refund_no: "R1" } as FailedRefund;

/** Creates a server that records decisions while its list requests fail or are aborted by another request. */
function make(listing: Error) {
  const requested: unknown[] = [];
  const call = async (endpoint: unknown) => {
    requested.push(endpoint);
    if (endpoint === staffOrderEndpoints.failedRefunds) throw listing;
    return {} as never;
  };
  return { store: new FailedRefundStore({ call: call as never }), requested };
}

test.each([new DOMException("live news fetched it anew", "AbortError"), new TypeError("no network")])(
  "a decision counts even if the list cannot be reloaded: %s",
  async (listing) => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    const { store, requested } = make(listing);
    await store.retry(refund, "k1");
    await store.settle(refund, "微信转账", "k2");
    const { retryRefund, settleRefund, failedRefunds } = staffOrderEndpoints;
    expect(requested).toEqual([retryRefund, failedRefunds, settleRefund, failedRefunds]);
  },
);

test("rethrows a refused decision", async () => {
  const call = async () => {
    throw new Error("refused");
  };
  await expect(new FailedRefundStore({ call }).retry(refund, "k1")).rejects.toThrow("refused");
});
