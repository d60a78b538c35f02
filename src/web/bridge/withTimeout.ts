import { BridgeError } from "./Bridge.ts";

/**
 * Rejects with BridgeError "silent" if the promise takes longer than `ms`: the native side sometimes never
 * responds.
 */
export function withTimeout<T>(ms: number, operation: string, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new BridgeError("silent", `${operation} got no answer`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Resolves after `ms`. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
