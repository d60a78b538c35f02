import { geolocation } from "#contract/constants.ts";
import type { Position } from "#contract/distance.ts";

/** Why there is no position: the browser cannot, it did not answer in time, it was not allowed to, or it found none. */
export type PositionFailure = "unsupported" | "timeout" | "refused" | "unavailable";

/** No position. */
export class PositionError extends Error {
  readonly reason: PositionFailure;

  constructor(reason: PositionFailure) {
    super(`no position: ${reason}`);
    this.name = "PositionError";
    this.reason = reason;
  }
}

/** By the codes that browsers give. */
const failures: Record<number, PositionFailure> = { 1: "refused", 2: "unavailable", 3: "timeout" };

/**
 * Where the browser says the device is (WGS-84). Gives up after 5 s of its own accord,
 * because some web-views never answer while the system's permission is undecided.
 */
export function browserPosition(): Promise<Position> {
  return new Promise((resolve, reject) => {
    if (!("geolocation" in navigator) || !navigator.geolocation) {
      reject(new PositionError("unsupported"));
      return;
    }
    const timer = setTimeout(() => reject(new PositionError("timeout")), geolocation.waitMs);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        clearTimeout(timer);
        resolve({ lat: Number(coords.latitude), lng: Number(coords.longitude) });
      },
      (error) => {
        clearTimeout(timer);
        reject(new PositionError(failures[error.code] ?? "unavailable"));
      },
      { enableHighAccuracy: true, timeout: geolocation.browserTimeoutMs, maximumAge: geolocation.maxAgeMs },
    );
  });
}
