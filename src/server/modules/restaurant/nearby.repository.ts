import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Position } from "#contract/distance.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { restaurants } from "../../schema/restaurants.ts";
import type { RestaurantRow } from "./restaurant.repository.ts";

export type NearbyRestaurantRow = RestaurantRow & { distanceM: number };

/** Filter for restaurants. */
export interface RestaurantFilter {
  condition: SQL;
  /**
   * The same condition for an index that finds matches anywhere; without it the point's surroundings are
   * scanned.
   */
  indexedCondition?: SQL;
}

/** Page of restaurants by distance, and the maximum distance in metres. */
export interface NearbyFilter {
  offset: number;
  limit: number;
  filter?: RestaurantFilter | undefined;
  maxM?: number;
}

interface NearbyMatch {
  id: string;
  distanceM: number;
}

/** Result of one scan around a point. */
interface SearchRound {
  found: NearbyMatch[];
  fitting: number;
  /** All matches nearer than this (metres) were scanned. */
  reachM: number;
  /** Distance in metres of the last requested match; null when the scan found too few. */
  boundM: number | null;
}

interface SearchRoundRow extends Record<string, unknown> {
  id: string | null;
  m: number;
  fitting: number;
  reach: number;
}

const earthM = 6_371_008.8;
const degreesPerRadian = 180 / Math.PI;
/** Beyond this many restaurants around a point, querying all matches is cheaper. */
const maxScanned = 2_500;
/** Restaurants scanned first beyond the requested number: when all match, and when only some do. */
const extraCandidates = { all: 20, some: 400 };

/** The same great-circle formula as `distanceMetres`, for sorting in the database. */
function distanceSql(point: Position): SQL<number> {
  const { lat, lng } = restaurants;
  return sql<number>`(2 * ${earthM}::float8 * asin(least(1, sqrt(
    power(sin(radians(${lat} - ${point.lat}::float8) / 2), 2) + cos(radians(${point.lat}::float8)) *
    cos(radians(${lat})) * power(sin(radians(${lng} - ${point.lng}::float8) / 2), 2)))))`;
}

/**
 * Builds a filter for the restaurants that deliver to a point: in the polygon, or else within the radius. At the very
 * edge, where the database rounds differently, it also lets pass what `deliversTo` then leaves out.
 */
export function deliveryFilter(point: Position): RestaurantFilter {
  const { delivers, deliveryArea, deliveryRadiusM } = restaurants;
  // A polygon contains its edge.
  const isInArea = sql`case when ${deliveryArea} is not null
    then ${deliveryArea} @> point(${point.lng}::float8, ${point.lat}::float8)
    else ${distanceSql(point)} <= ${deliveryRadiusM} + 1 end`;
  return { condition: sql`(${delivers} and ${isInArea})` };
}

/**
 * Returns the distance in metres up to which a circle of `degrees` on the flat map surely contains all
 * restaurants. A path of angle a is never longer on the map than a / cos(|lat| + a), and the map ends at the
 * date line.
 */
function coveredDistanceSql(degrees: SQL, point: Position): SQL {
  const lat = Math.abs(point.lat);
  const toDateLine = 180 - Math.abs(point.lng);
  const within = sql`least(${degrees}, ${toDateLine}::float8, ${90 - lat}::float8)`;
  // Slightly less, because the two formulas round differently.
  return sql`0.9999 * ${earthM}::float8 * radians(${within}) * cos(radians(least(90, ${lat}::float8 + ${within})))`;
}

/** Selects the restaurants within a distance, plus some at the corners; undefined beyond the map's edge. */
function boundingBoxSql({ lat, lng }: Position, metres: number): SQL | undefined {
  // Slightly more, because the two formulas round differently.
  const angle = (1.0001 * metres) / earthM;
  const dLat = angle * degreesPerRadian;
  if (Math.abs(lat) + dLat >= 90) return undefined;
  const dLng = Math.asin(Math.sin(angle) / Math.cos(lat / degreesPerRadian)) * degreesPerRadian;
  if (Math.abs(lng) + dLng > 180) return undefined;
  const corner = (sign: number) => sql`point(${lng + sign * dLng}::float8, ${lat + sign * dLat}::float8)`;
  return sql`point(${restaurants.lng}, ${restaurants.lat}) <@ box(${corner(-1)}, ${corner(1)})`;
}

