import { isRecord } from "#web/shared/api/readReply.ts";
import { textOf } from "../../wireValues.ts";

/** A restaurant that a customer keeps. */
export interface FavouriteRestaurant {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

/** Reads the answer to the favourites call (a list under `data`, or bare); null when there is none. */
export function normalizeFavourites(reply: unknown): FavouriteRestaurant[] | null {
  const data = isRecord(reply) ? reply.data : reply;
  const list = isRecord(data) ? data.list : data;
  if (!Array.isArray(list)) return null;
  return list.map(favouriteOf).filter((favourite) => favourite !== null);
}

function favouriteOf(raw: unknown): FavouriteRestaurant | null {
  if (!isRecord(raw)) return null;
  const id = textOf(raw.restaurant_id);
  const name = textOf(raw.restaurant_name);
  return id === "" || name === "" ? null : { id, name, address: textOf(raw.restaurant_address) };
}
