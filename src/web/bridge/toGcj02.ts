import gcoord from "gcoord";
import type { Position } from "#contract/distance.ts";

/** Converts a browser's position (WGS-84) to GCJ-02, which Chinese maps and our server use. */
export function toGcj02({ lat, lng }: Position): Position {
  const [east, north] = gcoord.transform([lng, lat], gcoord.WGS84, gcoord.GCJ02);
  return { lat: north, lng: east };
}
