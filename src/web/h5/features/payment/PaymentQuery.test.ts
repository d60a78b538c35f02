import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestPayments as make, paidState, pendingState } from "./createTestPayments.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("returning from the provider's page", () => {
  it("reports at once that no money is known, and updates quietly when it arrives after all", async () => {
    const { store, askedAt } = make([() => pendingState, () => pendingState, () => paidState]);
    await store.confirmReturn("o1");
    expect([store.failure?.reason, store.confirmingId, askedAt]).toEqual(["returned", null, [0]]);
    await vi.runAllTimersAsync();
    expect([store.state, askedAt]).toEqual([paidState, [0, 1000, 3000]]);
  });

  it.each([
    ["unknown", null],
    ["returned", "failed"],
    ["returned", "closed"],
  ] as const)("reports %s when the provider reports %s", async (reason, provider_state) => {
    const { store } = make([() => ({ ...pendingState, provider_state })]);
    await store.confirmReturn("o1");
    expect(store.failure?.reason).toBe(reason);
  });

  it("waits no longer than two seconds for a response", async () => {
    const { store } = make([() => new Promise(() => undefined)]);
    const checking = store.confirmReturn("o1");
    await vi.advanceTimersByTimeAsync(1_999);
    await checking;
    expect([store.failure?.reason, store.confirmingId]).toEqual(["unknown", null]);
    store.stopConfirm();
  });

  it("keeps waiting while the customer is paying, and reports nothing when the money has arrived", async () => {
    const busy = make([() => ({ ...pendingState, provider_state: "paying" }), () => paidState]);
    const checking = busy.store.confirmReturn("o1");
    await vi.advanceTimersByTimeAsync(0);
    await checking;
    expect([busy.store.failure, busy.store.state]).toEqual([null, paidState]);
    const done = make([() => paidState]);
    await done.store.confirmReturn("o1");
    expect([done.store.failure, done.store.state]).toEqual([null, paidState]);
  });
});
