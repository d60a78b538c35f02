import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { ApiError, isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { success, toast } from "#web/shared/notify.ts";
import { loginPath } from "#web/shared/routing/redirectFor.ts";
import type { Store } from "../features/restaurant/Store.ts";
import { restaurantMessages } from "../restaurantMessages.ts";
import { favouriteStore } from "../stores/FavouriteStore.ts";
import { useStore, useStores } from "../useStores.ts";

const words = restaurantMessages;

interface Favourites {
  /** Asks for the favourites anew; nothing for a guest. A failure leaves the stars as they are. */
  reload: () => Promise<void>;
  toggle: (store: Store) => void;
}

/** A customer's favourites, fetched when the page opens; a guest who wants to keep one is led to the login and back. */
export function useFavourites(): Favourites {
  const { session } = useStores();
  const favourites = useStore(favouriteStore);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { isLoggedIn } = session;
  const reload = useCallback(async () => {
    if (!isLoggedIn) return;
    await favourites.load().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the favourites failed", error);
    });
  }, [favourites, isLoggedIn]);
  useEffect(() => void reload(), [reload]);
  const toggle = async (store: Store) => {
    if (!session.isLoggedIn) {
      navigate(loginPath(pathname + search));
      return;
    }
    try {
      const isKept = await favourites.toggle(store);
      if (isKept !== null) success(isKept ? words.favouriteOn : words.favouriteOff);
    } catch (error) {
      logFailure("changing a favourite failed", error);
      // A login that has ended is announced, and led to the login page, by the 401 rule.
      if (!(error instanceof ApiError && error.failure === "unauthenticated")) toast(words.favouriteFailed);
    }
  };
  return { reload, toggle: (store) => void toggle(store) };
}
