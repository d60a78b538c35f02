/** Side of a tile in CSS pixels. */
export const TILE_SIZE = 256;

/** Returns the longitude of a tile's west edge, in degrees. */
export function tileLongitude(x: number, zoom: number): number {
  return (x / 2 ** zoom) * 360 - 180;
}

/** Returns the latitude of a tile's north edge, in degrees. */
export function tileLatitude(y: number, zoom: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** zoom))) * 180) / Math.PI;
}

/** Returns the column of a longitude among the tiles, with fractions. */
export function tileColumn(longitude: number, zoom: number): number {
  return ((longitude + 180) / 360) * 2 ** zoom;
}

/** Returns the row of a latitude among the tiles, with fractions. */
export function tileRow(latitude: number, zoom: number): number {
  const radians = (latitude * Math.PI) / 180;
  return ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** zoom;
}
