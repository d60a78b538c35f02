import { BridgeError } from "./Bridge.ts";
import { within } from "./within.ts";

/** What WeChat puts into the page, as far as this app calls it directly. */
export interface NativeBridge {
  invoke(name: string, params: object, done?: (answer: { err_msg?: string }) => void): void;
  on(event: string, listener: (answer: object) => void): void;
  call(name: string): void;
}

const readyMs = 5_000;

/** WeChat's own object, as soon as WeChat has put it in; a BridgeError "silent" when it does not come within 5 s. */
export function nativeBridge(): Promise<NativeBridge> {
  return within(readyMs, "WeixinJSBridge", bridgeReady());
}

/** WeChat's own object, however late it comes; outside of WeChat it never does. */
export function bridgeReady(): Promise<NativeBridge> {
  const present = bridgeNow();
  if (present !== null) return Promise.resolve(present);
  return new Promise((resolve, reject) => {
    const arrive = () => {
      const bridge = bridgeNow();
      if (bridge === null)
        reject(new BridgeError("failed", "WeixinJSBridge announced itself and is not there"));
      else resolve(bridge);
    };
    document.addEventListener("WeixinJSBridgeReady", arrive, { once: true });
  });
}

/** Whether WeChat's object is there. */
export function hasBridge(): boolean {
  return bridgeNow() !== null;
}

function bridgeNow(): NativeBridge | null {
  return (window as Window & { WeixinJSBridge?: NativeBridge }).WeixinJSBridge ?? null;
}
