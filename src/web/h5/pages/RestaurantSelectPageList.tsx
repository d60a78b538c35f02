import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { isAborted, messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { texts } from "#web/shared/texts.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { isOwnPlace } from "../features/location/lastPlace.ts";
import { PullDown } from "../features/order/PullDown.tsx";
import type { Store } from "../features/restaurant/Store.ts";
import { StoreRow } from "../features/restaurant/StoreRow.tsx";
import { restaurantMessages } from "../restaurantMessages.ts";
import { favouriteStore } from "../stores/FavouriteStore.ts";
import { homeStore } from "../stores/HomeStore.ts";
import { restaurantListStore } from "../stores/RestaurantListStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./RestaurantSelectPage.module.css";
import { useFavourites } from "./useFavourites.ts";

const words = restaurantMessages;

interface ListProps {
  onChoose: (store: Store) => void;
  onChangeCity: () => void;
  /** Fetches anew what is in view; failures are told. */
  onReload: () => Promise<void>;
}

/** The stores in view: an endless list that can be pulled down, and stays as it was when one comes back. */
export const RestaurantSelectPageList = observer(function RestaurantSelectPageList(props: ListProps) {
  const { onChoose, onChangeCity, onReload } = props;
  const list = useStore(restaurantListStore);
  const home = useStore(homeStore);
  const favourites = useFavourites();
  useKeptPlace();
  useEffect(() => {
    if (list.pages.value === undefined) void onReload();
  }, [list, onReload]);
  const refresh = () => Promise.all([onReload(), favourites.reload()]).then(() => undefined);
  const { stores } = list;
  if (stores === undefined) {
    return list.shown.status === "failed" ? (
      <FailedState text={messageOf(list.shown.error, words.failed)} onRetry={() => void onReload()} />
    ) : (
      <Skeleton rows={4} shape="line" className={styles.skeleton} />
    );
  }
  if (stores.length === 0) return <Nothing onChangeCity={onChangeCity} />;
  const isLocated = isOwnPlace(home.place);
  return (
    <PullDown onRefresh={refresh}>
      <ul className={styles.list}>
        {stores.map((store) => (
          <Row
            key={store.id}
            store={store}
            isLocated={isLocated}
            onChoose={onChoose}
            onFavourite={favourites.toggle}
          />
        ))}
      </ul>
      <End />
    </PullDown>
  );
});

interface RowProps {
  store: Store;
  isLocated: boolean;
  onChoose: (store: Store) => void;
  onFavourite: (store: Store) => void;
}

/** Watches its own flag only: a list of hundreds does not render for one star. */
const Row = observer(function Row({ store, isLocated, onChoose, onFavourite }: RowProps) {
  const favourites = useStore(favouriteStore);
  return (
    <StoreRow
      store={store}
      isLocated={isLocated}
      isFavourite={favourites.has(store.id)}
      isBusy={favourites.busyId === store.id}
      onChoose={() => onChoose(store)}
      onFavourite={() => onFavourite(store)}
    />
  );
});

const Nothing = observer(function Nothing({ onChangeCity }: { onChangeCity: () => void }) {
  const { keyword } = useStore(restaurantListStore);
  const city = useStore(homeStore).place?.city;
  if (keyword !== "") return <EmptyState drawing="search" text={words.searchEmpty(keyword)} />;
  return (
    <EmptyState
      drawing="store"
      text={city === undefined ? words.none : words.noneIn(city)}
      action={{ text: words.changeCity, onPress: onChangeCity }}
    />
  );
});

/** What stands at the end: more is coming, more could not come, or that is all. */
const End = observer(function End() {
  const list = useStore(restaurantListStore);
  const end = useRef<HTMLDivElement>(null);
  const more = useCallback(() => {
    list.loadMore().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading more restaurants failed", error);
    });
  }, [list]);
  const { isFinished } = list;
  const canLoad = !isFinished && list.shown.status === "ready";
  useEffect(() => {
    if (!canLoad || end.current === null) return;
    const watch = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && more(), {
      rootMargin: "400px",
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [canLoad, more]);
  return (
    <div ref={end} className={styles.end}>
      {!isFinished && list.shown.status === "failed" ? (
        <Button look="ghost" onPress={more}>
          {texts.retry}
        </Button>
      ) : (
        (!isFinished && words.more) || words.end
      )}
    </div>
  );
});

/** Remembers how far the list was scrolled and goes there again when one comes back to it. */
function useKeptPlace(): void {
  const list = useStore(restaurantListStore);
  useLayoutEffect(() => {
    if (list.scrollTop > 0) window.scrollTo(0, list.scrollTop);
    const keep = () => {
      list.scrollTop = window.scrollY;
    };
    window.addEventListener("scroll", keep, { passive: true });
    return () => window.removeEventListener("scroll", keep);
  }, [list]);
}
