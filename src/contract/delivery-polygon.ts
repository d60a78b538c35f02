import { deliveryRadiusMaxM } from "./constants.ts";
import { distanceMetres, type Position } from "./distance.ts";

/** Corner of a polygon, in degrees. */
export type Corner = [lng: number, lat: number];

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

/** Returns what is wrong with the delivery area of a restaurant, as a sentence; null if nothing is. */
export function findPolygonProblem(place: Position, polygon: readonly Corner[]): string | null {
  if (!isSimplePolygon(polygon)) return "配送范围的边不能交叉或重叠";
  const isFar = polygon.some(([lng, lat]) => distanceMetres(place, { lng, lat }) > deliveryRadiusMaxM);
  return isFar ? `配送范围不能超出门店 ${deliveryRadiusMaxM / 1000} 公里` : null;
}
