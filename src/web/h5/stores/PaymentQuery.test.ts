import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makePayments as make, paid, pending } from "./testPayments.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("coming back from the provider's page", () => {
  it("says at once that no money is known of, and notices quietly when it comes after all", async () => {
    const { store, askedAt } = make([() => pending, () => pending, () => paid]);
    await store.confirmReturn("o1");
    expect([store.failed?.reason, store.confirmingId, askedAt]).toEqual(["returned", null, [0]]);
    await vi.runAllTimersAsync();
    expect([store.state, askedAt]).toEqual([paid, [0, 1000, 3000]]);
  });

  it.each([
    ["unknown", null],
    ["returned", "failed"],
    ["returned", "closed"],
  ] as const)("says %s when the provider says %s", async (reason, provider_state) => {
    const { store } = make([() => ({ ...pending, provider_state })]);
    await store.confirmReturn("o1");
    expect(store.failed?.reason).toBe(reason);
  });

  it("waits no longer than two seconds for an answer", async () => {
    const { store } = make([() => new Promise(() => undefined)]);
    const checking = store.confirmReturn("o1");
    await vi.advanceTimersByTimeAsync(1_999);
    await checking;
    expect([store.failed?.reason, store.confirmingId]).toEqual(["unknown", null]);
    store.stopConfirm();
  });

  it("waits patiently while the customer is paying, and says nothing when the money is there", async () => {
    const busy = make([() => ({ ...pending, provider_state: "paying" }), () => paid]);
    const checking = busy.store.confirmReturn("o1");
    await vi.advanceTimersByTimeAsync(0);
    await checking;
    expect([busy.store.failed, busy.store.state]).toEqual([null, paid]);
    const done = make([() => paid]);
    await done.store.confirmReturn("o1");
    expect([done.store.failed, done.store.state]).toEqual([null, paid]);
  });
});
