import { distanceMetres, type Position } from "#contract/distance.ts";

/** Delivery area of a restaurant: its polygon if it has one, else its radius. */
export interface DeliveryArea extends Position {
  delivers: boolean;
  deliveryRadiusM: number;
  deliveryPolygon: [lng: number, lat: number][] | null;
}

/** Ray casting: a point is inside when a line from it crosses the edge an odd number of times. */
function isInside(ring: [lng: number, lat: number][], point: Position): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i] as [number, number];
    const [xj, yj] = ring[j] as [number, number];
    const crosses = yi > point.lat !== yj > point.lat;
    if (crosses && point.lng < ((xj - xi) * (point.lat - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

/** Returns whether a restaurant delivers to a point. */
export function deliversTo(restaurant: DeliveryArea, point: Position): boolean {
  if (!restaurant.delivers) return false;
  if (restaurant.deliveryPolygon) return isInside(restaurant.deliveryPolygon, point);
  return distanceMetres(restaurant, point) <= restaurant.deliveryRadiusM;
}