/** Scans the `limit` restaurants nearest on the map, which the index returns in order. */
async function scanNearest(
  queries: QueryRunner,
  point: Position,
  options: NearbyFilter,
  limit: number,
): Promise<SearchRound> {
  const { lat, lng, closedAt } = restaurants;
  const degrees = sql`point(${lng}, ${lat}) <-> point(${point.lng}::float8, ${point.lat}::float8)`;
  const { rows } = await queries.execute<SearchRoundRow>(sql`
    with near as materialized (
      select id, ${distanceSql(point)} as m, ${degrees} as degrees, ${options.filter?.condition ?? sql`true`} as fits
        from ${restaurants} where ${closedAt} is null order by ${degrees} limit ${limit}),
    page as (select id, m from near where fits order by m, id offset ${options.offset} limit ${options.limit}),
    seen as (
      select (count(*) filter (where fits))::int as fitting,
        case when count(*) < ${limit} then 'Infinity' else ${coveredDistanceSql(sql`max(degrees)`, point)} end as reach from near)
    select seen.*, page.* from seen left join page on true order by page.m, page.id`);
  const found = rows.flatMap(({ id, m }) => (id === null ? [] : [{ id, distanceM: m }]));
  const [{ fitting, reach: reachM } = { fitting: 0, reach: 0 }] = rows;
  const boundM = found.length === options.limit ? (found.at(-1)?.distanceM ?? null) : null;
  return { found, fitting, reachM, boundM };
}

/** Lists all matches no farther than `maxDistanceM`. */
async function listAllWithin(
  queries: QueryRunner,
  point: Position,
  options: NearbyFilter,
  maxDistanceM?: number,
): Promise<NearbyMatch[]> {
  const distanceM = distanceSql(point);
  const isNear =
    maxDistanceM === undefined
      ? []
      : [boundingBoxSql(point, maxDistanceM), sql`${distanceM} <= ${maxDistanceM}::float8`];
  const condition =
    maxDistanceM === undefined
      ? (options.filter?.indexedCondition ?? options.filter?.condition)
      : options.filter?.condition;
  return await queries
    .select({ id: restaurants.id, distanceM })
    .from(restaurants)
    .where(and(isNull(restaurants.closedAt), condition, ...isNear))
    .orderBy(distanceM, restaurants.id)
    .offset(options.offset)
    .limit(options.limit);
}

/**
 * Returns the number of restaurants to scan next, based on the share of matches so far; above `maxScanned`
 * when few matched.
 */
function nextScanLimit(scanned: number, fitting: number, options: NearbyFilter): number {
  const wanted = options.offset + options.limit;
  return Math.max(2 * scanned, Math.ceil((2 * scanned * wanted) / Math.max(1, fitting)));
}

async function findNearestIds(
  queries: QueryRunner,
  point: Position,
  options: NearbyFilter,
): Promise<NearbyMatch[]> {
  const { maxM = Number.POSITIVE_INFINITY, filter } = options;
  let limit = 2 * (options.offset + options.limit) + (filter ? extraCandidates.some : extraCandidates.all);
  while (limit <= maxScanned) {
    const { found, fitting, reachM, boundM } = await scanNearest(queries, point, options, limit);
    const enoughM = Math.min(boundM ?? Number.POSITIVE_INFINITY, maxM);
    if (enoughM < reachM || reachM === Number.POSITIVE_INFINITY)
      return found.filter(({ distanceM }) => distanceM <= maxM);
    if (enoughM < Number.POSITIVE_INFINITY) return await listAllWithin(queries, point, options, enoughM);
    limit = nextScanLimit(limit, fitting, options);
  }
  return await listAllWithin(queries, point, options, options.maxM);
}

/**
 * Lists restaurants around a point, nearest first. Scans those nearest on the map first, as many as are
 * likely to be enough; the scan then gives the distance at which the page ends, or shows that matches are so
 * rare that an index has to find them.
 */
export async function listNearest(
  queries: QueryRunner,
  point: Position,
  options: NearbyFilter,
): Promise<NearbyRestaurantRow[]> {
  const found = await findNearestIds(queries, point, options);
  if (found.length === 0) return [];
  const rows = await queries
    .select()
    .from(restaurants)
    .where(
      inArray(
        restaurants.id,
        found.map(({ id }) => id),
      ),
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id, distanceM }) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ ...row, distanceM }];
  });
}
