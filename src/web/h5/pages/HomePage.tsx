import { observer } from "mobx-react-lite";
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { PageCode } from "#web/shared/routing/PageCode.ts";
import { texts } from "#web/shared/texts.ts";
import { awaitOrders } from "../features/home/awaitOrders.ts";
import { Entries } from "../features/home/Entries.tsx";
import { greetingAt } from "../features/home/greeting.ts";
import { HomeHead } from "../features/home/HomeHead.tsx";
import { StoreCard } from "../features/home/StoreCard.tsx";
import { isOwnPlace } from "../features/location/lastPlace.ts";
import { MainTabs } from "../MainTabs.tsx";
import { type RootStore, storeOf } from "../RootStore.ts";
import { type HomeStore, homeStore } from "../stores/HomeStore.ts";
import { useStore, useStores } from "../useStores.ts";

const CitySheet = lazy(() => import("./CitySheet.tsx").then((m) => ({ default: m.CitySheet })));
const ordersCode = storeOf(
  () => new PageCode(() => import("./HomePageOrders.tsx").then((m) => m.HomePageOrders)),
);
/** The dishes come when they are there as a whole, code and all; first those of the restaurant that was found first. */
const popularCode = storeOf(
  (root) =>
    new PageCode(async () => {
      const store = root.get(homeStore).nearest.value;
      const { HomePopular, loadPopular } = await import("../features/home/HomePopular.tsx");
      if (store) await loadPopular(root, store.id);
      return HomePopular;
    }),
);

/** `/`: greeting, the ways to order, the nearest store and, for customers who are logged in, their orders. */
export const HomePage = Object.assign(
  observer(function HomePage() {
    const root = useStores();
    const home = useStore(homeStore);
    const [greeting] = useState(() => greetingAt(root.now));
    const [isPicking, setIsPicking] = useState<boolean | null>(null);
    const orders = usePart(root.get(ordersCode));
    const popular = usePart(root.get(popularCode));
    const store = home.nearest.value;
    useAwaitedOrders(root);
    useEffect(() => {
      if (home.recall()) find(home);
    }, [home]);

    return (
      <>
        <main>
          <HomeHead greeting={greeting} city={home.place?.city ?? null} onPick={() => setIsPicking(true)} />
          <Entries />
          <StoreCard
            store={store}
            hasFailed={home.nearest.status === "failed"}
            isLocated={isOwnPlace(home.foundFor)}
            retry={texts.retry}
            onRetry={() => find(home)}
          />
          {isPicking !== null && (
            <Suspense fallback={null}>
              <CitySheet
                open={isPicking}
                place={home.place}
                onPlace={(place) => {
                  home.moveTo(place);
                  find(home);
                }}
                onClose={() => setIsPicking(false)}
              />
            </Suspense>
          )}
          {/* As tall as the orders were last time, before they are here: see index.html. */}
          <div style={{ minHeight: "var(--orders)" }}>{root.session.isLoggedIn && orders}</div>
          <div className="after-orders">{store && popular}</div>
        </main>
        <MainTabs />
      </>
    );
  }),
  {
    prepare: async (root: RootStore) => {
      await root.get(homeStore).prepare();
      // In the browser the dishes that the server sent stand there until their code comes.
      if (import.meta.env.SSR) await root.get(popularCode).preload();
    },
  },
);

/**
 * A part whose code comes later, and which stays away when it cannot be had, until the page is opened again. It is the same
 * element at each rendering: React would throw away what the server sent if it changed before its code is here.
 */
function usePart(code: PageCode) {
  const [part] = useState(() => {
    const fetched = () => code.preload().then(() => code.component, nothing);
    const Part = code.isReady ? code.component : lazy(async () => ({ default: await fetched() }));
    return (
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    );
  });
  return part;
}

/**
 * Keeps what stands below the orders away until they say that they are there, as index.html did before the code was here:
 * how much room they take is not known. It comes in the same frame as they do, or when they cannot be had. Must be used
 * inside an observer.
 */
function useAwaitedOrders(root: RootStore): void {
  const { isLoggedIn } = root.session;
  useLayoutEffect(() => {
    if (!isLoggedIn) return;
    const code = root.get(ordersCode);
    // Orders whose code is here have said it already: their effect comes first.
    if (!code.isReady) awaitOrders(true);
    code.preload().catch(() => awaitOrders(false));
    return () => awaitOrders(false);
  }, [root, isLoggedIn]);
}

const nothing = () => () => null;

/** The store keeps the failure, and the card shows it. */
function find(home: HomeStore): void {
  home.findNearest().catch((error: unknown) => {
    if (!isAborted(error)) logFailure("finding the nearest store failed", error);
  });
}
