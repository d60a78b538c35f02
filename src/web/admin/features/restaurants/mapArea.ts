import { deliveryPolygonMax, deliveryRadiusMaxM } from "#contract/constants.ts";
import { findPolygonProblem, removeClosingCorner } from "#contract/delivery-polygon.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";

/** Degrees of a point in GCJ-02. */
export type Point = [lng: number, lat: number];

/** What the map shows: the restaurant, its radius in metres, and the corners of its area; null for none. */
export interface MapArea {
  place: Point | null;
  radius: number | null;
  polygon: Point[] | null;
}

/** Fields of the form that the map shows and changes. */
export interface AreaFields {
  lng: string;
  lat: string;
  delivery_radius: string;
  delivery_polygon: string;
}

/** What the frame of the map reports. */
export type MapMessage =
  | { kind: "ready" | "drawn" | "failed" }
  | { kind: "changed"; changes: Partial<AreaFields> };

const metresPerDegree = 111_195;
const corners = 6;
/** Radius of a new area, in metres, where the form has none. */
const newAreaM = 3_000;

/** Parses a number as it is typed; NaN for none. */
export function parseNumber(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}

/** Parses lines of "longitude,latitude", with NaN for what is no number; null for none. */
export function parsePolygon(text: string): Point[] | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) return null;
  return lines.map((line) => {
    const [lng = "", lat = "", ...more] = line.split(/[,，]/);
    return more.length > 0 ? [Number.NaN, Number.NaN] : [parseNumber(lng), parseNumber(lat)];
  });
}

/** Formats corners as they are typed, a line each. */
export function formatPolygon(polygon: readonly Point[]): string {
  return polygon.map((corner) => corner.join(",")).join("\n");
}

function isInChina([lng, lat]: Point): boolean {
  return lng >= 73 && lng <= 136 && lat >= 3 && lat <= 54;
}

/** Returns what the map shows of the fields: what is not typed to its end is left out. */
export function toMapArea(fields: AreaFields): MapArea {
  const place: Point = [parseNumber(fields.lng), parseNumber(fields.lat)];
  const radius = parseNumber(fields.delivery_radius);
  return {
    place: isInChina(place) ? place : null,
    radius: radius > 0 && radius <= deliveryRadiusMaxM ? radius : null,
    polygon: parsePolygon(fields.delivery_polygon)?.filter(isInChina) ?? null,
  };
}

/** Returns what the server will refuse of a polygon that is drawn or typed to its end; null for nothing. */
export function findAreaProblem({ place, polygon }: MapArea): string | null {
  if (place === null || polygon === null || polygon.length < 3) return null;
  return findPolygonProblem({ lng: place[0], lat: place[1] }, removeClosingCorner(polygon));
}

/** Returns the corners that the map gives as they are typed, with the lines that are not typed to their end in place. */
export function insertUnfinishedLines(typed: string, corners: string): string {
  const isUnfinished = (line: string) => parsePolygon(line)?.every((corner) => !isInChina(corner)) ?? false;
  const lines = corners.split("\n");
  for (const [index, line] of typed.split("\n").entries())
    if (isUnfinished(line)) lines.splice(index, 0, line);
  return lines.join("\n");
}

/** Returns the corners of a new area around a place: a hexagon in the circle of the radius. */
export function surround([lng, lat]: Point, radius: number | null): Point[] {
  const north = (radius ?? newAreaM) / metresPerDegree;
  const east = north / Math.cos((lat * Math.PI) / 180);
  const round = (degrees: number) => Number(degrees.toFixed(6));
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    return [round(lng + east * Math.cos(angle)), round(lat + north * Math.sin(angle))];
  });
}

function isPoint(value: unknown): value is Point {
  if (!Array.isArray(value) || value.length !== 2) return false;
  return value.every((degrees) => typeof degrees === "number") && isInChina(value as Point);
}

function isPolygon(value: unknown): value is Point[] {
  return Array.isArray(value) && value.length <= deliveryPolygonMax && value.every(isPoint);
}

/**
 * Checks a message of the map's frame, where a script of others runs: null for anything but its few messages, and for
 * points outside of China.
 */
export function parseMapMessage(data: unknown): MapMessage | null {
  if (!isRecord(data)) return null;
  for (const kind of ["ready", "drawn", "failed"] as const) if (data[kind] === true) return { kind };
  if (!isRecord(data.changed)) return null;
  const { place, radius, polygon } = data.changed;
  if (isPoint(place)) return { kind: "changed", changes: { lng: String(place[0]), lat: String(place[1]) } };
  if (Number.isInteger(radius) && Number(radius) > 0 && Number(radius) <= deliveryRadiusMaxM)
    return { kind: "changed", changes: { delivery_radius: String(radius) } };
  if (isPolygon(polygon)) return { kind: "changed", changes: { delivery_polygon: formatPolygon(polygon) } };
  return null;
}
