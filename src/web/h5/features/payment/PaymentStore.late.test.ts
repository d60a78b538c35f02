import { expect, test } from "vitest";
import type { PaymentStart } from "#contract/order/payment.schema.ts";
import { BridgeError } from "#web/bridge/Bridge.ts";
import { PaymentStore } from "./PaymentStore.ts";

const sheet: PaymentStart = {
  status: "pending_payment",
  kind: "jsapi",
  h5_url: null,
  jsapi: { appId: "wx1", timeStamp: "1", nonceStr: "n", package: "p", signType: "RSA", paySign: "s" },
};

test("clears the unsupported mark when WeChat's object arrives late", async () => {
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const store = new PaymentStore({
    api: { call: async () => sheet as never },
    openPage: () => undefined,
    openSheet: async () => {
      throw new BridgeError("silent", "WeixinJSBridge got no answer");
    },
    payInMiniProgram: async () => "elsewhere",
    fetchOpenid: async () => false,
    bridgeReady: () => arrival,
    origin: () => "http://shop.test",
    wait: async () => undefined,
  });
  expect(await store.start("o1")).toBe("unsupported");
  expect(store.failure).toMatchObject({ orderId: "o1", reason: "unsupported" });
  arrive();
  await expect.poll(() => store.failure).toBeNull();
});
