import { observer } from "mobx-react-lite";
import { useMemo, useRef } from "react";
import type { CartStore } from "../../cart/CartStore.ts";
import type { CartTransfer } from "../../cart/CartTransferStore.ts";
import { CartBar, type CartBarProps } from "../../cart/components/CartBar.tsx";
import type { Restaurant } from "../../restaurant/Restaurant.ts";
import type { CartActions } from "../CartActions.ts";
import type { MenuStore } from "../MenuStore.ts";
import { type MenuDialogs, useMenuDialogs } from "../useMenuDialogs.ts";
import type { MenuOverlaysModule } from "../useMenuOverlays.ts";
import { CategoryNav } from "./CategoryNav.tsx";
import { MenuList } from "./MenuList.tsx";
import styles from "./MenuView.module.css";

interface MenuViewProps {
  menu: MenuStore;
  cart: CartStore;
  /** Restaurant that delivers; null for orders in the store. */
  deliverer: Restaurant | null;
  /** Reason why ordering is closed; null when open. */
  closedText: string | null;
  overlays: MenuOverlaysModule | null;
  /** Cart transfer to a new restaurant; null when there is none or it was dismissed. */
  transfer?: CartTransfer | null;
  /** Called when the cart notices are dismissed. */
  onChangesRead?: () => void;
  onDone: () => void;
}

/**
 * Returns the delivery fee in fen, null when unknown; another host may only say that of its menu, `menuFeeFen`, and ours
 * stored by an earlier version has no terms.
 */
function estimateDeliveryFee(restaurant: Restaurant, goodsFen: number, menu: MenuStore): number | null {
  const { deliveryFeeFen, freeDeliveryFromFen, distanceM } = restaurant;
  if (deliveryFeeFen === null) return menu.version === "" && distanceM !== null ? menu.deliveryFeeFen : null;
  return freeDeliveryFromFen !== null && goodsFen >= freeDeliveryFromFen ? 0 : deliveryFeeFen;
}

/** A menu with its cart. */
export const MenuView = observer(function MenuView(props: MenuViewProps) {
  const { menu, cart, deliverer, closedText, overlays, transfer = null, onChangesRead, onDone } = props;
  const dialogs = useMenuDialogs(cart);
  const { isCartOpen, toggleCart } = dialogs;
  const { minimumFen } = menu;
  const deliveryFeeFen = deliverer && estimateDeliveryFee(deliverer, cart.totalFen, menu);
  // Stays the same from tap to tap, so that the overlays are not rendered with each.
  const cartBar = useMemo<CartBarProps>(
    () => ({ cart, minimumFen, deliveryFeeFen, closedText, isCartOpen, onOpen: toggleCart, onDone }),
    [cart, minimumFen, deliveryFeeFen, closedText, isCartOpen, toggleCart, onDone],
  );
  return (
    <>
      <MenuSections menu={menu} cart={cart} dialogs={dialogs} overlays={overlays} />
      <CartBar {...cartBar} />
      {overlays !== null && (
        <overlays.MenuOverlays
          menu={menu}
          cart={cart}
          dialogs={dialogs}
          cartBar={cartBar}
          transfer={transfer}
          onChangesRead={onChangesRead}
        />
      )}
    </>
  );
});

interface MenuSectionsProps {
  menu: MenuStore;
  cart: CartStore;
  dialogs: MenuDialogs;
  overlays: MenuOverlaysModule | null;
}

const MenuSections = observer(function MenuSections({ menu, cart, dialogs, overlays }: MenuSectionsProps) {
  const scrollToCategory = useRef<((index: number) => void) | null>(null);
  const { cartActions, noteTap: recordTap } = useCartActions(cart, dialogs, overlays);
  const pick = (index: number) => {
    menu.selectCategory(index);
    scrollToCategory.current?.(index);
  };
  return (
    <div className={styles.body} onClickCapture={recordTap}>
      <CategoryNav
        categories={menu.categories}
        activeIndex={menu.isSearching ? -1 : menu.activeIndex}
        onPick={pick}
      />
      {menu.isSearching ? (
        overlays !== null && (
          <overlays.SearchResults menu={menu} cartActions={cartActions} onChoose={dialogs.choose} />
        )
      ) : (
        <MenuList
          key={`${menu.restaurantId} ${menu.time}`}
          categories={menu.categories}
          startIndex={menu.activeIndex}
          cartActions={cartActions}
          onChoose={dialogs.choose}
          onActiveChange={menu.setActiveCategory}
          jumpRef={scrollToCategory}
        />
      )}
    </div>
  );
});

/** Cart operations for the rows; an added dish is animated from the tapped point. */
function useCartActions(cart: CartStore, { add }: MenuDialogs, overlays: MenuOverlaysModule | null) {
  const tap = useRef<{ x: number; y: number } | null>(null);
  const flyRef = useRef(overlays?.animateIntoCart);
  flyRef.current = overlays?.animateIntoCart;
  const cartActions = useMemo<CartActions>(
    () => ({
      quantityOf: cart.quantityOf,
      increase: (dish) => {
        if (add(dish) && tap.current !== null) flyRef.current?.(tap.current);
      },
      decrease: cart.decrease,
    }),
    [cart, add],
  );
  const recordTap = (event: React.MouseEvent) => {
    tap.current = { x: event.clientX, y: event.clientY };
  };
  return { cartActions, noteTap: recordTap };
}
