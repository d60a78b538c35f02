import { BridgeError } from "./Bridge.ts";

/** The promise, or a BridgeError "silent" after so many milliseconds: the native side sometimes never answers. */
export function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new BridgeError("silent", `${what} got no answer`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A pause. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
