import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useLayoutEffect } from "react";
import { useNavigate } from "react-router-dom";
import { isOffline } from "#web/lib/cache/PersistentQueryCache.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { logError } from "#web/lib/logError.ts";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { toast } from "#web/ui/notify.ts";
import { SearchBox } from "#web/ui/SearchBox/SearchBox.tsx";
import { navigationMessages } from "../../app/navigationMessages.ts";
import type { RootStore } from "../../app/RootStore.ts";
import { useOnResume } from "../../app/useOnResume.ts";
import { useStore, useStores } from "../../app/useStores.ts";
import { openedFromMenu } from "../address/selectedAddress.ts";
import { cartStore } from "../cart/CartStore.ts";
import { cartTransferStore } from "../cart/CartTransferStore.ts";
import { MenuSkeleton } from "../menu/components/MenuSkeleton.tsx";
import styles from "../menu/components/MenuView.module.css";
import { MenuView } from "../menu/components/MenuView.tsx";
import { NoticeBar } from "../menu/components/NoticeBar.tsx";
import { menuStore } from "../menu/MenuStore.ts";
import { menuMessages } from "../menu/messages.ts";
import { type MenuOverlaysModule, useMenuOverlays } from "../menu/useMenuOverlays.ts";
import { formatOpenStatus } from "../restaurant/formatOpenStatus.ts";
import type { Restaurant } from "../restaurant/Restaurant.ts";
import { DeliveryHeader } from "./components/DeliveryHeader.tsx";
import { takeawayStore } from "./TakeawayStore.ts";

const messages = menuMessages;

/** Menu of the restaurant that delivers to the selected address. */
export const TakeawayMenuPage = Object.assign(observer(TakeawayMenu), {
  prepare: (root: RootStore) => root.get(takeawayStore).prefetch(root.renderedAddressId),
  begin: (root: RootStore) => root.get(takeawayStore).preload(),
});

function TakeawayMenu() {
  const takeaway = useStore(takeawayStore);
  const menu = useStore(menuStore);
  const navigate = useNavigate();
  const load = useLoadTakeaway();
  const { view, nearestRestaurant: restaurant } = takeaway;
  const overlays = useMenuOverlays(view !== "loading");
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.takeawayMenu} back="/takeaway" />
      <DeliveryHeader
        address={takeaway.address.value?.line ?? null}
        restaurant={restaurant}
        note={view === "loading" ? messages.finding : ""}
        deliveryTime={view === "menu" ? menu.deliveryTime : ""}
        onPickAddress={() => navigate("/address-select", openedFromMenu)}
      />
      <NoticeBar note={overlays?.formatMenuAge(menu, takeaway.bootstrap)} />
      {restaurant !== null && !restaurant.canOrder && (
        <p className={styles.closed}>{closedHint(restaurant)}</p>
      )}
      <SearchBox
        className={styles.search}
        label={messages.search}
        value={menu.keyword}
        onChange={menu.search}
      />
      <MenuOrBlocker overlays={overlays} onRetry={load} />
    </main>
  );
}

interface MenuOrBlockerProps {
  overlays: MenuOverlaysModule | null;
  onRetry: () => void;
}

/** The menu, its skeleton while loading, or the blocker. */
const MenuOrBlocker = observer(function MenuOrBlocker({ overlays, onRetry }: MenuOrBlockerProps) {
  const { view, nearestRestaurant: restaurant } = useStore(takeawayStore);
  const cartTransfer = useStore(cartTransferStore);
  const menu = useStore(menuStore);
  const cart = useStore(cartStore);
  const navigate = useNavigate();
  if (view === "loading") return <MenuSkeleton />;
  if (view === "menu") {
    return (
      <MenuView
        menu={menu}
        cart={cart}
        deliverer={restaurant}
        closedText={restaurant === null || restaurant.canOrder ? null : formatOpenStatus(restaurant)}
        overlays={overlays}
        transfer={cartTransfer.notice}
        onChangesRead={cartTransfer.dismiss}
        onDone={() => navigate("/order-confirm")}
      />
    );
  }
  return (
    <div className={styles.state}>
      {overlays === null ? (
        <p className={styles.plain} role="alert">
          {messages.obstacles[view]}
          <button type="button" onClick={onRetry}>
            {commonMessages.retry}
          </button>
        </p>
      ) : (
        <overlays.MenuBlocker view={view} onRetry={onRetry} />
      )}
    </div>
  );
});

/** Loads when the page opens and when it returns from the background; reports data that stayed stale. */
function useLoadTakeaway(): () => void {
  const root = useStores();
  const takeaway = useStore(takeawayStore);
  const menu = useStore(menuStore);
  const load = useCallback(() => {
    takeaway.load().then(
      () => {
        const isStale = takeaway.view === "menu" && [takeaway.bootstrap, menu.menu].some(isServerFailure);
        if (isStale) toast(messages.obstacles.menu_failed);
      },
      (error: unknown) => logError("loading the takeaway page failed", error),
    );
  }, [takeaway, menu]);
  // Before the first paint: cached data needs no skeleton. After the cart's own restoring.
  useLayoutEffect(() => root.afterHydration(takeaway.restoreCached), [root, takeaway]);
  useEffect(load, [load]);
  useOnResume(load);
  return load;
}

/** Returns whether a request failed for a reason other than the network, which the age notice names. */
function isServerFailure({ status, error }: { status: string; error: Error | undefined }): boolean {
  return status === "failed" && !isOffline(error);
}

function closedHint(restaurant: Restaurant): string {
  return restaurant.isOpen ? messages.pausedHint : messages.closedHint(restaurant.hours);
}
