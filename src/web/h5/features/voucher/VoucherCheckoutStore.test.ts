import { describe, expect, it } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { orderAttemptTtlMs } from "../checkout/checkoutDraft.ts";
import { VoucherCheckoutStore, type VoucherOrderAttempt } from "./VoucherCheckoutStore.ts";

const wire = {
  third_party_order_id: "V1",
  partner: "味来",
  title: "双人套餐",
  status: "issued",
  items: [{ id: "10205", name: "滑蛋虾仁饭", quantity: 2 }],
  expires_at: "",
};
const request = {
  restaurantId: "SH001",
  type: "pickup",
  time: null,
  phone: "13800138000",
  table: null,
} as const;
const receipt = { order_id: "order-1" };
const offline = () => Promise.reject(new ApiError("offline", "没有网络"));
const refused = (failure: "voucher_used" | "slot_full" | "key_reused") => () =>
  Promise.reject(new ApiError(failure, "不行", { status: 409 }));

function make() {
  const memory = {
    kept: null as VoucherOrderAttempt | null,
    read: () => memory.kept,
    write: (intent: VoucherOrderAttempt | null) => {
      memory.kept = intent;
    },
  };
  const answers: (() => Promise<unknown>)[] = [];
  const bodies: Record<string, unknown>[] = [];
  const vouchers: unknown[] = [];
  const api = {
    call: (endpoint: { path: string }, input: { body?: unknown; query?: unknown } = {}) => {
      const { third_party_order_id = "" } = (input.query ?? {}) as { third_party_order_id?: string };
      if (endpoint.path.endsWith("/voucher"))
        return Promise.resolve(vouchers.shift() ?? { ...wire, third_party_order_id }) as Promise<never>;
      bodies.push(input.body as Record<string, unknown>);
      return (answers.shift() ?? (() => Promise.resolve(receipt)))() as Promise<never>;
    },
  };
  let keys = 0;
  const clock = { now: 1_000_000 };
  const open = async (voucherId = "V1") => {
    const store = new VoucherCheckoutStore({
      api,
      storage: memory,
      createIdempotencyKey: () => `redeem-key-${++keys}`,
      now: () => clock.now,
    });
    await store.open(voucherId);
    return store;
  };
  return { memory, answers, bodies, vouchers, open, clock };
}

const keysOf = (bodies: Record<string, unknown>[]) => bodies.map((body) => body.client_key);

describe("VoucherCheckoutStore", () => {
  it("sends the voucher's dishes, nothing to pay, and no price", async () => {
    const { open, bodies, memory } = make();
    const store = await open();
    const atTable = { ...request, type: "dine_in", time: "2026-11-21 12:15", table: "A12" } as const;
    expect(await store.submit(atTable)).toMatchObject(receipt);
    expect(bodies).toEqual([
      {
        order_type: "dine_in",
        restaurant_id: "SH001",
        items: [{ id: "10205", quantity: 2 }],
        booking_time: "2026-11-21 12:15",
        table_no: "A12",
        contact_phone: "13800138000",
        third_party_order_id: "V1",
        expected_total: 0,
        client_key: "redeem-key-1",
      },
    ]);
    expect([memory.kept, store.isSubmitting]).toEqual([null, false]);
  });

  it("creates one order for a double tap", async () => {
    const { open, bodies } = make();
    const store = await open();
    const [first, second] = await Promise.all([store.submit(request), store.submit(request)]);
    expect([first?.order_id, second, bodies.length]).toEqual(["order-1", null, 1]);
  });

  it("keeps the key over a lost response and a reload until the order exists", async () => {
    const { open, answers, bodies } = make();
    answers.push(offline, () => Promise.resolve({ nothing: true }));
    const store = await open();
    await expect(store.submit(request)).rejects.toThrow("没有网络");
    expect([store.isUncertain, store.submitError?.code]).toEqual([true, "offline"]);
    const reloaded = await open();
    expect(reloaded.isUncertain).toBe(true);
    await expect(reloaded.submit(request)).rejects.toMatchObject({ code: "bad_reply" });
    await reloaded.submit(request);
    expect([new Set(keysOf(bodies)).size, reloaded.isUncertain]).toEqual([1, false]);
  });

  it("starts a new attempt after a refusal, since no order was placed", async () => {
    const { open, answers, bodies } = make();
    answers.push(refused("slot_full"));
    const store = await open();
    await expect(store.submit(request)).rejects.toThrow("不行");
    expect(store.isUncertain).toBe(false);
    store.dismiss();
    expect(store.submitError).toBeNull();
    await store.submit(request);
    expect(keysOf(bodies)).toEqual(["redeem-key-1", "redeem-key-2"]);
  });

  it("keeps the key when another refusal follows a lost response, but not once the voucher is used", async () => {
    const { open, answers, bodies, memory } = make();
    answers.push(offline, refused("slot_full"), refused("voucher_used"));
    const store = await open();
    for (let n = 0; n < 3; n++) await store.submit(request).catch(() => undefined);
    expect([new Set(keysOf(bodies)).size, memory.kept, store.isUncertain]).toEqual([1, null, false]);
    expect(store.submitError?.code).toBe("voucher_used");
  });

  it("discards an attempt for another voucher, and an old one", async () => {
    const { open, answers, clock } = make();
    answers.push(offline);
    await (await open()).submit(request).catch(() => undefined);
    expect((await open("V2")).isUncertain).toBe(false);
    clock.now += orderAttemptTtlMs;
    expect((await open()).isUncertain).toBe(false);
  });

  it("treats a response that is no voucher as a failure, and shows no other voucher meanwhile", async () => {
    const { open, vouchers } = make();
    const store = await open();
    vouchers.push({ items: 3 });
    const opening = store.open("V2");
    expect(store.voucher.value).toBeUndefined();
    await expect(opening).rejects.toMatchObject({ code: "bad_reply" });
    expect(store.voucher.status).toBe("failed");
  });
});
