import { menuEndpoints } from "#contract/menu/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { toText } from "../../app/parse.ts";
import { parseAddress, type SavedAddress } from "../address/SavedAddress.ts";
import { parseRestaurantList } from "../restaurant/parseRestaurantList.ts";
import type { Restaurant } from "../restaurant/Restaurant.ts";
import type { BootstrapQuery } from "./toBootstrapQuery.ts";

/** Bootstrap data of a takeaway; `items` null: the menu of the sent version is still current. */
export interface TakeawayBootstrap {
  readonly address: SavedAddress | null;
  readonly restaurant: Restaurant | null;
  readonly version: string;
  readonly items: unknown;
}

/** Fetches the bootstrap data; null when the host has no such endpoint, or not for that address. */
export type FetchBootstrap = (
  query: BootstrapQuery,
  signal: AbortSignal,
) => Promise<TakeawayBootstrap | null>;

/** Creates the bootstrap request. */
export function createFetchBootstrap(api: Pick<ApiClient, "fetchBody">): FetchBootstrap {
  return async (query, signal) => {
    try {
      return parseBootstrap(await api.fetchBody(menuEndpoints.takeawayStart, { query, signal }));
    } catch (error) {
      if (error instanceof ApiError && [404, 405, 501].includes(error.status)) return null;
      throw error;
    }
  };
}

function parseBootstrap(reply: unknown): TakeawayBootstrap {
  const data = isRecord(reply) ? reply.data : null;
  if (!isRecord(data)) throw new ApiError("bad_reply", commonMessages.badReply);
  const menu = isRecord(data.menu) ? data.menu : {};
  return {
    address: parseAddress(data.address),
    restaurant: parseRestaurantList([data.store])?.[0] ?? null,
    version: toText(menu.version),
    items: menu.items,
  };
}
