import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toText } from "../../app/parse.ts";

/** A favourite restaurant. */
export interface FavouriteRestaurant {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

/** Parses the response of the favourites endpoint (a list under `data`, or bare); null when there is none. */
export function parseFavourites(response: unknown): FavouriteRestaurant[] | null {
  const data = isRecord(response) ? response.data : response;
  const list = isRecord(data) ? data.list : data;
  if (!Array.isArray(list)) return null;
  return list.map(parseFavourite).filter((favourite) => favourite !== null);
}

function parseFavourite(raw: unknown): FavouriteRestaurant | null {
  if (!isRecord(raw)) return null;
  const id = toText(raw.restaurant_id);
  const name = toText(raw.restaurant_name);
  return id === "" || name === "" ? null : { id, name, address: toText(raw.restaurant_address) };
}
