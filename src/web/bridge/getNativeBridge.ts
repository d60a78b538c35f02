import { BridgeError } from "./Bridge.ts";
import { withTimeout } from "./withTimeout.ts";

/** What WeChat puts into the page, as far as this app calls it directly. */
export interface NativeBridge {
  invoke(name: string, params: object, callback?: (result: { err_msg?: string }) => void): void;
  on(event: string, listener: (result: object) => void): void;
  call(name: string): void;
}

const readyTimeoutMs = 5_000;

/** WeChat's own object, as soon as WeChat has put it in; a BridgeError "silent" when it does not come within 5 s. */
export function getNativeBridge(): Promise<NativeBridge> {
  return withTimeout(readyTimeoutMs, "WeixinJSBridge", waitForNativeBridge());
}

/** WeChat's own object, however late it comes; outside of WeChat it never does. */
export function waitForNativeBridge(): Promise<NativeBridge> {
  const existing = findNativeBridge();
  if (existing !== null) return Promise.resolve(existing);
  return new Promise((resolve, reject) => {
    const onReady = () => {
      const bridge = findNativeBridge();
      if (bridge === null)
        reject(new BridgeError("failed", "WeixinJSBridge announced itself and is not there"));
      else resolve(bridge);
    };
    document.addEventListener("WeixinJSBridgeReady", onReady, { once: true });
  });
}

/** Whether WeChat's object is there. */
export function hasNativeBridge(): boolean {
  return findNativeBridge() !== null;
}

function findNativeBridge(): NativeBridge | null {
  return (window as Window & { WeixinJSBridge?: NativeBridge }).WeixinJSBridge ?? null;
}
