import { observer } from "mobx-react-lite";
import { useMemo, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { CartBar } from "../features/cart/CartBar.tsx";
import type { DishShelf } from "../features/menu/DishShelf.ts";
import { FoundList } from "../features/menu/FoundList.tsx";
import type { MenuCard } from "../features/menu/groupMenu.ts";
import { MenuList } from "../features/menu/MenuList.tsx";
import { MenuRail } from "../features/menu/MenuRail.tsx";
import type { Store } from "../features/restaurant/Store.ts";
import { menuMessages } from "../menuMessages.ts";
import { type CartStore, cartStore } from "../stores/CartStore.ts";
import { menuStore } from "../stores/MenuStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./TakeawayMenuPage.module.css";
import { type MenuDialogs, useMenuDialogs } from "./useMenuDialogs.ts";
import type { MenuExtras } from "./useMenuExtras.ts";

const words = menuMessages.menu;

interface BodyProps {
  store: Store | null;
  extras: MenuExtras | null;
}

/** The menu with its cart. */
export const TakeawayMenuPageBody = observer(function TakeawayMenuPageBody({ store, extras }: BodyProps) {
  const menu = useStore(menuStore);
  const cart = useStore(cartStore);
  const navigate = useNavigate();
  const dialogs = useMenuDialogs();
  return (
    <>
      <Menu dialogs={dialogs} extras={extras} />
      <CartBar
        cart={cart}
        minimumFen={menu.minimumFen}
        distanceM={store?.distanceM ?? null}
        closedText={store === null ? null : closedText(store)}
        isRaised={dialogs.isCartOpen}
        onOpen={dialogs.toggleCart}
        onDone={() => navigate("/order-confirm")}
      />
      {extras !== null && <extras.MenuOverlays dialogs={dialogs} />}
    </>
  );
});

interface MenuProps {
  dialogs: MenuDialogs;
  extras: MenuExtras | null;
}

const Menu = observer(function Menu({ dialogs, extras }: MenuProps) {
  const menu = useStore(menuStore);
  const jump = useRef<((index: number) => void) | null>(null);
  const { shelf, noteTap } = useShelf(dialogs, extras);
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
        <Found shelf={shelf} extras={extras} onChoose={dialogs.choose} />
      ) : (
        <MenuList
          key={menu.restaurantId}
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
  shelf: DishShelf;
  extras: MenuExtras | null;
  onChoose: (card: MenuCard) => void;
}

const Found = observer(function Found({ shelf, extras, onChoose }: FoundProps) {
  const { found, keyword } = useStore(menuStore);
  if (found.length > 0) return <FoundList key={keyword} cards={found} shelf={shelf} onChoose={onChoose} />;
  return <div className={styles.state}>{extras !== null && <extras.NothingFound />}</div>;
});

/** The cart as the rows see it; a dish that goes in falls from where it was tapped. */
function useShelf({ add }: MenuDialogs, extras: MenuExtras | null) {
  const cart: CartStore = useStore(cartStore);
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

function closedText(store: Store): string | null {
  if (store.canOrder) return null;
  return store.isOpen ? words.paused : words.closed;
}
