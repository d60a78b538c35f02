import { observer } from "mobx-react-lite";
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { logError } from "#web/lib/logError.ts";
import { LazyPage } from "#web/lib/routing/LazyPage.ts";
import { MainTabs } from "../../app/MainTabs.tsx";
import { defineStore, type RootStore } from "../../app/RootStore.ts";
import { useStore, useStores } from "../../app/useStores.ts";
import { readInviteCode } from "../invite/inviteCode.ts";
import { isDeviceLocation } from "../location/lastLocation.ts";
import { type NearestRestaurantStore, nearestRestaurantStore } from "../restaurant/NearestRestaurantStore.ts";
import { HomeHeader } from "./components/HomeHeader.tsx";
import { HomeRestaurantCard } from "./components/HomeRestaurantCard.tsx";
import { OrderTypeEntries } from "./components/OrderTypeEntries.tsx";
import { greetingAt } from "./greeting.ts";
import styles from "./HomePage.module.css";
import { setAwaitingOrders } from "./ordersPlaceholder.ts";

const CitySheet = lazy(() =>
  import("../location/components/CitySheet.tsx").then((m) => ({ default: m.CitySheet })),
);
const InviterBanner = lazy(() =>
  import("../invite/components/InviterBanner.tsx").then((m) => ({ default: m.InviterBanner })),
);
const ordersChunk = defineStore(
  () => new LazyPage(() => import("./components/HomeOrders.tsx").then((m) => m.HomeOrders)),
);
/**
 * Popular dishes, shown when loaded as a whole, code included; first those of the restaurant that was found
 * first.
 */
const popularChunk = defineStore(
  (root) =>
    new LazyPage(async () => {
      const restaurant = root.get(nearestRestaurantStore).nearest.value;
      const { HomePopular, loadPopularDishes: loadPopular } = await import("./components/HomePopular.tsx");
      if (restaurant) await loadPopular(root, restaurant.id);
      return HomePopular;
    }),
);
const legalChunk = defineStore(
  (root) =>
    new LazyPage(async () => {
      const { HomeLegal, loadNotices } = await import("./components/HomeLegal.tsx");
      await loadNotices(root);
      return HomeLegal;
    }),
);

/** `/`: greeting, order types, the nearest restaurant and, for logged-in customers, their orders. */
export const HomePage = Object.assign(
  observer(function HomePage() {
    const root = useStores();
    const nearby = useStore(nearestRestaurantStore);
    const [greeting] = useState(() => greetingAt(root.now));
    const [isCitySheetOpen, setIsCitySheetOpen] = useState<boolean | null>(null);
    const orders = useLazySection(root.get(ordersChunk));
    const popular = useLazySection(root.get(popularChunk));
    const legal = useLazySection(root.get(legalChunk));
    const restaurant = nearby.nearest.value;
    const [isInvited, setIsInvited] = useState(false);
    useEffect(() => setIsInvited(readInviteCode() !== ""), []);
    useHideUntilOrders(root);
    useEffect(() => {
      if (nearby.restoreLocation()) loadNearest(nearby);
    }, [nearby]);

    return (
      <>
        <main>
          <HomeHeader
            greeting={greeting}
            city={nearby.location?.city ?? null}
            onPick={() => setIsCitySheetOpen(true)}
          />
          {restaurant !== null && <OrderTypeEntries />}
          <HomeRestaurantCard
            restaurant={restaurant}
            hasFailed={nearby.nearest.status === "failed"}
            isLocated={isDeviceLocation(nearby.nearestForLocation)}
            retryText={commonMessages.retry}
            onRetry={() => loadNearest(nearby)}
          />
          {isCitySheetOpen !== null && (
            <Suspense fallback={null}>
              <CitySheet
                open={isCitySheetOpen}
                location={nearby.location}
                onLocation={(place) => {
                  nearby.setLocation(place);
                  loadNearest(nearby);
                }}
                onClose={() => setIsCitySheetOpen(false)}
              />
            </Suspense>
          )}
          {/* As tall as the orders were last time, before they are loaded: see entry-early.ts. */}
          <div style={{ minHeight: "var(--orders)" }}>{root.session.isLoggedIn && orders}</div>
          <div className={styles.afterOrders}>
            {restaurant && popular}
            {legal}
          </div>
        </main>
        {isInvited && !root.session.isLoggedIn && (
          <Suspense fallback={null}>
            <InviterBanner />
          </Suspense>
        )}
        <MainTabs />
      </>
    );
  }),
  {
    prepare: async (root: RootStore) => {
      await root.get(nearestRestaurantStore).prefetch();
      // In the browser the server-rendered dishes stay until their code is loaded.
      if (import.meta.env.SSR)
        await Promise.all([root.get(popularChunk).preload(), root.get(legalChunk).preload()]);
    },
  },
);

/**
 * Section whose code loads later. When loading fails, what the server rendered stays, or else nothing, until
 * the page is opened again. It is the same element at each rendering: React would discard the server-rendered
 * markup if it changed before the code is loaded.
 */
function useLazySection(code: LazyPage) {
  const [section] = useState(() => {
    const fetchComponent = () => code.preload().then(() => code.component, waitForever);
    const Section = code.isReady ? code.component : lazy(async () => ({ default: await fetchComponent() }));
    return (
      <Suspense fallback={null}>
        <Section />
      </Suspense>
    );
  });
  return section;
}

/**
 * Hides the content below the orders until they are ready, as entry-early.ts did before the code was loaded:
 * their height is not known. It appears in the same frame as they do, or when they fail to load. Must be used
 * inside an observer.
 */
function useHideUntilOrders(root: RootStore): void {
  const { isLoggedIn } = root.session;
  useLayoutEffect(() => {
    if (!isLoggedIn) return;
    const code = root.get(ordersChunk);
    // Orders whose code is loaded have reported already: their effect runs first.
    if (!code.isReady) setAwaitingOrders(true);
    code.preload().catch(() => setAwaitingOrders(false));
    return () => setAwaitingOrders(false);
  }, [root, isLoggedIn]);
}

/** Keeps a section suspended: React would replace the server-rendered markup by whatever it resolved to. */
const waitForever = () => new Promise<never>(() => undefined);

/** The store holds the failure, and the card shows it. */
function loadNearest(nearby: NearestRestaurantStore): void {
  nearby.fetchNearest().catch((error: unknown) => {
    if (!isAbortError(error)) logError("finding the nearest store failed", error);
  });
}
