import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import type { Bridge } from "#web/bridge/Bridge.ts";
import { storeOf } from "../RootStore.ts";

/** The way to the app around the page; its code is fetched at the first use and asked for again after a failure. */
export const bridgeDoor = storeOf((root) => {
  let opening: Promise<Bridge> | null = null;
  return (): Promise<Bridge> => {
    opening ??= import("#web/bridge/openBridge.ts").then(
      ({ openBridge }) => openBridge((url) => root.api.call(wechatEndpoints.jsConfig, { query: { url } })),
      (error: unknown) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  };
});
