import { expect, it } from "vitest";
import type { PaymentStart } from "#contract/order/payment.schema.ts";
import type { PaymentSheetResult } from "#web/bridge/Bridge.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { PaymentStore } from "./PaymentStore.ts";
import type { MiniProgramPaymentResult } from "./payInMiniProgram.ts";

const settled: PaymentStart = { status: "paid", kind: "settled", h5_url: null, jsapi: null };
const jsapi = { appId: "wx1", timeStamp: "1", nonceStr: "n", package: "p=1", signType: "RSA", paySign: "s" };
const sheetStart: PaymentStart = { status: "pending_payment", kind: "jsapi", h5_url: null, jsapi };
const noOpenid = new ApiError("openid_required", "先授权", { status: 422 });

interface Options {
  /** Response of the server. */
  answer?: PaymentStart | ApiError;
  miniProgram?: MiniProgramPaymentResult | Error;
  sheet?: PaymentSheetResult;
  canTravel?: boolean;
}

function make({ answer = settled, miniProgram = "elsewhere", sheet = "failed", canTravel = true }: Options) {
  const sent: unknown[] = [];
  const trips: string[] = [];
  const store = new PaymentStore({
    api: {
      call: async (_endpoint: unknown, { body }: { body?: unknown } = {}) => {
        sent.push(body);
        if (answer instanceof ApiError) throw answer;
        return answer as never;
      },
    },
    openPage: () => undefined,
    openSheet: async () => sheet,
    payInMiniProgram: async () => {
      if (miniProgram instanceof Error) throw miniProgram;
      return miniProgram;
    },
    fetchOpenid: async (orderId) => {
      trips.push(orderId);
      return canTravel;
    },
    bridgeReady: async () => undefined,
    origin: () => "http://shop.test",
    wait: async () => undefined,
  });
  return { store, sent, trips };
}

it.each([
  ["opened", "left"],
  ["unavailable", "unsupported"],
] as const)(
  "the page of a mini-program is %s, and no sheet is requested from the server",
  async (how, result) => {
    const { store, sent } = make({ miniProgram: how });
    expect(await store.start("o1", { method: "wechat", points: 0, dueFen: 3_800 })).toBe(result);
    expect([sent, store.startingId]).toEqual([[], null]);
  },
);

it("tells why the server gives no ticket for the mini-program's page, and offers a link when it does not open", async () => {
  const refused = make({ miniProgram: new ApiError("invalid_state", "订单状态已变化", { status: 409 }) });
  const options = { method: "wechat", points: 0, dueFen: 3_800 } as const;
  await expect(refused.store.start("o1", options)).rejects.toThrow("订单状态已变化");
  expect([refused.store.failure?.reason, refused.store.startingId]).toEqual(["error", null]);
  const closed = make({ miniProgram: new Error("navigateTo:fail") });
  expect(await closed.store.start("o1", options)).toBe("unsupported");
  expect(closed.store.failure?.reason).toBe("unsupported");
});

it.each([
  { method: "card", points: 0, dueFen: 3_800 },
  { method: "wechat", points: 3_800, dueFen: 0 },
] as const)("a payment without a sheet works in a mini-program as anywhere: %j", async (request) => {
  const { store, sent } = make({ miniProgram: "unavailable" });
  expect(await store.start("o1", request)).toBe("settled");
  expect(sent).toHaveLength(1);
});

it("redirects once to identify the payer", async () => {
  const { store, trips } = make({ answer: noOpenid });
  expect(await store.start("o1")).toBe("left");
  expect([trips, store.startingId, store.failure]).toEqual([["o1"], "o1", null]);
});

it("does not loop: after the return, or without a redirect, it reports that it cannot pay", async () => {
  const back = make({ answer: noOpenid });
  expect(await back.store.start("o1", { method: "wechat", points: 0, isReturn: true })).toBe("unsupported");
  const stuck = make({ answer: noOpenid, canTravel: false });
  expect(await stuck.store.start("o1")).toBe("unsupported");
  expect([back.trips, back.store.failure?.reason, stuck.store.failure?.reason]).toEqual([
    [],
    "unsupported",
    "unsupported",
  ]);
});

it.each([
  ["failed", ["o1"]],
  ["cancelled", []],
] as const)(
  "after a sheet that %s the next tap fetches the current WeChat user: %j",
  async (sheet, expected) => {
    const { store, trips } = make({ answer: sheetStart, sheet });
    for (let nth = 0; nth < 2; nth++) await store.start("o1");
    expect(trips).toEqual(expected);
  },
);
