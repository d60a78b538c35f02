import { loadBridge } from "../../app/loadBridge.ts";
import type { RootStore } from "../../app/RootStore.ts";
import { openCashier } from "./paymentRedirect.ts";
import type { PaymentDependencies } from "./paymentTypes.ts";

/** Creates the dependencies of payments on the app and the webview. */
export function createPaymentDependencies(root: RootStore): PaymentDependencies {
  return {
    api: root.api,
    openPage: openCashier,
    payInMiniProgram: async (order) => {
      const { payInMiniProgram } = await import("./payInMiniProgram.ts");
      return payInMiniProgram(root, order);
    },
    openSheet: async (params, onLate) => (await root.get(loadBridge)()).pay(params, onLate),
    fetchOpenid: async (orderId) => {
      const { wechatStore } = await import("../auth/WechatStore.ts");
      await root.get(wechatStore).startAuthorization({
        purpose: "payer",
        target: `/order/${encodeURIComponent(orderId)}`,
        orderId,
      });
      return true;
    },
    bridgeReady: async () => (await import("#web/bridge/getNativeBridge.ts")).waitForNativeBridge(),
    origin: () => window.location.origin,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
