import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import type { Bridge } from "#web/bridge/Bridge.ts";
import { defineStore } from "./RootStore.ts";

/** Loader of the native bridge; its code is fetched at the first use, and again after a failure. */
export const loadBridge = defineStore((root) => {
  let pending: Promise<Bridge> | null = null;
  return (): Promise<Bridge> => {
    pending ??= import("#web/bridge/createBridge.ts").then(
      ({ createBridge: openBridge }) =>
        openBridge((url) => root.api.call(wechatEndpoints.jsConfig, { query: { url } })),
      (error: unknown) => {
        pending = null;
        throw error;
      },
    );
    return pending;
  };
});
