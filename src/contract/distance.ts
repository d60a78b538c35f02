/** Point on the earth in degrees. */
export interface Position {
  lat: number;
  lng: number;
}

const earthRadiusM = 6_371_008.8;

/** Returns the great-circle distance in whole metres (haversine formula, mean earth radius of IUGG). */
export function distanceMetres(a: Position, b: Position): number {
  const rad = Math.PI / 180;
  const dLat = (b.lat - a.lat) * rad;
  const dLng = (b.lng - a.lng) * rad;
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLng / 2) ** 2;
  return Math.round(2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(h))));
}

/** Formats a distance: `850m` below a kilometre, `1.2km` from there. */
export function formatDistance(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)}m` : `${(metres / 1000).toFixed(1)}km`;
}
