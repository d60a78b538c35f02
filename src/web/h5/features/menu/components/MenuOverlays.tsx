import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { cacheMessages } from "#web/lib/cache/cacheMessages.ts";
import { isOffline } from "#web/lib/cache/PersistentQueryCache.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { useStore } from "../../../app/useStores.ts";
import { openedFromMenu } from "../../address/selectedAddress.ts";
import type { CartStore } from "../../cart/CartStore.ts";
import type { CartTransfer } from "../../cart/CartTransferStore.ts";
import type { CartBarProps } from "../../cart/components/CartBar.tsx";
import { CartChangeNotice } from "../../cart/components/CartChangeNotice.tsx";
import { CartSheet } from "../../cart/components/CartSheet.tsx";
import { flyToCart } from "../../cart/flyToCart.ts";
import { cartMessages } from "../../cart/messages.ts";
import { activeDishStore } from "../ActiveDishStore.ts";
import type { CartActions } from "../CartActions.ts";
import { findOrderable, type MenuCard } from "../groupMenu.ts";
import type { MenuStore } from "../MenuStore.ts";
import { menuMessages } from "../messages.ts";
import { overlayMessages } from "../overlayMessages.ts";
import type { MenuDialogs } from "../useMenuDialogs.ts";
import { DishSheet } from "./DishSheet.tsx";
import styles from "./MenuView.module.css";
import { SearchResultList } from "./SearchResultList.tsx";

const messages = menuMessages;

// Separate chunk of everything that the first view of a menu page does without: see useMenuOverlays.

interface MenuOverlaysProps {
  menu: MenuStore;
  cart: CartStore;
  dialogs: MenuDialogs;
  cartBar: CartBarProps;
  transfer: CartTransfer | null;
  onChangesRead: (() => void) | undefined;
}

/** Sheets and notices over a menu. */
export const MenuOverlays = observer(function MenuOverlays(props: MenuOverlaysProps) {
  const { menu, cart, dialogs, cartBar, transfer, onChangesRead } = props;
  const removeDishParam = useDishLink(menu, dialogs.choose);
  useActiveDish(dialogs);
  const closeCard = () => {
    dialogs.closeCard();
    removeDishParam();
  };
  const markChangesRead = () => {
    cart.dismissChanges();
    onChangesRead?.();
  };
  return (
    <>
      <CartChangeNotice
        changes={cart.changes}
        notice={transfer === null ? null : cartMessages.transfer(transfer)}
        onDismiss={markChangesRead}
      />
      <CartSheet
        cart={cart}
        open={dialogs.isCartOpen}
        onClose={dialogs.closeCart}
        onClear={cart.clear}
        onAdd={dialogs.add}
        cartBar={cartBar}
      />
      <DishSheet
        card={dialogs.card}
        open={dialogs.isCardOpen}
        quantityOf={cart.quantityOf}
        onAdd={dialogs.add}
        onDecrease={cart.decrease}
        onClose={closeCard}
      />
    </>
  );
});

/** Opens the dish of a link (`?dish=…`), once; returns the function that removes it from the URL. */
function useDishLink(menu: MenuStore, open: MenuDialogs["choose"]): () => void {
  const location = useLocation();
  const navigate = useNavigate();
  const dishId = new URLSearchParams(location.search).get("dish");
  useEffect(() => {
    const card = dishId === null ? null : findOrderable(menu.categories, dishId);
    if (card !== null) open(card);
  }, [dishId, menu, open]);
  return useCallback(() => {
    const query = new URLSearchParams(location.search);
    if (!query.has("dish")) return;
    query.delete("dish");
    const replaceUrl = () =>
      navigate({ ...location, search: query.toString() }, { replace: true, state: location.state });
    // The sheet's own entry goes first: replaced, it would stay above the one that still names the dish.
    if (isRecord(window.history.state) && "layer" in window.history.state)
      window.addEventListener("popstate", replaceUrl, { once: true });
    else replaceUrl();
  }, [location, navigate]);
}

/** Publishes the open dish, so that the share card is of that dish. */
function useActiveDish({ card, isCardOpen }: MenuDialogs): void {
  const activeDish = useStore(activeDishStore);
  useEffect(() => {
    if (!isCardOpen || card === null) return;
    activeDish.show(card);
    return activeDish.hide;
  }, [activeDish, card, isCardOpen]);
}

interface MenuBlockerProps {
  view: keyof typeof messages.obstacles;
  onRetry: () => void;
}

/** Blocker of a takeaway menu, with an action. */
export function MenuBlocker({ view, onRetry }: MenuBlockerProps) {
  const navigate = useNavigate();
  const text = messages.obstacles[view];
  const selectAddressAction = (name: string) => ({
    text: name,
    onPress: () => navigate("/address-select", openedFromMenu),
  });
  if (view === "no_address")
    return <EmptyState illustration="place" text={text} action={selectAddressAction(messages.pickAddress)} />;
  if (view === "no_position") {
    return (
      <EmptyState
        illustration="place"
        text={text}
        action={selectAddressAction(overlayMessages.changeAddress)}
      />
    );
  }
  if (view === "no_store")
    return (
      <EmptyState
        illustration="store"
        text={text}
        action={selectAddressAction(overlayMessages.changeAddress)}
      />
    );
  return <ErrorState text={text} onRetry={onRetry} />;
}

interface SearchResultsProps {
  menu: MenuStore;
  cartActions: CartActions;
  onChoose: (card: MenuCard) => void;
}

/** Dishes that a search has found, or a way out of a search without any. */
export const SearchResults = observer(function SearchResults(props: SearchResultsProps) {
  const { menu, cartActions, onChoose } = props;
  const { searchResults, keyword } = menu;
  if (searchResults.length > 0)
    return (
      <SearchResultList key={keyword} cards={searchResults} cartActions={cartActions} onChoose={onChoose} />
    );
  return (
    <div className={styles.state}>
      <EmptyState
        illustration="search"
        text={overlayMessages.searchEmpty(keyword.trim())}
        action={{ text: commonMessages.clearSearch, onPress: () => menu.search("") }}
      />
    </div>
  );
});

/** Animates a dot from the tapped point into the cart. */
export function animateIntoCart(from: { x: number; y: number }): void {
  flyToCart(from);
}

/**
 * Formats the age of the shown menu: it is being refreshed, or the refresh failed; null when it is current.
 */
export function formatMenuAge(
  { cache: stored, menu }: MenuStore,
  request: { status: string; error?: unknown },
): string | null {
  const { staleSince: oldSince } = stored;
  if (oldSince === null) return null;
  if (request.status === "idle" || request.status === "loading")
    return cacheMessages.updating(overlayMessages.name, oldSince);
  const error = request.error ?? menu.error;
  return (error === undefined || isOffline(error) ? cacheMessages.offline : cacheMessages.record)(oldSince);
}
