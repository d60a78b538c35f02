import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { InfiniteList } from "#web/shared/ui/EndlessList.tsx";
import { isDeviceLocation } from "../features/location/lastPlace.ts";
import type { Restaurant } from "../features/restaurant/Store.ts";
import { RestaurantRow } from "../features/restaurant/StoreRow.tsx";
import { restaurantMessages } from "../restaurantMessages.ts";
import { favouriteStore } from "../stores/FavouriteStore.ts";
import { homeStore } from "../stores/HomeStore.ts";
import { restaurantListStore } from "../stores/RestaurantListStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./RestaurantSelectPage.module.css";
import { useFavourites } from "./useFavourites.ts";

const messages = restaurantMessages;

interface RestaurantListProps {
  onChoose: (restaurant: Restaurant) => void;
  onChangeCity: () => void;
  /** Fetches anew what is in view; failures are told. */
  onReload: () => Promise<void>;
}

/** The stores in view: an endless list that can be pulled down, and stays as it was when one comes back. */
export const RestaurantList = observer(function RestaurantList(props: RestaurantListProps) {
  const { onChoose, onChangeCity, onReload } = props;
  const list = useStore(restaurantListStore);
  const home = useStore(homeStore);
  const favourites = useFavourites();
  useEffect(() => {
    if (!list.nearby.hasLoaded) void onReload();
  }, [list, onReload]);
  const refresh = () => Promise.all([onReload(), favourites.reload()]).then(() => undefined);
  const isLocated = isDeviceLocation(home.location);
  return (
    <InfiniteList
      list={list.activeList}
      errorText={messages.failed}
      skeleton="line"
      empty={<EmptyRestaurantList onChangeCity={onChangeCity} />}
      minItemsForEndMark={1}
      onReload={refresh}
    >
      <ul className={styles.list}>
        {list.restaurants?.map((restaurant) => (
          <RestaurantListRow
            key={restaurant.id}
            restaurant={restaurant}
            isLocated={isLocated}
            onChoose={onChoose}
            onFavourite={favourites.toggle}
          />
        ))}
      </ul>
    </InfiniteList>
  );
});

interface RestaurantListRowProps {
  restaurant: Restaurant;
  isLocated: boolean;
  onChoose: (restaurant: Restaurant) => void;
  onFavourite: (restaurant: Restaurant) => void;
}

/** Watches its own flag only: a list of hundreds does not render for one star. */
const RestaurantListRow = observer(function RestaurantListRow({
  restaurant,
  isLocated,
  onChoose,
  onFavourite,
}: RestaurantListRowProps) {
  const favourites = useStore(favouriteStore);
  return (
    <RestaurantRow
      restaurant={restaurant}
      isLocated={isLocated}
      isFavourite={favourites.has(restaurant.id)}
      isBusy={favourites.busyId === restaurant.id}
      onChoose={() => onChoose(restaurant)}
      onFavourite={() => onFavourite(restaurant)}
    />
  );
});

const EmptyRestaurantList = observer(function EmptyRestaurantList({
  onChangeCity,
}: {
  onChangeCity: () => void;
}) {
  const { keyword } = useStore(restaurantListStore);
  const city = useStore(homeStore).location?.city;
  if (keyword !== "") return <EmptyState illustration="search" text={messages.searchEmpty(keyword)} />;
  return (
    <EmptyState
      illustration="store"
      text={city === undefined ? messages.none : messages.noneIn(city)}
      action={{ text: messages.changeCity, onPress: onChangeCity }}
    />
  );
});
