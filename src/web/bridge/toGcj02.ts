import gcoord from "gcoord";
import type { Position } from "#contract/distance.ts";

/** From what browsers give (WGS-84) to what Chinese maps and our server use. */
export function toGcj02({ lat, lng }: Position): Position {
  const [east, north] = gcoord.transform([lng, lat], gcoord.WGS84, gcoord.GCJ02);
  return { lat: north, lng: east };
}
