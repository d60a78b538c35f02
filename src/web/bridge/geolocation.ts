import { geolocation } from "#contract/constants.ts";
import type { Position } from "#contract/distance.ts";

/** Reasons of a missing position: not supported, no response in time, not allowed, or none found. */
export type PositionErrorReason = "unsupported" | "timeout" | "refused" | "unavailable";

/** Failure to get a position. */
export class PositionError extends Error {
  readonly reason: PositionErrorReason;

  constructor(reason: PositionErrorReason) {
    super(`no position: ${reason}`);
    this.name = "PositionError";
    this.reason = reason;
  }
}

/** Reasons by the error codes of browsers. */
const reasonByCode: Record<number, PositionErrorReason> = { 1: "refused", 2: "unavailable", 3: "timeout" };

/**
 * Returns the browser's position (WGS-84). Has its own timeout of 5 s, because some web-views never respond
 * while the system's permission is undecided.
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
