import type { Corner } from "#contract/delivery-polygon.ts";
import { distanceMetres, type Position } from "#contract/distance.ts";

/** Delivery area of a restaurant: its polygon if it has one, else its radius. */
export interface DeliveryArea extends Position {
  delivers: boolean;
  deliveryRadiusM: number;
  deliveryPolygon: Corner[] | null;
}

/** Degrees within which a point counts as on an edge, about a tenth of a millimetre: rounding moves points off it. */
const edgeDegrees = 1e-9;

/** Returns whether a point lies on the edge from `a` to `b`. */
function isOnEdge([aLng, aLat]: Corner, [bLng, bLat]: Corner, { lng, lat }: Position): boolean {
  const [dLng, dLat] = [bLng - aLng, bLat - aLat];
  const squared = dLng * dLng + dLat * dLat;
  const share = squared === 0 ? 0 : ((lng - aLng) * dLng + (lat - aLat) * dLat) / squared;
  const nearest = Math.min(1, Math.max(0, share));
  return Math.hypot(aLng + nearest * dLng - lng, aLat + nearest * dLat - lat) <= edgeDegrees;
}

/**
 * Returns whether a point is in a polygon or on its edge. Ray casting: it is inside when a line from it crosses the edges
 * an odd number of times.
 */
export function isInPolygon(ring: readonly Corner[], point: Position): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[j] as Corner, ring[i] as Corner];
    if (isOnEdge(a, b, point)) return true;
    const crosses = b[1] > point.lat !== a[1] > point.lat;
    if (crosses && point.lng < ((a[0] - b[0]) * (point.lat - b[1])) / (a[1] - b[1]) + b[0]) inside = !inside;
  }
  return inside;
}

/** Returns whether a restaurant delivers to a point. */
export function deliversTo(restaurant: DeliveryArea, point: Position): boolean {
  if (!restaurant.delivers) return false;
  if (restaurant.deliveryPolygon) return isInPolygon(restaurant.deliveryPolygon, point);
  return distanceMetres(restaurant, point) <= restaurant.deliveryRadiusM;
}
