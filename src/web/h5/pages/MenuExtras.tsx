import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isRecord } from "#web/shared/api/readReply.ts";
import { isAway } from "#web/shared/KeptAnswer.ts";
import { keptTexts } from "#web/shared/keptTexts.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { listTexts } from "#web/shared/ui/listTexts.ts";
import { cartMessages } from "../cartMessages.ts";
import { fromMenu } from "../features/address/addressEntry.ts";
import { CartNotes } from "../features/cart/CartNotes.tsx";
import { CartSheet } from "../features/cart/CartSheet.tsx";
import { flyToCart } from "../features/cart/flyToCart.ts";
import { DishSheet } from "../features/menu/DishSheet.tsx";
import { findOrderable } from "../features/menu/groupMenu.ts";
import { menuMessages } from "../menuMessages.ts";
import type { CartStore } from "../stores/CartStore.ts";
import type { CartTransfer } from "../stores/CartTransferStore.ts";
import type { MenuStore } from "../stores/MenuStore.ts";
import { shownDishStore } from "../stores/ShownDishStore.ts";
import type { TakeawayObstacle } from "../stores/TakeawayStore.ts";
import { useStore } from "../useStores.ts";
import type { MenuDialogs } from "./useMenuDialogs.ts";

const words = menuMessages.menu;

// What the first sight of a menu page does without, in a chunk of its own: see useMenuExtras.

interface OverlaysProps {
  menu: MenuStore;
  cart: CartStore;
  dialogs: MenuDialogs;
  transfer: CartTransfer | null;
  onUnderstood: (() => void) | undefined;
}

/** The sheets and notes over a menu. */
export const MenuOverlays = observer(function MenuOverlays(props: OverlaysProps) {
  const { menu, cart, dialogs, transfer, onUnderstood } = props;
  const forgetLink = useDishLink(menu, dialogs.choose);
  useShownDish(dialogs);
  const closeCard = () => {
    dialogs.closeCard();
    forgetLink();
  };
  const understand = () => {
    cart.dismissChanges();
    onUnderstood?.();
  };
  return (
    <>
      <CartNotes
        changes={cart.changes}
        notice={transfer === null ? null : cartMessages.transfer(transfer)}
        onUnderstood={understand}
      />
      <CartSheet cart={cart} open={dialogs.isCartOpen} onClose={dialogs.closeCart} onClear={cart.clear} />
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

/** Opens the dish a link names (`?dish=…`), once; returns how to take the name out of the address. */
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
    const forget = () =>
      navigate({ ...location, search: query.toString() }, { replace: true, state: location.state });
    // The sheet's own entry goes first: replaced, it would stay above the one that still names the dish.
    if (isRecord(window.history.state) && "layer" in window.history.state)
      window.addEventListener("popstate", forget, { once: true });
    else forget();
  }, [location, navigate]);
}

/** Tells which dish is being looked at, so that what is sent from here is that dish. */
function useShownDish({ card, isCardOpen }: MenuDialogs): void {
  const shown = useStore(shownDishStore);
  useEffect(() => {
    if (!isCardOpen || card === null) return;
    shown.show(card);
    return shown.hide;
  }, [shown, card, isCardOpen]);
}

interface MenuObstacleProps {
  view: TakeawayObstacle;
  onRetry: () => void;
}

/** What stands in the way of a takeaway menu, with a way on. */
export function MenuObstacle({ view, onRetry }: MenuObstacleProps) {
  const navigate = useNavigate();
  const text = words.obstacles[view];
  const pick = (name: string) => ({ text: name, onPress: () => navigate("/address-select", fromMenu) });
  if (view === "no_address")
    return <EmptyState drawing="place" text={text} action={pick(words.pickAddress)} />;
  if (view === "no_position") {
    return <EmptyState drawing="place" text={text} action={pick(words.changeAddress)} />;
  }
  if (view === "no_store")
    return <EmptyState drawing="store" text={text} action={pick(words.changeAddress)} />;
  return <FailedState text={text} onRetry={onRetry} />;
}

/** A search without results. */
export const NothingFound = observer(function NothingFound({ menu }: { menu: MenuStore }) {
  return (
    <EmptyState
      drawing="search"
      text={words.searchEmpty(menu.keyword.trim())}
      action={{ text: listTexts.clearSearch, onPress: () => menu.search("") }}
    />
  );
});

/** Lets a dot fall from where was tapped into the cart. */
export function dropIntoCart(from: { x: number; y: number }): void {
  flyToCart(from);
}

/** How old the menu is that is shown: it is being asked for, or could not be; null when it is the newest. */
export function sayMenuAge(
  { kept, menu }: MenuStore,
  asking: { status: string; error?: unknown },
): string | null {
  const { oldSince } = kept;
  if (oldSince === null) return null;
  if (asking.status === "idle" || asking.status === "loading")
    return keptTexts.updating(menuMessages.menu.name, oldSince);
  const error = asking.error ?? menu.error;
  return (error === undefined || isAway(error) ? keptTexts.offline : keptTexts.record)(oldSince);
}
