import type { Position } from "#contract/distance.ts";

/** A restaurant as the customer sees it; `distanceM` in metres, null when unknown. */
export interface Restaurant {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly distanceM: number | null;
  readonly isOpen: boolean;
  /** Open, not paused, and a kitchen that takes orders now. */
  readonly canOrder: boolean;
  /** The server's word for its state; empty when the host does not say. */
  readonly statusText: string;
  /** When a pause ends (ISO); null when it is not paused, or nobody knows. */
  readonly pausedUntil: string | null;
  readonly startTime: string;
  readonly endTime: string;
}

/** Reads the specification's "longitude,latitude" text; null when it is no point on the earth. */
export function parseLocation(location: string): Position | null {
  const parts = location.split(",");
  const lng = Number(parts[0]);
  const lat = Number(parts[1]);
  const isGiven = parts.length === 2 && parts.every((part) => part.trim() !== "");
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isGiven && isOnEarth ? { lat, lng } : null;
}
