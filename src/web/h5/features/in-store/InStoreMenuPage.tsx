import { observer } from "mobx-react-lite";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { isOffline } from "#web/lib/cache/PersistentQueryCache.ts";
import { logError } from "#web/lib/logError.ts";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { toast } from "#web/ui/notify.ts";
import { SearchBox } from "#web/ui/SearchBox/SearchBox.tsx";
import { navigationMessages } from "../../app/navigationMessages.ts";
import type { RootStore } from "../../app/RootStore.ts";
import { useOnResume } from "../../app/useOnResume.ts";
import { useStore } from "../../app/useStores.ts";
import { InStoreOptionsBar } from "../booking/components/InStoreOptionsBar.tsx";
import { type MenuLink, parseMenuLink } from "../booking/InStoreOptions.ts";
import { inStoreOptionsStore } from "../booking/InStoreOptionsStore.ts";
import { useOptionsClock } from "../booking/useOptionsClock.ts";
import { activeDishStore } from "../menu/ActiveDishStore.ts";
import styles from "../menu/components/MenuView.module.css";
import { NoticeBar } from "../menu/components/NoticeBar.tsx";
import { menuMessages } from "../menu/messages.ts";
import { useMenuOverlays } from "../menu/useMenuOverlays.ts";
import type { RestaurantDetail } from "../restaurant/RestaurantDetail.ts";
import { InStoreMenu } from "./components/InStoreMenu.tsx";
import { InStoreMenuHints } from "./components/InStoreMenuHints.tsx";
import { RestaurantHeader } from "./components/RestaurantHeader.tsx";
import { inStoreStore } from "./InStoreStore.ts";
import { inStoreMenuStore } from "./inStoreMenuStore.ts";
import { inStoreMessages } from "./messages.ts";

const messages = inStoreMessages;

const BookingSheet = lazy(() =>
  import("../booking/components/BookingSheet.tsx").then((m) => ({ default: m.BookingSheet })),
);
const RestaurantSheet = lazy(() =>
  import("./components/RestaurantSheet.tsx").then((m) => ({ default: m.RestaurantSheet })),
);
const OtherCartSheet = lazy(() =>
  import("./components/SwitchCartSheet.tsx").then((m) => ({ default: m.SwitchCartSheet })),
);

/**
 * Menu of one restaurant, for now or for a booked time; a link without a restaurant redirects to the list.
 */
export const InStoreMenuPage = Object.assign(
  observer(function InStoreMenuPage() {
    const { search } = useLocation();
    const link = useMemo(() => parseMenuLink(search), [search]);
    if (link.restaurantId === "") return <Navigate to={`/restaurant-select${search}`} replace />;
    return <RestaurantMenu link={link} />;
  }),
  { prepare: (root: RootStore, search: string) => root.get(inStoreStore).prefetch(parseMenuLink(search)) },
);

const RestaurantMenu = observer(function RestaurantMenu({ link }: { link: MenuLink }) {
  const inStore = useStore(inStoreStore);
  const menu = useStore(inStoreMenuStore);
  const optionsStore = useStore(inStoreOptionsStore);
  const navigate = useNavigate();
  /** Null until the time sheet is opened for the first time. */
  const [isTimeSheetOpen, setIsTimeSheetOpen] = useState<boolean | null>(null);
  /** Null until the restaurant's pictures are opened for the first time. */
  const [isSheetOpen, setIsSheetOpen] = useState<boolean | null>(null);
  const load = useLoadMenu(link);
  const overlays = useMenuOverlays(inStore.view !== "loading");
  const chooseTime = useChooseTime();
  const { options, restaurantDetail } = optionsStore;
  useActiveRestaurant(restaurantDetail);
  useOptionsClock(optionsStore);
  const isUnknown = inStore.view === "unknown_store";
  const goToCheckout = () => (optionsStore.needsTime ? setIsTimeSheetOpen(true) : navigate("/confirm-order"));
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.menu} />
      {!isUnknown && (
        <>
          <RestaurantHeader
            restaurant={restaurantDetail}
            table={options.orderType === "dine_in" ? options.tableNo : ""}
            onOpenPictures={() => setIsSheetOpen(true)}
          />
          <InStoreOptionsBar
            type={options.orderType}
            time={options.time}
            today={optionsStore.today}
            needsTime={optionsStore.needsTime}
            onPickType={optionsStore.setType}
            onOpenTimes={() => setIsTimeSheetOpen(true)}
          />
          <NoticeBar note={overlays?.formatMenuAge(menu, menu.menu)} />
          <InStoreMenuHints />
          <SearchBox
            className={styles.search}
            label={menuMessages.search}
            value={menu.keyword}
            onChange={menu.search}
          />
        </>
      )}
      <InStoreMenu onRetry={load} onDone={goToCheckout} onPickTime={() => setIsTimeSheetOpen(true)} />
      {(isTimeSheetOpen !== null || inStore.cartConflict !== null) && (
        <Suspense fallback={null}>
          {isTimeSheetOpen !== null && (
            <BookingSheet
              open={isTimeSheetOpen}
              restaurantId={options.restaurantId}
              selectedTime={options.time}
              onChoose={chooseTime}
              onClose={() => setIsTimeSheetOpen(false)}
            />
          )}
          <OtherCartSheet cart={inStore.cartConflict} onAnswer={inStore.resolveCartConflict} />
        </Suspense>
      )}
      {isSheetOpen !== null && restaurantDetail !== null && (
        <Suspense fallback={null}>
          <RestaurantSheet
            open={isSheetOpen}
            restaurant={restaurantDetail}
            onClose={() => setIsSheetOpen(false)}
          />
        </Suspense>
      )}
    </main>
  );
});

/** Provides the restaurant for the share card of the page. */
function useActiveRestaurant(restaurant: RestaurantDetail | null): void {
  const activeDish = useStore(activeDishStore);
  useEffect(() => {
    activeDish.setRestaurant(restaurant);
    return () => activeDish.setRestaurant(null);
  }, [activeDish, restaurant]);
}

/** Applies the link and loads when the page opens, and loads again when it returns from the background. */
function useLoadMenu(link: MenuLink): () => void {
  const inStore = useStore(inStoreStore);
  const optionsStore = useStore(inStoreOptionsStore);
  const menu = useStore(inStoreMenuStore);
  const load = useCallback(() => {
    optionsStore.applyLink(link);
    inStore.load().then(
      () => {
        const isStale =
          menu.menu.status === "failed" && !isOffline(menu.menu.error) && inStore.view === "menu";
        if (isStale) toast(messages.obstacles.menu_failed);
      },
      (error: unknown) => logError("loading the menu page failed", error),
    );
  }, [inStore, optionsStore, menu, link]);
  useEffect(load, [load]);
  useOnResume(load);
  return load;
}

/** Returns the handler for a chosen time; the store holds a failure, and the page shows it. */
function useChooseTime(): (time: string | null) => void {
  const inStore = useStore(inStoreStore);
  return useCallback(
    (time) => {
      inStore
        .chooseTime(time)
        .catch((error: unknown) => logError("loading the menu of another time failed", error));
    },
    [inStore],
  );
}
