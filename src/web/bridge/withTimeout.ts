import { BridgeError } from "./Bridge.ts";

/** The promise, or a BridgeError "silent" after so many milliseconds: the native side sometimes never answers. */
export function withTimeout<T>(ms: number, operation: string, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new BridgeError("silent", `${operation} got no answer`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A pause. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
