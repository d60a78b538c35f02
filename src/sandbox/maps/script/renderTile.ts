import { escapeHtml } from "../../shared/html.ts";
import { CITIES, PLACES } from "../cities.ts";
import { TILE_SIZE, tileColumn, tileLatitude, tileLongitude, tileRow } from "./mercator.ts";

/** Zoom levels from which places, and all of them, have their names. */
const PLACES_FROM = 13;
const ALL_PLACES_FROM = 15;
/** Space that a name may take beyond its point, in pixels: it is drawn in each tile that it reaches into. */
const NAME_REACH = 160;
const STREET_NAMES = ["解放路", "人民路", "中山路", "建设路", "和平路", "新华路", "文化路", "长江路"];

type Point = { x: number; y: number };

/** Returns the distance in degrees between streets of a zoom level. */
function streetStep(zoom: number): number {
  return 360 / 2 ** (Math.min(zoom, 16) + 1);
}

/** Returns the numbers of the multiples of `step` between two values. */
function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, i) => first + i);
}

function street(number: number, from: Point, to: Point): string {
  const isMain = number % 4 === 0;
  return `<path d="M${from.x} ${from.y}L${to.x} ${to.y}" stroke="${isMain ? "#ffe19c" : "#fff"}" stroke-width="${isMain ? 9 : 4}"/>`;
}

function name(text: string, { x, y }: Point, size: number, color: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" fill="${color}" text-anchor="middle" paint-order="stroke" stroke="#fff" stroke-width="3">${escapeHtml(text)}</text>`;
}

/** Draws a tile of the simulated map: a grid of streets with names, and the sandbox's places. Always the same. */
export function renderTile(zoom: number, x: number, y: number): string {
  const toPixels = (longitude: number, latitude: number): Point => ({
    x: (tileColumn(longitude, zoom) - x) * TILE_SIZE,
    y: (tileRow(latitude, zoom) - y) * TILE_SIZE,
  });
  const step = streetStep(zoom);
  const [west, east] = [tileLongitude(x, zoom), tileLongitude(x + 1, zoom)];
  const [south, north] = [tileLatitude(y + 1, zoom), tileLatitude(y, zoom)];
  const columns = multiples(west, east, step).map((number) => ({
    number,
    at: toPixels(number * step, north).x,
  }));
  const rows = multiples(south, north, step).map((number) => ({
    number,
    at: toPixels(west, number * step).y,
  }));
  const streets = [
    ...columns.map(({ number, at }) => street(number, { x: at, y: 0 }, { x: at, y: TILE_SIZE })),
    ...rows.map(({ number, at }) => street(number, { x: 0, y: at }, { x: TILE_SIZE, y: at })),
  ];
  const streetNames = rows
    .filter(({ number }) => number % 4 === 0)
    .map(({ number, at }) => {
      const index = Math.abs(number / 4) % STREET_NAMES.length;
      return name(STREET_NAMES[index] ?? "", { x: TILE_SIZE / 2, y: at + 4 }, 11, "#7a6a3a");
    });
  const isNear = ({ x: px, y: py }: Point) =>
    [px, py].every((value) => value > -NAME_REACH && value < TILE_SIZE + NAME_REACH);
  const places =
    zoom < PLACES_FROM ? [] : PLACES.filter((_, index) => zoom >= ALL_PLACES_FROM || index % 3 === 0);
  const labels = places.flatMap((place) => {
    const at = toPixels(place.longitude, place.latitude);
    const dot = `<circle cx="${at.x.toFixed(1)}" cy="${at.y.toFixed(1)}" r="3" fill="#8a7fd0"/>`;
    return isNear(at) ? [dot, name(place.name, { x: at.x, y: at.y - 7 }, 12, "#4a4a5a")] : [];
  });
  const cities =
    zoom >= PLACES_FROM
      ? []
      : CITIES.flatMap(({ name: city, places: [first] }) => {
          if (first === undefined) return [];
          const at = toPixels(first[4], first[5]);
          return isNear(at) ? [name(city, at, 15, "#333")] : [];
        });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE_SIZE}" height="${TILE_SIZE}" font-family="sans-serif"><rect width="100%" height="100%" fill="#f2efe9"/>${[...streets, ...streetNames, ...labels, ...cities].join("")}</svg>`;
}
