import type { Position } from "#contract/distance.ts";

/** Restaurant as shown to customers; `distanceM` in metres, null when unknown. */
export interface Restaurant {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly distanceM: number | null;
  readonly isOpen: boolean;
  /** True when it is open, not paused, and the kitchen takes orders now. */
  readonly canOrder: boolean;
  /** The server's status text; empty when the host has none. */
  readonly statusText: string;
  /** End of a pause (ISO); null when it is not paused, or unknown. */
  readonly pausedUntil: string | null;
  /** Its hours as a text, such as "10:00-14:00、17:00-21:00"; empty when unknown. */
  readonly hours: string;
  /** Fee of a delivery over the distance in fen, and the goods from which on it is free; null when unknown. */
  readonly deliveryFeeFen: number | null;
  readonly freeDeliveryFromFen: number | null;
}

/** Parses the API's "longitude,latitude" text; null when it is no point on earth. */
export function parseLocation(location: string): Position | null {
  const parts = location.split(",");
  const lng = Number(parts[0]);
  const lat = Number(parts[1]);
  const isGiven = parts.length === 2 && parts.every((part) => part.trim() !== "");
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isGiven && isOnEarth ? { lat, lng } : null;
}
