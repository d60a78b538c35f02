import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PaymentStart } from "#contract/order/payment.schema.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { createTestPayments as make, type OpenSheet, paidState, pendingState } from "./createTestPayments.ts";

const h5: PaymentStart = {
  status: "pending_payment",
  kind: "h5",
  h5_url: "https://pay.test/c?p=1",
  jsapi: null,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const fail = (error: Error) => () => {
  throw error;
};

describe("starting a payment", () => {
  it("opens the provider's page with the return URL of the order", async () => {
    const { store, opened } = make([() => h5]);
    expect(await store.start("o1")).toBe("left");
    expect(opened).toEqual(["https://pay.test/c?p=1&redirect_url=shop.test%2Forder%2Fo1%3Ffrom%3Dpay"]);
    expect(store.startingId).toBe("o1");
    store.clearStarting();
    expect(store.startingId).toBeNull();
  });

  it("starts once on a double tap", async () => {
    const { store, opened } = make([() => h5]);
    expect(await Promise.all([store.start("o1"), store.start("o1")])).toEqual(["left", null]);
    expect(opened).toHaveLength(1);
  });

  it("opens nothing when nothing is left to pay", async () => {
    const { store, opened } = make([() => ({ ...h5, kind: "settled", h5_url: null })]);
    expect(await store.start("o1")).toBe("settled");
    expect([opened, store.startingId]).toEqual([[], null]);
  });

  it("reports the payment method, and checks whether a card without a response has paid", async () => {
    const { store, sent } = make([fail(new ApiError("timeout", "慢")), () => paidState]);
    expect(await store.start("o1", { method: "card", points: 500 })).toBe("settled");
    expect(sent[0]).toEqual({ order_id: "o1", payment_method: "card", points_payment: 500 });
    expect([store.failure, store.startingId]).toEqual([null, null]);
  });

  it("checks nothing after a refusal, and leaves a card's lost response open when the server is unreachable", async () => {
    const refused = make([
      fail(new ApiError("card_insufficient", "余额不足", { status: 422 })),
      () => paidState,
    ]);
    await expect(refused.store.start("o1", { method: "card", points: 0 })).rejects.toThrow("余额不足");
    expect([refused.askedAt.length, refused.store.failure?.reason]).toEqual([1, "error"]);
    const lost = make([fail(new ApiError("offline", "断网"))]);
    await expect(lost.store.start("o1", { method: "card", points: 0 })).rejects.toThrow("断网");
    expect([lost.askedAt.length, lost.store.state, lost.store.startingId]).toEqual([2, null, null]);
  });

  it("keeps the reason of a failed start, and can be retried", async () => {
    const { store } = make([fail(new ApiError("payment_failed", "忙", { status: 502 })), () => h5]);
    await expect(store.start("o1")).rejects.toThrow("忙");
    expect([store.failure?.reason, store.startingId]).toEqual(["error", null]);
    expect(await store.start("o1")).toBe("left");
    expect(store.failure).toBeNull();
  });

  it("reports a browser without a payment method", async () => {
    const { store } = make([() => ({ ...h5, kind: "jsapi", h5_url: null })]);
    expect(await store.start("o1")).toBe("unsupported");
    expect(store.failure).toEqual({ orderId: "o1", reason: "unsupported", error: null });
  });

  it("opens web pages only", async () => {
    const { store, opened } = make([() => ({ ...h5, h5_url: "javascript:alert(1)" })]);
    await expect(store.start("o1")).rejects.toBeInstanceOf(ApiError);
    expect(opened).toEqual([]);
  });
});

describe("confirming a payment", () => {
  it("queries at once and stops when the money has arrived", async () => {
    const { store, askedAt } = make([() => paidState]);
    expect(await store.confirm("o1")).toEqual(paidState);
    expect([askedAt, store.confirmingId]).toEqual([[0], null]);
  });

  it("polls with growing intervals for 30 s and then leaves it undecided", async () => {
    const { store, askedAt } = make([() => pendingState]);
    const asking = store.confirm("o1");
    expect(store.confirmingId).toBe("o1");
    await vi.runAllTimersAsync();
    expect(await asking).toEqual(pendingState);
    expect(askedAt).toEqual([0, 1000, 3000, 6000, 11000, 16000, 21000, 26000]);
    expect(store.confirmingId).toBeNull();
  });

  it("keeps polling over lost responses and server errors", async () => {
    const { store, askedAt } = make([
      fail(new ApiError("offline", "没有网络")),
      fail(new ApiError("internal", "坏了", { status: 500 })),
      fail(new ApiError("rate_limited", "慢点", { status: 429 })),
      () => paidState,
    ]);
    const asking = store.confirm("o1");
    await vi.runAllTimersAsync();
    expect(await asking).toEqual(paidState);
    expect(askedAt).toEqual([0, 1000, 3000, 6000]);
  });

  it("stops at once when the server refuses, or when it is cancelled", async () => {
    const refused = make([fail(new ApiError("not_found", "没有", { status: 404 }))]);
    expect(await refused.store.confirm("o1")).toBeNull();
    expect(refused.askedAt).toEqual([0]);

    const left = make([() => pendingState]);
    const asking = left.store.confirm("o1");
    await vi.advanceTimersByTimeAsync(1500);
    left.store.stopConfirm();
    await vi.runAllTimersAsync();
    expect(await asking).toBeNull();
    expect(left.askedAt).toEqual([0, 1000]);
  });
});

describe("paying by WeChat's sheet", () => {
  const params = { appId: "w", timeStamp: "1", nonceStr: "n", package: "p", signType: "RSA", paySign: "s" };
  const sheet = () => ({ ...h5, kind: "jsapi" as const, h5_url: null, jsapi: params });

  it("trusts the server, not the sheet: polls after ok until the money has arrived", async () => {
    const open = vi.fn<OpenSheet>(async () => "ok");
    const { store, opened, askedAt } = make([sheet, () => pendingState, () => paidState], open);
    const paying = store.start("o1");
    await vi.runAllTimersAsync();
    expect(await paying).toBe("settled");
    expect(open.mock.calls[0]?.[0]).toEqual(params);
    expect([opened, askedAt, store.startingId, store.state]).toEqual([[], [0, 0, 1000], null, paidState]);
  });

  it("stays undecided after an unconfirmed ok", async () => {
    const { store } = make([sheet, () => pendingState], async () => "ok");
    const paying = store.start("o1");
    await vi.runAllTimersAsync();
    expect(await paying).toBe("undecided");
    expect([store.state, store.failure]).toEqual([pendingState, null]);
  });

  it.each(["cancelled", "failed"] as const)(
    "queries at once after %s, and can be paid again at once",
    async (word) => {
      const { store, askedAt } = make(
        [sheet, () => pendingState, sheet, () => paidState],
        async () => word,
        false,
      );
      expect(await store.start("o1")).toBe("unpaid");
      expect([store.failure?.reason, store.confirmingId, askedAt.length]).toEqual([word, null, 2]);
      expect(await store.start("o1")).toBe("settled");
      expect([store.failure, store.state]).toEqual([null, paidState]);
    },
  );

  it("queries after a timeout, allows a retry, and still accepts a late result", async () => {
    let say: (late: "cancelled") => void = () => undefined;
    const { store, askedAt } = make([sheet, () => pendingState], async (_params, onLate) => {
      say = onLate;
      return "silent";
    });
    const paying = store.start("o1");
    await vi.advanceTimersByTimeAsync(0);
    expect(await paying).toBe("undecided");
    expect([store.startingId, store.confirmingId, store.failure?.reason]).toEqual([null, null, "unknown"]);
    expect(askedAt).toHaveLength(2);
    say("cancelled");
    await vi.advanceTimersByTimeAsync(0);
    expect([store.failure?.reason, store.confirmingId, askedAt.length]).toEqual(["cancelled", null, 3]);
  });

  it("reports a browser without a sheet", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { store } = make([sheet], () => Promise.reject(new Error("no sheet")));
    expect(await store.start("o1")).toBe("unsupported");
    expect(store.failure?.reason).toBe("unsupported");
    vi.restoreAllMocks();
  });
});
