import { geolocation } from "#contract/constants.ts";
import type { Position } from "#contract/distance.ts";

/** Why there is no position: the browser cannot, or it did not answer in time, or it was not allowed to. */
export class PositionError extends Error {
  readonly reason: "unsupported" | "timeout" | "refused";

  constructor(reason: "unsupported" | "timeout" | "refused") {
    super(`no position: ${reason}`);
    this.name = "PositionError";
    this.reason = reason;
  }
}

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
        reject(new PositionError(error.code === error.TIMEOUT ? "timeout" : "refused"));
      },
      { enableHighAccuracy: true, timeout: geolocation.browserTimeoutMs, maximumAge: geolocation.maxAgeMs },
    );
  });
}
