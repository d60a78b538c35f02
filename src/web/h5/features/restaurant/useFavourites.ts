import { useCallback, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { isAbortError, isUnauthenticated } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { logError } from "#web/lib/logError.ts";
import {
  readSessionItem,
  removeSessionItem,
  sessionKeys,
  writeSessionItem,
} from "#web/lib/storage/sessionStorage.ts";
import { success, toast } from "#web/ui/notify.ts";
import { toNumber, toText } from "../../app/parse.ts";
import { useStore, useStores } from "../../app/useStores.ts";
import { useGoToLogin } from "../auth/useGoToLogin.ts";
import { type FavouriteStore, favouriteStore } from "./FavouriteStore.ts";
import { restaurantMessages } from "./messages.ts";
import type { Restaurant } from "./Restaurant.ts";

const messages = restaurantMessages;
/** Longer than a login takes (ms). */
const pendingFavouriteMaxAgeMs = 10 * 60_000;

interface Favourites {
  /** Fetches the favourites anew; does nothing for a guest. A failure leaves the stars as they are. */
  reload: () => Promise<void>;
  toggle: (store: Restaurant) => void;
}

/**
 * Favourites of the customer, fetched when the page opens; a guest who adds one goes to the login and back,
 * and the favourite is added then.
 */
export function useFavourites(): Favourites {
  const { session } = useStores();
  const favourites = useStore(favouriteStore);
  const logIn = useGoToLogin();
  const { pathname, search } = useLocation();
  const { isLoggedIn } = session;
  const reload = useCallback(async () => {
    if (!isLoggedIn) return;
    await favourites.load().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the favourites failed", error);
    });
  }, [favourites, isLoggedIn]);
  useEffect(() => {
    const open = async () => {
      await reload();
      const pending = isLoggedIn ? takePendingFavourite() : null;
      // The request toggles the flag: without the list it might remove an existing favourite.
      if (pending !== null && favourites.list.value !== undefined && !favourites.has(pending.id))
        await toggleFavourite(favourites, pending);
    };
    void open();
  }, [reload, isLoggedIn, favourites]);
  const toggle = (store: Restaurant) => {
    if (session.isLoggedIn) return void toggleFavourite(favourites, store);
    const { id, name, address } = store;
    writeSessionItem(sessionKeys.pendingFavourite, JSON.stringify({ id, name, address, at: Date.now() }));
    logIn(pathname + search);
  };
  return { reload, toggle };
}

type PendingFavourite = Pick<Restaurant, "id" | "name" | "address">;

async function toggleFavourite(favourites: FavouriteStore, store: PendingFavourite): Promise<void> {
  try {
    const isFavourite = await favourites.toggle(store);
    if (isFavourite !== null) success(isFavourite ? messages.favouriteOn : messages.favouriteOff);
  } catch (error) {
    logError("changing a favourite failed", error);
    // An expired login is announced, and redirected to the login page, by the 401 rule.
    if (!isUnauthenticated(error)) toast(messages.favouriteFailed);
  }
}

/**
 * Returns and removes the favourite that a guest chose before the login; an expired one is ignored, since it
 * would come as a surprise.
 */
function takePendingFavourite(): PendingFavourite | null {
  const text = readSessionItem(sessionKeys.pendingFavourite);
  removeSessionItem(sessionKeys.pendingFavourite);
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    if (!isRecord(stored) || Date.now() - (toNumber(stored.at) ?? 0) > pendingFavouriteMaxAgeMs) return null;
    const [id, name, address] = [toText(stored.id), toText(stored.name), toText(stored.address)];
    return id === "" ? null : { id, name, address };
  } catch {
    return null;
  }
}
