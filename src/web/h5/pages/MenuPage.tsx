import { observer } from "mobx-react-lite";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { isAway } from "#web/shared/KeptAnswer.ts";
import { logFailure } from "#web/shared/log.ts";
import { toast } from "#web/shared/notify.ts";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { SearchBox } from "#web/shared/ui/SearchBox.tsx";
import { type MenuLink, readMenuLink } from "../features/booking/Plan.ts";
import { PlanBar } from "../features/booking/PlanBar.tsx";
import { NoticeBar } from "../features/menu/NoticeBar.tsx";
import { StoreHeader } from "../features/restaurant/StoreHeader.tsx";
import { homeMessages } from "../homeMessages.ts";
import { inStoreMessages } from "../inStoreMessages.ts";
import { menuMessages } from "../menuMessages.ts";
import type { RootStore } from "../RootStore.ts";
import { inStoreStore } from "../stores/InStoreStore.ts";
import { inStoreMenu } from "../stores/inStoreMenu.ts";
import { planStore } from "../stores/PlanStore.ts";
import { shownDishStore } from "../stores/ShownDishStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./MenuPage.module.css";
import { MenuPageContent } from "./MenuPageContent.tsx";
import { MenuPageHints } from "./MenuPageHints.tsx";
import { useMenuExtras } from "./useMenuExtras.ts";
import { usePlanClock } from "./usePlanClock.ts";
import { useReturn } from "./useReturn.ts";

const words = inStoreMessages;

const BookingSheet = lazy(() => import("./BookingSheet.tsx").then((m) => ({ default: m.BookingSheet })));
const OtherCartSheet = lazy(() =>
  import("../features/cart/OtherCartSheet.tsx").then((m) => ({ default: m.OtherCartSheet })),
);

/** Choosing dishes of one store, for now or for a booked time; a link without a store leads to the stores. */
export const MenuPage = Object.assign(
  observer(function MenuPage() {
    const { search } = useLocation();
    const link = useMemo(() => readMenuLink(search), [search]);
    if (link.restaurantId === "") return <Navigate to={`/restaurant-select${search}`} replace />;
    return <StoreMenu link={link} />;
  }),
  { prepare: (root: RootStore, search: string) => root.get(inStoreStore).prepare(readMenuLink(search)) },
);

const StoreMenu = observer(function StoreMenu({ link }: { link: MenuLink }) {
  const inStore = useStore(inStoreStore);
  const menu = useStore(inStoreMenu);
  const planned = useStore(planStore);
  const navigate = useNavigate();
  /** Null until times are asked for the first time. */
  const [isPicking, setIsPicking] = useState<boolean | null>(null);
  const load = useLoading(link);
  const extras = useMenuExtras(inStore.view !== "loading");
  const chooseTime = useChoosing();
  useShownName(planned.store?.name ?? "");
  const { plan, store } = planned;
  usePlanClock(planned);
  const isUnknown = inStore.view === "unknown_store";
  const done = () => (planned.needsTime ? setIsPicking(true) : navigate("/confirm-order"));
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.menu} />
      {!isUnknown && (
        <>
          <StoreHeader store={store} table={plan.orderType === "dine_in" ? plan.tableNo : ""} />
          <PlanBar
            type={plan.orderType}
            time={plan.time}
            today={planned.today}
            needsTime={planned.needsTime}
            onPickType={planned.setType}
            onOpenTimes={() => setIsPicking(true)}
          />
          <NoticeBar sentences={menuMessages.menu.notice} note={extras?.sayMenuAge(menu, menu.menu)} />
          <MenuPageHints />
          <SearchBox
            className={styles.search}
            label={menuMessages.menu.search}
            value={menu.keyword}
            onChange={menu.search}
          />
        </>
      )}
      <MenuPageContent onRetry={load} onDone={done} onPickTime={() => setIsPicking(true)} />
      {(isPicking !== null || inStore.question !== null) && (
        <Suspense fallback={null}>
          {isPicking !== null && (
            <BookingSheet
              open={isPicking}
              restaurantId={plan.restaurantId}
              chosen={plan.time}
              onChoose={chooseTime}
              onClose={() => setIsPicking(false)}
            />
          )}
          <OtherCartSheet cart={inStore.question} onAnswer={inStore.answer} />
        </Suspense>
      )}
    </main>
  );
});

/** Tells whose menu it is to the card by which the page is sent on. */
function useShownName(name: string): void {
  const shown = useStore(shownDishStore);
  useEffect(() => {
    shown.setRestaurantName(name);
    return () => shown.setRestaurantName("");
  }, [shown, name]);
}

/** Obeys the link and loads when the page opens, and loads again when it comes back from the background. */
function useLoading(link: MenuLink): () => void {
  const inStore = useStore(inStoreStore);
  const plan = useStore(planStore);
  const menu = useStore(inStoreMenu);
  const load = useCallback(() => {
    plan.enter(link);
    inStore.load().then(
      () => {
        const isOld = menu.menu.status === "failed" && !isAway(menu.menu.error) && inStore.view === "menu";
        if (isOld) toast(words.obstacles.menu_failed);
      },
      (error: unknown) => logFailure("loading the menu page failed", error),
    );
  }, [inStore, plan, menu, link]);
  useEffect(load, [load]);
  useReturn(load);
  return load;
}

/** Takes a time over; the store keeps a failure, and the page shows it. */
function useChoosing(): (time: string | null) => void {
  const inStore = useStore(inStoreStore);
  return useCallback(
    (time) => {
      inStore
        .chooseTime(time)
        .catch((error: unknown) => logFailure("loading the menu of another time failed", error));
    },
    [inStore],
  );
}
