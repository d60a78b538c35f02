import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList } from "#web/shared/ui/EndlessList.tsx";
import { isOwnPlace } from "../features/location/lastPlace.ts";
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
  useEffect(() => {
    if (!list.around.isKnown) void onReload();
  }, [list, onReload]);
  const refresh = () => Promise.all([onReload(), favourites.reload()]).then(() => undefined);
  const isLocated = isOwnPlace(home.place);
  return (
    <EndlessList
      list={list.shown}
      failed={words.failed}
      skeleton="line"
      empty={<Nothing onChangeCity={onChangeCity} />}
      endFrom={1}
      onReload={refresh}
    >
      <ul className={styles.list}>
        {list.stores?.map((store) => (
          <Row
            key={store.id}
            store={store}
            isLocated={isLocated}
            onChoose={onChoose}
            onFavourite={favourites.toggle}
          />
        ))}
      </ul>
    </EndlessList>
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
