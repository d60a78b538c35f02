import { geolocation } from "#contract/constants.ts";
import type { Position } from "#contract/distance.ts";

/** Why there is no position: the browser cannot, it did not answer in time, it was not allowed to, or it found none. */
export type PositionErrorReason = "unsupported" | "timeout" | "refused" | "unavailable";

/** No position. */
export class PositionError extends Error {
  readonly reason: PositionErrorReason;

  constructor(reason: PositionErrorReason) {
    super(`no position: ${reason}`);
    this.name = "PositionError";
    this.reason = reason;
  }
}

/** By the codes that browsers give. */
const reasonByCode: Record<number, PositionErrorReason> = { 1: "refused", 2: "unavailable", 3: "timeout" };

/**
 * Where the browser says the device is (WGS-84). Gives up after 5 s of its own accord,
 * because some web-views never answer while the system's permission is undecided.
 */
export function getBrowserPosition(): Promise<Position> {
  return new Promise((resolve, reject) => {
    if (!("geolocation" in navigator) || !navigator.geolocation) {
      reject(new PositionError("unsupported"));
      return;
    }
    const timer = setTimeout(() => reject(new PositionError("timeout")), geolocation.totalTimeoutMs);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        clearTimeout(timer);
        resolve({ lat: Number(coords.latitude), lng: Number(coords.longitude) });
      },
      (error) => {
        clearTimeout(timer);
        reject(new PositionError(reasonByCode[error.code] ?? "unavailable"));
      },
      { enableHighAccuracy: true, timeout: geolocation.browserTimeoutMs, maximumAge: geolocation.maxAgeMs },
    );
  });
}
