import { menuEndpoints } from "#contract/menu/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { texts } from "#web/shared/texts.ts";
import { parseAddress, type SavedAddress } from "../features/address/SavedAddress.ts";
import { normalizeStores } from "../features/restaurant/normalizeStores.ts";
import type { Store } from "../features/restaurant/Store.ts";
import { textOf } from "../wireValues.ts";

/** What a takeaway begins with; `items` null: those of the version that was named are the menu still. */
export interface Beginning {
  readonly address: SavedAddress | null;
  readonly store: Store | null;
  readonly version: string;
  readonly items: unknown;
}

/** What is known already: the chosen address (else it is the default one), and which menu is held. */
export interface Known {
  address_id?: string;
  menu_version?: string;
}

/** Asks for all that a takeaway begins with; null when the host has no such call, or not for that address. */
export type AskStart = (known: Known, signal: AbortSignal) => Promise<Beginning | null>;

/** Asks the server in one call. */
export function askStart(api: Pick<ApiClient, "reply">): AskStart {
  return async (query, signal) => {
    try {
      return beginningIn(await api.reply(menuEndpoints.takeawayStart, { query, signal }));
    } catch (error) {
      if (error instanceof ApiError && [404, 405, 501].includes(error.status)) return null;
      throw error;
    }
  };
}

function beginningIn(reply: unknown): Beginning {
  const data = isRecord(reply) ? reply.data : null;
  if (!isRecord(data)) throw new ApiError("bad_reply", texts.badReply);
  const menu = isRecord(data.menu) ? data.menu : {};
  return {
    address: parseAddress(data.address),
    store: normalizeStores([data.store])?.[0] ?? null,
    version: textOf(menu.version),
    items: menu.items,
  };
}
