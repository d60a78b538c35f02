import { isDeepStrictEqual } from "node:util";
import type {
  RestaurantLicence,
  RestaurantPicture,
  RestaurantPictures,
} from "#contract/restaurant-pictures/schema.ts";
import type { RestaurantRow } from "./restaurant.repository.ts";

type PictureColumns = Pick<RestaurantRow, "pictures" | "businessLicence" | "foodLicence">;

/** Converts a restaurant to its pictures and licences. */
export function presentPictures(row: PictureColumns): RestaurantPictures {
  return { pictures: row.pictures, business_licence: row.businessLicence, food_licence: row.foodLicence };
}

/** Returns whether a restaurant has a picture or a licence to show. */
export function hasPictures({ pictures, businessLicence, foodLicence }: PictureColumns): boolean {
  return pictures.length > 0 || businessLicence !== null || foodLicence !== null;
}

/** Returns what differs, as the audit log tells it: "无 → 2 张：门头、大厅". */
export function listChangedPictures(
  before: RestaurantPictures,
  after: RestaurantPictures,
): Record<string, string> {
  const changes: Record<string, string> = {};
  const add = (name: keyof RestaurantPictures, from: string, to: string) => {
    if (isDeepStrictEqual(before[name], after[name])) return;
    changes[name] = from === to ? `${to}（换了图片或顺序）` : `${from} → ${to}`;
  };
  add("pictures", formatPictures(before.pictures), formatPictures(after.pictures));
  for (const name of ["business_licence", "food_licence"] as const)
    add(name, formatLicence(before[name]), formatLicence(after[name]));
  return changes;
}

function formatPictures(pictures: RestaurantPicture[]): string {
  if (pictures.length === 0) return "无";
  return `${pictures.length} 张：${pictures.map(({ caption }) => caption || "无说明").join("、")}`;
}

function formatLicence(licence: RestaurantLicence | null): string {
  if (licence === null) return "无";
  return licence.number === "" ? "有图片，无编号" : `编号 ${licence.number}`;
}
