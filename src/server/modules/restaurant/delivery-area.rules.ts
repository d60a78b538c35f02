import { distanceMetres, type Position } from "#contract/distance.ts";

/** Delivery area of a restaurant: its polygon if it has one, else its radius. */
export interface DeliveryArea extends Position {
  delivers: boolean;
  deliveryRadiusM: number;
  deliveryPolygon: [lng: number, lat: number][] | null;
}

/** Degrees within which a point counts as on an edge, about a tenth of a millimetre: rounding moves points off it. */
const edgeDegrees = 1e-9;

type Corner = [lng: number, lat: number];

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

/** Drops a last corner that repeats the first one, as GeoJSON (RFC 7946, section 3.1.6) closes its rings. */
export function removeClosingCorner(ring: readonly Corner[]): Corner[] {
  const [first, last] = [ring[0], ring.at(-1)];
  const isClosed = ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return isClosed ? ring.slice(0, -1) : [...ring];
}

/** Returns twice the signed area of a triangle: positive if its corners turn left, 0 if they are on one line. */
function turn(a: Corner, b: Corner, c: Corner): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Returns whether a point lies in the box of which `a` and `b` are opposite corners. */
function isInBox(a: Corner, b: Corner, [lng, lat]: Corner): boolean {
  return (
    Math.min(a[0], b[0]) <= lng &&
    lng <= Math.max(a[0], b[0]) &&
    Math.min(a[1], b[1]) <= lat &&
    lat <= Math.max(a[1], b[1])
  );
}

/** Returns whether the edges from `a` to `b` and from `c` to `d` have a point in common. */
function haveCommonPoint(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const abc = Math.sign(turn(a, b, c));
  const abd = Math.sign(turn(a, b, d));
  const cda = Math.sign(turn(c, d, a));
  const cdb = Math.sign(turn(c, d, b));
  return (
    (abc !== abd && cda !== cdb) ||
    (abc === 0 && isInBox(a, b, c)) ||
    (abd === 0 && isInBox(a, b, d)) ||
    (cda === 0 && isInBox(c, d, a)) ||
    (cdb === 0 && isInBox(c, d, b))
  );
}

/** Returns whether the edge from `b` to `c` lies on the one from `a` to `b`, or has no length. */
function foldsBack(a: Corner, b: Corner, c: Corner): boolean {
  const dot = (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]);
  return turn(a, b, c) === 0 && dot >= 0;
}

/** Returns whether the edges of a polygon meet only in corners, each of two neighbouring edges. */
export function isSimplePolygon(ring: readonly Corner[]): boolean {
  const cornerAt = (index: number) => ring[index % ring.length] as Corner;
  for (let i = 0; i < ring.length; i++) {
    if (foldsBack(cornerAt(i), cornerAt(i + 1), cornerAt(i + 2))) return false;
    for (let j = i + 2; j < ring.length; j++) {
      const areNeighbours = i === 0 && j === ring.length - 1;
      if (!areNeighbours && haveCommonPoint(cornerAt(i), cornerAt(i + 1), cornerAt(j), cornerAt(j + 1)))
        return false;
    }
  }
  return true;
}
