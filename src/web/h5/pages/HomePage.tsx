import { observer } from "mobx-react-lite";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { texts } from "#web/shared/texts.ts";
import { Entries } from "../features/home/Entries.tsx";
import { greetingAt } from "../features/home/greeting.ts";
import { HomeHead } from "../features/home/HomeHead.tsx";
import { StoreCard } from "../features/home/StoreCard.tsx";
import { isOwnPlace } from "../features/location/lastPlace.ts";
import { MainTabs } from "../MainTabs.tsx";
import { type HomeStore, homeStore } from "../stores/HomeStore.ts";
import { useStore, useStores } from "../useStores.ts";

const CitySheet = lazy(() => import("./CitySheet.tsx").then((m) => ({ default: m.CitySheet })));
const HomePageOrders = lazy(() =>
  import("./HomePageOrders.tsx").then((m) => ({ default: m.HomePageOrders })),
);
const HomePopular = lazy(() =>
  import("../features/home/HomePopular.tsx").then((m) => ({ default: m.HomePopular })),
);

/** `/`: greeting, the ways to order, the nearest store and, for customers who are logged in, their orders. */
export const HomePage = observer(function HomePage() {
  const { session } = useStores();
  const home = useStore(homeStore);
  const [greeting] = useState(() => greetingAt(new Date()));
  // The dishes come below the orders and wait for them, so that nothing moves.
  const [hasOrders, setHasOrders] = useState(false);
  const showPopular = useCallback(() => setHasOrders(true), []);
  const [isPicking, setIsPicking] = useState<boolean | null>(null);
  const store = home.nearest.value;
  useEffect(() => {
    home.recall();
    find(home);
  }, [home]);

  return (
    <>
      <main>
        <HomeHead greeting={greeting} city={home.place?.city ?? null} onPick={() => setIsPicking(true)} />
        <Entries />
        <StoreCard
          store={store}
          hasFailed={home.nearest.status === "failed"}
          isLocated={isOwnPlace(home.place)}
          retry={texts.retry}
          onRetry={() => find(home)}
        />
        <Suspense fallback={null}>
          {isPicking !== null && (
            <CitySheet
              open={isPicking}
              place={home.place}
              onPlace={(place) => {
                home.moveTo(place);
                find(home);
              }}
              onClose={() => setIsPicking(false)}
            />
          )}
        </Suspense>
        <Suspense fallback={null}>
          {session.isLoggedIn && <HomePageOrders onSettled={showPopular} />}
          {store && (!session.isLoggedIn || hasOrders) && <HomePopular restaurantId={store.id} />}
        </Suspense>
      </main>
      <MainTabs />
    </>
  );
});

/** The store keeps the failure, and the card shows it. */
function find(home: HomeStore): void {
  home.findNearest().catch((error: unknown) => {
    if (!isAborted(error)) logFailure("finding the nearest store failed", error);
  });
}
