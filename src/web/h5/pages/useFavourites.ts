import { useCallback, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { ApiError, isAborted } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { logFailure } from "#web/shared/log.ts";
import { success, toast } from "#web/shared/notify.ts";
import { readVisit, removeVisit, visitKeys, writeVisit } from "#web/shared/visitStorage.ts";
import type { Store } from "../features/restaurant/Store.ts";
import { restaurantMessages } from "../restaurantMessages.ts";
import { type FavouriteStore, favouriteStore } from "../stores/FavouriteStore.ts";
import { useStore, useStores } from "../useStores.ts";
import { numberOf, textOf } from "../wireValues.ts";
import { useLoginLink } from "./useLoginLink.ts";

const words = restaurantMessages;
/** A login takes no longer. */
const wishedForMs = 10 * 60_000;

interface Favourites {
  /** Asks for the favourites anew; nothing for a guest. A failure leaves the stars as they are. */
  reload: () => Promise<void>;
  toggle: (store: Store) => void;
}

/**
 * A customer's favourites, fetched when the page opens; a guest who wants to keep one is led to the login and
 * back, and has it then.
 */
export function useFavourites(): Favourites {
  const { session } = useStores();
  const favourites = useStore(favouriteStore);
  const logIn = useLoginLink();
  const { pathname, search } = useLocation();
  const { isLoggedIn } = session;
  const reload = useCallback(async () => {
    if (!isLoggedIn) return;
    await favourites.load().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the favourites failed", error);
    });
  }, [favourites, isLoggedIn]);
  useEffect(() => {
    const open = async () => {
      await reload();
      const wish = isLoggedIn ? takeWish() : null;
      // The call turns the flag over: without the list it might take away what is kept already.
      if (wish !== null && favourites.list.value !== undefined && !favourites.has(wish.id))
        await change(favourites, wish);
    };
    void open();
  }, [reload, isLoggedIn, favourites]);
  const toggle = (store: Store) => {
    if (session.isLoggedIn) return void change(favourites, store);
    const { id, name, address } = store;
    writeVisit(visitKeys.favouriteWish, JSON.stringify({ id, name, address, at: Date.now() }));
    logIn(pathname + search);
  };
  return { reload, toggle };
}

type Wish = Pick<Store, "id" | "name" | "address">;

async function change(favourites: FavouriteStore, store: Wish): Promise<void> {
  try {
    const isKept = await favourites.toggle(store);
    if (isKept !== null) success(isKept ? words.favouriteOn : words.favouriteOff);
  } catch (error) {
    logFailure("changing a favourite failed", error);
    // A login that has ended is announced, and led to the login page, by the 401 rule.
    if (!(error instanceof ApiError && error.failure === "unauthenticated")) toast(words.favouriteFailed);
  }
}

/** What a guest wanted to keep before the login, once; later than that it would come as a surprise. */
function takeWish(): Wish | null {
  const text = readVisit(visitKeys.favouriteWish);
  removeVisit(visitKeys.favouriteWish);
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    if (!isRecord(kept) || Date.now() - (numberOf(kept.at) ?? 0) > wishedForMs) return null;
    const [id, name, address] = [textOf(kept.id), textOf(kept.name), textOf(kept.address)];
    return id === "" ? null : { id, name, address };
  } catch {
    return null;
  }
}
