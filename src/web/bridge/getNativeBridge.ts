import { BridgeError } from "./Bridge.ts";
import { withTimeout } from "./withTimeout.ts";

/** WeChat's object in the page, as far as this app calls it directly. */
export interface NativeBridge {
  invoke(name: string, params: object, callback?: (result: { err_msg?: string }) => void): void;
  on(event: string, listener: (result: object) => void): void;
  call(name: string): void;
}

const readyTimeoutMs = 5_000;

/**
 * Returns WeChat's own object once WeChat has injected it. Rejects with BridgeError "silent" after 5 s
 * without it.
 */
export function getNativeBridge(): Promise<NativeBridge> {
  return withTimeout(readyTimeoutMs, "WeixinJSBridge", waitForNativeBridge());
}

/** Resolves with WeChat's own object, however late it comes; never resolves outside of WeChat. */
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

/** Returns whether WeChat's object exists. */
export function hasNativeBridge(): boolean {
  return findNativeBridge() !== null;
}

function findNativeBridge(): NativeBridge | null {
  return (window as Window & { WeixinJSBridge?: NativeBridge }).WeixinJSBridge ?? null;
}
