import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toCount, toText } from "../../app/parse.ts";

/** Picture of a restaurant or of a licence: URL of one of its sizes, shape in px, and what is said about it. */
export interface ShownPicture {
  readonly image: string;
  readonly width: number;
  readonly height: number;
  /** Caption of a picture, number of a licence; empty without one. */
  readonly text: string;
}

/** What a restaurant shows: pictures in their order, and its licences. */
export interface ShownPictures {
  readonly pictures: readonly ShownPicture[];
  readonly businessLicence: ShownPicture | null;
  readonly foodLicence: ShownPicture | null;
}

/** Parses the response about the pictures of a restaurant; null if it is none. What cannot be shown is left out. */
export function parseRestaurantPictures(raw: unknown): ShownPictures | null {
  if (!isRecord(raw) || !Array.isArray(raw.pictures)) return null;
  return {
    pictures: raw.pictures.map(parsePicture).filter((picture) => picture !== null),
    businessLicence: parsePicture(raw.business_licence),
    foodLicence: parsePicture(raw.food_licence),
  };
}

function parsePicture(raw: unknown): ShownPicture | null {
  if (!isRecord(raw)) return null;
  const [width, height] = [toCount(raw.width) ?? 0, toCount(raw.height) ?? 0];
  const image = toText(raw.image);
  if (!image.startsWith("/") || width <= 0 || height <= 0) return null;
  return { image, width, height, text: toText(raw.caption) || toText(raw.number) };
}
