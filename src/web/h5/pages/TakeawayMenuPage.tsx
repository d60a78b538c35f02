import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useLayoutEffect } from "react";
import { useNavigate } from "react-router-dom";
import { isAway } from "#web/shared/KeptAnswer.ts";
import { logFailure } from "#web/shared/log.ts";
import { toast } from "#web/shared/notify.ts";
import { texts } from "#web/shared/texts.ts";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { SearchBox } from "#web/shared/ui/SearchBox.tsx";
import { fromMenu } from "../features/address/addressEntry.ts";
import { MenuSkeleton } from "../features/menu/MenuSkeleton.tsx";
import { NoticeBar } from "../features/menu/NoticeBar.tsx";
import { DeliveryHeader } from "../features/restaurant/DeliveryHeader.tsx";
import type { Store } from "../features/restaurant/Store.ts";
import { homeMessages } from "../homeMessages.ts";
import { menuMessages } from "../menuMessages.ts";
import type { RootStore } from "../RootStore.ts";
import { cartStore } from "../stores/CartStore.ts";
import { cartTransferStore } from "../stores/CartTransferStore.ts";
import { menuStore } from "../stores/MenuStore.ts";
import { takeawayStore } from "../stores/TakeawayStore.ts";
import { useStore } from "../useStores.ts";
import { MenuBody } from "./MenuBody.tsx";
import styles from "./MenuPage.module.css";
import { type MenuExtras, useMenuExtras } from "./useMenuExtras.ts";
import { useReturn } from "./useReturn.ts";

const words = menuMessages.menu;

/** Choosing dishes of the restaurant that delivers to the chosen address. */
export const TakeawayMenuPage = Object.assign(observer(Takeaway), {
  begin: (root: RootStore) => root.get(takeawayStore).begin(),
});

function Takeaway() {
  const takeaway = useStore(takeawayStore);
  const menu = useStore(menuStore);
  const navigate = useNavigate();
  const load = useLoading();
  const { view, store } = takeaway;
  const extras = useMenuExtras(view !== "loading");
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.takeawayMenu} back="/takeaway" />
      <DeliveryHeader
        address={takeaway.address.value?.line ?? null}
        store={store}
        note={view === "loading" ? words.finding : ""}
        deliveryTime={view === "menu" ? menu.deliveryTime : ""}
        onPickAddress={() => navigate("/address-select", fromMenu)}
      />
      <NoticeBar sentences={words.notice} note={extras?.sayMenuAge(menu, takeaway.opening)} />
      {store !== null && !store.canOrder && <p className={styles.closed}>{closedHint(store)}</p>}
      <SearchBox className={styles.search} label={words.search} value={menu.keyword} onChange={menu.search} />
      <Content extras={extras} onRetry={load} />
    </main>
  );
}

interface ContentProps {
  extras: MenuExtras | null;
  onRetry: () => void;
}

/** The menu, its shape while it comes, or what stands in its way. */
const Content = observer(function Content({ extras, onRetry }: ContentProps) {
  const { view, store } = useStore(takeawayStore);
  const carts = useStore(cartTransferStore);
  const menu = useStore(menuStore);
  const cart = useStore(cartStore);
  const navigate = useNavigate();
  if (view === "loading") return <MenuSkeleton />;
  if (view === "menu") {
    return (
      <MenuBody
        menu={menu}
        cart={cart}
        distanceM={store?.distanceM ?? null}
        closedText={store === null ? null : closedText(store)}
        extras={extras}
        transfer={carts.notice}
        onUnderstood={carts.dismiss}
        onDone={() => navigate("/order-confirm")}
      />
    );
  }
  return (
    <div className={styles.state}>
      {extras === null ? (
        <p className={styles.plain} role="alert">
          {words.obstacles[view]}
          <button type="button" onClick={onRetry}>
            {texts.retry}
          </button>
        </p>
      ) : (
        <extras.MenuObstacle view={view} onRetry={onRetry} />
      )}
    </div>
  );
});

/** Loads when the page opens and when it comes back from the background; tells about what stayed old. */
function useLoading(): () => void {
  const takeaway = useStore(takeawayStore);
  const menu = useStore(menuStore);
  const load = useCallback(() => {
    takeaway.load().then(
      () => {
        const isOld = takeaway.view === "menu" && [takeaway.opening, menu.menu].some(isBroken);
        if (isOld) toast(words.obstacles.menu_failed);
      },
      (error: unknown) => logFailure("loading the takeaway page failed", error),
    );
  }, [takeaway, menu]);
  // Before the first paint: what the device kept needs no skeleton.
  useLayoutEffect(() => takeaway.recall(), [takeaway]);
  useEffect(load, [load]);
  useReturn(load);
  return load;
}

/** Failed for another reason than the network, which the note about the age names. */
function isBroken({ status, error }: { status: string; error: Error | undefined }): boolean {
  return status === "failed" && !isAway(error);
}

function closedText(store: Store): string | null {
  if (store.canOrder) return null;
  return store.isOpen ? words.paused : words.closed;
}

function closedHint(store: Store): string {
  return store.isOpen ? words.pausedHint : words.closedHint(store.startTime, store.endTime);
}
