import { observer } from "mobx-react-lite";
import { useMemo, useRef } from "react";
import { CartBar } from "../features/cart/CartBar.tsx";
import type { DishShelf } from "../features/menu/DishShelf.ts";
import { FoundList } from "../features/menu/FoundList.tsx";
import type { MenuCard } from "../features/menu/groupMenu.ts";
import { MenuList } from "../features/menu/MenuList.tsx";
import { MenuRail } from "../features/menu/MenuRail.tsx";
import type { CartStore } from "../stores/CartStore.ts";
import type { CartTransfer } from "../stores/CartTransferStore.ts";
import type { MenuStore } from "../stores/MenuStore.ts";
import styles from "./MenuPage.module.css";
import { type MenuDialogs, useMenuDialogs } from "./useMenuDialogs.ts";
import type { MenuExtras } from "./useMenuExtras.ts";

interface BodyProps {
  menu: MenuStore;
  cart: CartStore;
  /** How far it is brought, in metres; null when it is not brought, or nobody knows. */
  distanceM: number | null;
  /** Why nothing can be ordered now; null when it can. */
  closedText: string | null;
  extras: MenuExtras | null;
  /** What became of the cart when another restaurant began to serve; null when the customer knows. */
  transfer?: CartTransfer | null;
  /** The notes about the cart were read. */
  onUnderstood?: () => void;
  onDone: () => void;
}

/** A menu with its cart. */
export const MenuBody = observer(function MenuBody(props: BodyProps) {
  const { menu, cart, distanceM, closedText, extras, transfer = null, onUnderstood, onDone } = props;
  const dialogs = useMenuDialogs(cart);
  return (
    <>
      <Menu menu={menu} cart={cart} dialogs={dialogs} extras={extras} />
      <CartBar
        cart={cart}
        minimumFen={menu.minimumFen}
        distanceM={distanceM}
        // A host that names no version of its menu has no tariff of ours either.
        flatFeeFen={distanceM !== null && menu.version === "" ? menu.deliveryFeeFen : null}
        closedText={closedText}
        isRaised={dialogs.isCartOpen}
        onOpen={dialogs.toggleCart}
        onDone={onDone}
      />
      {extras !== null && (
        <extras.MenuOverlays
          menu={menu}
          cart={cart}
          dialogs={dialogs}
          transfer={transfer}
          onUnderstood={onUnderstood}
        />
      )}
    </>
  );
});

interface MenuProps {
  menu: MenuStore;
  cart: CartStore;
  dialogs: MenuDialogs;
  extras: MenuExtras | null;
}

const Menu = observer(function Menu({ menu, cart, dialogs, extras }: MenuProps) {
  const jump = useRef<((index: number) => void) | null>(null);
  const { shelf, noteTap } = useShelf(cart, dialogs, extras);
  const pick = (index: number) => {
    menu.pickCategory(index);
    jump.current?.(index);
  };
  return (
    <div className={styles.body} onClickCapture={noteTap}>
      <MenuRail
        categories={menu.categories}
        activeIndex={menu.isSearching ? -1 : menu.activeIndex}
        onPick={pick}
      />
      {menu.isSearching ? (
        <Found menu={menu} shelf={shelf} extras={extras} onChoose={dialogs.choose} />
      ) : (
        <MenuList
          key={`${menu.restaurantId} ${menu.time}`}
          categories={menu.categories}
          startIndex={menu.activeIndex}
          shelf={shelf}
          onChoose={dialogs.choose}
          onFollow={menu.followTo}
          jump={jump}
        />
      )}
    </div>
  );
});

interface FoundProps {
  menu: MenuStore;
  shelf: DishShelf;
  extras: MenuExtras | null;
  onChoose: (card: MenuCard) => void;
}

const Found = observer(function Found({ menu, shelf, extras, onChoose }: FoundProps) {
  const { found, keyword } = menu;
  if (found.length > 0) return <FoundList key={keyword} cards={found} shelf={shelf} onChoose={onChoose} />;
  return <div className={styles.state}>{extras !== null && <extras.NothingFound menu={menu} />}</div>;
});

/** The cart as the rows see it; a dish that goes in falls from where it was tapped. */
function useShelf(cart: CartStore, { add }: MenuDialogs, extras: MenuExtras | null) {
  const tap = useRef<{ x: number; y: number } | null>(null);
  const drop = useRef(extras?.dropIntoCart);
  drop.current = extras?.dropIntoCart;
  const shelf = useMemo<DishShelf>(
    () => ({
      quantityOf: cart.quantityOf,
      increase: (dish) => {
        if (add(dish, 1) && tap.current !== null) drop.current?.(tap.current);
      },
      decrease: cart.decrease,
    }),
    [cart, add],
  );
  const noteTap = (event: React.MouseEvent) => {
    tap.current = { x: event.clientX, y: event.clientY };
  };
  return { shelf, noteTap };
}
