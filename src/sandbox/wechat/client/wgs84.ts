const AXIS = 6_378_245;
const ECCENTRICITY = 0.006_693_421_622_965_943;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

function waves(x: number): number {
  return (20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * (2 / 3);
}

/** Returns the offset in degrees of GCJ-02 at a position (the usual published approximation). */
function shift(latitude: number, longitude: number): { latitude: number; longitude: number } {
  const [x, y] = [longitude - 105, latitude - 35];
  const root = Math.sqrt(Math.abs(x));
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * root +
    waves(x) +
    (20 * Math.sin(y * Math.PI) + 40 * Math.sin((y / 3) * Math.PI)) * (2 / 3) +
    (160 * Math.sin((y / 12) * Math.PI) + 320 * Math.sin((y * Math.PI) / 30)) * (2 / 3);
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * root +
    waves(x) +
    (20 * Math.sin(x * Math.PI) + 40 * Math.sin((x / 3) * Math.PI)) * (2 / 3) +
    (150 * Math.sin((x / 12) * Math.PI) + 300 * Math.sin((x / 30) * Math.PI)) * (2 / 3);
  const magic = 1 - ECCENTRICITY * Math.sin(radians(latitude)) ** 2;
  return {
    latitude: (north * 180) / (((AXIS * (1 - ECCENTRICITY)) / magic ** 1.5) * Math.PI),
    longitude: (east * 180) / ((AXIS / Math.sqrt(magic)) * Math.cos(radians(latitude)) * Math.PI),
  };
}

/** Converts a position in China from GCJ-02 to WGS-84, accurate to a metre or two. */
export function toWgs84(latitude: number, longitude: number): { latitude: number; longitude: number } {
  const offset = shift(latitude, longitude);
  return { latitude: latitude - offset.latitude, longitude: longitude - offset.longitude };
}
